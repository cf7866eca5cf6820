//! A field is written where the sentence itself says or orders it. What only hangs on somebody's wish, complaint, question or
//! wonder ("asked to add", "complained that the premium rose to", "hopes they bind") is a note: unless the word that it hangs on
//! is one by which a desk tells or orders what is so, nobody has said so.

use serde_json::Value;

use super::request::Request;
use super::{Change, Step, Stop, coverage, terms, unreal};
use crate::dates;
use crate::dialogue::Caution;
use crate::money::Money;
use crate::numbers;
use crate::text::{self, Token, stem};
use crate::words::{UPDATE_VERBS, is_changing, is_desk, is_stopword};

/// Words that tell as a fact what hangs on them, or order it.
const TELLING: &[&str] = list!(
    "say" "tell" "confirm" "agree" "decide" "report" "announce" "inform" "notify" "write" "wrote" "text" "email" "mail" "call"
    "know" "knew" "learn" "find" "found" "accept" "approve" "choose" "chose" "chosen" "elect" "opt" "need" "ensure" "sure" "see"
    "saw" "show" "glad" "happy" "please" "manage" "start" "begin" "began" "begun" "continue" "go" "went" "come" "came" "get" "got"
    "time" "ready" "ahead" "due" "right" "reason" "mean" "so" "let" "have" "had" "use" "remember" "forget"
);
/// Words that order only what they put to one of us, or what one of us wants: "asked us to add it", "I want it at".
const ASKING: &[&str] = list!(
    "ask" "want" "tell" "instruct" "authorize" "request" "direct" "like" "think" "prefer" "suggest" "propose" "advise"
);
/// Small words that govern no sentence.
const PREPOSITIONS: &[&str] =
    list!("without" "despite" "besides" "given" "including" "following" "minus" "plus" "via");
/// Words after which what somebody does is only spoken or thought of: "asked about adding it", "instead of dropping it".
const SPOKEN_OF: &[&str] = list!(
    "about" "of" "against" "without" "than" "from" "on" "for" "like" "into" "in" "before" "over" "between"
);
/// Words for thinking or speaking of something that nobody does yet: "discussed raising it", "considering dropping it".
const WEIGHING: &[&str] = list!(
    "discuss" "consider" "explore" "debate" "weigh" "mull" "contemplate" "suggest" "propose" "recommend" "mention" "avoid" "resist"
    "oppose" "float" "imagine" "risk" "evaluate" "delay" "postpone"
);
/// What a person can be called beside a name.
const PRONOUNS: &[&str] = list!("me" "us" "you" "him" "her" "them" "it" "everyone" "everybody");
/// Words that begin what somebody says or thinks.
const THATS: &[&str] = list!("that" "if" "whether" "how" "why" "when");
/// Words that open a sentence within a sentence.
const SUBJECTS: &[&str] = list!(
    "the" "their" "his" "her" "its" "our" "my" "this" "these" "they" "we" "it" "he" "she" "i"
);
const VERBS: &[&str] = list!(
    "is" "are" "was" "were" "has" "have" "had" "will" "should" "went" "goes" "rose" "rises" "fell" "came" "comes" "dropped"
    "jumped" "climbed" "became" "becomes" "moved" "moves" "got" "gets" "be"
);
/// Fields that only a fact changes. That somebody wants to be called is reason enough to follow up.
const FACTS: &[&str] = list!(
    "stage" "premium" "carrier" "coverage_types" "effective_date" "renewal_date" "location" "name"
);

/// Words that put a price to an account.
const PRICING: &[&str] = list!(
    "quote" "bind" "bound" "come" "came" "offer" "sign" "pitch" "present" "indicate" "settle" "land" "renew" "price" "charge" "pay"
    "paid" "issue" "secure" "negotiate" "carry" "run" "cost" "keep" "kept" "take" "took" "hold" "held" "owe" "bring" "brought" "give"
    "gave" "return" "place" "switch" "match" "beat" "want" "propose" "write" "wrote" "rewrite" "rewrote" "submit" "finalize" "lock"
    "effective" "starting" "countersign" "reissue" "list" "read" "rate" "stand" "sit" "become" "became" "stay" "remain"
);
/// Words that lead on from a stage or a sum to something else.
const LINKS: &[&str] = list!("for" "in" "of" "off" "into" "up");

