//! What a turn does when nothing goes wrong, and what it makes of tools that misbehave.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use steward_agent::TurnEvent;
use steward_model::{ModelFailure, NoticeKind};
use steward_store::NewNotice;
use steward_testkit::{TestDatabase, on_both};
use steward_tools::ToolOutput;
use tokio::sync::Semaphore;

use super::mind::{after_results, answer, calls, fails, last_said, says, texts, whole};
use super::scene::{LINE, Scene};
use super::tools::Fake;

#[test]
fn a_person_is_called_once_a_turn_however_often_the_model_calls() {
    on_both(async |db: TestDatabase| {
        let help = || ("escalate_to_user", json!({"reason": "I do not know."}));
        let mut scene = Scene::new(db, move |asked| match asked.n {
            1 | 2 => calls([help(), help(), help()]),
            _ => says("Somebody comes."),
        })
        .await;
        scene.start().await;
        scene.accept(scene.message("chat", "1", "hello")).await;
        scene.quiet().await;
        assert_eq!(scene.notices().await.len(), 1);
        scene
            .accept(scene.message("chat", "2", "hello again"))
            .await;
        scene.quiet().await;
        scene.finish().await;
    });
}

#[test]
fn an_agent_that_hands_over_a_text_adds_to_the_alarm_it_has_raised() {
    on_both(async |db: TestDatabase| {
        let help = json!({"reason": "There may be a leak.", "draft": "Leave the house."});
        let mut scene = Scene::new(db, move |asked| match asked.n {
            1 => calls([("escalate_to_user", help.clone())]),
            _ => says("Somebody comes."),
        })
        .await;
        let ana = scene.person(0).await;
        let thread = scene.accept(scene.text(&ana, "SM1", "I smell gas")).await;
        let alarm = NewNotice {
            kind: NoticeKind::Escalated,
            text: "Read it now.".into(),
            dedupe_key: "emergency:SM1".into(),
        };
        let here = scene.store.org(scene.org);
        here.raise_notice(Some(thread), alarm).await.unwrap();
        scene.start().await;
        scene.quiet().await;
        let told = "Read it now.\n\nThere may be a leak.\n\nDraft:\nLeave the house.";
        let [(kind, text)] = <[_; 1]>::try_from(scene.notices().await).unwrap();
        assert_eq!((kind, text.as_str()), (NoticeKind::Escalated, told));
        scene.finish().await;
    });
}

#[test]
fn a_message_is_answered() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Hello, Olga.")).await;
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "hello")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        let said = vec![
            (
                "user".to_owned(),
                json!({"from": "member", "text": "hello"}),
            ),
            ("assistant".to_owned(), json!({"text": "Hello, Olga."})),
        ];
        assert_eq!(scene.items(thread).await, said);
        assert_eq!(scene.mind.calls(), 1);
        assert!(last_said(&scene.mind.requests()[0]).contains("hello"));
        assert_eq!(scene.notices().await, []);
        scene.finish().await;
    });
}

#[test]
fn a_text_is_answered_to_who_wrote_from_the_line_they_wrote_to() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| texts("At five.")).await;
        scene.start().await;
        let ana = scene.person(0).await;
        scene.accept(scene.text(&ana, "SM1", "when?")).await;
        scene.quiet().await;
        let [sent] = <[_; 1]>::try_from(scene.carrier.taken()).unwrap();
        assert_eq!((sent.to, sent.text.as_str()), (ana.number, "At five."));
        assert_eq!(sent.from, LINE);
        let sent = "select count(*) from effect where state = 'sent'";
        assert_eq!(scene.count(sent).await, 1);
        scene.finish().await;
    });
}

#[test]
fn messages_that_wait_are_answered_together() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| texts("All three.")).await;
        let ana = scene.person(0).await;
        for n in 1..=3 {
            let text = scene.text(&ana, &format!("SM{n}"), &format!("question {n}"));
            scene.accept(text).await;
        }
        scene.start().await;
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), ["All three."]);
        let [request] = <[_; 1]>::try_from(scene.mind.requests()).unwrap();
        for n in 1..=3 {
            assert!(whole(&request).contains(&format!("question {n}")));
        }
        scene.finish().await;
    });
}

#[test]
fn an_answer_waits_for_what_came_in_meanwhile() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let script = move |asked: super::mind::Asked<'_>| match asked.n {
            1 => texts("Only the first.").behind(&held),
            _ => texts("Both."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        let ana = scene.person(0).await;
        scene.accept(scene.text(&ana, "SM1", "first?")).await;
        scene.asked(1).await;
        scene.accept(scene.text(&ana, "SM2", "second?")).await;
        gate.add_permits(1);
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), ["Both."]);
        assert_eq!(scene.outcomes().await, ["completed"]);
        let second = whole(&scene.mind.requests()[1]);
        assert!(second.contains("second?") && second.contains("Not done: a new message"));
        scene.finish().await;
    });
}

