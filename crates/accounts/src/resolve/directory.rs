use std::collections::{HashMap, HashSet};

use super::align::{Candidate, Words, align};
use crate::state::AccountState;
use crate::text::{self, Token};
use crate::words::{LEGAL_ENDINGS, is_common, is_desk, is_stopword};

/// How well the beginning of a word fits the whole.
const CLIPPED: f64 = 0.75;

/// Where a form of a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Initials,
    Person,
}

/// A way to call an account, as words.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) account: usize,
    pub(super) kind: Kind,
    pub(super) words: Vec<String>,
}

/// What a sentence may hint at beside the name.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) city: String,
    pub(super) state: String,
    pub(super) people: Vec<String>,
    pub(super) trade: Vec<String>,
}

/// The names of all accounts, indexed by word; words are found despite slips through their trigrams.
#[derive(Debug)]
pub struct Directory {
    pub(super) ids: Vec<String>,
    pub(super) forms: Vec<Form>,
    /// The accounts by the stems of their names, and by those of their trades.
    pub(super) stems_of: HashMap<String, Vec<usize>>,
    pub(super) trades_of: HashMap<String, Vec<usize>>,
    pub(super) beside: Vec<Beside>,
    pub(super) carriers: Vec<Vec<String>>,
    pub(super) staff: HashSet<String>,
    pub(super) cities: HashMap<String, Vec<usize>>,
    vocabulary: Vec<String>,
    postings: HashMap<String, Vec<u32>>,
    accounts_of: HashMap<String, usize>,
    trigrams: HashMap<[u8; 3], Vec<u32>>,
    field_words: HashSet<String>,
}

impl Directory {
    pub fn new(accounts: &[AccountState], carriers: &[String], staff: &[String]) -> Self {
        let mut directory = Self {
            ids: accounts.iter().map(|account| account.id.clone()).collect(),
            forms: Vec::new(),
            stems_of: HashMap::new(),
            trades_of: HashMap::new(),
            beside: accounts.iter().map(beside).collect(),
            carriers: carriers
                .iter()
                .map(|carrier| text::words(carrier))
                .collect(),
            staff: staff.iter().flat_map(|name| text::words(name)).collect(),
            cities: HashMap::new(),
            vocabulary: Vec::new(),
            postings: HashMap::new(),
            accounts_of: HashMap::new(),
            trigrams: HashMap::new(),
            field_words: HashSet::new(),
        };
        for (place, account) in accounts.iter().enumerate() {
            directory.add_forms(place, account);
            if let Some(location) = &account.location {
                directory
                    .cities
                    .entry(text::plain(&location.city))
                    .or_default()
                    .push(place);
                directory.field_words.extend(text::words(&location.city));
            }
            directory
                .field_words
                .extend(account.industry.iter().flat_map(|trade| text::words(trade)));
            directory.field_words.extend(
                account
                    .coverage_types
                    .iter()
                    .flat_map(|line| text::words(line)),
            );
        }
        directory.index();
        directory
    }

    pub(super) fn id(&self, account: usize) -> String {
        self.ids[account].clone()
    }

    /// How much a word of a name says: the fewer accounts have it, the more.
    pub(super) fn weight(&self, word: &str) -> f64 {
        if matches!(word, "and" | "the" | "of") {
            return 0.0;
        }
        let accounts = self.accounts_of.get(word).copied().unwrap_or(1);
        #[expect(clippy::cast_precision_loss, reason = "a count of accounts")]
        let rarity = (1.0 + self.ids.len() as f64 / accounts as f64).ln();
        rarity
    }

    /// Whether a word alone can point to an account.
    pub(super) fn tells(&self, word: &str) -> bool {
        !is_common(word) && !self.field_words.contains(word)
    }

    /// Words of names that a word of the sentence may be, with how well it fits.
    pub(super) fn readings(&self, word: &str) -> Vec<(&str, f64)> {
        let mut found: Vec<(&str, f64)> = Vec::new();
        if let Some((known, _)) = self.postings.get_key_value(word) {
            found.push((known, 1.0));
        }
        let plural = format!("{word}s");
        if let Some((known, _)) = self
            .postings
            .get_key_value(&plural)
            .filter(|_| word.len() > 3)
        {
            found.push((known, 0.995));
        }
        let singular = word
            .strip_suffix('s')
            .and_then(|single| self.postings.get_key_value(single));
        if let Some((known, _)) = singular.filter(|_| word.len() > 4) {
            found.push((known, 0.97));
        }
        if found.is_empty() && word.len() >= 4 && !is_common(word) && !is_desk(word) {
            found.extend(
                self.near(word)
                    .into_iter()
                    .map(|(known, edits)| (known, if edits == 1 { 0.9 } else { 0.8 })),
            );
        }
        if found.is_empty() && word.len() >= 3 && !is_common(word) && !is_desk(word) {
            found.extend(self.clipped(word).map(|known| (known, CLIPPED)));
        }
        found
    }

