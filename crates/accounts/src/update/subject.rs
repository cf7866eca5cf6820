//! What a sum is said of. "Birch Cafe comes down to 8,600" speaks of the account, "the rent at Birch Cafe" of something else.

use super::request::Request;
use super::{coverage, terms};
use crate::numbers::Number;
use crate::words::{PRICES, SUMS, is_stopword};

const PRONOUNS: &[&str] =
    list!("it" "that" "they" "we" "this" "which" "all" "us" "them" "he" "she" "i");
/// Words between a subject and its verb, and between the verb and the sum.
const BETWEEN: &[&str] = list!(
    "now" "finally" "just" "also" "then" "has" "have" "had" "was" "is" "got" "gets" "been" "be" "only" "already" "really" "were"
    "are" "officially" "to" "at" "up" "in" "out" "down" "back" "$" "again" "still"
);
/// Words that open what stands before the subject: "with the higher deductible Birch Cafe comes to".
const LEADS: &[&str] = list!(
    "with" "at" "without" "after" "under" "on" "given" "since" "including" "minus" "plus" "for" "by" "following" "thanks" "as"
);
/// Words before a name that make it the place or the owner of what stands before them.
const OF: &[&str] = list!(
    "at" "for" "of" "in" "from" "on" "by" "with" "to" "against" "over" "around" "near" "inside" "under" "behind" "between" "about"
);

/// Who or what a sum is said of.
pub(super) enum Subject {
    /// The account by its name, its price or its insurer.
    Account,
    /// "It came to": what was spoken of before.
    Pronoun,
    /// Nobody is named in the clause.
    Nobody,
    Other,
}

/// What comes, goes or stands at a sum: what stands before the verb.
pub(super) fn of(request: &Request<'_>, number: &Number) -> Subject {
    let start = request.clause_start(number.first);
    let verb = (start..number.first)
        .rev()
        .find(|at| !BETWEEN.contains(&request.word(*at)) || request.mentions(*at));
    let Some(verb) = verb else {
        return Subject::Nobody;
    };
    // "BPA is at 8,600" has no verb besides the small words.
    let bare = is_one(request, verb);
    let from = if bare { verb + 1 } else { verb };
    let subject = (start..from)
        .rev()
        .find(|at| !BETWEEN.contains(&request.word(*at)) || request.mentions(*at));
    let Some(subject) = subject else {
        return Subject::Nobody;
    };
    said_by(request, start, subject)
}

/// Whether something else comes in at the sum behind these words: "the rent came in at", "her tuition came back at".
pub(super) fn is_foreign(request: &Request<'_>, after: usize) -> bool {
    let Some(number) = request
        .numbers
        .iter()
        .find(|number| (after..after + 2).contains(&number.first))
    else {
        return false;
    };
    let start = request.clause_start(number.first);
    let determined = (start..number.first).any(|at| {
        list!("the" "their" "his" "her" "its" "a" "an").contains(&request.word(at))
            || request.tokens[at].possessive
            || SUMS.contains(&request.word(at))
    });
    determined && matches!(of(request, number), Subject::Other)
}

fn is_one(request: &Request<'_>, at: usize) -> bool {
    request.mentions(at)
        || PRONOUNS.contains(&request.word(at))
        || PRICES.contains(&request.word(at))
}

fn said_by(request: &Request<'_>, start: usize, subject: usize) -> Subject {
    let word = request.word(subject);
    if request.mentions(subject) {
        let first = (start..=subject)
            .rev()
            .take_while(|at| request.mentions(*at))
            .last()
            .unwrap_or(subject);
        return named(request, start, first);
    }
    // "a job that lands at 9,900": what stands before it lands there.
    if matches!(word, "that" | "which") && subject > start {
        return said_by(request, start, subject - 1);
    }
    if PRONOUNS.contains(&word) {
        return Subject::Pronoun;
    }
    if PRICES.contains(&word) {
        let theirs = subject.checked_sub(1).is_some_and(|before| {
            let foreign = request.tokens[before].possessive
                && !request.mentions(before)
                && !is_insurer(request, before);
            foreign || list!("another" "other" "competing" "rival").contains(&request.word(before))
        });
        return if theirs {
            Subject::Other
        } else {
            Subject::Account
        };
    }
    if is_insurer(request, subject) || matches!(word, "and" | "so" | "but" | "then") {
        return Subject::Account;
    }
    Subject::Other
}

