//! The text of a turn as it is kept: without blanks around it, although a model may write some, and once, although a model that
//! broke off may write it again.

use steward_agent::TurnEvent;

use super::Shown;

/// What was told of a text, and what may not belong to it.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    told: String,
    /// Blanks that are told if something follows them.
    held: String,
    /// What was written of it again, as long as it is no more than was told.
    again: Option<String>,
}

/// What can be told of a piece.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// Nothing yet.
    Nothing,
    /// This, after what was told.
    More(String),
    /// This, in place of what was told.
    Other(String),
}

impl Spoken {
    /// The event as it can be told, perhaps after what is to be told of the text before it; nothing while there is nothing to tell.
    pub(super) fn tidy(&mut self, shown: Shown) -> Vec<Shown> {
        if shown.depth > 0 {
            return vec![shown];
        }
        let turn = shown.turn;
        let events = match shown.event {
            TurnEvent::TextDelta { delta } => match self.hear(&delta) {
                Piece::Nothing => vec![],
                Piece::More(delta) => vec![TurnEvent::TextDelta { delta }],
                Piece::Other(text) => vec![TurnEvent::TextRestarted { text }],
            },
            // That it begins anew is worth telling once it does not say the same.
            TurnEvent::TextRestarted { .. } => {
                self.restart();
                vec![]
            }
            // What is said after a call is a text of its own.
            event @ (TurnEvent::ToolCallStart { .. } | TurnEvent::Complete { .. }) => {
                let shorter = std::mem::take(self).shorter();
                let shorter = shorter.map(|text| TurnEvent::TextRestarted { text });
                shorter.into_iter().chain([event]).collect()
            }
            event => vec![event],
        };
        let shown = |event| Shown {
            turn,
            depth: 0,
            event,
        };
        events.into_iter().map(shown).collect()
    }

    /// What the text is after all, if it was begun anew and ended before all that was told of it came again.
    fn shorter(self) -> Option<String> {
        let again = self.again?;
        let text = again.trim();
        (text != self.told).then(|| text.to_owned())
    }

    /// The text comes again from its beginning.
    pub(super) fn restart(&mut self) {
        self.held.clear();
        self.again = (!self.told.is_empty()).then(String::new);
    }

    fn hear(&mut self, delta: &str) -> Piece {
        let Some(mut again) = self.again.take() else {
            let more = self.go_on(delta);
            return match more.is_empty() {
                true => Piece::Nothing,
                false => Piece::More(more),
            };
        };
        again.push_str(delta);
        let text = again.trim_start();
        if self.told.starts_with(text.trim_end()) {
            self.again = Some(again);
            return Piece::Nothing;
        }
        if let Some(rest) = text.strip_prefix(self.told.as_str()) {
            let rest = rest.to_owned();
            return Piece::More(self.go_on(&rest));
        }
        let text = text.to_owned();
        *self = Self::default();
        Piece::Other(self.go_on(&text))
    }

    /// The next piece of the text, as far as it is told by now.
    fn go_on(&mut self, delta: &str) -> String {
        self.held.push_str(delta);
        let text = match self.told.is_empty() {
            true => self.held.trim_start(),
            false => self.held.as_str(),
        };
        let more = text.trim_end().to_owned();
        self.held = text[more.len()..].to_owned();
        self.told.push_str(&more);
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn more(text: &str) -> Piece {
        match text {
            "" => Piece::Nothing,
            _ => Piece::More(text.into()),
        }
    }

    fn heard(spoken: &mut Spoken, pieces: &[&str]) -> Vec<Piece> {
        pieces.iter().map(|piece| spoken.hear(piece)).collect()
    }

    #[test]
    fn blanks_are_told_between_words_and_not_around_them() {
        let told = heard(
            &mut Spoken::default(),
            &[" \n", " One", " ", "\n", "two ", "three.", "\n\n"],
        );
        assert_eq!(told, ["", "One", "", "", " \ntwo", " three.", ""].map(more));
    }

    #[test]
    fn a_text_that_comes_again_is_told_from_where_it_broke_off() {
        let mut spoken = Spoken::default();
        heard(&mut spoken, &["The answer", " is "]);
        spoken.restart();
        let told = heard(&mut spoken, &["\nThe", " answer ", "is", " forty", "-two."]);
        assert_eq!(told, ["", "", "", " forty", "-two."].map(more));
    }

    #[test]
    fn another_text_takes_the_place_of_what_was_told() {
        let mut spoken = Spoken::default();
        heard(&mut spoken, &["The answer is"]);
        spoken.restart();
        let told = heard(&mut spoken, &["The ", "result", " is 42."]);
        let expected = [
            Piece::Nothing,
            Piece::Other("The result".into()),
            more(" is 42."),
        ];
        assert_eq!(told, expected);
        // It may break off once more.
        spoken.restart();
        assert_eq!(spoken.hear("The result is 42. Well."), more(" Well."));
    }

    #[test]
    fn a_text_that_ends_sooner_the_second_time_is_told_as_it_is() {
        let turn = steward_model::TurnId::generate(&steward_model::SystemIds);
        let tidied = |spoken: &mut Spoken, event| {
            let depth = 0;
            let told = spoken.tidy(Shown { turn, depth, event });
            told.into_iter()
                .map(|shown| shown.event)
                .collect::<Vec<_>>()
        };
        let call = TurnEvent::ToolCallStart {
            tool: "find".into(),
            input: serde_json::Value::Null,
            call_id: "c1".into(),
        };
        for (again, told) in [
            ("One two", Some("One two")),
            ("", Some("")),
            ("One two three", None),
        ] {
            let mut spoken = Spoken::default();
            heard(&mut spoken, &["One two three"]);
            spoken.restart();
            heard(&mut spoken, &[again]);
            let restarted = told.map(|text| TurnEvent::TextRestarted { text: text.into() });
            let expected: Vec<_> = restarted.into_iter().chain([call.clone()]).collect();
            assert_eq!(tidied(&mut spoken, call.clone()), expected);
        }
    }

    #[test]
    fn a_text_that_had_not_begun_cannot_begin_anew() {
        let mut spoken = Spoken::default();
        heard(&mut spoken, &["  "]);
        spoken.restart();
        assert_eq!(spoken.hear("One"), more("One"));
    }
}
