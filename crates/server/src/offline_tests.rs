use steward_model::{ChatMessage, ToolSpec};

use super::*;

const EVERYTHING: [&str; 5] = [KEEP, ASK, UPDATE, CREATE, ESCALATE];

fn offered(name: &str) -> ToolSpec {
    ToolSpec {
        name: name.to_owned(),
        description: String::new(),
        input_schema: json!({}),
    }
}

fn request(tools: &[&str], messages: Vec<ChatMessage>) -> ChatRequest {
    ChatRequest {
        model: "offline".to_owned(),
        system: Vec::new(),
        messages,
        tools: tools.iter().map(|name| offered(name)).collect(),
        server_tools: Vec::new(),
        temperature_milli: 700,
        max_tokens: 100,
        stop: Vec::new(),
    }
}

fn user(text: &str) -> ChatMessage {
    ChatMessage::User {
        text: text.to_owned(),
    }
}

fn from(who: &str, text: &str) -> ChatMessage {
    user(&format!("<input name=\"{who}\">\n{text}\n</input>"))
}

/// What it does after a member's words and the result of one call.
fn after(said: &str, call: &str, outcome: ToolOutcome, content: &str) -> Move {
    after_prompt(from("member", said), call, outcome, content)
}

fn after_prompt(prompt: ChatMessage, call: &str, outcome: ToolOutcome, content: &str) -> Move {
    let call = ToolCall {
        id: "1".to_owned(),
        name: call.to_owned(),
        arguments: json!({}),
    };
    let result = ToolResult {
        call_id: "1".to_owned(),
        content: content.to_owned(),
        outcome,
    };
    let called = ChatMessage::Assistant {
        text: String::new(),
        tool_calls: vec![call],
    };
    let results = ChatMessage::ToolResults {
        results: vec![result],
    };
    next(&request(&EVERYTHING, vec![prompt, called, results]))
}

#[test]
fn a_question_goes_to_the_accounts_with_what_was_said_before() {
    let earlier = user("<message name=\"member\">\nWho is Maple Bakery?\n</message>");
    let asked = next(&request(
        &EVERYTHING,
        vec![earlier, from("member", "What do they pay?")],
    ));
    let arguments = json!({"question": "What do they pay?", "before": ["Who is Maple Bakery?"]});
    assert_eq!(asked, Move::Call(ASK, arguments));
}

#[test]
fn an_answer_is_passed_on_as_it_is_without_the_mark_of_its_origin() {
    let answer = "<untrusted>\nThey pay $2,400.\n</untrusted>";
    let said = after("What do they pay?", ASK, ToolOutcome::Done, answer);
    assert_eq!(said, Move::Say("They pay $2,400.".to_owned()));
    let broken = after("What do they pay?", ASK, ToolOutcome::Failed, "No.");
    assert_eq!(broken, Move::Say("No.".to_owned()));
}

#[test]
fn what_is_to_be_kept_is_kept_if_the_agent_may() {
    let said = vec![from("member", "Remember that Bo likes mornings.")];
    let kept = next(&request(&EVERYTHING, said.clone()));
    assert_eq!(
        kept,
        Move::Call(KEEP, json!({"text": "Bo likes mornings."}))
    );
    let without = next(&request(&[ASK, ESCALATE], said));
    assert!(matches!(without, Move::Call(ASK, _)), "{without:?}");
    let asked = next(&request(
        &EVERYTHING,
        vec![from("member", "Remember what Bo said?")],
    ));
    assert!(matches!(asked, Move::Call(ASK, _)), "{asked:?}");
}

#[test]
fn texts_of_contacts_go_to_a_person_unanswered() {
    let moved = next(&request(
        &EVERYTHING,
        vec![from("contact", "Are you open?")],
    ));
    assert_eq!(moved, Move::HandOver(String::new(), NO_MODEL));
    assert_eq!(
        after("Hi", ESCALATE, ToolOutcome::Done, "Told."),
        Move::Done
    );
}