/// Drops what nobody asserts, which stays in the note, and asks about what is said besides and cannot be read.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let hangs: Vec<bool> = request
        .changes
        .iter()
        .map(|change| hangs(request, change))
        .collect();
    let mut hangs = hangs.into_iter();
    request
        .changes
        .retain(|_| !hangs.next().unwrap_or_default());
    // What was asked once and meant is not asked again.
    let asks = request.desk.caution == Caution::Asks;
    let unread = request
        .changes
        .iter()
        .find(|change| asks && is_unread(request, change));
    unread.map_or(Ok(()), |change| {
        let (field, new) = (change.field.replace('_', " "), in_words(&change.new));
        let name = &request.state.name;
        Err(Stop::Agree(format!(
            "Should the {field} of {name} become {new}?"
        )))
    })
}

/// A value as it is asked about. The only number is a premium.
fn in_words(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            items.join(", ")
        }
        Value::Number(number) => number
            .as_f64()
            .and_then(Money::from_number)
            .map_or_else(|| number.to_string(), |sum| sum.to_string()),
        other => super::shown(other),
    }
}

/// "Lost for words", "laughed at a premium of 6,000": a stage or a sum beside something that no desk says of an account.
fn is_unread(request: &Request<'_>, change: &Change) -> bool {
    let place = |end: usize| {
        request
            .tokens
            .iter()
            .take_while(|token| token.end <= end)
            .count()
    };
    let (first, after) = (place(change.span.0), place(change.span.1));
    if FACTS.contains(&change.field.as_str()) && is_of_a_thing(request, first) {
        return true;
    }
    match change.field.as_str() {
        "stage" => {
            goes_on(request, after, LINKS) || is_another_event(request, change, first, after)
        }
        "coverage_types" => {
            let thing =
                matches!(request.back(first, 1), "a" | "an") && !is_desk(request.word(after));
            thing || goes_on(request, after, &["on", "from", "by", "at", "in", "for"])
        }
        "premium" => {
            let of_what =
                |at: usize| request.word(at) == "premium" && goes_on(request, at + 1, &["for"]);
            let placed = request
                .changes
                .iter()
                .any(|change| change.field == "carrier");
            governed(request, first, after)
                || !placed && terms::is_a_strangers_price(request)
                || goes_on(request, after, &["for", "at"])
                || (request.sentence_start(first)..first).any(of_what)
        }
        "carrier" => moves_something(request, first),
        _ => false,
    }
}

/// "Bound for Hawaii", "submitted them for an award": it goes on with a thing that is none of the trade.
fn goes_on(request: &Request<'_>, after: usize, links: &[&str]) -> bool {
    let link = (after..request.tokens.len()).find(|at| {
        !request.mentions(*at)
            && !list!("it" "them" "this" "the" "account").contains(&request.word(*at))
    });
    let Some(link) = link.filter(|at| links.contains(&request.word(*at))) else {
        return false;
    };
    let thing = (link + 1..request.clause_end(link)).find(|at| !is_stopword(request.word(*at)));
    !request.tokens[link].after_break && thing.is_some_and(|at| !is_of_the_trade(request, at))
}

/// "Is dead quiet", "submitted to an inspection", "reopened after the flood", "declined our quote for the umbrella".
fn is_another_event(request: &Request<'_>, change: &Change, first: usize, after: usize) -> bool {
    let by_account = first > 0
        && request.mentions(first - 1)
        && !request.tokens[first - 1].possessive
        && !request.tokens[first].after_break;
    let next = request
        .tokens
        .get(after)
        .filter(|next| !next.after_break && !next.starts_sentence);
    let line = request.word(after) == "for" && coverage::begins_at(request, after + 1);
    match (change.new.as_str(), request.word(first)) {
        (Some("Submitted"), _) => goes_on(request, after, &["to"]),
        (Some("Quote Pitched"), _) => {
            let told = request.word(first) == "presented";
            told && by_account || goes_on(request, after, &["at"])
        }
        (Some("Application Received"), "reopened") => by_account,
        (Some("Lost"), "is") => next.is_some_and(|next| {
            let known = is_stopword(&next.norm) || is_of_the_trade(request, after);
            request.word(after - 1) == "dead" && !known
        }),
        (Some("Lost"), _) => line,
        _ => false,
    }
}

