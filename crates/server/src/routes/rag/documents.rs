//! Documents: uploaded, listed, read in parts, taken away.

mod upload;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_memory::{DocumentKind, Error};
use steward_model::{Author, DocumentId};
use steward_store::{DOCUMENT, Document, NewDocument};
use utoipa::{IntoParams, ToSchema};

use self::upload::Upload;
pub(crate) use self::upload::{DocumentText, DocumentUpload};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::extractor::NoText;
use crate::openapi::Failures;
use crate::routes::memory::passage::PassageView;
use crate::routes::memory::scope;
use crate::routes::page::{self, List};
use crate::routes::text;
use crate::routes::words::IntegrityWord;

/// Something that was uploaded.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Document)]
pub(crate) struct DocumentView {
    #[schema(format = "uuid")]
    id: String,
    /// Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id.
    scope: String,
    title: String,
    file_name: Option<String>,
    media_type: String,
    /// How large the file was.
    bytes: i64,
    /// How many passages it is kept in: those that it was made into and that were not forgotten.
    chunks: i64,
    tags: Vec<String>,
    /// How far it can be trusted.
    integrity: IntegrityWord,
    status: DocumentStatus,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Whether it can be found.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentStatus {
    Ready,
}

/// Which documents.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentQuery {
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it.
    #[param(max_length = 64)]
    scope: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// Which parts of a document.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartQuery {
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// Upload a document
///
/// As a form with a file (text, Markdown, PDF or DOCX), or as JSON with a text. It can be found at once. What a file says is
/// somebody else's word and not the member's: agents read it as untrusted.
#[utoipa::path(
    post, path = "/v1/rag/documents", tag = "documents", security(("bearer" = []), ("session" = [])),
    request_body(content((DocumentText = "application/json"), (DocumentUpload = "multipart/form-data"))),
    responses((status = 201, body = DocumentView), Failures)
)]
pub(crate) async fn create_document(
    caller: Caller,
    upload: Upload,
) -> Result<(StatusCode, Json<DocumentView>), ApiError> {
    let word = upload.scope.as_deref().unwrap_or(scope::TEAM);
    let scope = scope::named(&caller, "scope", word).await?;
    let title = match &upload.title {
        Some(title) => text::name("title", title)?,
        None => title_of(upload.file_name.as_deref()),
    };
    let limit = caller.app().settings.upload_limit;
    if upload.file.len() > limit {
        return Err(too_large(format!("A document may have {limit} bytes.")));
    }
    let bytes = upload.file.len() as i64;
    let text = caller.app().extractor.text(upload.kind, upload.file).await;
    let text = text.map_err(|error| no_text(upload.field, error))?;
    let new = NewDocument {
        title,
        file_name: upload.file_name,
        tags: upload.tags,
        media_type: upload.kind.media_type().to_owned(),
        bytes,
        integrity: upload.integrity,
    };
    let (memory, by) = (
        caller.app().runtime.memory(),
        Author::Member(caller.member_id),
    );
    match memory
        .file_document(caller.org_id, scope, &text, new, by)
        .await
    {
        Ok(document) => Ok((StatusCode::CREATED, Json(document.into()))),
        Err(Error::TooLong) => Err(too_large("The document has too much text.")),
        Err(error) => Err(error.into()),
    }
}

/// List the documents of a scope, newest first
#[utoipa::path(
    get, path = "/v1/rag/documents", tag = "documents", security(("bearer" = []), ("session" = [])),
    params(DocumentQuery), responses((status = 200, body = List<DocumentView>), Failures)
)]
pub(crate) async fn list_documents(
    caller: Caller,
    Query(query): Query<DocumentQuery>,
) -> Result<Json<List<DocumentView>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let word = query.scope.as_deref().unwrap_or(scope::TEAM);
    let scope = scope::named(&caller, "scope", word).await?;
    let documents = caller.org().documents(scope, &page).await?;
    Ok(Json(List::cut(
        documents,
        &page,
        |document| document.id.to_string(),
        DocumentView::from,
    )))
}

