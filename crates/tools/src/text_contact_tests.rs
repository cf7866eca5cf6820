use serde_json::{Value, json};
use steward_agent::{Action, Consent, Decision, Rule, Verdict};
use steward_channels::Message;
use steward_model::{
    ApprovalId, ApproverRole, ContactId, EffectVerdict, EventKind, Identifier, IdentifierKind,
    InboundSms, Integrity, LineId, Role, SystemIds,
};
use steward_store::{Contact, NewEvent, NewMember, Page};
use steward_testkit::{TestDatabase, on_both};

use crate::fixture::{LINE, call, judged, known_by, named, phone, refusal, turn};
use crate::text_contact::TextContact;
use crate::{Reply, Tool, ToolContext, ToolOutput};

const BO: &str = "+14155550111";

fn asks() -> Option<Decision> {
    judged(Verdict::Approve(ApproverRole::Member), Rule::R4)
}

/// What comes of a call once a person agreed to what they were shown.
async fn agreed(context: &ToolContext, arguments: Value) -> ToolOutput {
    let shown = TextContact.asked(context, arguments).await.unwrap();
    call(TextContact, context, shown).await
}

fn message(output: &ToolOutput) -> (LineId, Message) {
    let [effect] = output.changes.effects.as_slice() else {
        panic!("{output:?}");
    };
    (
        effect.line_id,
        serde_json::from_slice(&effect.payload).unwrap(),
    )
}

/// A turn whose call was approved, and another contact.
async fn approved(db: &TestDatabase, known: Identifier) -> (ToolContext, Contact) {
    let context = ToolContext {
        decision: asks(),
        approval: Some(ApprovalId::generate(&SystemIds)),
        ..turn(db).await
    };
    let of_org = context.store().org(context.org_id);
    let contact = of_org.create_contact(known_by(known)).await.unwrap();
    (context, contact)
}

#[test]
fn an_approved_text_leaves_from_the_line_of_the_conversation() {
    on_both(|db| async move {
        let (context, bo) = approved(&db, phone(BO)).await;
        let first = context.reply.clone().unwrap().context.line;
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let output = agreed(&context, arguments).await;
        let [effect] = <[_; 1]>::try_from(output.changes.effects).unwrap();
        let message: Message = serde_json::from_slice(&effect.payload).unwrap();
        assert_eq!((message.to.as_str(), message.from.as_str()), (BO, LINE));
        assert_eq!(message.text, "Hi");
        assert_eq!((effect.contact_id, effect.line_id), (bo.id, first));
        assert_eq!(effect.verdict, EffectVerdict::Approved);
        assert_eq!(effect.approval_id, context.approval);
        assert_eq!(
            (effect.rule.as_str(), effect.channel.as_str()),
            ("R4", "sms")
        );
    });
}

#[test]
fn without_a_conversation_by_text_it_leaves_from_the_first_phone_line() {
    on_both(|db| async move {
        let (context, bo) = approved(&db, phone(BO)).await;
        let of_org = context.store().org(context.org_id);
        of_org.create_line(named("+14155550198")).await.unwrap();
        let reply = context.reply.clone().unwrap();
        let first = reply.context.line;
        let by_email = Reply {
            from: "desk@acme.example".into(),
            channel: "email".into(),
            ..reply
        };
        for reply in [None, Some(by_email)] {
            let context = ToolContext {
                reply,
                ..context.clone()
            };
            let arguments = json!({"contact_id": bo.id, "text": "Hi"});
            let (line, message) = message(&agreed(&context, arguments).await);
            assert_eq!((line, message.from.as_str()), (first, LINE));
        }
    });
}

#[test]
fn a_text_that_cannot_be_addressed_is_refused() {
    on_both(|db| async move {
        let email = Identifier::parse(IdentifierKind::Email, "cy@example.com").unwrap();
        let (context, cy) = approved(&db, email).await;
        let of_org = context.store().org(context.org_id);
        let gone = of_org.create_contact(known_by(phone(BO))).await.unwrap();
        assert!(of_org.forget_contact(gone.id, "system").await.unwrap());
        let stranger = ContactId::generate(&SystemIds);
        for (contact, reason) in [
            (cy.id, "This contact has no phone number."),
            (gone.id, "This contact has no phone number."),
            (stranger, "There is no contact with this id."),
        ] {
            let arguments = json!({"contact_id": contact, "text": "Hi"});
            assert_eq!(refusal(agreed(&context, arguments).await), reason);
        }
        let lines = of_org
            .lines(&Page {
                after: None,
                limit: 9,
            })
            .await
            .unwrap();
        assert!(of_org.delete_line(lines[0].id).await.unwrap());
        let bo = of_org.create_contact(known_by(phone(BO))).await.unwrap();
        let context = ToolContext {
            reply: None,
            ..context.clone()
        };
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let output = agreed(&context, arguments).await;
        assert_eq!(
            refusal(output),
            "The team had no phone line to send from when a person was asked."
        );
    });
}

#[test]
fn the_contact_of_another_organisation_is_not_there() {
    on_both(|db| async move {
        let (context, bo) = approved(&db, phone(BO)).await;
        let owner = NewMember {
            name: "Zoe".into(),
            role: Role::Owner,
            identifiers: vec![],
        };
        let (other, _) = context.store().create_org("Zenith", owner).await.unwrap();
        let context = ToolContext {
            org_id: other.id,
            ..context
        };
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let output = agreed(&context, arguments).await;
        assert_eq!(refusal(output), "There is no contact with this id.");
    });
}

