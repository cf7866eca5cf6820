//! "When did we last hear from them", "how long has it been quiet": the newest message and the newest change of an account,
//! against the day on which it is asked.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{Said, Scene};
use crate::answer::is_from;
use crate::book::Source;
use crate::history::History;
use crate::numbers::word_value;
use crate::query::{Answer, Citation};
use crate::resolve::Found;
use crate::state::AccountState;
use crate::text::{Token, words};
use crate::words::is_stopword;

/// After so many days without a word an account is stale, unless the question says another number.
const STALE: i32 = 30;
const SILENT: &[&str] = list!(
    "stale" "quiet" "silent" "cold" "dark" "dormant" "idle" "inactive" "untouched" "neglected" "silence"
);
const TALKS: &[&str] = list!(
    "hear" "heard" "talk" "talked" "speak" "spoke" "spoken" "contact" "contacted" "touch" "touched" "communicate"
    "communicated" "communication" "activity" "interaction" "reach" "reached" "touchpoint"
);
const CHANNELS: &[(&str, &[&str])] = &[
    ("email", list!("email" "emailed" "mail" "wrote" "write")),
    ("call", list!("call" "called" "phoned" "rang")),
    ("sms", list!("text" "texted" "sms")),
];
const TIMES: &[&str] = list!(
    "days" "day" "weeks" "week" "months" "month" "long" "last" "ago" "since" "latest" "recent" "recently" "time" "date" "many"
    "gone" "going" "went" "been" "gotten" "our" "us" "account" "client" "people" "folks" "guys" "anyone" "anybody" "ever" "officially"
    "most" "was" "far" "back" "much"
);

/// The answer, if nothing else is asked of the account.
pub(super) fn answer(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Option<Answer> {
    let account = scene.book.account(found.account()?)?;
    let rest: Vec<&Token> = said
        .words
        .iter()
        .filter(|token| {
            found
                .mention
                .is_none_or(|(start, end)| token.end <= start || token.start >= end)
        })
        .collect();
    let says = |list: &[&str]| rest.iter().any(|token| list.contains(&token.norm.as_str()));
    let channel = CHANNELS.iter().find(|(_, verbs)| says(verbs));
    let named: Vec<String> = rest
        .iter()
        .map(|token| token.norm.clone())
        .filter(|word| {
            let contacts = account.contacts.iter();
            contacts
                .into_iter()
                .any(|contact| words(&contact.name).contains(word))
        })
        .collect();
    let known = |token: &&Token| {
        let word = token.norm.as_str();
        is_stopword(word)
            || token.is_number()
            || word_value(word).is_some()
            || [SILENT, TALKS, TIMES]
                .iter()
                .any(|list| list.contains(&word))
            || CHANNELS.iter().any(|(_, verbs)| verbs.contains(&word))
            || named.iter().any(|name| name == word)
    };
    let timed = says(list!("when" "since" "ago"))
        || says(&["how"]) && says(list!("long" "many" "recently"));
    let last = says(list!("last" "latest" "since" "recently" "ago" "recent"));
    let asks = says(SILENT) || timed && last && (says(TALKS) || channel.is_some());
    if !asks || !rest.iter().all(known) {
        return None;
    }
    // What was heard from them is theirs; what was said to them is ours too.
    let heard = says(list!("hear" "heard")) || channel.is_some() && !says(&["we", "i"]);
    let counts = |source: &Source| {
        let own = scene
            .book
            .staff
            .iter()
            .any(|name| source.from.contains(name.as_str()));
        channel.is_none_or(|(kind, _)| source.kind == *kind)
            && (named.is_empty() || is_from(source, account, &named))
            && !(heard && own && source.kind != "call")
    };
    let sources = scene.book.sources(&account.id).iter();
    let newest = sources.rev().find(|source| counts(source));
    let changed = changed(scene.past.history(&account.id)).filter(|_| says(SILENT));
    let limit = rest
        .iter()
        .zip(rest.iter().skip(1))
        .find_map(|(number, unit)| days(number, unit));
    Some(told(
        account,
        newest.map(|source| &**source),
        changed,
        scene.today,
        says(&["is", "has"])
            .then_some(limit.unwrap_or(STALE))
            .filter(|_| says(SILENT) && !says(&["how"])),
    ))
}

/// "30 days", "six weeks".
fn days(number: &Token, unit: &Token) -> Option<i32> {
    let count = word_value(&number.norm).or_else(|| number.norm.parse().ok())?;
    let each = match unit.norm.as_str() {
        "day" | "days" => 1.0,
        "week" | "weeks" => 7.0,
        "month" | "months" => 30.0,
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    let days = (1.0..10_000.0)
        .contains(&(count * each))
        .then(|| (count * each) as i32);
    days
}

fn told(
    account: &AccountState,
    newest: Option<&Source>,
    changed: Option<Date>,
    today: Date,
    limit: Option<i32>,
) -> Answer {
    let ago = |day: Date| (today - day).get_days();
    let heard = newest.map(Source::date);
    let Some(last) = heard.max(changed) else {
        return Answer {
            text: format!("Not known: no message is on file for {}.", account.name),
            citations: Vec::new(),
            rule: "no message on file".to_owned(),
            known: false,
        };
    };
    let stale = limit.map_or(
        "",
        |limit| if ago(last) >= limit { " Yes." } else { " No." },
    );
    let mut text = format!("{}:{stale}", account.name);
    if let Some(source) = newest {
        text.push_str(&format!(
            " Last contact {}, {} days before {today} ({}): {}",
            source.date(),
            ago(source.date()),
            source.id,
            source.summary
        ));
    }
    if let Some(day) = changed {
        text.push_str(&format!(
            " Last change {day}, {} days before {today}.",
            ago(day)
        ));
    }
    let cited = newest.map(|source| Citation {
        id: source.id.clone(),
        line: None,
    });
    Answer {
        text,
        citations: cited
            .into_iter()
            .chain([Citation::state(&account.id)])
            .collect(),
        rule: "the newest message and the newest change".to_owned(),
        known: true,
    }
}

/// The day of the last change of every account whose history is known.
pub(super) fn changes(scene: &Scene<'_>) -> BTreeMap<String, Date> {
    let accounts = scene.book.accounts.iter();
    accounts
        .filter_map(|account| {
            let day = changed(scene.past.history(&account.id))?;
            Some((account.id.clone(), day))
        })
        .collect()
}

/// The day of the last entry; the first one only says that the account came to be on file.
fn changed(history: Option<&History>) -> Option<Date> {
    let last = history?.entries.get(1..)?.last()?;
    Some(last.at.to_zoned(TimeZone::UTC).date())
}
