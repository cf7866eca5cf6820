use steward_agent::TurnStats;
use steward_model::SystemIds;

use super::*;

fn shown(turn: TurnId, event: TurnEvent) -> Shown {
    Shown {
        turn,
        depth: 0,
        event,
    }
}

fn told(dialect: Dialect, events: Vec<TurnEvent>) -> Vec<Value> {
    let turn = TurnId::generate(&SystemIds);
    let mut parts = Parts::new(dialect);
    events
        .into_iter()
        .flat_map(|event| parts.of(&shown(turn, event)))
        .collect()
}

fn types(parts: &[Value]) -> Vec<&str> {
    parts
        .iter()
        .filter_map(|part| part["type"].as_str())
        .collect()
}

fn delta(text: &str) -> TurnEvent {
    TurnEvent::TextDelta { delta: text.into() }
}

fn complete(text: &str) -> TurnEvent {
    TurnEvent::Complete {
        final_text: text.into(),
        stats: TurnStats::default(),
    }
}

fn called(result: &str, outcome: ToolOutcome) -> [TurnEvent; 2] {
    [
        TurnEvent::ToolCallStart {
            tool: "remind".into(),
            input: json!({}),
            call_id: "c1".into(),
        },
        TurnEvent::ToolCallComplete {
            tool: "remind".into(),
            result: result.into(),
            outcome,
            call_id: "c1".into(),
        },
    ]
}

#[test]
fn a_text_begins_before_its_pieces_and_ends_before_the_message() {
    let parts = told(
        Dialect::Six,
        vec![delta("Hel"), delta("lo"), complete("Hello")],
    );
    assert_eq!(
        types(&parts),
        [
            "start",
            "start-step",
            "text-start",
            "text-delta",
            "text-delta",
            "text-end",
            "finish-step",
            "finish"
        ]
    );
}

#[test]
fn what_was_not_heard_is_told_at_the_end() {
    let parts = told(Dialect::Six, vec![delta("Hel"), complete("Hello there")]);
    let pieces: String = parts
        .iter()
        .filter_map(|part| part["delta"].as_str())
        .collect();
    assert_eq!(pieces, "Hello there");
}

#[test]
fn an_answer_that_was_begun_anew_is_given_whole_beside_it() {
    let parts = told(Dialect::Six, vec![delta("Bad"), complete("Good")]);
    let finish = parts.last().unwrap();
    assert_eq!(finish["messageMetadata"]["text"], "Good");
}

#[test]
fn what_is_said_around_a_call_is_not_repeated_at_the_end() {
    let mut events = vec![delta("Let me see.")];
    events.extend(called("done", ToolOutcome::Done));
    events.extend([delta("It is"), complete("Let me see.\n\nIt is noon.")]);
    let parts = told(Dialect::Six, events);
    let pieces: Vec<&str> = parts
        .iter()
        .filter_map(|part| part["delta"].as_str())
        .collect();
    assert_eq!(pieces, ["Let me see.", "It is", " noon."]);
    let finish = parts.last().unwrap();
    assert_eq!(finish["messageMetadata"]["text"], Value::Null);
}

#[test]
fn an_answer_that_was_stopped_keeps_what_was_told_and_says_so() {
    let turn = TurnId::generate(&SystemIds);
    let mut parts = Parts::new(Dialect::Six);
    parts.of(&shown(turn, delta("Well")));
    let told = parts.stopped(&shown(turn, complete("")));
    assert_eq!(types(&told), ["text-end", "finish-step", "abort", "finish"]);
    let finish = told.last().unwrap();
    assert_eq!(finish["finishReason"], "other");
    assert_eq!(finish["messageMetadata"]["text"], Value::Null);
}

#[test]
fn a_call_that_waits_asks_for_approval_in_the_words_of_the_client() {
    let waiting = || called("waiting for approval #a7", ToolOutcome::Done).to_vec();
    let six = told(Dialect::Six, waiting());
    let asked = six.last().unwrap();
    assert_eq!(
        (&asked["type"], &asked["approvalId"], &asked["toolCallId"]),
        (&json!("tool-approval-request"), &json!("a7"), &json!("c1"))
    );
    let five = told(Dialect::Five, waiting());
    assert_eq!(five.last().unwrap()["type"], "data-approval");
}

#[test]
fn a_failed_call_is_an_error_of_that_call_alone() {
    let parts = told(
        Dialect::Six,
        called("no such day", ToolOutcome::Failed).to_vec(),
    );
    assert_eq!(parts.last().unwrap()["type"], "tool-output-error");
}
