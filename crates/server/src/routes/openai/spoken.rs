//! What is said to an agent: the last message, after what was said before it.

use serde_json::Value;

use super::items::text_of;
use super::truncation::{MARKER, Truncation};
use super::wrong;
use crate::error::ApiError;

/// Letters that an agent is told at once, whichever model it asks.
const LONGEST: usize = 100_000;

/// The items as one message to an agent. If they are too long, the middle is left out or they are refused.
pub(super) fn spoken(
    items: &[Value],
    instructions: Option<&str>,
    truncation: Truncation,
) -> Result<String, ApiError> {
    // What came of a call is for whoever made it, and not for an agent.
    let is_message = |item: &&Value| item["type"] == "message";
    let asked = items.last().filter(is_message);
    let messages = items.iter().filter(is_message);
    let mut texts: Vec<(&str, String)> = messages
        .map(|item| {
            let role = item["role"].as_str().unwrap_or_default();
            (role, text_of(&item["content"]))
        })
        .collect();
    let last = asked.and(texts.pop()).filter(|(role, _)| *role == "user");
    let last = last.filter(|(_, text)| !text.trim().is_empty());
    let Some((_, last)) = last else {
        let message = "The last item must be a message of the user.";
        return Err(wrong("input", message));
    };
    let earlier = texts.iter().map(|(role, text)| format!("{role}: {text}"));
    let mut earlier: Vec<String> = earlier.collect();
    let instructions = instructions.filter(|wish| !wish.trim().is_empty());
    let wish = instructions.map_or(String::new(), |wish| format!("For this answer: {wish}\n\n"));
    let room = LONGEST.checked_sub(letters(&wish) + letters(&last));
    let room = room.ok_or_else(too_long)?;
    if !fits(&earlier, room) {
        if truncation == Truncation::Disabled {
            return Err(too_long());
        }
        leave_out(&mut earlier, room);
    }
    if earlier.is_empty() {
        return Ok(format!("{wish}{last}"));
    }
    let earlier = earlier.join("\n");
    Ok(format!("{wish}{BEFORE}{earlier}{NOW}{last}"))
}

const BEFORE: &str = "Earlier in this conversation:\n";
const NOW: &str = "\n\nNow:\n";

/// Keeps the first if it leaves room for the newest, and as many of the newest as there is room for.
fn leave_out(earlier: &mut Vec<String>, room: usize) {
    let all = std::mem::take(earlier);
    for first in [&all[..1], &[]] {
        let with = |start: usize| [first, &[MARKER.to_owned()], &all[start..]].concat();
        // The more is left out, the less there is: the first place from which on it fits.
        let starts: Vec<usize> = (1..all.len()).collect();
        let place = starts.partition_point(|start| !fits(&with(*start), room));
        if let Some(start) = starts.get(place) {
            *earlier = with(*start);
            return;
        }
    }
    if fits(&[MARKER.to_owned()], room) {
        *earlier = vec![MARKER.to_owned()];
    }
}

fn fits(earlier: &[String], room: usize) -> bool {
    let lines: usize = earlier.iter().map(|line| letters(line) + 1).sum();
    earlier.is_empty() || lines + letters(BEFORE) + letters(NOW) <= room
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

fn too_long() -> ApiError {
    let message =
        format!("An agent is told at most {LONGEST} letters at once, with what was said before.");
    ApiError::bad_request("context_length_exceeded", message).blaming("input")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item(role: &str, text: &str) -> Value {
        json!({"type": "message", "role": role, "content": text})
    }

    #[test]
    fn what_was_said_before_stands_before_what_is_asked() {
        let items = [
            item("user", "Hi."),
            item("assistant", "Hello."),
            item("user", "Well?"),
        ];
        let said = spoken(&items, Some("Be brief."), Truncation::Disabled).unwrap();
        let expected = "For this answer: Be brief.\n\nEarlier in this conversation:\nuser: Hi.\nassistant: Hello.\n\nNow:\nWell?";
        assert_eq!(said, expected);
        assert_eq!(
            spoken(&items[..1], None, Truncation::Disabled).unwrap(),
            "Hi."
        );
        assert!(spoken(&items[..2], None, Truncation::Auto).is_err());
    }

    #[test]
    fn the_middle_goes_if_it_may() {
        let long = "ü".repeat(40_000);
        let mut items = vec![item("user", "First.")];
        items.extend((0..4).map(|_| item("assistant", &long)));
        items.extend([item("user", "Nearly."), item("user", "Last.")]);
        let refused = spoken(&items, None, Truncation::Disabled).unwrap_err();
        assert_eq!(refused.code, "context_length_exceeded");
        let said = spoken(&items, None, Truncation::Auto).unwrap();
        assert!(letters(&said) <= LONGEST);
        assert!(said.starts_with(&format!("{BEFORE}user: First.\n{MARKER}\nassistant: ü")));
        assert!(said.ends_with("\nuser: Nearly.\n\nNow:\nLast."));
        assert_eq!(
            said.matches("assistant: ").count(),
            2,
            "as much as there is room for"
        );
    }

    #[test]
    fn a_first_message_without_room_goes_too() {
        let items = [
            item("user", &"x".repeat(99_990)),
            item("user", "Nearly."),
            item("user", "Last."),
        ];
        let said = spoken(&items, None, Truncation::Auto).unwrap();
        assert_eq!(said, format!("{BEFORE}{MARKER}\nuser: Nearly.{NOW}Last."));
        let alone = [items[0].clone(), item("user", &"y".repeat(99_990))];
        assert_eq!(
            spoken(&alone, None, Truncation::Auto).unwrap(),
            "y".repeat(99_990)
        );
    }

    #[test]
    fn what_is_asked_is_never_cut() {
        let items = [item("user", &"x".repeat(LONGEST + 1))];
        assert!(spoken(&items, None, Truncation::Auto).is_err());
    }
}
