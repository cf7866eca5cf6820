//! Everything the model reads, put together from typed pieces with hard caps.
//!
//! What changes least comes first, so that a provider can cache the longest prefix: instructions, tools, skills, memory, summary,
//! the conversation as it was, and only then the time, what was recalled and what is new. Nothing is ever cut in the middle.

mod fragment;
mod guard;
mod history;
mod skills;

#[cfg(test)]
mod context_tests;
#[cfg(test)]
mod guard_tests;
#[cfg(test)]
mod skills_tests;

pub use fragment::{Fragment, FragmentKind};
pub use guard::{neutral, untrusted};
pub use history::{HISTORY_ITEMS, HistoryItem, Packed, excerpt, pack};
pub use skills::skill_list;

use serde::{Deserialize, Serialize};
use steward_model::{CachePoint, ChatMessage, Integrity, SystemText};

use crate::protocol::Protocol;
use crate::toolset::SharedSpec;

/// What a turn is told, each kind of thing apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextInputs {
    /// What the agent is to do; stored with the agent and replaceable.
    pub instruction: String,
    /// How the channel wants to be written to; empty where it does not matter.
    pub channel_guidance: String,
    /// The skills that can be loaded: see [`skill_list`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Fragment>,
    /// What arrived, oldest first.
    pub input: Vec<Input>,
    /// As the person would write it, with the time zone.
    pub current_time: String,
    /// Who the agent is.
    pub persona_block: Option<Fragment>,
    /// Whom it talks to.
    pub human_block: Option<Fragment>,
    /// Other pieces of memory that are always there: custom blocks, tacit memory, today's note.
    pub memory: Vec<Fragment>,
    /// How much is remembered, in a few lines.
    pub memory_metadata: String,
    /// What was said before the conversation below.
    pub previous_context_summary: Option<Fragment>,
    /// What was recalled for this turn, most relevant first.
    pub relevant_memories: Option<Fragment>,
    /// What was said after the summary, oldest first, as far as it fits: see [`pack`].
    pub recent_conversation: Vec<HistoryItem>,
    /// The tools of the turn.
    pub available_tools: Vec<SharedSpec>,
    /// Whether the person never wrote before.
    pub is_first_time_user: bool,
    /// How the model writes its answers.
    pub protocol: Protocol,
}

/// Something that arrived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The event that brought it.
    pub event: String,
    /// Who wrote it, as the model should call them.
    pub from: String,
    /// What they wrote.
    pub text: String,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

/// What a turn starts with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// Instructions, most stable first.
    pub system: Vec<SystemText>,
    /// The conversation up to and with what is new.
    pub messages: Vec<ChatMessage>,
    /// The least trust among everything in it.
    pub label: Integrity,
}

/// Puts the prompt of a turn together. The same inputs always give the same bytes.
pub fn assemble(inputs: &ContextInputs) -> Prompt {
    let mut assembler = Assembler {
        label: Integrity::System,
    };
    let system: Vec<SystemText> = [
        assembler.instructions(inputs),
        assembler.memory(inputs),
        assembler.summary(inputs),
    ]
    .into_iter()
    .filter(|text| !text.is_empty())
    .map(|text| SystemText {
        text,
        cache: CachePoint::After,
    })
    .collect();
    let newest = assembler.newest(inputs);
    for item in &inputs.recent_conversation {
        assembler.sees(item.integrity());
    }
    let mut messages = history::messages(&inputs.recent_conversation);
    messages.push(ChatMessage::User { text: newest });
    Prompt {
        system,
        messages,
        label: assembler.label,
    }
}

/// One or several inputs as the model reads them.
pub(crate) fn render_inputs(inputs: &[Input]) -> String {
    let rendered: Vec<String> = inputs
        .iter()
        .map(|input| input_fragment(input).render())
        .collect();
    rendered.join("\n\n")
}

fn input_fragment(input: &Input) -> Fragment {
    Fragment::whole(FragmentKind::Input, &input.text, input.integrity).named(&input.from)
}

struct Assembler {
    label: Integrity,
}

impl Assembler {
    fn sees(&mut self, integrity: Integrity) {
        self.label = self.label.mixed_with(integrity);
    }

    /// Renders what may be shown and lowers the label by it. Text from outside never becomes an instruction: a tainted
    /// persona, skill or memory file stays out altogether.
    fn render(&mut self, fragments: &[Fragment]) -> String {
        let shown = fragments
            .iter()
            .filter(|fragment| !fragment.is_empty() && fragment.may_be_shown());
        let texts: Vec<String> = shown
            .map(|fragment| {
                self.sees(fragment.integrity());
                fragment.render()
            })
            .collect();
        texts.join("\n\n")
    }

    fn instructions(&mut self, inputs: &ContextInputs) -> String {
        let ours = |kind, text: &str| Fragment::lines(kind, text, Integrity::System);
        let mut fragments = vec![
            Fragment::lines(
                FragmentKind::Instruction,
                &inputs.instruction,
                Integrity::Operator,
            ),
            Fragment::lines(
                FragmentKind::Channel,
                &inputs.channel_guidance,
                Integrity::Operator,
            ),
        ];
        if inputs.protocol == Protocol::Structured {
            fragments.push(ours(
                FragmentKind::AnswerFormat,
                crate::protocol::ANSWER_FORMAT,
            ));
            let tools = inputs
                .available_tools
                .iter()
                .map(|tool| crate::protocol::describe_tool(tool))
                .collect();
            fragments.push(Fragment::items(
                FragmentKind::AvailableTools,
                tools,
                Integrity::System,
            ));
        }
        fragments.extend(inputs.skills.clone());
        fragments.push(ours(FragmentKind::Trust, guard::RULE));
        self.render(&fragments)
    }

    fn memory(&mut self, inputs: &ContextInputs) -> String {
        let blocks = inputs
            .persona_block
            .iter()
            .chain(&inputs.human_block)
            .chain(&inputs.memory);
        self.render(&blocks.cloned().collect::<Vec<_>>())
    }

    fn summary(&mut self, inputs: &ContextInputs) -> String {
        self.render(inputs.previous_context_summary.as_slice())
    }

    fn newest(&mut self, inputs: &ContextInputs) -> String {
        let ours = |kind, text: &str| Fragment::lines(kind, text, Integrity::System);
        let mut fragments = vec![
            ours(FragmentKind::MemoryMetadata, &inputs.memory_metadata),
            ours(FragmentKind::CurrentTime, &inputs.current_time),
            ours(
                FragmentKind::FirstTimeUser,
                if inputs.is_first_time_user {
                    "yes"
                } else {
                    "no"
                },
            ),
        ];
        fragments.extend(inputs.relevant_memories.clone());
        fragments.extend(inputs.input.iter().map(input_fragment));
        self.render(&fragments)
    }
}
