use serde_json::{Value, json};
use steward_model::{
    CachePoint, ChatAnswer, ChatMessage, ChatRequest, Integrity, ModelFailure, StopReason,
    SystemText, ToolResult, ToolSpec, Usage,
};

use crate::context::{Input, Prompt};
use crate::protocol::Protocol;
use crate::toolset::{Consent, ToolOffer, ToolRole};
use crate::turn::{
    Audience, Effect, Event, Limits, Outcome, PlannedCall, Setup, ToolEnd, ToolReport, Turn,
    TurnEvent, TurnStats,
};

pub(super) fn setup(protocol: Protocol) -> Setup {
    Setup {
        call_prefix: "t1".to_owned(),
        model: "test:model".to_owned(),
        protocol,
        prompt: Prompt {
            system: vec![SystemText {
                text: "Be kind.".to_owned(),
                cache: CachePoint::After,
            }],
            messages: vec![ChatMessage::User {
                text: "Is my flat ready?".to_owned(),
            }],
            label: Integrity::User,
        },
        tools: vec![
            offer("done", ToolRole::Meta, &json!({})),
            offer(
                "escalate_to_user",
                ToolRole::Meta,
                &json!({"reason": {"type": "string"}}),
            ),
            offer(
                "find",
                ToolRole::Domain,
                &json!({"q": {"type": "string"}, "limit": {"type": "integer"}}),
            ),
            offer(
                "note",
                ToolRole::Domain,
                &json!({"text": {"type": "string"}}),
            ),
            offer(
                "send_sms",
                ToolRole::Reply,
                &json!({"body": {"type": "string"}}),
            ),
            offer(
                "task",
                ToolRole::Subagent,
                &json!({"agent": {"type": "string"}, "task": {"type": "string"}}),
            ),
        ],
        server_tools: Vec::new(),
        temperature_milli: 700,
        max_tokens: 32_768,
        limits: Limits::for_agent(),
        audience: Audience::Person,
    }
}

fn offer(name: &str, role: ToolRole, properties: &Value) -> ToolOffer {
    ToolOffer {
        spec: ToolSpec {
            name: name.to_owned(),
            description: format!("The tool {name}."),
            input_schema: json!({"type": "object", "properties": properties}),
        }
        .into(),
        role,
        consent: Consent::ByGate,
    }
}

/// A turn being driven, with everything it wanted.
pub(super) struct Run {
    pub(super) turn: Turn,
    setup: Setup,
    events: Vec<Event>,
    pub(super) effects: Vec<Effect>,
    /// The effects of the last event.
    pub(super) last: Vec<Effect>,
}

impl Run {
    pub(super) fn of(setup: Setup) -> Self {
        let mut run = Self {
            turn: Turn::new(setup.clone()),
            setup,
            events: Vec::new(),
            effects: Vec::new(),
            last: Vec::new(),
        };
        run.event(Event::Started);
        run
    }

    pub(super) fn structured() -> Self {
        Self::of(setup(Protocol::Structured))
    }

    pub(super) fn event(&mut self, event: Event) -> &mut Self {
        self.events.push(event.clone());
        self.last = self.turn.handle(event);
        self.effects.extend(self.last.iter().cloned());
        self
    }

    /// The model answers with this text.
    pub(super) fn says(&mut self, text: &str) -> &mut Self {
        self.stops(text, StopReason::End)
    }

    pub(super) fn stops(&mut self, text: &str, stop: StopReason) -> &mut Self {
        self.event(Event::ModelAnswered {
            answer: answer(text, stop),
        })
    }

    /// The model says something and calls tools.
    pub(super) fn responds(&mut self, messages: &[&str], calls: &[(&str, Value)]) -> &mut Self {
        let calls: Vec<Value> = calls
            .iter()
            .map(|(name, args)| json!({"name": name, "args": args}))
            .collect();
        self.says(&json!({"messages": messages, "tool_calls": calls}).to_string())
    }

