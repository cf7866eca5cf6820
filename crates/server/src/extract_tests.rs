use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use http_body_util::BodyExt;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    name: String,
    #[serde(default)]
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    count: u32,
}

#[derive(Debug, Deserialize)]
struct Page {
    limit: u32,
    #[serde(default)]
    search: String,
}

fn router() -> Router {
    Router::new()
        .route(
            "/orders",
            post(|Json(order): Json<Order>| async move {
                let total: u32 = order.lines.iter().map(|line| line.count).sum();
                Json(json!({"name": order.name, "total": total}))
            }),
        )
        .route(
            "/any",
            post(|Json(value): Json<Value>| async { Json(value) }),
        )
        .route(
            "/orders/{number}",
            get(|Path(number): Path<u32>| async move { Json(number) }),
        )
        .route(
            "/notes/{name}",
            get(|Path(name): Path<String>| async { Json(name) }),
        )
        .route(
            "/orders",
            get(|Query(page): Query<Page>| async move { Json(json!([page.limit, page.search])) }),
        )
        .layer(DefaultBodyLimit::max(1_000))
}

async fn send(request: Request) -> (u16, Value) {
    let response = router().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap())
}

async fn post_body(path: &str, body: impl Into<Body>) -> (u16, Value) {
    let request = Request::post(path)
        .header(CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap();
    send(request).await
}

async fn fetch(path: &str) -> (u16, Value) {
    send(Request::get(path).body(Body::empty()).unwrap()).await
}

/// Status, code, field and message, in the order a reader asks for them.
fn refusal((status, body): (u16, Value)) -> String {
    let error = &body["error"];
    let text = |key: &str| error[key].as_str().unwrap_or("-").to_owned();
    format!(
        "{status} {} {} {}",
        text("code"),
        text("field"),
        text("message")
    )
}

#[tokio::test]
async fn a_good_body_is_read_and_an_answer_written() {
    let answer = post_body(
        "/orders",
        r#"{"name":"tea","lines":[{"count":2},{"count":3}]}"#,
    )
    .await;
    assert_eq!(answer, (200, json!({"name": "tea", "total": 5})));
}

#[tokio::test]
async fn a_body_of_the_wrong_shape_names_the_field() {
    let cases = [
        (
            r#"{"name":1}"#,
            "422 invalid_field name name: invalid type: integer `1`, expected a string",
        ),
        ("{}", "422 invalid_field name name: missing field `name`"),
        (
            r#"{"name":"a","lines":[{"count":1},{}]}"#,
            "422 invalid_field lines[1].count lines[1].count: missing field `count`",
        ),
        (
            r#"{"name":"a","lines":[{"count":1,"count":2}]}"#,
            "422 invalid_field lines[0].count lines[0].count: duplicate field `count`",
        ),
        (
            r#"{"name":"a","lines":[{"count":-1}]}"#,
            "422 invalid_field lines[0].count lines[0].count: invalid value: integer `-1`, expected u32",
        ),
        (
            r#"{"name":"a","colour":1}"#,
            "422 invalid_field colour colour: unknown field `colour`, expected `name` or `lines`",
        ),
        (
            "[]",
            "422 invalid_field body body: invalid length 0, expected an object",
        ),
        (
            r#" ["tea",[]]"#,
            "422 invalid_field body body: invalid type: sequence, expected an object",
        ),
        (
            "7",
            "422 invalid_field body body: invalid type: integer `7`, expected an object",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(
            refusal(post_body("/orders", body).await),
            expected,
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_body_that_is_not_json_says_where_it_breaks() {
    let deep = "[".repeat(500);
    let cases: [(&[u8], &str); 6] = [
        (
            b"",
            "400 invalid_json - The body is empty; JSON is expected.",
        ),
        (
            b"{\n \"name\": }",
            "400 invalid_json - The body is not valid JSON: expected value at line 2 column 10.",
        ),
        (
            b"{\"name\":\"a\"",
            "400 invalid_json - The body is not valid JSON: EOF while parsing an object at line 1 column 11.",
        ),
        (
            b"{\"name\":\"a\"} x",
            "400 invalid_json - The body is not valid JSON: trailing characters at line 1 column 14.",
        ),
        (
            b"{\"name\":\n\"\xff\"}",
            "400 invalid_json - The body is not valid UTF-8 at line 2 column 2.",
        ),
        (
            deep.as_bytes(),
            "400 invalid_json - The body is not valid JSON: recursion limit exceeded at line 1 column 128.",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(refusal(post_body("/any", body.to_vec()).await), expected);
    }
}

#[tokio::test]
async fn the_nul_character_is_refused_wherever_it_hides() {
    let cases = [
        (r#"{"a":[{"b":"x\u0000y"}]}"#, "a[0].b"),
        (r#"{"a":{"b\u0000":1}}"#, "a.b"),
        (r#"["\u0000"]"#, "[0]"),
        (r#""\u0000""#, "body"),
    ];
    for (body, field) in cases {
        let (status, answer) = post_body("/any", body).await;
        assert_eq!(status, 422, "{body}");
        assert_eq!(answer["error"]["field"], field, "{body}");
    }
    let about_it = r#""write \\u0000 in C""#;
    assert_eq!(
        post_body("/any", about_it).await,
        (200, json!("write \\u0000 in C"))
    );
    assert_eq!(fetch("/notes/a%00b").await.0, 404);
    assert_eq!(
        refusal(fetch("/orders?limit=1&search=a%00").await),
        "422 invalid_field search The NUL character is not accepted in text."
    );
}

#[tokio::test]
async fn a_body_over_the_limit_is_413_and_one_at_the_limit_is_read() {
    let of_length = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    assert_eq!(post_body("/any", of_length(1_000)).await.0, 200);
    let (status, body) = post_body("/any", of_length(1_001)).await;
    assert_eq!(status, 413);
    assert_eq!(body["error"]["code"], "payload_too_large");
}

#[tokio::test]
async fn the_refused_value_is_not_echoed_at_length() {
    let body = format!(r#"{{"name":"a","lines":"{}"}}"#, "é".repeat(400));
    let (status, answer) = post_body("/orders", body).await;
    assert_eq!(status, 422);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.len() < 310, "{}", message.len());
    assert!(message.ends_with('…'));
}

#[tokio::test]
async fn only_json_media_types_are_read() {
    let cases = [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("application/problem+json", 200),
        ("text/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("json", 415),
        ("", 415),
    ];
    for (media_type, expected) in cases {
        let request = Request::post("/any")
            .header(CONTENT_TYPE, media_type)
            .body("1".into())
            .unwrap();
        assert_eq!(send(request).await.0, expected, "{media_type}");
    }
    let untyped = Request::post("/any").body("1".into()).unwrap();
    assert_eq!(
        refusal(send(untyped).await),
        "415 unsupported_media_type - Send the body as JSON, with the header `Content-Type: application/json`."
    );
}

#[tokio::test]
async fn a_path_that_cannot_be_an_id_is_not_found() {
    assert_eq!(fetch("/orders/7").await, (200, json!(7)));
    for path in ["/orders/seven", "/orders/-1", "/orders/7%20", "/notes/%ff"] {
        assert_eq!(
            refusal(fetch(path).await),
            "404 not_found - There is nothing here.",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_bad_query_names_the_parameter() {
    assert_eq!(fetch("/orders?limit=5").await, (200, json!([5, ""])));
    assert_eq!(
        refusal(fetch("/orders?limit=many").await),
        "422 invalid_field limit limit: invalid digit found in string"
    );
    assert_eq!(
        refusal(fetch("/orders").await),
        "422 invalid_field limit limit: missing field `limit`"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_the_parser_panic_or_give_a_server_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = body::parse::<Order>(&bytes) {
            prop_assert!(error.status.is_client_error());
        }
    }

    #[test]
    fn no_accepted_text_holds_nul(text in ".{0,20}", nul in any::<bool>()) {
        let text = if nul { format!("{text}\0") } else { text.replace('\0', "") };
        let encoded = serde_json::to_vec(&json!({"name": text})).unwrap();
        prop_assert_eq!(body::parse::<Order>(&encoded).is_err(), nul);
    }
}
