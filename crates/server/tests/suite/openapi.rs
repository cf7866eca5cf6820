//! The API's description is complete and its copy is fresh.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Document, sqlite};

#[tokio::test]
async fn every_operation_is_described() {
    let server = sqlite().await;
    let mut ids = std::collections::BTreeSet::new();
    for operation in Document::fetch(&server).await.operations() {
        let (name, described) = (operation.name(), &operation.description);
        let text = |field: &str| described[field].as_str().unwrap_or_default();
        assert!(!text("summary").is_empty(), "{name} has no summary");
        assert!(
            !text("summary").ends_with('.'),
            "{name}: a summary is no sentence"
        );
        assert_eq!(
            described["tags"].as_array().map(Vec::len),
            Some(1),
            "{name} has no tag"
        );
        assert!(
            ids.insert(text("operationId").to_owned()) && !text("operationId").is_empty(),
            "{name}"
        );
        let responses = described["responses"].as_object().unwrap();
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{name} never succeeds"
        );
        if operation.is_public() && operation.is_safe() {
            continue;
        }
        let body = match operation.is_openai() {
            true => "#/components/schemas/OpenAiErrorBody",
            false => "#/components/schemas/ErrorBody",
        };
        for status in ["4XX", "5XX"] {
            let schema = responses[status].pointer("/content/application~1json/schema/$ref");
            assert_eq!(schema, Some(&Value::from(body)), "{name} {status}");
        }
    }
}

/// Operations of other people's protocols, whose clients add what they like.
const LENIENT: [&str; 9] = [
    "POST /api/chat",
    "POST /v1/chat/completions",
    "POST /v1/conversations",
    "POST /v1/conversations/batch-delete",
    "POST /v1/conversations/{conversation_id}",
    "POST /v1/conversations/{conversation_id}/items",
    "POST /v1/embeddings",
    "POST /v1/responses",
    "POST /webhooks/quo",
];

#[tokio::test]
async fn bodies_refuse_fields_they_do_not_know() {
    let server = sqlite().await;
    for operation in Document::fetch(&server).await.operations() {
        let name = operation.name();
        let lenient = LENIENT.contains(&name.as_str());
        assert_eq!(operation.is_lenient(), lenient, "{name}");
    }
}

#[tokio::test]
async fn the_document_is_the_one_that_the_program_prints_and_the_repository_keeps() {
    let server = sqlite().await;
    let served = Document::fetch(&server).await.0;
    let printed: Value = serde_json::from_str(&print(&["openapi"])).unwrap();
    assert_eq!(printed, served);
    let kept: Value = serde_json::from_str(&kept("openapi.json")).unwrap();
    assert_eq!(kept, served, "docs/openapi.json is stale: run `make gen`");
}

#[test]
fn the_documentation_of_the_settings_is_fresh() {
    let printed = print(&["config", "docs"]);
    assert_eq!(
        kept("CONFIG.md").trim_end(),
        printed.trim_end(),
        "docs/CONFIG.md is stale: run `make gen`"
    );
}

fn print(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_steward"))
        .args(arguments)
        .env_clear()
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn kept(file: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(docs.join(file)).unwrap()
}