    /// The only word of a name that begins so: "sno" for Snohomish. It says something only beside another word of the name.
    fn clipped(&self, word: &str) -> Option<&str> {
        let first = self
            .vocabulary
            .partition_point(|known| known.as_str() < word);
        let mut begun = self.vocabulary[first..]
            .iter()
            .take_while(|known| known.starts_with(word));
        let known = begun.next().filter(|known| known.len() > word.len() + 1)?;
        begun.next().is_none().then_some(known.as_str())
    }

    /// Whether a word stands for one of a name only by its beginning.
    pub(super) fn is_clipped(&self, word: &str) -> bool {
        matches!(self.readings(word).as_slice(), [(_, fit)] if *fit <= CLIPPED)
    }

    /// Whether no other account has the word in its name.
    pub(super) fn is_single(&self, word: &str) -> bool {
        self.accounts_of.get(word) == Some(&1)
    }

    /// Whether the word is the city of this account and of no other.
    pub(super) fn is_own_city(&self, word: &str, account: usize) -> bool {
        let city = self.cities.get(word);
        city.is_some_and(|accounts| accounts.as_slice() == [account])
    }

    /// Every account that a sentence may name, each once with its best form.
    pub(super) fn candidates(&self, words: &Words) -> Vec<Candidate> {
        self.aligned(words, |kind| kind != Kind::Person)
    }

    pub(super) fn people(&self, words: &Words) -> Vec<Candidate> {
        self.aligned(words, |kind| kind == Kind::Person)
    }

    fn aligned(&self, words: &Words, wanted: fn(Kind) -> bool) -> Vec<Candidate> {
        let readings: Vec<Vec<(&str, f64)>> =
            words.norms.iter().map(|word| self.readings(word)).collect();
        let mut best: HashMap<usize, Candidate> = HashMap::new();
        for form in self.likely(words, &readings) {
            let shape = &self.forms[form as usize];
            if !wanted(shape.kind) {
                continue;
            }
            if let Some(candidate) = align(self, shape, words, &readings) {
                let slot = best
                    .entry(shape.account)
                    .or_insert_with(|| candidate.clone());
                if candidate.better_than(slot) {
                    *slot = candidate;
                }
            }
        }
        best.into_values().collect()
    }

    /// Forms that share words with the sentence. Where there are many, those that share fewer than others are left out, unless
    /// every word of theirs is there.
    fn likely(&self, words: &Words, readings: &[Vec<(&str, f64)>]) -> Vec<u32> {
        const MANY: usize = 256;
        let mut hits: HashMap<u32, (usize, usize)> = HashMap::new();
        for (place, list) in readings.iter().enumerate() {
            if is_stopword(&words.norms[place]) {
                continue;
            }
            for form in list
                .iter()
                .filter_map(|(known, _)| self.postings.get(*known))
                .flatten()
            {
                let (count, last) = hits.entry(*form).or_insert((0, usize::MAX));
                if *last != place {
                    (*count, *last) = (*count + 1, place);
                }
            }
        }
        let most = hits.values().map(|(count, _)| *count).max().unwrap_or(0);
        let few = hits.len() <= MANY;
        let mut likely: Vec<u32> = hits
            .into_iter()
            .filter(|(form, (count, _))| {
                few || *count >= most || *count >= self.forms[*form as usize].words.len()
            })
            .map(|(form, _)| form)
            .collect();
        likely.sort_unstable();
        likely
    }

    pub(crate) fn has_city(&self, name: &str) -> bool {
        self.cities.contains_key(name)
    }

    fn add_forms(&mut self, place: usize, account: &AccountState) {
        for name in account.names() {
            let words = name_words(name);
            for initials in initials(name)
                .into_iter()
                .filter(|initials| initials.len() > 2)
            {
                self.forms.push(Form {
                    account: place,
                    kind: Kind::Initials,
                    words: vec![initials],
                });
            }
            self.forms.push(Form {
                account: place,
                kind: Kind::Name,
                words,
            });
        }
        for contact in &account.contacts {
            let mut words = text::words(&contact.name);
            words.retain(|word| !matches!(word.as_str(), "dr" | "mr" | "mrs" | "ms"));
            self.forms.push(Form {
                account: place,
                kind: Kind::Person,
                words,
            });
        }
    }

