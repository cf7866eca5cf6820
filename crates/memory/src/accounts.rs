//! The accounts of an organisation: folders of its workspace, kept in memory as a book, asked and changed in sentences.
//!
//! The book is derived: it is read again from what changed in the workspace before each sentence. An account is changed by
//! writing its `state.md` and `history.md` together, on the condition that nobody did so since they were read.

mod ahead;
mod change;
mod cited;
mod cut;
mod folder;
mod ingest;
mod lookup;
mod once;
mod proposals;
mod shelf;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
pub use steward_accounts::dialogue::{Caution, Consent, Pending, consent};
pub use steward_accounts::engine::Reply;
use steward_accounts::engine::{Response, Scene, go_on, respond, with_free_name};
pub use steward_accounts::intent::Intent;
pub use steward_accounts::query::Answer;
use steward_accounts::resolve::Found;
pub use steward_accounts::resolve::{Conversation, Resolution};
pub use steward_accounts::state::AccountState;
use steward_accounts::text::{plain, tokens};
pub use steward_accounts::update::Proof;
use steward_accounts::update::{self, Plan};
use steward_model::{Author, OrgId, Timestamp};
use steward_store::{Store, StoreError};
use tokio::sync::RwLock;

pub use self::cited::Cited;
pub(crate) use self::folder::is_source;
pub use self::folder::{Folder, Problem};
pub use self::ingest::{Incoming, Ingestion, Taken, What};
pub use self::lookup::Named;
pub use self::proposals::{Decision, Proposed, Waiting};
use self::shelf::Shelf;

/// How often a change is planned anew because somebody else changed the account meanwhile.
const ATTEMPTS: usize = 8;

/// The accounts of all organisations. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    shelves: Mutex<HashMap<OrgId, Arc<RwLock<Shelf>>>>,
}

/// Who asks, and when.
#[derive(Debug, Clone)]
pub struct Asker {
    /// The organisation whose accounts they are.
    pub org: OrgId,
    /// Who asks.
    pub author: Author,
    /// Now.
    pub now: Timestamp,
    /// The day on which it is asked, where the member is.
    pub today: Date,
    /// Tells a request that is made again from another one in the same words. What was done with it is not done twice.
    pub mark: Option<String>,
}

/// What came of a sentence, and how it was read.
#[derive(Debug)]
pub struct Told {
    /// How it was read, and which account it is about.
    pub response: Response,
    /// The name of that account.
    pub account_name: Option<String>,
    /// What is talked about from now on.
    pub conversation: Conversation,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a sentence.
#[derive(Debug)]
pub enum Outcome {
    /// It was a question.
    Answered(Answer, Vec<Cited>),
    /// An account was changed.
    Changed(Box<Proof>),
    /// The account says so already.
    Unchanged,
    /// There is no such account; these may be meant.
    Confirm(String, Vec<AccountState>),
    /// It can be understood in several ways; these accounts may be meant.
    Clarify(String, Vec<AccountState>),
    /// It is not done.
    Refused(String),
}

/// An account that is made when somebody agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The sentence that asked for a change of it.
    pub request: String,
}

