//! A response that has ended, told again as it was told when it was written.

use serde_json::{Value, json};

use super::Telling;
use crate::routes::openai::items;

/// The events of a response that has ended. `pieces` are the letters of each piece of its text, where they are known.
pub(in crate::routes::openai) fn replay(response: &Value, pieces: &[u32]) -> Vec<Value> {
    let mut begun = response.clone();
    begun["status"] = json!("in_progress");
    begun["output"] = json!([]);
    for later in ["usage", "completed_at", "incomplete_details", "error"] {
        begun[later] = Value::Null;
    }
    let mut telling = Telling::new(begun);
    let mut events = telling.begin();
    for item in response["output"].as_array().into_iter().flatten() {
        events.extend(match item["type"] == "function_call" {
            true => telling.call(item.clone()),
            false => telling.message(item, pieces),
        });
    }
    telling.end_as(response.clone());
    events.push(telling.end());
    events
}

impl Telling {
    fn message(&mut self, item: &Value, pieces: &[u32]) -> Vec<Value> {
        let text = items::text_of(&item["content"]);
        let id = item["id"].as_str().unwrap_or_default();
        let mut events = self.open_message(id.to_owned());
        for piece in cut(&text, pieces) {
            events.extend(self.delta(&piece));
        }
        // One that broke off was not closed: what was told of it is all there is.
        if item["status"] == "completed" {
            events.extend(self.close_message(&text));
        }
        events
    }
}

/// A text in as many pieces as it was told in, so that every event has the number it had. An answer that was begun anew is not as
/// long as what was told of it: what is left of it is its last piece.
fn cut(text: &str, pieces: &[u32]) -> Vec<String> {
    let mut letters = text.chars();
    let (has_last, others) = match pieces.split_last() {
        Some((_, others)) => (true, others),
        None => (!text.is_empty(), pieces),
    };
    let mut cut: Vec<String> = others
        .iter()
        .map(|length| letters.by_ref().take(*length as usize).collect())
        .collect();
    cut.extend(has_last.then(|| letters.collect::<String>()));
    cut
}

#[cfg(test)]
mod tests {
    use steward_model::{ToolCall, Usage};

    use super::super::Answer;
    use super::*;

    fn answer() -> Answer {
        let call = ToolCall {
            id: "call_1".into(),
            name: "look".into(),
            arguments: json!({"at": "it"}),
        };
        Answer {
            text: "Grüß Gott".into(),
            calls: vec![call],
            cut_off: false,
            usage: Usage::default(),
        }
    }

    fn asked() -> Value {
        json!({
            "id": "resp_1", "status": "in_progress", "output": [], "usage": null, "completed_at": null,
            "incomplete_details": null, "error": null,
        })
    }

    #[test]
    fn it_is_told_again_word_for_word() {
        let mut telling = Telling::new(asked());
        let mut told = telling.begin();
        told.extend(telling.text("Grü"));
        told.extend(telling.text("ß "));
        told.extend(telling.finish(&answer(), 7));
        told.push(telling.end());
        assert_eq!(replay(telling.object(), telling.pieces()), told);
    }

    #[test]
    fn one_that_broke_off_is_told_as_far_as_it_came() {
        let mut telling = Telling::new(asked());
        let mut told = telling.begin();
        told.extend(telling.text("Grü"));
        telling.fail(&crate::error::ApiError::unavailable("Gone."));
        told.push(telling.end());
        assert_eq!(replay(telling.object(), telling.pieces()), told);
    }

    #[test]
    fn one_that_began_anew_keeps_its_numbers() {
        let mut telling = Telling::new(asked());
        let mut told = telling.begin();
        told.extend(telling.text("A long way "));
        told.extend(telling.text("to"));
        telling.restart();
        told.extend(telling.finish(&answer(), 7));
        told.push(telling.end());
        let again = replay(telling.object(), telling.pieces());
        let kinds = |events: &[Value]| -> Vec<Value> {
            events.iter().map(|event| event["type"].clone()).collect()
        };
        assert_eq!(kinds(&again), kinds(&told));
        let said: String = again
            .iter()
            .filter(|event| event["type"] == "response.output_text.delta")
            .filter_map(|event| event["delta"].as_str())
            .collect();
        assert_eq!(said, "Grüß Gott");
    }

    #[test]
    fn a_text_whose_pieces_nobody_noted_is_one_piece() {
        assert_eq!(cut("Hello", &[]), ["Hello"]);
        assert_eq!(cut("", &[]), Vec::<String>::new());
    }
}
