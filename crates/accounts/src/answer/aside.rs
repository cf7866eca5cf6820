//! What is said around a question: "I'm in the car, what's her number?" asks for a number, and not about a car.

use crate::text::Token;

/// Who speaks of something beside the question.
const SPEAKERS: &[&str] = list!(
    "i" "i'm" "i've" "i'll" "we're" "he's" "she's" "they're" "it's" "my" "he" "she" "that's" "there's" "we've" "you"
);
const ASKS: &[&str] = list!(
    "who" "whom" "whose" "which" "what" "where" "when" "how" "who's" "what's" "where's" "when's" "why" "is" "are" "does" "do"
    "did" "has" "have"
);

/// The words of a question without the clauses that ask nothing; all of them if no clause does.
pub(super) fn without(tokens: &[Token]) -> Vec<Token> {
    let mut clauses: Vec<&[Token]> = Vec::new();
    let mut from = 0;
    for at in 1..=tokens.len() {
        let cut = tokens
            .get(at)
            .is_none_or(|token| token.after_break || token.starts_sentence);
        if cut {
            clauses.push(&tokens[from..at]);
            from = at;
        }
    }
    let asks = |clause: &[Token]| {
        clause
            .iter()
            .any(|token| ASKS[..13].contains(&token.norm.as_str()))
    };
    let opens = |clause: &[Token]| {
        clause
            .first()
            .is_some_and(|token| ASKS.contains(&token.norm.as_str()))
    };
    if !clauses.iter().any(|clause| asks(clause) || opens(clause)) {
        return tokens.to_vec();
    }
    // "Going by her own figure, what is …", "according to the file, who …".
    let by_whom = |clause: &[Token]| {
        let lead: Vec<&str> = clause
            .iter()
            .take(2)
            .map(|token| token.norm.as_str())
            .collect();
        matches!(
            lead.as_slice(),
            ["going" | "judging", "by" | "from"] | ["according", "to"] | ["based", "on"]
        ) && !asks(clause)
    };
    let aside = |clause: &[Token]| {
        let speaker = clause
            .first()
            .is_some_and(|token| SPEAKERS.contains(&token.norm.as_str()));
        speaker && !asks(clause) || by_whom(clause)
    };
    // "How about Birch Cafe, what do they carry?"
    let topic = |place: usize| {
        place + 1 < clauses.len()
            && matches!(clauses[place], [first, second, ..] if matches!(first.norm.as_str(), "how" | "what") && second.norm == "about")
            && asks(clauses[place + 1])
    };
    let kept = clauses
        .iter()
        .enumerate()
        .filter(|(_, clause)| !aside(clause));
    kept.flat_map(|(place, clause)| clause[if topic(place) { 2 } else { 0 }..].iter().cloned())
        .collect()
}
