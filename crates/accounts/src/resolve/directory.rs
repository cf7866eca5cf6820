use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::align::{CLIPPED, Candidate, ONE_SLIP, TWO_SLIPS, Words, align};
use super::ending;
use super::lexicon::Lexicon;
use super::spoken::{initials, name_words};
use crate::state::AccountState;
use crate::text::{self, Token};
use crate::words::{is_common, is_desk, is_stopword};

/// What stands before a person's name.
const TITLES: [&str; 4] = ["dr", "mr", "mrs", "ms"];

/// Where a form of a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Initials,
    Person,
}

/// A way to call an account, as words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) account: usize,
    pub(super) kind: Kind,
    pub(super) words: Vec<String>,
}

/// What a sentence may hint at beside the name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) city: String,
    pub(super) state: String,
    pub(super) people: Vec<String>,
    pub(super) trade: Vec<String>,
    /// The legal forms that its names end with.
    pub(super) legal: Vec<&'static str>,
    /// Words of its place, trade and coverage.
    fields: HashSet<String>,
}

/// The names of all accounts, indexed by word; words are found despite slips through their trigrams.
///
/// An account keeps its place until it is removed. Which place that is depends on the order in which accounts came, so that
/// nothing that is told may depend on it.
#[derive(Debug, Default)]
pub struct Directory {
    /// The accounts by their places, and the places that are free.
    pub(super) ids: Vec<String>,
    pub(super) places: HashMap<String, usize>,
    free: Vec<usize>,
    pub(super) forms: Vec<Form>,
    /// The accounts by the stems of their names, and by those of their trades.
    pub(super) stems_of: HashMap<String, Vec<usize>>,
    pub(super) trades_of: HashMap<String, Vec<usize>>,
    /// The forms of each account, one after the other.
    pub(super) forms_of: Vec<Range<usize>>,
    /// Forms that no account has any more.
    dead: usize,
    pub(super) beside: Vec<Beside>,
    pub(super) carriers: Vec<Vec<String>>,
    pub(super) staff: HashSet<String>,
    pub(super) cities: HashMap<String, Vec<usize>>,
    lexicon: Lexicon,
    field_words: HashMap<String, usize>,
}

impl Directory {
    pub(crate) fn set_carriers(&mut self, carriers: &[String]) {
        self.carriers = carriers
            .iter()
            .map(|carrier| text::words(carrier))
            .collect();
    }

    pub(crate) fn set_staff(&mut self, staff: &[String]) {
        self.staff = staff.iter().flat_map(|name| text::words(name)).collect();
    }

    /// Takes in an account, in the place of what was known under its id.
    pub(crate) fn put(&mut self, account: &AccountState) {
        let place = match self.places.get(&account.id) {
            Some(place) => *place,
            None => self.new_place(&account.id),
        };
        let (forms, beside) = (forms(place, account), beside(account));
        if self.forms[self.forms_of[place].clone()] != forms {
            self.remove_forms(place);
            self.add_forms(place, forms);
        }
        if self.beside[place] != beside {
            self.remove_beside(place);
            self.add_beside(place, beside);
        }
        // What was replaced is swept out now and then, which costs each change as much as it left behind.
        if self.dead > self.forms.len() / 2 {
            self.sweep();
        }
    }

    pub(crate) fn remove(&mut self, id: &str) {
        if let Some(place) = self.places.remove(id) {
            self.remove_forms(place);
            self.remove_beside(place);
            self.ids[place].clear();
            self.free.push(place);
        }
    }

    fn new_place(&mut self, id: &str) -> usize {
        let place = self.free.pop().unwrap_or(self.ids.len());
        if place == self.ids.len() {
            self.ids.push(String::new());
            self.forms_of.push(0..0);
            self.beside.push(Beside::default());
        }
        id.clone_into(&mut self.ids[place]);
        self.places.insert(id.to_owned(), place);
        place
    }

    fn add_forms(&mut self, place: usize, forms: Vec<Form>) {
        self.lexicon.count(&names(&forms));
        for stem in stems(&spelled(&forms)) {
            add_place(&mut self.stems_of, stem, place);
        }
        let first = self.forms.len();
        for (form, number) in forms.iter().zip(first..) {
            self.lexicon.add_form(number_of(number), &form.words);
        }
        self.forms.extend(forms);
        self.forms_of[place] = first..self.forms.len();
    }

