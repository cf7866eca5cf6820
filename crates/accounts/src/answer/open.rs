//! What a passage leaves open: it asks, waits, wishes or puts off, and says nothing that is so.

use crate::text::Token;

/// Whether a passage asks or has somebody ask, with or without a mark.
pub(super) fn asks(lower: &str, words: &[Token]) -> bool {
    let opens = list!(
        "please " "could you" "can you" "asks " "asked " "let me know" "tell me" "reminder" "give me" "send me" "get me"
        "i need to know" "we need to know"
    );
    let within = list!(
        "please send" "please tell" " asks for" "wants to know" "want to know" "asked for" "like to know" "wondering if"
        "wondering whether" "wonders if" "wonders whether" "question is whether" "question is if" "the question whether"
    );
    opens.iter().any(|opening| lower.starts_with(opening))
        || within.iter().any(|phrase| lower.contains(phrase))
        || has_asked(words)
        || is_inverted(words)
        || wants_a_price(lower)
}

/// "Ask them if it is enough", "asks the landlord whether", "check with Alder if": somebody has yet to say.
pub(super) fn has_asked(words: &[Token]) -> bool {
    let asked = list!("if" "whether" "what" "how" "when" "why" "which");
    (0..words.len()).any(|at| {
        let verb = match words[at].norm.as_str() {
            "ask" | "asks" => true,
            "check" | "see" | "checks" => words
                .get(at + 1)
                .is_some_and(|next| matches!(next.norm.as_str(), "with" | "if" | "whether")),
            _ => false,
        };
        let after = words.get(at + 1..words.len().min(at + 5)).unwrap_or(&[]);
        let unbroken = after.iter().take_while(|token| !token.after_break);
        verb && unbroken
            .into_iter()
            .any(|token| asked.contains(&token.norm.as_str()))
    })
}

/// "does alder pay for that": a question by its order, as people text it without a mark. An order to do something is none.
fn is_inverted(words: &[Token]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let who = list!("you" "we" "they" "i" "he" "she");
    let what = list!("it" "the" "that" "this" "there" "my" "our" "your" "their" "his" "her" "any" "anyone" "those" "these");
    let second = word(1);
    words.len() > 3
        && match word(0) {
            "do" | "have" | "will" | "had" => who.contains(&second),
            "does" | "is" | "are" | "did" | "can" | "could" | "would" | "should" | "was"
            | "were" | "has" => who.contains(&second) || what.contains(&second),
            _ => false,
        }
}

/// "Wants it cheaper", "would like to drop it": that it came so is not said.
pub(super) fn wishes(lower: &str) -> bool {
    // What nobody wants is settled: "accident cover we do not want".
    let refused = list!("not want" "n't want" "no longer want" "never want" "not like to");
    if refused.iter().any(|phrase| lower.contains(phrase)) {
        return false;
    }
    list!(
        "wants" "want" "wanted" "would like" "hopes" "hoping" "asks" "asked" "requests" "requested" "wishes" "i'd like" "we'd like"
        "i'd love" "we'd love" "i'd prefer" "we'd prefer" "would prefer"
    )
    .iter()
    .any(|phrase| lower.contains(phrase))
}

/// "I asked for it, and it turns out there is none": what was asked is answered in the same breath.
pub(super) fn settles(lower: &str) -> bool {
    list!(
        "turns out" "turned out" "they said" "he said" "she said" "told me" "the answer is" "the answer was" "and they confirmed"
        "who confirmed" "they say " "came back with"
    )
    .iter()
    .any(|phrase| lower.contains(phrase))
}

/// "Nothing gets signed before he has looked", "assuming they nod": that somebody agreed is not said, only that it is for them
/// to say.
pub(super) fn awaits(lower: &str) -> bool {
    list!(
        "before he has" "before she has" "before they have" "until he has" "until she has" "until they have" "has to review"
        "must review" "have to review" "needs to review" "wants to review" "will review" "has to approve" "must approve"
        "have to approve" "needs to approve" "has to sign off" "must sign off" "needs to sign off" "has to look" "must look at"
        "has to agree" "must agree" "assuming they" "assuming he" "assuming she" "if they nod" "if they agree" "if he agrees"
        "if she agrees" "provided they agree" "subject to approval" "pending approval" "the board meets" "board will meet"
        "board meeting" "will sign after" "will decide" "has the last word" "gone to my" "passed it to" "sent it to my" "is with my"
        "with our lawyer" "with our accountant" "still has to" "has yet to" "have yet to" "hasn't decided" "has not decided"
        "haven't decided" "have not decided" "i'll decide" "we'll decide" "decide by" "decision by" "is comparing" "want to compare"
        "wants to compare" "want to think" "wants to think" "think it over" "think about it" "sleep on it" "mull it over"
        "before you sign" "before signing" "once you sign" "when you sign" "if you sign"
    )
    .iter()
    .any(|phrase| lower.contains(phrase))
}

