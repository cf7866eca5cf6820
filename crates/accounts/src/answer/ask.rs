//! What a question asks for, part by part: the kind of the answer and the thing it is about.

use super::Question;
use super::askwords::{EMPTY, FIGURES, KINDS, MOVES, PHRASAL, REASONS, STEPS, SUMS};
use super::idioms::{
    Way, asks_headcount, insurer_asks, main_clause, moved, named_sum, without_decided,
};
use super::passages::{figures, lettered};
use crate::numbers::{self, Number};
use crate::state::AccountState;
use crate::text::{Token, stem, words};
use crate::words::{QUESTION_WORDS, alike, is_stopword};

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
    /// What somebody did, of a part that asks who.
    pub(super) doing: Option<String>,
    /// Asks what somebody thinks of it.
    pub(super) opinion: bool,
    /// "What is the tax id": the thing asked for is named, and is on file or not.
    pub(super) names_thing: bool,
    /// "Which billing company": the stems of what one of is asked for.
    pub(super) which: Vec<String>,
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

    /// Whether somebody's word is asked for, a yes or what they think.
    pub(super) fn asks_word(&self) -> bool {
        self.opinion || self.yes_no && self.asks_consent()
    }

    /// Whether somebody's yes is asked for.
    pub(super) fn asks_consent(&self) -> bool {
        let consents = |term: &str| {
            list!("agree" "decide" "consent")
                .iter()
                .any(|word| alike(term, &stem(word)))
        };
        self.focus.iter().any(|(term, _)| consents(term))
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
        let led = list!(
            "by" "until" "till" "on" "for" "from" "to" "at" "in" "with" "since" "roughly" "about" "approximately" "exactly" "also"
            "then"
        )
        .contains(&question.word(at - 1));
        let start = at - usize::from(led);
        let joined = question.tokens[start].after_break
            || start
                .checked_sub(1)
                .is_some_and(|before| matches!(question.word(before), "and" | "or"));
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
    let told = usize::from(cuts.len() > 2 && is_told(&question.tokens[..=cuts[1]]));
    parts
        .into_iter()
        .skip(told)
        .map(|mut part| {
            if part.focus.len() < 3 {
                let share = if part.focus.is_empty() { 1.0 } else { 0.4 };
                let borrowed = lead
                    .iter()
                    .filter(|(term, _)| !part.focus.iter().any(|(own, _)| own == term))
                    .map(|(term, _)| (term.clone(), share));
                part.focus.extend(borrowed.collect::<Vec<_>>());
            }
            part
        })
        .collect()
}

/// "She wanted to pay monthly. What does she get?": the first sentence asks nothing, it says what the next one is about.
fn is_told(tokens: &[Token]) -> bool {
    let Some((next, first)) = tokens.split_last() else {
        return false;
    };
    let asks = |token: &Token| {
        let word = token.norm.as_str();
        QUESTION_WORDS.contains(&word)
            && !matches!(
                word,
                "had" | "may" | "was" | "were" | "has" | "have" | "is" | "are"
            )
            || list!("tell" "give" "show" "list" "name" "remind" "need" "explain").contains(&word)
    };
    let opens = first
        .first()
        .is_some_and(|token| QUESTION_WORDS.contains(&token.norm.as_str()));
    next.starts_sentence && !opens && !first.iter().any(asks)
}

