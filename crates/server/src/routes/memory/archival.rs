//! Notes that people and agents stored, to be found again.

use std::collections::BTreeMap;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_memory::ARCHIVAL;
use steward_model::{Author, IdGen as _, PassageId, Scope, SystemIds};
use steward_store::{Inserted, NewPassage, PassageMeta};
use utoipa::{IntoParams, ToSchema};

use super::passage::{PassageView, WRITTEN_BY_A_MEMBER};
use super::scope;
use super::tags::{self, Tags};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::{self, List};
use crate::routes::text;

const LONGEST_TEXT: usize = 200_000;

/// Something to remember.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNote {
    #[schema(min_length = 1, max_length = 200000)]
    text: String,
    /// Words to file it under: a list, or one text with commas between them.
    tags: Option<Tags>,
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it.
    #[schema(max_length = 64)]
    scope: Option<String>,
    /// An agent that keeps it to itself; without it, every agent of the scope shares it.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    /// Another place for tags, which some clients use.
    metadata: Option<BTreeMap<Detail, Tags>>,
}

/// What can be told about a note.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NoteDetail)]
pub(crate) enum Detail {
    Tags,
}

/// What was remembered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Noted {
    /// The parts of the text, in order. A short one has one part.
    items: Vec<PassageView>,
}

/// Which notes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteQuery {
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it.
    #[param(max_length = 64)]
    scope: Option<String>,
    /// Only what is filed under this word.
    #[param(max_length = 100)]
    tag: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// Store a note
///
/// It can be found at once. A long text is kept in several parts.
#[utoipa::path(
    post, path = "/v1/agent/memory/archival", tag = "memory", security(("bearer" = []), ("session" = [])),
    request_body = NewNote, responses((status = 201, body = Noted), Failures)
)]
pub(crate) async fn create_note(
    caller: Caller,
    Json(body): Json<NewNote>,
) -> Result<(StatusCode, Json<Noted>), ApiError> {
    let text = text::long("text", &body.text, LONGEST_TEXT)?;
    if text.trim().is_empty() {
        return Err(ApiError::invalid_field("text", "This must say something."));
    }
    let metadata = body.metadata.iter().flat_map(BTreeMap::values);
    let word = body.scope.as_deref().unwrap_or(scope::OWN);
    let scope = scope::named(&caller, "scope", word).await?;
    let (app, now) = (caller.app(), caller.app().now());
    let like = NewPassage {
        agent_id: scope::agent(&caller, body.agent_id.as_deref()).await?,
        thread_id: None,
        contact_id: match scope {
            Scope::Contact(contact) => Some(contact),
            Scope::Org(_) | Scope::Member(_) | Scope::Agent(_) => None,
        },
        source: ARCHIVAL.to_owned(),
        // A name of its own: who says a thing twice has two notes.
        source_ref: SystemIds.next().to_string(),
        chunk_index: 0,
        integrity: WRITTEN_BY_A_MEMBER,
        text: String::new(),
        meta: PassageMeta {
            tags: tags::read("tags", body.tags.iter().chain(metadata))?,
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: now,
    };
    let (memory, by) = (app.runtime.memory(), Author::Member(caller.member_id));
    let stored = memory
        .remember(caller.org_id, scope, &text, &like, by)
        .await?;
    let mut items = Vec::with_capacity(stored.len());
    for inserted in stored {
        let (Inserted::New(id) | Inserted::Known(id)) = inserted;
        items.extend(caller.org().passage(id).await?.map(PassageView::from));
    }
    Ok((StatusCode::CREATED, Json(Noted { items })))
}

/// List the notes of a scope, newest first
#[utoipa::path(
    get, path = "/v1/agent/memory/archival", tag = "memory", security(("bearer" = []), ("session" = [])),
    params(NoteQuery), responses((status = 200, body = List<PassageView>), Failures)
)]
pub(crate) async fn list_notes(
    caller: Caller,
    Query(query): Query<NoteQuery>,
) -> Result<Json<List<PassageView>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let word = query.scope.as_deref().unwrap_or(scope::OWN);
    let scope = scope::named(&caller, "scope", word).await?;
    let org = caller.org();
    let tag = query.tag.map(|tag| Tags::List(vec![tag]));
    let tags = tags::read("tag", &tag)?;
    let notes = match tags.is_empty() {
        true => org.passages(scope, ARCHIVAL, &page).await?,
        false => org.passages_tagged(scope, ARCHIVAL, &tags, &page).await?,
    };
    Ok(Json(List::cut(
        notes,
        &page,
        |note| note.id.to_string(),
        PassageView::from,
    )))
}

/// Delete a note, or one part of a long one
#[utoipa::path(
    delete, path = "/v1/agent/memory/archival/{passage_id}", tag = "memory",
    security(("bearer" = []), ("session" = [])),
    params(("passage_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_note(
    caller: Caller,
    Path(id): Path<PassageId>,
) -> Result<StatusCode, ApiError> {
    let note = caller.org().passage(id).await?;
    let is_there = match note.filter(|note| note.source == ARCHIVAL) {
        Some(note) => scope::may_see(&caller, note.scope).await?,
        None => false,
    };
    let by = Author::Member(caller.member_id);
    if is_there && caller.org().discard_passage(id, by).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(ApiError::not_found())
}