    fn remove_forms(&mut self, place: usize) {
        let range = std::mem::take(&mut self.forms_of[place]);
        let gone = &self.forms[range.clone()];
        self.lexicon.uncount(&names(gone));
        for stem in stems(&spelled(gone)) {
            remove_place(&mut self.stems_of, &stem, place);
        }
        for number in range {
            let words = std::mem::take(&mut self.forms[number].words);
            self.lexicon.remove_form(number_of(number), &words);
            self.dead += 1;
        }
    }

    fn add_beside(&mut self, place: usize, beside: Beside) {
        if !beside.city.is_empty() {
            add_place(&mut self.cities, beside.city.clone(), place);
        }
        for stem in stems(&beside.trade.iter().collect()) {
            add_place(&mut self.trades_of, stem, place);
        }
        for word in &beside.fields {
            *self.field_words.entry(word.clone()).or_default() += 1;
        }
        self.beside[place] = beside;
    }

    fn remove_beside(&mut self, place: usize) {
        let beside = std::mem::take(&mut self.beside[place]);
        remove_place(&mut self.cities, &beside.city, place);
        for stem in stems(&beside.trade.iter().collect()) {
            remove_place(&mut self.trades_of, &stem, place);
        }
        for word in &beside.fields {
            if let Some(count) = self.field_words.get_mut(word) {
                *count -= 1;
                if *count == 0 {
                    self.field_words.remove(word);
                }
            }
        }
    }

    /// Numbers the forms anew, without those that no account has.
    fn sweep(&mut self) {
        let mut old: Vec<Option<Form>> = std::mem::take(&mut self.forms)
            .into_iter()
            .map(Some)
            .collect();
        (self.lexicon, self.dead) = (Lexicon::default(), 0);
        self.stems_of.clear();
        for place in 0..self.ids.len() {
            let range = std::mem::take(&mut self.forms_of[place]);
            let forms = old[range].iter_mut().filter_map(Option::take).collect();
            self.add_forms(place, forms);
        }
    }

    /// The accounts at these places, each once.
    pub(super) fn ids(&self, places: impl Iterator<Item = usize>) -> Vec<String> {
        let ids: BTreeSet<&String> = places.map(|place| &self.ids[place]).collect();
        ids.into_iter().cloned().collect()
    }

    /// The accounts in a city, by their places.
    pub(super) fn in_city(&self, city: &str) -> Option<&[usize]> {
        self.cities.get(city).map(Vec::as_slice)
    }

    /// Whether an account has a contact of these names.
    pub(super) fn has_person(&self, names: &[&str]) -> bool {
        let is_of = |account: usize| {
            let people = &self.beside[account].people;
            names
                .iter()
                .all(|name| people.iter().any(|own| own == name))
        };
        // Titles are no part of a form.
        match names.iter().find(|name| !TITLES.contains(*name)) {
            Some(name) => self.lexicon.forms(name).iter().any(|form| {
                let form = &self.forms[*form as usize];
                form.kind == Kind::Person && is_of(form.account)
            }),
            None => self.places.values().any(|place| is_of(*place)),
        }
    }

    pub(super) fn id(&self, account: usize) -> String {
        self.ids[account].clone()
    }

    /// How much a word of a name says: the fewer accounts have it, the more.
    pub(super) fn weight(&self, word: &str) -> f64 {
        if matches!(word, "and" | "the" | "of") {
            return 0.0;
        }
        let accounts = self.lexicon.accounts(word);
        #[expect(clippy::cast_precision_loss, reason = "a count of accounts")]
        let rarity = (1.0 + self.places.len() as f64 / accounts as f64).ln();
        rarity
    }

    /// Whether a word alone can point to an account.
    pub(super) fn tells(&self, word: &str) -> bool {
        !is_common(word) && !self.field_words.contains_key(word)
    }

