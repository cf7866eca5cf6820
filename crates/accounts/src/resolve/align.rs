use super::directory::{Directory, Form, Kind};
use crate::numbers::{ordinal, word_value};
use crate::text::Token;

/// How well a word fits that one letter was mistaken in, or two.
pub(super) const ONE_SLIP: f64 = 0.9;
pub(super) const TWO_SLIPS: f64 = 0.8;
/// How well the beginning of a word fits the whole.
pub(super) const CLIPPED: f64 = 0.75;

/// The words of a sentence with `J & M` drawn together, as in names.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) norms: Vec<String>,
    /// The first token of each word and the one after its last.
    spans: Vec<(usize, usize)>,
    /// Whether the word was drawn together.
    joined: Vec<bool>,
}

/// An account whose name fits some words of the sentence.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) account: usize,
    /// Words of the sentence that fit.
    pub(super) positions: Vec<usize>,
    /// How much the words that fit say.
    pub(super) score: f64,
    /// Every word of the name is there.
    pub(super) full: bool,
    /// The first word of the name is there.
    pub(super) head: bool,
    /// How exactly the words are spelled, 1.0 for exactly.
    pub(super) quality: f64,
    /// How many letters were mistaken in all.
    pub(super) slips: usize,
    /// It fits only by initials that nobody wrote down as a name.
    pub(super) derived: bool,
}

impl Candidate {
    pub(super) fn better_than(&self, other: &Self) -> bool {
        let close = (self.score - other.score).abs() < 1e-9;
        if close {
            (self.full, self.quality, self.head) > (other.full, other.quality, other.head)
        } else {
            self.score > other.score
        }
    }
}

impl Words {
    pub(super) fn new(tokens: &[Token]) -> Self {
        let mut words = Self {
            norms: Vec::new(),
            spans: Vec::new(),
            joined: Vec::new(),
        };
        let letter = |at: usize| {
            tokens.get(at).filter(|token| {
                token.norm.len() == 1 && token.norm.as_bytes()[0].is_ascii_alphabetic()
            })
        };
        let mut at = 0;
        while at < tokens.len() {
            let pair = letter(at)
                .zip(letter(at + 2))
                .filter(|_| tokens[at + 1].norm == "and");
            match pair {
                Some((left, right)) => {
                    words.push(format!("{}{}", left.norm, right.norm), (at, at + 3), true);
                    at += 3;
                }
                None => {
                    words.push(number_word(&tokens[at].norm), (at, at + 1), false);
                    at += 1;
                }
            }
        }
        words
    }

    fn push(&mut self, norm: String, span: (usize, usize), joined: bool) {
        self.norms.push(norm);
        self.spans.push(span);
        self.joined.push(joined);
    }

    /// The same words with others in the place of those that stand at these tokens; nothing if none do.
    pub(super) fn blanked(&self, tokens: &[std::ops::Range<usize>]) -> Option<Self> {
        let inside = |(first, _): &(usize, usize)| tokens.iter().any(|range| range.contains(first));
        let norms = self.norms.iter().zip(&self.spans);
        let norms = norms.map(|(norm, span)| {
            if inside(span) {
                String::new()
            } else {
                norm.clone()
            }
        });
        (!tokens.is_empty()).then(|| Self {
            norms: norms.collect(),
            spans: self.spans.clone(),
            joined: self.joined.clone(),
        })
    }

    pub(super) fn token_of(&self, place: usize) -> usize {
        self.spans[place].0
    }

    pub(super) fn after(&self, place: usize) -> usize {
        self.spans[place].1
    }

    /// The bytes from the first to the last of these words.
    pub(super) fn span(&self, positions: &[usize], tokens: &[Token]) -> (usize, usize) {
        let first = positions
            .iter()
            .min()
            .map_or(0, |place| self.spans[*place].0);
        let last = positions
            .iter()
            .max()
            .map_or(0, |place| self.spans[*place].1 - 1);
        (tokens[first].start, tokens[last].end)
    }

    pub(super) fn overlap(&self, left: &Candidate, right: &Candidate) -> bool {
        left.positions
            .iter()
            .any(|place| right.positions.contains(place))
    }
}

