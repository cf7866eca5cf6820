//! Words of a sentence, and which of them say something that cannot be guessed.

/// What kind of thing a word names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Name,
    Number,
    Time,
    Money,
    /// A way to reach or identify somebody or something: an address, a long number, a code.
    Reference,
}

/// A word without the punctuation around it.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) lower: String,
    pub(super) value: Option<Value>,
}

const TIMES: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "tomorrow",
    "tonight",
    "yesterday",
    "noon",
    "midnight",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "morgen",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "jueves",
    "viernes",
    "domingo",
];

const CURRENCIES: &[&str] = &[
    "dollars", "dollar", "bucks", "euros", "euro", "pounds", "quid", "usd", "eur", "gbp", "chf",
    "yen", "francs",
];

const COUNTS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "dozen", "twenty", "thirty", "forty", "fifty", "hundred",
];

/// Numbers that count nothing.
const SAYINGS: &[&str] = &["24/7", "50/50", "10/10", "100%", "110%", "9/10", "5050"];

/// Words that begin a sentence with a capital letter and name nobody.
const BEGINNINGS: &[&str] = &[
    "actually",
    "also",
    "and",
    "any",
    "anyway",
    "are",
    "as",
    "at",
    "because",
    "both",
    "bring",
    "but",
    "by",
    "can",
    "could",
    "decision",
    "did",
    "do",
    "does",
    "don't",
    "each",
    "every",
    "everything",
    "for",
    "from",
    "good",
    "hello",
    "hey",
    "hi",
    "his",
    "how",
    "however",
    "if",
    "in",
    "is",
    "it",
    "its",
    "just",
    "last",
    "let",
    "maybe",
    "my",
    "never",
    "next",
    "no",
    "not",
    "nothing",
    "now",
    "of",
    "oh",
    "ok",
    "okay",
    "on",
    "one",
    "or",
    "our",
    "please",
    "she",
    "should",
    "since",
    "so",
    "some",
    "sorry",
    "thank",
    "thanks",
    "that",
    "the",
    "their",
    "there",
    "they",
    "this",
    "to",
    "today",
    "under",
    "until",
    "was",
    "we",
    "well",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "would",
    "yes",
    "you",
    "your",
    "he",
    "her",
    "i",
];

/// What somebody does or is, right after their name.
const DOES: &[&str] = &[
    "agreed", "arrives", "asked", "called", "can", "comes", "got", "had", "has", "is", "knows",
    "likes", "lives", "loves", "moved", "needs", "paid", "prefers", "promised", "said", "says",
    "sent", "signed", "told", "turns", "wants", "was", "will", "works",
];

/// Words that say nothing by themselves.
const EMPTY: &[&str] = &[
    "about", "after", "again", "all", "also", "always", "and", "any", "anyway", "are", "aren",
    "back", "because", "been", "before", "being", "best", "but", "btw", "came", "can", "come",
    "comes", "could", "did", "does", "doing", "don", "done", "each", "else", "even", "every",
    "for", "from", "get", "gets", "give", "goes", "going", "gonna", "good", "got", "had", "has",
    "have", "her", "here", "him", "his", "how", "into", "its", "it's", "i'll", "i'm", "i've",
    "just", "keep", "know", "like", "lol", "make", "many", "maybe", "more", "most", "much",
    "never", "new", "nice", "not", "now", "off", "okay", "one", "only", "other", "our", "ours",
    "out", "over", "please", "really", "right", "said", "same", "say", "says", "see", "she",
    "should", "some", "sorry", "still", "such", "sure", "take", "tell", "than", "thank", "thanks",
    "that", "that's", "the", "their", "them", "then", "there", "these", "they", "thing", "things",
    "think", "this", "those", "though", "time", "too", "under", "until", "very", "want", "wants",
    "was", "way", "we'll", "we're", "well", "were", "what", "what's", "when", "where", "which",
    "while", "who", "why", "will", "with", "would", "yeah", "yes", "you", "you're", "your",
];

/// The words of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let raws: Vec<&str> = text
        .split_whitespace()
        .map(trimmed)
        .filter(|raw| !raw.is_empty())
        .collect();
    let lowers: Vec<String> = raws.iter().map(|raw| raw.to_lowercase()).collect();
    let value = |at: usize| value_of(&raws, &lowers, at);
    (0..raws.len())
        .map(|at| Word {
            lower: lowers[at].clone(),
            value: value(at),
        })
        .collect()
}