    /// Words of names that a word of the sentence may be, with how well it fits.
    pub(super) fn readings(&self, word: &str) -> Vec<(&str, f64)> {
        let mut found: Vec<(&str, f64)> = Vec::new();
        found.extend(self.lexicon.known(word).map(|known| (known, 1.0)));
        if word.len() > 3 {
            let plural = self.lexicon.known(&format!("{word}s"));
            found.extend(plural.map(|known| (known, 0.995)));
        }
        if let Some(single) = word.strip_suffix('s').filter(|_| word.len() > 4) {
            let singular = self.lexicon.known(single);
            found.extend(singular.map(|known| (known, 0.97)));
        }
        if found.is_empty() && word.len() >= 4 && !is_common(word) && !is_desk(word) {
            found.extend(
                self.lexicon
                    .near(word)
                    .into_iter()
                    .map(|(known, edits)| (known, if edits == 1 { ONE_SLIP } else { TWO_SLIPS })),
            );
        }
        if found.is_empty() && word.len() >= 3 && !is_common(word) && !is_desk(word) {
            found.extend(self.clipped(word).map(|known| (known, CLIPPED)));
        }
        found
    }

    /// The only word of a name that begins so: "sno" for Snohomish. It says something only beside another word of the name.
    fn clipped(&self, word: &str) -> Option<&str> {
        let known = self.lexicon.only_one_begun(word)?;
        (known.len() > word.len() + 1).then_some(known)
    }

    /// Whether a word stands for one of a name only by its beginning.
    pub(super) fn is_clipped(&self, word: &str) -> bool {
        matches!(self.readings(word).as_slice(), [(_, fit)] if *fit <= CLIPPED)
    }

    /// Whether no other account has the word in its name.
    pub(super) fn is_single(&self, word: &str) -> bool {
        self.lexicon.is_single(word)
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
        let mut best: Vec<Candidate> = best.into_values().collect();
        best.sort_by_key(|candidate| &self.ids[candidate.account]);
        best
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
            for form in list.iter().flat_map(|(known, _)| self.lexicon.forms(known)) {
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

/// What words begin with, each once; those of one or two letters say nothing.
fn stems(words: &HashSet<&String>) -> HashSet<String> {
    let long = words.iter().filter(|word| word.len() > 2);
    long.map(|word| text::stem(word)).collect()
}

fn add_place(places: &mut HashMap<String, Vec<usize>>, key: String, place: usize) {
    places.entry(key).or_default().push(place);
}

fn remove_place(places: &mut HashMap<String, Vec<usize>>, key: &str, place: usize) {
    if let Some(there) = places.get_mut(key) {
        there.retain(|other| *other != place);
        if there.is_empty() {
            places.remove(key);
        }
    }
}

fn forms(place: usize, account: &AccountState) -> Vec<Form> {
    let form = |kind: Kind, words: Vec<String>| Form {
        account: place,
        kind,
        words,
    };
    let mut forms = Vec::new();
    for name in account.names() {
        let initials = initials(name).into_iter();
        let initials = initials.filter(|initials| initials.len() > 2);
        forms.extend(initials.map(|initials| form(Kind::Initials, vec![initials])));
        forms.push(form(Kind::Name, name_words(name)));
    }
    for contact in &account.contacts {
        let mut words = text::words(&contact.name);
        words.retain(|word| !TITLES.contains(&word.as_str()));
        forms.push(form(Kind::Person, words));
    }
    forms
}

/// The words of an account's own names, each once.
fn names(forms: &[Form]) -> HashSet<&String> {
    let own = forms.iter().filter(|form| form.kind != Kind::Person);
    own.flat_map(|form| &form.words).collect()
}

/// The same without initials.
fn spelled(forms: &[Form]) -> HashSet<&String> {
    let own = forms.iter().filter(|form| form.kind == Kind::Name);
    own.flat_map(|form| &form.words).collect()
}

fn number_of(form: usize) -> u32 {
    u32::try_from(form).unwrap_or(u32::MAX)
}

fn beside(account: &AccountState) -> Beside {
    let place = account.location.clone().unwrap_or_default();
    let trade: Vec<String> = account
        .industry
        .iter()
        .flat_map(|trade| text::words(trade))
        .collect();
    let lines = account.coverage_types.iter();
    let fields = lines.flat_map(|line| text::words(line));
    let fields = fields.chain(text::words(&place.city));
    Beside {
        city: text::plain(&place.city),
        state: place.state.to_lowercase(),
        people: account
            .contacts
            .iter()
            .flat_map(|contact| text::words(&contact.name))
            .collect(),
        fields: fields.chain(trade.iter().cloned()).collect(),
        trade,
        legal: account.names().filter_map(ending::legal_form).collect(),
    }
}
