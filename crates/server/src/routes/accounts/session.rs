//! What a client carries from one sentence to the next: the account that is talked of, and what waits for its word.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use steward_accounts::resolve::Conversation;
use steward_memory::accounts::{NewAccount, Outcome, Told};
use steward_model::{IdGen as _, SystemIds, Timestamp};

use super::expired;
use crate::auth::Caller;
use crate::error::ApiError;

const PURPOSE: &str = "accounts";
/// How long a question about a new account waits.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Sealed on its way: nobody can ask for an account that Steward did not offer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Session {
    account: Option<String>,
    choices: Vec<String>,
    pending: Option<Pending>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Pending {
    id: String,
    name: String,
    request: String,
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
        let pending = match &told.outcome {
            Outcome::Confirm(name, _) => Some(Pending {
                id: new_id(),
                name: name.clone(),
                request: request.to_owned(),
                expires_at: now.plus(PATIENCE).as_micros(),
            }),
            _ => None,
        };
        Self {
            account: told.conversation.account.clone(),
            choices: told.conversation.choices.clone(),
            pending,
        }
    }

    pub(super) fn conversation(&self) -> Conversation {
        Conversation {
            account: self.account.clone(),
            choices: self.choices.clone(),
        }
    }

    /// Until when an answer is waited for.
    pub(super) fn expires_at(&self) -> Option<Timestamp> {
        let pending = self.pending.as_ref();
        pending.map(|pending| Timestamp::from_micros(pending.expires_at))
    }

    /// The account that waits to be made.
    pub(super) fn pending(self, now: Timestamp) -> Result<NewAccount, ApiError> {
        let pending = self.pending.ok_or_else(|| {
            ApiError::invalid_field("session_id", "Nothing waits to be confirmed there.")
        })?;
        if pending.expires_at < now.as_micros() {
            return Err(expired());
        }
        Ok(NewAccount {
            id: pending.id,
            name: pending.name,
            request: pending.request,
        })
    }
}

/// Eight digits, which the same session always asks for: that is why it makes one account and not two.
fn new_id() -> String {
    let number = SystemIds.next().as_u128() % 90_000_000 + 10_000_000;
    number.to_string()
}
