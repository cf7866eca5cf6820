//! Suggestions: what an agent drafted leaves by a person's own act, once, to whoever wrote, and not when it is outdated.

use futures_util::future::join_all;
use steward_model::{
    AgentId, ContactId, EffectState, EventKind, Integrity, MemberId, MessageKind, OutdatedBy,
    Scope, SendMode, SuggestionId, SuggestionState, ThreadState,
};
use steward_store::{
    Draft, DraftOption, NewAgent, NewEvent, NewSuggestion, Outgoing, Picked, Seen, StoreError,
    Suggestion,
};
use steward_testkit::TestDatabase;

use super::agents::text_reply;
use super::outbox::{BO, World};
use super::story::{all, page};

stories![
    a_draft_waits_until_a_person_sends_it,
    a_suggesting_agents_draft_is_sent_by_a_person,
    of_twenty_who_send_one_does,
    what_was_changed_is_what_leaves,
    what_was_put_aside_is_not_sent,
    a_newer_text_outdates_a_draft,
    a_later_draft_takes_the_place_of_an_earlier_one,
    the_agent_learns_of_it_and_is_not_woken,
    the_suggestions_of_another_org_are_not_there,
    nobody_sends_to_a_forgotten_contact,
];

impl World {
    pub(super) fn suggestion(&self, name: &str) -> NewSuggestion {
        let option = |body: &str, confidence| DraftOption {
            body: body.to_owned(),
            confidence,
        };
        NewSuggestion {
            idem_key: name.into(),
            contact_id: self.contact,
            line_id: self.line,
            kind: MessageKind::Question,
            draft: Draft {
                to: BO.into(),
                from: "+14155550123".into(),
                channel: "sms".into(),
                options: vec![option("Yes, at 5.", Some(0.75)), option("At 6.", None)],
            },
        }
    }

    /// What has arrived was read by the turn, and is what its drafts answer.
    pub(super) async fn read_everything(&self, db: &TestDatabase) {
        let sql = format!(
            "update event set turn_id = '{}' where thread_id = '{}' and turn_id is null",
            self.turn, self.thread
        );
        db.data().execute(&sql).await;
    }

    /// Drafts replies to everything that has arrived, and tells the newest suggestion.
    async fn draft(&self, db: &TestDatabase, name: &str) -> Suggestion {
        self.read_everything(db).await;
        let outgoing = Outgoing {
            suggestions: vec![self.suggestion(name)],
            ..Outgoing::default()
        };
        self.store.put_out(self.origin(), outgoing).await.unwrap();
        let here = self.store.org(self.org);
        let mut all = here.suggestions(&all(), false).await.unwrap();
        all.pop().unwrap()
    }

    async fn send(&self, id: SuggestionId, option: usize, text: Option<&str>) -> Option<Seen> {
        let text = text.map(str::to_owned);
        let picked = Picked { option, text };
        let here = self.store.org(self.org);
        here.send_suggestion(id, self.owner, picked).await.unwrap()
    }

    /// What is ready to leave, as JSON.
    async fn leaving(&self) -> Vec<serde_json::Value> {
        let claimed = self.claim().await;
        let read = |payload: &[u8]| serde_json::from_slice(payload).unwrap();
        claimed.iter().map(|effect| read(&effect.payload)).collect()
    }

    async fn standing(&self, id: SuggestionId) -> SuggestionState {
        let here = self.store.org(self.org);
        here.suggestion(id).await.unwrap().unwrap().state
    }
}

fn inbound(agent_id: AgentId, contact: ContactId, name: &str) -> NewEvent {
    NewEvent {
        agent_id,
        correlation_key: format!("contact:{contact}"),
        scope: Scope::Contact(contact),
        source: "twilio".into(),
        dedupe_key: name.into(),
        kind: EventKind::InboundSms,
        payload: b"{}".to_vec(),
        integrity: Integrity::Untrusted,
    }
}

