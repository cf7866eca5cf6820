//! Ways of asking and telling whose words do not say what they are about: how many work somewhere, what decided a matter, and
//! that a price went up or down.

use super::ask::{Wanted, carrier_words};
use crate::numbers::{Unit, numbers};
use crate::state::AccountState;
use crate::text::{Token, stem};
use crate::words::{DECIDED, is_stopword};

/// Which way a price went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
    Either,
}

/// Words of a price that went down, and up.
pub(super) const DOWN: &[&str] = list!(
    "cut" "cuts" "trim" "trimmed" "slash" "slashed" "shave" "shaved" "knock" "knocked" "lower" "lowered" "reduce" "reduced"
    "drop" "dropped" "decrease" "decreased" "down" "cheaper" "less" "save" "saved" "discount" "eased" "softened" "off" "credit"
);
pub(super) const UP: &[&str] = list!(
    "climb" "climbed" "raise" "raised" "increase" "increased" "up" "rise" "rises" "hike" "hiked" "bump" "bumped" "jump" "jumped"
    "higher" "more" "pricier" "dearer" "surcharge"
);

/// Whether a part of a question is about a price that moved and about nothing else: "what made them cut the price". What would
/// move it is another question.
pub(super) fn moved(inside: &[Token], focus: &[String], carriers: &[String]) -> Option<Way> {
    let says = |list: &[&str]| {
        inside
            .iter()
            .any(|token| list.contains(&token.norm.as_str()))
    };
    let priced = says(
        list!("price" "premium" "quote" "rate" "number" "cost" "offer" "proposal" "pricing" "quotes" "renewal" "offers" "bids" "options"),
    );
    let supposed = says(list!("would" "could" "if" "can" "might" "will"));
    let bare = |term: &String| {
        DOWN.iter()
            .chain(UP)
            .chain(list!(
                "price" "premium" "quote" "rate" "number" "cost" "offer" "proposal" "pricing" "move" "moved" "change" "changed"
                "bring" "brought" "take" "get" "come" "go" "amount" "much" "far" "reason" "renewal" "carrier" "insurer" "final" "firm" "first"
                "apart" "difference" "gap" "margin" "spread" "undercut" "option" "bid" "alternative"
            ))
            .any(|word| stem(word) == *term)
            || carriers.contains(term)
    };
    let way = match (says(DOWN), says(UP)) {
        (true, false) => Way::Down,
        (false, true) => Way::Up,
        (false, false)
            if says(
                list!("move" "moved" "change" "changed" "apart" "difference" "gap" "margin" "spread" "undercut"),
            ) =>
        {
            Way::Either
        }
        _ => return None,
    };
    (priced && !supposed && focus.iter().all(bare)).then_some(way)
}

/// "How many people work there", "how big is the crew": the whole staff is asked for, and no kind of it.
pub(super) fn asks_headcount(inside: &[Token]) -> bool {
    const STAFF: &[&str] = list!(
        "people" "folks" "staff" "employees" "workers" "bodies" "hands" "heads" "crew" "team" "workforce" "headcount" "personnel"
        "guys" "men" "souls" "payroll"
    );
    const WORK: &[&str] = list!("work" "works" "working" "employ" "employs" "employed" "employing");
    const AROUND: &[&str] = list!(
        "size" "big" "large" "total" "full" "number" "count" "altogether" "together" "days" "today" "nowadays" "present"
        "moment" "run" "place" "whole" "strong" "keep" "keeps" "roughly" "approximately" "exactly" "currently" "actual"
    );
    let says = |list: &[&str]| {
        inside
            .iter()
            .any(|token| list.contains(&token.norm.as_str()))
    };
    let line = super::line(inside);
    let group = list!("staff" "crew" "team" "workforce" "personnel" "headcount" "payroll");
    let counts = line.contains(" how many ") && (says(STAFF) || says(WORK))
        || says(&["headcount"])
        || list!(" how big " " how large " " size of " " number of " " how strong ")
            .iter()
            .any(|phrase| line.contains(phrase))
            && (says(group) && !says(&["payroll"]) || says(&["employees", "workers"]));
    let known = |token: &Token| {
        let word = token.norm.as_str();
        is_stopword(word) || STAFF.contains(&word) || WORK.contains(&word) || AROUND.contains(&word)
    };
    counts && inside.iter().all(known)
}

/// "We are 11 now", "seven of us", "13 guys": a passage that tells how many they are, without a word for it.
pub(super) fn tells_headcount(words: &[Token]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let back = |at: usize, steps: usize| at.checked_sub(steps).map_or("", word);
    let measures = list!(
        "miles" "mile" "years" "year" "feet" "blocks" "minutes" "locations" "stores" "weeks" "months" "days" "percent" "hours"
        "units" "buildings" "sites" "branches" "shops" "offices" "weeks" "thousand" "hundred"
    );
    numbers(words).iter().any(|number| {
        let after = word(number.after);
        let plain = number.unit == Unit::Bare && number.value < 10_000.0;
        let are = matches!(
            (back(number.first, 2), back(number.first, 1)),
            ("we", "are" | "employ" | "have") | (_, "we're" | "employ" | "employs")
        );
        let we = are && back(number.first, 1) != "have" && !measures.contains(&after);
        let of_us = after == "of" && word(number.after + 1) == "us";
        let men = list!("guys" "people" "men" "women" "folks").contains(&after);
        let crew = back(number.first, 1) == "of"
            && list!("staff" "crew" "team" "workforce").contains(&back(number.first, 2));
        plain && (we || of_us || men && (are || number.first == 0) || crew)
    })
}

