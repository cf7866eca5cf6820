//! When an answer or an update counts as right: the rules of the reference matcher.

use serde_json::Value;

/// Word stems that match longer words too.
const STEMS: &[&str] = list!("clos" "electric" "indemnif" "cherr" "exclu" "qualif");
const MONTHS: &[&str] = list!(
    "january" "february" "march" "april" "may" "june" "july" "august" "september" "october" "november" "december"
);
const DATE_KEYS: &[&str] = list!("effective_date" "follow_up_date" "renewal_date");

/// Lower case, plain quotes and dashes, no markdown, `&` as `and`, single spaces.
pub(super) fn normal(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.to_lowercase().chars() {
        match letter {
            '\u{2019}' | '\u{2018}' => plain.push('\''),
            '\u{201c}' | '\u{201d}' => plain.push('"'),
            '\u{2013}' | '\u{2014}' => plain.push('-'),
            '*' | '_' | '`' | '#' => {}
            '&' => plain.push_str(" and "),
            other => plain.push(other),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a phrase stands in a text that is normal already, at word boundaries; a number not within a longer one.
pub(super) fn found(phrase: &str, text: &str) -> bool {
    let phrase = normal(phrase);
    if phrase.is_empty() {
        return false;
    }
    text.match_indices(&phrase)
        .any(|(at, _)| stands_alone(&phrase, &text[..at], &text[at + phrase.len()..]))
}

fn stands_alone(phrase: &str, before: &str, after: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let mut back = before.chars().rev();
    let (last, second) = (back.next(), back.next());
    let mut ahead = after.chars();
    let (next, following) = (ahead.next(), ahead.next());
    if last.is_some_and(is_word) || (next.is_some_and(is_word) && !STEMS.contains(&phrase)) {
        return false;
    }
    if digit(phrase.chars().next()) && matches!(last, Some('.' | ',' | '/')) && digit(second) {
        return false;
    }
    if digit(phrase.chars().last()) && matches!(next, Some('.' | ',')) && digit(following) {
        return false;
    }
    let short = phrase.len() <= 2 && phrase.bytes().all(|byte| byte.is_ascii_digit());
    !(short
        && (matches!(last, Some('$' | ':' | '/' | '.' | '-'))
            || (matches!(next, Some('/' | ':' | '-')) && digit(following))))
}

/// Clauses of which the answer holds no alternative, and phrases it must not hold.
pub(super) fn grade_answer(
    must: &[Vec<String>],
    must_not: &[String],
    answer: &str,
) -> (Vec<Vec<String>>, Vec<String>) {
    let text = normal(answer);
    let missing = must
        .iter()
        .filter(|clause| !clause.iter().any(|phrase| found(phrase, &text)))
        .cloned()
        .collect();
    let forbidden = must_not
        .iter()
        .filter(|phrase| found(phrase, &text))
        .cloned()
        .collect();
    (missing, forbidden)
}

/// What an update was to do.
#[derive(Debug, Clone, serde::Deserialize)]
pub(super) struct Expectation {
    pub(super) expect: serde_json::Map<String, Value>,
    #[serde(default)]
    pub(super) forbid_fields_changed: Vec<String>,
    #[serde(default)]
    pub(super) note_contains: Option<String>,
}

/// What is wrong with an account after an update; nothing if the update was exact.
pub(super) fn grade_update(
    wanted: &Expectation,
    before: &Value,
    after: &Value,
    history: &str,
) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = after["notes"]
        .as_array()
        .map(|notes| {
            notes
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(" \n ")
        })
        .unwrap_or_default();
    let notes = normal(&format!("{lines} \n {history}"));
    for (key, value) in &wanted.expect {
        problems.extend(grade_field(key, value, after, &notes));
    }
    let all: Vec<String> = before
        .as_object()
        .map(|fields| fields.keys().cloned().collect())
        .unwrap_or_default();
    let watched = if wanted.forbid_fields_changed == ["*"] {
        &all
    } else {
        &wanted.forbid_fields_changed
    };
    problems.extend(
        watched
            .iter()
            .filter(|key| before[key.as_str()] != after[key.as_str()])
            .map(|key| format!("{key} changed")),
    );
    if wanted
        .note_contains
        .as_ref()
        .is_some_and(|note| !notes.contains(&normal(note)))
    {
        problems.push("note missing".to_owned());
    }
    problems
}

fn grade_field(key: &str, value: &Value, after: &Value, notes: &str) -> Option<String> {
    let text = value.as_str().unwrap_or_default();
    let contact = |name: &str| {
        after["contacts"].as_array()?.iter().find(|contact| {
            contact["name"]
                .as_str()
                .is_some_and(|known| known.eq_ignore_ascii_case(name))
        })
    };
    if let Some((name, part)) = key
        .strip_prefix("contacts[")
        .and_then(|rest| rest.split_once("]."))
    {
        let got = contact(name).map_or("", |contact| contact[part].as_str().unwrap_or(""));
        let same = if part == "phone" {
            digits(got) == digits(text)
        } else {
            got.eq_ignore_ascii_case(text)
        };
        return (!same).then(|| format!("{key}: {got:?} != {text:?}"));
    }
    match key {
        "contacts+" => {
            let name = value["name"].as_str().unwrap_or_default();
            contact(name)
                .is_none()
                .then(|| format!("contact {name} not added"))
        }
        "contacts-" => contact(text)
            .is_some()
            .then(|| format!("contact {text} still there")),
        "coverage_types" => {
            (sorted(&after[key]) != sorted(value)).then(|| format!("coverage {}", after[key]))
        }
        _ if DATE_KEYS.contains(&key) => {
            let kept = after[key]
                .as_str()
                .is_some_and(|date| date.get(..10) == Some(text));
            let noted = renderings(text).iter().any(|date| found(date, notes));
            (!kept && !noted).then(|| format!("{key}: {} and not in notes", after[key]))
        }
        _ => (after[key] != *value).then(|| format!("{key}: {} != {value}", after[key])),
    }
}

fn digits(phone: &str) -> String {
    let all: String = phone.chars().filter(char::is_ascii_digit).collect();
    all[all.len().saturating_sub(10)..].to_owned()
}

fn sorted(list: &Value) -> Vec<String> {
    let mut names: Vec<String> = list
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).map(normal).collect())
        .unwrap_or_default();
    names.sort();
    names.dedup();
    names
}

/// Ways to write a date that count as having noted it.
fn renderings(iso: &str) -> Vec<String> {
    let Ok(date) = iso.parse::<jiff::civil::Date>() else {
        return vec![iso.to_owned()];
    };
    let (year, number, day) = (date.year(), date.month(), date.day());
    let month = MONTHS[usize::try_from(number - 1).unwrap_or(0)];
    let short = &month[..3];
    vec![
        iso.to_owned(),
        format!("{month} {day}"),
        format!("{short} {day}"),
        format!("{short}. {day}"),
        format!("{day} {month}"),
        format!("{number}/{day}"),
        format!("{number}/{day}/{year}"),
        format!("{number}/{day}/{:02}", year % 100),
        format!("{number:02}/{day:02}"),
    ]
}
