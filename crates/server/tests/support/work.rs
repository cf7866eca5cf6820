//! One of everything that comes of turns.

use steward_model::{
    AgentId, ApprovalId, ApproverRole, ContactId, EffectClass, EffectVerdict, Integrity, LineId,
    MessageKind, Misfire, OrgId, Scope, SystemIds, ThreadId, Timestamp,
};
use steward_store::{
    Draft, DraftOption, NewApproval, NewEffect, NewJob, NewSchedule, NewSuggestion, Origin,
    Outgoing, Page, Store, TurnFilter, TurnRecord,
};

use super::seeds::new_notice;

/// What an agent has done: a turn, and one of everything that comes of turns.
pub(crate) struct Work {
    pub(crate) turn: TurnRecord,
    pub(crate) approval: ApprovalId,
    pub(crate) suggestion: String,
    pub(crate) effect: String,
    pub(crate) notice: String,
    pub(crate) schedule: String,
    pub(crate) job: String,
}

impl Work {
    pub(crate) async fn create(
        store: &Store,
        (org, agent): (OrgId, AgentId),
        thread: ThreadId,
        (contact, line): (ContactId, LineId),
        canary: &str,
    ) -> Self {
        let mine = store.org(org);
        let turn = ended_turn(store, org, thread).await;
        let origin = Origin {
            org,
            thread: turn.thread_id,
            turn: Some(turn.id),
            agent: Some(agent),
        };
        let approval = ApprovalId::generate(&SystemIds);
        let outgoing = Outgoing {
            effects: vec![new_effect(contact, line, canary)],
            approvals: vec![new_approval(approval, canary)],
            notices: vec![new_notice(turn.id, canary)],
            suggestions: vec![new_suggestion((contact, line), &turn, canary)],
        };
        let effects = store.put_out(origin, outgoing).await.unwrap();
        let mut suggestions = mine.suggestions(&all(), true).await.unwrap();
        suggestions.retain(|suggestion| suggestion.turn_id == turn.id);
        let mut notices = mine.notices(&all(), true).await.unwrap();
        notices.retain(|notice| notice.turn_id == Some(turn.id));
        let schedule = NewSchedule {
            agent_id: agent,
            correlation_key: "schedules".into(),
            scope: Scope::Agent(agent),
            name: canary.to_owned(),
            cron: Some("0 9 * * *".into()),
            zone: "UTC".into(),
            payload: serde_json::json!({ "text": canary }),
            next_at: Some(far()),
            misfire: Misfire::RunOnce,
            enabled: true,
            created_by: None,
            made_in: None,
        };
        let job = NewJob {
            kind: "archive_idle_threads".into(),
            subject: org.to_string(),
            dedupe_key: "a job of the tests".into(),
            run_at: far(),
        };
        Self {
            turn,
            approval,
            suggestion: suggestions[0].id.to_string(),
            effect: effects[0].to_string(),
            notice: notices[0].id.to_string(),
            schedule: mine.create_schedule(schedule).await.unwrap().id.to_string(),
            job: mine.enqueue(job).await.unwrap().to_string(),
        }
    }
}

async fn ended_turn(store: &Store, org: OrgId, thread: ThreadId) -> TurnRecord {
    let filter = TurnFilter {
        thread: Some(thread),
        ..TurnFilter::default()
    };
    let over = async {
        loop {
            let turns = store.org(org).turns(&all(), &filter).await.unwrap();
            match turns.into_iter().find(|turn| turn.ended_at.is_some()) {
                Some(turn) => return turn,
                None => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), over)
        .await
        .expect("the turn never ended")
}

fn new_effect(contact: ContactId, line: LineId, canary: &str) -> NewEffect {
    NewEffect {
        idem_key: format!("effect of {canary}"),
        contact_id: contact,
        line_id: line,
        class: EffectClass::Opaque,
        channel: "sms".into(),
        payload: serde_json::to_vec(&serde_json::json!({
            "to": "+14155550100", "from": "+14155550199", "text": canary
        }))
        .unwrap(),
        integrity: Integrity::User,
        verdict: EffectVerdict::Allow,
        rule: "R3".into(),
        approval_id: None,
        not_before: Some(far()),
        expires_at: Timestamp::from_micros(far().as_micros() + 1),
    }
}

fn new_approval(id: ApprovalId, canary: &str) -> NewApproval {
    NewApproval {
        id,
        call_id: "t1_9_1".into(),
        tool: "text_contact".into(),
        arguments: serde_json::to_vec(&serde_json::json!({ "text": canary })).unwrap(),
        agent_revision: 1,
        approver: ApproverRole::Member,
        rule: "R4".into(),
        expires_at: far(),
    }
}

fn new_suggestion(
    (contact_id, line_id): (ContactId, LineId),
    turn: &TurnRecord,
    canary: &str,
) -> NewSuggestion {
    let option = |body: String| DraftOption {
        body,
        confidence: Some(0.5),
    };
    NewSuggestion {
        idem_key: format!("suggestion of {}", turn.id),
        contact_id,
        line_id,
        kind: MessageKind::Scheduling,
        draft: Draft {
            to: "+14155550100".into(),
            from: "+14155550199".into(),
            channel: "sms".into(),
            options: vec![option(canary.to_owned()), option(format!("Not {canary}"))],
        },
    }
}

/// 2100, which no test reaches.
pub(super) fn far() -> Timestamp {
    Timestamp::parse_rfc3339("2100-01-01T00:00:00Z").unwrap()
}

fn all() -> Page {
    Page {
        after: None,
        limit: 100,
    }
}
