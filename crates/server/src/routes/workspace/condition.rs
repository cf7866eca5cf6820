//! What a change says it has read: without it nothing is changed, so that nobody overwrites another's work unseen.

use http::HeaderMap;
use http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use steward_store::{Expect, Sha};

use crate::error::ApiError;

/// What must be there, by the headers of the request.
pub(super) fn expected(headers: &HeaderMap) -> Result<Expect, ApiError> {
    match (one(headers, IF_MATCH)?, one(headers, IF_NONE_MATCH)?) {
        (Some(tag), None) if tag != "*" => match content(tag) {
            Some(sha) => Ok(Expect::Sha256(sha)),
            None => Err(ApiError::precondition_failed(
                "This ETag is of no file. Read the file again.",
            )),
        },
        (None, Some("*")) => Ok(Expect::Absent),
        (Some(_), Some(_)) => Err(ApiError::precondition_failed(
            "No file has this ETag and is not there. Send one of the two headers.",
        )),
        _ => Err(ApiError::precondition_required(
            "Send `If-Match` with the ETag of the file that you have read, or `If-None-Match: *` for a new one.",
        )),
    }
}

/// A header that is sent once at the most.
fn one(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => Ok(Some(value.to_str().unwrap_or_default().trim())),
        (Some(_), Some(_)) => Err(ApiError::precondition_failed(
            "A file has one ETag. Send one.",
        )),
    }
}

/// The content that a strong ETag names.
fn content(tag: &str) -> Option<Sha> {
    tag.strip_prefix('"')?.strip_suffix('"')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(given: &[(HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn a_change_says_what_it_has_read() {
        let sha = Sha::of(b"x");
        let tag = format!("\"{sha}\"");
        let weak = format!("W/{tag}");
        for (given, wanted) in [
            (vec![(IF_MATCH, tag.as_str())], Ok(Expect::Sha256(sha))),
            (vec![(IF_NONE_MATCH, "*")], Ok(Expect::Absent)),
            (vec![], Err(428)),
            (vec![(IF_MATCH, "*")], Err(428)),
            (vec![(IF_NONE_MATCH, &tag)], Err(428)),
            (vec![(IF_MATCH, &weak)], Err(412)),
            (vec![(IF_MATCH, "\"x\"")], Err(412)),
            (vec![(IF_MATCH, "")], Err(412)),
            (vec![(IF_MATCH, &tag), (IF_MATCH, &tag)], Err(412)),
            (vec![(IF_MATCH, &tag), (IF_NONE_MATCH, "*")], Err(412)),
        ] {
            let found = expected(&headers(&given)).map_err(|error| error.status.as_u16());
            assert_eq!(found, wanted, "{given:?}");
        }
    }
}
