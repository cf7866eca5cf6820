//! The team's inbox: conversations with contacts.

pub(crate) mod files;
pub(crate) mod messages;

use serde::{Deserialize, Serialize};
use steward_model::{ThreadId, Timestamp};
use steward_store::{
    InboxFilter, InboxMessage, InboxPlace, InboxThread, Page, ReplyLine, Speaker, Unsendable,
};
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::words::AnsweringWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Characters of the last message that the list shows.
const EXCERPT: usize = 140;

/// A conversation with a contact.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InboxThread)]
pub(crate) struct InboxThreadView {
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    contact_id: String,
    contact_name: Option<String>,
    #[schema(format = "uuid")]
    agent_id: String,
    agent_name: String,
    /// The line that was used last.
    #[schema(format = "uuid")]
    line_id: Option<String>,
    line_label: Option<String>,
    last: Option<LastWords>,
    /// Texts of the contact's that nobody of the team has read.
    unread: i64,
    /// Whether they want no messages.
    opted_out: bool,
    /// Who answers them; `usual` is whoever answers on the line they write to.
    answering: AnsweringWord,
    /// What the agent is called that was chosen to answer them in the place of the line's; null if none was.
    answering_agent_name: Option<String>,
    /// Whether a notice or a question about it waits for a person.
    escalated: bool,
    /// Whether it is on hold: its agent does nothing until a person lets it go on.
    held: bool,
    /// Who talks to the contact; the agent is silent meanwhile.
    taken_over_by: Option<TakenOverBy>,
    /// Whether drafted replies wait for a person.
    waiting_suggestion: bool,
    #[schema(format = DateTime)]
    active_at: String,
}

/// What was said last.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LastWords {
    direction: Direction,
    /// How it begins; null once the contact was forgotten.
    text_excerpt: Option<String>,
    #[schema(format = DateTime)]
    at: String,
    by: SpeakerWord,
    /// Who of the team sent it.
    #[schema(format = "uuid")]
    member_id: Option<String>,
    /// How many files came with it.
    files: usize,
}

/// Who has taken a conversation over.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenOverBy {
    #[schema(format = "uuid")]
    member_id: String,
    name: String,
}

/// Whether it came from the contact or goes to them.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Direction {
    In,
    Out,
}

/// Whose words they are.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Speaker)]
pub(crate) enum SpeakerWord {
    Contact,
    Agent,
    Member,
    /// Nobody's: what is sent by itself, such as the confirmation of STOP.
    Automatic,
}

/// A conversation, and how it can be answered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InboxDetail {
    thread: InboxThreadView,
    /// The line that an answer leaves from: the one that the contact wrote to last.
    reply_line: Option<ReplyLineView>,
    can_send: bool,
    /// Why not, in words.
    cannot_send_reason: Option<String>,
}

/// The line that an answer leaves from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplyLine)]
pub(crate) struct ReplyLineView {
    #[schema(format = "uuid")]
    line_id: String,
    label: String,
    address: String,
}

/// How far the team has read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadBody {
    /// The last message that was read.
    #[schema(format = "uuid", max_length = 36)]
    up_to: String,
}

/// Which conversations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct InboxQuery {
    /// All, those with texts that nobody has read, or those where a person must know or decide something.
    #[param(inline)]
    filter: Option<FilterWord>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// Which conversations.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FilterWord {
    All,
    Unread,
    NeedsYou,
}

/// List the conversations with contacts
///
/// The newest activity first.
#[utoipa::path(
    get, path = "/api/inbox", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(InboxQuery), responses((status = 200, body = List<InboxThreadView>), Failures)
)]
pub(crate) async fn list_inbox(
    caller: Caller,
    Query(query): Query<InboxQuery>,
) -> Result<Json<List<InboxThreadView>>, ApiError> {
    let filter = match query.filter {
        None | Some(FilterWord::All) => InboxFilter::All,
        Some(FilterWord::Unread) => InboxFilter::Unread,
        Some(FilterWord::NeedsYou) => InboxFilter::NeedsYou,
    };
    let page = Page {
        after: None,
        limit: page::limit(query.limit)? + 1,
    };
    let after = query.cursor.as_deref().map(place).transpose()?;
    let threads = caller.org().inbox(filter, after, page.limit).await?;
    Ok(Json(List::cut(
        threads,
        &page,
        cursor,
        InboxThreadView::from,
    )))
}

/// One conversation, and how it can be answered
#[utoipa::path(
    get, path = "/api/inbox/{thread_id}", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = InboxDetail), Failures)
)]
pub(crate) async fn get_inbox_thread(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<InboxDetail>, ApiError> {
    let thread = find(&caller, id).await?;
    let (line, why_not) = caller.org().reply_line(id).await?;
    Ok(Json(InboxDetail {
        thread: thread.into(),
        reply_line: line.map(ReplyLineView::from),
        can_send: why_not.is_none(),
        cannot_send_reason: why_not.map(|why| in_words(why).to_owned()),
    }))
}

/// Note that the team has read a conversation
///
/// What was read never becomes unread again.
#[utoipa::path(
    post, path = "/api/inbox/{thread_id}/read", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    request_body = ReadBody, responses((status = 200, body = InboxThreadView), Failures)
)]
pub(crate) async fn read_inbox_thread(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Json(body): Json<ReadBody>,
) -> Result<Json<InboxThreadView>, ApiError> {
    find(&caller, id).await?;
    if !caller.org().read_up_to(id, &body.up_to).await? {
        let wrong = "There is no such message in this conversation.";
        return Err(ApiError::invalid_field("up_to", wrong));
    }
    shown(&caller, id).await
}

