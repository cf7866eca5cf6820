//! Extractors that refuse bad input in the API's own words.
//!
//! They stand in for axum's of the same names, whose rejections are plain text and speak of parsers.

use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::field::{AsObject, given, object};
use crate::error::ApiError;
use crate::http::body_limit::read_body;

mod body;
mod field;
#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;

/// A JSON body, read or written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Json<T>(pub(crate) T);

/// The parameters of the path. A value that cannot be one is a thing that does not exist: 404.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Path<T>(pub(crate) T);

/// The parameters of the query string.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::unsupported_media_type());
        }
        let bytes = read_body(request).await?;
        body::parse(&bytes).map(Self)
    }
}

/// Where everything may be left out, the body may be too: there is nothing then whose type could be told.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Option<Self>, ApiError> {
        let is_json = is_json(request.headers());
        let bytes = read_body(request).await?;
        match (bytes.is_empty(), is_json) {
            (true, _) => Ok(None),
            (false, true) => {
                let value: Option<T> = body::parse(&bytes)?;
                Ok(value.map(Self))
            }
            (false, false) => Err(ApiError::unsupported_media_type()),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => (
                [(CONTENT_TYPE, HeaderValue::from_static("application/json"))],
                Bytes::from(bytes),
            )
                .into_response(),
            Err(error) => ApiError::internal(format_args!("a response did not serialise: {error}"))
                .into_response(),
        }
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if parts.uri.path().contains("%00") {
            return Err(ApiError::not_found());
        }
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            // A 5xx is ours: the handler asks for other parameters than its route has.
            Err(rejection) if rejection.status().is_server_error() => {
                Err(ApiError::internal(rejection.body_text()))
            }
            Err(_) => Err(ApiError::not_found()),
        }
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        if let Some(field) = parts.uri.query().and_then(parameter_with_nul) {
            return Err(ApiError::invalid_field(field, body::NUL_REFUSED));
        }
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|rejection| query_error(&rejection))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or(value).trim();
    let Some((kind, subtype)) = essence.split_once('/') else {
        return false;
    };
    let is_subtype = subtype.eq_ignore_ascii_case("json")
        || subtype
            .rsplit_once('+')
            .is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("json"));
    kind.eq_ignore_ascii_case("application") && is_subtype
}

fn parameter_with_nul(query: &str) -> Option<String> {
    // Decoding is the slow way, and only this escape can give the character.
    if !query.contains("%00") {
        return None;
    }
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(name, value)| name.contains('\0') || value.contains('\0'))
        .map(|(name, _)| name.replace('\0', ""))
}

fn query_error(rejection: &axum::extract::rejection::QueryRejection) -> ApiError {
    type Located = serde_path_to_error::Error<serde::de::value::Error>;
    let mut source = std::error::Error::source(rejection);
    while let Some(error) = source {
        if let Some(located) = error.downcast_ref::<Located>() {
            return body::field_error(located.path(), &located.inner().to_string());
        }
        source = error.source();
    }
    ApiError::bad_request("invalid_query", "The query string cannot be read.")
}
