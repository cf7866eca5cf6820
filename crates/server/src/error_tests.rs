use http_body_util::BodyExt;
use serde_json::{Value, json};

use super::*;

async fn json_of(response: Response) -> Value {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn an_error_is_one_envelope_with_a_code_and_a_sentence() {
    let response = ApiError::conflict("The name is taken.").into_response();
    assert_eq!(response.status(), 409);
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(
        json_of(response).await,
        json!({"error": {"code": "conflict", "message": "The name is taken."}})
    );
}

#[tokio::test]
async fn the_field_is_named_when_one_is_to_blame() {
    let response = ApiError::invalid_field("members[2].email", "has no domain").into_response();
    assert_eq!(response.status(), 422);
    assert_eq!(
        json_of(response).await,
        json!({"error": {"code": "invalid_field", "message": "has no domain", "field": "members[2].email"}})
    );
}

#[tokio::test]
async fn openai_clients_read_the_shape_they_know() {
    let mut response = ApiError::invalid_field("input", "Give a string or a list.").into_response();
    ErrorShape::of_path("/v1/responses").apply(&mut response);
    assert_eq!(response.status(), 400);
    assert_eq!(
        json_of(response).await,
        json!({"error": {
            "message": "Give a string or a list.",
            "type": "invalid_request_error",
            "param": "input",
            "code": "invalid_field",
        }})
    );

    let mut response = ApiError::unauthorized().into_response();
    ErrorShape::of_path("/v1/conversations/c_1/items").apply(&mut response);
    assert_eq!(
        json_of(response).await,
        json!({"error": {
            "message": "Valid credentials are required.",
            "type": "authentication_error",
            "param": null,
            "code": "invalid_api_key",
        }})
    );
}

#[test]
fn only_whole_path_segments_choose_the_openai_shape() {
    for path in [
        "/v1/responses",
        "/v1/responses/resp_1",
        "/v1/models",
        "/v1/embeddings",
        "/v1/instructions/instr_1",
        "/v1/chat/completions",
    ] {
        assert_eq!(ErrorShape::of_path(path), ErrorShape::OpenAi, "{path}");
    }
    for path in [
        "/",
        "/v1",
        "/v1/",
        "/v1/me",
        "/v1/responses_old",
        "/api/v1/responses",
    ] {
        assert_eq!(ErrorShape::of_path(path), ErrorShape::Steward, "{path}");
    }
}

#[test]
fn a_missing_credential_names_the_scheme() {
    let response = ApiError::unauthorized().into_response();
    assert_eq!(response.headers()[WWW_AUTHENTICATE], "Bearer");
}

#[test]
fn the_wait_is_rounded_up_to_whole_seconds() {
    for (wait, header) in [
        (Duration::ZERO, "1"),
        (Duration::from_millis(1), "1"),
        (Duration::from_secs(2), "2"),
        (Duration::from_millis(2_001), "3"),
    ] {
        let response = ApiError::rate_limited(wait).into_response();
        assert_eq!(response.headers()[RETRY_AFTER], header, "{wait:?}");
    }
}

#[tokio::test]
async fn the_detail_of_a_fault_stays_inside() {
    let error = ApiError::internal("no such table: members");
    assert_eq!(error.detail(), Some("no such table: members"));
    let response = error.into_response();
    assert_eq!(
        json_of(response).await,
        json!({"error": {"code": "internal", "message": "Something went wrong on the server."}})
    );
}
