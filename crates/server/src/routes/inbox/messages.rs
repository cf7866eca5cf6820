//! What was said in a conversation, and a person's own words in it.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::ThreadId;
use steward_store::{AiOrigin, InboxMessage, NewWords, Said, Speaker};
use steward_tools::check_text;
use utoipa::ToSchema;

use super::files::{self, MessageFileView};
use super::{Direction, SpeakerWord, find, in_words, member_of, spoken};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::{List, PageQuery};
use crate::routes::text;
use crate::routes::words::{EffectStateWord, SkippedWord};

/// Something that was said in a conversation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InboxMessage)]
pub(crate) struct InboxMessageView {
    #[schema(format = "uuid")]
    id: String,
    direction: Direction,
    /// Null once the contact was forgotten.
    text: Option<String>,
    #[schema(format = DateTime)]
    at: String,
    by: SpeakerWord,
    /// Who of the team sent it.
    #[schema(format = "uuid")]
    member_id: Option<String>,
    /// The agent that sent it.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    /// The line it came to or leaves from.
    #[schema(format = "uuid")]
    line_id: Option<String>,
    /// The message in the outbox; null for what came in.
    #[schema(format = "uuid")]
    effect_id: Option<String>,
    /// Where it stands; null for what came in.
    delivery: Option<EffectStateWord>,
    /// Why it stands there.
    delivery_reason: Option<String>,
    /// What the carrier said when it was last tried, if it did not leave or arrive.
    carrier_said: Option<String>,
    /// Until when it waits because it is night where the contact is.
    #[schema(format = DateTime)]
    waits_until: Option<String>,
    /// Why no agent was asked about what the contact wrote; null if one was.
    skipped: Option<SkippedWord>,
    /// The files that came with what the contact wrote.
    files: Vec<MessageFileView>,
    /// What an agent has to do with what was sent.
    ai_origin: Option<AiOriginWord>,
    /// How many messages the carrier makes of it; null for what came in.
    #[schema(minimum = 1)]
    segments: Option<usize>,
}

/// An agent sent it, or drafted what a person sent as it was, or changed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AiOrigin)]
pub(crate) enum AiOriginWord {
    Agent,
    Suggestion,
    SuggestionEdited,
}

/// What you want to say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordsBody {
    #[schema(min_length = 1, max_length = 1600)]
    text: String,
    /// How your program names it: the same name again is the same message again.
    #[schema(min_length = 1, max_length = 64)]
    client_id: String,
}

/// List what was said in a conversation
///
/// The newest first.
#[utoipa::path(
    get, path = "/api/inbox/{thread_id}/messages", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid"), PageQuery),
    responses((status = 200, body = List<InboxMessageView>), Failures)
)]
pub(crate) async fn list_inbox_messages(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<InboxMessageView>>, ApiError> {
    let page = query.page()?;
    find(&caller, id).await?;
    let messages = caller.org().inbox_messages(id, &page).await?;
    Ok(Json(List::cut(
        messages,
        &page,
        |message| message.id.clone(),
        |message| InboxMessageView::of(id, message),
    )))
}

/// Write to the contact
///
/// It leaves as your own message from the line that the contact wrote to last, once for each `client_id`. The agent is told, and drafts
/// that waited are outdated.
#[utoipa::path(
    post, path = "/api/inbox/{thread_id}/messages", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    request_body = WordsBody, responses((status = 201, body = InboxMessageView), Failures)
)]
pub(crate) async fn send_inbox_message(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Json(body): Json<WordsBody>,
) -> Result<(StatusCode, Json<InboxMessageView>), ApiError> {
    find(&caller, id).await?;
    check_text(&body.text).map_err(|wrong| ApiError::invalid_field("text", wrong))?;
    let words = NewWords {
        client_id: text::client_id(&body.client_id)?,
        text: body.text,
    };
    let said = caller.org().say(id, caller.member_id, words).await?;
    let message = match said {
        Said::Message(message) => *message,
        Said::Not(why) => return Err(ApiError::conflict(in_words(why))),
    };
    caller.app().runtime.wake();
    let message = InboxMessageView::of(id, message);
    Ok((StatusCode::CREATED, Json(message)))
}

impl InboxMessageView {
    fn of(thread: ThreadId, message: InboxMessage) -> Self {
        let (direction, by) = spoken(message.by);
        let agent = match message.by {
            Speaker::Agent(agent) => Some(agent),
            Speaker::Contact | Speaker::Member(_) | Speaker::Automatic => None,
        };
        let leaves = message.delivery.is_some();
        let (delivery, reason) = message.delivery.unzip();
        Self {
            files: files::shown(thread, &message.id, message.files),
            effect_id: leaves.then(|| message.id.clone()),
            id: message.id,
            direction,
            segments: match (leaves, &message.text) {
                (true, Some(text)) => Some(steward_channels::segments(text)),
                _ => None,
            },
            text: message.text,
            at: message.at.to_string(),
            by,
            member_id: member_of(message.by),
            agent_id: agent.map(|id| id.to_string()),
            line_id: message.line_id.map(|id| id.to_string()),
            delivery: delivery.map(EffectStateWord::from),
            delivery_reason: reason.flatten(),
            carrier_said: message.carrier_said,
            waits_until: message.waits_until.map(|at| at.to_string()),
            skipped: message.skipped.map(SkippedWord::from),
            ai_origin: message.ai_origin.map(AiOriginWord::from),
        }
    }
}

impl From<AiOrigin> for AiOriginWord {
    fn from(origin: AiOrigin) -> Self {
        match origin {
            AiOrigin::Agent => Self::Agent,
            AiOrigin::Suggestion => Self::Suggestion,
            AiOrigin::SuggestionEdited => Self::SuggestionEdited,
        }
    }
}
