//! What is hoped, planned, to come, long over, heard of or doubted is not so now: it is a note, and no field.

use super::coverage;
use super::request::Request;
use crate::numbers::Number;
use crate::words::{UPDATE_VERBS, is_stopword};

/// Words of hope.
const HOPES: &[&str] = list!(
    "hope" "hopes" "hoping" "hoped" "expect" "expects" "expecting" "expected" "intend" "intends" "intending" "anticipate"
    "anticipates" "anticipating" "ideally" "hopefully" "wish" "wishes" "wished" "wishing"
);
/// Words of a plan, if "to" or "for" follows.
const PLANS: &[&str] = list!(
    "plan" "plans" "planning" "planned" "aim" "aims" "aiming" "try" "tries" "trying" "tried" "attempt" "attempting" "looking"
    "pushing" "shooting" "working" "slated" "scheduled" "supposed" "likely" "about" "going"
);
/// Words of what somebody did not do, or has yet to do, if "to" follows.
const UNDONE: &[&str] = list!(
    "declined" "declines" "refused" "refuses" "forgot" "forgets" "failed" "unable" "requires" "require" "required" "requiring"
    "remind" "reminds" "reminded" "tell" "offered" "offers" "hesitates" "hesitated" "threatens" "threatened" "promised" "promises"
);
/// Words of a mind that is not made up, or is made up against it.
const WEIGHS: &[&str] = list!(
    "thinking" "considering" "considers" "mulling" "debating" "contemplating" "contemplates" "weighing" "against"
);
/// What a premium can be called that is the account's for the year, besides small words and orders. A deposit premium and a
/// health premium are others.
const WHOLE: &[&str] = list!(
    "annual" "annualized" "yearly" "new" "updated" "revised" "final" "full" "total" "current" "quoted" "bound" "actual" "correct"
    "right" "renewal" "real" "higher" "lower" "exact" "said" "agreed" "same" "whole" "latest" "overall" "combined" "proper" "gross"
    "net" "base" "raised" "reduced" "lowered" "increased" "recorded" "listed" "corrected" "adjusted" "better" "offered" "accepted"
    "indicated" "fresh" "initial" "firm" "true" "official" "their" "stated" "changed" "entire" "confirmed" "approved" "expected"
);
/// Words that only say again what a premium is of.
const OF_INSURANCE: &[&str] =
    list!("insurance" "policy" "program" "package" "account" "carrier" "quote" "coverage");
/// Words behind "premium" that make it another sum.
const MADE_OF: &[&str] = list!(
    "increase" "savings" "saving" "tax" "taxes" "finance" "financing" "audit" "payment" "payments" "credit" "discount" "difference"
    "refund" "installment" "installments"
);
/// What is said of others or of oneself when it is not known.
const DOUBTS: &[&str] = list!(
    "thought" "believe" "believes" "believed" "guess" "guesses" "suspect" "suspects" "suspected" "assume" "assumes" "assumed"
    "rumor" "rumors" "rumored" "apparently" "supposedly" "allegedly" "reportedly" "seems" "seem" "seemed" "sounds" "appears"
    "doubt" "doubts" "doubtful" "unsure" "untrue" "false" "claims" "claimed" "pretends"
);
/// Sums of another kind than the price that holds.
const OTHER_SUMS: &[&str] = list!(
    "expiring" "target" "targeting" "targeted" "goal" "budget" "budgeted" "prior" "previous" "previously" "former" "formerly"
    "originally" "initially" "estimated" "estimate" "projected" "projection" "desired" "ideal" "supposed"
);

/// Whether words before a place in its clause say that it is hoped, planned, doubted or only heard of.
pub(super) fn is_open(request: &Request<'_>, at: usize) -> bool {
    // "Goal: bind it by Friday".
    let start = request.clause_start(at);
    let titled = start > 0
        && list!("goal" "target" "plan" "hope" "wish" "todo" "idea")
            .contains(&request.word(start - 1))
        && request.clause_start(start - 1) == start - 1;
    titled
        || (request.clause_start(at)..at).any(|place| {
            !request.mentions(place)
                && (is_undone(request, place, at)
                    || is_hope(request, place)
                    || is_plan(request, place, at)
                    || is_doubt(request, place, at))
        })
}

