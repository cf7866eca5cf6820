use std::collections::BTreeMap;

use jiff::civil::Date;

use super::filters::is_trade;
use super::{Filter, Mode, Query};
use crate::book::Book;
use crate::resolve::{Found, Resolution};
use crate::text::{Token, plain, stem};
use crate::words::{AROUND, ASKING, TRADES, is_desk, is_stopword, region, stated};

pub(super) const MANY: &[&str] = list!(
    "accounts" "clients" "customers" "quotes" "prospects" "businesses" "companies" "deals" "book" "pipeline"
    "renewals" "submissions" "policies" "firms" "portfolio" "insureds" "proposals" "leads" "premiums" "applications"
    "opportunities" "contractors" "restaurants" "everything" "everyone" "everybody" "stuff" "files" "ones"
);

/// What companies of one name are called after it: "both Tamarack practices".
const PLACES: &[&str] = list!(
    "practices" "locations" "entities" "branches" "outfits" "operations" "places" "shops" "stores" "offices" "sisters" "namesakes"
    "comes" "stands" "pays" "costs" "adds" "sums" "totals"
);

/// Measures of a brokerage that no account carries.
const UNRECORDED: &[&str] = list!("commission" "commissions" "profit" "profits" "contingency" "bonus" "loss ratio" "loss ratios" "combined ratio"
        "retention rate" "broker fee" "broker fees" "agency fee" "agency fees" "fee income" "override" "overrides" "hit ratio" "close ratio" "close rate" "closing rate" "conversion rate" "win rate" "market share"
        "collected" "uncollected" "unpaid" "past due" "receivables" "refunded" "earned" "behind on" "late on" "arrears" "delinquent" "payments");

/// Words that open a question over the book.
const OPENERS: &[&str] = list!(
    "who" "whom" "whose" "which" "what" "how" "any" "anyone" "anybody" "anything" "list" "show" "where" "count" "name"
    "nobody" "total" "give" "find" "pull" "tell" "all" "every" "everyone" "everybody" "print" "display" "get" "sum" "rank"
    "average" "mean" "median" "number" "top" "combined" "our" "newest" "latest" "oldest" "biggest" "largest" "smallest"
    "cheapest" "highest" "lowest" "most" "least" "new"
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
    let words: Vec<&str> = tokens.iter().map(|token| token.norm.as_str()).collect();
    let line = format!(" {} ", words.join(" "));
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
    reader.conditions(found);
    let mode = reader.mode();
    reader.trade();
    // "Who has an umbrella?" names no account and no accounts, but a condition.
    let condition = !reader.filters.is_empty() || reader.ranks_one(mode);
    let unrecorded = reader.unrecorded().is_some() && tokens.len() > 2;
    if !(wide || unrecorded || condition && (reader.opens() || reader.complete())) {
        return None;
    }
    let mut missing = reader
        .missing()
        .or_else(|| reader.taken_in())
        .or_else(|| reader.unrecorded());
    if reader.filters.is_empty() && mode == Mode::List {
        reader.mentions();
        if let [Filter::Mentions(words)] = reader.filters.as_slice()
            && !book
                .accounts
                .iter()
                .any(|account| reader.filters[0].holds(account, book, today))
        {
            missing = Some(words.join(" "));
        }
    }
    Some(Query {
        mode,
        missing,
        people: asks_people(tokens)
            && !reader
                .filters
                .iter()
                .any(|filter| matches!(filter, Filter::QuietSince(_))),
        filters: reader.filters,
        changed: BTreeMap::new(),
    })
}

/// Whether the people of the accounts are asked for: "who is the contact at each".
fn asks_people(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        list!("contact" "contacts" "phone" "phones" "email" "emails" "owner" "owners" "numbers" "reach" "call")
            .contains(&token.norm.as_str())
    })
}

