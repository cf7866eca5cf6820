use serde_json::json;
use steward_model::{ChatMessage, ModelFailure, StopReason};

use super::fixture::{Run, last_text, setup};
use crate::protocol::Protocol;
use crate::turn::{Outcome, TurnEvent, TurnFailure};

const PROTOCOLS: [Protocol; 2] = [Protocol::Structured, Protocol::Native];

/// The model does the same three times.
#[track_caller]
fn three_times(protocol: Protocol, text: &str, stop: StopReason, failure: &TurnFailure) {
    let mut run = Run::of(setup(protocol));
    for _ in 0..3 {
        run.stops(text, stop);
    }
    let stats = run.ends(&Outcome::Failed {
        failure: failure.clone(),
    });
    assert_eq!(stats.model_calls, 3);
    assert_eq!(run.released(), Vec::<String>::new());
    let errors: Vec<TurnEvent> = run.emitted();
    let told = TurnEvent::Error {
        error: failure.to_string(),
        recoverable: false,
    };
    assert!(errors.contains(&told), "{errors:?}");
}

#[test]
fn nothing_is_asked_for_again_and_then_given_up() {
    for protocol in PROTOCOLS {
        three_times(protocol, "", StopReason::End, &TurnFailure::Empty);
        three_times(protocol, " \n ", StopReason::Other, &TurnFailure::Empty);
    }
}

#[test]
fn a_cut_answer_is_asked_for_again_and_then_given_up() {
    for protocol in PROTOCOLS {
        three_times(
            protocol,
            r#"{"messages":["Hello"],"tool_calls":[{"name":"find","#,
            StopReason::MaxTokens,
            &TurnFailure::CutOff,
        );
    }
    three_times(
        Protocol::Structured,
        r#"{"messages":["Hel"#,
        StopReason::Other,
        &TurnFailure::CutOff,
    );
}

#[test]
fn ten_megabytes_are_not_read() {
    let flood = "{\"messages\":[\"a".repeat(700_000);
    for protocol in PROTOCOLS {
        let mut run = Run::of(setup(protocol));
        run.says(&flood);
        assert!(last_text(&run.request()).contains("too long"));
        assert!(serde_json::to_string(&run.request()).unwrap().len() < 5_000);
        three_times(
            protocol,
            &flood[..200_001],
            StopReason::End,
            &TurnFailure::Oversized,
        );
    }
}

#[test]
fn a_pause_is_sent_back_and_then_given_up() {
    for protocol in PROTOCOLS {
        let mut run = Run::of(setup(protocol));
        run.stops("One. ", StopReason::Pause);
        let back = ChatMessage::Assistant {
            text: "One. ".to_owned(),
            tool_calls: Vec::new(),
        };
        assert_eq!(run.request().messages.last(), Some(&back));
        run.stops("Two. ", StopReason::Pause);
        assert_eq!(last_text(&run.request()), "One. Two. ");
        run.says("Three.").nothing_new();
        run.ends(&Outcome::Completed);
        assert_eq!(run.released(), ["One. Two. Three."]);
        three_times(
            protocol,
            "More. ",
            StopReason::Pause,
            &TurnFailure::Unfinished,
        );
    }
}

#[test]
fn a_refusal_is_final() {
    for protocol in PROTOCOLS {
        let mut run = Run::of(setup(protocol));
        run.stops("I will not.", StopReason::Refusal);
        let stats = run.ends(&Outcome::Failed {
            failure: TurnFailure::Declined,
        });
        assert_eq!(stats.model_calls, 1);
        assert_eq!(run.released(), Vec::<String>::new());
    }
}

