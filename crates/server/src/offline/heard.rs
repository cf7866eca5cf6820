//! What a prompt holds for a reader that is no language model: who said what now, what was said before, what is remembered.

use steward_model::{ChatMessage, ChatRequest, MEMBER, MEMBER_AGAIN, ToolCall, ToolResult};

/// How many earlier messages can tell what "it" is.
const EARLIER: usize = 6;

/// What has to be answered now.
#[derive(Debug, PartialEq)]
pub(super) struct Heard {
    pub(super) from: From,
    pub(super) text: String,
    /// What the same person said before, oldest first.
    pub(super) before: Vec<String>,
    /// What came to mind, best first: its mark, such as `[a1b2c3 2026-05-01 message]`, and its words.
    pub(super) memories: Vec<Memory>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    Member,
    Contact,
    Schedule,
    Approval,
    /// Not a turn of an agent: a program speaks to the model itself.
    Program,
}

#[derive(Debug, PartialEq)]
pub(super) struct Memory {
    pub(super) mark: String,
    pub(super) text: String,
}

/// What the newest message asks.
pub(super) fn heard(request: &ChatRequest) -> Heard {
    let texts = request.messages.iter().filter_map(|message| match message {
        ChatMessage::User { text } => Some(text.as_str()),
        ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
    });
    let texts: Vec<&str> = texts.collect();
    let Some((newest, earlier)) = texts.split_last() else {
        return Heard::program("");
    };
    let inputs = marked(newest, "input");
    let Some((name, _)) = inputs.last() else {
        return Heard::program(newest);
    };
    let said: Vec<String> = inputs.iter().map(|(_, text)| bare(text)).collect();
    let before = earlier.iter().flat_map(|text| marked(text, "message"));
    let before: Vec<String> = before
        .filter(|(from, _)| *from == MEMBER)
        .map(|(_, text)| bare(text))
        .collect();
    Heard {
        from: From::named(name),
        text: said.join("\n"),
        before: before[before.len().saturating_sub(EARLIER)..].to_vec(),
        memories: memories(newest),
    }
}

/// What came of the calls that were made last, unless somebody has spoken since.
pub(super) fn results(request: &ChatRequest) -> Option<(&ToolCall, &ToolResult)> {
    match request.messages.as_slice() {
        [
            ..,
            ChatMessage::Assistant { tool_calls, .. },
            ChatMessage::ToolResults { results },
        ] => tool_calls.last().zip(results.last()),
        _ => None,
    }
}

/// A text without the mark that it came from outside.
pub(super) fn bare(text: &str) -> String {
    let inside = text.trim().strip_prefix("<untrusted>");
    let inside = inside.and_then(|text| text.strip_suffix("</untrusted>"));
    inside.unwrap_or(text).trim().to_owned()
}

impl Heard {
    fn program(text: &str) -> Self {
        Self {
            from: From::Program,
            text: text.to_owned(),
            before: Vec::new(),
            memories: Vec::new(),
        }
    }
}

impl From {
    fn named(name: &str) -> Self {
        match name {
            MEMBER | MEMBER_AGAIN => Self::Member,
            "schedule" => Self::Schedule,
            "approval" => Self::Approval,
            _ => Self::Contact,
        }
    }
}

/// The pieces of a kind, with their names. What people write cannot pass for one: see `steward_agent::neutral`.
fn marked<'t>(text: &'t str, kind: &str) -> Vec<(&'t str, &'t str)> {
    let (opening, closing) = (format!("<{kind} name=\""), format!("\n</{kind}>"));
    let pieces = text.split(opening.as_str()).skip(1);
    let piece = |piece: &'t str| {
        let (name, rest) = piece.split_once("\">\n")?;
        let (body, _) = rest.split_once(closing.as_str())?;
        Some((name, body))
    };
    pieces.filter_map(piece).collect()
}

fn memories(newest: &str) -> Vec<Memory> {
    let block = newest.split_once("<relevant_memories>\n");
    let block = block.and_then(|(_, rest)| rest.split_once("\n</relevant_memories>"));
    let Some((block, _)) = block else {
        return Vec::new();
    };
    let mut found: Vec<Memory> = Vec::new();
    for line in bare(block).lines() {
        match line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("] "))
        {
            Some((mark, text)) => found.push(Memory {
                mark: format!("[{mark}]"),
                text: text.to_owned(),
            }),
            // The rest of a memory of several lines.
            None => {
                if let Some(last) = found.last_mut() {
                    last.text.push('\n');
                    last.text.push_str(line);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(text: &str) -> ChatMessage {
        ChatMessage::User {
            text: text.to_owned(),
        }
    }

    fn request(messages: Vec<ChatMessage>) -> ChatRequest {
        ChatRequest {
            model: "offline".to_owned(),
            system: Vec::new(),
            messages,
            tools: Vec::new(),
            server_tools: Vec::new(),
            temperature_milli: 0,
            max_tokens: 100,
            stop: Vec::new(),
        }
    }

    #[test]
    fn a_prompt_is_taken_apart() {
        let newest = "<current_time>\nnow\n</current_time>\n\n<relevant_memories>\n<untrusted>\n\
            [a1b2c3 2026-05-01 message] Ana: I keep bees\nin Tartu.\n[d4e5f6 2026-05-02 archival] Honey sells.\n\
            </untrusted>\n</relevant_memories>\n\n<input name=\"member\">\nWhere are the bees?\n</input>";
        let heard = heard(&request(vec![
            user("<message name=\"member\">\nHello\n</message>"),
            user("<message name=\"contact\">\n<untrusted>\nHi\n</untrusted>\n</message>"),
            user(newest),
        ]));
        assert_eq!(heard.from, From::Member);
        assert_eq!(heard.text, "Where are the bees?");
        assert_eq!(heard.before, ["Hello"]);
        let texts: Vec<&str> = heard.memories.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["Ana: I keep bees\nin Tartu.", "Honey sells."]);
        assert_eq!(heard.memories[0].mark, "[a1b2c3 2026-05-01 message]");
    }

    #[test]
    fn texts_of_a_contact_are_read_without_their_mark_and_other_texts_are_a_programs() {
        let text = "<input name=\"contact\">\n<untrusted>\nAre you open?\n</untrusted>\n</input>";
        let contact = heard(&request(vec![user(text)]));
        assert_eq!(contact.from, From::Contact);
        assert_eq!(contact.text, "Are you open?");
        assert_eq!(heard(&request(vec![user("Hi")])).from, From::Program);
        assert_eq!(heard(&request(Vec::new())).from, From::Program);
    }
}