/// "Switched her car to Alder", "Lou is moving to Alder": what goes there is a thing or a person.
fn moves_something(request: &Request<'_>, carrier: usize) -> bool {
    let moves = |at: usize| {
        let verb = stem(request.word(at));
        list!("switch" "move" "transfer" "shift")
            .iter()
            .any(|known| stem(known) == verb)
    };
    let start = request.clause_start(carrier);
    let Some(verb) = (start..carrier).rev().find(|at| moves(*at)) else {
        return false;
    };
    let thing = (verb + 1..carrier).any(|at| {
        let word = request.word(at);
        !is_stopword(word) && !word.ends_with("ly") && !is_of_the_trade(request, at)
    });
    let subject = (start..verb).find(|at| !is_stopword(request.word(*at)));
    let person = subject.is_some_and(|at| {
        let whose = request.state.contacts.iter();
        request.tokens[at].capital
            && !request.mentions(at)
            && whose
                .flat_map(|contact| text::words(&contact.name))
                .any(|name| name == request.word(at))
    });
    let whole = (verb + 1..carrier).any(|at| request.mentions(at) || request.word(at) == "it");
    thing || person && !whole
}

/// "Birch Cafe's lawyer quoted", "Birch Cafe's dog license renews": what a thing or somebody of the account does or is.
fn is_of_a_thing(request: &Request<'_>, at: usize) -> bool {
    const OURS: &[&str] = list!(
        "owner" "director" "manager" "board" "president" "office" "team" "people" "side" "partners" "cfo" "ceo" "controller" "offer"
        "deal" "business" "price" "cost" "program" "package" "case" "risk" "bid" "file" "policies" "cover" "proposal" "date" "day" "term"
        "terms" "rate" "total" "bill" "start" "expiration" "inception" "underwriter" "market" "name" "location" "city" "paperwork" "papers" "forms" "app"
    );
    let owner = (request.clause_start(at)..at).rfind(|place| request.mentions(*place));
    let Some(owner) = owner.filter(|owner| request.tokens[*owner].possessive) else {
        return false;
    };
    let noun = (owner + 1..at).find(|place| numbers::word_value(request.word(*place)).is_none());
    noun.is_some_and(|noun| {
        let (token, word) = (&request.tokens[noun], request.word(noun));
        let sentence = word.ends_with("ed")
            || word.ends_with("ing")
            || word.ends_with("ly")
            || VERBS.contains(&word);
        let role = request.state.contacts.iter().any(|contact| {
            contact
                .role
                .as_deref()
                .is_some_and(|role| role.contains(word))
        });
        let known = OURS.contains(&word) || UPDATE_VERBS.contains(&word) || role;
        !is_stopword(word)
            && !unreal::is_plain_premium(word)
            && !token.capital
            && !known
            && !sentence
            && !is_of_the_trade(request, noun)
    })
}

fn is_of_the_trade(request: &Request<'_>, at: usize) -> bool {
    const KNOWN: &[&str] = list!(
        "good" "top" "addition" "year" "years" "months" "term" "season" "full" "package" "program" "everything" "both" "lot" "whole" "spring" "summer"
        "fall" "winter" "autumn" "reason" "reasons" "cost" "price" "budget" "request" "quoting" "review" "underwriting" "approval"
        "signature" "person" "morning" "afternoon" "evening" "today" "yesterday" "tonight" "week" "day" "now" "writing" "market" "markets" "company" "companies" "office" "meeting" "site" "over" "business" "cover" "insurance"
    );
    let word = request.word(at);
    let dated = request
        .dates
        .iter()
        .any(|date| (date.first..date.after).contains(&at));
    let carrier = terms::known(request)
        .iter()
        .any(|one| (one.first..one.after).contains(&at));
    let number =
        request.tokens[at].is_number() || word == "$" || numbers::word_value(word).is_some();
    request.mentions(at)
        || dated
        || carrier
        || number
        || is_desk(word)
        || KNOWN.contains(&word)
        || dates::month(word).is_some()
        || dates::weekday(word).is_some()
        || coverage::begins_at(request, at)
}

