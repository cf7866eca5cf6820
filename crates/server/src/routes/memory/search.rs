//! One search over everything that is remembered.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use steward_memory::{Found, Query, Reader, Why, highlights};
use steward_model::{ContactId, Scope, ThreadId};
use steward_store::DOCUMENT;
use utoipa::ToSchema;

use super::passage::PassageView;
use super::scope;
use super::source::{SourceView, Sources};
use super::tags::{self, Tags};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;
use crate::routes::text;

const LONGEST_QUERY: usize = 10_000;
const USUAL: u32 = 10;
const MOST: u32 = 50;
const MOST_SCOPES: usize = 20;
const MOST_SOURCES: usize = 20;

/// What to look for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemorySearch {
    /// A question, or words.
    #[schema(min_length = 1, max_length = 10000)]
    query: String,
    /// Whose memories: each `org`, `member`, or `member:`, `contact:` or `agent:` and an id. Without it the caller's own and
    /// the organisation's, and those of the thread and the contact that are named.
    #[schema(max_items = 20)]
    scopes: Option<Vec<String>>,
    /// Only these sources, such as `message`, `archival`, `document`, `summary`, `workspace`.
    #[schema(max_items = 20)]
    sources: Option<Vec<String>>,
    /// Only what is filed under any of these words.
    tags: Option<Tags>,
    #[schema(format = "uuid")]
    thread_id: Option<String>,
    #[schema(format = "uuid")]
    contact_id: Option<String>,
    /// Only from this moment on.
    #[schema(format = DateTime)]
    after: Option<String>,
    /// Only before this moment.
    #[schema(format = DateTime)]
    before: Option<String>,
    /// At most this many, 1 to 50; 10 without it.
    #[schema(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// What was found, best first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hits {
    items: Vec<HitView>,
    /// Whether the embedding service did not answer in time, so that words alone were compared, and no meanings.
    by_words_alone: bool,
}

/// A passage that was found.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hit)]
pub(crate) struct HitView {
    passage: PassageView,
    /// How good it is beside the others.
    score: f32,
    why: WhyView,
    /// Where the words of the query stand in `passage.text`: pairs of a start and an end, in units of UTF-16.
    highlights: Vec<[usize; 2]>,
    source: SourceView,
}

/// What a score is made of: each part from zero to one, before it is weighted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Why)]
pub(crate) struct WhyView {
    /// Its own words, against the best passage's.
    words: f32,
    /// Its meaning, against the mean and the best passage's.
    meaning: f32,
    /// How near its meaning is to the query's.
    cosine: f32,
    /// The words in it and around it, against the best.
    context: f32,
    /// Said by the person that the query names.
    speaker: f32,
    /// From the time that the query names.
    time: f32,
    /// Follows a question that uses the words asked for.
    answer: f32,
    /// Says when, where the query asks when.
    dated: f32,
    /// Is a question itself.
    asks: f32,
}

/// Search everything that is remembered
#[utoipa::path(
    post, path = "/v1/agent/memory/search", tag = "memory", security(("bearer" = []), ("session" = [])),
    request_body = MemorySearch, responses((status = 200, body = Hits), Failures)
)]
pub(crate) async fn search_memory(
    caller: Caller,
    Json(body): Json<MemorySearch>,
) -> Result<Json<Hits>, ApiError> {
    search(&caller, body).await.map(Json)
}

/// Search documents
///
/// As the search of the memory, in documents alone unless `sources` says otherwise.
#[utoipa::path(
    post, path = "/v1/rag/search", tag = "documents", security(("bearer" = []), ("session" = [])),
    request_body = MemorySearch, responses((status = 200, body = Hits), Failures)
)]
pub(crate) async fn search_documents(
    caller: Caller,
    Json(mut body): Json<MemorySearch>,
) -> Result<Json<Hits>, ApiError> {
    body.sources
        .get_or_insert_with(|| vec![DOCUMENT.to_owned()]);
    search(&caller, body).await.map(Json)
}

async fn search(caller: &Caller, body: MemorySearch) -> Result<Hits, ApiError> {
    let scopes = scopes(caller, &body).await?;
    let query = query(caller, body).await?;
    let memory = caller.app().runtime.memory();
    let searched = memory
        .search(caller.org_id, &scopes, Reader::Anyone, &query)
        .await?;
    let mut sources = Sources::default();
    let mut items = Vec::with_capacity(searched.found.len());
    for found in searched.found {
        let source = sources.of(caller, &found.passage).await?;
        items.push(HitView::new(&query.text, found, source));
    }
    Ok(Hits {
        items,
        by_words_alone: searched.by_words_alone,
    })
}