fn part(question: &Question<'_>, account: &AccountState, from: usize, to: usize) -> Ask {
    let inside: Vec<Token> = question
        .rest()
        .filter(|(at, _)| *at >= from && *at < to && !is_emphasis(question, *at))
        .map(|(_, token)| token.clone())
        .collect();
    let line = super::line(&inside);
    let headcount = asks_headcount(&inside);
    let asks_sum = insurer_asks(&inside, account);
    let yes_no = is_yes_no(&inside, &line);
    let wanted = match (headcount, asks_sum) {
        (true, _) => Wanted::Count,
        (_, true) => Wanted::Money,
        // "Are they taking the credit" asks for no sum.
        _ => Some(wanted(main_clause(&line)))
            .filter(|wanted| !(yes_no && *wanted == Wanted::Change))
            .unwrap_or(Wanted::Text),
    };
    let (mut focus, outcome) = topic(&inside, account, from > 0);
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
    let (deed, doing) = verb(&inside, &focus);
    let focus = weighed(focus, account);
    Ask {
        deed,
        doing,
        which: which(&inside),
        opinion: asks_opinion(&inside),
        earlier: matches!(wanted, Wanted::Money | Wanted::Carrier) && is_about_past(&line),
        wanted,
        moved,
        outcome,
        headcount,
        named_sum: named_sum(&inside, wanted),
        head: focus
            .iter()
            .find(|(_, share)| *share >= 1.0)
            .map(|(term, _)| term.clone()),
        focus,
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

/// The words between "which" and the first small word.
fn which(inside: &[Token]) -> Vec<String> {
    const MOST: usize = 3;
    let small = |token: &&Token| !token.capital && !token.is_number() && !is_stopword(&token.norm);
    match inside.split_first() {
        Some((first, rest)) if first.norm == "which" => rest
            .iter()
            .take(MOST)
            .take_while(small)
            .map(|token| stem(&token.norm))
            .collect(),
        _ => Vec::new(),
    }
}

fn is_about_past(line: &str) -> bool {
    let past = list!(
        " last year " " previous " " previously " " prior " " expiring " " the year before "
    );
    past.iter().any(|phrase| line.contains(phrase))
}

/// Whether yes or no answers it: by its first word, or by what it wants to know of.
fn is_yes_no(inside: &[Token], line: &str) -> bool {
    let opens = list!("is" "are" "has" "have" "does" "do" "did" "was" "were" "can" "will" "would" "could" "should");
    let first = |token: &Token| opens.contains(&token.norm.as_str());
    let whether = list!(" whether " " know if " " hear if " " heard if " " say if " " said if " " told if " " idea if ");
    inside.first().is_some_and(first) || whether.iter().any(|phrase| line.contains(phrase))
}

/// Whether it is asked what somebody asks for, waits for or lacks.
fn is_about_asking(inside: &[Token], yes_no: bool) -> bool {
    let asking = list!("ask" "asked" "asking" "question" "request");
    let lacking = list!(
        "waiting" "need" "needs" "want" "wants" "require" "missing" "outstanding" "still" "open" "lack" "owe" "owes"
        "promise" "promised"
    );
    let holds_out = inside
        .windows(2)
        .any(|pair| stem(&pair[0].norm) == "hold" && pair[1].norm == "out");
    holds_out
        || inside.iter().any(|token| {
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
fn topic(inside: &[Token], account: &AccountState, later: bool) -> (Vec<String>, bool) {
    if let Some(left) = without_decided(inside) {
        let mut terms = focus(&left, account, EMPTY);
        let outcome = terms.is_empty();
        terms.insert(0, stem("decide"));
        return (terms, outcome);
    }
    // A later part without a topic is about that of the first.
    let terms = Some(focus(inside, account, EMPTY))
        .filter(|terms| !terms.is_empty() || later)
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

/// How much each term counts. What a company does goes without saying in its own file: its "storage units" are units there.
fn weighed(terms: Vec<String>, account: &AccountState) -> Vec<(String, f64)> {
    let trade: Vec<String> = account
        .industry
        .iter()
        .chain([&account.name])
        .flat_map(|text| words(text))
        .map(|word| stem(&word))
        .collect();
    let own = |term: &String| trade.contains(term);
    let all = terms.iter().all(own);
    terms
        .into_iter()
        .map(|term| {
            let share = if own(&term) && !all { 0.4 } else { 1.0 };
            (term, share)
        })
        .collect()
}

/// The stems of the name of the account's insurer.
pub(super) fn carrier_words(account: &AccountState) -> Vec<String> {
    let names = account.carrier.iter();
    names
        .flat_map(|name| words(name))
        .map(|word| stem(&word))
        .collect()
}

const LIGHT: &[&str] = list!(
    "get" "take" "hav" "receiv" "handl" "deal" "mak" "giv" "go" "com" "look" "need" "want" "keep" "deal" "car" "say" "ask" "tell" "think"
);

/// What was done or not, and what somebody did who is asked for.
fn verb(inside: &[Token], focus: &[String]) -> (Option<String>, Option<String>) {
    let opens = list!("did" "does" "do" "has" "have" "will" "would" "can" "could");
    let first = inside.first().map_or("", |token| token.norm.as_str());
    let verb = deed(inside).filter(|deed| focus.contains(deed));
    match first {
        // To get or to take something is no deed by which somebody is known.
        "who" | "whom" => (None, verb.filter(|verb| !LIGHT.contains(&verb.as_str()))),
        first if opens.contains(&first) => (verb, None),
        _ => (None, None),
    }
}

/// "What did he think of it", "her opinion", "how did they feel about it".
fn asks_opinion(inside: &[Token]) -> bool {
    list!("opinion" "opinions" "think" "thinks" "thought" "thoughts" "view" "views" "verdict" "reaction" "feedback" "feel" "feels" "felt" "impression")
        .iter()
        .any(|word| inside.iter().any(|token| token.norm == *word))
        && inside
            .first()
            .is_some_and(|token| matches!(token.norm.as_str(), "what" | "how" | "does" | "did" | "is" | "any"))
}

/// The verb after the first word and who is spoken of: the first word that is no name and stands after no article. "Sign off" is
/// another deed than to sign.
fn deed(inside: &[Token]) -> Option<String> {
    let articles =
        list!("the" "a" "an" "their" "our" "his" "her" "its" "any" "my" "this" "that" "no" "still");
    (1..inside.len())
        .find(|at| {
            let token = &inside[*at];
            let owned =
                inside[at - 1].possessive || articles.contains(&inside[at - 1].norm.as_str());
            !token.capital && !is_stopword(&token.norm) && !token.is_number() && !owned
        })
        .map(|at| {
            let next = inside.get(at + 1).map_or("", |token| token.norm.as_str());
            let own = stem(&inside[at].norm);
            let whole = PHRASAL
                .iter()
                .find(|(verb, particle, _)| stem(verb) == own && *particle == next);
            whole.map_or(own, |(_, _, meaning)| stem(meaning))
        })
}

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
    // A price that goes back up is not rebuilt.
    let prices =
        list!("price" "premium" "quote" "rate" "cost" "renewal" "number" "pricing" "deductible");
    let priced = inside
        .iter()
        .any(|token| prices.contains(&token.norm.as_str()));
    let follows = |at: usize, particle: &str| {
        let said = inside[at + 1..].iter().map(|token| token.norm.as_str());
        let particles: Vec<&str> = particle.split(' ').collect();
        said.take(particles.len()).eq(particles.iter().copied())
    };
    let mut terms: Vec<String> = Vec::new();
    let mut next = 0;
    for (at, token) in inside.iter().enumerate() {
        if at < next {
            continue;
        }
        let said = match token.norm.as_str() {
            "going" | "goes" => "go",
            word => word,
        };
        let whole = PHRASAL.iter().find(|(verb, particle, meaning)| {
            stem(verb) == stem(said) && follows(at, particle) && !(priced && *meaning == "rebuild")
        });
        next = at + whole.map_or(1, |(_, particle, _)| 1 + particle.split(' ').count());
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

fn wanted(line: &str) -> Wanted {
    let says = |phrases: &[&str]| {
        phrases
            .iter()
            .any(|phrase| line.contains(&format!(" {phrase} ")))
    };
    if let Some((wanted, _)) = KINDS.iter().find(|(_, phrases)| says(phrases)) {
        // "When do they need a range officer" asks for what it hangs on, and no day.
        let hangs = *wanted == Wanted::Date
            && says(list!("when do" "when does" "when is" "when are" "when must"))
            && says(
                list!("need" "needs" "needed" "require" "required" "must" "have to" "necessary" "mandatory" "apply"),
            );
        return if hangs { Wanted::Text } else { *wanted };
    }
    // "the landlord's name" asks for one as "the name of the landlord" does.
    if line.ends_with(" name ") {
        return Wanted::Name;
    }
    if says(REASONS) {
        return Wanted::Text;
    }
    let price = list!("premium" "price" "cost" "renewal" "rate" "number" "quote" "offers" "quotes" "bids" "prices");
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

/// Whether a word is among the first of a part: then it is what is asked for.
fn early(line: &str, word: &str) -> bool {
    line.split_whitespace().take(6).any(|said| said == word)
}