/// One document
#[utoipa::path(
    get, path = "/v1/rag/documents/{document_id}", tag = "documents", security(("bearer" = []), ("session" = [])),
    params(("document_id" = String, Path, format = "uuid")),
    responses((status = 200, body = DocumentView), Failures)
)]
pub(crate) async fn get_document(
    caller: Caller,
    Path(id): Path<DocumentId>,
) -> Result<Json<DocumentView>, ApiError> {
    Ok(Json(find(&caller, id).await?.into()))
}

/// Delete a document with its passages
#[utoipa::path(
    delete, path = "/v1/rag/documents/{document_id}", tag = "documents", security(("bearer" = []), ("session" = [])),
    params(("document_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_document(
    caller: Caller,
    Path(id): Path<DocumentId>,
) -> Result<StatusCode, ApiError> {
    find(&caller, id).await?;
    let by = Author::Member(caller.member_id);
    match caller.org().delete_document(id, by).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// List the passages of a document, in order
#[utoipa::path(
    get, path = "/v1/rag/documents/{document_id}/passages", tag = "documents",
    security(("bearer" = []), ("session" = [])),
    params(("document_id" = String, Path, format = "uuid"), PartQuery),
    responses((status = 200, body = List<PassageView>), Failures)
)]
pub(crate) async fn list_document_passages(
    caller: Caller,
    Path(id): Path<DocumentId>,
    Query(query): Query<PartQuery>,
) -> Result<Json<List<PassageView>>, ApiError> {
    let page = page::asked(query.limit, None)?;
    let after = match query.cursor.as_deref().map(page::place) {
        None => -1,
        Some(Some(after)) => after,
        Some(None) => return Err(page::wrong_cursor()),
    };
    let document = find(&caller, id).await?;
    let (org, name) = (caller.org(), id.to_string());
    let source = (DOCUMENT, name.as_str());
    let parts = org
        .passages_of_source(document.scope, source, after, page.limit)
        .await?;
    Ok(Json(List::cut(
        parts,
        &page,
        |part| part.chunk_index.to_string(),
        PassageView::from,
    )))
}

async fn find(caller: &Caller, id: DocumentId) -> Result<Document, ApiError> {
    let document = caller.org().document(id).await?;
    let document = document.ok_or_else(ApiError::not_found)?;
    match scope::may_see(caller, document.scope).await? {
        true => Ok(document),
        false => Err(ApiError::not_found()),
    }
}

/// A file without a title is called what it is called, without its ending.
fn title_of(file_name: Option<&str>) -> String {
    let name = file_name.unwrap_or("Document");
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem: String = stem.chars().filter(|c| !c.is_control()).take(200).collect();
    match stem.trim() {
        "" => "Document".to_owned(),
        stem => stem.to_owned(),
    }
}

fn too_large(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "document_too_large", message)
}

fn unsupported() -> ApiError {
    let kinds = DocumentKind::ALL.map(DocumentKind::as_str).join(", ");
    let message = format!("Documents of these kinds can be read: {kinds}.");
    // The body itself is of a kind that is taken, and a part of it is not.
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    ApiError::new(status, "unsupported_document", message)
}

fn no_text(field: &str, error: NoText) -> ApiError {
    match error {
        NoText::Unreadable(reason) => {
            let message = format!("The document cannot be read: {reason}.");
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            let mut error = ApiError::new(status, "unreadable_document", message);
            error.field = Some(field.to_owned());
            error
        }
        NoText::TooLong => too_large("The document has too much text."),
        NoText::Failed(detail) => ApiError::internal(detail),
    }
}

impl From<Document> for DocumentView {
    fn from(document: Document) -> Self {
        let about = document.about;
        Self {
            id: document.id.to_string(),
            scope: scope::word(document.scope),
            title: about.title,
            file_name: about.file_name,
            media_type: about.media_type,
            bytes: about.bytes,
            chunks: document.chunks,
            tags: about.tags,
            integrity: about.integrity.into(),
            status: DocumentStatus::Ready,
            created_at: document.created_at.to_string(),
        }
    }
}
