//! What a question asks for, part by part: the kind of the answer and the thing it is about.

use super::Question;
use super::idioms::{
    Way, asks_headcount, insurer_asks, main_clause, moved, named_sum, without_decided,
};
use super::passages::{figures, lettered};
use crate::numbers::{self, Number};
use crate::state::AccountState;
use crate::text::{Token, stem, words};
use crate::words::is_stopword;

/// The kind of value that an answer has to carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Text,
    Count,
    /// How often something is done.
    Often,
    Money,
    /// What made a price higher or lower: two prices and their difference.
    Change,
    Percent,
    Date,
    /// A time of the day.
    Time,
    Year,
    Carrier,
    /// The name of somebody who is not on file as a contact.
    Name,
    /// A figure of any kind, or a number that names something.
    Figure,
    /// A number that names a policy, a license, a vehicle.
    Code,
}

/// A part of a question: "…, and when will they decide?" is the second of two.
pub(super) struct Ask {
    pub(super) wanted: Wanted,
    /// Stems of the words that carry it; those borrowed from the part before count for less.
    pub(super) focus: Vec<(String, f64)>,
    /// The first of them: what is asked for.
    pub(super) head: Option<String>,
    /// Asks what somebody asked: then questions are evidence too.
    pub(super) about_asking: bool,
    pub(super) yes_no: bool,
    /// What was done or not, of a part that asks just that: "did they remove it".
    pub(super) deed: Option<String>,
    /// "What is the tax id": the thing asked for is named, and is on file or not.
    pub(super) names_thing: bool,
    /// Asks for a price or an insurer of an earlier time.
    pub(super) earlier: bool,
    /// Asks of a price that moved, and of nothing else.
    pub(super) moved: Option<Way>,
    /// Asks what decided the matter, and nothing else.
    pub(super) outcome: bool,
    /// Asks how many work there.
    pub(super) headcount: bool,
    /// A sum that is asked for by its name, "the wind deductible": whatever answers has to speak of it.
    pub(super) named_sum: Vec<String>,
    /// The numbers that the part itself says.
    figures: Vec<f64>,
}

impl Ask {
    pub(super) fn given(&self, number: &Number) -> bool {
        self.figures.contains(&number.value)
    }

    pub(super) fn asks_price(&self) -> bool {
        matches!(self.wanted, Wanted::Change | Wanted::Money)
    }

    pub(super) fn speaks_of(&self, word: &str) -> bool {
        self.focus.iter().any(|(term, _)| *term == stem(word))
    }
}

/// Splits a question at ", and what", and reads what each part wants.
pub(super) fn asks(question: &Question<'_>, account: &AccountState) -> Vec<Ask> {
    const OPENERS: &[&str] = list!("what" "when" "who" "how" "which" "where" "why" "whom" "whose");
    let mut cuts = vec![0];
    for at in 1..question.tokens.len() {
        let led = list!("by" "until" "till" "on" "for" "from" "to" "at" "in" "with" "since")
            .contains(&question.word(at - 1));
        let start = at - usize::from(led);
        let joined = question.tokens[start].after_break
            || start
                .checked_sub(1)
                .is_some_and(|before| question.word(before) == "and");
        if OPENERS.contains(&question.word(at)) && joined && start > 2 {
            cuts.push(start);
        }
    }
    cuts.push(question.tokens.len());
    let parts: Vec<Ask> = cuts
        .windows(2)
        .map(|cut| part(question, account, cut[0], cut[1]))
        .collect();
    // A part of one word leans on the one before it: "and for what reason", "and when".
    let lead: Vec<(String, f64)> = parts
        .first()
        .map(|part| part.focus.clone())
        .unwrap_or_default();
    parts
        .into_iter()
        .map(|mut part| {
            if part.focus.len() < 3 {
                let borrowed = lead
                    .iter()
                    .filter(|(term, _)| !part.focus.iter().any(|(own, _)| own == term))
                    .map(|(term, _)| (term.clone(), 0.4));
                part.focus.extend(borrowed.collect::<Vec<_>>());
            }
            part
        })
        .collect()
}

/// Words of questions that no passage has to have.
const EMPTY: &[&str] = list!(
    "reason" "date" "year" "amount" "figure" "thing" "things" "happens" "happened" "happen" "long" "far" "give"
    "gave" "correct" "first" "second" "time" "kind" "type" "number" "new" "find" "found" "mention" "mentioned"
    "last" "today" "share" "percentage" "percent" "size" "name" "many" "factor" "cause" "issue" "main" "big"
    "problem" "made" "make" "making" "finally" "originally" "final" "latest" "currently" "eventually" "grounds"
    "anybody" "anyone" "exact" "tell" "end" "old" "large" "tall" "run" "runs" "running" "bring" "brings" "became" "become" "other" "others"
    "earliest" "latest" "soonest" "left" "firm" "company" "business" "insist" "insists" "got" "getting" "want" "there"
    "present" "existing" "often" "frequently" "times" "people" "guys" "folks" "thing" "actual" "right" "proper" "these" "days" "nowadays" "anymore" "longer" "else"
);

