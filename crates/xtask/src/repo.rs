use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Every file git tracks or would track; new files are held to the rules before they are added.
pub(crate) struct Repo {
    root: PathBuf,
    pub(crate) paths: BTreeSet<String>,
    pub(crate) texts: Vec<TextFile>,
}

pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Repo {
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let list = ["ls-files", "-zco", "--exclude-standard"];
        let listing = git(root, &list)?;
        ensure!(
            !listing.is_empty(),
            "git lists no files; tidy needs a git checkout"
        );
        let mut repo = Self {
            root: root.into(),
            paths: BTreeSet::new(),
            texts: Vec::new(),
        };
        for path in listing.split_terminator('\0') {
            let file = root.join(path);
            // A file deleted but not yet committed is still listed.
            if !file.is_file() {
                continue;
            }
            let bytes = std::fs::read(&file).with_context(|| format!("{path} is not readable"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                repo.texts.push(TextFile {
                    path: path.to_owned(),
                    text,
                });
            }
            repo.paths.insert(path.to_owned());
        }
        Ok(repo)
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.text.as_str())
    }

    /// Those of `paths` that git ignores: what a build writes may be named though it is not there.
    pub(crate) fn ignored(&self, paths: &[&str]) -> Result<BTreeSet<String>> {
        if paths.is_empty() {
            return Ok(BTreeSet::new());
        }
        // A rule for a folder only matches a missing path if that is written as a folder.
        let folders: Vec<String> = paths.iter().map(|path| format!("{path}/")).collect();
        let mut arguments = vec![
            "-c",
            "core.quotePath=off",
            "check-ignore",
            "--no-index",
            "--",
        ];
        arguments.extend(paths);
        arguments.extend(folders.iter().map(String::as_str));
        let ignored = git(&self.root, &arguments)?;
        let ignored = ignored
            .lines()
            .map(|path| path.trim_end_matches('/').to_owned());
        Ok(ignored.collect())
    }
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .current_dir(root)
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .context("git could not be started")?;
    // `check-ignore` ends with 1 when nothing is ignored; every other failure is greater.
    let done = output.status.code().is_some_and(|code| code <= 1);
    ensure!(done, "`git {}` failed; see above", arguments.join(" "));
    String::from_utf8(output.stdout).context("a path is not UTF-8; rename the file")
}