/// The best run of words that follows the name in its order; small words between them are passed over.
pub(super) fn align(
    directory: &Directory,
    form: &Form,
    words: &Words,
    readings: &[Vec<(&str, f64)>],
) -> Option<Candidate> {
    let begins = |start: &usize| {
        readings[*start]
            .iter()
            .any(|(known, _)| form.words.iter().any(|word| word == known))
    };
    (0..words.norms.len())
        .filter(begins)
        .filter_map(|start| run(directory, form, words, readings, start))
        .reduce(|best, next| {
            // "What sort of shop is Pinecone": the word that may stand in any name comes after the one that tells.
            let telling = |run: &Candidate| {
                run.full
                    || run
                        .positions
                        .iter()
                        .any(|place| directory.tells(&words.norms[*place]))
            };
            let next_is_better = match (telling(&best), telling(&next)) {
                (true, false) => false,
                (false, true) => true,
                _ => next.better_than(&best),
            };
            if next_is_better { next } else { best }
        })
}

fn run(
    directory: &Directory,
    form: &Form,
    words: &Words,
    readings: &[Vec<(&str, f64)>],
    start: usize,
) -> Option<Candidate> {
    let fits = |place: usize, word: &str| {
        readings
            .get(place)?
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, quality)| *quality)
            // Initials are too short to be known with a slip: "back" is no BABK.
            .filter(|quality| form.kind != Kind::Initials || *quality > ONE_SLIP)
    };
    let (mut positions, mut matched, mut slips) = (Vec::new(), Vec::new(), 0);
    let (mut score, mut quality) = (0.0, 1.0_f64);
    let (mut place, mut next) = (start, 0);
    while place < words.norms.len() {
        let hit = (next..form.words.len())
            .find_map(|at| fits(place, &form.words[at]).map(|fit| (at, fit)));
        match hit {
            Some((at, fit)) => {
                // An "and" of the name is no reason to start or to go on.
                if positions.is_empty() && is_small(&form.words[at]) {
                    return None;
                }
                let spelled = fit * spelling(form, words, place, at);
                positions.push(place);
                matched.push(at);
                score += directory.weight(&form.words[at]) * spelled;
                quality = quality.min(spelled);
                slips += slips_of(fit);
                next = at + 1;
            }
            None if !positions.is_empty() && is_link(&words.norms[place]) => {}
            None => break,
        }
        place += 1;
    }
    if positions.is_empty() {
        return None;
    }
    let full = (0..form.words.len()).all(|at| matched.contains(&at) || is_small(&form.words[at]));
    let short = form.kind == Kind::Initials;
    // Initials that somebody wrote down as a name come before those that were derived.
    let (less, worse) = if short { (0.97, 0.98) } else { (1.0, 1.0) };
    Some(Candidate {
        account: form.account,
        positions,
        score: score * less,
        full,
        head: matched.first() == Some(&0),
        quality: quality * worse,
        slips,
        derived: short,
    })
}

/// How many letters a word was mistaken in, by how well it fits. A word that only begins alike has none.
fn slips_of(fit: f64) -> usize {
    if fit > ONE_SLIP || fit <= CLIPPED {
        0
    } else {
        1 + usize::from(fit < ONE_SLIP)
    }
}

/// Words passed over within a name; "Ortega in Dayton" is Ortega Dayton.
fn is_link(word: &str) -> bool {
    is_small(word) || word == "in"
}

fn is_small(word: &str) -> bool {
    matches!(word, "and" | "the" | "of")
}

/// A little less than 1.0 for a word that the name draws together and the sentence does not.
fn spelling(form: &Form, words: &Words, place: usize, at: usize) -> f64 {
    let same = words.joined[place] || form.kind == Kind::Initials || !joined_form(&form.words[at]);
    if same { 1.0 } else { 0.98 }
}

/// A word of two letters may be one that was drawn together; the sentence that spells it otherwise fits a little less.
fn joined_form(word: &str) -> bool {
    word.len() == 2
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !matches!(word, "of" | "st" | "co")
}

/// `nine` as `9`, `st` as `street`: names are written both ways.
fn number_word(word: &str) -> String {
    const SHORT: [(&str, &str); 20] = [
        ("st", "street"),
        ("ave", "avenue"),
        ("rd", "road"),
        ("ctr", "center"),
        ("centre", "center"),
        ("mtn", "mountain"),
        ("bros", "brothers"),
        ("assoc", "associates"),
        ("svc", "service"),
        ("svcs", "services"),
        ("mfg", "manufacturing"),
        ("intl", "international"),
        ("natl", "national"),
        ("mkt", "market"),
        ("grp", "group"),
        ("equip", "equipment"),
        ("hts", "heights"),
        ("bldg", "building"),
        ("bldrs", "builders"),
        ("mgmt", "management"),
    ];
    if let Some((_, long)) = SHORT.iter().find(|(short, _)| *short == word) {
        return (*long).to_owned();
    }
    match ordinal(word) {
        None => word_value(word).map_or_else(|| word.to_owned(), |value| value.to_string()),
        Some(_) => word.to_owned(),
    }
}