/// "Dreads a 6,000 premium", "an ad with a premium of 6,000": a sum beside its name, as the object of a word that puts no price to
/// anything.
fn governed(request: &Request<'_>, first: usize, after: usize) -> bool {
    let premium = |at: usize| request.word(at) == "premium";
    let behind = premium(after);
    let small = |at: usize| list!("of" "at" "$").contains(&request.word(at));
    let lead = (request.clause_start(first)..first)
        .rev()
        .find(|at| !small(*at));
    let beside = behind || lead.is_some_and(premium);
    let Some(start) = lead.filter(|_| beside) else {
        return false;
    };
    let plain = |token: &Token, at: usize| {
        let word = token.norm.as_str();
        let time = list!("morning" "afternoon" "evening" "today" "yesterday" "tonight" "week");
        is_stopword(word)
            || unreal::is_plain_premium(word)
            || premium(at)
            || word.ends_with("ly")
            || time.contains(&word)
    };
    let head = (request.clause_start(first)..=start)
        .rev()
        .find(|at| !plain(&request.tokens[*at], *at));
    head.is_some_and(|head| {
        let word = stem(request.word(head));
        let one = |list: &[&str]| list.iter().any(|known| stem(known) == word);
        let named = request.tokens[head].capital || request.tokens[head].possessive;
        let prices = one(PRICING) || one(TELLING) || one(UPDATE_VERBS);
        !request.mentions(head) && !named && !prices && !is_of_the_trade(request, head)
    })
}

fn hangs(request: &Request<'_>, change: &Change) -> bool {
    let place = |token: &crate::text::Token| token.start >= change.span.0;
    let at = request.tokens.iter().position(place);
    let fact = FACTS.contains(&change.field.as_str());
    at.is_some_and(|at| {
        let start = request.clause_start(at);
        fact && ((start..at).any(|head| governs(request, head, at))
            || (start + 1..=at).any(|place| is_spoken_of(request, place)))
    })
}

/// "Asked about adding cyber", "discussed raising the premium": something to do that is only spoken of.
fn is_spoken_of(request: &Request<'_>, at: usize) -> bool {
    let before = request.back(at, 1);
    let weighed = WEIGHING.iter().any(|word| stem(word) == stem(before));
    is_changing(request.word(at))
        && !request.mentions(at)
        && (weighed || SPOKEN_OF.contains(&before))
}

/// Whether what stands at a place is only the object of somebody's word for something.
fn governs(request: &Request<'_>, head: usize, at: usize) -> bool {
    let token = &request.tokens[head];
    let name = token.capital && !token.starts_sentence;
    let small = is_stopword(&token.norm) || PREPOSITIONS.contains(&token.norm.as_str());
    if request.mentions(head) || name || token.is_number() || small {
        return false;
    }
    let object = (head + 1..at)
        .take_while(|place| {
            request.mentions(*place)
                || request.tokens[*place].capital
                || PRONOUNS.contains(&request.word(*place)) && !is_subject(request, *place, at)
        })
        .count();
    let link = head + 1 + object;
    if link >= at {
        return false;
    }
    let word = request.word(link);
    let infinitive = word == "to" && is_verb(request, link + 1);
    let bare = word == "premium"
        && token.norm.ends_with("ed")
        && (link + 1..at).any(|place| VERBS.contains(&request.word(place)));
    let clause = THATS.contains(&word) || bare || is_subject(request, link, at);
    (infinitive || clause) && !is_trusted(request, head, link)
}

fn is_subject(request: &Request<'_>, link: usize, at: usize) -> bool {
    SUBJECTS.contains(&request.word(link))
        && (link + 1..at).any(|place| {
            let word = request.word(place);
            VERBS.contains(&word) || place == link + 1 && UPDATE_VERBS.contains(&word)
        })
}

fn is_verb(request: &Request<'_>, at: usize) -> bool {
    let word = request.word(at);
    UPDATE_VERBS.contains(&word)
        || list!("be" "go" "get" "have" "pay" "see" "sign" "renew" "buy" "cut" "keep" "stay" "use")
            .contains(&word)
}

fn is_trusted(request: &Request<'_>, head: usize, link: usize) -> bool {
    let one = |list: &[&str]| {
        list.iter()
            .any(|word| stem(word) == stem(request.word(head)))
    };
    let us = (head + 1..link).any(|place| matches!(request.word(place), "us" | "me" | "you"));
    let ours = list!("i" "we" "i'd" "we'd" "i'll" "we'll").contains(&request.back(head, 1));
    one(TELLING) || one(UPDATE_VERBS) || one(ASKING) && (us || ours)
}
