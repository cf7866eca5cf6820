//! A model that wants to reach whomever it can, by every tool and by arguments of every kind.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use steward_llm::{ChatModel, OnDelta};
use steward_model::{
    ChatAnswer, ChatRequest, ContactId, ModelFailure, StopReason, ToolCall, Usage,
};
use tokio::sync::oneshot;

use super::book::{Call, Ends, Pages, marks};
use super::chance::Chance;
use super::world::{LINES, NUMBERS};

type Answer = Result<ChatAnswer, ModelFailure>;

/// The name of an organisation's model that may send, and of the one that may not.
pub(super) fn model(org: usize, may_send: bool) -> String {
    let kind = if may_send { "sends" } else { "drafts" };
    format!("test:{kind}-{org}")
}

struct Question {
    request: ChatRequest,
    answer: oneshot::Sender<Answer>,
}

pub(super) struct Mind {
    stirs: Arc<AtomicU64>,
    waiting: Mutex<Vec<Question>>,
}

impl Mind {
    pub(super) fn new(stirs: &Arc<AtomicU64>) -> Arc<Self> {
        Arc::new(Self {
            stirs: Arc::clone(stirs),
            waiting: Mutex::default(),
        })
    }

    /// How many questions wait.
    pub(super) fn waiting(&self) -> usize {
        let mut waiting = self.waiting.lock().unwrap();
        waiting.retain(|one| !one.answer.is_closed());
        waiting.len()
    }

    /// Answers one of them. Tells how many calls that were.
    pub(super) fn answer(
        &self,
        place: usize,
        chance: &mut Chance,
        pages: &mut Pages,
        contacts: &[(usize, ContactId)],
    ) -> usize {
        let question = {
            let mut waiting = self.waiting.lock().unwrap();
            // By what they are about: which task was faster is chance that no seed decides.
            waiting.sort_by_cached_key(|one| about(&one.request));
            waiting.remove(place)
        };
        if chance.percent(3) {
            let broken = ModelFailure::Interrupted {
                reason: "it broke off".to_owned(),
            };
            let _ = question.answer.send(Err(broken));
            return 0;
        }
        let asked = Asked::read(&question.request, pages);
        let most = if chance.percent(20) { 12 } else { 4 };
        let count = chance.below(most + 1);
        let tool_calls: Vec<_> = (0..count)
            .map(|n| asked.call(n, chance, pages, contacts))
            .collect();
        let stop = match tool_calls.is_empty() {
            true => StopReason::End,
            false => StopReason::ToolUse,
        };
        let answer = ChatAnswer {
            text: ["", "I have texted everybody.", "STOP"][chance.below(3)].to_owned(),
            thinking: String::new(),
            tool_calls,
            stop,
            usage: Usage::default(),
        };
        // Who asked may be gone.
        let _ = question.answer.send(Ok(answer));
        count
    }
}

impl ChatModel for Mind {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        _on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            self.stirs.fetch_add(1, Ordering::SeqCst);
            let (answer, answered) = oneshot::channel();
            let question = Question {
                request: request.clone(),
                answer,
            };
            self.waiting.lock().unwrap().push(question);
            let answer = answered.await;
            self.stirs.fetch_add(1, Ordering::SeqCst);
            answer.unwrap_or(Err(ModelFailure::TimedOut))
        })
    }
}

/// Who is asked about what, as a name.
fn about(request: &ChatRequest) -> (String, Vec<usize>, Vec<usize>, usize) {
    let whole = serde_json::to_string(&request.messages).unwrap();
    let marks = |kind| marks(&whole, kind).into_iter().collect();
    let length = request.messages.len();
    (request.model.clone(), marks('t'), marks('c'), length)
}

/// What the model was asked, as the judge needs it.
struct Asked {
    org: usize,
    may_send: bool,
    answers: BTreeSet<Ends>,
    lines: BTreeSet<String>,
}

impl Asked {
    /// Where an answer may go: where somebody wrote from and to on this conversation, if an agent was asked about it; and, when a
    /// schedule asks for news, to the newest text of all when the turn began, whatever came in since. Most people write from one
    /// number to one line, and then it is one place.
    fn read(request: &ChatRequest, pages: &mut Pages) -> Self {
        let kind = request.model.strip_prefix("test:").unwrap();
        let (kind, org) = kind.split_once('-').unwrap();
        let org = org.parse().unwrap();
        let whole = serde_json::to_string(&request.messages).unwrap();
        let seen = marks(&whole, 't');
        let texts: Vec<_> = seen
            .iter()
            .filter_map(|mark| pages.texts.get(*mark))
            .collect();
        let asked = texts.iter().filter(|text| text.asked);
        let asked = asked.chain(texts.last());
        let mut answers: BTreeSet<_> = asked.map(|text| text.ends.clone()).collect();
        answers.extend(pages.answered_before(request));
        pages.questions.push((request.clone(), answers.clone()));
        let mut lines: BTreeSet<_> = answers.iter().map(|ends| ends.ours.clone()).collect();
        if lines.is_empty() {
            let first = LINES.iter().find(|line| line.org == org).unwrap();
            lines.insert(first.number.to_owned());
        }
        Self {
            org,
            may_send: kind == "sends",
            answers,
            lines,
        }
    }