/// "Declined to add", "thinking of adding": "to" stands between, or nothing has to.
fn is_undone(request: &Request<'_>, place: usize, at: usize) -> bool {
    let word = request.word(place);
    let to = || {
        (place + 1..at).any(|between| request.word(between) == "to" && !request.mentions(between))
    };
    WEIGHS.contains(&word) || UNDONE.contains(&word) && to()
}

fn is_hope(request: &Request<'_>, place: usize) -> bool {
    HOPES.contains(&request.word(place))
}

/// "Trying to get it to", "plans to bind". "Going to Alder" is none.
fn is_plan(request: &Request<'_>, place: usize, at: usize) -> bool {
    let word = request.word(place);
    let led = matches!(request.word(place + 1), "to" | "for") && place + 1 < at;
    // "It is going to 5,400", "tried to": what follows "to" is a verb or the thing itself.
    let thing =
        matches!(word, "going" | "about") && (place + 2 >= at || request.tokens[place + 2].capital);
    PLANS.contains(&word) && led && !thing
}

fn is_doubt(request: &Request<'_>, place: usize, at: usize) -> bool {
    let (word, next) = (request.word(place), request.word(place + 1));
    // "I think we should move it to Quoted" is an order.
    let advised =
        (place..at).any(|later| list!("should" "must" "can").contains(&request.word(later)));
    let somebody =
        list!("someone" "somebody" "people" "everyone" "everybody" "was" "were" "been" "am" "i'm");
    let told = matches!(word, "told" | "said") && somebody.contains(&request.back(place, 1));
    let heard = matches!(word, "hear" | "heard" | "hears") && !matches!(next, "back" | "from");
    let thinks = matches!(word, "think" | "thinks") && !advised;
    let looks = matches!(
        (word, next),
        ("looks" | "look", "like") | ("they", "say") | ("word", "is" | "has")
    );
    DOUBTS.contains(&word) || told || heard || thinks || looks
}

/// "Will be bound on Friday", "we'll bind": what is to come has not happened.
pub(super) fn is_to_come(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    // "To be bound Friday", "is being bound".
    let before = (request.back(at, 2), request.back(at, 1));
    let becoming = matches!(before, ("to", "be") | (_, "being" | "getting"));
    becoming
        || (start..at).any(|place| {
            let word = request.word(place);
            let polite = place == start && matches!(request.word(place + 1), "you" | "u");
            let will =
                matches!(word, "will" | "shall" | "gonna") && !polite || word.ends_with("'ll");
            will && !request.mentions(place)
        })
}

/// "Mark it Bound tomorrow", "on Friday mark it Submitted", "remind me to mark it": the order is for another day.
pub(super) fn is_for_later(request: &Request<'_>, at: usize, after: usize) -> bool {
    let (start, end) = (
        request.clause_start(at),
        request.clause_end(after.max(1) - 1),
    );
    let reminds = (start..at).any(|place| {
        request.word(place) == "remind" && matches!(request.word(place + 1), "me" | "us")
    });
    let small = |place: usize| {
        list!("on" "by" "this" "come" "first" "thing" "later" "in" "the" "system")
            .contains(&request.word(place))
    };
    let later = request.dates.iter().any(|date| {
        let coming = date.relative && date.date.is_none_or(|day| day > request.desk.today);
        let behind = date.first >= after && date.first < end && (after..date.first).all(small);
        let ahead = date.first >= start && date.after <= at && (start..date.first).all(small);
        coming && (behind || ahead)
    });
    reminds || later
}

/// "Last year's premium was 5,100", "the target is 5,000", "next year it will be 27,000": a sum that does not hold now.
pub(super) fn is_another_sum(request: &Request<'_>, number: &Number) -> bool {
    let moved = request.back(number.first, 1) == "to"
        && (request.clause_start(number.first)..number.first).any(|at| request.word(at) == "from");
    let own = |from: usize, to: usize| {
        let mut others = request.numbers.iter();
        !others.any(|other| other.first != number.first && (from..to).contains(&other.first))
    };
    let before = (request.clause_start(number.first)..number.first).any(|at| {
        let word = request.word(at);
        let other = OTHER_SUMS.contains(&word) || is_old(request, at);
        (other || is_another_time(request, at)) && !request.mentions(at) && own(at, number.first)
    });
    let after = (number.after..request.clause_end(number.after - 1))
        .any(|at| is_another_time(request, at) && own(number.after, at));
    !moved && (before || after) || is_a_bound(request, number) || is_wanted(request, number)
}

