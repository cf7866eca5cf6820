//! `escalate_to_user`: hands the conversation to a person. No agent is without it, so `steward-agent` describes it; here
//! is what a call does.

use serde::Deserialize;
use serde_json::Value;
use steward_model::NoticeKind;
use steward_store::{Changes, NewNotice};

use crate::tool::parse;
use crate::{ToolContext, ToolOutput};

#[derive(Deserialize)]
struct EscalateInput {
    reason: String,
    #[serde(default)]
    draft: Option<String>,
}

/// Carries out a call of `escalate_to_user`: a notice for the team.
pub fn escalate(context: &ToolContext, arguments: Value) -> ToolOutput {
    let input: EscalateInput = match parse(arguments) {
        Ok(input) => input,
        Err(reason) => return ToolOutput::failed(reason),
    };
    if input.reason.trim().is_empty() {
        return ToolOutput::failed("The reason is empty. Write why a person is needed.");
    }
    let text = match input.draft.filter(|draft| !draft.trim().is_empty()) {
        Some(draft) => format!("{}\n\nDraft:\n{draft}", input.reason),
        None => input.reason,
    };
    let notice = NewNotice {
        kind: NoticeKind::Escalated,
        text,
        dedupe_key: context.idem_key.clone(),
    };
    ToolOutput::done("A person of the team was told and takes over.").changing(Changes {
        notices: vec![notice],
        ..Changes::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use steward_testkit::TestDatabase;

    use super::*;
    use crate::fixture::{refusal, turn};

    #[tokio::test]
    async fn a_person_reads_the_reason_and_the_draft() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let output = escalate(
            &context,
            json!({"reason": "She wants a refund.", "draft": "I will ask."}),
        );
        let said = "A person of the team was told and takes over.";
        assert_eq!(output.content, Ok(vec![said.into()]));
        let [notice] = <[_; 1]>::try_from(output.changes.notices).unwrap();
        assert_eq!(notice.kind, NoticeKind::Escalated);
        assert_eq!(notice.text, "She wants a refund.\n\nDraft:\nI will ask.");
        assert_eq!(notice.dedupe_key, context.idem_key);
        assert!(output.changes.effects.is_empty() && output.changes.schedules.is_empty());
    }

    #[tokio::test]
    async fn a_draft_that_says_nothing_is_left_out() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        for arguments in [
            json!({"reason": "I do not know."}),
            json!({"reason": "I do not know.", "draft": null}),
            json!({"reason": "I do not know.", "draft": " "}),
        ] {
            let output = escalate(&context, arguments);
            assert_eq!(output.changes.notices[0].text, "I do not know.");
        }
    }

    #[tokio::test]
    async fn a_person_is_not_called_without_a_reason() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let empty = escalate(&context, json!({"reason": " "}));
        assert_eq!(
            refusal(empty),
            "The reason is empty. Write why a person is needed."
        );
        let missing = refusal(escalate(&context, json!({})));
        assert_eq!(missing, "The arguments do not fit: missing field `reason`.");
    }
}
