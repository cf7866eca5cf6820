//! A turn that answers a text, on a fresh database, for the tests of the tools.

use serde_json::Value;
use steward_agent::{Decision, GATE_VERSION, ReplyContext, Rule, Verdict};
use steward_memory::{Library, Meaning};
use steward_model::{
    Clock, EventKind, Identifier, IdentifierKind, Integrity, MemoryMode, Role, Scope, SendMode,
};
use steward_store::{Accepted, AgentProfile, NewAgent, NewContact, NewEvent, NewLine, NewMember};
use steward_testkit::TestDatabase;

use crate::{Reply, Tool, ToolContext, ToolOutput};

pub(crate) const ANA: &str = "+14155550100";
pub(crate) const LINE: &str = "+14155550199";

/// A turn in which Ana wrote to the line and the gate allows what is called.
pub(crate) async fn turn(db: &TestDatabase) -> ToolContext {
    let store = db.open().await;
    let owner = NewMember {
        name: "Olga".into(),
        role: Role::Owner,
        identifiers: vec![],
    };
    let (org, _) = store.create_org("Acme", owner).await.unwrap();
    let of_org = store.org(org.id);
    let agent = of_org.create_agent(text_reply()).await.unwrap();
    let contact = of_org.create_contact(known_by(phone(ANA))).await.unwrap();
    let line = of_org.create_line(named(LINE)).await.unwrap();
    let arrived = NewEvent {
        agent_id: agent.id,
        correlation_key: format!("contact:{}", contact.id),
        scope: Scope::Contact(contact.id),
        source: "twilio".into(),
        dedupe_key: "SM1".into(),
        kind: EventKind::InboundSms,
        payload: b"{}".to_vec(),
        integrity: Integrity::Untrusted,
    };
    let Accepted::Queued { thread_id, .. } = of_org.accept(arrived.clone()).await.unwrap() else {
        panic!("it came for the first time")
    };
    ToolContext {
        org_id: org.id,
        thread_id,
        correlation_key: arrived.correlation_key,
        scope: arrived.scope,
        agent_id: agent.id,
        reply: Some(Reply {
            context: ReplyContext {
                contact: contact.id,
                message: "SM1".into(),
                line: line.id,
            },
            to: ANA.into(),
            from: LINE.into(),
            channel: "sms".into(),
        }),
        now: db.clock().now(),
        today: jiff::civil::date(2026, 1, 15),
        zone: "Europe/Vienna".into(),
        label: Integrity::Untrusted,
        idem_key: "thread/1/1/1".into(),
        decision: judged(Verdict::Allow, Rule::R2),
        approval: None,
        memory_mode: MemoryMode::Shared,
        memory: Library::new(store, Meaning::built_in().unwrap(), 1 << 20),
    }
}

/// Calls a tool as the runtime does.
pub(crate) async fn call(tool: impl Tool, context: &ToolContext, arguments: Value) -> ToolOutput {
    tool.call(context, arguments).await
}

/// Why a call failed. A call that fails must change nothing.
pub(crate) fn refusal(output: ToolOutput) -> String {
    let changes = output.changes;
    assert!(changes.effects.is_empty() && changes.notices.is_empty());
    assert!(changes.schedules.is_empty() && changes.cancelled.is_empty());
    assert_eq!(output.integrity, Integrity::System);
    output.content.unwrap_err()
}

pub(crate) fn judged(verdict: Verdict, rule: Rule) -> Option<Decision> {
    Some(Decision {
        verdict,
        rule,
        version: GATE_VERSION,
    })
}

pub(crate) fn phone(number: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Phone, number).unwrap()
}

pub(crate) fn known_by(identifier: Identifier) -> NewContact {
    NewContact {
        name: None,
        identifiers: vec![identifier],
    }
}

pub(crate) fn named(number: &str) -> NewLine {
    NewLine {
        address: phone(number),
        label: "Front desk".into(),
        agent_id: None,
        provider: steward_model::LineProvider::Twilio,
    }
}

fn text_reply() -> NewAgent {
    NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: None,
        profile: AgentProfile::default(),
        model: None,
        tools: vec![],
        send_mode: SendMode::Autonomous,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}
