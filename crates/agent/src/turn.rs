//! One turn of an agent: events in, effects out. No IO, no clock, no chance; the same events give the same effects.

mod answer;
mod effect;
mod event;
mod outcome;
mod plan;
mod request;
mod setup;
mod state;
mod tools;

pub use effect::{Effect, PlannedCall, Purpose, TurnEvent, TurnStats};
pub use event::{Event, InnerCall, ToolEnd, ToolReport};
pub use outcome::{Outcome, TurnFailure, WaitingCall, waiting_approval};
pub use setup::{Audience, Limits, Setup};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use answer::{Answer, Situation};
use plan::{Draft, FailedCalls, plan};
use state::State;
use steward_model::{ChatAnswer, ChatMessage, Integrity, ToolOutcome};

use crate::context::{Input, render_inputs};
use crate::toolset::ESCALATE;

/// What watchers read while a model is asked once more, whatever it did.
const ASKED_AGAIN: &str = "The model's answer was of no use. It is asked again.";

/// A running turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Shared: a driver keeps states of the machine to come back to.
    setup: Arc<Setup>,
    state: State,
    label: Integrity,
    /// What this turn added to the thread.
    transcript: Vec<ChatMessage>,
    /// Tries of the current step.
    attempt: u32,
    /// Whether the current step had its correction.
    corrected: bool,
    /// What the provider wrote before it paused.
    paused: String,
    released: Vec<String>,
    waiting: Vec<WaitingCall>,
    failed_calls: FailedCalls,
    /// Steps in a row in which each tool failed.
    failures: BTreeMap<String, u32>,
    stats: TurnStats,
}

impl Turn {
    /// A turn that waits for [`Event::Started`].
    pub fn new(setup: impl Into<Arc<Setup>>) -> Self {
        let setup = setup.into();
        // What a provider finds by itself is in an answer before anybody could label it.
        let searches = !setup.server_tools.is_empty();
        let found = searches.then_some(Integrity::Untrusted);
        Self {
            label: found.map_or(setup.prompt.label, |found| {
                setup.prompt.label.mixed_with(found)
            }),
            setup,
            state: State::Fresh,
            transcript: Vec::new(),
            attempt: 0,
            corrected: false,
            paused: String::new(),
            released: Vec::new(),
            waiting: Vec::new(),
            failed_calls: FailedCalls::new(),
            failures: BTreeMap::new(),
            stats: TurnStats::default(),
        }
    }

    /// The turn as it stands after recorded events, with the effects of each.
    pub fn replay(setup: Setup, events: &[Event]) -> (Self, Vec<Vec<Effect>>) {
        let mut turn = Self::new(setup);
        let effects = events
            .iter()
            .map(|event| turn.handle(event.clone()))
            .collect();
        (turn, effects)
    }

