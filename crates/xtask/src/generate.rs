use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::problem::Problem;

/// A file that the server prints, and the arguments that make it print it.
const PRINTED: [(&str, &[&str]); 2] = [
    ("docs/openapi.json", &["openapi"]),
    ("docs/CONFIG.md", &["config", "docs"]),
];

/// Written by `npm run gen` from `docs/openapi.json`.
const CLIENT_TYPES: &str = "web/src/api/schema.ts";

/// Writes every generated file.
pub(crate) fn write(root: &Path) -> Result<()> {
    for (path, arguments) in PRINTED {
        let fresh = printed(root, arguments)?;
        std::fs::write(root.join(path), fresh)
            .with_context(|| format!("{path} is not writable"))?;
        eprintln!("wrote {path}");
    }
    generate_client_types(root)?;
    eprintln!("wrote {CLIENT_TYPES}");
    Ok(())
}

/// Names the generated files that would change. Leaves them as they were.
pub(crate) fn check(root: &Path) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (path, arguments) in PRINTED {
        let fresh = printed(root, arguments)?;
        problems.extend(stale(path, &committed(root, path), &fresh));
    }
    let before = committed(root, CLIENT_TYPES);
    let generated = generate_client_types(root);
    let after = committed(root, CLIENT_TYPES);
    if !before.is_empty() {
        std::fs::write(root.join(CLIENT_TYPES), &before)?;
    }
    generated?;
    problems.extend(stale(CLIENT_TYPES, &before, &after));
    Ok(problems)
}

/// Compares a committed file with what would be generated now.
fn stale(path: &str, committed: &[u8], fresh: &[u8]) -> Option<Problem> {
    if committed == fresh {
        return None;
    }
    let (committed, fresh) = (committed.split(is_newline), fresh.split(is_newline));
    let same = committed
        .zip(fresh)
        .take_while(|(one, other)| one == other)
        .count();
    Some(Problem::new(
        path,
        same + 1,
        "the file is not what would be generated now; run `make gen`",
    ))
}

fn is_newline(byte: &u8) -> bool {
    *byte == b'\n'
}

/// A file that is not there yet is as stale as one can be.
fn committed(root: &Path, path: &str) -> Vec<u8> {
    std::fs::read(root.join(path)).unwrap_or_default()
}

fn printed(root: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let command = format!("steward {}", arguments.join(" "));
    // With the features of the whole workspace: with its own alone, most of what it is made of would be built again.
    let mut build = Command::new("cargo");
    build
        .current_dir(root)
        .args(["build", "--quiet", "--workspace", "--bin", "steward"]);
    // What `cargo run` tells of this program, a library's build script would take for a change, and be built again.
    for told in [
        "MANIFEST_DIR",
        "MANIFEST_LINKS",
        "PKG_NAME",
        "PKG_VERSION_MAJOR",
        "PKG_VERSION_MINOR",
        "PKG_VERSION_PATCH",
        "PKG_VERSION_PRE",
    ] {
        build.env_remove(format!("CARGO_{told}"));
    }
    let built = build.status().context("cargo could not be started")?;
    ensure!(built.success(), "the server could not be built; see above");
    // It lies beside this program.
    let steward = std::env::current_exe()?.with_file_name("steward");
    let output = Command::new(steward)
        .current_dir(root)
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .context("the server could not be started")?;
    ensure!(output.status.success(), "`{command}` failed; see above");
    ensure!(
        !output.stdout.is_empty(),
        "`{command}` printed nothing; it must print the file"
    );
    Ok(output.stdout)
}

fn generate_client_types(root: &Path) -> Result<()> {
    let web = root.join("web");
    ensure!(
        web.join("node_modules").is_dir(),
        "the web packages are not installed; run `make web`"
    );
    let output = Command::new("npm")
        .current_dir(web)
        .args(["run", "--silent", "gen"])
        .output()
        .context("npm could not be started; install Node 20")?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "`npm run gen` failed in web/: {words}"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::stale;

    #[test]
    fn a_fresh_file_passes() {
        assert_eq!(stale("docs/a.md", b"one\n", b"one\n"), None);
    }

    #[test]
    fn a_stale_file_is_named_at_the_first_line_that_differs() {
        let problem = stale("docs/a.md", b"one\ntwo\n", b"one\nthree\n").unwrap();
        assert_eq!(
            problem.to_string(),
            "docs/a.md:2: the file is not what would be generated now; run `make gen`"
        );
        assert!(stale("docs/a.md", b"", b"one\n").is_some());
    }
}
