//! A document on its way in: a form with a file, or a text in JSON.

use axum::body::Body;
use axum::extract::multipart::{Field, Multipart};
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use steward_memory::DocumentKind;
use steward_model::Integrity;
use utoipa::ToSchema;

use super::{too_large, unsupported};
use crate::error::ApiError;
use crate::extract::Json;
use crate::http::body_limit::{is_form, read_body};
use crate::routes::memory::passage::WRITTEN_BY_A_MEMBER;
use crate::routes::memory::tags::{self, Tags};
use crate::routes::text;

const LONGEST_TEXT: usize = 1_000_000;
const LONGEST_FILE_NAME: usize = 255;

/// A text to be kept as a document.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewDocument)]
pub(crate) struct DocumentText {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    #[schema(min_length = 1, max_length = 1000000)]
    text: String,
    /// Words to file it under: a list, or one text with commas between them.
    tags: Option<Tags>,
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it.
    #[schema(max_length = 64)]
    scope: Option<String>,
}

/// A file to be kept as a document.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes the fields of a form")]
pub(crate) struct DocumentUpload {
    /// Text, Markdown, PDF or DOCX, known by the end of its name or by its media type.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// The name of the file without it.
    #[schema(min_length = 1, max_length = 200)]
    title: Option<String>,
    /// Words to file it under, with commas between them.
    tags: Option<String>,
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it.
    #[schema(max_length = 64)]
    scope: Option<String>,
}

/// What arrived.
pub(crate) struct Upload {
    pub(super) kind: DocumentKind,
    pub(super) file: Bytes,
    /// The field that the text came in.
    pub(super) field: &'static str,
    /// Whose words these are: a member's where they are typed in, somebody's in a file.
    pub(super) integrity: Integrity,
    pub(super) file_name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) scope: Option<String>,
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if is_form(request.headers()) {
            return Form::read(request).await?.upload();
        }
        let Json(body) = Json::<DocumentText>::from_request(request, state).await?;
        let text = text::long("text", &body.text, LONGEST_TEXT)?;
        if text.trim().is_empty() {
            return Err(ApiError::invalid_field("text", "This must say something."));
        }
        Ok(Self {
            kind: DocumentKind::Text,
            file: text.into(),
            field: "text",
            integrity: WRITTEN_BY_A_MEMBER,
            file_name: None,
            title: Some(body.title),
            tags: tags::read("tags", &body.tags)?,
            scope: body.scope,
        })
    }
}

/// The fields of a form, each at most once.
#[derive(Default)]
struct Form {
    file: Option<(Bytes, Option<String>, Option<String>)>,
    title: Option<String>,
    tags: Option<String>,
    scope: Option<String>,
}

impl Form {
    /// The body is read first, since that knows when it must have arrived and how large it may be.
    async fn read(request: Request) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let headers = parts.headers.clone();
        let body = read_body(Request::from_parts(parts, body)).await;
        let body = body.map_err(|error| match error.status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                too_large("The file is larger than a document may be.")
            }
            _ => error,
        })?;
        let mut fields = multipart(&headers, body).await?;
        let mut form = Self::default();
        while let Some(field) = fields.next_field().await.map_err(not_a_form)? {
            form.take(field).await?;
        }
        Ok(form)
    }

    async fn take(&mut self, field: Field<'_>) -> Result<(), ApiError> {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            let file_name = field.file_name().map(file_name);
            let media_type = field.content_type().map(str::to_owned);
            let bytes = field.bytes().await.map_err(not_a_form)?;
            return put(&mut self.file, "file", (bytes, file_name, media_type));
        }
        let slot = match name.as_str() {
            "title" => &mut self.title,
            "tags" => &mut self.tags,
            "scope" => &mut self.scope,
            other => {
                let other: String = other.chars().take(100).collect();
                let message = format!(
                    "unknown field `{other}`, expected one of `file`, `title`, `tags`, `scope`"
                );
                return Err(ApiError::invalid_field(other, message));
            }
        };
        let value = field.text().await.map_err(not_a_form)?;
        if value.contains('\0') {
            return Err(ApiError::invalid_field(
                name,
                "The NUL character is not accepted in text.",
            ));
        }
        put(slot, &name, value)
    }

    fn upload(self) -> Result<Upload, ApiError> {
        let Some((file, file_name, media_type)) = self.file else {
            return Err(ApiError::invalid_field("file", "missing field `file`"));
        };
        let kind = DocumentKind::of(file_name.as_deref(), media_type.as_deref());
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Ok(Upload {
            kind: kind.ok_or_else(unsupported)?,
            file,
            field: "file",
            integrity: Integrity::Untrusted,
            file_name,
            title: given(self.title),
            tags: tags::read("tags", &self.tags.map(Tags::Text))?,
            scope: given(self.scope),
        })
    }
}

async fn multipart(headers: &HeaderMap, body: Bytes) -> Result<Multipart, ApiError> {
    let mut request = Request::new(Body::from(body));
    if let Some(kind) = headers.get(CONTENT_TYPE) {
        request.headers_mut().insert(CONTENT_TYPE, kind.clone());
    }
    // What was read is within its limit already.
    axum::extract::DefaultBodyLimit::disable().apply(&mut request);
    Multipart::from_request(request, &())
        .await
        .map_err(not_a_form)
}

fn put<T>(slot: &mut Option<T>, name: &str, value: T) -> Result<(), ApiError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(ApiError::invalid_field(name, "This is given twice.")),
    }
}

/// The last part of whatever path a browser sent.
fn file_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain = name.chars().filter(|c| !c.is_control() && !turns(*c));
    plain.take(LONGEST_FILE_NAME).collect()
}

/// Whether it turns the direction of what is written: a name would look like another, and so would what stands beside it.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn not_a_form(_: impl std::fmt::Display) -> ApiError {
    ApiError::bad_request("invalid_form", "The form cannot be read.")
}
