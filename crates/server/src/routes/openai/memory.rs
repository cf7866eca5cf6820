//! What is said to models is remembered, so that the member's agents know of it.

use serde_json::Value;
use steward_memory::MESSAGE;
use steward_model::Integrity;
use steward_store::{NewPassage, PassageMeta};

use super::items::said;
use crate::auth::Caller;

/// What is to be remembered of these items.
pub(super) async fn worth_remembering(caller: &Caller, items: &[Value]) -> Vec<NewPassage> {
    let library = caller.app().runtime.memory();
    let mut remembered = Vec::new();
    for item in items {
        let (Some((speaker, text)), Some(id)) = (said(item), item["id"].as_str()) else {
            continue;
        };
        // What a model wrote may repeat whatever it was given to read.
        let integrity = match item["role"].as_str() {
            Some("user") => Integrity::User,
            _ => Integrity::Untrusted,
        };
        let like = NewPassage {
            agent_id: None,
            thread_id: None,
            contact_id: None,
            source: MESSAGE.to_owned(),
            source_ref: id.to_owned(),
            chunk_index: 0,
            integrity,
            text: String::new(),
            meta: PassageMeta {
                speaker: Some(speaker.to_owned()),
                ..PassageMeta::default()
            },
            priority: 0,
            embedding: None,
            occurred_at: caller.app().now(),
        };
        remembered.extend(library.passages(caller.org_id, &text, &like).await);
    }
    remembered
}
