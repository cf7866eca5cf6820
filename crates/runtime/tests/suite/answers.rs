//! Whatever a model answers, the turn ends by a name, after a bounded number of calls, with a notice that a person
//! understands.

use std::time::Duration;

use serde_json::json;
use steward_model::{ModelFailure, StopReason};
use steward_testkit::{TestDatabase, on_both};
use steward_tools::ToolOutput;

use super::mind::{Answer, answer, calls, fails, says, whole};
use super::scene::{Scene, set};
use super::tools::Fake;

/// What a model does, what the turn makes of it, how often the model is asked at most, and what a person reads.
struct Case {
    name: &'static str,
    answer: fn(usize) -> Answer,
    outcome: &'static str,
    calls: usize,
    notice: &'static str,
}

fn interrupted() -> ModelFailure {
    ModelFailure::Interrupted {
        reason: "an error at the provider (500)".into(),
    }
}

const CASES: &[Case] = &[
    Case {
        name: "nothing",
        answer: |_| says(""),
        outcome: "failed",
        calls: 3,
        notice: "The model gave no answer. A person should answer.",
    },
    Case {
        name: "too many requests",
        answer: |_| {
            fails(ModelFailure::Overloaded {
                retry_after_ms: None,
            })
        },
        outcome: "failed",
        calls: 6,
        notice: "the model provider is overloaded. Nothing was answered.",
    },
    Case {
        name: "a broken provider",
        answer: |_| fails(interrupted()),
        outcome: "failed",
        calls: 6,
        notice: "the model provider failed: an error at the provider (500). Nothing was answered.",
    },
    Case {
        name: "half a stream, every time",
        answer: |_| fails(interrupted()).telling(&["Half"]),
        outcome: "failed",
        calls: 6,
        notice: "the model provider failed: an error at the provider (500). Nothing was answered.",
    },
    Case {
        name: "no answer in time",
        answer: |_| fails(ModelFailure::TimedOut),
        outcome: "failed",
        calls: 6,
        notice: "the model did not answer in time. Nothing was answered.",
    },
    Case {
        name: "a refused request",
        answer: |_| {
            fails(ModelFailure::Refused {
                reason: "the API key is not accepted".into(),
            })
        },
        outcome: "failed",
        calls: 1,
        notice: "the model provider refused the request: the API key is not accepted. Nothing was answered.",
    },
    Case {
        name: "a conversation that does not fit",
        answer: |_| fails(ModelFailure::TooLong),
        outcome: "failed",
        calls: 1,
        notice: "the conversation is too long for the model. Nothing was answered.",
    },
    Case {
        name: "an unknown tool, again and again",
        answer: |n| calls([("open_the_door", json!({ "n": n }))]),
        outcome: "escalated",
        calls: 3,
        notice: "The tool `open_the_door` failed again and again. A person should look.",
    },
    Case {
        name: "wrong types, again and again",
        answer: |n| calls([("count", json!({"n": {"not": n}}))]),
        outcome: "escalated",
        calls: 3,
        notice: "The tool `count` failed again and again. A person should look.",
    },
    Case {
        name: "a loop without end",
        answer: |n| calls([("count", json!({ "n": n }))]),
        outcome: "out_of_steps",
        calls: 10,
        notice: "The agent used up its steps before it was done.",
    },
    Case {
        name: "ten megabytes",
        answer: |_| says(&"so much ".repeat(1_300_000)),
        outcome: "failed",
        calls: 3,
        notice: "The model wrote far too much to be read. A person should answer.",
    },
    Case {
        name: "an answer that is cut off",
        answer: |_| answer("and so", vec![], StopReason::MaxTokens),
        outcome: "failed",
        calls: 3,
        notice: "The model's answers were too long and were cut off. Raise its token limit or ask for less.",
    },
    Case {
        name: "a model that declines",
        answer: |_| answer("No.", vec![], StopReason::Refusal),
        outcome: "failed",
        calls: 1,
        notice: "The model declined to answer. A person should answer.",
    },
    Case {
        name: "a pause without end",
        answer: |_| answer("wait", vec![], StopReason::Pause),
        outcome: "failed",
        calls: 3,
        notice: "The model did not come to an end. A person should answer.",
    },
];

