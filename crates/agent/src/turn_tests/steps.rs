use serde_json::json;
use steward_model::{ChatMessage, StopReason, ToolCall, Usage};

use super::fixture::{Run, answer, last_text, setup};
use crate::protocol::Protocol;
use crate::turn::{Audience, Effect, Event, Limits, Outcome, Purpose, TurnEvent, TurnStats};

#[test]
fn a_plain_answer_is_released_and_ends_the_turn() {
    let mut run = Run::structured();
    run.responds(&["Hello", "It is ready."], &[]).nothing_new();
    let stats = run.ends(&Outcome::Completed);
    assert_eq!(run.released(), ["Hello", "It is ready."]);
    let expected = TurnStats {
        steps: 1,
        model_calls: 1,
        usage: Usage {
            input_tokens: 10,
            output_tokens: 1,
            ..Usage::default()
        },
        ..TurnStats::default()
    };
    assert_eq!(stats, expected);
    let text = "Hello\n\nIt is ready.".to_owned();
    assert_eq!(
        run.turn.transcript(),
        [ChatMessage::Assistant {
            text: text.clone(),
            tool_calls: Vec::new()
        }]
    );
    assert_eq!(
        run.emitted(),
        [TurnEvent::Complete {
            final_text: text,
            stats
        }]
    );
}

