//! Small sums that the words of one passage leave no doubt about: values put together, what is left of a whole, how many are
//! left of so many, and how far a sum is from the premium.

use super::Question;
use super::passages::sentences_of;
use super::reckon::{Price, timeline};
use super::values::{free_numbers, role};
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{Number, Unit, word_value};
use crate::state::AccountState;
use crate::text::{Token, stem, tokens};
use crate::words::{alike, is_stopword};

/// What can be reckoned from the sources that answer, the newest first, each line once.
pub(super) fn lines(
    question: &Question<'_>,
    account: &AccountState,
    sources: &[Source],
    chosen: &[usize],
) -> Vec<String> {
    let prices = timeline(account, sources);
    let mut found = Vec::new();
    for place in chosen.iter().rev() {
        let source = &sources[*place];
        for text in sentences_of(source) {
            let said = Said::of(text);
            let line = remainder(question, &said, *place, &prices)
                .or_else(|| together(question, &said))
                .or_else(|| left(question, &said))
                .or_else(|| from_premium(question, account, &said, &prices));
            found.extend(line);
        }
    }
    found.sort();
    found.dedup();
    // Two results for one question are none.
    found.truncate(if found.len() > 1 { 0 } else { 1 });
    found
}

struct Said {
    words: Vec<Token>,
    numbers: Vec<Number>,
}

impl Said {
    fn of(text: &str) -> Self {
        let words = tokens(text);
        Self {
            numbers: free_numbers(text, &words),
            words,
        }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |token| token.norm.as_str())
    }

    fn sums(&self) -> Vec<&Number> {
        let sum = |number: &&Number| number.unit == Unit::Money;
        self.numbers.iter().filter(sum).collect()
    }

    /// Whether a word that carries something in the question stands in a run of these words.
    fn speaks_of(&self, question: &Question<'_>, from: usize, to: usize) -> bool {
        let run = self
            .words
            .get(from..to.min(self.words.len()))
            .unwrap_or(&[]);
        run.iter().any(|token| {
            !is_stopword(&token.norm) && !token.is_number() && asked(question, &token.norm)
        })
    }
}

/// Whether a question has a word or one that means the same.
fn asked(question: &Question<'_>, word: &str) -> bool {
    let own = stem(word);
    question.rest().any(|(_, token)| {
        !is_stopword(&token.norm) && token.norm.len() > 2 && alike(&stem(&token.norm), &own)
    })
}

fn says(question: &Question<'_>, list: &[&str]) -> bool {
    question
        .rest()
        .any(|(_, token)| list.contains(&token.norm.as_str()))
}

fn phrase(question: &Question<'_>, phrases: &[&str]) -> bool {
    let line = super::line(question.tokens);
    phrases
        .iter()
        .any(|phrase| line.contains(&format!(" {phrase} ")))
}

/// "Of the increase $2,400 is the barn, the rest is a surcharge": how much the surcharge is.
fn remainder(
    question: &Question<'_>,
    said: &Said,
    place: usize,
    prices: &[Price],
) -> Option<String> {
    let rest = (1..said.words.len()).find(|at| {
        list!("rest" "remainder" "balance").contains(&said.word(*at))
            && matches!(said.word(at - 1), "the" | "remaining")
    })?;
    let end = (rest + 1..said.words.len())
        .find(|at| said.words[*at].after_break)
        .unwrap_or(said.words.len());
    let how_much = phrase(
        question,
        &["how much", "what part", "what amount", "what portion"],
    ) || says(question, &["share", "portion"]);
    let of_rest = said.speaks_of(question, rest + 1, end);
    let sums: Vec<f64> = said
        .sums()
        .iter()
        .filter(|number| number.after <= rest)
        .map(|number| number.value)
        .collect();
    if !how_much || !of_rest || sums.is_empty() {
        return None;
    }
    let grew = list!("increase" "rise" "difference" "jump" "hike" "climb" "change" "bump");
    let step = (0..rest).any(|at| grew.contains(&said.word(at)));
    let (whole, parts) = if step {
        let at = prices
            .iter()
            .position(|price| price.source == Some(place))
            .filter(|at| *at > 0)?;
        let gap = prices[at].sum.number() - prices[at - 1].sum.number();
        (gap.abs(), sums)
    } else {
        let (whole, parts) = sums.split_first()?;
        (*whole, parts.to_vec())
    };
    let part: f64 = parts.iter().sum();
    let left = Money::from_number(whole - part).filter(|_| part > 0.0 && whole > part)?;
    let (whole, part) = (Money::from_number(whole)?, Money::from_number(part)?);
    Some(format!("The rest: {whole} - {part} = {left}."))
}

