//! What came of everything, as lines that a person and a script can read.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::judge::Findings;

/// Broken promises that are told one by one.
const SHOWN: usize = 20;

/// What came of a chapter.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) seed: u64,
    pub(crate) kills: usize,
    /// How often a server stood still.
    pub(crate) freezes: usize,
    /// At which points servers were struck, and how often.
    pub(crate) faults: BTreeMap<String, usize>,
    pub(crate) findings: Findings,
    pub(crate) took: Duration,
    /// Where everything was left for somebody to look at.
    pub(crate) kept: Option<PathBuf>,
}

impl Outcome {
    /// The promise holds only if exactly so many texts were given up.
    pub(crate) fn expecting_given_up(mut self, texts: usize) -> Self {
        let given_up = self.findings.given_up;
        if given_up != texts {
            self.findings
                .breaks(format!("{given_up} texts were given up, not {texts}"));
        }
        self
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.findings.broken.is_empty()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Findings {
            texts,
            sent,
            review,
            given_up,
            duplicates,
            lost,
            unknown,
            stuck,
            model_calls,
            broken,
        } = &self.findings;
        let (name, kills, freezes) = (&self.name, self.kills, self.freezes);
        let seconds = self.took.as_secs();
        write!(
            f,
            "{name} kills={kills} freezes={freezes} texts={texts} sent={sent} duplicates={duplicates} lost={lost} review={review} \
             given_up={given_up} unknown={unknown} stuck={stuck} model_calls={model_calls} seconds={seconds}"
        )?;
        for (point, times) in &self.faults {
            write!(f, "\n    {point}: {times}")?;
        }
        if !broken.is_empty() {
            let kept = self
                .kept
                .as_ref()
                .map(|folder| folder.display().to_string());
            write!(
                f,
                "\n    seed {}; kept in {}",
                self.seed,
                kept.unwrap_or_default()
            )?;
            for promise in broken.iter().take(SHOWN) {
                write!(f, "\n    BROKEN: {promise}")?;
            }
        }
        Ok(())
    }
}
