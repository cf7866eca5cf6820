//! Words of a text with their places, and how alike two words are.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A word, a number or a sign of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As compared: lower case, `&` as `and`, without a possessive.
    pub norm: String,
    /// Where it stands in the text, in bytes.
    pub start: usize,
    pub end: usize,
    pub possessive: bool,
    pub capital: bool,
    /// Whether every letter is a capital: `I`, `HDT`.
    pub upper: bool,
    /// Whether a comma, colon, full stop or line end stands between it and the one before.
    pub after_break: bool,
    /// Whether the one before ended a sentence.
    pub starts_sentence: bool,
}

impl Token {
    pub fn is_number(&self) -> bool {
        self.norm.starts_with(|first: char| first.is_ascii_digit())
    }
}

/// Splits a text into words, numbers and the signs `&`, `$`, `%`.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut after_break = false;
    let mut starts_sentence = true;
    while let Some((start, first)) = chars.next() {
        let end = if is_word(first) {
            word_end(text, start)
        } else if text[start..].starts_with("$$") {
            start
                + text[start..]
                    .bytes()
                    .take_while(|byte| *byte == b'$')
                    .count()
        } else if matches!(first, '&' | '$' | '%') {
            start + first.len_utf8()
        } else {
            after_break |= matches!(
                first,
                ',' | ':' | ';' | '.' | '!' | '?' | '\n' | '(' | ')' | '\u{2014}'
            ) || (first == '-' && text[..start].ends_with(' '));
            starts_sentence |=
                matches!(first, '.' | '!' | '?' | '\n') && !after_title(found.last());
            continue;
        };
        while chars.peek().is_some_and(|(at, _)| *at < end) {
            chars.next();
        }
        found.push(token(text, start, end, after_break, starts_sentence));
        after_break = false;
        starts_sentence = false;
    }
    found
}

/// Whether the writer sets capitals: names then have them. `I`, initials and the first word of a sentence say nothing about it.
pub fn has_capitals(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.capital && !token.upper && !token.starts_sentence && !token.norm.starts_with("i'")
    })
}

/// The normalised words of a text, without their places.
pub fn words(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(|token| token.norm).collect()
}

/// A text for comparing: words with one space between them.
pub fn plain(text: &str) -> String {
    words(text).join(" ")
}

/// What is left of an English word when the usual endings are taken off; only good for comparing.
pub fn stem(word: &str) -> String {
    if word.len() <= 3 || word.starts_with(|first: char| first.is_ascii_digit()) {
        return word.to_owned();
    }
    if let Some(base) = BASES.get(word) {
        return (*base).to_owned();
    }
    let cut = |ending: &str, least: usize| {
        word.strip_suffix(ending)
            .filter(|rest| rest.chars().count() >= least && rest.is_ascii())
    };
    if let Some(rest) = cut("ies", 2).or_else(|| cut("ied", 2)) {
        return format!("{rest}y");
    }
    let base = cut("nesses", 4)
        .or_else(|| cut("ness", 4))
        .or_else(|| cut("ations", 4))
        .or_else(|| cut("ation", 4))
        .or_else(|| cut("ments", 3))
        .or_else(|| cut("ment", 3))
        .or_else(|| cut("able", 3))
        .or_else(|| cut("ings", 3))
        .or_else(|| cut("ing", 3))
        .or_else(|| cut("sses", 2).map(|_| &word[..word.len() - 2]))
        .or_else(|| cut("ers", 4))
        .or_else(|| cut("er", 4))
        .or_else(|| cut("ed", 3))
        .or_else(|| cut("ly", 4))
        .or_else(|| cut("es", 3))
        .or_else(|| cut("s", 3).filter(|rest| !rest.ends_with('s')))
        .unwrap_or(word);
    let base = base
        .strip_suffix('e')
        .filter(|rest| rest.len() >= 3)
        .unwrap_or(base);
    let mut base = base.to_owned();
    let doubled = base.len() > 3 && {
        let bytes = base.as_bytes();
        bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
            && !matches!(bytes[bytes.len() - 1], b'l' | b's')
    };
    if doubled {
        base.pop();
    }
    base
}

/// Forms whose ending does not show the word they belong to, with what `stem` makes of that word.
const IRREGULAR: &[(&str, &str)] = &[
    ("paid", "pay"),
    ("sent", "send"),
    ("bought", "buy"),
    ("sold", "sell"),
    ("lost", "los"),
    ("chose", "choos"),
    ("chosen", "choos"),
    ("told", "tell"),
    ("took", "tak"),
    ("taken", "tak"),
    ("gave", "giv"),
    ("given", "giv"),
    ("went", "go"),
    ("gone", "go"),
    ("came", "com"),
    ("began", "begin"),
    ("wrote", "writ"),
    ("written", "writ"),
    ("built", "build"),
    ("rebuilt", "rebuild"),
    ("held", "hold"),
    ("spent", "spend"),
    ("taught", "teach"),
    ("caught", "catch"),
    ("thrown", "throw"),
    ("threw", "throw"),
    ("froze", "freez"),
    ("frozen", "freez"),
    ("tore", "tear"),
    ("torn", "tear"),
    ("struck", "strik"),
    ("stuck", "stick"),
    ("dealt", "deal"),
    ("shook", "shak"),
    ("sank", "sink"),
    ("sunk", "sink"),
    ("hung", "hang"),
    ("heard", "hear"),
    ("worn", "wear"),
    ("lent", "lend"),
    ("swept", "sweep"),
    ("left", "leav"),
    ("meant", "mean"),
    ("met", "meet"),
    ("kept", "keep"),
    ("won", "win"),
    ("grew", "grow"),
    ("fell", "fall"),
    ("fallen", "fall"),
    ("stolen", "steal"),
    ("stole", "steal"),
    ("children", "child"),
    ("drove", "driv"),
    ("driven", "driv"),
    ("broke", "break"),
    ("broken", "break"),
    ("burnt", "burn"),
    ("submission", "submit"),
    ("submissions", "submit"),
    ("decision", "decid"),
    ("decisions", "decid"),
    ("approval", "approv"),
    ("removal", "remov"),
    ("denial", "deny"),
    ("inspection", "inspect"),
    ("inspections", "inspect"),
    ("reduction", "reduc"),
    ("cancellation", "cancel"),
    ("objection", "object"),
    ("correction", "correct"),
    ("protection", "protect"),
];

