//! What is computed from the accounts that are left, and whether it can be.

use super::parse::{MANY, Reader};
use super::{Filter, Key, Mode};
use crate::numbers::{self, Unit};
use crate::words::is_stopword;

const KEYS: [(&str, &str, Key); 9] = [
    ("stage", "stages", Key::Stage),
    ("status", "statuses", Key::Stage),
    ("carrier", "carriers", Key::Carrier),
    ("insurer", "insurers", Key::Carrier),
    ("state", "states", Key::State),
    ("city", "cities", Key::City),
    ("industry", "industries", Key::Trade),
    ("coverage", "coverages", Key::Coverage),
    ("trade", "trades", Key::Trade),
];
const MOST: &[&str] = list!(
    "most" "highest" "biggest" "largest" "greatest" "top" "priciest" "maximum" "max"
);
const LEAST: &[&str] =
    list!("fewest" "least" "lowest" "smallest" "cheapest" "minimum" "min" "tiniest");

impl Reader<'_> {
    pub(super) fn mode(&self) -> Mode {
        let premium = self.any(list!(
            "premium" "premiums" "volume" "revenue" "worth" "money" "dollars" "pay" "pays"
        ));
        if let Some(mode) = self.grouped(premium) {
            return mode;
        }
        let sums = self.any(list!(
            "total" "sum" "combined" "tally" "add up" "altogether" "in all" "adds up" "overall" "all told"
            "sum up" "aggregate" "totals" "come to" "amount to" "add" "grand total" "cumulative"
        )) || self.says("together") && !self.says("together with")
            || (self.says("how much") && (premium || self.any(&["business", "value"])))
            || !self.beside_a_list() && self.any(list!("what premium" "what volume" "what premiums" "much premium" "what amount"))
            || self.says("worth") && !self.any(MOST) && !self.any(LEAST);
        let count = self.any(&["how many", "number of", "count", "how big is"]);
        let high = self.any(MOST) || self.says("most expensive");
        let low = self.any(LEAST) || self.says("least expensive");
        if self.any(&[
            "percentage of",
            "percent of",
            "share of",
            "portion of",
            "part of the book",
            "fraction of",
            "proportion of",
        ]) {
            Mode::Share
        } else if self.any(&["difference", "gap", "spread", "range"]) && high && low {
            Mode::Spread
        } else if self.any(&["average", "mean", "typical", "median", "averages"]) {
            Mode::Average
        } else if sums && count && premium {
            Mode::CountAndSum
        } else if sums && !count {
            Mode::Sum
        } else {
            self.ranking(high, low, count)
        }
    }

    /// "Which accounts are due, and at what premium": the premium of each, beside the list.
    fn beside_a_list(&self) -> bool {
        let listed = self.any(list!("which accounts" "which clients" "which customers" "list" "who" "which ones" "which quotes" "which prospects" "which policies" "which deals" "show"));
        let column = self.any(list!(
            "at what premium" "for what premium" "with what premium" "and what premium" "at which premium" "at what premiums"
            "what premium each" "what premium does each" "what premium do they" "what premium is each"
        ));
        listed && column
    }

    fn ranking(&self, high: bool, low: bool, count: bool) -> Mode {
        let recent = self.any(list!(
            "newest" "most recent" "latest" "most recently" "youngest" "last account" "last client" "in last" "opened last"
            "added last" "signed last" "last one" "joined last" "last to"
        ));
        let old = self.any(list!("oldest" "longest" "earliest" "first account" "first client" "first customer" "our first" "us first" "came first" "first one" "joined first"));
        let sorts = self.any(list!("rank" "ranked" "sorted" "sort" "order"));
        let renews =
            self.any(list!("by renewal" "by date of renewal" "by renewals" "by when they renew"));
        let first = self.any(list!("renew first" "renews first" "renew next" "renews next" "renew soonest" "renews soonest"));
        if first || sorts && renews {
            return Mode::Soonest(if first { self.several() } else { usize::MAX });
        }
        let all = self.any(list!("highest first" "largest first" "biggest first" "highest to lowest" "largest to smallest"));
        if all {
            Mode::Highest(usize::MAX)
        } else if recent {
            Mode::Newest(self.several())
        } else if old {
            Mode::Oldest(self.several())
        } else if low {
            Mode::Lowest(self.several())
        } else if high {
            Mode::Highest(self.several())
        } else if self.any(list!("rank" "ranked" "sorted" "sort" "order" "descending")) {
            Mode::Highest(usize::MAX)
        } else if count {
            Mode::Count
        } else {
            Mode::List
        }
    }

    /// How many accounts a superlative asks for: a number, one ("is the largest", "largest account"), or a few.
    fn several(&self) -> usize {
        if let Some(amount) = self.amount() {
            return amount;
        }
        let place = (0..self.tokens.len())
            .find(|at| MOST.contains(&self.word(*at)) || LEAST.contains(&self.word(*at)));
        let single =
            list!("account" "client" "customer" "premium" "quote" "policy" "prospect" "deal" "one");
        let one = place.is_some_and(|at| {
            let lead = if self.back(at, 1) == "the" {
                self.back(at, 2)
            } else {
                self.back(at, 1)
            };
            matches!(lead, "is" | "has" | "with" | "pays" | "was" | "which")
                || (at + 1..at + 4)
                    .map(|next| self.word(next))
                    .find(|word| single.contains(word) || MANY.contains(word))
                    .is_some_and(|word| single.contains(&word))
        });
        let plural = self
            .any(list!("accounts" "quotes" "clients" "customers" "prospects" "policies" "deals"));
        if plural && !one { 3 } else { 1 }
    }

    /// "each stage", "per carrier", "which state has the most", "what carriers do we work with".
    /// "The premium with Birch, all stages", "across all states", "at any stage", "regardless of carrier": it does not matter.
    fn takes_all(&self, at: usize, plural: bool) -> bool {
        let (before, earlier) = (self.back(at, 1), self.back(at, 2));
        let last = at + 1 == self.tokens.len()
            && !matches!(earlier, "for" | "by" | "of" | "list" | "show");
        let all =
            plural && before == "all" && (last || matches!(earlier, "across" | "in" | "over"));
        all || before == "any"
            || earlier == "regardless" && before == "of"
            || matches!(earlier, "whatever" | "matter") && matches!(before, "the" | "its" | "their")
    }

    fn grouped(&self, premium: bool) -> Option<Mode> {
        let fewest = self.any(&["fewest", "least", "lowest", "smallest"]);
        // "Who insures most of our clients" asks for the insurer.
        let insures = self
            .any(list!("who insures" "who writes" "who underwrites" "who covers" "who carries" "who holds"));
        if insures && (self.any(MOST) || fewest) {
            return Some(Mode::Leader {
                by: Key::Carrier,
                premium,
                fewest,
            });
        }
        let (at, by, plural) = (0..self.tokens.len()).find_map(|at| {
            let (_, many, by) = *KEYS
                .iter()
                .find(|(one, many, _)| *one == self.word(at) || *many == self.word(at))?;
            let plural = many == self.word(at);
            let groups = self.groups_at(at, plural) && !self.takes_all(at, plural);
            groups.then_some((at, by, plural))
        })?;
        let asked = plural
            && matches!(
                self.back(at, 1),
                "which" | "what" | "many" | "different" | "the" | "all"
            );
        Some(if self.any(MOST) || fewest {
            Mode::Leader {
                by,
                premium,
                fewest,
            }
        } else if asked {
            Mode::Kinds(by)
        } else {
            Mode::Groups { by, premium }
        })
    }

    fn groups_at(&self, at: usize, plural: bool) -> bool {
        let before = self.back(at, 1);
        let each = matches!(before, "each" | "per" | "by" | "every")
            || (before == "the" && matches!(self.back(at, 2), "by" | "of")) && self.any(MOST);
        let ranks = self.any(MOST) || self.any(LEAST);
        let leads = matches!(before, "which" | "what") && ranks
            || matches!(self.word(at + 1), "with" | "has" | "having")
                && ranks
                && matches!(before, "" | "the" | "our")
            || MOST.contains(&before)
            || LEAST.contains(&before)
            || list!("common" "frequent" "popular" "used").contains(&before)
                && MOST.contains(&self.back(at, 2))
            || self.of_most_accounts(at);
        // "Which carriers do we work with?" asks for them; "which states are the accounts in" too.
        let kinds = plural
            && (matches!(before, "which" | "what" | "different" | "all" | "our")
                || before == "many" && self.back(at, 2) == "how");
        each || leads || kinds
    }

    /// "the carrier of the most accounts".
    fn of_most_accounts(&self, at: usize) -> bool {
        let article = usize::from(self.word(at + 2) == "the");
        let place = at + 2 + article;
        list!("of" "for" "behind" "on").contains(&self.word(at + 1))
            && list!("most" "fewest").contains(&self.word(place))
            && MANY.contains(&self.word(place + 1))
    }

    /// "how much commission", "the highest payroll": a measure that is no field of an account.
    pub(super) fn missing(&self) -> Option<String> {
        const MEASURED: &[&str] = list!(
            "premium" "premiums" "account" "quote" "expensive" "value" "volume" "worth" "recent" "recently" "open"
            "live" "active" "new" "annual" "price" "prices" "cost" "business" "different" "carriers" "states" "cities"
            "stages" "industries" "coverages" "money" "insurance" "contacts" "carrier" "insurer" "client" "customer"
            "prospect" "deal" "state" "city" "industry" "stage" "trade" "policy" "ones" "common" "often" "number"
            "dollars" "insurers" "written" "paying" "popular" "total" "amount" "single" "thing" "things" "one" "times" "frequently" "frequent" "appearances"
        );
        (1..self.tokens.len()).find_map(|at| {
            let word = self.word(at);
            let before = self.back(at, 1);
            let measures = list!("much" "many" "total" "average" "combined" "median" "mean")
                .contains(&before)
                || MOST.contains(&before)
                || LEAST.contains(&before);
            let known = self.used[at]
                || is_stopword(word)
                || MANY.contains(&word)
                || MEASURED.contains(&word)
                || list!("year" "years" "month" "months" "quarter" "week").contains(&word)
                || numbers::word_value(word).is_some()
                || self.trade_groups(word).is_some();
            (measures && !known).then(|| word.to_owned())
        })
    }

    /// "How much did we take in as broker fees", "how much have we paid out in refunds": money that is no premium.
    pub(super) fn taken_in(&self) -> Option<String> {
        let money = self.any(list!("take in" "took in" "taken in" "pay out" "paid out" "earn" "earned" "make" "made" "spend" "spent" "collect" "collected" "charge" "charged" "refund" "refunded"));
        if !self.says("how much") || !money {
            return None;
        }
        let of = (1..self.tokens.len()).find(|at| {
            matches!(self.word(*at), "as" | "in" | "for" | "from" | "on")
                && !(self.word(*at) == "in"
                    && matches!(self.back(*at, 1), "take" | "took" | "taken"))
        })?;
        let thing = (of + 1..self.tokens.len().min(of + 4)).find(|at| {
            let word = self.word(*at);
            let ends = self
                .tokens
                .get(at + 1)
                .is_none_or(|next| next.after_break || is_stopword(&next.norm));
            ends && word.ends_with('s') && !word.ends_with("ss")
        })?;
        let word = self.word(thing);
        let known = self.used[thing]
            || MANY.contains(&word)
            || KEYS.iter().any(|(_, many, _)| *many == word)
            || list!("years" "months" "quarters" "weeks" "days" "ones" "dollars").contains(&word)
            || self.tokens[thing].capital
            || self.trade_groups(word).is_some();
        (!known).then(|| word.to_owned())
    }

    /// What is left of a list that no condition was read from: then what the files say decides.
    pub(super) fn mentions(&mut self) {
        const PLAIN: &[&str] = list!(
            "accounts" "clients" "account" "client" "customers" "customer" "list" "show" "give" "name" "every" "book"
            "file" "files" "on" "see" "print" "pull" "whole" "entire" "complete" "full" "names" "ours" "today" "current"
            "rank" "ranked" "order" "sort" "sorted" "premium" "premiums" "stage" "carrier" "size" "please" "tell"
            "handle" "thanks" "hey" "everything" "records" "record" "recorded" "say" "mention" "mentions" "mentioned"
            "talk" "speak" "come" "going" "someone" "somebody" "without" "there's" "their" "business"
        );
        let left: Vec<String> = (0..self.tokens.len())
            .filter(|at| !self.used[*at])
            .map(|at| self.word(at))
            .filter(|word| {
                word.len() > 2
                    && !is_stopword(word)
                    && !PLAIN.contains(word)
                    && !MANY.contains(word)
                    && numbers::word_value(word).is_none_or(|value| value >= 100.0)
            })
            .map(str::to_owned)
            .collect();
        if !left.is_empty() {
            self.filters.push(Filter::Mentions(left));
        }
    }

    /// "three largest", "top 5".
    fn amount(&self) -> Option<usize> {
        let numbers = numbers::numbers(self.tokens);
        let number = numbers.iter().find(|number| {
            number.unit == Unit::Bare && number.value >= 1.0 && number.value <= 50.0
        })?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range was checked"
        )]
        let amount = number.value as usize;
        Some(amount)
    }
}
