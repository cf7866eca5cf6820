//! `steward verify`: proves that the record of everything that was done is what it was, and that a text is gone.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use steward_memory::accounts::{Accounts, Problem};
use steward_model::OrgId;
use steward_store::{
    Access, AuditReport, Checkpoint, Database, Looked, Org, Page, Store, lock_database,
};

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;

#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Look at this organisation alone
    #[arg(long, value_name = "ID")]
    org: Option<OrgId>,
    /// Compare with checkpoints that were written earlier and kept elsewhere
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// If nothing is wrong, write how far each record has come; keep the file elsewhere
    #[arg(long, value_name = "FILE")]
    write_checkpoint: Option<PathBuf>,
    /// Open everything and look for the lines of this file too: proof that they were forgotten
    #[arg(long, value_name = "FILE")]
    absent: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found out about one organisation.
struct Finding {
    org: Org,
    report: AuditReport,
    /// Accounts whose files do not add up.
    accounts: Vec<Problem>,
    looked: Option<Looked>,
}

impl Verify {
    pub(super) async fn run(self, config: &Config) -> Result<(), Failure> {
        let kept = match &self.checkpoint {
            Some(file) => read(file)?,
            None => Vec::new(),
        };
        let absent = self.absent.as_deref().map(lines).transpose()?;
        let location = Location::existing(config)?;
        let alone = alone(&location.data);
        let store = location.open(Access::Beside).await?;
        if alone.is_some() {
            // A record that cannot be sealed is looked at all the same.
            if let Err(error) = store.seal_audit().await {
                tell(format_args!("what is new could not be sealed: {error}"));
            }
        }
        let findings = self.look(&store, &kept, absent.as_deref()).await;
        store.close().await;
        self.conclude(&findings?, &kept)
    }

    async fn look(
        &self,
        store: &Store,
        kept: &[Checkpoint],
        absent: Option<&[String]>,
    ) -> Result<Vec<Finding>, Failure> {
        let orgs = match self.org {
            Some(id) => {
                let org = store.org(id).get().await?;
                vec![org.ok_or_else(|| Failure::other(format!("there is no organisation {id}")))?]
            }
            None => all(store).await?,
        };
        let mut findings = Vec::with_capacity(orgs.len());
        for org in orgs {
            let kept = kept.iter().find(|checkpoint| checkpoint.org_id == org.id);
            let progress = Progress::begin();
            let report = store
                .org(org.id)
                .verify_audit(kept, &|rows| progress.tell(rows))
                .await?;
            let looked = match absent {
                Some(texts) => Some(store.org(org.id).look_for(texts).await?),
                None => None,
            };
            findings.push(Finding {
                accounts: accounts(store, org.id).await?,
                org,
                report,
                looked,
            });
        }
        Ok(findings)
    }

    fn conclude(&self, findings: &[Finding], kept: &[Checkpoint]) -> Result<(), Failure> {
        let looked_at = |org: OrgId| findings.iter().any(|finding| finding.org.id == org);
        let gone: Vec<OrgId> = kept
            .iter()
            .map(|checkpoint| checkpoint.org_id)
            .filter(|org| self.org.is_none() && !looked_at(*org))
            .collect();
        let whole = gone.is_empty() && findings.iter().all(Finding::is_whole);
        if self.json {
            let orgs: Vec<_> = findings.iter().map(Finding::to_json).collect();
            say(json!({ "whole": whole, "orgs": orgs, "missing_orgs": gone }));
        } else {
            findings.iter().for_each(Finding::say);
            for org in &gone {
                say(format_args!(
                    "FAIL  {org}: a checkpoint was kept, and the organisation is not there"
                ));
            }
        }
        if !whole {
            return Err(Failure::silent());
        }
        match &self.write_checkpoint {
            Some(file) => write(file, findings),
            None => Ok(()),
        }
    }
}

impl Finding {
    fn is_whole(&self) -> bool {
        let clean = |looked: &Looked| looked.found.is_empty() && looked.damaged == 0;
        self.report.is_whole() && self.accounts.is_empty() && self.looked.as_ref().is_none_or(clean)
    }

