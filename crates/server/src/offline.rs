//! The model of a machine that has no language model: it answers from the accounts and from memory, with where it stands, carries
//! out plain changes, and hands over what it does not know. It makes nothing up.
//!
//! It is a model like any other: it sees a prompt and offered tools, and nothing else. So it can reach only what its agent may.

mod excerpt;
mod heard;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use steward_agent::{DONE, ESCALATE};
use steward_channels::Plea;
use steward_llm::{ChatModel, OnDelta};
use steward_model::{
    ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason, ToolCall, ToolOutcome,
    ToolResult, Usage,
};
use steward_tools::AccountsFinding;

use self::excerpt::excerpt;
use self::heard::{From, Heard, bare, heard, results};

const NO_MODEL: &str = "No language model is set up, so nobody has answered this. Set STEWARD_MODEL to one, \
    such as `anthropic:claude-sonnet-4-5`, with its key, and restart.";
const WHAT_I_CAN: &str = "No language model is set up, so I answer from the accounts and from what I remember. Ask about an \
    account, tell me what changed, or say “remember that …”.";
const DO_NOT_KNOW: &str = "I do not know: neither the accounts nor what I remember says it.";

const ASK: &str = "ask_accounts";
const UPDATE: &str = "update_account";
const CREATE: &str = "create_account";
const PROPOSE: &str = "propose_sms_replies";
const KEEP: &str = "archival_insert";

/// How somebody asks to have something kept.
const REMEMBER: [&str; 5] = [
    "remember that ",
    "remember: ",
    "please remember that ",
    "keep in mind that ",
    "remember ",
];

/// The most memories that an answer shows.
const MEMORIES: usize = 3;
/// Shorter words say nothing about what a sentence is about.
const TELLING_CHARS: usize = 4;
/// What has no more words, and asks nothing, is a greeting.
const GREETING_WORDS: usize = 3;

/// Answers without a language model.
pub(crate) struct Offline;

