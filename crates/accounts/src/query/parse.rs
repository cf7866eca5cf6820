use jiff::ToSpan;
use jiff::civil::Date;

use super::filters::is_trade;
use super::{Filter, Key, Mode, Query};
use crate::book::Book;
use crate::dates::{self, Lean, Stretch};
use crate::money::Money;
use crate::numbers::{self, Unit};
use crate::resolve::{Found, Resolution};
use crate::text::{Token, plain, stem, words};
use crate::update::coverage_name;
use crate::words::{COVERAGES, STAGES, TRADES, is_common, is_stopword, state_code, state_name};

const MANY: &[&str] = list!(
    "accounts" "clients" "customers" "quotes" "prospects" "businesses" "companies" "deals" "book" "pipeline"
    "renewals" "submissions" "policies" "firms" "portfolio" "insureds" "proposals" "leads" "premiums" "applications"
    "opportunities" "contractors" "restaurants" "everything"
);

/// A sentence being read as a question over all accounts.
struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    line: String,
    book: &'a Book,
    today: Date,
    /// Words that already have a meaning.
    used: Vec<bool>,
    filters: Vec<Filter>,
}

/// The query of a sentence, or `None` if it does not ask about several accounts.
pub fn parse(
    text: &str,
    tokens: &[Token],
    found: &Found,
    book: &Book,
    today: Date,
) -> Option<Query> {
    let line = format!(
        " {} ",
        tokens
            .iter()
            .map(|token| token.norm.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    );
    let mut reader = Reader {
        text,
        tokens,
        line,
        book,
        today,
        used: vec![false; tokens.len()],
        filters: Vec::new(),
    };
    let wide = reader.is_wide(found);
    if !wide && !matches!(found.resolution, Resolution::None) {
        return None;
    }
    reader.name(found);
    reader.coverage();
    reader.carrier();
    reader.place();
    reader.stages();
    reader.premium();
    reader.times();
    let mode = reader.mode();
    reader.trade();
    // "Who has an umbrella?" names no account and no accounts, but a condition.
    let condition = !reader.filters.is_empty()
        && matches!(
            reader.word(0),
            "who" | "which" | "what" | "how" | "any" | "anyone" | "list" | "show"
        );
    if !wide && !condition {
        return None;
    }
    let missing = reader.missing();
    Some(Query {
        filters: reader.filters,
        mode,
        missing,
    })
}

impl Reader<'_> {
    fn says(&self, phrase: &str) -> bool {
        self.line.contains(&format!(" {phrase} "))
    }

    fn any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.says(phrase))
    }

    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }

    fn back(&self, at: usize, steps: usize) -> &str {
        at.checked_sub(steps).map_or("", |place| self.word(place))
    }

    /// Whether the sentence asks about several accounts, or about which one of all.
    fn is_wide(&self, found: &Found) -> bool {
        let plural = self
            .tokens
            .iter()
            .any(|token| MANY.contains(&token.norm.as_str()));
        let which = self.any(list!(
            "which account" "what account" "which client" "which customer" "which prospect" "largest account"
            "biggest account" "smallest account" "cheapest account" "account has the" "account with the"
            "any account" "anyone" "who else"
        ));
        let groups = self.any(list!(
            "each stage" "per stage" "by stage" "each carrier" "per carrier" "by carrier" "each state" "per state"
            "by state" "by industry" "which state" "which industry" "which stage has" "which city"
            "which carrier has" "which carrier do we" "across the book" "across all"
        ));
        let plural_trade = self.any(&["how many"])
            && self
                .tokens
                .iter()
                .any(|token| token.norm.ends_with('s') && self.trade_groups(&token.norm).is_some());
        match &found.resolution {
            Resolution::One(_) => {
                self.any(&["accounts", "both accounts", "combined"])
                    && self.tokens.iter().any(|token| token.norm == "accounts")
                    && found.rule != "a full name"
            }
            Resolution::Unknown(_) => plural && (groups || self.mentions_place(found)),
            Resolution::Ambiguous(_) => self.says("accounts"),
            Resolution::None => plural || which || groups || plural_trade,
        }
    }

    fn mentions_place(&self, found: &Found) -> bool {
        let Some((start, end)) = found.mention else {
            return false;
        };
        let name = plain(&self.text[start..end]);
        state_code(&name).is_some()
            || self.book.accounts.iter().any(|account| {
                account
                    .location
                    .as_ref()
                    .is_some_and(|place| plain(&place.city) == name)
            })
    }

    /// "the two Ortega accounts".
    fn name(&mut self, found: &Found) {
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
        self.filters.push(Filter::Name(
            inside
                .iter()
                .map(|at| self.tokens[*at].norm.clone())
                .collect(),
        ));
        self.take(inside);
    }

    fn take(&mut self, places: impl IntoIterator<Item = usize>) {
        for at in places {
            self.used[at] = true;
        }
    }

    fn phrase_at(&self, at: usize, phrase: &[String]) -> bool {
        !phrase.is_empty()
            && phrase
                .iter()
                .enumerate()
                .all(|(step, word)| self.word(at + step) == word && !self.used[at + step])
    }

    /// "with umbrella", "without cyber", "carry workers comp".
    fn coverage(&mut self) {
        let held = self
            .book
            .accounts
            .iter()
            .flat_map(|account| account.coverage_types.iter().map(String::as_str));
        let known = COVERAGES
            .iter()
            .flat_map(|(name, others)| std::iter::once(*name).chain(others.iter().copied()));
        let mut names: Vec<Vec<String>> = held.chain(known).map(words).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        for at in 0..self.tokens.len() {
            let Some(name) = names.iter().find(|name| self.phrase_at(at, name)) else {
                continue;
            };
            let length = name.len();
            let line = coverage_name(&name.join(" "));
            let lead = (at.saturating_sub(4)..at)
                .map(|place| self.word(place))
                .collect::<Vec<_>>();
            let has = lead.iter().any(|word| {
                matches!(
                    *word,
                    "with"
                        | "have"
                        | "has"
                        | "carry"
                        | "carries"
                        | "carrying"
                        | "without"
                        | "no"
                        | "buy"
                        | "include"
                        | "includes"
                        | "need"
                        | "lack"
                        | "lacking"
                        | "missing"
                        | "and"
                        | "or"
                        | "having"
                        | "hold"
                        | "but"
                )
            });
            let listed = self.book.accounts.iter().any(|account| {
                account
                    .coverage_types
                    .iter()
                    .any(|held| coverage_name(held) == line)
            });
            let wide = matches!(
                self.word(at + length),
                "coverage" | "cover" | "policy" | "policies" | "insurance"
            );
            if (has || wide) && (listed || length > 1) {
                let not = lead.iter().any(|word| {
                    matches!(
                        *word,
                        "without"
                            | "no"
                            | "not"
                            | "lack"
                            | "lacking"
                            | "missing"
                            | "don't"
                            | "doesn't"
                    )
                });
                self.filters.push(Filter::Coverage { line, not });
                self.take(at..at + length);
            }
        }
    }

    fn carrier(&mut self) {
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
                    self.filters.push(Filter::Carrier {
                        name: carrier.clone(),
                        not,
                    });
                    self.take(at..at + run);
                }
            }
        }
        if self.any(&[
            "no carrier",
            "without a carrier",
            "without carrier",
            "don't have a carrier",
        ]) {
            self.filters.push(Filter::HasCarrier(false));
        }
    }

    fn place(&mut self) {
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
                let city = self.book.accounts.iter().any(|account| {
                    account
                        .location
                        .as_ref()
                        .is_some_and(|place| plain(&place.city) == name)
                });
                let capital = run[0].capital
                    || !self
                        .tokens
                        .iter()
                        .any(|token| token.capital && !token.starts_sentence);
                let code = length == 1
                    && name.len() == 2
                    && run[0].capital
                    && run[0].end - run[0].start == 2
                    && state_name(&name).is_some()
                    && !matches!(name.as_str(), "in" | "or" | "me" | "hi" | "ok" | "oh");
                let filter = match (state_code(&name), code, city && capital) {
                    (Some(state), _, false) => Filter::State(state),
                    (Some(state), _, true) if self.back(at, 1) != "city" => Filter::State(state),
                    (_, true, _) => Filter::State(name.to_uppercase()),
                    (_, _, true) => Filter::City(name),
                    _ => continue,
                };
                places.push((at, length, filter));
            }
        }
        for (at, length, filter) in places {
            self.filters.push(filter);
            self.take(at..at + length);
        }
    }

    fn stages(&mut self) {
        let mut wanted: Vec<String> = Vec::new();
        let mut unwanted: Vec<String> = Vec::new();
        let mut names: Vec<(Vec<String>, &str)> = STAGES
            .iter()
            .flat_map(|stage| {
                stage_words(stage.name)
                    .iter()
                    .map(|phrase| (words(phrase), stage.name))
                    .collect::<Vec<_>>()
            })
            .collect();
        names.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        for at in 0..self.tokens.len() {
            let Some((phrase, stage)) = names.iter().find(|(phrase, _)| self.phrase_at(at, phrase))
            else {
                continue;
            };
            let start = (0..at)
                .rev()
                .find(|place| {
                    self.tokens[*place].after_break || matches!(self.word(*place), "but" | "and")
                })
                .unwrap_or(0);
            let not = (start..at).any(|place| {
                matches!(
                    self.word(place),
                    "not"
                        | "aren't"
                        | "isn't"
                        | "haven't"
                        | "hasn't"
                        | "except"
                        | "excluding"
                        | "never"
                        | "besides"
                )
            }) || (self.back(at, 1) == "than" && self.back(at, 2) == "other");
            let list = if not { &mut unwanted } else { &mut wanted };
            list.push((*stage).to_owned());
            // "quoted" in passing covers what was pitched since; "Quoted" and "the quoted stage" are the stage itself.
            let strict = self.tokens[at].capital
                || self.says("stage")
                || self.any(&["not pitched", "but not pitched"]);
            if *stage == "Quoted" && !not && !strict {
                list.push("Quote Pitched".to_owned());
            }
            self.take(at..at + phrase.len());
        }
        let open_quotes = self.any(list!(
            "open quotes" "outstanding quotes" "live quotes" "pending quotes" "active quotes"
        )) || (self.says("open") && self.says("quotes"));
        let open = self.any(list!(
            "open accounts" "live accounts" "open deals" "active prospects" "pipeline" "in play" "open pipeline"
            "prospects" "still open" "open opportunities"
        ));
        if open_quotes && wanted.is_empty() {
            wanted.extend(["Quoted".to_owned(), "Quote Pitched".to_owned()]);
        } else if open && wanted.is_empty() {
            unwanted.extend(["Bound".to_owned(), "Lost".to_owned()]);
        }
        if !wanted.is_empty() {
            self.filters.push(Filter::Stage {
                any: wanted,
                not: false,
            });
        }
        if !unwanted.is_empty() {
            self.filters.push(Filter::Stage {
                any: unwanted,
                not: true,
            });
        }
    }

    /// "above $20,000", "between 5k and 10k", "without a premium".
    fn premium(&mut self) {
        if self.any(list!(
            "without a premium" "no premium" "without premium" "missing a premium" "no premium yet"
            "not been quoted" "without a price" "premium missing" "don't have a premium"
        )) {
            self.filters.push(Filter::HasPremium(false));
            return;
        }
        let numbers: Vec<_> = numbers::numbers(self.tokens)
            .into_iter()
            .filter(|number| {
                number.unit == Unit::Money || (number.unit == Unit::Bare && number.value >= 100.0)
            })
            .collect();
        let sum = |value: f64| Money::from_number(value);
        for (place, number) in numbers.iter().enumerate() {
            let lead = [
                self.back(number.first, 1),
                self.back(number.first, 2),
                self.back(number.first, 3),
            ];
            let filter = match lead {
                ["between", ..] => Some((
                    sum(number.value),
                    numbers.get(place + 1).and_then(|next| sum(next.value)),
                    false,
                )),
                [
                    "over" | "above" | "exceeding" | "exceed" | "exceeds" | "beyond",
                    ..,
                ]
                | [
                    "than",
                    "more" | "greater" | "higher" | "larger" | "bigger",
                    ..,
                ] => Some((sum(number.value), None, true)),
                ["least", ..] | ["from", ..] => Some((sum(number.value), None, false)),
                ["under" | "below" | "beneath", ..]
                | ["than", "less" | "lower" | "smaller" | "cheaper", ..] => {
                    Some((None, sum(number.value), true))
                }
                ["most", "at", ..] | ["to", "up", ..] => Some((None, sum(number.value), false)),
                _ if matches!(
                    (self.word(number.after), self.word(number.after + 1)),
                    ("or", "more" | "above" | "higher")
                ) =>
                {
                    Some((sum(number.value), None, false))
                }
                _ if matches!(
                    (self.word(number.after), self.word(number.after + 1)),
                    ("or", "less" | "below" | "lower")
                ) =>
                {
                    Some((None, sum(number.value), false))
                }
                _ => None,
            };
            if let Some((least, most, strict)) = filter {
                self.filters.push(Filter::Premium {
                    least,
                    most,
                    strict,
                });
                return;
            }
        }
    }

    /// Renewals, new accounts and quiet ones.
    fn times(&mut self) {
        let stretch = dates::stretch(self.tokens, self.today);
        let renewal = self.tokens.iter().any(|token| {
            matches!(
                token.norm.as_str(),
                "renew" | "renews" | "renewal" | "renewals" | "renewing"
            )
        });
        let quiet = self.any(list!(
            "no contact" "gone quiet" "not heard" "haven't heard" "no activity" "stale" "haven't contacted"
            "not contacted" "haven't talked" "haven't spoken" "untouched" "not been touched" "no communication"
            "nothing since" "no news" "not been contacted" "last contact" "haven't been contacted" "no emails"
            "silent" "without contact" "hasn't been contacted" "no message" "no messages"
        ));
        let created = self.any(list!(
            "created" "added" "opened" "came in" "new accounts" "inquired" "joined" "started"
        )) && !quiet;
        if quiet {
            let since = self
                .since()
                .or(stretch.map(|stretch| stretch.from))
                .or_else(|| self.today.checked_sub(30.days()).ok());
            self.filters.extend(since.map(Filter::QuietSince));
        } else if let (true, Some(stretch)) = (renewal, stretch) {
            self.filters.retain(
                |filter| !matches!(filter, Filter::Stage { any, .. } if any == &["Renewal Due"]),
            );
            self.filters.push(Filter::Renewal(stretch));
        } else if let (true, Some(from)) = (created, self.since()) {
            self.filters.push(Filter::Created(Stretch {
                from,
                to: self.today,
            }));
        } else if let (true, Some(stretch)) = (created, stretch) {
            self.filters.push(Filter::Created(stretch));
        }
        if self.any(list!(
            "more than one contact" "several contacts" "two contacts" "multiple contacts" "at least two contacts"
        )) {
            self.filters.push(Filter::Contacts(2));
        }
    }

    /// "since January 15", "in 30 days", "for two weeks".
    fn since(&self) -> Option<Date> {
        let after = self
            .tokens
            .iter()
            .position(|token| matches!(token.norm.as_str(), "since" | "after" | "before"))?;
        let rest = &self.tokens[after..];
        let named = dates::dates(self.text, rest, self.today, Lean::Nearest)
            .first()
            .and_then(|mention| mention.date);
        let past = named.map(|date| {
            if date > self.today {
                date.checked_sub(1.year()).unwrap_or(date)
            } else {
                date
            }
        });
        past.or_else(|| dates::stretch(rest, self.today).map(|stretch| stretch.from))
    }

    fn mode(&mut self) -> Mode {
        let premium = self.any(&["premium", "premiums", "volume", "revenue"]);
        if let Some(by) = self.group() {
            let leads = self.any(list!("most" "highest" "biggest" "largest" "greatest"));
            let fewest = self.any(&["fewest", "least", "lowest", "smallest"]);
            return if leads || fewest {
                Mode::Leader {
                    by,
                    premium,
                    fewest,
                }
            } else {
                Mode::Groups { by, premium }
            };
        }
        let sums = self.any(list!(
            "total" "sum" "combined" "add up" "altogether" "in all" "together" "adds up"
        )) || (self.says("how much") && (premium || self.says("worth")));
        let count = self.any(&["how many", "number of", "count"]);
        let several = |reader: &Self| {
            reader.amount().unwrap_or_else(|| {
                if reader.any(list!("accounts" "quotes" "clients" "customers" "prospects")) {
                    3
                } else {
                    1
                }
            })
        };
        if self.any(&["average", "mean", "typical"]) {
            Mode::Average
        } else if sums && !count {
            Mode::Sum
        } else if self.any(list!(
            "largest" "biggest" "highest" "most expensive" "top" "priciest" "highest premium"
        )) {
            Mode::Highest(several(self))
        } else if self.any(&["smallest", "lowest", "cheapest", "least expensive"]) {
            Mode::Lowest(several(self))
        } else if self.any(&["oldest", "longest", "earliest"]) {
            Mode::Oldest(several(self))
        } else if self.any(&["newest", "most recent", "latest", "most recently"]) {
            Mode::Newest(several(self))
        } else if count {
            Mode::Count
        } else {
            Mode::List
        }
    }

    /// "how much commission", "the highest payroll": a measure that is no field of an account.
    fn missing(&self) -> Option<String> {
        const MEASURED: &[&str] = list!(
            "premium" "premiums" "account" "quote" "expensive" "value" "volume" "worth" "recent" "recently" "open"
            "live" "active" "new" "annual" "premium" "price" "prices" "cost" "business" "different" "carriers"
            "states" "cities" "stages" "industries" "coverages" "money" "insurance" "contacts"
        );
        (1..self.tokens.len()).find_map(|at| {
            let word = self.word(at);
            let measures = matches!(
                self.back(at, 1),
                "much"
                    | "many"
                    | "total"
                    | "average"
                    | "highest"
                    | "lowest"
                    | "most"
                    | "fewest"
                    | "combined"
                    | "largest"
                    | "biggest"
            );
            let known = self.used[at]
                || is_stopword(word)
                || MANY.contains(&word)
                || MEASURED.contains(&word)
                || numbers::word_value(word).is_some()
                || self.trade_groups(word).is_some();
            (measures && !known).then(|| word.to_owned())
        })
    }

    /// "each stage", "per carrier", "by state", "which carrier has the most".
    fn group(&self) -> Option<Key> {
        const KEYS: [(&str, Key); 12] = [
            ("stage", Key::Stage),
            ("stages", Key::Stage),
            ("status", Key::Stage),
            ("carrier", Key::Carrier),
            ("carriers", Key::Carrier),
            ("insurer", Key::Carrier),
            ("state", Key::State),
            ("city", Key::City),
            ("industry", Key::Trade),
            ("industries", Key::Trade),
            ("coverage", Key::Coverage),
            ("trade", Key::Trade),
        ];
        (1..self.tokens.len()).find_map(|at| {
            let key = KEYS
                .iter()
                .find(|(word, _)| *word == self.word(at))
                .map(|(_, key)| *key)?;
            let each = matches!(self.back(at, 1), "each" | "per" | "by" | "every")
                || (self.back(at, 1) == "the" && self.back(at, 2) == "by");
            let leads = matches!(self.back(at, 1), "which" | "what")
                && self.any(list!(
                    "most" "fewest" "highest" "largest" "biggest" "lowest" "least" "greatest" "smallest"
                ));
            (each || leads).then_some(key)
        })
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

    /// Trades: neighbouring words belong together, groups are alternatives.
    fn trade(&mut self) {
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
                    if before + 1 == at && stems.len() == 1 && group.len() == 1 =>
                {
                    group.push(word)
                }
                _ => groups.extend(stems),
            }
            last = Some(at);
        }
        if !groups.is_empty() {
            self.filters.push(Filter::Trade(groups));
        }
    }

    /// The trades that a word stands for; `None` if no account has one of them.
    fn trade_groups(&self, word: &str) -> Option<Vec<Vec<String>>> {
        const NOT_TRADES: &[&str] = list!(
            "company" "companies" "business" "businesses" "accounts" "service" "services" "firms" "firm" "shop"
            "shops" "practice" "contact" "control" "care" "day"
        );
        if word.len() < 3 || NOT_TRADES.contains(&word) {
            return None;
        }
        let wide = TRADES
            .iter()
            .find(|(name, _)| stem(name) == stem(word))
            .map(|(_, stems)| {
                stems
                    .iter()
                    .map(|stem| vec![(*stem).to_owned()])
                    .collect::<Vec<_>>()
            });
        let groups = wide.unwrap_or_else(|| vec![vec![word.to_owned()]]);
        let held = groups.iter().any(|group| {
            self.book
                .accounts
                .iter()
                .any(|account| is_trade(account, group))
        });
        held.then_some(groups)
    }
}

/// Words for a stage in a question over many accounts.
fn stage_words(stage: &str) -> &'static [&'static str] {
    match stage {
        "Application Received" => list!(
            "application received" "sent an application" "sent in an application" "sent applications"
            "application stage" "applications received" "applied"
        ),
        "Submitted" => &["submitted", "in submission", "with carriers", "submissions"],
        "Quoted" => &["quoted"],
        "Quote Pitched" => &["quote pitched", "pitched", "been pitched"],
        "Bound" => &["bound", "we have bound", "in force"],
        "Renewal Due" => list!(
            "renewal due" "due for renewal" "up for renewal" "renewals" "coming up for renewal"
        ),
        _ => &["lost", "we lost"],
    }
}
