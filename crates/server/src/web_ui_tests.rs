use http_body_util::BodyExt;

use super::*;

const FILES: [(&str, &str); 6] = [
    ("index.html", "<html>"),
    ("index.html.gz", "gz<html>"),
    ("favicon.svg", "<svg>"),
    ("assets/app-1a2b.js", "app()"),
    ("assets/app-1a2b.js.br", "br"),
    ("assets/app-1a2b.js.gz", "gz"),
];

fn built(name: &str) -> Option<Asset> {
    let index = FILES.iter().position(|(file, _)| *file == name)?;
    Some(Asset {
        data: Cow::Borrowed(FILES[index].1.as_bytes()),
        hash: [u8::try_from(index).unwrap(); 32],
    })
}

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    pairs
        .iter()
        .map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        })
        .collect()
}

fn get(path: &str, sent: &[(&'static str, &'static str)]) -> Response {
    answer(built, &Method::GET, path, &headers(sent))
}

async fn text(response: Response) -> String {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

#[tokio::test]
async fn the_index_is_always_checked_for_a_newer_one() {
    let response = get("/", &[]);
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
    assert_eq!(response.headers()[CACHE_CONTROL], "no-cache");
    assert_eq!(text(response).await, "<html>");
}

#[tokio::test]
async fn hashed_files_are_kept_forever_and_sent_in_the_smallest_form() {
    let cases = [
        ("gzip, deflate, br", Some("br"), "br"),
        ("gzip;q=1.0, br;q=0", Some("gzip"), "gz"),
        ("GZIP", Some("gzip"), "gz"),
        ("deflate", None, "app()"),
        ("", None, "app()"),
    ];
    for (accepted, encoding, body) in cases {
        let response = get("/assets/app-1a2b.js", &[("accept-encoding", accepted)]);
        let sent = response.headers();
        assert_eq!(sent[CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(sent[CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert_eq!(sent[VARY], "accept-encoding");
        let sent = sent
            .get(CONTENT_ENCODING)
            .map(|value| value.to_str().unwrap());
        assert_eq!(sent, encoding, "{accepted}");
        assert_eq!(text(response).await, body, "{accepted}");
    }
}

#[tokio::test]
async fn a_file_the_browser_has_is_not_sent_again() {
    let tag = get("/favicon.svg", &[]).headers()[ETAG].clone();
    for known in [
        "\"02020202020202020202020202020202\"",
        "W/\"02020202020202020202020202020202\"",
        "\"a\", \"02020202020202020202020202020202\"",
        "*",
    ] {
        let response = get("/favicon.svg", &[("if-none-match", known)]);
        assert_eq!(response.status(), 304, "{known}");
        assert_eq!(response.headers()[ETAG], tag);
        assert_eq!(text(response).await, "");
    }
    assert_eq!(
        get("/favicon.svg", &[("if-none-match", "\"a\"")]).status(),
        200
    );
}

#[tokio::test]
async fn pages_of_the_ui_get_the_index() {
    for path in ["/inbox", "/chat/42", "/v1x", "/apiary"] {
        let response = get(path, &[BROWSER]);
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(text(response).await, "<html>");
    }
    let response = get("/inbox", &[BROWSER, ("accept-encoding", "gzip")]);
    assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
    assert_eq!(text(response).await, "gz<html>");
}

#[test]
fn paths_of_programs_and_missing_files_are_not_found() {
    for path in [
        "/api",
        "/api/x",
        "/v1/nothing",
        "/auth/x",
        "/webhooks/x",
        "/query/x",
        "/health/x",
        "/assets/old-9.js",
        "//v1/x",
    ] {
        assert_eq!(get(path, &[BROWSER]).status(), 404, "{path}");
    }
    assert_eq!(
        get("/inbox", &[("accept", "application/json")]).status(),
        404
    );
    assert_eq!(get("/robots.txt", &[("accept", "*/*")]).status(), 404);
}

#[tokio::test]
async fn only_reading_is_allowed_and_head_has_no_body() {
    let refused = answer(built, &Method::POST, "/inbox", &HeaderMap::new());
    assert_eq!(refused.status(), 405);
    assert_eq!(refused.headers()[ALLOW], "GET, HEAD");
    let head = answer(built, &Method::HEAD, "/", &HeaderMap::new());
    assert_eq!(head.status(), 200);
    assert_eq!(head.headers()[CONTENT_LENGTH], "6");
    assert_eq!(text(head).await, "");
}

#[tokio::test]
async fn without_a_build_the_page_says_what_to_do() {
    let nothing = |_: &str| None;
    let response = answer(nothing, &Method::GET, "/", &HeaderMap::new());
    assert_eq!(response.status(), 503);
    let page = text(response).await;
    assert!(
        page.contains("make web") && page.contains("/openapi.json"),
        "{page}"
    );
    let missing = answer(nothing, &Method::GET, "/favicon.svg", &HeaderMap::new());
    assert_eq!(missing.status(), 404);
}
