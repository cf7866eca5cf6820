mod documents;
mod edges;
mod licence;
mod machine;
mod manifests;
mod migrations;
mod readmes;
mod sizes;
mod supply;

#[cfg(test)]
mod documents_tests;
#[cfg(test)]
mod edges_tests;
#[cfg(test)]
mod licence_tests;
#[cfg(test)]
mod machine_tests;
#[cfg(test)]
mod manifests_tests;
#[cfg(test)]
mod migrations_tests;
#[cfg(test)]
mod readmes_tests;
#[cfg(test)]
mod sizes_tests;
#[cfg(test)]
mod supply_tests;

use anyhow::Result;

use crate::metadata::Metadata;
use crate::problem::Problem;
use crate::repo::Repo;

/// Every rule.
pub(crate) fn all(repo: &Repo, metadata: &Metadata) -> Result<Vec<Problem>> {
    let mut problems = supply_chain(repo, metadata);
    problems.extend(crate_rules(repo, metadata));
    problems.extend(sizes::check(&repo.texts));
    problems.extend(documents(repo)?);
    problems.extend(migrations::check(&repo.paths));
    problems.extend(repo.texts.iter().flat_map(machine::check));
    Ok(problems)
}

/// What may come into the build from outside, and what it may contain.
pub(crate) fn supply_chain(repo: &Repo, metadata: &Metadata) -> Vec<Problem> {
    let lock = repo.text("Cargo.lock").unwrap_or_default();
    let policy = supply::Policy::parse(repo.text("deny.toml").unwrap_or_default());
    let mut problems = supply::check(&policy, lock, &metadata.packages);
    problems.extend(manifests::forbids_unsafe(
        repo.text("Cargo.toml").unwrap_or_default(),
    ));
    for member in metadata.members() {
        let path = metadata.manifest_of(member);
        let text = repo.text(&path).unwrap_or_default();
        problems.extend(manifests::inherits_lints(&path, text));
    }
    problems
}

fn crate_rules(repo: &Repo, metadata: &Metadata) -> Vec<Problem> {
    let mut problems = manifests::says_what_for(repo.text("Cargo.toml").unwrap_or_default());
    for member in metadata.members() {
        let path = metadata.manifest_of(member);
        let text = repo.text(&path).unwrap_or_default();
        problems.extend(edges::check(
            &path,
            text,
            &member.name,
            &member.dependencies,
        ));
        let readme = path.replace("Cargo.toml", "README.md");
        problems.extend(readmes::check(&readme, repo.text(&readme)));
    }
    problems
}

fn documents(repo: &Repo) -> Result<Vec<Problem>> {
    let missing: Vec<documents::Named> = repo
        .texts
        .iter()
        .flat_map(|file| documents::missing(file, &repo.paths))
        .collect();
    let targets: Vec<&str> = missing.iter().map(|named| named.target.as_str()).collect();
    let ignored = repo.ignored(&targets)?;
    let absent = missing
        .iter()
        .filter(|named| !ignored.contains(&named.target));
    Ok(absent.map(documents::Named::problem).collect())
}