/// Whether a word says what a sentence is about.
pub(super) fn is_content(word: &Word) -> bool {
    let lower = word.lower.as_str();
    let plain = lower.split(['\'', '’']).next().unwrap_or(lower);
    word.value.is_some()
        || (plain.chars().count() > 2 && !EMPTY.contains(&lower) && !EMPTY.contains(&plain))
}

/// A word as it is compared: `Keys`, `key's` and `key` are one.
pub(super) fn stem(word: &str) -> String {
    let word = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix("’s"))
        .unwrap_or(word);
    let plain = word.chars().all(char::is_alphabetic);
    let endings = ["ing", "ed", "es", "s"];
    let ending = endings
        .iter()
        .find(|ending| word.ends_with(**ending) && word.chars().count() > ending.len() + 3);
    match ending {
        Some(ending) if plain => word[..word.len() - ending.len()].to_owned(),
        _ => word.to_owned(),
    }
}

fn trimmed(raw: &str) -> &str {
    let inner = |c: char| c.is_alphanumeric() || "+$€£¥@#".contains(c);
    let start = raw.find(inner).unwrap_or(raw.len());
    let rest = &raw[start..];
    let end = rest.rfind(|c: char| c.is_alphanumeric() || "$€£¥%".contains(c));
    let end = end.map_or(0, |at| {
        at + rest[at..].chars().next().map_or(0, char::len_utf8)
    });
    &rest[..end]
}

fn value_of(raws: &[&str], lowers: &[String], at: usize) -> Option<Value> {
    let (raw, lower) = (raws[at], lowers[at].as_str());
    let next = lowers.get(at + 1).map_or("", String::as_str);
    let has_digit = raw.chars().any(|c| c.is_ascii_digit());
    if raw.contains("://") || raw.starts_with("www.") || (raw.contains('@') && raw.contains('.')) {
        return Some(Value::Reference);
    }
    if has_digit {
        return number(raw, lower, next);
    }
    if TIMES.contains(&lower) {
        return Some(Value::Time);
    }
    if COUNTS.contains(&lower) && next != "of" {
        return Some(Value::Number);
    }
    names_someone(raws, lowers, at).then_some(Value::Name)
}

/// A capital letter names somebody, but for the first word of a sentence: there the next one must tell.
fn names_someone(raws: &[&str], lowers: &[String], at: usize) -> bool {
    let (raw, lower) = (raws[at], lowers[at].as_str());
    let is_capital = |raw: &str| raw.chars().next().is_some_and(char::is_uppercase);
    let plain = lower.split(['\'', '’']).next().unwrap_or(lower);
    if !is_capital(raw) || plain == "i" || raw.chars().count() < 2 {
        return false;
    }
    if at > 0 {
        return true;
    }
    let common = BEGINNINGS.contains(&plain) || EMPTY.contains(&plain);
    let told = raws
        .get(1)
        .is_some_and(|next| is_capital(next) && *next != "I")
        || lowers
            .get(1)
            .is_some_and(|next| DOES.contains(&next.as_str()));
    !common && told
}

fn number(raw: &str, lower: &str, next: &str) -> Option<Value> {
    if SAYINGS.contains(&lower) || next == "times" {
        return None;
    }
    let digits = raw.chars().filter(char::is_ascii_digit).count();
    let letters = raw.chars().filter(|c| c.is_alphabetic()).count();
    if raw.contains(['$', '€', '£', '¥']) || CURRENCIES.contains(&next) {
        return Some(Value::Money);
    }
    let ordinal = ["st", "nd", "rd", "th", "am", "pm", "h"].iter().any(|end| {
        lower.strip_suffix(end).is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == ':')
        })
    });
    let clock = raw.split_once(':').is_some_and(|(hour, _)| hour.len() <= 2) && letters == 0;
    if ordinal
        || clock
        || ["am", "pm", "a.m", "p.m", "o'clock"].contains(&next)
        || TIMES.contains(&next)
    {
        return Some(Value::Time);
    }
    // Years and small amounts are numbers; what is longer, or has letters in it, is a name for something.
    let long = digits >= 5 && !raw.contains(',');
    Some(if long || letters > 0 {
        Value::Reference
    } else {
        Value::Number
    })
}