/// "The rent at Birch Cafe": the name only says whose rent it is. "The quote for Birch Cafe" is the account's.
fn named(request: &Request<'_>, start: usize, first: usize) -> Subject {
    let before = (start..first).rev().find(|at| request.word(*at) != "the");
    let Some(link) = before.filter(|at| OF.contains(&request.word(*at)) && *at > start) else {
        return Subject::Account;
    };
    match said_by(request, start, link - 1) {
        Subject::Other => Subject::Other,
        _ => Subject::Account,
    }
}

fn is_insurer(request: &Request<'_>, at: usize) -> bool {
    terms::known(request)
        .iter()
        .any(|carrier| (carrier.first..carrier.after).contains(&at))
}

/// Where the account is named after words that only lead to it: "with the 2,500 deductible | Birch Cafe comes down to". What
/// stands before says nothing of the sum.
pub(super) fn after_lead(request: &Request<'_>, number: &Number) -> Option<usize> {
    let start = request.clause_start(number.first);
    if !LEADS.contains(&request.word(start)) {
        return None;
    }
    let last = (start + 2..number.first)
        .rev()
        .find(|at| request.mentions(*at) || is_it(request, *at))?;
    let first = (start..=last)
        .rev()
        .take_while(|at| *at == last || request.mentions(*at))
        .last()?;
    let link = request.back(first, 1);
    let whose = request.tokens[last].possessive && request.mentions(last);
    let own = !OF.contains(&link) && !whose;
    own.then_some(first)
}

fn is_it(request: &Request<'_>, at: usize) -> bool {
    matches!(request.word(at), "it" | "we" | "they")
}

/// "Quoted Shakespeare": a name behind it that is neither the account's nor a carrier's.
pub(super) fn is_of_a_name(request: &Request<'_>, after: usize) -> bool {
    let Some(token) = request.tokens.get(after) else {
        return false;
    };
    let named = token.capital && !token.upper && !token.after_break && !request.mentions(after);
    let ours = terms::known(request)
        .iter()
        .any(|carrier| carrier.first == after)
        || request.dates.iter().any(|date| date.first == after)
        || coverage::begins_at(request, after);
    named && !ours
}

/// "The landlord's own policy is bound": what stands before the verb belongs to somebody else.
pub(super) fn is_of_somebody(request: &Request<'_>, at: usize) -> bool {
    let times = list!("today" "yesterday" "week" "month" "year" "morning" "friday" "everyone" "everything" "what" "who");
    let start = request.clause_start(at);
    let owner =
        (start..at).rfind(|place| request.tokens[*place].possessive || request.mentions(*place));
    owner.is_some_and(|owner| {
        let token = &request.tokens[owner];
        let word = token.norm.as_str();
        !request.mentions(owner) && !token.capital && !is_stopword(word) && !times.contains(&word)
    })
}

/// "Birch Cafe's mail got lost", "the check for Birch Cafe was lost", "their agent lost the file": something of theirs, or somebody.
pub(super) fn is_a_thing(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    let small = |place: usize| {
        let word = request.word(place);
        list!("is" "are" "was" "were" "got" "gets" "been" "be" "has" "have" "had" "now" "just" "also" "finally" "officially" "already")
            .contains(&word)
            || word.ends_with("ly")
    };
    let Some(subject) = (start..at)
        .rev()
        .find(|place| request.mentions(*place) || !small(*place))
    else {
        return false;
    };
    let ours = |place: usize| {
        list!("account" "business" "deal" "renewal" "quote" "policy" "bid" "client" "customer" "submission" "case" "one" "file" "risk")
            .contains(&request.word(place))
    };
    if !request.mentions(subject) {
        let owned = subject > start
            && (request.tokens[subject - 1].possessive
                || list!("the" "a" "his" "her" "their" "our" "my" "old" "new" "former")
                    .contains(&request.back(subject, 1)));
        return owned && !ours(subject);
    }
    let first = (start..=subject)
        .rev()
        .take_while(|place| request.mentions(*place))
        .last()
        .unwrap_or(subject);
    let link = matches!(request.back(first, 1), "for" | "of" | "at" | "from" | "to");
    let noun = first.checked_sub(2).filter(|noun| link && *noun > start);
    noun.is_some_and(|noun| {
        list!("the" "a" "his" "her" "their" "our" "my").contains(&request.back(noun, 1))
            && !ours(noun)
    })
}

/// "Lost to Alder", "lost the account".
pub(super) fn is_loss_of_the_account(request: &Request<'_>, after: usize) -> bool {
    let whole =
        list!("account" "deal" "business" "renewal" "client" "customer" "bid" "risk" "case" "one");
    let object = || {
        (after + 1..after + 4).any(|at| whole.contains(&request.word(at)) || request.mentions(at))
    };
    match request.word(after) {
        "to" => true,
        "the" => object(),
        _ => false,
    }
}
