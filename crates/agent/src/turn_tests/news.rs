use serde_json::json;
use steward_model::{ChatMessage, Integrity};

use super::fixture::{Run, last_text, setup};
use crate::protocol::Protocol;
use crate::turn::{Audience, Effect, Outcome};

#[test]
fn nothing_is_released_before_the_turn_looked_again() {
    let mut run = Run::structured();
    run.responds(&["It is ready."], &[]);
    assert!(run.looks_again());
    assert_eq!(run.released(), Vec::<String>::new());
    run.nothing_new();
    assert_eq!(run.released(), ["It is ready."]);
}

#[test]
fn a_message_that_came_meanwhile_withdraws_the_answer() {
    let mut run = Run::structured();
    run.responds(&["It is ready."], &[])
        .arrives("And the keys?");
    assert_eq!(run.released(), Vec::<String>::new());
    assert_eq!(run.turn.label(), Integrity::Untrusted);
    insta::assert_snapshot!(last_text(&run.request()), @r#"
    <note>Your last answer was not sent: this came in before. Answer everything together.</note>

    <input name="Ann">
    <untrusted>
    And the keys?
    </untrusted>
    </input>
    "#);
    run.responds(&["Both are ready."], &[]).nothing_new();
    run.ends(&Outcome::Completed);
    assert_eq!(run.released(), ["Both are ready."], "one burst, one reply");
}

#[test]
fn a_send_that_came_too_late_is_not_made_and_the_rest_is() {
    let mut run = Run::structured();
    run.responds(
        &["Sending."],
        &[
            ("send_sms", json!({"body": "Ready."})),
            ("note", json!({"text": "x"})),
            ("done", json!({})),
        ],
    );
    assert!(run.looks_again());
    run.arrives("And the keys?");
    let names: Vec<String> = run
        .running()
        .into_iter()
        .map(|planned| planned.call.name)
        .collect();
    assert_eq!(names, ["note"]);
    run.tools_work("noted");
    run.holds();
    assert!(run.results()[0].content.starts_with("Not done"));
    assert!(
        matches!(run.turn.transcript().last(), Some(ChatMessage::User { text }) if text.contains("And the keys?"))
    );
    assert!(
        run.model_call().is_some(),
        "`done` was said before the news"
    );
    assert_eq!(run.released(), Vec::<String>::new());
}

#[test]
fn withdrawing_counts_no_failure() {
    let mut run = Run::structured();
    for _ in 0..5 {
        run.responds(&[], &[("send_sms", json!({"body": "Ready."}))])
            .arrives("Wait");
    }
    assert!(!run.turn.is_over());
    run.responds(&[], &[("send_sms", json!({"body": "Ready."}))])
        .nothing_new();
    assert_eq!(run.running().len(), 1, "a withdrawn send may be made again");
    run.holds();
}

#[test]
fn a_step_that_answers_nobody_does_not_look() {
    let mut run = Run::structured();
    run.responds(&[], &[("find", json!({"q": "a"}))]);
    assert!(!run.looks_again());
    assert_eq!(run.running().len(), 1);
}

#[test]
fn a_flood_of_messages_ends_with_the_steps() {
    let mut run = Run::structured();
    for _ in 0..9 {
        run.responds(&["It is ready."], &[]);
        assert!(run.looks_again());
        run.arrives("And?");
    }
    run.responds(&["It is ready."], &[]);
    assert!(
        !run.looks_again(),
        "the last step could not answer what it would find"
    );
    assert_eq!(run.ends(&Outcome::Completed).steps, 10);
    assert_eq!(run.released(), ["It is ready."]);
}

#[test]
fn a_sub_agent_does_not_look() {
    let mut setup = setup(Protocol::Structured);
    setup.audience = Audience::Parent;
    let mut run = Run::of(setup);
    run.responds(&["Found."], &[]);
    run.ends(&Outcome::Completed);
    assert!(
        !run.effects
            .iter()
            .any(|effect| matches!(effect, Effect::LookAgain { .. }))
    );
}
