//! The text of a turn as it is kept: without blanks around it, although a model may write some.

use steward_agent::TurnEvent;

use super::Shown;

/// What was told of a text, and what may not belong to it.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    begun: bool,
    /// Blanks that are told if something follows them.
    held: String,
}

impl Spoken {
    /// The event as it can be told; nothing while there is nothing to tell of it.
    pub(super) fn tidy(&mut self, mut shown: Shown) -> Option<Shown> {
        if shown.depth > 0 {
            return Some(shown);
        }
        match &mut shown.event {
            TurnEvent::TextDelta { delta } => {
                *delta = self.hear(delta);
                (!delta.is_empty()).then_some(shown)
            }
            // What is said after a call is a text of its own.
            TurnEvent::ToolCallStart { .. } | TurnEvent::Complete { .. } => {
                *self = Self::default();
                Some(shown)
            }
            _ => Some(shown),
        }
    }

    fn hear(&mut self, delta: &str) -> String {
        self.held.push_str(delta);
        let text = match self.begun {
            true => self.held.as_str(),
            false => self.held.trim_start(),
        };
        let told = text.trim_end().to_owned();
        self.held = text[told.len()..].to_owned();
        self.begun |= !told.is_empty();
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_told_between_words_and_not_around_them() {
        let mut spoken = Spoken::default();
        let pieces = [" \n", " One", " ", "\n", "two ", "three.", "\n\n"];
        let told: Vec<String> = pieces.iter().map(|piece| spoken.hear(piece)).collect();
        assert_eq!(told, ["", "One", "", "", " \ntwo", " three.", ""]);
    }
}