#[tokio::test]
async fn nothing_leaves_without_a_person_even_if_the_gate_would_allow_it() {
    let db = TestDatabase::sqlite();
    let (context, bo) = approved(&db, phone(BO)).await;
    for decision in [judged(Verdict::Allow, Rule::R3), asks(), None] {
        let context = ToolContext {
            decision,
            approval: None,
            ..context.clone()
        };
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let output = agreed(&context, arguments).await;
        assert_eq!(
            refusal(output),
            "Nothing was sent: a person must agree first."
        );
    }
    assert_eq!(TextContact.entry().consent, Consent::Always);
}

#[tokio::test]
async fn the_gate_never_takes_it_for_an_answer() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let ana = context.reply.clone().unwrap().context.contact;
    let arguments = json!({"contact_id": ana, "text": "Hi"});
    let send = Action::Send {
        to: format!("contact:{ana}"),
        from: LINE.into(),
        body: "Hi".into(),
    };
    assert_eq!(
        Tool::action(&TextContact, &context, &arguments),
        Ok(Some(send))
    );
    for (arguments, reason) in [
        (
            json!({"contact_id": "Ana", "text": "Hi"}),
            "`contact_id` is not the id of a contact.",
        ),
        (
            json!({"contact_id": ana, "text": ""}),
            "The text is empty. Write what it should say.",
        ),
        (
            json!({"contact_id": ana, "text": "Hi", "from": LINE}),
            "The arguments do not fit: unknown field `from`, the line is not chosen.",
        ),
    ] {
        let asked = Tool::action(&TextContact, &context, &arguments);
        assert_eq!(asked, Err(reason.to_owned()));
    }
}

#[test]
fn what_was_shown_is_what_is_sent_whatever_line_the_conversation_is_on_by_then() {
    on_both(|db| async move {
        let (context, bo) = approved(&db, phone(BO)).await;
        let of_org = context.store().org(context.org_id);
        let second = of_org.create_line(named("+14155550198")).await.unwrap();
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let shown = TextContact.asked(&context, arguments.clone()).await;
        let mut shown = shown.unwrap();
        assert_eq!(
            shown,
            json!({"contact_id": bo.id, "from": LINE, "text": "Hi"})
        );
        let reply = context.reply.clone().unwrap();
        let moved = ToolContext {
            reply: Some(Reply {
                from: second.address.clone(),
                ..reply.clone()
            }),
            ..context.clone()
        };
        let (line, sent) = message(&call(TextContact, &moved, shown.clone()).await);
        assert_eq!((line, sent.from.as_str()), (reply.context.line, LINE));
        // A person may say another line of the team's, and nobody one of another team's or none.
        shown["from"] = json!(second.address);
        let (line, sent) = message(&call(TextContact, &context, shown.clone()).await);
        assert_eq!((line, sent.from), (second.id, second.address));
        for strange in ["+14155550999", "the first"] {
            shown["from"] = json!(strange);
            assert_eq!(
                refusal(call(TextContact, &context, shown.clone()).await),
                format!(
                    "The team has no line {strange}, which a person agreed to. Ask again if it is wanted."
                )
            );
        }
        let missing = "`from` is missing: the line that it leaves from is agreed to as well.";
        let judged = Tool::action(&TextContact, &context, &arguments);
        assert_eq!(judged, Err(missing.to_owned()));
        assert_eq!(
            refusal(call(TextContact, &context, arguments).await),
            missing
        );
        // A line that is gone is no line, and no other takes its place.
        assert!(of_org.delete_line(reply.context.line).await.unwrap());
        shown["from"] = json!(LINE);
        let gone = refusal(call(TextContact, &context, shown).await);
        assert!(gone.starts_with("The team has no line"), "{gone}");
    });
}

#[test]
fn the_model_reads_this() {
    insta::assert_json_snapshot!(TextContact.entry(), @r#"
    {
      "spec": {
        "name": "text_contact",
        "description": "Sends a text message to a contact other than the one who wrote. A person of the team is asked first, and sees exactly what you write.",
        "input_schema": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "contact_id": {
              "type": "string",
              "description": "The id of the contact who gets the text."
            },
            "text": {
              "type": "string",
              "description": "What the text says, in plain words. At most 1,600 characters."
            }
          },
          "required": [
            "contact_id",
            "text"
          ]
        }
      },
      "toolset": "messaging",
      "role": {
        "role": "send_elsewhere"
      },
      "consent": "always",
      "right": null,
      "least_origin": "untrusted"
    }
    "#);
}

#[test]
fn in_a_turn_that_answers_no_text_it_leaves_from_the_line_of_the_last_one() {
    on_both(|db| async move {
        let (context, bo) = approved(&db, phone(BO)).await;
        let of_org = context.store().org(context.org_id);
        let second = of_org.create_line(named("+14155550198")).await.unwrap();
        let asked = context.reply.clone().unwrap();
        let sms = InboundSms {
            message_id: "SM2".into(),
            contact_id: asked.context.contact,
            line_id: second.id,
            from: asked.to,
            to: second.address.clone(),
            text: "Ask Bo".into(),
            media: Vec::new(),
        };
        let text = NewEvent {
            agent_id: context.agent_id,
            correlation_key: context.correlation_key.clone(),
            scope: context.scope,
            source: "twilio".into(),
            dedupe_key: "SM2".into(),
            kind: EventKind::InboundSms,
            payload: serde_json::to_vec(&sms).unwrap(),
            integrity: Integrity::Untrusted,
        };
        of_org.accept(text).await.unwrap();
        let context = ToolContext {
            reply: None,
            ..context.clone()
        };
        let arguments = json!({"contact_id": bo.id, "text": "Hi"});
        let (line, message) = message(&agreed(&context, arguments).await);
        assert_eq!((message.from, line), (second.address, second.id));
    });
}
