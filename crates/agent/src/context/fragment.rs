use serde::{Deserialize, Serialize};
use steward_model::Integrity;

use super::guard::{neutral, untrusted};

/// Marks of whole messages rather than of fragments.
pub(super) const MESSAGE_MARKERS: [&str; 7] = [
    "untrusted",
    "message",
    "tool_result",
    "tool_results",
    "system",
    "assistant",
    "note",
];

/// Names longer than this are not names.
const NAME_CHARS: usize = 80;

macro_rules! kinds {
    ($($(#[$doc:meta])+ $name:ident, $marker:literal, $cap:literal, $reading:ident;)+) => {
        /// What a piece of the prompt is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum FragmentKind { $($(#[$doc])+ $name),+ }

        impl FragmentKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The name it is marked with.
            pub const fn marker(self) -> &'static str {
                match self { $(Self::$name => $marker),+ }
            }

            /// The most characters its text may have.
            pub const fn cap(self) -> usize {
                match self { $(Self::$name => $cap),+ }
            }

            const fn reading(self) -> Reading {
                match self { $(Self::$name => Reading::$reading),+ }
            }
        }
    };
}

kinds! {
    /// What the agent is to do.
    Instruction, "instructions", 20_000, Instructs;
    /// How the channel wants to be written to.
    Channel, "channel", 2_000, Instructs;
    /// How answers are written down.
    AnswerFormat, "answer_format", 4_000, Instructs;
    /// The tools, where they are described in words.
    AvailableTools, "available_tools", 60_000, Instructs;
    /// What marked text means.
    Trust, "trust", 1_000, Instructs;
    /// Who the agent is.
    Persona, "persona", 20_000, Instructs;
    /// Whom it talks to.
    Human, "human", 20_000, Informs;
    /// Another block of memory.
    Block, "memory_block", 20_000, Informs;
    /// The team's tacit memory.
    Tacit, "tacit_memory", 5_000, Instructs;
    /// Today's note.
    DailyNote, "daily_note", 2_000, Informs;
    /// Skills by name and description.
    Skills, "skills", 10_000, Instructs;
    /// What was said before.
    Summary, "previous_context_summary", 20_000, Informs;
    /// How much is remembered.
    MemoryMetadata, "memory_metadata", 1_000, Informs;
    /// What was recalled.
    RelevantMemories, "relevant_memories", 12_000, Informs;
    /// When it is.
    CurrentTime, "current_time", 100, Informs;
    /// Whether the person is new.
    FirstTimeUser, "is_first_time_user", 10, Informs;
    /// What arrived.
    Input, "input", 100_000, Informs;
}

/// What the model takes a piece for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// It does what it says.
    Instructs,
    /// It knows what it says.
    Informs,
}

/// A piece of the prompt: marked, capped, and as trustworthy as where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    kind: FragmentKind,
    name: Option<String>,
    items: Vec<String>,
    integrity: Integrity,
}

impl Fragment {
    /// Several things, which stay or go one by one.
    pub fn items(kind: FragmentKind, items: Vec<String>, integrity: Integrity) -> Self {
        Self {
            kind,
            name: None,
            items,
            integrity,
        }
    }

    /// A text whose lines stay or go one by one.
    pub fn lines(kind: FragmentKind, text: &str, integrity: Integrity) -> Self {
        Self::items(
            kind,
            text.trim().lines().map(str::to_owned).collect(),
            integrity,
        )
    }

    /// A text that stays or goes as a whole.
    pub fn whole(kind: FragmentKind, text: &str, integrity: Integrity) -> Self {
        Self::items(kind, vec![text.to_owned()], integrity)
    }

    /// The same, with a name beside its mark.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// How far it can be trusted.
    pub fn integrity(&self) -> Integrity {
        self.integrity
    }

    /// Whether it has nothing to say.
    pub fn is_empty(&self) -> bool {
        self.items.iter().all(|item| item.trim().is_empty())
    }

    /// Whether the model may see it at all.
    pub fn may_be_shown(&self) -> bool {
        self.kind.reading() == Reading::Informs || self.integrity >= Integrity::User
    }

    /// As the model reads it.
    pub fn render(&self) -> String {
        let marker = self.kind.marker();
        let name = self.name.as_deref().map(attribute).unwrap_or_default();
        format!("<{marker}{name}>\n{}\n</{marker}>", self.body())
    }

    fn body(&self) -> String {
        let kept = self.fitting();
        let text = self.items[..kept].join("\n");
        let mut body = match (self.integrity, text.is_empty()) {
            (Integrity::Untrusted, false) => untrusted(&text),
            _ if self.kind == FragmentKind::Trust => text,
            _ => neutral(&text),
        };
        let left_out = self.items.len() - kept;
        if left_out > 0 {
            if !body.is_empty() {
                body.push('\n');
            }
            let characters: usize = self.items[kept..]
                .iter()
                .map(|item| item.chars().count())
                .sum();
            body.push_str(&format!(
                "({left_out} more left out, {characters} characters: over the limit)"
            ));
        }
        body
    }

    /// How many items fit below the cap.
    fn fitting(&self) -> usize {
        let mut length = 0;
        let over = self.items.iter().position(|item| {
            length += item.chars().count() + 1;
            length - 1 > self.kind.cap()
        });
        over.unwrap_or(self.items.len())
    }
}

/// ` from="Ann"`, with nothing in it that could end it.
pub(super) fn attribute(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || " +@.-_:#/".contains(c) {
            c
        } else {
            ' '
        }
    };
    let name: String = name.chars().map(plain).take(NAME_CHARS).collect();
    format!(" name=\"{}\"", name.trim())
}