#[test]
fn texts_of_contacts_get_drafts_that_promise_nothing_where_the_agent_drafts() {
    let draft = |said: &str| match next(&request(&[PROPOSE, ESCALATE], vec![from("contact", said)]))
    {
        Move::Call(PROPOSE, arguments) => {
            let options = arguments["options"].as_array().unwrap().clone();
            assert_eq!(options.len(), 2, "{said}");
            options[0]["body"].as_str().unwrap().to_owned()
        }
        other => panic!("{other:?}"),
    };
    assert!(draft("Are you open?").starts_with("Thanks for asking"));
    assert!(draft("Hi there").starts_with("Hello!"));
    assert!(draft("The tap in the kitchen drips again.").starts_with("Thanks for letting us know"));
    assert!(draft("There is a fire in my kitchen!").starts_with("If anybody is in danger"));
    assert!(draft("Can I talk to a real person?").starts_with("Of course."));
    let text = || from("contact", "Hi");
    let done = after_prompt(text(), PROPOSE, ToolOutcome::Done, "They have them.");
    assert_eq!(done, Move::Done);
    let refused = after_prompt(text(), PROPOSE, ToolOutcome::Failed, "No.");
    assert_eq!(refused, Move::HandOver(String::new(), NO_MODEL));
}

#[test]
fn what_neither_accounts_nor_memory_know_is_not_made_up() {
    let none = "This names no account and asks nothing about the accounts.";
    let Move::HandOver(said, reason) =
        after("Who won the cup last year?", ASK, ToolOutcome::Done, none)
    else {
        panic!("it must ask for a person");
    };
    assert!(said.starts_with(DO_NOT_KNOW));
    assert_eq!(reason, NO_MODEL);
    let greeted = after("Good morning", ASK, ToolOutcome::Done, none);
    assert_eq!(greeted, Move::Say(WHAT_I_CAN.to_owned()));
}

#[test]
fn only_memories_that_have_to_do_with_it_are_told() {
    let memories = "<relevant_memories>\n[a1b2c3 2026-05-01 message] Ana keeps bees.\n\
        [d4e5f6 2026-05-02 archival] The roof leaks.\n</relevant_memories>\n\n";
    let asked = format!("{memories}<input name=\"member\">\nWho has bees?\n</input>");
    let Move::Say(said) = next(&request(&[ESCALATE], vec![user(&asked)])) else {
        panic!("it remembers");
    };
    assert!(
        said.ends_with("- Ana keeps bees. [a1b2c3 2026-05-01 message]"),
        "{said}"
    );
}

#[test]
fn what_no_account_says_may_still_be_remembered() {
    let asked = "<relevant_memories>\n[a1b2c3 2026-05-01 archival] The office closes at noon.\n\
        </relevant_memories>\n\n<input name=\"member\">\nWhen does the office close?\n</input>";
    let unknown = "Not known: nothing on file for Maple Bakery says it.";
    let remembered = after_prompt(user(asked), ASK, ToolOutcome::Done, unknown);
    let Move::Say(said) = remembered else {
        panic!("it remembers");
    };
    assert!(said.contains("The office closes at noon."), "{said}");
    let other = after("When does it renew?", ASK, ToolOutcome::Done, unknown);
    assert_eq!(other, Move::Say(unknown.to_owned()));
}

#[test]
fn a_program_is_told_that_there_is_no_language_model() {
    let moved = next(&request(&[], vec![user("Write a poem.")]));
    assert_eq!(moved, Move::Say(NO_MODEL.to_owned()));
}

#[test]
fn a_decision_is_told_in_words() {
    let approved = "A person approved #3.\nIt was done: <untrusted>\nCreated.\n</untrusted>";
    assert_eq!(
        next(&request(&EVERYTHING, vec![from("approval", approved)])),
        Move::Say("Created.".to_owned())
    );
    let denied = "A person said no to #3. It was not done and must not be tried again as it was.";
    assert_eq!(
        next(&request(&EVERYTHING, vec![from("approval", denied)])),
        Move::Say("Nothing was done.".to_owned())
    );
}
