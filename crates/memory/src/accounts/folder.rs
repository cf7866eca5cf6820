//! The files of one account as they were read.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use steward_accounts::history::{self, Break, History};
use steward_accounts::source_file::SourceFile;
use steward_accounts::state::{ParseError, StateFile};
use steward_accounts::text::plain;
use steward_model::Timestamp;

type Read<T> = Result<T, ParseError>;

/// An account with its files.
#[derive(Debug, Clone)]
pub struct Folder {
    id: String,
    state: Option<Read<StateFile>>,
    history: Option<Chain>,
    /// An entry that an earlier version of the history has and this one lacks.
    cut: Option<Problem>,
    sources: BTreeMap<String, Read<SourceFile>>,
    updated_at: Timestamp,
}

/// A history, which is read when somebody asks for it: thousands are not.
#[derive(Debug, Clone)]
struct Chain {
    content: String,
    read: OnceLock<Read<History>>,
}

impl Chain {
    fn read(&self) -> &Read<History> {
        self.read.get_or_init(|| history::parse(&self.content))
    }
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which file.
    pub path: String,
    /// The entry of a history, if it is about one.
    pub entry: Option<String>,
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl Problem {
    /// A file that does not say what it should.
    pub(super) fn unreadable(path: &str, error: &ParseError) -> Self {
        Self {
            path: path.to_owned(),
            entry: None,
            line: error.line,
            reason: error.reason.clone(),
        }
    }

    /// A file that an account must have.
    pub(super) fn missing(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            entry: None,
            line: 1,
            reason: "the account has no such file".to_owned(),
        }
    }

    /// A history that is not what it was, or a state that is not what the history gives.
    pub(super) fn broken(file: &StateFile, found: Break) -> Self {
        let (name, line) = match (&found.entry, &found.field) {
            (None, Some(field)) => ("state.md", file.line_of(field)),
            _ => ("history.md", found.line),
        };
        Self {
            path: format!("accounts/{}/{name}", file.state.id),
            entry: found.entry,
            line,
            reason: found.what,
        }
    }
}

/// What a file is of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    State,
    History,
    Source(&'a str),
}

/// Whether a file is an email, a call or a text message of an account.
pub(crate) fn is_source(path: &str) -> bool {
    matches!(Folder::place(path), Some((_, Part::Source(_))))
}

impl Folder {
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            state: None,
            history: None,
            cut: None,
            sources: BTreeMap::new(),
            updated_at: Timestamp::from_micros(0),
        }
    }

    /// The account and the part of it that lie at a path, if it is one of an account.
    pub(super) fn place(path: &str) -> Option<(&str, Part<'_>)> {
        let (id, rest) = path.strip_prefix("accounts/")?.split_once('/')?;
        let part = match rest {
            "state.md" => Part::State,
            "history.md" => Part::History,
            _ if rest.starts_with("sources/") => Part::Source(path),
            _ => return None,
        };
        Some((id, part))
    }

    /// Takes in what a file says now; nothing if it was deleted.
    pub(super) fn take(&mut self, part: Part<'_>, content: Option<&str>, at: Timestamp) {
        self.updated_at = self.updated_at.max(at);
        match part {
            Part::State => self.state = content.map(StateFile::parse),
            Part::History => {
                self.cut = None;
                self.history = content.map(|content| Chain {
                    content: content.to_owned(),
                    read: OnceLock::new(),
                });
            }
            Part::Source(path) => match content.map(SourceFile::parse) {
                Some(read) => {
                    self.sources.insert(path.to_owned(), read);
                }
                None => {
                    self.sources.remove(path);
                }
            },
        }
    }

    /// Keeps in mind that entries were cut off its history.
    pub(super) fn mark_cut(&mut self, found: Problem) {
        self.cut = Some(found);
    }

    /// What was cut off its history.
    pub(super) fn cut(&self) -> Option<&Problem> {
        self.cut.as_ref()
    }

    /// The source at a path, if it can be read.
    pub(super) fn source(&self, path: &str) -> Option<&SourceFile> {
        self.sources.get(path)?.as_ref().ok()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state.is_none() && self.history.is_none() && self.sources.is_empty()
    }

    /// Its id, which is the name of its folder.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is known of it, if its file can be read and is of this folder.
    pub fn state(&self) -> Option<&StateFile> {
        let state = self.state.as_ref()?.as_ref().ok()?;
        (state.state.id == self.id).then_some(state)
    }

    /// How it came to be.
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()?.read().as_ref().ok()
    }

    /// What was written and said, by the path of its file.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &SourceFile)> {
        self.sources
            .iter()
            .filter_map(|(path, read)| Some((path.as_str(), read.as_ref().ok()?)))
    }

    /// Where its files lie, also those that cannot be read.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        let state = self.state.is_some().then(|| self.path("state.md"));
        let history = self.history.is_some().then(|| self.path("history.md"));
        let sources = self.sources.keys().cloned();
        state.into_iter().chain(history).chain(sources)
    }

    /// When one of its files was changed last.
    pub fn updated_at(&self) -> Timestamp {
        self.updated_at
    }

    /// Whether an entry of its history rests on this.
    pub(super) fn tells(&self, evidence: &str) -> bool {
        let entries = self.history().map(|history| history.entries.iter());
        entries
            .into_iter()
            .flatten()
            .any(|entry| entry.evidence == evidence)
    }

    /// Whether its history speaks of a request with this mark. Thousands are looked at, so it is not parsed.
    pub(super) fn mentions(&self, mark: &str) -> bool {
        let mark = format!("[{mark}]");
        let history = self.history.as_ref();
        history.is_some_and(|history| history.content.contains(&mark))
    }

    /// Whether its history calls it so. It is not parsed: what cannot be read may still be told by its name.
    pub(super) fn was_called(&self, name: &str) -> bool {
        let history = self.history.as_ref();
        history.is_some_and(|history| plain(&history.content).contains(&plain(name)))
    }

    /// What its history says it is called, for where its state cannot be read.
    pub(super) fn name_by_history(&self) -> Option<String> {
        let state = history::fold(&self.id, self.history()?).ok()?;
        Some(state.name).filter(|name| !name.trim().is_empty())
    }

    /// The first thing that is wrong with its files.
    pub fn problem(&self) -> Option<Problem> {
        let (state_path, history_path) = (self.path("state.md"), self.path("history.md"));
        let state = match &self.state {
            Some(Ok(state)) => state,
            Some(Err(error)) => return Some(Problem::unreadable(&state_path, error)),
            None => return Some(Problem::missing(&state_path)),
        };
        if state.state.id != self.id {
            return Some(Problem {
                path: state_path,
                entry: None,
                line: 2,
                reason: format!("the id is {}, the folder's is {}", state.state.id, self.id),
            });
        }
        let history = match self.history.as_ref().map(Chain::read) {
            Some(Ok(history)) => history,
            Some(Err(error)) => return Some(Problem::unreadable(&history_path, error)),
            None => return Some(Problem::missing(&history_path)),
        };
        if let Err(found) = history::verify(&state.state, history) {
            return Some(Problem::broken(state, found));
        }
        if let Some(cut) = &self.cut {
            return Some(cut.clone());
        }
        let sources = self.sources.iter();
        let mut sources = sources.filter_map(|(path, read)| Some((path, read.as_ref().err()?)));
        sources
            .next()
            .map(|(path, error)| Problem::unreadable(path, error))
    }

    fn path(&self, file: &str) -> String {
        format!("accounts/{}/{file}", self.id)
    }
}
