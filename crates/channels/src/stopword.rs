//! One of the words for silence, said first or last with something around it.
//!
//! The rule. STOP and its like say it where nothing else is there, and also where they stand by themselves: as the first sentence, before a
//! comma, a dash, a line's end or an emoji ("Stop, I'm not your customer"), before words that begin another clause ("stop who is this"), or
//! before another such word ("STOP END"). A word that says what is to stop makes it an ordinary sentence ("stop by", "stop the leak"), and
//! so does a question mark ("Cancel?"). It may be about anything where a prohibition follows ("Stop! Don't cut that pipe") or where nothing
//! but the word is in capitals ("STOP valve is stuck"): a person reads that.
//!
//! CANCEL, END, QUIT and REVOKE are also said of appointments and leases. By themselves they count, as carriers hold, and with courtesy after
//! them ("quit please"). With more than that they count if it speaks of us ("Cancel. I never signed up"); if not, a person reads it.

use crate::refusal::{Refusal, is_among};
use crate::wording::Words;

/// Words that in a text to an office mean silence.
const STRONG: &str = " stop stopp sotp stpo stopall unsubscribe unsuscribe unsubscrib unsubcribe unsubscibe unsub optout basta alto ";

/// Words that may be about an appointment or a lease.
const WEAK: &str = " cancel end quit revoke cancelar ";

/// Words that people spell letter by letter: `S T O P`.
pub(crate) const SPELT: [&str; 8] = [
    "stopall",
    "stop",
    "unsubscribe",
    "cancel",
    "quit",
    "optout",
    "revoke",
    "end",
];

/// Several words that are one.
const JOINED: [(&[&str], &str); 7] = [
    (&["thank", "u"], "thanks"),
    (&["quit", "it"], "stop"),
    (&["opt", "out"], "optout"),
    (&["opt", "me", "out"], "optout"),
    (&["opt", "us", "out"], "optout"),
    (&["un", "subscribe"], "unsubscribe"),
    (&["thank", "you"], "thanks"),
];

/// What may stand before the word without giving it another sense.
const LEADS: &str = " please pls plz hi hello hey ok okay no yo um ugh omg just re i said repeat again por favor hola ";

/// What may stand after it: courtesy, haste, and the name of what is to stop.
const COURTESY: &str = " please pls plz thanks thank thx ty and now immediately already ok okay all asap bye goodbye right forever sms text \
texts msg msgs message messages txt txts texting messaging sir maam guys man bro dude lol lmao haha everything por favor gracias ya ";

/// Words that begin a clause of their own. What else follows without a break is taken for what is to stop.
const OPENERS: &str = " i im ive id ill we weve were you u youre they theyre he hes she shes who whos why not no never nobody wrong or thats \
its seriously really sorry wtf omg ffs smh fuck jesus god damn because bc cuz quien remove delete take leave ";

/// Clauses that begin like what is to stop.
const CLAUSES: &[&str] = &[
    "^ this|that is|isnt",
    "^ dont|wait|nvm|jk",
    "^ for real|good|ever|gods",
    "^ for the love",
    "^ new|different ~1 number|phone|owner|tenant",
];

/// What follows "Stop!" where it is said to somebody who is doing something else.
const ELSE: &[&str] = &[
    "^ dont|wait|hold|look|listen|nvm|nevermind|jk|let|turn|cancel",
    "^ do not",
    "^ not that|this|the|those|yet",
    "^ i meant|mean $|to|the|that|dont|not",
    "^ just kidding",
    "^ drop and roll",
    "^ thats not my|our|mine|the|his|her",
    "email|emails|newsletter",
];

/// What is denied to us, and not forbidden to somebody.
const DENIALS: &[&str] = &[
    "^ dont|do ?not know|want|need|care|live|have|like|reply|respond|answer|call|bother|reach|contact|text",
];

/// What speaks of being written to by us.
const ABOUT_US: &[&str] = &[
    "never|didnt|dont|not sign|signed|ask|asked|subscribe|subscribed|agree|agreed|consent|consented|gave|give",
    "who is|are|dis this|you|u|$",
    "whos this",
    "whoever",
    "wrong number|person",
    "not|no ~2 interested|customer|client|tenant|cliente|looking",
    "dont know|want you|u|ya|who|your|ur|this|it|these|any|anything",
    "dont live",
    "spam|scam|spammers|scammers|harassment|harassing|annoying|blocking|blocked|reporting|fcc",
    "block|report you|u|this",
    "leave me|us",
];

/// What a text says by one of these words, if it stands by itself.
pub(crate) fn said_with(text: &str) -> Option<Refusal> {
    let whole = Words::of(text).all().concat();
    let asks = text.contains('?');
    if !asks && (is_strong(&whole) || is_weak(&whole)) {
        return Some(Refusal::Clear);
    }
    let parts = parts(text);
    let first = parts.iter().position(|part| !is_lead(part))?;
    let parts = parts.get(first..)?;
    match head(parts, first > 0) {
        Some(Refusal::Clear) => Some(Refusal::Clear),
        head => tail(parts)
            .or(head)
            .or_else(|| is_loud(text).then_some(Refusal::Unclear)),
    }
}

/// Whether the word alone is in capitals. "STOP valve" is an ordinary sentence all the same, so a person reads it.
fn is_loud(text: &str) -> bool {
    let (word, rest) = text.trim().split_once(' ').unwrap_or_default();
    let is_word = !word.contains(char::is_lowercase) && is_strong(&word.to_lowercase());
    is_word && rest.contains(char::is_lowercase)
}

/// A stretch of text between breaks.
struct Part {
    words: Vec<String>,
    asks: bool,
}

