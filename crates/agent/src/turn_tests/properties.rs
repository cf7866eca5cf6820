use proptest::prelude::*;
use serde_json::{Value, json};
use steward_model::{ChatAnswer, Integrity, ModelFailure, StopReason, ToolCall, Usage};

use super::fixture::{Run, answer, setup};
use crate::context::Input;
use crate::protocol::Protocol;
use crate::turn::{Audience, Effect, Event, Setup, ToolEnd, ToolReport};

/// What the world does next; the driver turns it into the event that fits.
#[derive(Debug, Clone)]
enum Luck {
    Answer(ChatAnswer),
    ModelFails(ModelFailure),
    Tools(Vec<(ToolEnd, Integrity)>),
    News(Vec<Input>),
    Cancel(String),
}

fn any_args() -> impl Strategy<Value = Value> {
    let fixed = vec![
        json!({"q": "a"}),
        json!({"q": "b", "limit": "2"}),
        json!({"limit": "many"}),
        json!([1]),
        json!("x"),
        json!({}),
    ];
    prop_oneof![
        prop::sample::select(fixed),
        prop::num::f64::NORMAL.prop_map(|number| json!({"free": number})),
    ]
}

fn any_call() -> impl Strategy<Value = (String, Value)> {
    let names = vec!["find", "note", "send_sms", "task", "done", "fly", "", "ö ö"];
    (
        prop::sample::select(names).prop_map(str::to_owned),
        any_args(),
    )
}

fn any_answer() -> impl Strategy<Value = ChatAnswer> {
    let response = (
        prop::collection::vec("[A-Za-z .]{1,20}", 0..3),
        prop::collection::vec(any_call(), 0..4),
    )
        .prop_map(|(messages, calls)| {
            let calls: Vec<Value> = calls
                .into_iter()
                .map(|(name, args)| json!({"name": name, "args": args}))
                .collect();
            json!({"messages": messages, "tool_calls": calls}).to_string()
        });
    let text = prop_oneof![4 => response, 1 => any::<String>(), 1 => "[{}\\[\\]\",:a-c]{0,30}"];
    let stop = prop::sample::select(vec![
        StopReason::End,
        StopReason::End,
        StopReason::ToolUse,
        StopReason::MaxTokens,
        StopReason::Refusal,
        StopReason::Pause,
        StopReason::Other,
    ]);
    let calls = prop::collection::vec(any_call(), 0..3);
    (text, stop, calls, any::<bool>()).prop_map(|(text, stop, calls, native)| {
        let mut answer = answer(&text, stop);
        if native {
            answer.tool_calls = calls
                .into_iter()
                .map(|(name, arguments)| ToolCall {
                    id: "same".to_owned(),
                    name,
                    arguments,
                })
                .collect();
        }
        answer
    })
}

fn any_integrity() -> impl Strategy<Value = Integrity> {
    prop::sample::select(Integrity::ALL)
}

fn any_end() -> impl Strategy<Value = ToolEnd> {
    prop_oneof![
        4 => "[a-z<>/]{0,20}".prop_map(|content| ToolEnd::Done { content }),
        2 => "[a-z]{0,9}".prop_map(|content| ToolEnd::Failed { content }),
        1 => Just(ToolEnd::Waiting { approval: "9".to_owned() }),
    ]
}

fn any_luck() -> impl Strategy<Value = Luck> {
    let input = (any::<String>(), any_integrity()).prop_map(|(text, integrity)| Input {
        event: "e".to_owned(),
        from: text.clone(),
        text,
        integrity,
    });
    let failure = prop::sample::select(vec![
        ModelFailure::TimedOut,
        ModelFailure::Overloaded {
            retry_after_ms: None,
        },
        ModelFailure::TooLong,
    ]);
    prop_oneof![
        12 => any_answer().prop_map(Luck::Answer),
        2 => failure.prop_map(Luck::ModelFails),
        8 => prop::collection::vec((any_end(), any_integrity()), 0..5).prop_map(Luck::Tools),
        4 => prop::collection::vec(input, 0..2).prop_map(Luck::News),
        1 => any::<String>().prop_map(Luck::Cancel),
    ]
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let protocol = prop::sample::select(vec![Protocol::Structured, Protocol::Native]);
    let audience = prop::sample::select(vec![Audience::Person, Audience::Parent]);
    (protocol, audience, 0u32..6).prop_map(|(protocol, audience, max_steps)| {
        let mut setup = setup(protocol);
        setup.audience = audience;
        setup.limits.max_steps = max_steps;
        setup
    })
}

/// The event that luck brings, whether or not anybody waits for it.
fn event(luck: Luck, run: &Run) -> Event {
    match luck {
        Luck::Answer(answer) => Event::ModelAnswered { answer },
        Luck::ModelFails(failure) => Event::ModelFailed { failure },
        Luck::News(inputs) => Event::LookedAgain { inputs },
        Luck::Cancel(partial_text) => Event::Cancelled { partial_text },
        Luck::Tools(ends) => Event::ToolsFinished {
            reports: run
                .running()
                .iter()
                .zip(ends)
                .map(|(planned, (end, integrity))| ToolReport {
                    call_id: planned.call.id.clone(),
                    end,
                    integrity,
                    usage: Usage::default(),
                    inner: Vec::new(),
                })
                .collect(),
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn whatever_happens_every_promise_holds(setup in any_setup(), world in prop::collection::vec(any_luck(), 0..60)) {
        let limits = setup.limits;
        let mut run = Run::of(setup);
        for luck in world {
            let event = event(luck, &run);
            run.event(event);
        }
        run.holds();
        let calls = run.effects.iter().filter(|effect| matches!(effect, Effect::CallModel { .. })).count();
        let most = limits.max_steps * (limits.max_attempts + 1);
        prop_assert!(calls <= most as usize, "{calls} model calls");
    }

    #[test]
    fn a_world_that_always_answers_comes_to_an_end(setup in any_setup(), answers in prop::collection::vec(any_answer(), 24)) {
        let mut run = Run::of(setup);
        for answer in answers {
            run.event(Event::ModelAnswered { answer });
            if run.looks_again() { run.nothing_new(); }
            if !run.running().is_empty() { run.tools_work("ok"); }
        }
        prop_assert!(run.turn.is_over());
        run.holds();
    }

    #[test]
    fn events_and_setups_survive_json(setup in any_setup(), world in prop::collection::vec(any_luck(), 0..10)) {
        let run = Run::of(setup.clone());
        let events: Vec<Event> = world.into_iter().map(|luck| event(luck, &run)).collect();
        let text = serde_json::to_string(&(&setup, &events, &run.effects)).unwrap();
        let read: (Setup, Vec<Event>, Vec<Effect>) = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read, (setup, events, run.effects));
    }
}