    fn say(&self) {
        if let Some(looked) = &self.looked {
            let Looked {
                opened,
                forgotten,
                damaged,
                found,
            } = looked;
            say(format_args!(
                "      opened {opened} values; {forgotten} have no key any more, {damaged} are damaged"
            ));
            for (place, line) in found {
                say(format_args!("FAIL  line {} was found in {place}", line + 1));
            }
        }
        for problem in &self.accounts {
            let Problem {
                path, line, reason, ..
            } = problem;
            say(format_args!("FAIL  {path} line {line}: {reason}"));
        }
        let (org, report) = (&self.org, &self.report);
        let AuditReport {
            seals,
            rows,
            contents,
            ..
        } = report;
        let mut summary = format!("{seals} seals over {rows} rows, {contents} contents compared");
        if let Some(oldest) = report.oldest_unsealed {
            let more = format!(", {} not sealed yet, since {oldest}", report.unsealed);
            summary.push_str(&more);
        }
        if report.is_whole() {
            say(format_args!("ok    {} ({}): {summary}", org.name, org.id));
            return;
        }
        let count = report.problems.len() as u64 + report.more_problems;
        say(format_args!(
            "FAIL  {} ({}): {count} problems in {summary}",
            org.name, org.id
        ));
        for problem in &report.problems {
            say(format_args!("      {problem}"));
        }
        if report.more_problems > 0 {
            say(format_args!("      and {} more", report.more_problems));
        }
    }

    fn to_json(&self) -> Value {
        let report = &self.report;
        let problems: Vec<_> = report
            .problems
            .iter()
            .map(|problem| {
                json!({ "seal": problem.seal, "place": problem.place, "what": problem.what })
            })
            .collect();
        json!({
            "org": self.org.id,
            "name": self.org.name,
            "whole": self.is_whole(),
            "seals": report.seals,
            "rows": report.rows,
            "contents": report.contents,
            "unsealed": report.unsealed,
            "oldest_unsealed": report.oldest_unsealed.map(|time| time.to_string()),
            "checkpoint": report.checkpoint.as_ref().map(ToString::to_string),
            "problems": problems,
            "more_problems": report.more_problems,
            "accounts": self.accounts.iter().map(|problem| json!({
                "path": problem.path, "line": problem.line, "reason": problem.reason,
            })).collect::<Vec<_>>(),
            "absent": self.looked.as_ref().map(|looked| json!({
                "opened": looked.opened,
                "forgotten": looked.forgotten,
                "damaged": looked.damaged,
                "found": looked.found.iter().map(|(place, line)| json!({ "place": place, "line": line + 1 }))
                    .collect::<Vec<_>>(),
            })),
        })
    }
}

/// Held for as long as no server can start on the data. None if one runs, or if that cannot be known.
fn alone(data: &Database) -> Option<File> {
    match data {
        Database::Sqlite { path, .. } if path.exists() => lock_database(path).ok(),
        _ => None,
    }
}

/// What is wrong with the accounts. A workspace that nobody has used is not begun for this.
async fn accounts(store: &Store, org: OrgId) -> Result<Vec<Problem>, Failure> {
    if !store.org(org).has_workspace().await? {
        return Ok(Vec::new());
    }
    Ok(Accounts::new(store.clone()).verify(org).await?)
}

async fn all(store: &Store) -> Result<Vec<Org>, Failure> {
    let mut orgs: Vec<Org> = Vec::new();
    loop {
        let after = orgs.last().map(|org| org.id.to_string());
        let page = store.orgs(&Page { after, limit: 200 }).await?;
        if page.is_empty() {
            return Ok(orgs);
        }
        orgs.extend(page);
    }
}

fn read(file: &Path) -> Result<Vec<Checkpoint>, Failure> {
    let cannot = |error| Failure::other(format!("{}: {error}", file.display()));
    let parse = |line: &String| line.parse().map_err(cannot);
    lines(file)?.iter().map(parse).collect()
}

fn lines(file: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::other(format!("{}: {error}", file.display())))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(str::to_owned).collect())
}

/// Replaces the file whole: the checkpoints of the last time are not lost to a full disk.
fn write(file: &Path, findings: &[Finding]) -> Result<(), Failure> {
    let lines: String = findings
        .iter()
        .filter_map(|finding| finding.report.checkpoint.as_ref())
        .map(|checkpoint| format!("{checkpoint}\n"))
        .collect();
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let replace = || {
        let mut new = File::create(&name)?;
        new.write_all(lines.as_bytes())?;
        new.sync_all()?;
        fs::rename(&name, file)
    };
    replace().map_err(|error| Failure::other(format!("{}: {error}", file.display())))
}

/// Tells every other second how far a long run has come.
struct Progress {
    begun: Instant,
    told: AtomicU64,
}

impl Progress {
    const EVERY: u64 = 2;

    fn begin() -> Self {
        Self {
            begun: Instant::now(),
            told: AtomicU64::new(0),
        }
    }

    fn tell(&self, rows: i64) {
        let seconds = self.begun.elapsed().as_secs();
        if seconds >= self.told.load(Ordering::Relaxed) + Self::EVERY {
            self.told.store(seconds, Ordering::Relaxed);
            tell(format_args!("{rows} rows so far"));
        }
    }
}

/// To standard error, where it is in nobody's way.
fn tell(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "steward: {line}");
}
