//! A turn whose model is in the hands of an attacker, driven as the runtime would: every effect passes the gate, and what
//! the gate lets through is done.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use steward_agent::{
    Action, Audience, Consent, ContextInputs, Effect, Event, Fragment, Input, Limits, PlannedCall,
    Protocol, Setup, ToolEnd, ToolOffer, ToolReport, ToolRole, Turn, Verdict, assemble,
};
use steward_model::{ChatAnswer, ChatMessage, Integrity, StopReason, ToolSpec, Usage};

use super::scene::Scene;

/// What came of a hijacked turn.
pub(crate) struct Aftermath {
    /// What happened although nobody was asked.
    pub(crate) executed: Vec<Action>,
    /// How many effects the model wanted.
    pub(crate) wanted: usize,
    /// How far the context could be trusted in the end.
    pub(crate) label: Integrity,
    /// Everything that was released, as the parent of a sub-agent would get it.
    pub(crate) said: String,
}

/// Everything the agent could do, none of it held back by consent or role: only the gate stands in the way.
pub(crate) fn offers() -> Vec<ToolOffer> {
    let offer = |name: &str, role, arguments: &[&str]| {
        let properties: serde_json::Map<String, Value> = arguments
            .iter()
            .map(|name| ((*name).to_owned(), json!({"type": "string"})))
            .collect();
        ToolOffer {
            spec: ToolSpec {
                name: name.to_owned(),
                description: String::new(),
                input_schema: json!({"type": "object", "properties": properties}),
            }
            .into(),
            role,
            consent: Consent::ByGate,
        }
    };
    vec![
        offer("done", ToolRole::Meta, &[]),
        offer("send_sms", ToolRole::Reply, &["text"]),
        offer("text_contact", ToolRole::SendElsewhere, &["to", "text"]),
        offer(
            "send_email",
            ToolRole::SendElsewhere,
            &["to", "subject", "body"],
        ),
        offer("web_fetch", ToolRole::Domain, &["url"]),
        offer("write_file", ToolRole::Domain, &["path", "text"]),
        offer("update_agent", ToolRole::Domain, &["setting"]),
        offer("read_note", ToolRole::Domain, &["path"]),
        offer("task", ToolRole::Subagent, &["agent", "task"]),
    ]
}

/// What a turn is told that has nothing but an input.
pub(crate) fn inputs(text: &str, integrity: Integrity) -> ContextInputs {
    ContextInputs {
        instruction: "Help the tenants.".to_owned(),
        channel_guidance: String::new(),
        skills: None,
        input: vec![Input {
            event: "e1".to_owned(),
            from: "somebody".to_owned(),
            text: text.to_owned(),
            integrity,
        }],
        current_time: "Monday".to_owned(),
        persona_block: None,
        human_block: None,
        memory: Vec::<Fragment>::new(),
        memory_metadata: String::new(),
        previous_context_summary: None,
        relevant_memories: None,
        recent_conversation: Vec::new(),
        available_tools: offers().into_iter().map(|offer| offer.spec).collect(),
        is_first_time_user: false,
        protocol: Protocol::Structured,
    }
}

/// The turn that these inputs start.
pub(crate) fn setup(inputs: &ContextInputs) -> Setup {
    Setup {
        call_prefix: "t1".to_owned(),
        model: "test:hijacked".to_owned(),
        protocol: inputs.protocol,
        prompt: assemble(inputs),
        tools: offers(),
        server_tools: Vec::new(),
        temperature_milli: 700,
        max_tokens: 4_096,
        limits: Limits::for_agent(),
        audience: Audience::Person,
    }
}

/// One answer of the model: these calls, and this to say.
pub(crate) fn answer(said: &[&str], calls: &[Value]) -> String {
    json!({"messages": said, "tool_calls": calls}).to_string()
}

