//! The frame of the API's description; the operations come from the handlers.

use http::StatusCode;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    Components, Content, Info, License, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
};
use utoipa::{IntoResponses, PartialSchema as _, ToSchema as _};

use crate::error::{ErrorBody, ErrorDescription, OpenAiErrorBody, OpenAiErrorDescription};

/// Everything that is not an operation.
pub(crate) fn base() -> OpenApi {
    let mut info = Info::new("Steward", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "A self-hosted AI agent for a team. Programs authenticate with an API key or an OIDC token as a bearer \
         token; browsers with a session cookie, and send the `csrf_token` of `GET /v1/me` as `x-csrf-token` with \
         every change. A change that carries the header `Idempotency-Key` is made once, however often it is sent."
            .into(),
    );
    let mut licence = License::new("Apache-2.0");
    licence.identifier = Some("Apache-2.0".into());
    info.license = Some(licence);
    let mut components = Components::new();
    components.add_security_scheme(
        "bearer",
        SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)),
    );
    components.add_security_scheme(
        "session",
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("steward_session"))),
    );
    components
        .schemas
        .insert(ErrorBody::name().into(), ErrorBody::schema());
    components
        .schemas
        .insert(ErrorDescription::name().into(), ErrorDescription::schema());
    components
        .schemas
        .insert(OpenAiErrorBody::name().into(), OpenAiErrorBody::schema());
    components.schemas.insert(
        OpenAiErrorDescription::name().into(),
        OpenAiErrorDescription::schema(),
    );
    OpenApiBuilder::new()
        .info(info)
        .components(Some(components))
        .build()
}

/// Gives every answer without a description the meaning of its status: OpenAPI 3.1 requires one.
pub(crate) fn describe_answers(description: &mut OpenApi) {
    for item in description.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
            &mut item.patch,
        ];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    let status = status.parse::<StatusCode>().ok();
                    let meaning = status.and_then(|status| status.canonical_reason());
                    response.description = meaning.unwrap_or("The answer").to_owned();
                }
            }
        }
    }
}

/// The errors every operation may answer with, in the one envelope.
pub(crate) struct Failures;

impl IntoResponses for Failures {
    fn responses() -> std::collections::BTreeMap<String, RefOr<Response>> {
        failures("ErrorBody")
    }
}

/// The same in the envelope that clients of OpenAI read.
pub(crate) struct OpenAiFailures;

impl IntoResponses for OpenAiFailures {
    fn responses() -> std::collections::BTreeMap<String, RefOr<Response>> {
        failures("OpenAiErrorBody")
    }
}

fn failures(body: &str) -> std::collections::BTreeMap<String, RefOr<Response>> {
    [
        ("4XX", "The request was refused."),
        ("5XX", "The server could not answer."),
    ]
    .into_iter()
    .map(|(status, description)| {
        let mut response = Response::new(description);
        response.content.insert(
            "application/json".into(),
            RefOr::T(Content::new(Some(Ref::from_schema_name(body)))),
        );
        (status.to_owned(), RefOr::T(response))
    })
    .collect()
}
