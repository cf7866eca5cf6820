//! What leaves: nothing stale, nothing to the wrong person, nothing without end.

use std::collections::BTreeSet;
use std::time::Duration;

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use steward_channels::Message;
use steward_model::{
    AgentId, Clock as _, ConsentBy, EffectClass, EffectVerdict, Integrity, NoticeKind,
};
use steward_store::{NewEffect, NewKeyword, NewLine, Origin, Outgoing, Wish};
use steward_testkit::{TestDatabase, on_both};

use super::approvals::Pending;
use super::ledger::Fault;
use super::mind::{Asked, says, texts, whole};
use super::scene::{LINE, Person, Scene, phone};

/// A text to somebody that leaves at once and lives for an hour.
pub(super) fn effect(scene: &Scene, to: &Person, key: &str, text: &str) -> NewEffect {
    let message = Message {
        to: to.number.clone(),
        from: LINE.into(),
        text: text.into(),
    };
    NewEffect {
        idem_key: key.into(),
        contact_id: to.id,
        line_id: scene.line,
        class: EffectClass::Asked,
        channel: "sms".into(),
        payload: serde_json::to_vec(&message).unwrap(),
        integrity: Integrity::User,
        verdict: EffectVerdict::Allow,
        rule: "R2".into(),
        approval_id: None,
        not_before: None,
        expires_at: scene.db.clock().now().plus(Duration::from_secs(3600)),
    }
}

/// Where somebody's texts are decided; makes their thread.
pub(super) async fn origin(scene: &Scene, who: &Person, agent: Option<AgentId>) -> Origin {
    let text = scene.text(who, &format!("first of {}", who.id), "hello");
    Origin {
        org: scene.org,
        thread: scene.accept(text).await,
        turn: None,
        agent,
    }
}

#[test]
fn what_waited_too_long_is_not_sent_after_a_restart_test_12() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Noted.")).await;
        let now = scene.db.clock().now();
        let mut fresh = Vec::new();
        for n in 0..110_u32 {
            let who = scene.person(n as usize).await;
            let origin = origin(&scene, &who, None).await;
            let text = format!("text {n}");
            let mut new = effect(&scene, &who, &text, &text);
            // From thirty days ago to an hour from now.
            let age = Duration::from_secs(u64::from(n) * u64::from(n) * 220);
            let dies = now.plus(Duration::from_secs(3600)).minus(age);
            new.expires_at = dies;
            if dies > now {
                fresh.push(text);
            }
            let outgoing = Outgoing {
                effects: vec![new],
                ..Outgoing::default()
            };
            scene.store.put_out(origin, outgoing).await.unwrap();
        }
        scene.start().await;
        scene.quiet().await;
        let mut sent = scene.carrier.texts();
        sent.sort();
        fresh.sort();
        assert!((3..60).contains(&fresh.len()));
        assert_eq!(sent, fresh);
        let expired = "select count(*) from effect where state = 'expired'";
        let stale = 110 - fresh.len();
        assert_eq!(scene.count(expired).await, stale as i64);
        let notices = scene.notices().await;
        let told = notices
            .iter()
            .filter(|(kind, _)| *kind == NoticeKind::Expired);
        assert_eq!(told.count(), stale);
        scene.finish().await;
    });
}

#[test]
fn a_send_whose_answer_is_lost_is_neither_repeated_nor_lost() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| texts("Yes.")).await;
        let plan = |n: usize| match n % 4 {
            0 => Fault::AnswerLost,
            1 => Fault::RequestLost,
            2 => Fault::Panic,
            _ => Fault::None,
        };
        scene
            .carrier
            .plan(move |n| if n <= 12 { plan(n) } else { Fault::None });
        scene.start().await;
        for n in 0..12 {
            let who = scene.person(n).await;
            scene.accept(scene.text(&who, &format!("SM{n}"), "?")).await;
        }
        let unsettled =
            "select count(*) from effect where state in ('pending', 'inflight', 'unknown')";
        scene.quiet().await;
        for _ in 0..40 {
            if scene.count(unsettled).await == 0 {
                break;
            }
            scene.db.clock().advance(Duration::from_secs(61));
            scene.runtime.wake();
            scene.quiet().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(
            scene
                .count("select count(*) from effect where state = 'sent'")
                .await,
            12
        );
        let mut to: Vec<_> = scene
            .carrier
            .taken()
            .into_iter()
            .map(|one| one.to)
            .collect();
        to.sort();
        to.dedup();
        assert_eq!((to.len(), scene.carrier.taken().len()), (12, 12));
        scene.finish().await;
    });
}

/// What happens next in a story of two contacts and two lines.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Who, on which line.
    Write(usize, usize),
    Restart,
    Rest,
}

/// Says whatever anybody said on the thread.
fn echo(asked: Asked<'_>) -> super::mind::Answer {
    let said = whole(asked.request);
    let marks: BTreeSet<_> = said
        .split(['<', '>'])
        .filter(|word| word.starts_with("from-"))
        .collect();
    let marks: Vec<_> = marks.into_iter().collect();
    texts(&format!("heard {}", marks.join(" ")))
}