/// A word that only says that something was heard: to a request it is no answer.
pub(super) fn is_heard(text: &str) -> bool {
    let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let first = plain.split([',', '.']).next().unwrap_or("");
    list!("i will" "will do" "on it" "you got it" "sure" "okay" "ok" "got it" "noted" "of course" "understood" "i shall" "right")
        .contains(&first)
}

/// "Wants the price with a higher deductible", "asks whether they need it": somebody has yet to say.
fn wants_a_price(lower: &str) -> bool {
    let said: Vec<&str> = lower.split_whitespace().collect();
    let wishes = list!("want" "wants" "wanted" "asks" "asked" "needs" "like" "could" "can" "pls");
    let unsaid =
        list!("price" "priced" "reprice" "repriced" "know" "whether" "number" "requote" "quoted");
    said.iter().enumerate().any(|(at, word)| {
        let near = &said[at + 1..said.len().min(at + 8)];
        wishes.contains(word)
            && near.iter().any(|word| {
                unsaid.contains(&word.trim_matches(|letter: char| !letter.is_alphabetic()))
            })
    })
}

/// "The form is to follow", "still waiting for the survey": it says that something is not there yet.
pub(super) fn is_open(lower: &str) -> bool {
    const OPEN: &[&str] = list!(
        "to follow" "to come" "still chasing" "still looking" "before i can" "still waiting" "still need" "still to"
        "not arrived" "hasn't arrived" "has not arrived" "not yet" "will send" "i'll send" "when i'm back" "expect numbers"
        "expect an answer" "needs the" "need the " "awaiting" "is pending" "still open" "as soon as i have" "once i have"
        "when i have" "i asked" "has been asked" "no number yet" "not decided" "undecided" "still outstanding"
        "still reviewing" "to be confirmed" "to be determined" "when they give" "when i get" "is asking" "are asking" "i'm missing" "we're missing" "i am missing" "we are missing" "still missing" "is missing" "are missing"
    );
    OPEN.iter().any(|phrase| lower.contains(phrase)) || is_deferred(lower)
}

/// "I'll find out", "no idea": somebody was asked and could not say.
pub(super) fn is_deferred(lower: &str) -> bool {
    const DEFERRED: &[&str] = list!(
        "have to find" "have to look" "have to dig" "have to check" "has to find" "has to look" "has to check" "have to ask"
        "i'll get you" "i'll look" "i'll check" "get back to you" "gets back to" "wouldn't say" "would not say"
        "don't know yet" "no idea" "i'd have to" "i would have to" "will find out" "let you know" "i'll ask" "couldn't tell"
        "could not tell" "can't tell" "don't know" "does not know" "doesn't know" "not sure" "find out" "i will ask"
        "i will check" "i'll find" "forward to hearing" "waiting to hear" "wait to hear" "eager to hear" "curious what" "curious whether"
        "put it to them" "put that to them" "run it by" "run that by" "run it past" "run that past" "take it up with" "take that up with"
        "take it to them" "i'll raise it" "i'll raise that" "will raise it" "bring it up with" "let me check" "let me ask" "let me see"
        "let me find" "i'll pass it" "i'll pass that" "i'll forward it" "remains to be seen" "yet to hear" "haven't heard" "has not answered"
        "hasn't answered" "have not heard" "no word yet" "no answer yet" "no reply yet" "will ask them" "will get back" "i'll see what" "i will see what" "can't say" "cannot say"
    );
    // "They have to check the pumps every week" is a rule, and puts nothing off.
    let rule = list!(" every " " each " "once a " "twice a ")
        .iter()
        .any(|often| lower.contains(often));
    let duty = |phrase: &str| phrase.starts_with("ha") && phrase.contains(" to ");
    DEFERRED
        .iter()
        .any(|phrase| lower.contains(phrase) && !(rule && duty(phrase)))
}