    /// Takes in what happened and says what to do, in order. An event that nobody waits for, such as the answer to a call
    /// that was given up, changes nothing.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        let state = std::mem::replace(&mut self.state, State::Over);
        self.state = match (state, event) {
            (State::Over, _) => State::Over,
            (state, Event::Cancelled { partial_text }) => {
                self.cancel(state, &partial_text, &mut out)
            }
            (State::Fresh, Event::Started) => self.next_step(&mut out),
            (State::Asking, Event::ModelAnswered { answer }) => self.answered(answer, &mut out),
            (State::Asking, Event::ModelFailed { failure }) => {
                let failure = TurnFailure::Model { failure };
                self.finish(Outcome::Failed { failure }, &mut out)
            }
            (State::Correcting { original }, Event::ModelAnswered { answer }) => {
                self.stats.usage += answer.usage;
                self.judged(answer::corrected(&original, Some(&answer)), &mut out)
            }
            (State::Correcting { original }, Event::ModelFailed { .. }) => {
                self.judged(answer::corrected(&original, None), &mut out)
            }
            (State::Looking { draft }, Event::LookedAgain { inputs }) if inputs.is_empty() => {
                self.go_out(draft, &mut out)
            }
            (State::Looking { draft }, Event::LookedAgain { inputs }) => {
                self.withdraw(draft, &inputs, &mut out)
            }
            (State::Acting { draft }, Event::ToolsFinished { reports }) => {
                self.settle(draft, reports, &mut out)
            }
            (state, _) => state,
        };
        out
    }

    /// Whether [`Effect::Finish`] was given.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// What the turn added to the thread so far: the sum of its [`Effect::Append`]s.
    pub fn transcript(&self) -> &[ChatMessage] {
        &self.transcript
    }

    /// What the model said as text although no call of its turn answered the contact, drafted an answer or asked for a
    /// person. Where texts are sent by calls alone, nobody has got it.
    pub fn unsaid(&self) -> Option<String> {
        let reaches = |name: &str| {
            let offers = self.setup.tools.iter();
            let mut named = offers.filter(|offer| offer.spec.name == name);
            name == ESCALATE || named.any(|offer| offer.role.answers())
        };
        let mut reaching = BTreeSet::new();
        let mut reached = false;
        for message in &self.transcript {
            match message {
                ChatMessage::Assistant { tool_calls, .. } => {
                    let calls = tool_calls.iter().filter(|call| reaches(&call.name));
                    reaching.extend(calls.map(|call| call.id.as_str()));
                }
                ChatMessage::ToolResults { results } => {
                    reached |= results.iter().any(|result| {
                        result.outcome == ToolOutcome::Done
                            && reaching.contains(result.call_id.as_str())
                    });
                }
                ChatMessage::User { .. } => {}
            }
        }
        (!reached && !self.released.is_empty()).then(|| self.released.join("\n\n"))
    }

    /// How far the context can be trusted by now.
    pub fn label(&self) -> Integrity {
        self.label
    }

    fn next_step(&mut self, out: &mut Vec<Effect>) -> State {
        if self.stats.steps >= self.setup.limits.max_steps {
            return self.finish(Outcome::OutOfSteps, out);
        }
        self.stats.steps += 1;
        self.attempt = 0;
        self.corrected = false;
        self.paused.clear();
        self.ask(None, out)
    }

    fn ask(&mut self, note: Option<&str>, out: &mut Vec<Effect>) -> State {
        self.attempt += 1;
        self.stats.model_calls += 1;
        out.push(Effect::CallModel {
            purpose: Purpose::Step,
            step: self.stats.steps,
            attempt: self.attempt,
            request: Box::new(self.step_request(note)),
            label: self.label,
        });
        State::Asking
    }

    fn answered(&mut self, answer: ChatAnswer, out: &mut Vec<Effect>) -> State {
        self.stats.usage += answer.usage;
        let situation = Situation {
            protocol: self.setup.protocol,
            paused: &self.paused,
            max_chars: self.setup.limits.max_answer_chars,
            may_be_silent: self.stats.steps > 1,
        };
        let answer = answer::judge(answer, situation);
        self.judged(answer, out)
    }

    fn judged(&mut self, answer: Answer, out: &mut Vec<Effect>) -> State {
        match answer {
            Answer::Response(response) => {
                let draft = plan(response, &self.setup, self.stats.steps, &self.failed_calls);
                self.drafted(draft, out)
            }
            Answer::Correct { original } if self.corrected => {
                self.judged(answer::corrected(&original, None), out)
            }
            Answer::Correct { original } => self.correct(original, out),
            Answer::GoOn { text } => {
                self.paused = text;
                self.again(TurnFailure::Unfinished, None, out)
            }
            Answer::Again { failure, note } => {
                self.paused.clear();
                self.again(failure, Some(note), out)
            }
            Answer::Fatal(failure) => self.finish(Outcome::Failed { failure }, out),
        }
    }

    fn correct(&mut self, original: String, out: &mut Vec<Effect>) -> State {
        self.corrected = true;
        self.stats.model_calls += 1;
        self.stats.corrections += 1;
        out.push(Effect::CallModel {
            purpose: Purpose::Correction,
            step: self.stats.steps,
            attempt: self.attempt,
            request: Box::new(self.correction_request(&original)),
            label: self.label,
        });
        State::Correcting { original }
    }

    fn again(&mut self, failure: TurnFailure, note: Option<&str>, out: &mut Vec<Effect>) -> State {
        if self.attempt >= self.setup.limits.max_attempts {
            return self.finish(Outcome::Failed { failure }, out);
        }
        // A pause is how a long answer comes, not an error.
        if failure != TurnFailure::Unfinished {
            self.emit(
                TurnEvent::Error {
                    error: ASKED_AGAIN.to_owned(),
                    recoverable: true,
                },
                out,
            );
        }
        self.ask(note, out)
    }

    fn drafted(&mut self, draft: Draft, out: &mut Vec<Effect>) -> State {
        let may_go_on = self.stats.steps < self.setup.limits.max_steps;
        if draft.answers() && may_go_on && self.setup.audience == Audience::Person {
            out.push(Effect::LookAgain {
                step: self.stats.steps,
                label: self.label,
            });
            return State::Looking { draft };
        }
        self.go_out(draft, out)
    }

    fn withdraw(&mut self, mut draft: Draft, inputs: &[Input], out: &mut Vec<Effect>) -> State {
        for input in inputs {
            self.label = self.label.mixed_with(input.integrity);
        }
        let note =
            "Your last answer was not sent: this came in before. Answer everything together.";
        let news = format!("<note>{note}</note>\n\n{}", render_inputs(inputs));
        if draft.calls.is_empty() {
            self.append(vec![said(&draft), ChatMessage::User { text: news }], out);
            return self.next_step(out);
        }
        draft.withdraw(news);
        self.act(draft, out)
    }

    fn go_out(&mut self, draft: Draft, out: &mut Vec<Effect>) -> State {
        if !draft.said.is_empty() {
            self.released.extend(draft.said.iter().cloned());
            out.push(Effect::Release {
                step: self.stats.steps,
                messages: draft.said.clone(),
                label: self.label,
            });
        }
        if !draft.calls.is_empty() {
            return self.act(draft, out);
        }
        if !draft.said.is_empty() {
            self.append(vec![said(&draft)], out);
        }
        self.finish(Outcome::Completed, out)
    }

    fn append(&mut self, messages: Vec<ChatMessage>, out: &mut Vec<Effect>) {
        self.transcript.extend(messages.iter().cloned());
        out.push(Effect::Append {
            messages,
            label: self.label,
        });
    }

    fn emit(&self, event: TurnEvent, out: &mut Vec<Effect>) {
        out.push(Effect::Emit {
            event,
            label: self.label,
        });
    }

    fn finish(&mut self, outcome: Outcome, out: &mut Vec<Effect>) -> State {
        let calls = std::mem::take(&mut self.waiting);
        let outcome = match outcome {
            Outcome::Completed | Outcome::OutOfSteps if !calls.is_empty() => {
                Outcome::AwaitsApproval { calls }
            }
            other => other,
        };
        if let Some(error) = outcome.trouble() {
            self.emit(
                TurnEvent::Error {
                    error,
                    recoverable: false,
                },
                out,
            );
        }
        let stats = self.stats;
        self.emit(
            TurnEvent::Complete {
                final_text: self.released.join("\n\n"),
                stats,
            },
            out,
        );
        out.push(Effect::Finish {
            outcome,
            stats,
            label: self.label,
        });
        State::Over
    }
}

fn said(draft: &Draft) -> ChatMessage {
    ChatMessage::Assistant {
        text: draft.text(),
        tool_calls: draft.calls.clone(),
    }
}