async fn scopes(caller: &Caller, body: &MemorySearch) -> Result<Vec<Scope>, ApiError> {
    let Some(words) = &body.scopes else {
        return usual_scopes(caller, body).await;
    };
    if !(1..=MOST_SCOPES).contains(&words.len()) {
        return Err(ApiError::invalid_field("scopes", "Name 1 to 20 scopes."));
    }
    let mut scopes = Vec::with_capacity(words.len());
    for word in words {
        let scope = scope::named(caller, "scopes", word).await?;
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    Ok(scopes)
}

/// Where to look if nobody says so. What was said in a thread, or by a contact, is in a scope of theirs.
async fn usual_scopes(caller: &Caller, body: &MemorySearch) -> Result<Vec<Scope>, ApiError> {
    let mut scopes = vec![Scope::Member(caller.member_id), Scope::Org(caller.org_id)];
    if let Some(id) = &body.contact_id {
        scopes.push(Scope::Contact(text::id("contact_id", id)?));
    }
    if let Some(id) = &body.thread_id
        && let Some(thread) = caller.org().thread(text::id("thread_id", id)?).await?
        && let Ok(scope) = thread.scope.parse::<Scope>()
        && scope::may_see(caller, scope).await?
        && !scopes.contains(&scope)
    {
        scopes.push(scope);
    }
    Ok(scopes)
}

async fn query(caller: &Caller, body: MemorySearch) -> Result<Query, ApiError> {
    let limit = body.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(ApiError::invalid_field(
            "limit",
            "This must be from 1 to 50.",
        ));
    }
    let text = text::long("query", &body.query, LONGEST_QUERY)?;
    if text.trim().is_empty() {
        return Err(ApiError::invalid_field("query", "This must say something."));
    }
    let moment = |field, at: Option<&str>| at.map(|at| text::moment(field, at)).transpose();
    let sources = body.sources.unwrap_or_default();
    if sources.len() > MOST_SOURCES {
        return Err(ApiError::invalid_field(
            "sources",
            "Name at most 20 sources.",
        ));
    }
    let (thread, contact) = filters(caller, body.thread_id, body.contact_id).await?;
    Ok(Query {
        limit: limit as usize,
        sources,
        tags: tags::read("tags", &body.tags)?,
        thread: thread.map(|thread| *thread.as_uuid()),
        contact: contact.map(|contact| *contact.as_uuid()),
        after: moment("after", body.after.as_deref())?,
        before: moment("before", body.before.as_deref())?,
        ..Query::new(text, caller.app().local_now())
    })
}

/// The thread and the contact that a search keeps to. What the caller may not see is not there.
async fn filters(
    caller: &Caller,
    thread: Option<String>,
    contact: Option<String>,
) -> Result<(Option<ThreadId>, Option<ContactId>), ApiError> {
    let thread = thread.map(|id| text::id("thread_id", &id)).transpose()?;
    let contact = contact.map(|id| text::id("contact_id", &id)).transpose()?;
    if let Some(id) = thread
        && caller.org().thread(id).await?.is_none()
    {
        return Err(ApiError::not_found());
    }
    if let Some(id) = contact
        && caller.org().contact(id).await?.is_none()
    {
        return Err(ApiError::not_found());
    }
    Ok((thread, contact))
}

impl HitView {
    pub(crate) fn new(query: &str, found: Found, source: SourceView) -> Self {
        let text = &found.passage.text;
        Self {
            highlights: in_utf16(text, &highlights(query, text)),
            score: found.score,
            why: found.why.into(),
            passage: found.passage.into(),
            source,
        }
    }
}

/// Ranges of bytes, in order, as browsers count.
fn in_utf16(text: &str, ranges: &[Range<usize>]) -> Vec<[usize; 2]> {
    let (mut byte, mut unit) = (0, 0);
    let mut advance = |to: usize| {
        unit += text[byte..to].encode_utf16().count();
        byte = to;
        unit
    };
    let pairs = ranges.iter();
    pairs
        .map(|range| [advance(range.start), advance(range.end)])
        .collect()
}

impl From<Why> for WhyView {
    fn from(why: Why) -> Self {
        Self {
            words: why.words,
            meaning: why.meaning,
            cosine: why.cosine,
            context: why.context,
            speaker: why.speaker,
            time: why.time,
            answer: why.answer,
            dated: why.dated,
            asks: why.asks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_browsers_count_them() {
        let text = "a👍é田x";
        let at = |word: &str| {
            let start = text.find(word).unwrap();
            start..start + word.len()
        };
        assert_eq!(
            in_utf16(text, &[at("👍"), at("é"), at("x")]),
            [[1, 3], [3, 4], [5, 6]]
        );
        assert_eq!(in_utf16(text, &[]), Vec::<[usize; 2]>::new());
    }
}