/// What it does next.
#[derive(Debug, PartialEq)]
enum Move {
    Say(String),
    Call(&'static str, Value),
    /// Says that it does not know, and asks for a person.
    HandOver(String, &'static str),
    /// Nothing more.
    Done,
}

impl ChatModel for Offline {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        let (text, call) = match next(request) {
            Move::Say(text) => (text, None),
            Move::Call(name, arguments) => (String::new(), Some((name, arguments))),
            Move::HandOver(text, reason) => (text, Some((ESCALATE, json!({"reason": reason})))),
            Move::Done => (String::new(), Some((DONE, json!({})))),
        };
        if !text.is_empty() {
            on_delta(ChatDelta::Text { text: text.clone() });
        }
        let call = call.map(|(name, arguments)| ToolCall {
            id: format!("offline_{}", request.messages.len()),
            name: name.to_owned(),
            arguments,
        });
        let stop = match call {
            Some(_) => StopReason::ToolUse,
            None => StopReason::End,
        };
        Box::pin(std::future::ready(Ok(ChatAnswer {
            text,
            thinking: String::new(),
            tool_calls: call.into_iter().collect(),
            stop,
            usage: Usage::default(),
        })))
    }
}

fn next(request: &ChatRequest) -> Move {
    let heard = heard(request);
    match results(request) {
        Some((call, result)) => go_on(request, &heard, call, result),
        None => begin(request, &heard),
    }
}

fn begin(request: &ChatRequest, heard: &Heard) -> Move {
    match heard.from {
        From::Program => Move::Say(NO_MODEL.to_owned()),
        From::Contact if has(request, PROPOSE) => Move::Call(PROPOSE, drafts(&heard.text)),
        From::Contact => Move::HandOver(String::new(), NO_MODEL),
        From::Schedule => Move::Say(heard.text.clone()),
        From::Approval => Move::Say(done_of(&heard.text)),
        From::Member => match kept(&heard.text) {
            Some(fact) if has(request, KEEP) => Move::Call(KEEP, json!({"text": fact})),
            _ if has(request, ASK) => {
                Move::Call(ASK, json!({"question": heard.text, "before": heard.before}))
            }
            _ => recall(heard),
        },
    }
}

fn go_on(request: &ChatRequest, heard: &Heard, call: &ToolCall, result: &ToolResult) -> Move {
    let said = bare(&result.content);
    match (call.name.as_str(), result.outcome) {
        (ESCALATE | DONE, _) | (PROPOSE, ToolOutcome::Done) => Move::Done,
        (PROPOSE, _) => Move::HandOver(String::new(), NO_MODEL),
        (KEEP, ToolOutcome::Done) => Move::Say("I will remember that.".to_owned()),
        (ASK, ToolOutcome::Done) => match AccountsFinding::read(&said) {
            AccountsFinding::Change if has(request, UPDATE) => Move::Call(
                UPDATE,
                json!({"request": heard.text, "before": heard.before}),
            ),
            AccountsFinding::Nobody(name) if has(request, CREATE) => {
                Move::Call(CREATE, json!({"name": name, "request": heard.text}))
            }
            AccountsFinding::Unrelated => recall(heard),
            AccountsFinding::NotKnown(_) => remembered(heard).unwrap_or(Move::Say(said)),
            _ => Move::Say(said),
        },
        _ => Move::Say(said),
    }
}

/// What is remembered of it, if that is anything.
fn remembered(heard: &Heard) -> Option<Move> {
    let asked = telling(&heard.text);
    let fits = |text: &str| telling(text).iter().any(|word| asked.contains(word));
    let fitting = heard.memories.iter().filter(|memory| fits(&memory.text));
    let found: Vec<String> = fitting
        .take(MEMORIES)
        .map(|memory| format!("- {} {}", excerpt(&memory.text, fits), memory.mark))
        .collect();
    let told = || format!("This is what I remember of it:\n{}", found.join("\n"));
    (!found.is_empty()).then(|| Move::Say(told()))
}

/// What is remembered of it, or that nothing is.
fn recall(heard: &Heard) -> Move {
    if let Some(told) = remembered(heard) {
        return told;
    }
    let words = heard.text.split_whitespace().count();
    if words <= GREETING_WORDS && !heard.text.contains('?') {
        return Move::Say(WHAT_I_CAN.to_owned());
    }
    Move::HandOver(format!("{DO_NOT_KNOW} {WHAT_I_CAN}"), NO_MODEL)
}

/// Answers to a contact that promise nothing and make nothing up, for a person to send or to write over.
fn drafts(said: &str) -> Value {
    let words = said.split_whitespace().count();
    let asks = said.contains('?');
    let options = match (Plea::of(said), asks, words <= GREETING_WORDS) {
        (Some(Plea::Emergency), ..) => [
            "If anybody is in danger, please get away from it and call the emergency services now. We have read your message.",
            "We have read your message. Is everybody safe, and have you called the emergency services?",
        ],
        (Some(Plea::Person), ..) => [
            "Of course. What is it about?",
            "You are writing with a person now. What can we do for you?",
        ],
        (_, true, _) => [
            "Thanks for asking. I will find out and write back to you.",
            "Thanks for your question. Could you tell me a little more, so that I can answer it well?",
        ],
        (_, false, true) => [
            "Hello! How can we help you?",
            "Thanks for writing. What can we do for you?",
        ],
        (_, false, false) => [
            "Thanks for letting us know. I will look into it and write back to you.",
            "Thanks for your message. Could you tell me a little more about it?",
        ],
    };
    // It has read the words and understood none of them.
    let options = options.map(|body| json!({"body": body, "confidence": 0.3}));
    json!({"options": options, "kind": if asks { "question" } else { "other" }})
}

/// The words that a sentence is about, each by its beginning: "bees" and "bee" are one.
fn telling(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| word.chars().count() >= TELLING_CHARS);
    let stem = |word: &str| word.to_lowercase().chars().take(6).collect();
    words.filter(|word| !is_asking(word)).map(stem).collect()
}

fn is_asking(word: &str) -> bool {
    let asking = [
        "what", "when", "where", "which", "whom", "whose", "does", "have", "this", "that", "with",
        "from", "about", "tell", "there", "they", "them", "their", "your", "know", "remember",
    ];
    asking.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// What somebody wants to have kept.
fn kept(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let opening = REMEMBER
        .iter()
        .find(|opening| lower.starts_with(*opening))?;
    let fact = text.get(opening.len()..)?.trim();
    (!fact.is_empty() && !fact.ends_with('?')).then_some(fact)
}

/// What came of a decision, without how it was put to the model.
fn done_of(text: &str) -> String {
    match text.split_once("It was done: ") {
        Some((_, said)) => bare(said),
        None if text.starts_with("A person said no") => "Nothing was done.".to_owned(),
        None => text.to_owned(),
    }
}

fn has(request: &ChatRequest, tool: &str) -> bool {
    request.tools.iter().any(|offered| offered.name == tool)
}

#[cfg(test)]
#[path = "offline_tests.rs"]
mod tests;