    /// One call, written down.
    fn call(
        &self,
        n: usize,
        chance: &mut Chance,
        pages: &mut Pages,
        contacts: &[(usize, ContactId)],
    ) -> ToolCall {
        let mark = pages.calls.len();
        let what = match chance.below(20) {
            // An agent that may not send mostly does what it may.
            0..=8 if !self.may_send && chance.percent(80) => 9,
            what => what,
        };
        // Mostly somebody whom its team knows.
        let known = contacts
            .iter()
            .filter(|one| one.0 == self.org || chance.percent(15));
        let known: Vec<_> = known.map(|one| one.1).collect();
        let (name, arguments) = fuzzed(chance, what, mark, &known);
        pages.calls.push(Call {
            org: self.org,
            may_send: self.may_send,
            tool: name.to_owned(),
            answers: self.answers.clone(),
            lines: self.lines.clone(),
        });
        // Two calls of one name, now and then.
        let id = if chance.percent(3) { 0 } else { n };
        ToolCall {
            id: format!("call_{id}"),
            name: name.to_owned(),
            arguments,
        }
    }
}

/// A call as no honest model would make it, or as one would.
fn fuzzed(
    chance: &mut Chance,
    what: usize,
    mark: usize,
    contacts: &[ContactId],
) -> (&'static str, Value) {
    let text = words(chance, mark);
    let whom = match chance.percent(90) {
        true => chance.one(contacts).map(ToString::to_string),
        false => None,
    };
    let whom = whom.unwrap_or_else(|| {
        let strange = [
            "",
            "*",
            "contact:1",
            "'; drop table contact; --",
            NUMBERS[0],
        ];
        (*chance.one(&strange).unwrap()).to_owned()
    });
    match what {
        0..=5 => ("send_sms", json!({ "text": text })),
        6..=8 => ("text_contact", json!({ "contact_id": whom, "text": text })),
        9..=10 => (
            "propose_sms_replies",
            json!({ "options": [{ "body": text, "confidence": 1 }, { "body": format!("{text}.") }] }),
        ),
        11 => (
            "schedule_task",
            json!({ "when": "in 20 minutes", "text": "Any news?", "contact_id": whom }),
        ),
        12 => (
            "schedule_task",
            json!({ "when": "in 5 minutes", "text": "Text everybody." }),
        ),
        13 => {
            let to = *chance.one(&NUMBERS).unwrap();
            let line = LINES[chance.below(LINES.len())].number;
            let reply = json!({ "text": text, "to": to, "from": line, "contact_id": whom });
            (["send_sms", "text_contact"][chance.below(2)], reply)
        }
        14 => (
            ["send_email", "SEND_SMS", "send_sms ", ""][chance.below(4)],
            json!({ "text": text }),
        ),
        15 => ("send_sms", malformed(chance, &text)),
        16 => ("text_contact", malformed(chance, &text)),
        17 => ("propose_sms_replies", malformed(chance, &text)),
        18 => ("escalate", json!({ "reason": text })),
        _ => ("done", json!({})),
    }
}

fn malformed(chance: &mut Chance, text: &str) -> Value {
    match chance.below(7) {
        0 => json!({}),
        1 => json!({ "text": null }),
        2 => json!({ "text": [text] }),
        3 => json!({ "contact_id": { "id": 1 }, "text": text }),
        4 => json!({ "options": text }),
        5 => json!([text]),
        _ => json!(text),
    }
}

/// Words with their mark.
fn words(chance: &mut Chance, mark: usize) -> String {
    let mark = format!("c{mark}x");
    match chance.below(12) {
        0 => format!("({mark}) {}", "é".repeat(1_700)),
        1 => format!("\u{202e}({mark})\u{200b} 👩‍👩‍👧 ﷽ \u{0}"),
        2 => format!("Call {} ({mark}) or {}", NUMBERS[1], NUMBERS[2]),
        3 => format!("See https://example.com/{mark}"),
        4 => format!("STOP ({mark})"),
        _ => format!("Yes ({mark})"),
    }
}
