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

/// What a question about silence says outside of the account's name.
struct Asked<'a> {
    rest: Vec<&'a Token>,
    channel: Option<&'static str>,
    /// Words of the names of contacts.
    named: Vec<String>,
}

/// The answer, if nothing else is asked of the account.
pub(super) fn answer(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Option<Answer> {
    let account = scene.book.account(found.account()?)?;
    let asked = Asked::of(said, found, account);
    if !asked.asks_silence() || !asked.rest.iter().all(|token| asked.knows(token)) {
        return None;
    }
    let silent = asked.says(SILENT);
    // What was heard from them is theirs; what was said to them is ours too.
    let heard =
        asked.says(&["hear", "heard"]) || asked.channel.is_some() && !asked.says(&["we", "i"]);
    let counts = |source: &Source| {
        let staff = scene.book.staff.iter();
        let own = staff
            .into_iter()
            .any(|name| source.from.contains(name.as_str()));
        asked.channel.is_none_or(|kind| source.kind == kind)
            && (asked.named.is_empty() || is_from(source, account, &asked.named))
            && !(heard && own && source.kind != "call")
    };
    let sources = scene.book.sources(&account.id).iter();
    let newest = sources.rev().find(|source| counts(source));
    let changed = changed(scene.past.history(&account.id)).filter(|_| silent);
    let pairs = asked.rest.iter().zip(asked.rest.iter().skip(1));
    let limit = pairs
        .into_iter()
        .find_map(|(number, unit)| days(number, unit))
        .unwrap_or(STALE);
    let yes_no = silent && asked.says(&["is", "has"]) && !asked.says(&["how"]);
    Some(told(
        account,
        newest.map(|source| &**source),
        changed,
        scene.today,
        yes_no.then_some(limit),
    ))
}

impl<'a> Asked<'a> {
    fn of(said: &Said<'a>, found: &Found, account: &AccountState) -> Self {
        let outside = |token: &&Token| {
            found
                .mention
                .is_none_or(|(start, end)| token.end <= start || token.start >= end)
        };
        let rest: Vec<&Token> = said.words.iter().filter(outside).collect();
        let verb = |verbs: &[&str]| {
            rest.iter()
                .any(|token| verbs.contains(&token.norm.as_str()))
        };
        let channel = CHANNELS.iter().find(|(_, verbs)| verb(verbs));
        let names: Vec<String> = account
            .contacts
            .iter()
            .flat_map(|contact| words(&contact.name))
            .collect();
        Self {
            channel: channel.map(|(kind, _)| *kind),
            named: rest
                .iter()
                .map(|token| token.norm.clone())
                .filter(|word| names.contains(word))
                .collect(),
            rest,
        }
    }

    fn says(&self, list: &[&str]) -> bool {
        self.rest
            .iter()
            .any(|token| list.contains(&token.norm.as_str()))
    }

    fn asks_silence(&self) -> bool {
        let timed = self.says(list!("when" "since" "ago"))
            || self.says(&["how"]) && self.says(list!("long" "many" "recently"));
        let last = self.says(list!("last" "latest" "since" "recently" "ago" "recent"));
        self.says(SILENT) || timed && last && (self.says(TALKS) || self.channel.is_some())
    }

    /// Whether a word belongs to such a question.
    fn knows(&self, token: &Token) -> bool {
        let word = token.norm.as_str();
        is_stopword(word)
            || token.is_number()
            || word_value(word).is_some()
            || [SILENT, TALKS, TIMES]
                .iter()
                .any(|list| list.contains(&word))
            || CHANNELS.iter().any(|(_, verbs)| verbs.contains(&word))
            || self.named.contains(&token.norm)
    }
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
    let days = count * each;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    (1.0..10_000.0).contains(&days).then_some(days as i32)
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