#[test]
fn the_model_sees_what_came_of_its_calls() {
    let mut run = Run::structured();
    run.responds(&["One moment."], &[("find", json!({"q": "flat"}))])
        .nothing_new();
    assert_eq!(run.released(), ["One moment."]);
    run.tools_work("flat 4 is ready");
    insta::assert_json_snapshot!(run.request(), @r#"
    {
      "model": "test:model",
      "system": [
        {
          "text": "Be kind.",
          "cache": "after"
        }
      ],
      "messages": [
        {
          "role": "user",
          "text": "Is my flat ready?"
        },
        {
          "role": "assistant",
          "text": "{\"messages\":[\"One moment.\"],\"tool_calls\":[{\"args\":{\"q\":\"flat\"},\"name\":\"find\"}]}",
          "tool_calls": []
        },
        {
          "role": "user",
          "text": "<tool_results>\n<tool_result call=\"1\" outcome=\"done\">\nflat 4 is ready\n</tool_result>\n</tool_results>"
        }
      ],
      "tools": [],
      "server_tools": [],
      "temperature_milli": 700,
      "max_tokens": 32768
    }
    "#);
    run.responds(&["It is."], &[]).nothing_new();
    assert_eq!(run.ends(&Outcome::Completed).steps, 2);
}

#[test]
fn the_native_protocol_says_the_same_in_the_providers_words() {
    let mut run = Run::of(setup(Protocol::Native));
    assert_eq!(run.request().tools.len(), 6);
    let call = |id: &str, args| ToolCall {
        id: id.to_owned(),
        name: "find".to_owned(),
        arguments: args,
    };
    let mut native = answer("One moment.", StopReason::ToolUse);
    native.tool_calls = vec![
        call("", json!({"q": "a"})),
        call("same", json!("{\"q\": \"b\"}")),
        call("same", json!({"q": "c"})),
    ];
    run.event(Event::ModelAnswered { answer: native })
        .nothing_new();
    let ids: Vec<String> = run
        .running()
        .into_iter()
        .map(|planned| planned.call.id)
        .collect();
    assert_eq!(ids, ["t1_1_1", "t1_1_2", "t1_1_3"]);
    run.tools_work("yes");
    let expected = ChatMessage::Assistant {
        text: "One moment.".to_owned(),
        tool_calls: vec![
            call("t1_1_1", json!({"q": "a"})),
            call("t1_1_2", json!({"q": "b"})),
            call("t1_1_3", json!({"q": "c"})),
        ],
    };
    assert_eq!(run.request().messages[1], expected);
    run.says("It is.").nothing_new().ends(&Outcome::Completed);
    assert_eq!(run.released(), ["One moment.", "It is."]);
}

#[test]
fn silence_after_results_is_an_end() {
    for (protocol, text) in [
        (Protocol::Native, ""),
        (Protocol::Structured, ""),
        (Protocol::Structured, r#"{"messages":[],"tool_calls":[]}"#),
    ] {
        let mut run = Run::of(setup(protocol));
        run.says(r#"{"tool_calls":[{"name":"note","args":{"text":"x"}}]}"#);
        if protocol == Protocol::Native {
            let mut native = answer("", StopReason::ToolUse);
            native.tool_calls = vec![ToolCall {
                id: "a".to_owned(),
                name: "note".to_owned(),
                arguments: json!({"text": "x"}),
            }];
            run = Run::of(setup(protocol));
            run.event(Event::ModelAnswered { answer: native });
        }
        run.tools_work("noted").says(text).ends(&Outcome::Completed);
    }
}

#[test]
fn done_ends_the_turn_after_the_results() {
    let mut run = Run::structured();
    run.responds(&[], &[("note", json!({"text": "x"})), ("done", json!({}))]);
    assert_eq!(run.running().len(), 1, "done itself is never run");
    run.tools_work("noted");
    assert_eq!(run.ends(&Outcome::Completed).steps, 1);
    assert_eq!(run.results().len(), 2);
}

#[test]
fn done_alone_ends_the_turn_at_once() {
    let mut run = Run::structured();
    run.responds(&["Bye."], &[("done", json!({}))])
        .nothing_new();
    run.ends(&Outcome::Completed);
    assert_eq!(run.released(), ["Bye."]);
}

#[test]
fn done_beside_a_failure_does_not_hide_it() {
    let mut run = Run::structured();
    run.responds(&[], &[("note", json!({"text": "x"})), ("done", json!({}))])
        .tools_fail("disk full");
    assert!(run.model_call().is_some(), "the model is told");
    run.holds();
}

#[test]
fn an_agent_has_ten_steps_and_an_executor_five() {
    for (limits, steps) in [(Limits::for_agent(), 10), (Limits::for_executor(), 5)] {
        let mut setup = setup(Protocol::Structured);
        setup.limits = limits;
        setup.audience = Audience::Parent;
        let mut run = Run::of(setup);
        for step in 1..=steps {
            let hinted = last_text(&run.request()).contains("last step");
            assert_eq!(hinted, step == steps, "the model is warned at step {step}");
            run.responds(&[], &[("find", json!({"q": step.to_string()}))])
                .tools_work("go on");
        }
        assert_eq!(run.ends(&Outcome::OutOfSteps).steps, steps);
        assert_eq!(
            run.last
                .iter()
                .filter(|effect| matches!(effect, Effect::CallModel { .. }))
                .count(),
            0
        );
    }
}

#[test]
fn what_was_sent_stays_the_prefix_of_what_is_sent_next() {
    let mut run = Run::structured();
    let first = run.request().messages;
    run.responds(&[], &[("find", json!({"q": "a"}))])
        .tools_work("1");
    let second = run.request().messages;
    run.responds(&[], &[("find", json!({"q": "b"}))])
        .tools_work("2");
    let third = run.request().messages;
    assert_eq!(second[..first.len()], first);
    assert_eq!(third[..second.len()], second);
}

#[test]
fn unreadable_answers_are_brought_into_shape() {
    let mut run = Run::structured();
    run.says(r#"{"messages": ["Hello there"], "tool_calls": ["find flat"]}"#);
    let correction = run.last.iter().any(|effect| {
        matches!(
            effect,
            Effect::CallModel {
                purpose: Purpose::Correction,
                ..
            }
        )
    });
    assert!(correction);
    assert_eq!(run.request().temperature_milli, 0);
    assert_eq!(
        last_text(&run.request()),
        r#"{"messages": ["Hello there"], "tool_calls": ["find flat"]}"#
    );
    run.says(r#"{"messages": ["Hello there"], "tool_calls": []}"#)
        .nothing_new();
    let stats = run.ends(&Outcome::Completed);
    assert_eq!(
        (stats.steps, stats.model_calls, stats.corrections),
        (1, 2, 1)
    );
    assert_eq!(stats.usage.input_tokens, 20);
    assert_eq!(run.released(), ["Hello there"]);
}

#[test]
fn a_correction_that_invents_is_not_believed() {
    let original = r#"Let me look. {"messages": ["Hello"], "tool_calls": [1]}"#;
    for invented in [
        r#"{"messages": ["Hello", "I paid it."]}"#,
        r#"{"tool_calls": [{"name": "send_sms", "args": {"body": "Hello"}}]}"#,
        "{}",
        "nothing",
    ] {
        let mut run = Run::structured();
        run.says(original).says(invented).nothing_new();
        run.ends(&Outcome::Completed);
        assert_eq!(run.released(), ["Let me look."], "{invented}");
    }
}

#[test]
fn a_correction_that_fails_leaves_the_plain_text() {
    let mut run = Run::structured();
    run.says(r#"Let me look. {"messages": [["#)
        .model_fails(steward_model::ModelFailure::TimedOut)
        .nothing_new();
    run.ends(&Outcome::Completed);
    assert_eq!(run.released(), ["Let me look."]);
}

#[test]
fn a_step_has_one_correction() {
    let mut run = Run::structured();
    run.says(r#"{"messages": [["a"]]}"#).says("no");
    assert!(last_text(&run.request()).contains("could not be read"));
    run.says(r#"{"messages": [["b"]]}"#);
    let (_, attempt) = run.model_call().unwrap();
    assert_eq!(
        attempt, 3,
        "the second unreadable answer is not corrected again"
    );
    run.responds(&["c"], &[]).nothing_new();
    assert_eq!(run.ends(&Outcome::Completed).model_calls, 4);
}

#[test]
fn talk_without_any_format_is_an_answer() {
    let mut run = Run::structured();
    run.says("It is ready.").nothing_new();
    assert_eq!(run.ends(&Outcome::Completed).model_calls, 1);
    assert_eq!(run.released(), ["It is ready."]);
}

#[test]
fn an_event_nobody_waits_for_changes_nothing() {
    let mut run = Run::structured();
    let before = run.turn.clone();
    run.event(Event::Started)
        .nothing_new()
        .event(Event::ToolsFinished {
            reports: Vec::new(),
        });
    assert_eq!(run.turn, before);
    assert_eq!(run.last, []);
    run.responds(&["Hi"], &[]).nothing_new();
    let over = run.turn.clone();
    run.says("again").cancels("x");
    assert_eq!(run.turn, over);
    run.ends(&Outcome::Completed);
}
