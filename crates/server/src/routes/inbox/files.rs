//! Files that came with texts.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use serde::Serialize;
use steward_model::{EventId, ThreadId};
use steward_store::{TextFile, TextFileState};
use utoipa::ToSchema;

use super::find;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Path;
use crate::openapi::Failures;

/// Nothing in a file may run or load anything, whatever it is.
const POLICY: &str = "default-src 'none'; sandbox";
const OCTETS: &str = "application/octet-stream";

/// A file that came with a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MessageFile)]
pub(crate) struct MessageFileView {
    /// Made up: carriers give no names.
    name: String,
    /// What the carrier says it is.
    content_type: String,
    state: FileStateWord,
    /// In bytes; null as long as it is not here.
    size: Option<i64>,
    /// Where it can be fetched; null as long as it is not here.
    url: Option<String>,
}

/// Whether it is here, still with the carrier, or cannot be had any more.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FileState)]
pub(crate) enum FileStateWord {
    Waiting,
    Kept,
    Gone,
}

/// A file that came with a text
///
/// Pictures that every browser shows safely come as such. Everything else is only ever downloaded: it is a stranger's.
#[utoipa::path(
    get, path = "/api/inbox/{thread_id}/messages/{message_id}/files/{file_no}", tag = "inbox",
    security(("bearer" = []), ("session" = [])),
    params(
        ("thread_id" = String, Path, format = "uuid"),
        ("message_id" = String, Path, format = "uuid"),
        ("file_no" = i64, Path, minimum = 0, description = "Which of the files of the message, from 0."),
    ),
    responses((status = 200, body = String, content_type = "application/octet-stream"), Failures)
)]
pub(crate) async fn get_message_file(
    caller: Caller,
    Path((thread, message, no)): Path<(ThreadId, EventId, i64)>,
) -> Result<Response, ApiError> {
    find(&caller, thread).await?;
    let content = caller.org().text_file(thread, (message, no)).await?;
    let content = content.ok_or_else(ApiError::not_found)?;
    let (kind, disposition) = match picture(&content) {
        Some(kind) => (kind, format!("inline; filename=\"{}\"", name(no, kind))),
        None => (
            OCTETS,
            format!("attachment; filename=\"{}\"", name(no, OCTETS)),
        ),
    };
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    let disposition = HeaderValue::try_from(disposition).map_err(ApiError::internal)?;
    headers.insert(CONTENT_DISPOSITION, disposition);
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok((headers, content).into_response())
}

/// The files of a message, as they are shown.
pub(super) fn shown(thread: ThreadId, message: &str, files: Vec<TextFile>) -> Vec<MessageFileView> {
    let one = |(no, file): (usize, TextFile)| {
        let content_type = essence(&file.content_type);
        let (state, size) = match file.state {
            TextFileState::Waiting => (FileStateWord::Waiting, None),
            TextFileState::Kept { size } => (FileStateWord::Kept, Some(size)),
            TextFileState::Gone => (FileStateWord::Gone, None),
        };
        let url = || format!("/api/inbox/{thread}/messages/{message}/files/{no}");
        MessageFileView {
            name: name(no as i64, &content_type),
            content_type,
            state,
            size,
            url: size.map(|_| url()),
        }
    };
    files.into_iter().enumerate().map(one).collect()
}

/// What kind of picture it is, by its first bytes: what the carrier says may be anything. Only kinds that hold nothing but a picture.
fn picture(content: &[u8]) -> Option<&'static str> {
    match content {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("image/webp"),
        _ => None,
    }
}

/// The type without its parameters, in small letters; what is none is only bytes.
fn essence(content_type: &str) -> String {
    let essence = content_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/.+-_".contains(c);
    let whole = essence.len() <= 100 && essence.chars().all(allowed);
    match essence.split_once('/') {
        Some((kind, sort)) if whole && !kind.contains('.') && !sort.contains('/') => essence,
        _ => OCTETS.to_owned(),
    }
}

/// What a file is called, so that a computer knows what to do with it. Nothing of it is a stranger's.
fn name(no: i64, content_type: &str) -> String {
    let ending = match content_type {
        "image/jpeg" | "image/jpg" => ".jpg",
        "image/png" => ".png",
        "image/gif" => ".gif",
        "image/webp" => ".webp",
        "image/heic" => ".heic",
        "video/mp4" => ".mp4",
        "video/3gpp" => ".3gp",
        "video/quicktime" => ".mov",
        "audio/mpeg" => ".mp3",
        "audio/amr" => ".amr",
        "audio/ogg" => ".ogg",
        "audio/mp4" => ".m4a",
        "application/pdf" => ".pdf",
        "text/plain" => ".txt",
        "text/vcard" | "text/x-vcard" | "text/directory" => ".vcf",
        "text/calendar" => ".ics",
        _ => "",
    };
    format!("file-{}{ending}", no + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_that_are_nothing_else_are_shown() {
        for (content, kind) in [
            (&b"\x89PNG\r\n\x1a\nrest"[..], Some("image/png")),
            (b"\xff\xd8\xff\xe0rest", Some("image/jpeg")),
            (b"GIF89a...", Some("image/gif")),
            (b"RIFF\x01\x02\x03\x04WEBPVP8 ", Some("image/webp")),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", None),
            (b"<!doctype html><script>alert(1)</script>", None),
            (b"%PDF-1.7", None),
            (b"RIFF\x01\x02\x03\x04AVI LIST", None),
            (b"", None),
        ] {
            assert_eq!(picture(content), kind, "{content:?}");
        }
    }

    #[test]
    fn a_type_is_a_type_and_a_name_is_ours() {
        for (said, essence_of, called) in [
            ("image/JPEG; x=\"y\"", "image/jpeg", "file-1.jpg"),
            ("text/html", "text/html", "file-1"),
            ("", OCTETS, "file-1"),
            ("../../etc", OCTETS, "file-1"),
            ("a/b\"\r\nx: y", OCTETS, "file-1"),
        ] {
            let essence = essence(said);
            assert_eq!(essence, essence_of, "{said:?}");
            assert_eq!(name(0, &essence), called, "{said:?}");
        }
    }
}