#[test]
fn every_bad_answer_ends_the_turn_by_a_name_a_person_understands() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("")).await;
        scene.retry.attempts = 2;
        scene.retry.first_wait = Duration::from_millis(1);
        scene.tools = vec![std::sync::Arc::new(Fake::new("count", |_| {
            ToolOutput::done("one")
        }))];
        scene.start().await;
        for case in CASES {
            let (before, told) = (scene.mind.calls(), scene.notices().await.len());
            let begin = scene.mind.calls();
            let answer = case.answer;
            scene.mind.change(move |asked| answer(asked.n - begin));
            scene
                .accept(scene.message(case.name, case.name, "hello"))
                .await;
            scene.settle().await;
            assert_eq!(
                scene.outcomes().await.last().unwrap(),
                case.outcome,
                "{}",
                case.name
            );
            assert_eq!(scene.mind.calls() - before, case.calls, "{}", case.name);
            let notices = scene.notices().await;
            let [(_, text)] = &notices[told..] else {
                panic!("{}: {:?}", case.name, &notices[told..]);
            };
            assert_eq!(text, case.notice, "{}", case.name);
        }
        scene.finish().await;
    });
}

#[test]
fn garbage_of_the_structured_protocol_is_corrected_once_and_then_given_up() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says(r#"{"messages": 5, "tool_calls": "#)).await;
        scene.settings.native_tools = Vec::new();
        scene.start().await;
        scene.accept(scene.message("chat", "1", "hello")).await;
        scene.settle().await;
        assert_eq!(scene.outcomes().await, ["failed"]);
        assert_eq!(scene.mind.calls(), 4, "three tries and one correction");
        let notices = scene.notices().await;
        assert_eq!(
            notices[0].1,
            "The model's answers could not be understood. A person should answer."
        );
        scene
            .mind
            .change(|_| says(r#"{"messages": ["Hello."], "tool_calls": []}"#));
        scene.accept(scene.message("chat", "2", "hello?")).await;
        scene.settle().await;
        assert_eq!(scene.outcomes().await, ["failed", "completed"]);
        scene.finish().await;
    });
}

#[test]
fn a_provider_that_comes_back_is_asked_again_and_not_before_its_time() {
    on_both(async |db: TestDatabase| {
        let script = |asked: super::mind::Asked<'_>| match asked.n {
            1 => fails(interrupted()).telling(&["Half"]),
            _ => says("Whole."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "hello")).await;
        let waits = "select count(*) from turn t join thread h on h.id = t.thread_id
            where t.state = 'open' and h.state = 'queued'";
        scene
            .until("the turn waits", async || scene.count(waits).await == 1)
            .await;
        // What comes in meanwhile must not use up the turn's tries.
        for n in 2..=5 {
            scene
                .accept(scene.message("chat", &n.to_string(), "hello?"))
                .await;
        }
        scene.quiet().await;
        assert_eq!(scene.mind.calls(), 1, "it is not time yet");
        scene.db.clock().advance(Duration::from_secs(31));
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        let items = scene.items(thread).await;
        assert_eq!(items.last().unwrap().1, json!({"text": "Whole."}));
        assert!(whole(&scene.mind.requests()[2]).contains("hello?"));
        scene.finish().await;
    });
}

#[test]
fn a_member_who_waits_is_told_within_a_minute_and_a_contact_is_waited_for() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| fails(interrupted())).await;
        scene.start().await;
        scene.accept(scene.message("chat", "1", "hello")).await;
        let contact = scene.person(1).await;
        scene.accept(scene.text(&contact, "2", "hello")).await;
        let deferred = "select count(*) from turn t join thread h on h.id = t.thread_id
            where t.state = 'open' and h.state = 'queued'";
        let mut passed = 0;
        for (wait, still) in [(0, 2), (5, 2), (20, 1)] {
            scene.db.clock().advance(Duration::from_secs(wait));
            passed += wait;
            scene.runtime.wake();
            scene.quiet().await;
            assert_eq!(scene.count(deferred).await, still, "after {passed} s");
        }
        assert_eq!(
            set(scene.outcomes().await),
            set(["failed".into(), "open".into()])
        );
        scene.settle().await;
        assert_eq!(scene.outcomes().await, ["failed", "failed"]);
        scene.finish().await;
    });
}
