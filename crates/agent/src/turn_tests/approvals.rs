use serde_json::json;

use super::fixture::{Run, report, setup};
use crate::protocol::Protocol;
use crate::toolset::Consent;
use crate::turn::{Event, Outcome, ToolEnd, WaitingCall};

fn waiting(approval: &str) -> ToolEnd {
    ToolEnd::Waiting {
        approval: approval.to_owned(),
    }
}

fn call(call_id: &str, tool: &str, approval: &str) -> WaitingCall {
    WaitingCall {
        call_id: call_id.to_owned(),
        tool: tool.to_owned(),
        approval: approval.to_owned(),
    }
}

#[test]
fn a_call_that_needs_a_person_ends_the_turn_after_the_others_ran() {
    let mut run = Run::structured();
    run.responds(
        &[],
        &[("note", json!({"text": "x"})), ("find", json!({"q": "a"}))],
    );
    assert_eq!(run.running().len(), 2);
    run.event(Event::ToolsFinished {
        reports: vec![
            report("t1_1_1", waiting("41")),
            report(
                "t1_1_2",
                ToolEnd::Done {
                    content: "found".to_owned(),
                },
            ),
        ],
    });
    run.ends(&Outcome::AwaitsApproval {
        calls: vec![call("t1_1_1", "note", "41")],
    });
    let contents: Vec<String> = run
        .results()
        .into_iter()
        .map(|result| result.content)
        .collect();
    assert_eq!(contents, ["waiting for approval #41", "found"]);
}

#[test]
fn several_calls_may_wait() {
    let mut run = Run::structured();
    run.responds(
        &["I asked."],
        &[("note", json!({"text": "x"})), ("find", json!({"q": "a"}))],
    )
    .nothing_new();
    run.event(Event::ToolsFinished {
        reports: vec![
            report("t1_1_1", waiting("1")),
            report("t1_1_2", waiting("2")),
        ],
    });
    run.ends(&Outcome::AwaitsApproval {
        calls: vec![call("t1_1_1", "note", "1"), call("t1_1_2", "find", "2")],
    });
    assert_eq!(run.released(), ["I asked."]);
}

#[test]
fn the_driver_is_told_which_tools_always_need_a_person() {
    let mut setup = setup(Protocol::Structured);
    setup.tools[3].consent = Consent::Always;
    let mut run = Run::of(setup);
    run.responds(
        &[],
        &[("note", json!({"text": "x"})), ("find", json!({"q": "a"}))],
    );
    let consents: Vec<Consent> = run
        .running()
        .into_iter()
        .map(|planned| planned.consent)
        .collect();
    assert_eq!(consents, [Consent::Always, Consent::ByGate]);
}

#[test]
fn a_message_that_came_meanwhile_is_answered_although_a_call_waits() {
    let mut run = Run::structured();
    run.responds(&["Done."], &[("note", json!({"text": "x"}))])
        .arrives("And the keys?");
    run.event(Event::ToolsFinished {
        reports: vec![report("t1_1_1", waiting("7"))],
    });
    assert!(run.model_call().is_some());
    run.responds(&["The keys are here."], &[]).nothing_new();
    run.ends(&Outcome::AwaitsApproval {
        calls: vec![call("t1_1_1", "note", "7")],
    });
    assert_eq!(run.released(), ["The keys are here."]);
}

#[test]
fn waiting_is_not_failing() {
    let mut run = Run::structured();
    run.responds(&[], &[("note", json!({"text": "x"}))])
        .tools_end(&waiting("1"));
    assert_eq!(
        run.ends(&Outcome::AwaitsApproval {
            calls: vec![call("t1_1_1", "note", "1")]
        })
        .failed_calls,
        0
    );
}