#[test]
fn garbage_costs_four_calls_at_most_and_is_never_shown() {
    let mut run = Run::structured();
    run.says(r#"{"answer": 1}"#)
        .says("{}")
        .says(r#"{"answer": 2}"#)
        .says(r#"{"answer": 3}"#);
    let stats = run.ends(&Outcome::Failed {
        failure: TurnFailure::Garbage,
    });
    assert_eq!((stats.model_calls, stats.corrections), (4, 1));
    assert_eq!(run.released(), Vec::<String>::new());
}

#[test]
fn a_model_that_cannot_be_called_ends_the_turn_at_once() {
    for failure in [
        ModelFailure::Overloaded {
            retry_after_ms: Some(7_000),
        },
        ModelFailure::TimedOut,
        ModelFailure::Interrupted {
            reason: "reset".to_owned(),
        },
        ModelFailure::TooLong,
        ModelFailure::OverBudget,
        ModelFailure::Refused {
            reason: "no such model".to_owned(),
        },
    ] {
        let mut run = Run::structured();
        run.model_fails(failure.clone());
        let stats = run.ends(&Outcome::Failed {
            failure: TurnFailure::Model { failure },
        });
        assert_eq!(stats.model_calls, 1, "repeating is the caller's work");
    }
}

#[test]
fn a_failure_in_a_later_step_leaves_what_was_done() {
    let mut run = Run::structured();
    run.responds(&[], &[("note", json!({"text": "x"}))])
        .tools_work("noted")
        .model_fails(ModelFailure::TimedOut);
    run.ends(&Outcome::Failed {
        failure: TurnFailure::Model {
            failure: ModelFailure::TimedOut,
        },
    });
    assert_eq!(run.results().len(), 1);
}

#[test]
fn tries_are_counted_by_step() {
    let mut run = Run::structured();
    run.says("")
        .says("")
        .responds(&[], &[("find", json!({"q": "a"}))])
        .tools_work("x");
    run.stops("", StopReason::Other)
        .stops("", StopReason::Other);
    run.responds(&["Hi"], &[]).nothing_new();
    assert_eq!(run.ends(&Outcome::Completed).model_calls, 6);
}

#[test]
fn a_turn_stopped_while_the_model_writes_keeps_the_text() {
    for (protocol, partial, kept) in [
        (Protocol::Native, "It is re", Some("It is re")),
        (Protocol::Native, " ", None),
        (
            Protocol::Structured,
            r#"{"messages":["Hello.","It is re"#,
            Some("Hello."),
        ),
        (Protocol::Structured, r#"{"mess"#, None),
        (Protocol::Structured, "It is re", Some("It is re")),
    ] {
        let mut run = Run::of(setup(protocol));
        run.cancels(partial);
        run.ends(&Outcome::Cancelled);
        let expected = kept.map(|text| ChatMessage::Assistant {
            text: text.to_owned(),
            tool_calls: Vec::new(),
        });
        assert_eq!(run.turn.transcript(), expected.as_slice(), "{partial}");
    }
}

#[test]
fn a_turn_stopped_while_tools_run_leaves_no_orphans() {
    let mut run = Run::structured();
    run.responds(
        &["Wait."],
        &[
            ("find", json!({"q": "a"})),
            ("nonsense", json!({})),
            ("note", json!({"text": "x"})),
        ],
    )
    .nothing_new();
    run.cancels("");
    run.ends(&Outcome::Cancelled);
    let contents: Vec<String> = run
        .results()
        .into_iter()
        .map(|result| result.content)
        .collect();
    assert!(contents[0].starts_with("interrupted") && contents[2].starts_with("interrupted"));
    assert!(contents[1].starts_with("There is no tool `nonsense`"));
}

#[test]
fn a_turn_stopped_before_its_answer_went_out_says_so() {
    let mut run = Run::structured();
    run.responds(&["It is ready."], &[("send_sms", json!({"body": "x"}))])
        .cancels("");
    run.ends(&Outcome::Cancelled);
    assert_eq!(run.released(), Vec::<String>::new());
    assert!(
        matches!(run.turn.transcript().last(), Some(ChatMessage::User { text }) if text.contains("not sent"))
    );
}

#[test]
fn a_turn_may_be_stopped_before_it_starts() {
    let mut turn = crate::turn::Turn::new(setup(Protocol::Native));
    turn.handle(crate::turn::Event::Cancelled {
        partial_text: String::new(),
    });
    assert!(turn.is_over());
    assert_eq!(turn.transcript(), []);
}
