use jiff::civil::Date;

use super::filters::is_trade;
use super::{Filter, Key, Mode, Query};
use crate::book::Book;
use crate::numbers::{self, Unit};
use crate::resolve::{Found, Resolution};
use crate::text::{Token, plain, stem};
use crate::words::{TRADES, is_stopword, state_code};

pub(super) const MANY: &[&str] = list!(
    "accounts" "clients" "customers" "quotes" "prospects" "businesses" "companies" "deals" "book" "pipeline"
    "renewals" "submissions" "policies" "firms" "portfolio" "insureds" "proposals" "leads" "premiums" "applications"
    "opportunities" "contractors" "restaurants" "everything" "everyone" "everybody"
);

/// Words that open a question over the book.
const OPENERS: &[&str] = list!(
    "who" "whom" "whose" "which" "what" "how" "any" "anyone" "anybody" "anything" "list" "show" "where" "count" "name"
    "nobody" "total"
);

/// A sentence being read as a question over all accounts.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) line: String,
    pub(super) book: &'a Book,
    pub(super) today: Date,
    /// Words that already have a meaning.
    pub(super) used: Vec<bool>,
    pub(super) filters: Vec<Filter>,
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
    reader.blanks();
    reader.contacts();
    let mode = reader.mode();
    reader.trade();
    // "Who has an umbrella?" names no account and no accounts, but a condition.
    let condition = !reader.filters.is_empty() || reader.ranks_one(mode);
    if !wide && !(condition && reader.opens()) {
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
    pub(super) fn says(&self, phrase: &str) -> bool {
        self.line.contains(&format!(" {phrase} "))
    }

    pub(super) fn any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.says(phrase))
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }

    pub(super) fn back(&self, at: usize, steps: usize) -> &str {
        at.checked_sub(steps).map_or("", |place| self.word(place))
    }

    /// Whether a question over the book starts here or after a break: "Do we write any", "Going by the file, who".
    fn opens(&self) -> bool {
        (0..self.tokens.len()).any(|at| {
            let starts = at == 0 || self.tokens[at].after_break;
            let word = self.word(at).split('\'').next().unwrap_or("");
            let have = matches!(word, "do" | "does" | "did" | "have" | "has" | "are" | "is")
                && matches!(self.word(at + 1), "we" | "any" | "anyone" | "there" | "anybody");
            starts && (OPENERS.contains(&word) || have)
        })
    }

    /// "Who has been a client the longest?": the first or last of all.
    fn ranks_one(&self, mode: Mode) -> bool {
        let ranks = matches!(
            mode,
            Mode::Highest(_) | Mode::Lowest(_) | Mode::Oldest(_) | Mode::Newest(_) | Mode::Leader { .. }
        );
        ranks && self.any(list!("client" "account" "customer" "prospect" "deal" "carrier" "insurer" "premium" "us"))
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
        state_code(&name).is_some() || self.book.directory().has_city(&name)
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
            "total" "sum" "combined" "tally" "add up" "altogether" "in all" "together" "adds up"
        )) || (self.says("how much") && (premium || self.says("worth")));
        let money = premium || self.says("worth");
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
        if self.any(&["percentage of", "percent of", "share of", "fraction of"]) {
            Mode::Share
        } else if self.any(&["average", "mean", "typical"]) {
            Mode::Average
        } else if sums && count && money {
            Mode::CountAndSum
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
            "states" "cities" "stages" "industries" "coverages" "money" "insurance" "contacts" "carrier" "insurer"
            "client" "customer" "prospect" "deal" "state" "city" "industry" "stage" "trade" "policy" "ones"
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
            let first = list!(
                "most" "fewest" "highest" "largest" "biggest" "lowest" "least" "greatest" "smallest" "top"
            );
            let leads = matches!(self.back(at, 1), "which" | "what") && self.any(first)
                || first.contains(&self.back(at, 1));
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

    /// The trades that a word stands for; `None` if no account has one of them.
    pub(super) fn trade_groups(&self, word: &str) -> Option<Vec<Vec<String>>> {
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
        let trades = &self.book.industries;
        let held = groups
            .iter()
            .any(|group| trades.iter().any(|trade| is_trade(trade, group)));
        held.then_some(groups)
    }
}