async fn a_draft_waits_until_a_person_sends_it(db: TestDatabase) {
    let it = World::new(&db).await;
    let drafted = it.draft(&db, "one").await;
    assert_eq!(drafted.state, SuggestionState::Waiting);
    assert_eq!(
        (drafted.thread_id, drafted.turn_id, drafted.agent_id),
        (it.thread, it.turn, it.agent)
    );
    assert_eq!(drafted.draft, Some(it.suggestion("one").draft));
    assert_eq!(it.leaving().await, Vec::<serde_json::Value>::new());
    let here = it.store.org(it.org);
    assert_eq!(here.suggestions(&all(), true).await.unwrap().len(), 1);
    let after = page(Some(drafted.id.to_string()), 9);
    assert!(here.suggestions(&after, false).await.unwrap().is_empty());

    assert_eq!(it.send(drafted.id, 1, None).await, Some(Seen::Now));
    let expected = serde_json::json!({"to": BO, "from": "+14155550123", "text": "At 6."});
    assert_eq!(it.leaving().await, [expected]);
    let sent = here.suggestion(drafted.id).await.unwrap().unwrap();
    assert_eq!(sent.state, SuggestionState::Sent);
    assert_eq!((sent.picked, sent.edited), (Some(1), false));
    assert_eq!(sent.decided_by, Some(it.owner));
    assert!(sent.effect_id.is_some());
    assert!(here.suggestions(&all(), true).await.unwrap().is_empty());
    let noted = it.actions(&db, &drafted.id).await;
    assert_eq!(noted, ["suggestion.drafted", "suggestion.sent"]);
    let effect = sent.effect_id.unwrap();
    let sql =
        format!("select actor from audit where subject = '{effect}' and action = 'effect.pending'");
    let by = db.data().rows(&sql).await;
    assert!(format!("{by:?}").contains(&format!("member:{}", it.owner)));
    let report = here.verify_audit(None, &|_| {}).await.unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}

async fn a_suggesting_agents_draft_is_sent_by_a_person(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let agent = here.agent(it.agent).await.unwrap().unwrap();
    let suggesting = NewAgent {
        send_mode: SendMode::Suggest,
        ..text_reply()
    };
    let by = Some(it.owner);
    let replaced = here.replace_agent(it.agent, agent.revision, suggesting, by);
    assert!(replaced.await.unwrap());
    let own = it.put(it.effect("the agent's own")).await;
    let drafted = it.draft(&db, "one").await;
    assert_eq!(it.send(drafted.id, 0, None).await, Some(Seen::Now));
    let leaving = it.leaving().await;
    assert_eq!(
        leaving.len(),
        1,
        "what the agent sends itself does not leave"
    );
    assert_eq!(leaving[0]["text"], "Yes, at 5.");
    let effect = here.effect(own).await.unwrap().unwrap();
    assert_eq!(effect.effect.state, EffectState::Review);
}

async fn of_twenty_who_send_one_does(db: TestDatabase) {
    let it = World::new(&db).await;
    let drafted = it.draft(&db, "one").await;
    let seen = join_all((0..20).map(|which| it.send(drafted.id, which % 2, None))).await;
    let now = seen.iter().filter(|seen| **seen == Some(Seen::Now)).count();
    assert_eq!(now, 1);
    let late = Some(Seen::Before(SuggestionState::Sent));
    assert_eq!(seen.iter().filter(|seen| **seen == late).count(), 19);
    assert_eq!(it.leaving().await.len(), 1);
}

async fn what_was_changed_is_what_leaves(db: TestDatabase) {
    let it = World::new(&db).await;
    let drafted = it.draft(&db, "one").await;
    let here = it.store.org(it.org);
    let wrong = Picked {
        option: 2,
        text: None,
    };
    let refused = here.send_suggestion(drafted.id, it.owner, wrong).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))));
    let nobody = MemberId::generate(&steward_model::SystemIds);
    let picked = Picked {
        option: 0,
        text: None,
    };
    let refused = here.send_suggestion(drafted.id, nobody, picked).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))));
    assert!(it.leaving().await.is_empty());

    let changed = Some("Yes, at 5:30.");
    assert_eq!(it.send(drafted.id, 0, changed).await, Some(Seen::Now));
    assert_eq!(it.leaving().await[0]["text"], "Yes, at 5:30.");
    let sent = here.suggestion(drafted.id).await.unwrap().unwrap();
    assert_eq!((sent.picked, sent.edited), (Some(0), true));
    assert_eq!(sent.draft, drafted.draft, "what was drafted is kept");
}