/// Edits from one word to the other (a swap of neighbours is one), or `None` beyond `limit`.
pub fn distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut line = vec![row + 1; right.len() + 1];
        for (column, other) in right.iter().enumerate() {
            let changed = above[column] + usize::from(letter != other);
            line[column + 1] = changed.min(above[column + 1] + 1).min(line[column] + 1);
            let swapped =
                row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other;
            if swapped {
                line[column + 1] = line[column + 1].min(before[column - 1] + 1);
            }
        }
        before = std::mem::replace(&mut above, line);
    }
    above.last().copied().filter(|edits| *edits <= limit)
}

/// How many edits still count as a slip of the keys in a word of this length.
pub fn tolerance(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric()
}

/// The end of a word that starts here. An apostrophe joins letters; a point or a comma joins digits.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut chars = text[start..].chars().peekable();
    let mut last = ' ';
    while let Some(letter) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let joins = match letter {
            '\'' | '\u{2019}' => last.is_alphabetic() && next.is_alphabetic(),
            '.' | ',' => last.is_ascii_digit() && next.is_ascii_digit(),
            _ => is_word(letter),
        };
        if !joins {
            break;
        }
        end += letter.len_utf8();
        last = letter;
    }
    start + (end - start)
}

fn token(text: &str, start: usize, end: usize, after_break: bool, starts_sentence: bool) -> Token {
    let raw = &text[start..end];
    let lower = raw.to_lowercase().replace('\u{2019}', "'");
    let (norm, possessive) = match lower.strip_suffix("'s") {
        Some(owner) => (owner.to_owned(), true),
        None if raw == "&" => ("and".to_owned(), false),
        None => (
            lower,
            text[end..].starts_with(['\'', '\u{2019}']) && raw.ends_with('s'),
        ),
    };
    let norm = MEANT
        .get(norm.as_str())
        .map_or(norm, |long| (*long).to_owned());
    Token {
        norm,
        start,
        end,
        possessive,
        capital: raw.starts_with(char::is_uppercase),
        upper: !raw.contains(char::is_lowercase),
        after_break,
        starts_sentence,
    }
}

/// The tables by their first column: every word of every message is looked up.
static MEANT: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| ABBREVIATED.iter().copied().collect());
static BASES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| IRREGULAR.iter().copied().collect());

/// What a desk writes short, with the word it means.
const ABBREVIATED: &[(&str, &str)] = &[
    ("$$", "premium"),
    ("$$$", "premium"),
    ("amt", "amount"),
    ("acct", "account"),
    ("accts", "accounts"),
    ("acc", "account"),
    ("accs", "accounts"),
    ("cust", "customer"),
    ("custs", "customers"),
    ("prem", "premium"),
    ("prems", "premiums"),
    ("avg", "average"),
    ("ph", "phone"),
    ("tel", "telephone"),
    ("addr", "address"),
    ("eff", "effective"),
    ("efft", "effective"),
    ("cov", "coverage"),
    ("covs", "coverages"),
    ("rnwl", "renewal"),
    ("rnwls", "renewals"),
    ("biz", "business"),
    ("yr", "year"),
    ("yrs", "years"),
    ("num", "number"),
    ("nbr", "number"),
    ("ppl", "people"),
    ("tmrw", "tomorrow"),
    ("tmw", "tomorrow"),
    ("deduct", "deductible"),
    ("ded", "deductible"),
    ("subm", "submitted"),
    ("lmk", "tell"),
    ("mgr", "manager"),
    ("dept", "department"),
    ("thru", "through"),
    ("tho", "though"),
    ("cuz", "because"),
    ("bc", "because"),
    ("pymt", "payment"),
    ("whats", "what"),
    ("wheres", "where"),
    ("whos", "who"),
    ("hows", "how"),
    ("whens", "when"),
    ("dont", "don't"),
    ("doesnt", "doesn't"),
    ("didnt", "didn't"),
    ("isnt", "isn't"),
    ("arent", "aren't"),
    ("wasnt", "wasn't"),
    ("hasnt", "hasn't"),
    ("havent", "haven't"),
    ("wont", "won't"),
    ("cant", "can't"),
    ("theyre", "they're"),
    ("thats", "that"),
    ("what'd", "what"),
    ("who'd", "who"),
    ("why'd", "why"),
    ("how'd", "how"),
    ("where'd", "where"),
    ("when'd", "when"),
    ("what're", "what"),
    ("who're", "who"),
    ("what'll", "what"),
    ("who'll", "who"),
    ("w", "with"),
    ("app", "application"),
    ("apps", "applications"),
];

/// `Dr.` and its like do not end a sentence.
fn after_title(last: Option<&Token>) -> bool {
    last.is_some_and(|token| {
        matches!(
            token.norm.as_str(),
            "dr" | "mr" | "mrs" | "ms" | "st" | "inc" | "co" | "corp" | "ltd" | "no"
        )
    })
}