/// "The old premium". What else is old says nothing of a sum.
fn is_old(request: &Request<'_>, at: usize) -> bool {
    let sums = list!("premium" "price" "rate" "quote" "carrier");
    request.word(at) == "old" && sums.contains(&request.word(at + 1))
}

/// "Under 45,000", "at least 5,000": not the sum itself.
fn is_a_bound(request: &Request<'_>, number: &Number) -> bool {
    matches!(
        (request.back(number.first, 2), request.back(number.first, 1)),
        (_, "under" | "below" | "above" | "beneath")
            | ("less" | "more", "than")
            | ("at", "most" | "least")
    )
}

/// "A premium of 43,000 to sign", "43,000 is possible", "was 41,000 before the fire", "43,000 with State Farm".
fn is_wanted(request: &Request<'_>, number: &Number) -> bool {
    let start = request.clause_start(number.first);
    let was = (start..number.first).any(|at| matches!(request.word(at), "was" | "were"));
    let elsewhere = (start..number.first).any(|at| {
        request.word(at) == "current"
            && request.word(at + 1) == "premium"
            && request.word(at + 2) == "with"
    });
    let premium = (start..number.first).find(|at| request.word(*at) == "premium");
    let to = request.back(number.first, 1) == "to";
    // "The umbrella premium", "the deposit premium", "premium savings".
    let part = premium.is_some_and(|at| {
        // "Add umbrella, premium is now 9,900": that of the account.
        !request.tokens[at].after_break && coverage::ends_at(request, at)
            || is_of_another_kind(request, at)
            || MADE_OF.contains(&request.word(at + 1)) && !to
    });
    let after = (number.after..request.clause_end(number.after - 1)).any(|at| {
        let next = request.word(at + 1);
        match request.word(at) {
            "to" => {
                list!("sign" "win" "stay" "switch" "commit" "beat" "match" "close").contains(&next)
            }
            "too" => list!("high" "low" "much" "little" "expensive").contains(&next),
            "would" | "could" | "might" => true,
            "possible" | "doable" | "achievable" | "realistic" | "unlikely" => true,
            "before" | "until" | "till" => was,
            _ => false,
        }
    });
    after || elsewhere || part
}

/// Whether a word before "premium" leaves it the account's for the year.
pub(super) fn is_plain_premium(word: &str) -> bool {
    WHOLE.contains(&word) || OF_INSURANCE.contains(&word)
}

/// "The deposit premium", "her health insurance premium".
fn is_of_another_kind(request: &Request<'_>, premium: usize) -> bool {
    let start = request.clause_start(premium);
    let before = (start..premium)
        .rev()
        .find(|at| !OF_INSURANCE.contains(&request.word(*at)) || request.mentions(*at));
    before.is_some_and(|at| {
        let (token, word) = (&request.tokens[at], request.word(at));
        let named = request.mentions(at) || token.capital || token.possessive;
        let plain = is_stopword(word) || UPDATE_VERBS.contains(&word) || WHOLE.contains(&word);
        !named && !plain && !token.is_number() && word != "$" && !word.ends_with("ing")
    })
}

/// "Last year", "a year ago", "in 2024", "next term", "at renewal": not now.
pub(super) fn is_another_time(request: &Request<'_>, at: usize) -> bool {
    let term = list!("year" "term" "season" "renewal" "period");
    match (request.word(at), request.word(at + 1)) {
        ("last" | "previous" | "prior" | "next", next) => term.contains(&next),
        ("year" | "years", "ago") | ("used", "to") => true,
        ("in", year) => {
            let told = year.parse::<i16>();
            told.is_ok_and(|year| (1990..request.desk.today.year()).contains(&year))
        }
        _ => false,
    }
}

/// Whether another time is named in the clause of a place.
pub(super) fn is_of_another_time(request: &Request<'_>, at: usize) -> bool {
    (request.clause_start(at)..request.clause_end(at))
        .any(|place| is_another_time(request, place) && !request.mentions(place))
}