    pub(super) fn model_fails(&mut self, failure: ModelFailure) -> &mut Self {
        self.event(Event::ModelFailed { failure })
    }

    pub(super) fn nothing_new(&mut self) -> &mut Self {
        self.event(Event::LookedAgain { inputs: Vec::new() })
    }

    pub(super) fn arrives(&mut self, text: &str) -> &mut Self {
        self.event(Event::LookedAgain {
            inputs: vec![Input {
                event: "e2".to_owned(),
                from: "Ann".to_owned(),
                text: text.to_owned(),
                integrity: Integrity::Untrusted,
            }],
        })
    }

    /// Every running call ends like this.
    pub(super) fn tools_end(&mut self, end: &ToolEnd) -> &mut Self {
        let reports = self
            .running()
            .iter()
            .map(|planned| report(&planned.call.id, end.clone()))
            .collect();
        self.event(Event::ToolsFinished { reports })
    }

    pub(super) fn tools_work(&mut self, content: &str) -> &mut Self {
        self.tools_end(&ToolEnd::Done {
            content: content.to_owned(),
        })
    }

    pub(super) fn tools_fail(&mut self, content: &str) -> &mut Self {
        self.tools_end(&ToolEnd::Failed {
            content: content.to_owned(),
        })
    }

    pub(super) fn cancels(&mut self, partial_text: &str) -> &mut Self {
        self.event(Event::Cancelled {
            partial_text: partial_text.to_owned(),
        })
    }

    /// The calls that the last effects want run.
    pub(super) fn running(&self) -> Vec<PlannedCall> {
        let calls = self.last.iter().find_map(|effect| match effect {
            Effect::RunTools { calls, .. } => Some(calls.clone()),
            _ => None,
        });
        calls.unwrap_or_default()
    }

    pub(super) fn looks_again(&self) -> bool {
        self.last
            .iter()
            .any(|effect| matches!(effect, Effect::LookAgain { .. }))
    }

    /// The request that the last effects want sent.
    #[track_caller]
    pub(super) fn request(&self) -> ChatRequest {
        self.model_call().expect("the model is called").0
    }

    /// The last model call: request and try.
    pub(super) fn model_call(&self) -> Option<(ChatRequest, u32)> {
        self.last.iter().find_map(|effect| match effect {
            Effect::CallModel {
                request, attempt, ..
            } => Some(((**request).clone(), *attempt)),
            _ => None,
        })
    }

    pub(super) fn released(&self) -> Vec<String> {
        let messages = self.effects.iter().filter_map(|effect| match effect {
            Effect::Release { messages, .. } => Some(messages.clone()),
            _ => None,
        });
        messages.flatten().collect()
    }

    pub(super) fn emitted(&self) -> Vec<TurnEvent> {
        let events = self.effects.iter().filter_map(|effect| match effect {
            Effect::Emit { event, .. } => Some(event.clone()),
            _ => None,
        });
        events.collect()
    }

    /// All results in the transcript.
    pub(super) fn results(&self) -> Vec<ToolResult> {
        let results = self
            .turn
            .transcript()
            .iter()
            .filter_map(|message| match message {
                ChatMessage::ToolResults { results } => Some(results.clone()),
                ChatMessage::User { .. } | ChatMessage::Assistant { .. } => None,
            });
        results.flatten().collect()
    }

    /// Checks what must hold for every turn, and that it ended like this.
    #[track_caller]
    pub(super) fn ends(&self, expected: &Outcome) -> TurnStats {
        self.holds();
        let finish = self.effects.iter().find_map(|effect| match effect {
            Effect::Finish { outcome, stats, .. } => Some((outcome, *stats)),
            _ => None,
        });
        let (outcome, stats) = finish.expect("the turn is over");
        assert_eq!(outcome, expected);
        stats
    }

