//! Changes that the sources of an account speak for: a person decides on each.

use serde::{Deserialize, Serialize};
use steward_memory::accounts::{Decision, Outcome, Proposed, Waiting};
use utoipa::ToSchema;

use super::answer::FieldChange;
use super::{asker, refused};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;

/// What the sources of an account say and the account does not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProposalList {
    /// The newest source first, and no more than twenty: whoever has decided on them sees the next.
    proposals: Vec<Proposal>,
}

/// A change that a source speaks for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountProposal)]
pub(crate) struct Proposal {
    id: String,
    change: FieldChange,
    /// The file of the source.
    path: String,
    /// From 1.
    line: usize,
    /// What stands there.
    quote: String,
    /// When it was written or said.
    #[schema(format = DateTime)]
    at: String,
}

/// What the sources of all accounts say and the accounts do not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingProposals {
    /// How many there are.
    total: usize,
    /// The newest source first, and no more than a hundred: whoever has decided on them sees the next.
    proposals: Vec<WaitingProposal>,
}

/// A proposal with the account it is for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingProposal {
    account_id: String,
    account_name: String,
    #[serde(flatten)]
    proposal: Proposal,
}

/// The most proposals of all accounts that are shown at once.
const WAITING: usize = 100;

/// What somebody says to a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProposalDecision)]
pub(crate) struct Decided {
    /// Whether the account is changed. What is not accepted is not proposed again.
    accept: bool,
}

/// What became of a proposal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProposalOutcome)]
pub(crate) struct DecidedOn {
    /// What changed in the account; nothing if it was dismissed.
    changes: Vec<FieldChange>,
    /// The entry of the history that tells of the change.
    history_entry_id: Option<String>,
}

/// What the sources of an account propose
///
/// Only what they say last and the account does not. Nothing of it is applied before somebody accepts it.
#[utoipa::path(
    get, path = "/api/accounts/{account_id}/proposals", tag = "accounts",
    security(("bearer" = []), ("session" = [])),
    params(("account_id" = String, Path, max_length = 200)),
    responses((status = 200, body = ProposalList), Failures)
)]
pub(crate) async fn list_proposals(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ProposalList>, ApiError> {
    let found = caller.app().accounts.proposals(caller.org_id, &id).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    Ok(Json(ProposalList {
        proposals: found.iter().map(Proposal::of).collect(),
    }))
}

/// What the sources of all accounts propose
///
/// Each is decided on under its account. Nothing of it is applied before somebody accepts it.
#[utoipa::path(
    get, path = "/api/proposals", tag = "accounts", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = WaitingProposals), Failures)
)]
pub(crate) async fn list_all_proposals(caller: Caller) -> Result<Json<WaitingProposals>, ApiError> {
    let found = caller.app().accounts.all_proposals(caller.org_id).await?;
    Ok(Json(WaitingProposals {
        total: found.len(),
        proposals: found
            .iter()
            .take(WAITING)
            .map(WaitingProposal::of)
            .collect(),
    }))
}

/// Accept or dismiss what a source proposes
///
/// The history of the account tells either, with the line it rests on. Who comes second is told so.
#[utoipa::path(
    post, path = "/api/accounts/{account_id}/proposals/{proposal_id}", tag = "accounts",
    security(("bearer" = []), ("session" = [])),
    params(("account_id" = String, Path, max_length = 200), ("proposal_id" = String, Path, max_length = 200)),
    request_body = Decided, responses((status = 200, body = DecidedOn), Failures)
)]
pub(crate) async fn decide_proposal(
    caller: Caller,
    Path((account, proposal)): Path<(String, String)>,
    Json(body): Json<Decided>,
) -> Result<Json<DecidedOn>, ApiError> {
    let decision = match body.accept {
        true => Decision::Accept,
        false => Decision::Dismiss,
    };
    let (accounts, asker) = (&caller.app().accounts, asker(&caller));
    let done = accounts.decide(&asker, &account, &proposal, decision);
    let (changes, entry) = match done.await.map_err(refused)? {
        Outcome::Changed(proof) => (proof.changes, Some(proof.history_entry_id)),
        _ => (Vec::new(), None),
    };
    Ok(Json(DecidedOn {
        changes: changes.into_iter().map(FieldChange::of).collect(),
        history_entry_id: entry,
    }))
}

impl WaitingProposal {
    fn of(waiting: &Waiting) -> Self {
        Self {
            account_id: waiting.account_id.clone(),
            account_name: waiting.account_name.clone(),
            proposal: Proposal::of(&waiting.proposed),
        }
    }
}

impl Proposal {
    fn of(proposed: &Proposed) -> Self {
        let (old_value, new_value) = proposed.values();
        let proposal = &proposed.proposal;
        Self {
            id: proposal.id.clone(),
            change: FieldChange {
                field: proposed.field().to_owned(),
                old_value: old_value.clone(),
                new_value: new_value.clone(),
            },
            path: proposed.path.clone(),
            line: proposed.line,
            quote: proposal.quote.clone(),
            at: proposal.at.to_string(),
        }
    }
}