/// The word as the beginning, and what the rest makes of it.
fn head(parts: &[Part], is_led: bool) -> Option<Refusal> {
    let (part, others) = parts.split_first()?;
    let leads = count(&part.words, LEADS);
    let said = part.words.get(leads..)?;
    let keywords = said.iter().take_while(|word| is_keyword(word)).count();
    let (said, after) = said.split_at_checked(keywords).filter(|_| keywords > 0)?;
    // "Cancel cancel" is one word, "stop end" are two.
    let are_two = said.iter().zip(said.iter().skip(1)).any(|(a, b)| a != b);
    let is_strong = are_two || said.iter().any(|word| is_strong(word));
    let rest = after.get(count(after, COURTESY)..)?;
    let others: Vec<String> = others.iter().flat_map(|part| part.words.clone()).collect();
    if rest.is_empty() {
        if part.asks {
            return None;
        }
        let is_all = others
            .iter()
            .all(|word| is_keyword(word) || is_among(COURTESY, word));
        let has_led = is_led || leads > 0;
        return Some(match (is_all, is_strong) {
            (true, true) => Refusal::Clear,
            (true, false) if !has_led => Refusal::Clear,
            (true, false) => Refusal::Unclear,
            (false, _) => by_rest(&Words::from(others), is_strong),
        });
    }
    by_clause(rest, others, is_strong)
}

/// What follows the word without a break: what is to stop, or a clause of its own.
fn by_clause(rest: &[String], others: Vec<String>, is_strong: bool) -> Option<Refusal> {
    let words = Words::from(rest.iter().cloned().chain(others).collect());
    if begins_clause(&words) {
        return Some(by_rest(&words, is_strong));
    }
    // "Stop it, …" is about something, and the rest says whether it is about us.
    let (_, end) = words.find("^ it|this|that").filter(|_| is_strong)?;
    let after = Words::from(words.all().get(end..)?.to_vec());
    let is_it = rest.len() == end || begins_clause(&after);
    (is_it && !after.all().is_empty()).then(|| by_rest(&after, false))
}

fn begins_clause(words: &Words) -> bool {
    let first = words.all().first();
    first.is_some_and(|word| is_among(OPENERS, word)) || words.say_any(CLAUSES)
}

/// What is said after the word decides: about something else, about us, or anything.
fn by_rest(rest: &Words, is_strong: bool) -> Refusal {
    let is_else = rest.say_any(ELSE) && !rest.say_any(DENIALS);
    match !is_else && (is_strong || rest.say_any(ABOUT_US)) {
        true => Refusal::Clear,
        false => Refusal::Unclear,
    }
}

/// The word as the end: "Not interested, STOP".
fn tail(parts: &[Part]) -> Option<Refusal> {
    let (part, others) = parts
        .split_last()
        .filter(|(_, others)| !others.is_empty())?;
    let leads = count(&part.words, LEADS);
    let (word, after) = part.words.get(leads..)?.split_first()?;
    let is_alone = is_keyword(word) && count(after, COURTESY) == after.len() && !part.asks;
    let others = others.iter().flat_map(|part| part.words.clone()).collect();
    is_alone.then(|| by_rest(&Words::from(others), false))
}

/// The text cut at its breaks: what is no word and joins none. A question mark belongs to what it ends.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut said = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let breaks = match letter {
            '\n' => true,
            // "stop-gap" is a word, "stop -John" and "stop- John" are not.
            '-' => next.is_whitespace() || said.ends_with(char::is_whitespace),
            // "Stop: 14th Street".
            ':' => !letters
                .clone()
                .find(|c| !c.is_whitespace())
                .is_some_and(|c| c.is_numeric()),
            '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' | '&' | '+' | '@' | '#' | '_' => false,
            _ => !letter.is_alphanumeric() && !letter.is_whitespace(),
        };
        if !breaks {
            said.push(letter);
            continue;
        }
        push(&mut parts, &said, letter == '?');
        said.clear();
    }
    push(&mut parts, &said, false);
    parts
}

fn push(parts: &mut Vec<Part>, said: &str, asks: bool) {
    let words = keywords_whole(Words::of(said).all());
    if !words.is_empty() {
        parts.push(Part { words, asks });
    } else if let Some(last) = parts.last_mut() {
        // "stop!?" asks as well.
        last.asks |= asks;
    }
}

/// The words with those of [`JOINED`] as one, and `st0p` in letters.
fn keywords_whole(words: &[String]) -> Vec<String> {
    let mut whole = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        let joined = JOINED.iter().find_map(|(several, one)| {
            let is_there = several.iter().zip(rest).filter(|(a, b)| a == b).count();
            (is_there == several.len()).then(|| (*one, rest.get(several.len()..)))
        });
        match joined {
            Some((one, after)) => {
                whole.push(one.to_owned());
                rest = after.unwrap_or_default();
            }
            None => {
                whole.push(in_letters(word));
                rest = after;
            }
        }
    }
    whole
}

/// A keyword with digits in the place of letters; any other word as it is.
fn in_letters(word: &str) -> String {
    let letters = word
        .replace('0', "o")
        .replace('5', "s")
        .replace('3', "e")
        .replace('1', "i");
    if is_keyword(&letters) {
        letters
    } else {
        word.to_owned()
    }
}

fn is_lead(part: &Part) -> bool {
    count(&part.words, LEADS) == part.words.len() && !part.asks
}

/// How many words of a list a text begins with.
fn count(words: &[String], list: &str) -> usize {
    words.iter().take_while(|word| is_among(list, word)).count()
}

fn is_keyword(word: &str) -> bool {
    is_strong(word) || is_weak(word)
}

fn is_strong(word: &str) -> bool {
    is_among(STRONG, word)
}

fn is_weak(word: &str) -> bool {
    is_among(WEAK, word)
}
