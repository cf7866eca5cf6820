/// What a person says to the carrier rather than to us. The carrier answers these itself: nothing is sent back, and no agent runs.
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
    /// The keyword that this text is. Only a whole message counts: "stop please" is for us to read.
    pub fn of(text: &str) -> Option<Self> {
        match text.trim().to_ascii_uppercase().as_str() {
            "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" | "OPTOUT"
            | "REVOKE" => Some(Self::Stop),
            "START" | "YES" | "UNSTOP" => Some(Self::Start),
            "HELP" | "INFO" => Some(Self::Help),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_message_in_any_case_is_a_keyword() {
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
            ("STOP PLEASE", None),
            ("stop.", None),
            ("yes!", None),
            ("ſtop", None),
            ("", None),
        ] {
            assert_eq!(Keyword::of(text), expected, "{text:?}");
        }
    }
}