async fn what_was_put_aside_is_not_sent(db: TestDatabase) {
    let it = World::new(&db).await;
    let drafted = it.draft(&db, "one").await;
    let here = it.store.org(it.org);
    let seen = here.dismiss_suggestion(drafted.id, it.owner).await.unwrap();
    assert_eq!(seen, Some(Seen::Now));
    let late = Some(Seen::Before(SuggestionState::Dismissed));
    assert_eq!(it.send(drafted.id, 0, None).await, late);
    let again = here.dismiss_suggestion(drafted.id, it.owner).await.unwrap();
    assert_eq!(again, late);
    assert!(it.leaving().await.is_empty());
    let noted = it.actions(&db, &drafted.id).await;
    assert_eq!(noted, ["suggestion.drafted", "suggestion.dismissed"]);
}

async fn a_newer_text_outdates_a_draft(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let drafted = it.draft(&db, "one").await;
    assert_eq!(it.standing(drafted.id).await, SuggestionState::Waiting);
    here.accept(inbound(it.agent, it.contact, "newer"))
        .await
        .unwrap();
    assert_eq!(it.standing(drafted.id).await, SuggestionState::Outdated);
    assert!(here.suggestions(&all(), true).await.unwrap().is_empty());
    let late = Some(Seen::Before(SuggestionState::Outdated));
    assert_eq!(it.send(drafted.id, 0, None).await, late);
    assert!(it.leaving().await.is_empty());
}

async fn a_later_draft_takes_the_place_of_an_earlier_one(db: TestDatabase) {
    let it = World::new(&db).await;
    let first = it.draft(&db, "one").await;
    let same = it.draft(&db, "one").await;
    assert_eq!(same.id, first.id, "the same call is the same draft");
    let second = it.draft(&db, "two").await;
    assert_ne!(second.id, first.id);
    assert_eq!(it.standing(first.id).await, SuggestionState::Outdated);
    assert_eq!(it.standing(second.id).await, SuggestionState::Waiting);
}

async fn the_agent_learns_of_it_and_is_not_woken(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let idle = format!(
        "update thread set state = 'idle' where id = '{}'",
        it.thread
    );
    db.data().execute(&idle).await;
    let drafted = it.draft(&db, "one").await;
    it.send(drafted.id, 0, None).await;
    let unread = "select kind, integrity from event where turn_id is null";
    let told = db.data().rows(unread).await;
    assert_eq!(told.len(), 1);
    assert!(format!("{told:?}").contains("team_reply"), "{told:?}");
    let thread = here.thread(it.thread).await.unwrap().unwrap();
    assert_eq!(thread.state, ThreadState::Idle, "nobody is asked to answer");
}

async fn the_suggestions_of_another_org_are_not_there(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let drafted = it.draft(&db, "one").await;
    let there = other.store.org(other.org);
    assert!(there.suggestions(&all(), false).await.unwrap().is_empty());
    assert_eq!(there.suggestion(drafted.id).await.unwrap(), None);
    assert_eq!(other.send(drafted.id, 0, None).await, None);
    let dismissed = there.dismiss_suggestion(drafted.id, other.owner).await;
    assert_eq!(dismissed.unwrap(), None);
    assert_eq!(it.standing(drafted.id).await, SuggestionState::Waiting);
}

async fn nobody_sends_to_a_forgotten_contact(db: TestDatabase) {
    let it = World::new(&db).await;
    let drafted = it.draft(&db, "one").await;
    let here = it.store.org(it.org);
    here.forget_contact(it.contact, "tests").await.unwrap();
    if let Some(left) = here.suggestion(drafted.id).await.unwrap() {
        assert_eq!(left.draft, None);
        assert_eq!(left.outdated_by, Some(OutdatedBy::Forgotten));
        let late = Some(Seen::Before(SuggestionState::Outdated));
        assert_eq!(it.send(drafted.id, 0, None).await, late);
    }
    assert!(it.leaving().await.is_empty());
}
