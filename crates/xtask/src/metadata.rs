use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// What `cargo metadata` says of the workspace and of everything it depends on.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    workspace_members: Vec<String>,
    pub(crate) workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    /// Absent for the packages of this workspace.
    pub(crate) source: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
    manifest_path: PathBuf,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Option<DependencyKind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DependencyKind {
    Dev,
    Build,
}

impl Metadata {
    /// Every target counts, not only this machine's: a licence binds on the others too.
    pub(crate) fn load() -> Result<Self> {
        let output = Command::new("cargo")
            .args(["metadata", "--format-version", "1", "--locked"])
            .stderr(Stdio::inherit())
            .output()
            .context("cargo could not be started")?;
        ensure!(
            output.status.success(),
            "`cargo metadata --locked` failed; see above"
        );
        serde_json::from_slice(&output.stdout).context("`cargo metadata` gave unexpected JSON")
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages
            .iter()
            .filter(|package| self.workspace_members.contains(&package.id))
    }

    /// The path of a member's manifest as documents and git write it.
    pub(crate) fn manifest_of(&self, member: &Package) -> String {
        let path = member.manifest_path.strip_prefix(&self.workspace_root);
        path.unwrap_or(&member.manifest_path).display().to_string()
    }
}
