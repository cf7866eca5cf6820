//! Words at which an answer ends. A provider is told of them; what it writes all the same is cut here.

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::answer::{Answer, Piece};

/// The same pieces up to the first of the words.
pub(super) fn cut(
    mut pieces: UnboundedReceiver<Piece>,
    words: Vec<String>,
) -> UnboundedReceiver<Piece> {
    if words.is_empty() {
        return pieces;
    }
    let (sender, shortened) = unbounded_channel();
    tokio::spawn(async move {
        let mut stops = Stops::new(words);
        loop {
            let piece = tokio::select! {
                biased;
                // Nobody listens any more: whoever writes notices by this, too.
                () = sender.closed() => return,
                piece = pieces.recv() => piece,
            };
            let Some(piece) = piece else { return };
            let _ = sender.send(match piece {
                Piece::Text(text) => match stops.hear(&text) {
                    nothing if nothing.is_empty() => continue,
                    text => Piece::Text(text),
                },
                Piece::Restarted => {
                    stops.restart();
                    Piece::Restarted
                }
                Piece::Ended(ended) => Piece::Ended(ended.map(|answer| stops.end(answer))),
            });
        }
    });
    shortened
}

/// Hears an answer up to the first of some words.
#[derive(Debug)]
struct Stops {
    words: Vec<String>,
    /// What may be the beginning of one of them.
    held: String,
    met: bool,
}

impl Stops {
    fn new(words: Vec<String>) -> Self {
        Self {
            words,
            held: String::new(),
            met: false,
        }
    }

    /// What of the text can be told now.
    fn hear(&mut self, text: &str) -> String {
        if self.met {
            return String::new();
        }
        self.held.push_str(text);
        if let Some(place) = self.place_in(&self.held) {
            self.met = true;
            self.held.truncate(place);
            return std::mem::take(&mut self.held);
        }
        let kept = self.held.split_off(self.held.len() - self.beginning());
        std::mem::replace(&mut self.held, kept)
    }

    fn restart(&mut self) {
        self.held.clear();
        self.met = false;
    }

    /// The whole answer. What came after the words was not said, calls included.
    fn end(&self, answer: Answer) -> Answer {
        let Some(place) = self.place_in(&answer.text) else {
            return answer;
        };
        Answer {
            text: answer.text[..place].to_owned(),
            calls: Vec::new(),
            cut_off: false,
            ..answer
        }
    }

    fn place_in(&self, text: &str) -> Option<usize> {
        self.words.iter().filter_map(|word| text.find(word)).min()
    }

    /// How much of the end of what is held may be the beginning of a word.
    fn beginning(&self) -> usize {
        let starts = |word: &String| {
            let starts = word.char_indices().map(|(length, _)| length);
            starts
                .filter(|length| self.held.ends_with(&word[..*length]))
                .max()
        };
        self.words.iter().filter_map(starts).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use steward_model::{ToolCall, Usage};

    use super::*;

    fn stops(words: &[&str]) -> Stops {
        Stops::new(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn a_word_is_met_wherever_it_is_broken() {
        let mut stops = stops(&["END", "\n\nÜber"]);
        let pieces = ["One E", "N", "O", " two\n", "\nÜ", "ber", " three"];
        let told: Vec<String> = pieces.iter().map(|piece| stops.hear(piece)).collect();
        assert_eq!(told, ["One ", "", "ENO", " two", "", "", ""]);
    }

    #[test]
    fn the_first_of_several_ends_it_and_calls_after_it_are_none() {
        let call = ToolCall {
            id: "c".into(),
            name: "f".into(),
            arguments: serde_json::Value::Null,
        };
        let answer = |text: &str, calls, cut_off| Answer {
            text: text.into(),
            calls,
            cut_off,
            usage: Usage::default(),
        };
        let stops = stops(&["two", "one"]);
        let whole = answer("zero one two", vec![call.clone()], true);
        assert_eq!(stops.end(whole), answer("zero ", Vec::new(), false));
        let untouched = answer("zero", vec![call], true);
        assert_eq!(stops.end(untouched.clone()), untouched);
    }

    #[test]
    fn an_answer_that_begins_anew_has_met_nothing() {
        let mut stops = stops(&["END"]);
        stops.hear("a END");
        stops.restart();
        assert_eq!(stops.hear("b"), "b");
    }
}