/// "Hull values $310,000 and $95,000": what they are together. Sums of several kinds are never added.
fn together(question: &Question<'_>, said: &Said) -> Option<String> {
    let asks = says(
        question,
        list!("together" "combined" "total" "both" "altogether" "sum" "add" "overall" "totals"),
    ) || phrase(question, &["in all", "all told", "all in all"]);
    let other = list!(
        "premium" "quote" "quotes" "quoted" "deductible" "retention" "per" "each" "apiece" "from" "instead" "or" "to" "not"
        "renewal" "price" "down" "up" "was" "than" "versus" "vs" "between" "limit"
    );
    let sums = said.sums();
    let [first, .., last] = sums.as_slice() else {
        return None;
    };
    let unmixed = !said
        .words
        .iter()
        .any(|token| other.contains(&token.norm.as_str()));
    let alike = sums
        .iter()
        .all(|number| role(number, &said.words) == role(first, &said.words) || sums.len() == 2);
    let counted = question
        .rest()
        .filter_map(|(_, token)| match token.norm.as_str() {
            "both" => Some(2.0),
            word => word_value(word),
        })
        .find(|count| (2.0..10.0).contains(count));
    let listed = sums.windows(2).all(|pair| {
        (pair[0].after..pair[1].first).all(|at| matches!(said.word(at), "and" | "$" | "plus"))
    });
    #[expect(clippy::cast_precision_loss, reason = "a count of sums")]
    let complete = counted.map_or(listed, |count| count == sums.len() as f64);
    let about = said.speaks_of(question, 0, first.first)
        || said.speaks_of(question, last.after, said.words.len());
    if !asks || !unmixed || !alike || !complete || !about {
        return None;
    }
    let each: Vec<Money> = sums
        .iter()
        .filter_map(|number| Money::from_number(number.value))
        .collect();
    let total: Money = each.iter().copied().sum();
    let each: Vec<String> = each.iter().map(Money::to_string).collect();
    Some(format!("Together: {} = {total}.", each.join(" + ")))
}

/// "Two of the six have one": how many still lack it.
fn left(question: &Question<'_>, said: &Said) -> Option<String> {
    const DONE: &[&str] = list!(
        "have" "has" "had" "done" "finished" "installed" "sent" "signed" "passed" "replaced" "received" "completed" "ready" "in"
        "fitted" "certified" "trained" "repaired" "inspected" "fixed" "arrived" "paid" "renewed" "got" "sold" "gone"
    );
    let asks = phrase(question, &["how many"])
        && says(
            question,
            list!("still" "left" "remain" "remaining" "yet" "lack" "lacks" "lacking" "without" "missing" "haven't" "need" "outstanding"),
        );
    let (part, whole) = said.numbers.windows(2).find_map(|pair| {
        let between: Vec<&str> = (pair[0].after..pair[1].first)
            .map(|at| said.word(at))
            .collect();
        let of = matches!(
            between.as_slice(),
            ["of"]
                | ["of", "the" | "our" | "their" | "my" | "his" | "her"]
                | ["out", "of"]
                | ["out", "of", "the"]
        );
        let plain = pair.iter().all(|number| number.unit == Unit::Bare);
        (of && plain && pair[0].value < pair[1].value).then_some((&pair[0], &pair[1]))
    })?;
    let after: Vec<&str> = (whole.after..said.words.len().min(whole.after + 5))
        .take_while(|at| !said.words[*at].starts_sentence)
        .map(|at| said.word(at))
        .collect();
    let before = (part.first.saturating_sub(2)..part.first).map(|at| said.word(at));
    let denied = list!("not" "no" "still" "need" "needs" "lack" "lacks" "without" "haven't" "missing" "don't" "hasn't");
    let done = after
        .iter()
        .chain(&before.collect::<Vec<_>>())
        .any(|word| DONE.contains(word));
    let undone = said
        .words
        .iter()
        .any(|token| denied.contains(&token.norm.as_str()));
    (asks && done && !undone && said.speaks_of(question, 0, said.words.len())).then(|| {
        format!(
            "Left: {} - {} = {}.",
            whole.value,
            part.value,
            whole.value - part.value
        )
    })
}

/// "Our budget is $10,000": how far the premium is from it.
fn from_premium(
    question: &Question<'_>,
    account: &AccountState,
    said: &Said,
    prices: &[Price],
) -> Option<String> {
    let asks = phrase(
        question,
        list!(
            "how far" "how much more" "how much less" "how much higher" "how much lower" "how much over" "how much above"
            "how much below" "how much under" "how much cheaper" "by how much" "by what margin" "what is the difference" "what is the gap"
            "how much does it exceed" "how much did it exceed"
        ),
    );
    let premium = account.premium.filter(|_| asks)?;
    let sums = said.sums();
    let [sum] = sums.as_slice() else {
        return None;
    };
    let named = list!("budget" "budgeted" "target" "ceiling" "maximum" "paying" "pays" "paid" "afford" "spend" "online" "competitor");
    let about = said
        .words
        .iter()
        .any(|token| named.contains(&token.norm.as_str()) && asked(question, &token.norm));
    let known = prices.iter().any(|price| price.sum.number() == sum.value);
    let sum = Money::from_number(sum.value).filter(|sum| about && !known && *sum != premium)?;
    let (high, low) = if sum > premium {
        (sum, premium)
    } else {
        (premium, sum)
    };
    let gap = Money::from_number(high.number() - low.number())?;
    Some(format!("Difference: {high} - {low} = {gap}."))
}