#[test]
fn a_reply_goes_only_to_who_wrote_from_a_line_they_wrote_to_test_49() {
    let steps = proptest::collection::vec(
        proptest::prop_oneof![
            8 => (0..2_usize, 0..2_usize).prop_map(|(who, line)| Step::Write(who, line)),
            1 => proptest::strategy::Just(Step::Restart),
            2 => proptest::strategy::Just(Step::Rest),
        ],
        12..30,
    );
    on_both(async |db: TestDatabase| {
        let mut runner = TestRunner::deterministic();
        for _ in 0..8 {
            let story = steps.new_tree(&mut runner).unwrap().current();
            misroutes_nothing(TestDatabase::on(db.backend()).await, &story).await;
        }
    });
}

async fn misroutes_nothing(db: TestDatabase, story: &[Step]) {
    let mut scene = Scene::new(db, echo).await;
    scene.settings.send.max_per_contact_per_hour = 1_000;
    scene.settings.send.max_per_contact_per_day = 0;
    let second = NewLine {
        address: phone("+14155550198"),
        label: "Back office".into(),
        agent_id: Some(scene.agent),
        provider: steward_model::LineProvider::Twilio,
    };
    let here = scene.store.org(scene.org);
    let second = here.create_line(second).await.unwrap();
    let lines = [(scene.line, LINE), (second.id, "+14155550198")];
    let people = [scene.person(0).await, scene.person(1).await];
    scene.start().await;
    let mut wrote = BTreeSet::new();
    for (n, step) in story.iter().enumerate() {
        match *step {
            Step::Write(who, line) => {
                wrote.insert((people[who].number.clone(), lines[line].1.to_owned()));
                let text = format!("<from-{who}-{n}>");
                let event = scene.text_to(lines[line], &people[who], &format!("SM{n}"), &text);
                scene.accept(event).await;
            }
            Step::Restart => {
                scene.crash().await;
                scene.start().await;
            }
            Step::Rest => scene.settle().await,
        }
    }
    scene.settle().await;
    let mut answered = String::new();
    for sent in scene.carrier.taken() {
        assert!(
            wrote.contains(&(sent.to.clone(), sent.from.clone())),
            "{story:?}"
        );
        let who = people
            .iter()
            .position(|person| person.number == sent.to)
            .unwrap();
        let stranger = format!("from-{}-", 1 - who);
        assert!(!sent.text.contains(&stranger), "{}: {story:?}", sent.text);
        answered.push_str(&sent.text);
        answered.push(' ');
    }
    for (n, step) in story.iter().enumerate() {
        if let Step::Write(who, _) = step {
            assert!(
                answered.contains(&format!("from-{who}-{n} ")),
                "{n} of {story:?}"
            );
        }
    }
    scene.finish().await;
}

#[test]
fn a_bot_that_answers_everything_is_not_answered_for_ever_test_55() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |asked| texts(&format!("Answer {}.", asked.n))).await;
        scene.settings.daily.contact.tokens = Some(20_000);
        scene.start().await;
        let bot = scene.person(0).await;
        for n in 0..40 {
            scene
                .accept(scene.text(&bot, &format!("SM{n}"), "and now?"))
                .await;
            scene.quiet().await;
        }
        assert_eq!(scene.carrier.taken().len(), 6, "in an hour");
        let review = "select count(*) from effect where state = 'review'";
        assert!(scene.count(review).await > 0, "a person sees the rest");
        let cap = "select count(*) from budget where spent_tokens + reserved_tokens > 20000 and scope like 'contact:%'";
        assert_eq!(scene.count(cap).await, 0);
        scene.finish().await;
    });
}

#[test]
fn who_asked_for_silence_has_it_whatever_becomes_of_the_contact_test_53() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let (scene, bo) = (&pending.scene, &pending.bo);
        let org = scene.store.org(scene.org);
        let stop = NewKeyword {
            source: "twilio".into(),
            dedupe_key: "SM10".into(),
            channel: "sms".into(),
            address: phone(&bo.number),
            wish: Wish::Silence,
            how: ConsentBy::Keyword,
            line_id: None,
            words: "STOP".into(),
        };
        org.hear(stop).await.unwrap();
        // Bo's number is taken from the contact and given back before somebody agrees to write to it.
        let contact = org.contact(bo.id).await.unwrap().unwrap();
        let known = contact.identifiers[0].id;
        assert!(org.remove_contact_identifier(bo.id, known).await.unwrap());
        let number = phone(&bo.number);
        org.add_contact_identifier(bo.id, &number).await.unwrap();
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        let cancelled = "select count(*) from effect where state = 'cancelled'";
        assert_eq!(scene.count(cancelled).await, 1);
        // Bo is deleted, writes again, and is somebody new: a reply goes nowhere either.
        assert!(org.delete_contact(bo.id, "system").await.unwrap());
        let again = org.resolve_contact(&number).await.unwrap();
        let again = Person {
            id: again.id,
            number: bo.number.clone(),
        };
        scene.mind.change(|_| texts("Here I am."));
        scene.accept(scene.text(&again, "SM11", "hello?")).await;
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        assert_eq!(scene.count(cancelled).await, 1);
        pending.scene.finish().await;
    });
}