#[test]
fn a_tool_that_breaks_hangs_or_says_too_much_does_not_bring_the_turn_down() {
    on_both(async |db: TestDatabase| {
        let script = |asked: super::mind::Asked<'_>| {
            if asked.request.tools.is_empty() {
                // The summary of what was too long.
                return says("It is a very long list.");
            }
            match after_results(asked.request) {
                false => calls(["breaks", "hangs", "shouts"].map(|name| (name, json!({})))),
                true => says("I tried."),
            }
        };
        let mut scene = Scene::new(db, script).await;
        let never = Arc::new(Semaphore::new(0));
        let long = || vec!["0123456789".to_owned(); 100_000];
        scene.tools = vec![
            Arc::new(Fake::new("breaks", |_| panic!("as planned"))),
            Arc::new(Fake::new("hangs", |_| ToolOutput::done("never")).behind(&never)),
            Arc::new(Fake::new("shouts", move |_| ToolOutput {
                content: Ok(long()),
                ..ToolOutput::done("")
            })),
        ];
        scene.settings.tool_timeout = Duration::from_millis(50);
        scene.start().await;
        scene.accept(scene.message("chat", "1", "go")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        let requests = scene.mind.requests();
        assert_eq!(requests.len(), 3, "a step, a summary and a step");
        let read = whole(&requests[2]);
        assert!(read.contains("The tool broke."), "{read}");
        assert!(read.contains("The tool did not answer in time."));
        assert!(read.contains("summarized") && read.contains("100000"));
        assert!(read.len() < 20_000, "{} bytes", read.len());
        let turn = &scene.turns().await[0];
        assert_eq!(turn.input_tokens, 30, "the summary counts");
        scene.finish().await;
    });
}

#[test]
fn a_turn_that_is_stopped_keeps_what_was_said_and_the_next_goes_on() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let script = move |asked: super::mind::Asked<'_>| match asked.n {
            1 => says("").telling(&["Half an ", "answer"]).behind(&never),
            _ => says("A whole one."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "hello")).await;
        scene.asked(1).await;
        scene
            .until("the turn can be stopped", async || {
                scene.stop_turn(thread).await
            })
            .await;
        scene.quiet().await;
        assert!(!scene.stop_turn(thread).await, "nothing runs");
        scene.accept(scene.message("chat", "2", "again")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["cancelled", "completed"]);
        let items = scene.items(thread).await;
        assert_eq!(items[1].1, json!({"text": "Half an answer"}));
        assert!(whole(&scene.mind.requests()[1]).contains("Half an answer"));
        scene.finish().await;
    });
}

#[test]
fn watchers_see_a_turn_as_it_happens_and_the_stream_keeps_it() {
    on_both(async |db: TestDatabase| {
        let script = |asked: super::mind::Asked<'_>| match after_results(asked.request) {
            false => answer(
                "I look.",
                vec![("look", json!({}))],
                steward_model::StopReason::ToolUse,
            ),
            true => says("Found.").telling(&["Fou", "nd."]),
        };
        let mut scene = Scene::new(db, script).await;
        scene.tools = vec![Arc::new(Fake::new("look", |_| ToolOutput::done("a thing")))];
        scene.start().await;
        let event = scene.message("chat", "1", "go");
        let (accepted, mut watch) = scene
            .runtime
            .accept_watched(scene.org, event)
            .await
            .unwrap();
        let steward_store::Accepted::Queued { thread_id, .. } = accepted else {
            panic!("it came for the first time");
        };
        let mut seen = Vec::new();
        let done = loop {
            match watch.recv().await.unwrap().event {
                TurnEvent::Complete { final_text, .. } => break final_text,
                other => seen.push(other),
            }
        };
        assert_eq!(done, "I look.\n\nFound.");
        let called = |event: &TurnEvent| matches!(event, TurnEvent::ToolCallComplete { .. });
        assert_eq!(seen.iter().filter(|event| called(event)).count(), 1);
        scene.quiet().await;
        let org = scene.store.org(scene.org);
        let scope = steward_model::Scope::Org(scene.org);
        let kept = org
            .stream_events(&thread_id.to_string(), scope, 0, 100)
            .await;
        let kept: Vec<serde_json::Value> = kept
            .unwrap()
            .iter()
            .map(|event| serde_json::from_slice(&event.data).unwrap())
            .collect();
        let types: Vec<_> = kept
            .iter()
            .map(|event| event["type"].as_str().unwrap())
            .collect();
        assert_eq!(
            types,
            [
                "text_delta",
                "tool_call_start",
                "tool_call_complete",
                "text_delta",
                "complete"
            ]
        );
        scene.finish().await;
    });
}

#[test]
fn three_failures_put_a_thread_on_hold_until_a_person_lets_it_go_on() {
    on_both(async |db: TestDatabase| {
        let refused = || ModelFailure::Refused {
            reason: "no such model".into(),
        };
        let mut scene = Scene::new(db, move |_| fails(refused())).await;
        scene.start().await;
        let mut thread = None;
        for n in 1..=3 {
            let message = scene.message("chat", &n.to_string(), "hello");
            thread = Some(scene.accept(message).await);
            scene.quiet().await;
        }
        let thread = thread.unwrap();
        scene.mind.change(|_| says("Back again."));
        scene
            .accept(scene.message("chat", "4", "are you there?"))
            .await;
        scene.accept(scene.message("other", "5", "and you?")).await;
        scene.quiet().await;
        assert_eq!(
            scene.outcomes().await,
            ["failed", "failed", "failed", "completed"],
            "the fourth message waits, and only on its own thread"
        );
        let notices = scene.notices().await;
        let kinds: Vec<_> = notices.iter().map(|(kind, _)| *kind).collect();
        let failed = NoticeKind::Failed;
        assert_eq!(kinds, [failed, failed, failed, NoticeKind::Held]);
        assert!(notices[3].1.contains("on hold until a person"));
        assert!(
            scene
                .store
                .org(scene.org)
                .release_thread(thread)
                .await
                .unwrap()
        );
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(scene.outcomes().await.last().unwrap(), "completed");
        assert_eq!(
            scene
                .count("select count(*) from event where turn_id is null")
                .await,
            0
        );
        scene.finish().await;
    });
}