/// Whether a passage has a number of people who work somewhere, beside a word for them or without one.
pub(super) fn counts_staff(words: &[Token]) -> bool {
    const STAFF: &[&str] = list!(
        "employee" "employees" "staff" "people" "workers" "worker" "crew" "team" "hands" "headcount" "personnel" "men" "guys" "folks"
    );
    let near = |from: usize, to: usize| {
        words
            .get(from..to.min(words.len()))
            .is_some_and(|run| run.iter().any(|token| STAFF.contains(&token.norm.as_str())))
    };
    let counted =
        |first: usize, after: usize| near(after, after + 3) || near(first.saturating_sub(5), first);
    tells_headcount(words)
        || numbers(words)
            .iter()
            .any(|number| number.unit == Unit::Bare && counted(number.first, number.after))
}

/// "How did it change when they moved": the clause with "when" only says what the rest is about.
pub(super) fn main_clause(line: &str) -> &str {
    let opens = list!(" how " " what " " which " " who " " why " " whose " " by ")
        .iter()
        .any(|word| line.starts_with(word));
    match line.find(" when ") {
        Some(at) if opens && !line.starts_with(" by when ") => &line[..=at],
        _ => line,
    }
}

/// "What did Alder finally ask": what an insurer asks, and nothing that it asks for, is a sum.
pub(super) fn insurer_asks(inside: &[Token], account: &AccountState) -> bool {
    let insurer = carrier_words(account);
    let named = inside
        .iter()
        .any(|token| insurer.first() == Some(&stem(&token.norm)));
    let last = inside.last().is_some_and(|token| {
        list!("ask" "asked" "charge" "charged" "want" "wanted").contains(&token.norm.as_str())
    });
    named && last && inside.first().is_some_and(|token| token.norm == "what")
}

/// "What is the wind deductible": the words of the sum that is asked for by its name. A price beside them is another sum.
pub(super) fn named_sum(inside: &[Token], wanted: Wanted) -> Vec<String> {
    const SUMS: &[&str] = list!(
        "deductible" "deductibles" "retention" "deposit" "commission" "fee" "surcharge" "payroll" "salary" "rent"
    );
    const EMPTY: &[&str] = list!(
        "high" "big" "large" "low" "policy" "quote" "current" "new" "whole" "total" "annual" "exact" "agreed" "offered" "quoted"
    );
    let valued = matches!(wanted, Wanted::Money | Wanted::Figure | Wanted::Percent);
    let Some(at) = inside
        .iter()
        .position(|token| SUMS.contains(&token.norm.as_str()))
        .filter(|_| valued)
    else {
        return Vec::new();
    };
    let leads = list!("with" "at" "under" "if" "for" "on" "without" "after" "of" "to" "by");
    if inside[..at]
        .iter()
        .any(|token| leads.contains(&token.norm.as_str()))
    {
        return Vec::new();
    }
    let kind = inside[..at].iter().filter(|token| {
        !is_stopword(&token.norm) && !EMPTY.contains(&token.norm.as_str()) && !token.capital
    });
    kind.chain(&inside[at..=at])
        .map(|token| stem(&token.norm))
        .collect()
}

/// The words of a part without those that ask what decided a matter; nothing if it does not ask that.
pub(super) fn without_decided(inside: &[Token]) -> Option<Vec<Token>> {
    let fits = |at: usize, phrase: &str| {
        let said: Vec<&str> = phrase.split(' ').collect();
        inside
            .get(at..at + said.len())
            .is_some_and(|run| {
                // A name may stand for the pronoun.
                let same = |(token, word): (&Token, &&str)| {
                    token.norm == **word || *word == "*" && token.capital
                };
                run.iter().zip(&said).all(same)
            })
            .then_some(at..at + said.len())
    };
    let found = (0..inside.len())
        .flat_map(|at| DECIDED.iter().filter_map(move |phrase| fits(at, phrase)))
        .max_by_key(std::iter::ExactSizeIterator::len)?;
    let left = inside
        .iter()
        .enumerate()
        .filter(|(at, _)| !found.contains(at));
    Some(left.map(|(_, token)| token.clone()).collect())
}

/// Terms that a passage carries by what it means: what its words do not say.
pub(super) fn implied(words: &[Token]) -> Vec<String> {
    let headcount = tells_headcount(words).then(|| stem("employee"));
    let decided = without_decided(words).map(|_| stem("decide"));
    let elsewhere = tells_rival(words).then(|| stem("elsewhere"));
    headcount
        .into_iter()
        .chain(decided)
        .chain(elsewhere)
        .collect()
}

/// "My bank has an agency, they came in at 8,000", "goes with her cousin's broker": somebody else's offer.
fn tells_rival(words: &[Token]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let others = (1..words.len()).any(|at| {
        let before = (at.saturating_sub(2)..at).any(|place| {
            words[place].possessive || list!("a" "an" "another" "other").contains(&word(place))
        });
        before && list!("agency" "agent" "broker" "brokerage" "competitor").contains(&word(at))
    });
    let line = super::line(words);
    let offers = list!(
        " came in " " come in " " comes in " " go with " " goes with " " went with " " going with " " gone with " " quoted "
        " offered " " offers " " gave " " cheaper " " chose " " picked " " signed with " " undercut " " beat "
    );
    others && offers.iter().any(|phrase| line.contains(phrase))
}
