//! What a client carries from one sentence to the next: the account that is talked of, and what waits for its word.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use steward_accounts::resolve::Conversation;
use steward_memory::accounts::{NewAccount, Outcome, Pending, Told};
use steward_model::{IdGen as _, SystemIds, Timestamp};

use super::expired;
use crate::auth::Caller;
use crate::error::ApiError;

const PURPOSE: &str = "accounts";
/// How long a question back waits.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Sealed on its way: nobody can ask for an account that Steward did not offer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Session {
    account: Option<String>,
    choices: Vec<String>,
    waiting: Option<Waiting>,
}

/// A request that waits for a word.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Waiting {
    /// Tells it from another request in the same words, and becomes the id of an account that is made for it.
    id: String,
    request: String,
    /// What a new account would be called.
    new: Option<String>,
    /// The account that only the agreement is missing for.
    account: Option<String>,
    expires_at: i64,
}

impl Session {
    pub(super) async fn open(caller: &Caller, token: &str) -> Result<Self, ApiError> {
        let unknown = || {
            let message = "This is none of your sessions. Leave it out to begin a new one.";
            ApiError::invalid_field("session_id", message)
        };
        let sealed = URL_SAFE_NO_PAD.decode(token).map_err(|_| unknown())?;
        let opened = caller
            .org()
            .open_token(caller.member_id, PURPOSE, &sealed)
            .await?;
        let opened = opened.ok_or_else(unknown)?;
        serde_json::from_slice(&opened).map_err(|_| unknown())
    }

    pub(super) async fn seal(&self, caller: &Caller) -> Result<String, ApiError> {
        let words = serde_json::to_vec(self).map_err(ApiError::internal)?;
        let org = caller.org();
        let sealed = org.seal_token(caller.member_id, PURPOSE, &words).await?;
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    pub(super) fn about(account: Option<String>) -> Self {
        Self {
            account,
            ..Self::default()
        }
    }

    /// What is carried on after a sentence.
    pub(super) fn after(told: &Told, request: &str, now: Timestamp) -> Self {
        let conversation = &told.conversation;
        let new = match &told.outcome {
            Outcome::Confirm(name, _) => Some(name.clone()),
            _ => None,
        };
        let pending = conversation.pending.as_ref();
        let waits = new.is_some() || pending.is_some();
        let waiting = waits.then(|| Waiting {
            id: new_id(),
            request: pending
                .map_or(request, |pending| &pending.request)
                .to_owned(),
            new,
            account: pending.and_then(|pending| pending.account.clone()),
            expires_at: now.plus(PATIENCE).as_micros(),
        });
        Self {
            account: conversation.account.clone(),
            choices: conversation.choices.clone(),
            waiting,
        }
    }

    /// What was talked of; what waited too long is forgotten.
    pub(super) fn conversation(&self, now: Timestamp) -> Conversation {
        let waiting = self.waiting.as_ref();
        let waiting = waiting.filter(|waiting| !waiting.is_over(now));
        Conversation {
            account: self.account.clone(),
            choices: waiting.map_or_else(Vec::new, |_| self.choices.clone()),
            pending: waiting.map(Waiting::pending),
        }
    }

    /// Until when an answer is waited for.
    pub(super) fn expires_at(&self) -> Option<Timestamp> {
        let waiting = self.waiting.as_ref();
        waiting.map(|waiting| Timestamp::from_micros(waiting.expires_at))
    }

    /// What waits for a word, and the accounts that were offered.
    pub(super) fn waiting(self, now: Timestamp) -> Result<(Waiting, Vec<String>), ApiError> {
        let waiting = self.waiting.ok_or_else(|| {
            ApiError::invalid_field("session_id", "Nothing waits to be confirmed there.")
        })?;
        match waiting.is_over(now) {
            true => Err(expired()),
            false => {
                let offered = self.choices.into_iter().chain(waiting.account.clone());
                Ok((waiting, offered.collect()))
            }
        }
    }

    /// What waits for a yes to a new account.
    pub(super) fn creation(&self, now: Timestamp) -> Option<&Waiting> {
        let waiting = self.waiting.as_ref()?;
        (waiting.new.is_some() && !waiting.is_over(now)).then_some(waiting)
    }
}

impl Waiting {
    fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at < now.as_micros()
    }

    /// What names it.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The account that would be made.
    pub(super) fn new_account(&self) -> Option<NewAccount> {
        self.new.as_ref().map(|name| NewAccount {
            id: self.id.clone(),
            name: name.clone(),
            request: self.request.clone(),
        })
    }

    /// The account that the request is about, if only the agreement is missing.
    pub(super) fn account(&self) -> Option<&str> {
        self.account.as_deref()
    }

    pub(super) fn pending(&self) -> Pending {
        Pending {
            request: self.request.clone(),
            account: self.account.clone(),
            mark: Some(self.id.clone()),
        }
    }
}

/// Eight digits, which the same session always asks for: that is why it makes one account and not two.
fn new_id() -> String {
    let number = SystemIds.next().as_u128() % 90_000_000 + 10_000_000;
    number.to_string()
}