fn part(question: &Question<'_>, account: &AccountState, from: usize, to: usize) -> Ask {
    let inside: Vec<Token> = question
        .rest()
        .filter(|(at, _)| *at >= from && *at < to && !is_emphasis(question, *at))
        .map(|(_, token)| token.clone())
        .collect();
    let line = super::line(&inside);
    let headcount = asks_headcount(&inside);
    let asks_sum = insurer_asks(&inside, account);
    let wanted = match (headcount, asks_sum) {
        (true, _) => Wanted::Count,
        (_, true) => Wanted::Money,
        _ => wanted(main_clause(&line)),
    };
    let (mut focus, outcome) = topic(&inside, account);
    if headcount {
        focus = vec![stem("employee")];
    } else if asks_sum {
        focus = carrier_words(account);
        focus.push(stem("price"));
    }
    let moved = moved(&inside, &focus, &carrier_words(account));
    // The words of the kind are no topic: "what does the alarm save" is about the alarm.
    if wanted == Wanted::Change && !focus.iter().all(is_step) {
        focus.retain(|term| !is_step(term));
    }
    let opens = list!("is" "are" "has" "have" "does" "do" "did" "was" "were" "can" "will" "would" "could" "should");
    let yes_no = inside
        .first()
        .is_some_and(|token| opens.contains(&token.norm.as_str()));
    let past = list!(
        " last year " " previous " " previously " " prior " " expiring " " the year before "
    );
    Ask {
        deed: deed(&inside).filter(|deed| focus.contains(deed)),
        earlier: matches!(wanted, Wanted::Money | Wanted::Carrier)
            && past.iter().any(|phrase| line.contains(phrase)),
        wanted,
        moved,
        outcome,
        headcount,
        named_sum: named_sum(&inside, wanted),
        head: focus.first().cloned(),
        focus: focus.into_iter().map(|term| (term, 1.0)).collect(),
        about_asking: !asks_sum && is_about_asking(&inside, yes_no),
        yes_no,
        names_thing: list!(" what is the " " what is " " what was the " " which " " give me the ")
            .iter()
            .any(|opening| line.starts_with(opening)),
        figures: numbers::numbers(&inside)
            .iter()
            .map(|number| number.value)
            .collect(),
    }
}

/// Whether it is asked what somebody asks for, waits for or lacks.
fn is_about_asking(inside: &[Token], yes_no: bool) -> bool {
    let asking = list!("ask" "asked" "asking" "question" "request");
    let lacking = list!(
        "waiting" "need" "needs" "want" "wants" "require" "missing" "outstanding" "still" "open" "lack" "owe" "owes"
        "promise" "promised"
    );
    inside.iter().any(|token| {
        let word = token.norm.as_str();
        asking.contains(&word) || !yes_no && lacking.contains(&word)
    })
}

/// Whether a term only says that a price became another.
fn is_step(term: &String) -> bool {
    STEPS
        .iter()
        .chain(MOVES)
        .chain(&["price", "premium", "cost", "much"])
        .any(|word| stem(word) == *term)
}

/// "Their own broker" is their broker; what somebody owns is another matter.
fn is_emphasis(question: &Question<'_>, at: usize) -> bool {
    let whose = at.checked_sub(1).is_some_and(|before| {
        question.tokens[before].possessive
            || list!("their" "its" "his" "her" "our" "my").contains(&question.word(before))
    });
    question.word(at) == "own" && whose
}

/// What a part is about, and whether that is only what decided the matter.
fn topic(inside: &[Token], account: &AccountState) -> (Vec<String>, bool) {
    if let Some(left) = without_decided(inside) {
        let mut terms = focus(&left, account, EMPTY);
        let outcome = terms.is_empty();
        terms.insert(0, stem("decide"));
        return (terms, outcome);
    }
    let terms = Some(focus(inside, account, EMPTY))
        .filter(|terms| !terms.is_empty())
        .unwrap_or_else(|| focus(inside, account, &[]));
    let line = super::line(inside);
    let why = REASONS
        .iter()
        .any(|phrase| line.contains(&format!(" {phrase} ")));
    let lost = |term: &String| {
        list!("lose" "lost" "leave" "walk" "go" "elsewhere" "deal")
            .iter()
            .any(|word| stem(word) == *term)
    };
    let outcome = why && !terms.is_empty() && terms.iter().all(lost);
    (terms, outcome)
}

