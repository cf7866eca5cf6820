use crate::metadata::Package;
use crate::problem::Problem;
use crate::tidy::licence;

const LOCK: &str = "Cargo.lock";
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What `deny.toml` allows and bans: one list for `cargo deny` and for us.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(crate) licences: Vec<String>,
    pub(crate) banned: Vec<String>,
}

impl Policy {
    /// Reads the two lists, which stand one entry to a line.
    pub(crate) fn parse(deny: &str) -> Self {
        let licences = list(deny, "[licenses]", "allow").filter_map(quoted);
        let banned = list(deny, "[bans]", "deny").filter_map(quoted);
        Self {
            licences: licences.collect(),
            banned: banned.collect(),
        }
    }
}

pub(crate) fn check(policy: &Policy, lock: &str, packages: &[Package]) -> Vec<Problem> {
    if policy.licences.is_empty() || policy.banned.is_empty() {
        let message = "no licences or no banned crates are listed; write one entry to a line";
        return vec![Problem::new("deny.toml", 1, message)];
    }
    let broken = packages.iter().flat_map(|package| {
        let line = locked_at(lock, &package.name, &package.version);
        let messages = broken_rules(policy, package).into_iter();
        messages.map(move |message| Problem::new(LOCK, line, message))
    });
    broken.collect()
}

fn broken_rules(policy: &Policy, package: &Package) -> Vec<String> {
    let Package {
        name,
        version,
        license,
        source,
        ..
    } = package;
    let mut messages = Vec::new();
    if policy.banned.contains(name) {
        messages.push(format!(
            "`{name}` is banned in deny.toml; `cargo tree -i {name}` shows who wants it"
        ));
    }
    if let Some(source) = source.as_deref().filter(|source| *source != CRATES_IO) {
        messages.push(format!(
            "`{name}` comes from {source}; take a release from crates.io"
        ));
    }
    match license {
        None => messages.push(format!("`{name}` {version} names no licence; replace it")),
        Some(licence) if !licence::is_allowed(licence, &policy.licences) => messages.push(format!(
            "`{name}` {version} is under `{licence}`; replace it, or allow the licence in deny.toml"
        )),
        Some(_) => {}
    }
    messages
}

fn locked_at(lock: &str, name: &str, version: &str) -> usize {
    let (name, version) = (
        format!("name = \"{name}\""),
        format!("version = \"{version}\""),
    );
    let lines: Vec<&str> = lock.lines().collect();
    let at = lines
        .windows(2)
        .position(|pair| pair[0] == name && pair[1] == version);
    at.map_or(1, |index| index + 1)
}

/// The lines of the array `key` in a section, without its brackets.
fn list<'text>(text: &'text str, section: &str, key: &str) -> impl Iterator<Item = &'text str> {
    let opening = format!("{key} = [");
    let in_section = text
        .lines()
        .skip_while(move |line| *line != section)
        .skip(1);
    let in_section = in_section.take_while(|line| !line.starts_with('['));
    in_section
        .skip_while(move |line| *line != opening)
        .skip(1)
        .take_while(|line| *line != "]")
}

fn quoted(line: &str) -> Option<String> {
    let entry = line.split('#').next()?;
    entry.split('"').nth(1).map(str::to_owned)
}