impl Reader<'_> {
    fn conditions(&mut self, found: &Found) {
        self.name(found);
        self.coverage();
        self.carrier();
        self.place();
        self.trades_left_out();
        self.stages();
        self.premium();
        self.times();
        self.blanks();
        self.contacts();
    }

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
            // "Could you tell me who has", "the boss wants to know how many".
            let around = |word: &str| is_stopword(word) || AROUND.contains(&word);
            let starts = at == 0
                || self.tokens[at].after_break
                || (0..at).all(|before| around(self.word(before)))
                || (0..at).any(|before| ASKING.contains(&self.word(before)));
            let word = self.word(at).split('\'').next().unwrap_or("");
            let have = matches!(word, "do" | "does" | "did" | "have" | "has" | "are" | "is")
                && matches!(
                    self.word(at + 1),
                    "we" | "any" | "anyone" | "there" | "anybody"
                );
            starts && (OPENERS.contains(&word) || have)
        })
    }

    /// "Bound hotels", "lost premium total": every word that says something is a condition or a word of the desk.
    fn complete(&self) -> bool {
        let told = (0..self.tokens.len()).filter(|at| !is_stopword(self.word(*at)));
        let fills = list!(
            "names" "altogether" "together" "overall" "combined" "far" "business" "please" "thanks" "total" "list" "ytd" "count"
            "premium" "volume" "sum" "most" "least"
        );
        let known = |at: &usize| {
            let word = self.word(*at);
            self.used[*at] || is_desk(word) || MANY.contains(&word) || fills.contains(&word)
        };
        let mut said: Vec<&str> = told.clone().map(|at| self.word(at)).collect();
        said.sort_unstable();
        said.dedup();
        said.len() > 1 && told.clone().all(|at| known(&at))
    }

    /// A measure of the brokerage that is on no file.
    fn unrecorded(&self) -> Option<String> {
        UNRECORDED
            .iter()
            .find(|word| self.says(word))
            .map(|word| (*word).to_owned())
    }

    /// "Who has been a client the longest?", "what is the average premium": computed from all. A sum or a share of nothing
    /// named may be a sum of something else.
    fn ranks_one(&self, mode: Mode) -> bool {
        let about = list!(
            "client" "account" "customer" "prospect" "deal" "carrier" "insurer" "premium" "us" "coverage" "state" "city"
            "industry" "stage" "quote" "policy" "commission" "book" "we" "our" "pays" "pay" "who"
        );
        match mode {
            Mode::List | Mode::Count => false,
            Mode::Kinds(_) => true,
            _ => self.any(about),
        }
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
        let every = (0..self.tokens.len()).any(|at| {
            matches!(self.word(at), "every" | "each" | "any")
                && (at + 1..at + 4).any(|next| {
                    list!("account" "client" "customer" "prospect" "quote" "deal" "policy")
                        .contains(&self.word(next))
                })
        });
        let plural_trade = self.any(&["how many"])
            && self
                .tokens
                .iter()
                .any(|token| token.norm.ends_with('s') && self.trade_groups(&token.norm).is_some());
        match &found.resolution {
            _ if self.several_of(found) => true,
            Resolution::One(_) => {
                self.any(&["accounts", "both accounts", "combined"])
                    && self.tokens.iter().any(|token| token.norm == "accounts")
                    && !found.is_by_full_name()
            }
            Resolution::Unknown(_) => {
                let counts = self.any(list!("how many" "total" "count" "list" "number of"));
                plural && groups || (plural || counts) && self.mentions_place(found)
            }
            Resolution::Ambiguous(_) => self.says("accounts"),
            Resolution::None => plural || which || groups || plural_trade || every,
        }
    }

    /// "the two Ortegas", "both Castillo files": a number before the name. "The two Ortega trucks" are things of one.
    fn several_of(&self, found: &Found) -> bool {
        let Some((start, end)) = found.mention else {
            return false;
        };
        let first = self.tokens.iter().position(|token| token.start >= start);
        let counted = first.is_some_and(|at| matches!(self.back(at, 1), "two" | "both" | "three"));
        let next = self.tokens.iter().find(|token| token.start >= end);
        let thing = next.is_some_and(|token| {
            let word = token.norm.as_str();
            let many = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
            many && !token.after_break
                && !is_stopword(word)
                && !is_desk(word)
                && !MANY.contains(&word)
                && !PLACES.contains(&word)
                && self.trade_groups(word).is_none()
        });
        match found.resolution {
            Resolution::Unknown(_) => false,
            Resolution::One(_) => counted && !thing,
            _ => counted,
        }
    }

    fn mentions_place(&self, found: &Found) -> bool {
        let Some((start, end)) = found.mention else {
            return false;
        };
        let name = plain(&self.text[start..end]);
        stated(&name).is_some() || region(&name).is_some() || self.book.directory().has_city(&name)
    }

    /// The trades that a word stands for; `None` if no account has one of them.
    pub(super) fn trade_groups(&self, word: &str) -> Option<Vec<Vec<String>>> {
        const NOT_TRADES: &[&str] = list!(
            "company" "companies" "business" "businesses" "accounts" "service" "services" "firms" "firm" "shop"
            "shops" "practice" "contact" "control" "care" "day"
        );
        let listed = TRADES.iter().find(|(name, _)| stem(name) == stem(word));
        // "Deals" are no dealers.
        let desk = MANY.contains(&word) && listed.is_none();
        if word.len() < 3 || desk || NOT_TRADES.contains(&word) {
            return None;
        }
        let wide = listed.map(|(_, stems)| {
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
