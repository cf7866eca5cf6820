use crate::refusal::{Refusal, refusal};

/// What a person says to the carrier rather than to an agent. Some carriers answer these themselves, and then nothing is sent back; for
/// others we do. Either way no agent runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// No more messages.
    Stop,
    /// Messages again.
    Start,
    /// What is this?
    Help,
}

impl Keyword {
    /// The keyword that this text is. A refusal counts however it is written, in plain words too, since to miss one is worse than to
    /// hear one too many; "stop by tomorrow" is none. The other words count only as the carrier takes them.
    pub fn of(text: &str) -> Option<Self> {
        Self::of_carrier(text).or_else(|| {
            let said = text.trim().to_ascii_uppercase();
            let refused = is_refusal(&said) || refusal(text) == Some(Refusal::Clear);
            refused.then_some(Self::Stop)
        })
    }

    /// Whether this text is one of the words to the carrier, and not a refusal in somebody's own words.
    pub fn is_word(text: &str) -> bool {
        Self::of_carrier(text).is_some() || is_refusal(&text.trim().to_ascii_uppercase())
    }

    /// The keyword that carriers take this text for: a whole message of one word.
    pub(crate) fn of_carrier(text: &str) -> Option<Self> {
        match text.trim().to_ascii_uppercase().as_str() {
            "START" | "YES" | "UNSTOP" => Some(Self::Start),
            "HELP" | "INFO" => Some(Self::Help),
            "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" | "OPTOUT"
            | "REVOKE" => Some(Self::Stop),
            _ => None,
        }
    }
}

fn is_refusal(said: &str) -> bool {
    // "Cancel?" asks something, and wants an answer.
    if said.contains('?') {
        return false;
    }
    let words = said.split(|letter: char| !letter.is_alphanumeric());
    // One more than the longest refusal has.
    let words: Vec<_> = words.filter(|word| !word.is_empty()).take(3).collect();
    matches!(
        words.as_slice(),
        ["STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" | "OPTOUT" | "REVOKE"]
            | ["STOP", "ALL"]
            | ["OPT", "OUT"]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_message_is_a_keyword_and_a_refusal_however_it_is_written() {
        for (text, expected) in [
            ("STOP", Some(Keyword::Stop)),
            (" stop\r\n", Some(Keyword::Stop)),
            ("StopAll", Some(Keyword::Stop)),
            ("unsubscribe", Some(Keyword::Stop)),
            ("cancel", Some(Keyword::Stop)),
            ("End", Some(Keyword::Stop)),
            ("quit", Some(Keyword::Stop)),
            ("OptOut", Some(Keyword::Stop)),
            ("revoke", Some(Keyword::Stop)),
            ("start", Some(Keyword::Start)),
            ("Yes", Some(Keyword::Start)),
            ("UNSTOP", Some(Keyword::Start)),
            ("help", Some(Keyword::Help)),
            ("info", Some(Keyword::Help)),
            ("stop.", Some(Keyword::Stop)),
            ("STOP!", Some(Keyword::Stop)),
            ("\u{201c}Stop\u{201d} \u{1f6d1}", Some(Keyword::Stop)),
            ("Stop all", Some(Keyword::Stop)),
            ("opt out", Some(Keyword::Stop)),
            ("Opt-out.", Some(Keyword::Stop)),
            ("OPT\u{2011}OUT", Some(Keyword::Stop)),
            ("STOP PLEASE", Some(Keyword::Stop)),
            ("please don\u{2019}t text me again", Some(Keyword::Stop)),
            ("stop by tomorrow", None),
            ("stop all of it", None),
            ("opt", None),
            ("Cancel?", None),
            ("yes!", None),
            ("start.", None),
            ("Help!", None),
            ("!", None),
            ("ſtop", Some(Keyword::Stop)),
            ("", None),
        ] {
            assert_eq!(Keyword::of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_refusal_in_words_of_ones_own_is_no_word_of_a_carrier() {
        for (text, expected) in [
            ("STOP", true),
            ("Opt-out.", true),
            ("START", true),
            ("please don't text me again", false),
            ("STOP PLEASE", false),
            // Carriers block none of these: we understood them.
            ("S T O P", false),
            ("Re: STOP", false),
            ("STOP END", false),
            ("STOP\n\nSent from my iPhone", false),
        ] {
            assert_eq!(Keyword::is_word(text), expected, "{text:?}");
        }
    }
}
