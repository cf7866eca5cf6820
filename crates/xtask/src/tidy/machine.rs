use crate::problem::Problem;
use crate::repo::TextFile;

/// Folders at the root of a file system below which people and build machines keep their own.
const PRIVATE_FOLDERS: [&str; 4] = ["home", "root", "Users", "work"];

/// Settings that name where packages are fetched from. That is a choice of the machine.
const REGISTRY_SETTINGS: [&str; 6] = [
    "registry=",
    "registry =",
    "index-url",
    "find-links",
    "replace-with",
    "_authToken",
];

/// Nothing that is true of one machine only: no path below a private folder, and no package registry
/// but the public ones.
pub(crate) fn check(file: &TextFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let messages = machine_path(line)
            .into_iter()
            .chain(registry(&file.path, line));
        problems.extend(messages.map(|message| Problem::new(&file.path, index + 1, message)));
    }
    problems
}

fn machine_path(line: &str) -> Option<String> {
    let folder = PRIVATE_FOLDERS.iter().find(|folder| {
        let path = format!("/{folder}/");
        line.match_indices(&path).any(|(at, _)| {
            let starts_here = line[..at].chars().next_back().is_none_or(is_before_a_path);
            let goes_on = line[at + path.len()..]
                .starts_with(|letter: char| letter.is_alphanumeric() || letter == '.');
            starts_here && goes_on
        })
    })?;
    Some(format!(
        "a path below /{folder} is of one machine; write it relative to the repository"
    ))
}

fn is_before_a_path(letter: char) -> bool {
    letter.is_whitespace() || "\"'`(=:,".contains(letter)
}

fn registry(path: &str, line: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let line = line.trim();
    let foreign = match name {
        "Cargo.lock" => {
            let public = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
            line.starts_with("source = ") && line != public
        }
        "package-lock.json" => {
            let public = "\"resolved\": \"https://registry.npmjs.org/";
            line.starts_with("\"resolved\":") && !line.starts_with(public)
        }
        _ if configures_an_installer(path, name) => REGISTRY_SETTINGS
            .iter()
            .any(|setting| line.contains(setting)),
        _ => false,
    };
    foreign.then(|| "a package registry is a choice of the machine; remove it".to_owned())
}

fn configures_an_installer(path: &str, name: &str) -> bool {
    let requirements = name.starts_with("requirements") && name.ends_with(".txt");
    requirements || matches!(name, ".npmrc" | "pip.conf") || path.ends_with(".cargo/config.toml")
}