/// Why a sentence could not be dealt with.
#[derive(Debug, thiserror::Error)]
pub enum AccountsError {
    /// A file of the account was edited so that it does not say what it should.
    #[error("{} line {}: {}", .0.path, .0.line, .0.reason)]
    Broken(Problem),
    /// There is no such account, or it is there already.
    #[error("there is no such account")]
    NotThere,
    /// Others change the account all the time.
    #[error("the account is being changed by others: try again")]
    Busy,
    /// What was agreed to was done before.
    #[error("this was confirmed before")]
    Done,
    /// An account of this name was made meanwhile.
    #[error("there is an account of this name by now")]
    Named,
    /// The workspace cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Reads accounts from these workspaces.
    pub fn new(store: Store) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                shelves: Mutex::default(),
            }),
        }
    }

    /// Reads a sentence and answers it, or carries it out. With `reads_only` nothing is ever changed.
    pub async fn ask(
        &self,
        asker: &Asker,
        text: &str,
        conversation: &Conversation,
        reads_only: bool,
    ) -> Result<Told, AccountsError> {
        let answer = |scene: &Scene<'_>| respond(scene, text, conversation);
        Box::pin(self.carry_out(asker, text, conversation, (reads_only, &answer))).await
    }

    /// Goes on with a request that waited, about the account that a person chose.
    pub async fn go_on(
        &self,
        asker: &Asker,
        pending: &Pending,
        account: &str,
        caution: Caution,
    ) -> Result<Told, AccountsError> {
        if self.account(asker.org, account).await?.is_none() {
            return Err(AccountsError::NotThere);
        }
        let answer = |scene: &Scene<'_>| go_on(scene, &pending.request, account, caution);
        let conversation = Conversation {
            pending: Some(pending.clone()),
            ..Conversation::default()
        };
        Box::pin(self.carry_out(asker, &pending.request, &conversation, (false, &answer))).await
    }

    /// Carries a sentence out; one that answers a question back about a change, once.
    async fn carry_out(
        &self,
        asker: &Asker,
        text: &str,
        conversation: &Conversation,
        way: (bool, Answering<'_>),
    ) -> Result<Told, AccountsError> {
        let mark = conversation.pending.as_ref();
        let mark = mark.and_then(|waited| waited.mark.as_deref());
        // On the heap: whoever waits for it has other large futures on the stack.
        let work = Box::pin(self.try_to(asker, text, conversation, way));
        let Some(mark) = mark else {
            return work.await;
        };
        let answers = {
            let shelf = self.shelf(asker.org).await?;
            let shelf = shelf.read().await;
            let response = way.1(&shelf.scene(asker.today));
            let reads = matches!(response.reply, Reply::Answer(_));
            response.went_on.is_some() && (!reads || consent(text) == Some(Consent::No))
        };
        match answers && !way.0 {
            true => self.once(asker.org, mark, work).await,
            false => work.await,
        }
    }

    async fn try_to(
        &self,
        asker: &Asker,
        text: &str,
        conversation: &Conversation,
        (reads_only, answer): (bool, Answering<'_>),
    ) -> Result<Told, AccountsError> {
        for _ in 0..ATTEMPTS {
            let shelf = self.shelf(asker.org).await?;
            let shelf = shelf.read().await;
            let response = answer(&shelf.scene(asker.today));
            let account = response.found.account();
            let account = account.and_then(|id| shelf.book().account(id));
            let name = account.map(|account| account.name.clone());
            let planned = match &response.reply {
                Reply::Update { account_id, plan } if !reads_only => {
                    let before = shelf.book().account(account_id).cloned();
                    before.map(|before| (before, plan.clone()))
                }
                _ => None,
            };
            let Some((before, plan)) = planned else {
                let request = response.went_on.as_deref().unwrap_or(text);
                let outcome = self.outcome(asker, &shelf, request, &response).await?;
                return Ok(told(conversation, text, (response, name), outcome));
            };
            let waited = conversation.pending.as_ref();
            let waited = waited.filter(|_| response.went_on.is_some());
            let mark = waited.and_then(|waited| waited.mark.as_deref());
            let asker = asker.marked(mark);
            let evidence = asker.evidence(&evidence_of(text, &response));
            let went_on = mark.is_some_and(|mark| shelf.tells_of(mark));
            if went_on || asker.did(&shelf, &before.id, &evidence) {
                return Err(AccountsError::Done);
            }
            drop(shelf);
            if let Some(outcome) = self.change(&asker, &before, &plan, &evidence).await? {
                return Ok(told(conversation, text, (response, name), outcome));
            }
        }
        Err(AccountsError::Busy)
    }

    /// Makes an account that somebody agreed to, and goes on with what was asked of it.
    pub async fn create(&self, asker: &Asker, new: &NewAccount) -> Result<Proof, AccountsError> {
        // Of two who make one of the same name at once, the second finds the first one's.
        let made = Box::pin(self.make(asker, new));
        self.alone(asker.org, &new.name, made).await
    }

    /// The same for a question back, which has one answer.
    pub async fn agree(&self, asker: &Asker, new: &NewAccount) -> Result<Proof, AccountsError> {
        let made = Box::pin(self.create(asker, new));
        self.once(asker.org, &new.id, made).await
    }

    async fn make(&self, asker: &Asker, new: &NewAccount) -> Result<Proof, AccountsError> {
        let shelf = self.shelf(asker.org).await?;
        let shelf = shelf.read().await;
        // One of the same id is this very one, made before.
        let is_there = |folder: &Folder| {
            let state = folder.state().filter(|_| folder.id() != new.id);
            state.is_some_and(|file| plain(&file.state.name) == plain(&new.name))
        };
        if shelf.folders().any(is_there) {
            return Err(AccountsError::Named);
        }
        let mut state = AccountState::new(new.id.clone(), new.name.clone());
        state.created = Some(change::moment(asker.now));
        let plan = planned(&shelf, &state, &new.request, asker.today);
        drop(shelf);
        self.write_new(asker, state, &plan, &new.request).await
    }

    /// Carries out what a sentence asks of this account, whatever name it has there.
    pub async fn tell(
        &self,
        asker: &Asker,
        account: &str,
        request: &str,
    ) -> Result<Outcome, AccountsError> {
        let evidence = asker.evidence(request);
        for _ in 0..ATTEMPTS {
            let shelf = self.shelf(asker.org).await?;
            let shelf = shelf.read().await;
            let before = shelf.book().account(account).cloned();
            let before = before.ok_or(AccountsError::NotThere)?;
            if asker.did(&shelf, account, &evidence) {
                return Err(AccountsError::Done);
            }
            let plan = planned(&shelf, &before, request, asker.today);
            drop(shelf);
            match plan.outcome {
                update::Outcome::Clarify { question } | update::Outcome::Agree { question } => {
                    return Ok(Outcome::Clarify(question, vec![before]));
                }
                update::Outcome::Refuse { reason } => return Ok(Outcome::Refused(reason)),
                update::Outcome::ConfirmCreate { .. } => return Ok(Outcome::Unchanged),
                update::Outcome::Apply => {}
            }
            if let Some(outcome) = self.change(asker, &before, &plan, &evidence).await? {
                return Ok(outcome);
            }
        }
        Err(AccountsError::Busy)
    }

    /// The account of this id with its files.
    pub async fn account(&self, org: OrgId, id: &str) -> Result<Option<Folder>, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        Ok(shelf.folder(id).cloned())
    }

    /// All accounts that can be read, by id, and what is wrong with files of accounts.
    pub async fn all(&self, org: OrgId) -> Result<(Vec<Folder>, Vec<Problem>), StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        let folders = shelf.folders();
        let problems = folders.clone().filter_map(Folder::problem).collect();
        Ok((folders.cloned().collect(), problems))
    }

    /// Forgets what is kept in memory of an organisation's accounts; they are read again. Tells how many there were.
    pub async fn clear(&self, org: OrgId) -> usize {
        let shelf = self.shelves().remove(&org);
        match shelf {
            Some(shelf) => shelf.read().await.folders().count(),
            None => 0,
        }
    }

    /// An organisation's accounts as its workspace has them now.
    async fn shelf(&self, org: OrgId) -> Result<Arc<RwLock<Shelf>>, StoreError> {
        let shelf = Arc::clone(self.shelves().entry(org).or_default());
        let here = self.inner.store.org(org);
        let mark = shelf.read().await.mark();
        if !here.files_changed_since(mark, 1).await?.is_empty() {
            shelf.write().await.catch_up(&self.inner.store, org).await?;
        }
        Ok(shelf)
    }

    fn shelves(&self) -> std::sync::MutexGuard<'_, HashMap<OrgId, Arc<RwLock<Shelf>>>> {
        let shelves = self.inner.shelves.lock();
        shelves.unwrap_or_else(PoisonError::into_inner)
    }

    async fn outcome(
        &self,
        asker: &Asker,
        shelf: &Shelf,
        request: &str,
        response: &Response,
    ) -> Result<Outcome, AccountsError> {
        let known = |ids: &[String]| {
            let accounts = ids.iter().filter_map(|id| shelf.book().account(id));
            accounts.cloned().collect::<Vec<_>>()
        };
        Ok(match &response.reply {
            Reply::Answer(answer) => {
                let cited = self.cite(asker.org, shelf, answer).await?;
                Outcome::Answered(candid(answer, shelf, request, &response.found), cited)
            }
            Reply::Update { .. } => Outcome::Refused(READS_ONLY.to_owned()),
            Reply::Clarify {
                question, choices, ..
            } => Outcome::Clarify(question.clone(), known(choices)),
            Reply::ConfirmCreate { name, alternatives } => match shelf.unreadable(name) {
                Some(problem) => Outcome::Refused(unreadable(&problem, "Nothing was changed. ")),
                None => Outcome::Confirm(name.clone(), known(alternatives)),
            },
            Reply::Refuse { reason } => Outcome::Refused(reason.clone()),
        })
    }
}