/// The stems of the name of the account's insurer.
pub(super) fn carrier_words(account: &AccountState) -> Vec<String> {
    let names = account.carrier.iter();
    names
        .flat_map(|name| words(name))
        .map(|word| stem(&word))
        .collect()
}

/// The verb after "did", "has" or "does" and who is spoken of: the first word that is no name and stands after no article.
fn deed(inside: &[Token]) -> Option<String> {
    let opens = list!("did" "does" "do" "has" "have" "will");
    let first = inside.first()?;
    if !opens.contains(&first.norm.as_str()) {
        return None;
    }
    let articles =
        list!("the" "a" "an" "their" "our" "his" "her" "its" "any" "my" "this" "that" "no" "still");
    (1..inside.len())
        .find(|at| {
            let token = &inside[*at];
            let owned =
                inside[at - 1].possessive || articles.contains(&inside[at - 1].norm.as_str());
            !token.capital && !is_stopword(&token.norm) && !token.is_number() && !owned
        })
        .map(|at| stem(&inside[at].norm))
}

/// Verbs that mean something else with the word after them.
const PHRASAL: &[(&str, &str, &str)] = &[
    ("turn", "down", "decline"),
    ("come", "down", "lower"),
    ("go", "down", "lower"),
    ("bring", "down", "lower"),
    ("go", "up", "raise"),
    ("get", "away", "lose"),
    ("run", "out", "expire"),
    ("walk", "away", "decline"),
    ("call", "off", "cancel"),
    ("give", "up", "drop"),
    ("take", "out", "remove"),
    ("take", "off", "remove"),
    ("leave", "out", "exclude"),
    ("put", "off", "postpone"),
    ("set", "up", "install"),
    ("sign", "off", "approve"),
    ("end", "up", "final"),
    ("look", "for", "want"),
    ("carve", "out", "exclude"),
    ("kick", "in", "start"),
    ("phase", "out", "end"),
    ("pass", "on", "decline"),
    ("say", "no", "decline"),
    ("said", "no", "decline"),
    ("hold", "up", "wait"),
    ("back", "out", "decline"),
    ("go", "with", "choose"),
    ("hand", "over", "send"),
    ("fall", "through", "lose"),
    ("tear", "down", "demolish"),
    ("shut", "down", "close"),
];

/// The stems that carry a part: no small words, no names of contacts, none of the empty ones.
fn focus(inside: &[Token], account: &AccountState, empty: &[&str]) -> Vec<String> {
    let city = account.location.as_ref().map(|place| &place.city);
    let people = account.contacts.iter().map(|contact| &contact.name);
    let names: Vec<String> = people.chain(city).flat_map(|name| words(name)).collect();
    let carries = |word: &&str| {
        word.len() > 1
            && !is_stopword(word)
            && !empty.contains(word)
            && !names.iter().any(|name| name == word)
    };
    let mut terms: Vec<String> = Vec::new();
    for (at, token) in inside.iter().enumerate() {
        let next = inside.get(at + 1).map_or("", |next| next.norm.as_str());
        let whole = PHRASAL
            .iter()
            .find(|(verb, particle, _)| stem(verb) == stem(&token.norm) && *particle == next);
        match whole {
            Some((_, _, meaning)) if empty.contains(meaning) => {}
            Some((_, _, meaning)) => terms.push(stem(meaning)),
            None if carries(&token.norm.as_str()) => terms.push(stem(&token.norm)),
            None => {}
        }
    }
    terms.extend(lettered(inside));
    terms.extend(figures(inside));
    terms.dedup();
    terms
}

