//! Reads the conditions of a question over all accounts, one kind after the other.

use super::Filter;
use super::filters::is_trade;
use super::parse::{MANY, Reader};
use crate::money::Money;
use crate::numbers::{self, Number, Unit};
use crate::resolve::{Found, Resolution};
use crate::text::{has_capitals, words};
use crate::update::coverage_name;
use crate::words::{COVERAGES, is_common, is_stopword, region, state_code, state_name, stated};

/// Words before a line of insurance that make it a condition.
const HAS: &[&str] = list!(
    "with" "have" "has" "carry" "carries" "carrying" "without" "no" "buy" "buys" "bought" "include" "includes" "need"
    "needs" "needing" "want" "wants" "lack" "lacks" "lacking" "missing" "and" "or" "having" "hold" "holds" "but"
    "write" "wrote" "get" "gets" "got" "insure" "writing" "insuring" "covering" "doing" "cover" "take" "takes" "for"
);
const LACKS: &[&str] = list!("without" "no" "not" "lack" "lacks" "lacking" "missing" "don't" "doesn't" "never" "haven't");

impl Reader<'_> {
    /// "the two Ortega accounts".
    pub(super) fn name(&mut self, found: &Found) {
        let Some((start, end)) = found.mention.filter(|_| {
            matches!(
                found.resolution,
                Resolution::One(_) | Resolution::Ambiguous(_)
            )
        }) else {
            return;
        };
        let inside: Vec<usize> = (0..self.tokens.len())
            .filter(|at| self.tokens[*at].start >= start && self.tokens[*at].end <= end)
            .collect();
        if self.is_region(&inside) {
            return;
        }
        let said: Vec<String> = inside
            .iter()
            .map(|at| self.tokens[*at].norm.clone())
            .collect();
        let company = Filter::Name(said.clone());
        let held = self
            .book
            .accounts
            .iter()
            .any(|account| company.holds(account, self.book, self.today));
        self.filters
            .push(if held { company } else { Filter::Person(said) });
        self.take(inside);
    }

    /// "Our Oregon accounts": a state before accounts is where they are, even if a company is called after it.
    fn is_region(&self, inside: &[usize]) -> bool {
        let name: Vec<&str> = inside.iter().map(|at| self.word(*at)).collect();
        let next = inside.last().map_or("", |at| self.word(at + 1));
        let before = inside.first().map_or("", |at| self.back(*at, 1));
        state_code(&name.join(" ")).is_some()
            && (MANY.contains(&next) || matches!(before, "in" | "from" | "across" | "throughout"))
    }

    pub(super) fn take(&mut self, places: impl IntoIterator<Item = usize>) {
        for at in places {
            self.used[at] = true;
        }
    }

    pub(super) fn phrase_at(&self, at: usize, phrase: &[String]) -> bool {
        !phrase.is_empty()
            && phrase
                .iter()
                .enumerate()
                .all(|(step, word)| self.word(at + step) == word && !self.used[at + step])
    }

    /// "with umbrella", "without cyber", "carry workers comp".
    pub(super) fn coverage(&mut self) {
        let held = self.book.coverages.iter().map(String::as_str);
        let known = COVERAGES
            .iter()
            .flat_map(|(name, others)| std::iter::once(*name).chain(others.iter().copied()));
        let mut names: Vec<Vec<String>> = held.chain(known).map(words).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        let mut found: Vec<(usize, Filter)> = Vec::new();
        for at in 0..self.tokens.len() {
            let Some(name) = names.iter().find(|name| self.phrase_at(at, name)) else {
                continue;
            };
            let length = name.len();
            let line = coverage_name(&name.join(" "));
            let lead = (at.saturating_sub(4)..at)
                .map(|place| self.word(place))
                .collect::<Vec<_>>();
            let has = lead.iter().any(|word| HAS.contains(word));
            let listed = self
                .book
                .coverages
                .iter()
                .any(|held| coverage_name(held) == line);
            let wide = matches!(
                self.word(at + length),
                "coverage" | "cover" | "policy" | "policies" | "insurance"
            ) || (MANY.contains(&self.word(at + length))
                && self.trade_groups(self.word(at)).is_none());
            if (has || wide) && (listed || length > 1) {
                let not = self.lacking(at);
                found.push((at, Filter::Coverage { line, not }));
                self.take(at..at + length);
            }
        }
        let ends = found.first().zip(found.last());
        let either = ends
            .is_some_and(|((first, _), (last, _))| (*first..*last).any(|at| self.word(at) == "or"))
            && !found
                .iter()
                .any(|(_, line)| matches!(line, Filter::Coverage { not: true, .. }));
        let mut lines: Vec<Filter> = found.into_iter().map(|(_, line)| line).collect();
        if either {
            self.alternatives(lines);
        } else {
            self.filters.append(&mut lines);
        }
    }

    /// Whether the nearest verb before a line of insurance denies it: "without cyber", "that don't have cyber".
    fn lacking(&self, at: usize) -> bool {
        let verb = (at.saturating_sub(4)..at).rev().find(|place| {
            LACKS.contains(&self.word(*place))
                || list!("with" "have" "has" "carry" "carries" "carrying" "include" "includes" "need" "needs" "having" "writing" "write" "buy" "covering" "insuring" "get" "got")
                    .contains(&self.word(*place))
        });
        verb.is_some_and(|place| {
            LACKS.contains(&self.word(place))
                || LACKS.contains(&self.back(place, 1))
                || LACKS.contains(&self.back(place, 2)) && self.back(place, 1) == "yet"
        })
    }

    pub(super) fn carrier(&mut self) {
        let mut named: Vec<Filter> = Vec::new();
        for carrier in self.book.carriers.clone() {
            let name = words(&carrier);
            for at in 0..self.tokens.len() {
                let run = name
                    .iter()
                    .enumerate()
                    .take_while(|(step, word)| {
                        self.word(at + step) == **word && self.used.get(at + step) == Some(&false)
                    })
                    .count();
                let enough = run == name.len() || run >= 2 || (run == 1 && !is_common(&name[0]));
                if enough {
                    let not = matches!(self.back(at, 1), "not" | "except")
                        || self.back(at, 2) == "not"
                        || self.back(at, 2) == "than";
                    let carrier = Filter::Carrier {
                        name: carrier.clone(),
                        not,
                    };
                    if not {
                        self.filters.push(carrier);
                    } else {
                        named.push(carrier);
                    }
                    self.take(at..at + run);
                }
            }
        }
        if self.before_carriers() {
            for filter in &mut named {
                if let Filter::Carrier { name, .. } = filter {
                    *filter = Filter::Before(std::mem::take(name));
                }
            }
        }
        self.alternatives(named);
        if self.blank(&["carrier", "insurer", "market"]) {
            self.filters.push(Filter::HasCarrier(false));
        }
    }

    /// Whether what insurers still look at is asked for: no state names them yet, but the messages do.
    fn before_carriers(&self) -> bool {
        self.any(list!(
            "submissions" "submission" "submitted" "submitted to" "sitting with" "sent to" "out to" "pending with"
            "waiting on" "waiting for" "reviewing" "looking at" "in front of" "gone to" "went to"
        ))
    }

    pub(super) fn place(&mut self) {
        let mut places = Vec::new();
        for at in 0..self.tokens.len() {
            for length in (1..=3).rev() {
                let Some(run) = self.tokens.get(at..at + length) else {
                    continue;
                };
                if self.used[at..at + length].contains(&true)
                    || places
                        .iter()
                        .any(|(first, count, _)| at >= *first && at < first + count)
                {
                    continue;
                }
                let name = run
                    .iter()
                    .map(|token| token.norm.as_str())
                    .collect::<Vec<_>>()
                    .join(" ");
                let name = self.one_city(at, name);
                let city = self.book.directory().has_city(&name);
                let capital = run[0].capital || !has_capitals(self.tokens);
                let code = length == 1
                    && name.len() == 2
                    && run[0].capital
                    && run[0].end - run[0].start == 2
                    && state_name(&name).is_some()
                    && !matches!(name.as_str(), "in" | "or" | "me" | "hi" | "ok" | "oh")
                    || length == 1 && self.coded(at);
                if let Some(states) = region(&name) {
                    let states = states
                        .iter()
                        .map(|state| Filter::State((*state).to_owned()));
                    places.push((at, length, Filter::Any(states.collect())));
                    continue;
                }
                let filter = match (stated(&name), code, city && capital) {
                    (Some(state), _, false) => Filter::State(state),
                    (Some(state), _, true) if self.back(at, 1) != "city" => Filter::State(state),
                    (_, true, _) => Filter::State(name.to_uppercase()),
                    (_, _, true) => Filter::City(name),
                    _ => continue,
                };
                places.push((at, length, filter));
            }
        }
        let named = self.part(places);
        self.alternatives(named);
    }

    /// "the two Salems" are both called Salem.
    fn one_city(&self, at: usize, name: String) -> String {
        let several =
            at > 0 && list!("two" "both" "three" "the" "our" "2" "3").contains(&self.back(at, 1));
        let cities = self.book.directory();
        let one = name
            .strip_suffix('s')
            .filter(|one| several && cities.has_city(one) && !cities.has_city(&name));
        one.map(str::to_owned).unwrap_or(name)
    }

    /// "wa accounts": a small-lettered code of a state right before accounts.
    fn coded(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() == 2
            && state_name(word).is_some()
            && !matches!(word, "in" | "or" | "me" | "hi" | "ok" | "oh")
            && MANY.contains(&self.word(at + 1))
    }

    /// Conditions of one kind of which an account can meet only one.
    fn alternatives(&mut self, mut filters: Vec<Filter>) {
        if filters.len() > 1 {
            self.filters.push(Filter::Any(filters));
        } else {
            self.filters.append(&mut filters);
        }
    }

    /// "above $20,000", "between 5k and 10k", "without a premium".
    pub(super) fn premium(&mut self) {
        let unpriced = list!(
            "not been quoted" "not been priced" "hasn't been priced" "haven't been priced" "unpriced" "not priced"
            "hasn't been quoted" "haven't been quoted" "unquoted" "not yet priced" "not yet quoted" "aren't priced"
        );
        if self.blank(&["premium", "price", "quote", "premiums", "pricing"]) || self.any(unpriced) {
            self.filters.push(Filter::HasPremium(false));
            return;
        }
        let numbers: Vec<_> = numbers::numbers(self.tokens)
            .into_iter()
            .filter(|number| {
                number.unit == Unit::Money || (number.unit == Unit::Bare && number.value >= 100.0)
            })
            .collect();
        if let Some(range) = self.range() {
            self.filters.push(range);
            return;
        }
        let ends = numbers.iter().enumerate().find_map(|(place, number)| {
            let next = numbers
                .get(place + 1)
                .and_then(|next| Money::from_number(next.value));
            self.ends(number, next)
        });
        self.filters
            .extend(ends.map(|(least, most, strict)| Filter::Premium {
                least,
                most,
                strict,
            }));
    }

    /// "between 20 and 30 thousand": the first end may borrow the thousands of the second.
    fn range(&self) -> Option<Filter> {
        let at = (0..self.tokens.len()).find(|at| matches!(self.word(*at), "between" | "from"))?;
        let all = numbers::numbers(self.tokens);
        let mut after = all.iter().filter(|number| number.first > at);
        let (low, high) = (after.next()?, after.next()?);
        let joined = matches!(self.word(low.after), "and" | "to")
            && low.first <= at + 2
            && high.first <= low.after + 2;
        let priced = high.unit == Unit::Money || high.unit == Unit::Bare && high.value >= 1000.0;
        let borrowed =
            low.value < 1000.0 && high.value >= 1000.0 && high.value / 1000.0 > low.value;
        let least = if borrowed {
            low.value * 1000.0
        } else {
            low.value
        };
        (joined && priced && low.unit != Unit::Ordinal).then(|| Filter::Premium {
            least: Money::from_number(least),
            most: Money::from_number(high.value),
            strict: false,
        })
    }

    /// The least and the most that the words around an amount allow, and whether the amount itself is out.
    fn ends(
        &self,
        number: &Number,
        next: Option<Money>,
    ) -> Option<(Option<Money>, Option<Money>, bool)> {
        let sum = Money::from_number(number.value);
        let before = (self.back(number.first, 1), self.back(number.first, 2));
        let after = (self.word(number.after), self.word(number.after + 1));
        match (before, after) {
            (("between", _), _) => Some((sum, next, false)),
            (("over" | "above" | "exceeding" | "exceed" | "exceeds" | "beyond" | "past", _), _)
            | (("of", "north"), _) => Some((sum, None, true)),
            (("than", "more" | "greater" | "higher" | "larger" | "bigger"), _) => {
                Some((sum, None, true))
            }
            (("least" | "from", _), _) | (_, ("or", "more" | "above" | "higher")) => {
                Some((sum, None, false))
            }
            (("under" | "below" | "beneath", _) | ("of", "south" | "short" | "shy"), _) => {
                Some((None, sum, true))
            }
            (("than", "less" | "lower" | "smaller" | "cheaper"), _) => Some((None, sum, true)),
            (("most", "at") | ("to", "up"), _) | (_, ("or", "less" | "below" | "lower")) => {
                Some((None, sum, false))
            }
            _ => None,
        }
    }

    /// Trades: neighbouring words belong together, groups are alternatives.
    pub(super) fn trade(&mut self) {
        let mut groups: Vec<Vec<String>> = Vec::new();
        let mut last: Option<usize> = None;
        for at in 0..self.tokens.len() {
            let word = self.word(at).to_owned();
            if self.used[at] || is_stopword(&word) {
                continue;
            }
            let Some(stems) = self.trade_groups(&word) else {
                continue;
            };
            match (last, groups.last_mut()) {
                (Some(before), Some(group))
                    if before + 1 == at
                        && !self.tokens[at].after_break
                        && stems.len() == 1
                        && group.len() == 1 =>
                {
                    group.push(word)
                }
                _ => groups.extend(stems),
            }
            last = Some(at);
            self.used[at] = true;
        }
        if !groups.is_empty() {
            let fits = |trade: &&String| groups.iter().any(|group| is_trade(trade, group));
            let trades = self.book.industries.iter().filter(fits).cloned().collect();
            self.filters.push(Filter::Trade(trades));
        }
    }
}
