use serde::{Deserialize, Serialize};
use steward_model::is_invisible;

/// Something in a text that lets its reader reach or pay somebody.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum Mention {
    /// A link, or a name that a phone would make one.
    Link(String),
    /// A mailbox, lower-cased.
    Email(String),
    /// The digits of a phone number, or of anything as long.
    Phone(String),
    /// A bank account.
    Iban(String),
}

/// Everything in a text that lets its reader reach or pay somebody. One pass; rather one too many than one too few, since
/// what is found in vain costs a click and what is missed costs a stranger's trust.
pub fn mentions(text: &str) -> Vec<Mention> {
    let text = plain(text);
    let mut found = written(&text);
    found.extend(written(&spoken(&text)));
    found.sort();
    found.dedup();
    found
}

fn written(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || "<>\"'`()[]{},|“”‘’«»".contains(c))
    {
        found.extend(in_word(word));
    }
    found.extend(phones(text));
    found.extend(ibans(text));
    found
}

/// Whether a text repeats another, however it is spaced, cased and spelt out.
pub(super) fn repeats(text: &str, secret: &str) -> bool {
    let squeeze = |text: &str| -> String {
        let kept = plain(text).to_lowercase();
        kept.chars().filter(|c| c.is_alphanumeric()).collect()
    };
    let secret = squeeze(secret);
    let holds = |text: &str| squeeze(text).contains(&secret);
    !secret.is_empty() && (holds(text) || holds(&spoken(&plain(text))))
}

/// The text as a phone reads it: no invisible characters, wide letters narrow, every kind of full stop a full stop.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !is_invisible(*c))
        .map(narrow)
        .collect()
}

pub(super) fn narrow(c: char) -> char {
    match c {
        '。' | '｡' | '．' | '․' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => c,
    }
}

/// The text as it would be typed by somebody to whom it was read out: `eve at evil dot com`, `four one five`.
fn spoken(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |at: usize| -> String {
        let word = words.get(at).copied().unwrap_or_default();
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.to_lowercase()
    };
    let mut out = String::with_capacity(text.len());
    let mut is_joined = true;
    for (at, word) in words.iter().enumerate() {
        let sign = match bare(at).as_str() {
            "dot" => ".",
            "slash" => "/",
            // Before a name in one piece it is an ordinary word, and the name is found by itself.
            "at" if bare(at + 2) == "dot" => "@",
            _ => "",
        };
        if !sign.is_empty() {
            out.push_str(sign);
            is_joined = true;
            continue;
        }
        if !is_joined {
            out.push(' ');
        }
        is_joined = false;
        out.push_str(&digits(&bare(at)).unwrap_or_else(|| (*word).to_owned()));
    }
    out
}

/// A digit by itself, or digits in words: `4,`, `four`, `four-one-five`.
fn digits(word: &str) -> Option<String> {
    const WORDS: [&str; 10] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let digit = |part: &str| {
        let spelt = WORDS.iter().position(|word| *word == part);
        let oh = (part == "oh").then_some(0);
        let single = (part.len() == 1).then(|| part.parse().ok()).flatten();
        spelt
            .or(oh)
            .or(single)
            .map(|digit: usize| digit.to_string())
    };
    word.split(['-', '.', '/', ',']).map(digit).collect()
}

fn in_word(word: &str) -> Option<Mention> {
    let word = word.trim_matches(|c: char| ".,;:!?*_~…".contains(c));
    if word.contains("://")
        || word.to_lowercase().starts_with("mailto:")
        || word.to_lowercase().starts_with("www.")
    {
        return Some(Mention::Link(word.to_owned()));
    }
    if let Some((user, domain)) = word.rsplit_once('@') {
        return (!user.is_empty() && is_domain(domain))
            .then(|| Mention::Email(word.to_lowercase()));
    }
    let word = word.trim_start_matches('/');
    let name = &word[..word.find(['/', '?', '#', ':']).unwrap_or(word.len())];
    is_domain(name).then(|| Mention::Link(word.to_owned()))
}

/// Two or more labels, the last of them letters: what chat programs turn into links by themselves.
fn is_domain(name: &str) -> bool {
    let labels: Vec<&str> = name.split('.').collect();
    let label = |label: &&str| {
        !label.is_empty()
            && label
                .chars()
                .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let top = labels.last().copied().unwrap_or_default();
    let top_level = top.chars().count() >= 2
        && (top.chars().all(char::is_alphabetic) || top.to_lowercase().starts_with("xn--"));
    labels.len() >= 2 && top_level && labels.iter().all(label)
}

/// Runs of digits, with what people put between them, that are long enough to be dialled. There is no upper limit: digits
/// put before a number must not hide it.
fn phones(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut run = String::new();
    for c in text.chars().chain(['\0']) {
        let between = c.is_whitespace() || "-./()_*~|•·".contains(c);
        if c.is_numeric() || (between && !run.is_empty()) {
            run.push(c);
        } else {
            found.extend(phone(&run));
            run.clear();
        }
    }
    found
}

fn phone(run: &str) -> Option<Mention> {
    let words = run.split_whitespace().filter(|word| !is_date(word));
    let digits: String = words
        .flat_map(str::chars)
        .filter(|c| c.is_numeric())
        .collect();
    (digits.chars().count() >= 7).then(|| Mention::Phone(national(&digits)))
}

/// A North American number is the same with and without its country code. No other code may be left out: the same digits
/// behind another code are another phone.
fn national(digits: &str) -> String {
    match digits.strip_prefix('1') {
        Some(rest) if digits.len() == 11 => rest.to_owned(),
        _ => digits.to_owned(),
    }
}

/// A day of the calendar, which honest answers are full of.
fn is_date(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ')', '-']);
    let parts: Vec<&str> = word.split(['-', '.', '/']).collect();
    let [first, middle, last] = parts[..] else {
        return false;
    };
    let within = |part: &str, low: u32, high: u32| {
        part.parse()
            .is_ok_and(|number: u32| (low..=high).contains(&number))
    };
    let year = |part: &str| part.len() == 4 && within(part, 1900, 2100);
    let short = |part: &str| part.len() <= 2 && within(part, 1, 31);
    (year(first) && short(middle) && short(last)) || (short(first) && short(middle) && year(last))
}

/// Two letters, two digits, then eleven to thirty letters and digits, in one piece or in groups of four.
fn ibans(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .collect();
    for (index, word) in words.iter().enumerate() {
        let head: String = word.chars().filter(|c| *c != '-').collect();
        if !begins_iban(&head) {
            continue;
        }
        let mut account = head;
        for group in words[index + 1..].iter().take(8) {
            if !is_iban_group(group) || account.len() + group.len() > 34 {
                break;
            }
            account.push_str(group);
        }
        if (15..=34).contains(&account.len()) {
            found.push(Mention::Iban(account.to_ascii_uppercase()));
        }
    }
    found
}

fn begins_iban(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 4
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
}

fn is_iban_group(word: &str) -> bool {
    let digits = word.bytes().any(|b| b.is_ascii_digit());
    let bank = word.len() == 4 && word.bytes().all(|b| b.is_ascii_uppercase());
    word.len() <= 4 && (digits || bank)
}