/// The phrases that ask for each kind of value; the first that a part has decides.
const KINDS: &[(Wanted, &[&str])] = &[
    (
        Wanted::Code,
        list!(
            "policy number" "license number" "serial number" "claim number" "permit number" "account number" "vin"
            "certificate number" "plate number" "tax id" "ein" "registration number" "confirmation number" "id number"
            "file number" "reference number" "order number" "routing number" "case number"
        ),
    ),
    (Wanted::Name, &["name of", "what name", "by name"]),
    (
        Wanted::Carrier,
        list!(
            "who insures" "which insurer" "which carrier" "what carrier" "which company" "current carrier"
            "current insurer" "insured with" "who is it with" "who provides" "who writes" "which market" "which markets"
            "which carriers" "what insurer" "which insurers"
        ),
    ),
    (
        Wanted::Percent,
        list!("share" "percent" "percentage" "portion" "proportion"),
    ),
    (
        Wanted::Year,
        list!("what year" "which year" "year and model" "year and make" "model year"),
    ),
    (
        Wanted::Often,
        list!("how often" "how frequently" "how many times" "what frequency" "what interval" "which interval" "what intervals"),
    ),
    (Wanted::Count, &["how many"]),
    (
        Wanted::Time,
        &[
            "what time",
            "what hour",
            "at what time",
            "which hours",
            "what hours",
        ],
    ),
    (
        Wanted::Figure,
        list!("how old" "how big" "how tall" "how large" "how wide" "square footage" "how heavy" "how fast"),
    ),
    (
        Wanted::Date,
        list!(
            "when" "what date" "which date" "what day" "by when" "until when" "how soon" "which day" "date of" "date for"
            "deadline" "what month" "which month" "start date" "end date"
        ),
    ),
];

/// Words that ask what is behind something.
const REASONS: &[&str] = list!("why" "what made" "how come" "reason" "for what reason" "what moved" "what caused" "what got" "what led" "what drove");

/// Words that ask for a sum, wherever they stand.
const SUMS: &[&str] = list!(
    "how much" "what price" "what limit" "what amount" "how high" "how big" "worth" "what premium" "which premium"
    "what would the premium" "what deposit" "what fee" "commission" "charge" "charges" "what does it cost" "come back at"
    "came back at" "come in at" "came in at" "come to" "came to" "come down to" "came down to" "what figure" "what sum"
    "what is the price" "what is the cost" "what was the price" "price tag" "priced at" "quote" "cost of" "price for"
    "price of" "price with" "total with" "total if" "all in" "cost"
);

/// Words of a price that became another one: the first say it alone, the others beside a word for a price.
const STEPS: &[&str] = list!(
    "by how much" "by what amount" "how much more" "how much less" "how much extra" "how much higher" "how much lower"
    "how much cheaper" "how far" "save" "saves" "saved" "saving" "savings" "cheaper" "credit" "discount" "difference"
);
const MOVES: &[&str] = list!(
    "add" "adds" "added" "extra" "go up" "went up" "go down" "went down" "come down" "came down" "lower" "lowered"
    "raise" "raised" "increase" "increased" "drop" "dropped" "move" "moved" "how did" "changed" "jump" "jumped" "reduce"
    "reduced" "under ours" "less than" "more than" "cut" "trim" "trimmed" "slash" "slashed" "shave" "shaved" "knock" "knocked"
    "climb" "climbed" "rise" "rises" "hike" "hiked" "bump" "bumped" "bring down" "brought down" "take off" "took off"
    "come off" "came off" "eased" "softened"
);

fn wanted(line: &str) -> Wanted {
    let says = |phrases: &[&str]| {
        phrases
            .iter()
            .any(|phrase| line.contains(&format!(" {phrase} ")))
    };
    if let Some((wanted, _)) = KINDS.iter().find(|(_, phrases)| says(phrases)) {
        return *wanted;
    }
    // "the landlord's name" asks for one as "the name of the landlord" does.
    if line.ends_with(" name ") {
        return Wanted::Name;
    }
    if says(REASONS) {
        return Wanted::Text;
    }
    let price = list!("premium" "price" "cost" "renewal" "rate" "number" "quote");
    let sum = says(SUMS)
        || early(line, "deductible")
        || !says(&["would"])
            && list!("premium" "price")
                .iter()
                .any(|word| early(line, word))
        || says(&["what"]) && says(list!("quoted" "cost" "pay" "charge" "charged" "quote"));
    // What it would be with something added is a sum, and no step that was taken.
    let supposed = says(&["would"]) && says(list!("with" "if" "without")) && sum;
    if says(STEPS) || says(MOVES) && (sum || says(price)) && !supposed {
        Wanted::Change
    } else if sum {
        Wanted::Money
    } else if FIGURES.iter().any(|word| early(line, word))
        && says(list!("what" "what is" "give me" "whats"))
    {
        Wanted::Figure
    } else {
        Wanted::Text
    }
}

/// Things that are told as a figure.
const FIGURES: &[&str] = list!(
    "mod" "payroll" "revenue" "sales" "receipts" "headcount" "footage" "attendance" "budget" "fee"
    "license" "serial" "vin" "number" "deposit" "turnover" "capacity" "mileage" "age"
);

/// Whether a word is among the first of a part: then it is what is asked for.
fn early(line: &str, word: &str) -> bool {
    line.split_whitespace().take(6).any(|said| said == word)
}