/// Talk to the contact in the agent's place
///
/// The agent stays silent until the conversation is handed back: what the contact writes is stored and shown, and nothing that the
/// agent wrote leaves any more.
#[utoipa::path(
    post, path = "/api/inbox/{thread_id}/take-over", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = InboxThreadView), Failures)
)]
pub(crate) async fn take_over(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<InboxThreadView>, ApiError> {
    find(&caller, id).await?;
    if caller.org().take_over(id, caller.member_id).await? {
        let org = caller.holder().org_id;
        caller.app().runtime.stop_turn(org, id).await?;
    }
    shown(&caller, id).await
}

/// Let the agent answer again
///
/// It answers what comes next, and has read what was said meanwhile. If nobody has answered that, a notice says so.
#[utoipa::path(
    post, path = "/api/inbox/{thread_id}/hand-back", tag = "inbox", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = InboxThreadView), Failures)
)]
pub(crate) async fn hand_back(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<InboxThreadView>, ApiError> {
    find(&caller, id).await?;
    if caller.org().hand_back(id, caller.member_id).await? {
        caller.app().runtime.wake();
    }
    shown(&caller, id).await
}

async fn find(caller: &Caller, id: ThreadId) -> Result<InboxThread, ApiError> {
    let thread = caller.org().inbox_thread(id).await?;
    thread.ok_or_else(ApiError::not_found)
}

async fn shown(caller: &Caller, id: ThreadId) -> Result<Json<InboxThreadView>, ApiError> {
    Ok(Json(find(caller, id).await?.into()))
}

/// Activity does not grow with ids, so that a place has both.
fn cursor(thread: &InboxThread) -> String {
    format!("{}.{}", thread.active_at.as_micros(), thread.id)
}

fn place(cursor: &str) -> Result<InboxPlace, ApiError> {
    let parts = cursor.split_once('.').and_then(|(at, id)| {
        let place = InboxPlace {
            active_at: Timestamp::from_micros(page::place(at)?),
            id: id.parse().ok()?,
        };
        Some(place)
    });
    parts.ok_or_else(page::wrong_cursor)
}

fn in_words(why: Unsendable) -> &'static str {
    match why {
        Unsendable::NoLine => {
            "There is no line to answer from: the contact has not written to one of yours, or it was removed."
        }
        Unsendable::OptedOut => "The contact does not want messages.",
        Unsendable::Forgotten => "The contact was forgotten.",
        Unsendable::NoNumber => {
            "They cannot be answered: they wrote from a short code, a name or another service, not from a phone number."
        }
    }
}

impl From<InboxThread> for InboxThreadView {
    fn from(thread: InboxThread) -> Self {
        let (line_id, line_label) = thread.line.unzip();
        Self {
            thread_id: thread.id.to_string(),
            contact_id: thread.contact_id.to_string(),
            contact_name: thread.contact_name,
            agent_id: thread.agent_id.to_string(),
            agent_name: thread.agent_name,
            line_id: line_id.map(|id| id.to_string()),
            line_label,
            last: thread.last.map(LastWords::from),
            unread: thread.unread,
            opted_out: thread.opted_out,
            answering: thread.answering.into(),
            answering_agent_name: thread.answering_agent_name,
            escalated: thread.escalated,
            held: thread.held,
            taken_over_by: thread.taken_by.map(|(member, name)| TakenOverBy {
                member_id: member.to_string(),
                name,
            }),
            waiting_suggestion: thread.waiting_suggestion,
            active_at: thread.active_at.to_string(),
        }
    }
}

impl From<InboxMessage> for LastWords {
    fn from(message: InboxMessage) -> Self {
        let (direction, by) = spoken(message.by);
        let excerpt = |text: String| text.chars().take(EXCERPT).collect();
        Self {
            direction,
            text_excerpt: message.text.map(excerpt),
            at: message.at.to_string(),
            by,
            member_id: member_of(message.by),
            files: message.files.len(),
        }
    }
}

/// Which way somebody's words go, and whose they are.
pub(crate) fn spoken(by: Speaker) -> (Direction, SpeakerWord) {
    match by {
        Speaker::Contact => (Direction::In, SpeakerWord::Contact),
        Speaker::Agent(_) => (Direction::Out, SpeakerWord::Agent),
        Speaker::Member(_) => (Direction::Out, SpeakerWord::Member),
        Speaker::Automatic => (Direction::Out, SpeakerWord::Automatic),
    }
}

/// Who of the team said it.
fn member_of(by: Speaker) -> Option<String> {
    match by {
        Speaker::Member(member) => member.map(|id| id.to_string()),
        Speaker::Contact | Speaker::Agent(_) | Speaker::Automatic => None,
    }
}

impl From<ReplyLine> for ReplyLineView {
    fn from(line: ReplyLine) -> Self {
        Self {
            line_id: line.id.to_string(),
            label: line.label,
            address: line.address,
        }
    }
}
