//! `send_sms`: answers the contact who wrote.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_store::Changes;

use crate::outgoing::{Outgoing, check_text};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct SendSms;

// No address is among the arguments: who gets the answer was fixed when the message came in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendSmsInput {
    /// What the text says, in plain words. At most 1,600 characters.
    text: String,
}

impl Typed for SendSms {
    type Input = SendSmsInput;
    const NAME: &'static str = "send_sms";
    const DESCRIPTION: &'static str =
        "Sends a text message to the person who wrote, from the number they wrote to.";
    const TOOLSET: &'static str = "messaging";
    const ROLE: ToolRole = ToolRole::Reply;
    const REACH: Reach = Reach::Local;
    const NEEDS: &'static [Capability] = &[Capability::Reply];

    fn action(
        &self,
        context: &ToolContext,
        input: &SendSmsInput,
    ) -> Result<Option<Action>, String> {
        let reply = context.answering()?;
        check_text(&input.text)?;
        Ok(Some(Action::Send {
            to: reply.to.clone(),
            from: reply.from.clone(),
            body: input.text.clone(),
        }))
    }

    async fn call(&self, context: &ToolContext, input: SendSmsInput) -> ToolOutput {
        match changes(context, input) {
            Ok(changes) => ToolOutput::done("The text is on its way.").changing(changes),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

fn changes(context: &ToolContext, input: SendSmsInput) -> Result<Changes, String> {
    let reply = context.answering()?;
    check_text(&input.text)?;
    let outgoing = Outgoing::answer(reply, input.text);
    Ok(Changes {
        effects: vec![outgoing.effect(context)?],
        ..Changes::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use steward_agent::{Rule, Verdict};
    use steward_channels::Message;
    use steward_model::{
        ApprovalId, ApproverRole, EffectClass, EffectVerdict, Integrity, SystemIds, Timestamp,
    };
    use steward_testkit::TestDatabase;

    use super::*;
    use crate::Tool;
    use crate::fixture::{ANA, LINE, call, judged, refusal, turn};

    #[tokio::test]
    async fn an_answer_goes_to_who_wrote_from_the_line_they_wrote_to() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let reply = context.reply.clone().unwrap().context;
        let output = call(SendSms, &context, json!({"text": "Yes, at 5."})).await;
        assert_eq!(output.content, Ok(vec!["The text is on its way.".into()]));
        let [effect] = <[_; 1]>::try_from(output.changes.effects).unwrap();
        let payload: Message = serde_json::from_slice(&effect.payload).unwrap();
        let message = Message {
            to: ANA.into(),
            from: LINE.into(),
            text: "Yes, at 5.".into(),
        };
        assert_eq!(payload, message);
        assert_eq!(
            (effect.contact_id, effect.line_id),
            (reply.contact, reply.line)
        );
        assert_eq!(
            (effect.class, effect.channel.as_str()),
            (EffectClass::Asked, "sms")
        );
        assert_eq!(effect.idem_key, context.idem_key);
        assert_eq!(
            (effect.verdict, effect.rule.as_str()),
            (EffectVerdict::Allow, "R2")
        );
        assert_eq!((effect.approval_id, effect.not_before), (None, None));
        assert_eq!(effect.integrity, Integrity::Untrusted);
        let in_an_hour = Timestamp::parse_rfc3339("2026-01-01T01:00:00Z").unwrap();
        assert_eq!(effect.expires_at, in_an_hour);
    }

    #[tokio::test]
    async fn the_gate_is_shown_both_addresses_and_all_of_the_text() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let shown = Tool::action(&SendSms, &context, &json!({"text": "Yes, at 5."}));
        let send = Action::Send {
            to: ANA.into(),
            from: LINE.into(),
            body: "Yes, at 5.".into(),
        };
        assert_eq!(shown, Ok(Some(send)));
    }

    #[tokio::test]
    async fn an_approved_answer_names_its_approval() {
        let db = TestDatabase::sqlite();
        let approval = ApprovalId::generate(&SystemIds);
        let context = ToolContext {
            decision: judged(Verdict::Approve(ApproverRole::Member), Rule::R7),
            approval: Some(approval),
            ..turn(&db).await
        };
        let output = call(SendSms, &context, json!({"text": "Call +1 415 555 0123."})).await;
        let effect = &output.changes.effects[0];
        assert_eq!(effect.verdict, EffectVerdict::Approved);
        assert_eq!(effect.approval_id, Some(approval));
        assert_eq!(effect.rule, "R7");
    }

    #[test]
    fn the_sender_knows_what_texts_are_sent_with() {
        assert_eq!(
            steward_store::SENDS_TEXTS,
            [SendSms::NAME, SendSms::TOOLSET]
        );
    }

    #[tokio::test]
    async fn nothing_leaves_that_nobody_allowed() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let approval = Some(ApprovalId::generate(&SystemIds));
        let asks = judged(Verdict::Approve(ApproverRole::Member), Rule::R7);
        let denies = judged(Verdict::Deny, Rule::R1);
        for (decision, approval) in [
            (None, None),
            (None, approval),
            (asks, None),
            (denies, None),
            (denies, approval),
        ] {
            let context = ToolContext {
                decision,
                approval,
                ..context.clone()
            };
            let output = call(SendSms, &context, json!({"text": "Yes"})).await;
            assert_eq!(refusal(output), "Nothing was sent: this was not allowed.");
        }
    }

    #[tokio::test]
    async fn what_makes_no_text_is_refused_before_anybody_is_asked() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        for arguments in [
            json!({"text": "  "}),
            json!({"text": "x".repeat(1_601)}),
            json!({"text": "Yes", "to": "+14155550111"}),
            json!({}),
        ] {
            let asked = Tool::action(&SendSms, &context, &arguments).unwrap_err();
            assert_eq!(refusal(call(SendSms, &context, arguments).await), asked);
        }
    }

    #[tokio::test]
    async fn without_somebody_who_wrote_there_is_nobody_to_answer() {
        let db = TestDatabase::sqlite();
        let context = ToolContext {
            reply: None,
            ..turn(&db).await
        };
        let arguments = json!({"text": "Yes"});
        let asked = Tool::action(&SendSms, &context, &arguments).unwrap_err();
        assert_eq!(asked, "Nobody wrote, so there is nobody to answer.");
        assert_eq!(refusal(call(SendSms, &context, arguments).await), asked);
    }

    #[test]
    fn the_model_reads_this() {
        insta::assert_json_snapshot!(SendSms.entry(), @r#"
        {
          "spec": {
            "name": "send_sms",
            "description": "Sends a text message to the person who wrote, from the number they wrote to.",
            "input_schema": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "text": {
                  "type": "string",
                  "description": "What the text says, in plain words. At most 1,600 characters."
                }
              },
              "required": [
                "text"
              ]
            }
          },
          "toolset": "messaging",
          "role": {
            "role": "reply"
          },
          "consent": "by_gate",
          "right": null,
          "least_origin": "untrusted"
        }
        "#);
    }
}
