//! What somebody wrote, without what their phone or their mail program wrote around it.

use std::borrow::Cow;

use steward_model::is_invisible;

/// What mail programs and gateways put before an answer.
const PREFIXES: [&str; 8] = [
    "re:", "fw:", "fwd:", "aw:", "rv:", "subject:", "subj:", "reply:",
];

/// Where a signature begins: nothing from this line on was written now.
const SIGNATURES: [&str; 8] = [
    "sent from ",
    "sent via ",
    "get outlook for ",
    "enviado desde ",
    "envoy\u{e9} de",
    "von meinem ",
    "-----original message",
    "________________",
];

/// What "sent from my" is followed by where it is a signature and not part of a sentence.
const DEVICES: [&str; 7] = [
    "iphone", "ipad", "galaxy", "samsung", "android", "phone", "mobile",
];

/// How phones tell in words that somebody put a mark on a text. What follows in quotation marks are our own words.
const REACTIONS: [&str; 8] = [
    "liked ",
    "loved ",
    "disliked ",
    "emphasized ",
    "emphasised ",
    "questioned ",
    "laughed at ",
    "reacted ",
];

/// Both ways to read a text: invisible characters may hide in a word or stand between two ("stop\u{200b}please").
pub(crate) fn readings(text: &str) -> Vec<Cow<'_, str>> {
    if !text.contains(is_invisible) {
        return vec![Cow::Borrowed(text)];
    }
    let apart = text.replace(is_invisible, " ");
    vec![
        Cow::Owned(text.replace(is_invisible, "")),
        Cow::Owned(apart),
    ]
}

/// The text without what it answers and without a signature. Where nothing else is there, that is what was written.
pub(crate) fn written(text: &str) -> String {
    if is_reaction(text) {
        return String::new();
    }
    let mut lines = Vec::new();
    for line in text.lines() {
        let plain = line.trim().to_lowercase();
        let quotes = plain.starts_with("on ") && plain.ends_with("wrote:");
        let signs = plain == "--" || SIGNATURES.iter().any(|start| plain.starts_with(start));
        if quotes || signs {
            break;
        }
        if !plain.starts_with('>') {
            lines.push(line);
        }
    }
    let kept = lines.join("\n");
    let kept = if kept.trim().is_empty() { text } else { &kept };
    without_device(without_prefix(kept)).to_owned()
}

/// Whether this is a mark on one of our texts. "Liked" would otherwise be followed by our own "Reply STOP to get no more messages".
fn is_reaction(text: &str) -> bool {
    let text = text.trim();
    let quoted = REACTIONS.iter().find_map(|verb| {
        let is_verb = text.get(..verb.len())?.eq_ignore_ascii_case(verb);
        is_verb.then(|| text.get(verb.len()..)).flatten()
    });
    // "Loved the "open house"" is a sentence; "Reacted" is followed by the mark.
    let opens = |rest: &str| rest.starts_with(['"', '\u{201c}']) || rest.contains("to \u{201c}");
    quoted.is_some_and(|rest| opens(rest) && rest.ends_with(['"', '\u{201d}']))
}

fn without_prefix(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let rest = PREFIXES.iter().find_map(|prefix| {
            let is_prefix = text.get(..prefix.len())?.eq_ignore_ascii_case(prefix);
            is_prefix.then(|| text.get(prefix.len()..)).flatten()
        });
        match rest {
            Some(rest) if !rest.trim().is_empty() => text = rest,
            _ => return text,
        }
    }
}

/// A signature on the line of the text itself: some phones send no line breaks.
fn without_device(text: &str) -> &str {
    const SENT: &str = "sent from my ";
    let small = text.to_ascii_lowercase();
    let Some(at) = small.rfind(SENT).filter(|at| *at > 0) else {
        return text;
    };
    let device = small.get(at + SENT.len()..).unwrap_or_default();
    match DEVICES.iter().any(|name| device.starts_with(name)) {
        true => text.get(..at).unwrap_or(text),
        false => text,
    }
}

/// The text with letters that somebody set apart put together again where they spell one of these words: `S T O P`, `s.t.o.p`.
pub(crate) fn put_together(text: &str, words: &[&str]) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_inside = false;
    while let Some(letter) = rest.chars().next() {
        let spelt = (!is_inside).then(|| words.iter().find_map(|word| spelt(rest, word)));
        match spelt.flatten() {
            Some((word, after)) => {
                whole.push_str(word);
                rest = after;
                is_inside = true;
            }
            None => {
                whole.push(letter);
                is_inside = letter.is_alphanumeric();
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    whole
}

/// The word and what follows it, if the text begins with its letters, each by itself.
fn spelt<'a>(text: &'a str, word: &'a str) -> Option<(&'a str, &'a str)> {
    let mut rest = text;
    for (at, letter) in word.chars().enumerate() {
        if at > 0 {
            let gap = rest.find(|c: char| c.is_alphanumeric() || c == '\n')?;
            // More than a dot and a space are between two words, not between two letters.
            if gap == 0 || rest.get(..gap)?.chars().count() > 2 {
                return None;
            }
            rest = rest.get(gap..)?;
        }
        let next = rest.chars().next()?;
        if !next.eq_ignore_ascii_case(&letter) {
            return None;
        }
        rest = rest.get(next.len_utf8()..)?;
    }
    let ends = !rest.starts_with(char::is_alphanumeric);
    ends.then_some((word, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_phone_or_a_mail_program_adds_is_not_said() {
        for (text, expected) in [
            ("STOP\n\nSent from my iPhone", "STOP"),
            ("STOP Sent from my iPhone", "STOP"),
            ("Stop\r\n--\r\nMaria", "Stop"),
            ("RE: Re: stop", "stop"),
            ("Yes\n> Reply STOP to stop texts", "Yes"),
            ("Yes\nOn Monday Acme wrote:\nReply STOP", "Yes"),
            ("Liked \u{201c}Reply STOP\u{201d}", ""),
            // Nothing else is there.
            ("> STOP", "> STOP"),
            ("Sent from my iPhone", "Sent from my iPhone"),
            ("Re:", "Re:"),
            ("a letter sent from my bank", "a letter sent from my bank"),
            ("Liked the flat", "Liked the flat"),
            (
                "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
                "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
            ),
        ] {
            assert_eq!(written(text).trim(), expected, "{text:?}");
        }
    }

    #[test]
    fn letters_that_were_set_apart_are_a_word_again() {
        for (text, expected) in [
            ("S T O P", "stop"),
            ("s.t.o.p texting", "stop texting"),
            ("S. T. O. P.", "stop."),
            ("ok S-T-O-P!", "ok stop!"),
            ("S T Dupont", "S T Dupont"),
            ("s   t   o   p", "s   t   o   p"),
            ("S T O PM", "S T O PM"),
            ("is t o p", "is t o p"),
            ("stop", "stop"),
        ] {
            assert_eq!(put_together(text, &["stop"]), expected, "{text:?}");
        }
    }
}