    fn index(&mut self) {
        let mut accounts: HashMap<String, HashSet<usize>> = HashMap::new();
        for form in self.forms.iter().filter(|form| form.kind == Kind::Name) {
            for word in form.words.iter().filter(|word| word.len() > 2) {
                let known = self.stems_of.entry(text::stem(word)).or_default();
                if known.last() != Some(&form.account) {
                    known.push(form.account);
                }
            }
        }
        for (account, beside) in self.beside.iter().enumerate() {
            for word in &beside.trade {
                self.trades_of
                    .entry(text::stem(word))
                    .or_default()
                    .push(account);
            }
        }
        for (place, form) in self.forms.iter().enumerate() {
            for word in &form.words {
                let postings = self.postings.entry(word.clone()).or_default();
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                if postings.last() != Some(&place) {
                    postings.push(place);
                }
                if form.kind != Kind::Person {
                    accounts
                        .entry(word.clone())
                        .or_default()
                        .insert(form.account);
                }
            }
        }
        self.accounts_of = accounts
            .into_iter()
            .map(|(word, accounts)| (word, accounts.len()))
            .collect();
        self.vocabulary = self
            .postings
            .keys()
            .filter(|word| word.len() >= 4)
            .cloned()
            .collect();
        self.vocabulary.sort();
        for (place, word) in self.vocabulary.iter().enumerate() {
            for trigram in trigrams(word) {
                self.trigrams
                    .entry(trigram)
                    .or_default()
                    .push(u32::try_from(place).unwrap_or(u32::MAX));
            }
        }
    }

    /// Words of names within a slip of the keys, the nearest only.
    fn near(&self, word: &str) -> Vec<(&str, usize)> {
        let limit = text::tolerance(word.len());
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for trigram in trigrams(word) {
            for place in self.trigrams.get(&trigram).map_or(&[][..], Vec::as_slice) {
                *shared.entry(*place).or_default() += 1;
            }
        }
        let likely = shared
            .into_iter()
            .filter(|(_, count)| *count >= 2)
            .map(|(place, _)| self.vocabulary[place as usize].as_str());
        let mut found: Vec<(&str, usize)> = likely
            .filter(|known| known.as_bytes().first() == word.as_bytes().first() || word.len() > 5)
            .filter_map(|known| text::distance(word, known, limit).map(|edits| (known, edits)))
            .collect();
        let least = found.iter().map(|(_, edits)| *edits).min().unwrap_or(0);
        found.retain(|(_, edits)| *edits == least);
        found
    }

    /// Tokens that are part of an insurer's name.
    pub(super) fn carrier_positions(&self, tokens: &[Token]) -> HashSet<usize> {
        let mut inside = HashSet::new();
        for carrier in &self.carriers {
            for at in 0..tokens.len() {
                let run = carrier
                    .iter()
                    .zip(&tokens[at..])
                    .take_while(|(word, token)| **word == token.norm)
                    .count();
                let alone = run == 1
                    && (!is_common(&carrier[0]) || carrier.len() == 1)
                    && tokens[at].capital;
                if run == carrier.len() || run >= 2 || alone {
                    inside.extend(at..at + run);
                }
            }
        }
        inside
    }
}

/// The words of a name without an article in front, a legal form at the end, and with `J & M` as one word.
pub(super) fn name_words(name: &str) -> Vec<String> {
    let tokens = text::tokens(name);
    let mut words = Words::new(&tokens).norms;
    while words.len() > 1
        && words
            .last()
            .is_some_and(|last| LEGAL_ENDINGS.contains(&last.as_str()))
    {
        words.pop();
    }
    if words.len() > 1 && words[0] == "the" {
        words.remove(0);
    }
    words
}

/// First letters, with and without the small words and the legal form.
fn initials(name: &str) -> Vec<String> {
    let all: Vec<String> = text::words(name)
        .into_iter()
        .filter(|word| word != "the")
        .collect();
    let letters = |words: &[String], small: bool| -> String {
        words
            .iter()
            .filter(|word| small || !matches!(word.as_str(), "and" | "of"))
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let short: Vec<String> = all
        .iter()
        .filter(|word| !LEGAL_ENDINGS.contains(&word.as_str()))
        .cloned()
        .collect();
    let mut found = vec![
        letters(&short, false),
        letters(&short, true),
        letters(&all, false),
    ];
    found.sort();
    found.dedup();
    found
}

fn beside(account: &AccountState) -> Beside {
    let place = account.location.clone().unwrap_or_default();
    Beside {
        city: text::plain(&place.city),
        state: place.state.to_lowercase(),
        people: account
            .contacts
            .iter()
            .flat_map(|contact| text::words(&contact.name))
            .collect(),
        trade: account
            .industry
            .iter()
            .flat_map(|trade| text::words(trade))
            .collect(),
    }
}

fn trigrams(word: &str) -> HashSet<[u8; 3]> {
    let padded: Vec<u8> = [b"  ", word.as_bytes(), b" "].concat();
    padded
        .windows(3)
        .map(|window| [window[0], window[1], window[2]])
        .collect()
}