    /// What must hold for every turn, over or not.
    #[track_caller]
    pub(super) fn holds(&self) {
        well_formed(self.turn.transcript());
        let appended: Vec<ChatMessage> =
            self.effects.iter().filter_map(appended).flatten().collect();
        assert_eq!(
            appended,
            self.turn.transcript(),
            "the appends are the transcript"
        );
        let finishes = self
            .effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Finish { .. }))
            .count();
        assert_eq!(finishes, usize::from(self.turn.is_over()));
        let completes = self
            .emitted()
            .iter()
            .filter(|event| matches!(event, TurnEvent::Complete { .. }))
            .count();
        assert_eq!(completes, finishes, "one last event for whoever watches");
        for pair in self.effects.windows(2) {
            assert!(label(&pair[1]) <= label(&pair[0]), "trust never rises");
        }
        let record = serde_json::to_string(&(&self.setup, &self.events)).expect("events are JSON");
        let (setup, events): (Setup, Vec<Event>) =
            serde_json::from_str(&record).expect("a record can be read");
        let (again, effects) = Turn::replay(setup, &events);
        assert_eq!(
            again, self.turn,
            "a replay of the record ends in the same state"
        );
        let effects: Vec<Effect> = effects.into_iter().flatten().collect();
        let bytes = |effects: &[Effect]| serde_json::to_string(effects).expect("effects are JSON");
        assert_eq!(
            bytes(&effects),
            bytes(&self.effects),
            "a replay wants the same bytes"
        );
    }
}

fn appended(effect: &Effect) -> Option<Vec<ChatMessage>> {
    match effect {
        Effect::Append { messages, .. } => {
            well_formed(messages);
            Some(messages.clone())
        }
        _ => None,
    }
}

fn label(effect: &Effect) -> Integrity {
    match effect {
        Effect::CallModel { label, .. }
        | Effect::RunTools { label, .. }
        | Effect::LookAgain { label, .. }
        | Effect::Release { label, .. }
        | Effect::Append { label, .. }
        | Effect::Emit { label, .. }
        | Effect::Finish { label, .. } => *label,
    }
}

/// Every call has exactly one result, right behind it, and no id comes twice.
#[track_caller]
fn well_formed(messages: &[ChatMessage]) {
    let mut seen = std::collections::BTreeSet::new();
    let mut open: Vec<String> = Vec::new();
    for message in messages {
        match message {
            ChatMessage::ToolResults { results } => {
                let ids: Vec<String> = results
                    .iter()
                    .map(|result| result.call_id.clone())
                    .collect();
                assert_eq!(ids, open, "results answer the calls before them");
                open.clear();
            }
            ChatMessage::User { .. } => {
                assert_eq!(open, Vec::<String>::new(), "calls without results")
            }
            ChatMessage::Assistant { tool_calls, .. } => {
                assert_eq!(open, Vec::<String>::new(), "calls without results");
                for call in tool_calls {
                    assert!(seen.insert(call.id.clone()), "{} comes twice", call.id);
                    assert!(call.arguments.is_object(), "providers take only objects");
                    assert!(
                        (1..=64).contains(&call.name.len()),
                        "providers take only short names"
                    );
                    open.push(call.id.clone());
                }
            }
        }
    }
    assert_eq!(open, Vec::<String>::new(), "calls without results");
}

pub(super) fn answer(text: &str, stop: StopReason) -> ChatAnswer {
    ChatAnswer {
        text: text.to_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        stop,
        usage: Usage {
            input_tokens: 10,
            output_tokens: 1,
            ..Usage::default()
        },
    }
}

pub(super) fn report(call_id: &str, end: ToolEnd) -> ToolReport {
    ToolReport {
        call_id: call_id.to_owned(),
        end,
        integrity: Integrity::User,
        usage: Usage::default(),
        inner: Vec::new(),
    }
}

/// The text of the last message of a request.
#[track_caller]
pub(super) fn last_text(request: &ChatRequest) -> String {
    match request.messages.last() {
        Some(ChatMessage::User { text } | ChatMessage::Assistant { text, .. }) => text.clone(),
        other => panic!("{other:?} has no text"),
    }
}