/// How a sentence is answered.
type Answering<'a> = &'a (dyn Fn(&Scene<'_>) -> Response + Sync);

const READS_ONLY: &str = "This is a change, and only questions are answered here.";

fn told(
    conversation: &Conversation,
    text: &str,
    (response, account_name): (Response, Option<String>),
    outcome: Outcome,
) -> Told {
    Told {
        conversation: conversation.after(text, &response),
        response,
        account_name,
        outcome,
    }
}

impl Asker {
    /// The same, with the mark of a request that waited.
    fn marked(&self, mark: Option<&str>) -> Self {
        Self {
            mark: mark.map(str::to_owned).or_else(|| self.mark.clone()),
            ..self.clone()
        }
    }

    /// What the history says about where a change comes from.
    fn evidence(&self, text: &str) -> String {
        match &self.mark {
            None => said(text),
            Some(mark) => format!("{} [{mark}]", said(text)),
        }
    }

    /// Whether this very request was carried out before.
    fn did(&self, shelf: &Shelf, account: &str, evidence: &str) -> bool {
        let folder = shelf.folder(account);
        self.mark.is_some() && folder.is_some_and(|folder| folder.tells(evidence))
    }
}

/// What is said of an account that is there and cannot be read: no second one of its name is made, nor is it said that there is none.
fn unreadable(problem: &Problem, came_of_it: &str) -> String {
    format!(
        "There is an account of this name that cannot be read: {}, line {}: {}. {came_of_it}Put it right in the workspace, where every version is kept.",
        problem.path, problem.line, problem.reason
    )
}

/// An answer that says what is wrong with the files it would rest on.
fn candid(answer: &Answer, shelf: &Shelf, request: &str, found: &Found) -> Answer {
    let mut answer = answer.clone();
    // An answer about two accounts rests on the files of both.
    let mut accounts: Vec<&str> = found.account().into_iter().collect();
    let cited = answer.citations.iter();
    for id in cited.filter_map(|citation| citation.id.strip_prefix("state:")) {
        if found.account().is_some() && !accounts.contains(&id) {
            accounts.push(id);
        }
    }
    let problems: Vec<Problem> = accounts
        .into_iter()
        .filter_map(|id| shelf.folder(id)?.problem())
        .collect();
    for problem in problems {
        answer.text.push_str(&format!(
            "\n\nSomething is wrong with the files of this account: {}, line {}: {}.",
            problem.path, problem.line, problem.reason
        ));
    }
    if let (Resolution::Unknown(_), Some((start, end))) = (&found.resolution, found.mention) {
        let name = request.get(start..end).unwrap_or_default();
        if let Some(problem) = shelf.unreadable_one(name) {
            answer.text = unreadable(&problem, "");
            // What was near it is another account.
            answer.citations.clear();
        }
    }
    answer
}

/// What was said: the request, and the word that made it go on.
fn evidence_of(text: &str, response: &Response) -> String {
    match &response.went_on {
        Some(request) if request != text => format!("{request} … {text}"),
        _ => text.to_owned(),
    }
}

/// What somebody said, as evidence.
fn said(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("User command: \"{text}\"")
}

/// What a sentence asks of an account, whichever name it has there.
fn planned(shelf: &Shelf, state: &AccountState, text: &str, today: Date) -> Plan {
    let words = tokens(text);
    let found = shelf.book().directory();
    let found = found.resolve(text, &words, &Conversation::default());
    let desk = update::Desk {
        today,
        carriers: &shelf.book().carriers,
        caution: Caution::Asks,
    };
    let plan = update::plan(text, &words, found.mention, state, &desk);
    with_free_name(shelf.book(), state, plan)
}