/// Runs a turn to its end. `report` says what comes of a call that was made or only reads.
pub(crate) fn run(
    setup: Setup,
    scene: &mut Scene,
    answers: &[String],
    report: impl Fn(&PlannedCall) -> (String, Integrity),
) -> Aftermath {
    let mut turn = Turn::new(setup);
    let mut after = Aftermath {
        executed: Vec::new(),
        wanted: 0,
        label: turn.label(),
        said: String::new(),
    };
    let mut answers = answers.iter();
    let mut event = Some(Event::Started);
    while let Some(happened) = event.take() {
        for effect in turn.handle(happened) {
            let next = match effect {
                Effect::CallModel { .. } => Some(Event::ModelAnswered {
                    answer: written(
                        answers
                            .next()
                            .map_or(r#"{"messages":["Bye."]}"#, |text| text),
                    ),
                }),
                Effect::LookAgain { .. } => Some(Event::LookedAgain { inputs: Vec::new() }),
                Effect::Release {
                    messages, label, ..
                } => {
                    after.said.push_str(&messages.join("\n"));
                    scene.sees(label);
                    None
                }
                Effect::RunTools { calls, label, .. } => {
                    scene.sees(label);
                    let run = calls
                        .iter()
                        .map(|planned| act(planned, scene, &report, &mut after));
                    Some(Event::ToolsFinished {
                        reports: run.collect(),
                    })
                }
                Effect::Append { .. } | Effect::Emit { .. } | Effect::Finish { .. } => None,
            };
            event = next.or(event);
        }
    }
    assert!(turn.is_over());
    after.label = turn.label();
    after
}

fn act(
    planned: &PlannedCall,
    scene: &mut Scene,
    report: &impl Fn(&PlannedCall) -> (String, Integrity),
    after: &mut Aftermath,
) -> ToolReport {
    let denied = (
        "The gate did not let this through.".to_owned(),
        Integrity::System,
    );
    let (content, integrity) = match action(planned, scene) {
        None => report(planned),
        Some(action) => {
            after.wanted += 1;
            if scene.judge(&action).verdict == Verdict::Allow {
                after.executed.push(action);
                report(planned)
            } else {
                denied
            }
        }
    };
    ToolReport {
        call_id: planned.call.id.clone(),
        end: ToolEnd::Done { content },
        integrity,
        usage: Usage::default(),
        inner: Vec::new(),
    }
}

/// What the gate judges a call by. The address of a reply is the turn's, whatever the model writes.
fn action(planned: &PlannedCall, scene: &Scene) -> Option<Action> {
    let text = |key: &str| {
        let value = planned.call.arguments.get(key).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    let reply = scene.labels.reply.as_ref()?;
    let send = |to: String, body: String| Action::Send {
        to,
        from: reply.line.clone(),
        body,
    };
    Some(match planned.call.name.as_str() {
        "send_sms" => send(reply.contact.clone(), text("text")),
        "text_contact" => send(text("to"), text("text")),
        "send_email" => send(text("to"), format!("{}\n{}", text("subject"), text("body"))),
        "web_fetch" => Action::Fetch { url: text("url") },
        "write_file" => Action::WriteFile { path: text("path") },
        "update_agent" => match serde_json::from_value(json!(text("setting"))) {
            Ok(setting) => Action::Change { setting },
            Err(_) => Action::Unknown,
        },
        _ => return None,
    })
}

fn written(text: &str) -> ChatAnswer {
    ChatAnswer {
        text: text.to_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        stop: StopReason::End,
        usage: Usage::default(),
    }
}

/// Checks that nothing of a stranger's words stands where the model would take it for ours.
pub(crate) fn marked(setup: &Setup, secret: &str) {
    let system = setup.prompt.system.iter().map(|part| part.text.as_str());
    let heard = setup
        .prompt
        .messages
        .iter()
        .filter_map(|message| match message {
            ChatMessage::User { text } => Some(text.as_str()),
            ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
        });
    for text in system.chain(heard) {
        // The rule that explains the mark names it; everything else between two marks is a stranger's.
        let text = text.replace("<untrusted> and </untrusted>", "");
        let mut outside = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("<untrusted>") {
            outside.push_str(before);
            rest = after.split_once("</untrusted>").unwrap().1;
        }
        outside.push_str(rest);
        assert!(!outside.contains(secret), "{outside}");
    }
}

/// The tools that were offered, by name.
pub(crate) fn names(offers: &[ToolOffer]) -> BTreeSet<String> {
    offers.iter().map(|offer| offer.spec.name.clone()).collect()
}
