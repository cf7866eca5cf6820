//! Names in a sentence that no account has.

use super::NEAREST;
use super::align::{Candidate, Words};
use super::directory::Directory;
use super::ending::dotted;
use crate::dates;
use crate::text::{Token, has_capitals};
use crate::words::{
    COMMON, COMPANY_ENDINGS, COVERAGES, ERRANDS, GREETINGS, LEGAL_ENDINGS, QUESTION_WORDS, STAGES,
    UPDATE_VERBS, is_changing, is_desk, is_stopword, state_code, state_name, tells_a_change,
};

/// Tokens from the first to the one after the last.
pub(super) type Span = (usize, usize);

/// Capitalised words beside a match that belong to the name and fit nothing.
pub(super) struct Foreign {
    /// How much they say.
    weight: f64,
    /// A legal form stands behind them: the name is spelled out to its end.
    spelled_out: bool,
    /// The name with them.
    pub(super) span: Span,
}

impl Foreign {
    pub(super) fn is_there(&self) -> bool {
        self.weight > 0.0
    }
}

/// Whether foreign words say so much that it is another company's name.
pub(super) fn contradicts(
    directory: &Directory,
    candidate: &Candidate,
    words: &Words,
    tokens: &[Token],
) -> bool {
    let foreign = foreign(directory, candidate, words, tokens);
    let enough = if candidate.full { 0.5 } else { 0.72 };
    let share = candidate.score / (candidate.score + foreign.weight);
    foreign.spelled_out || foreign.is_there() && share < enough
}

/// What stands beside a match as if it were of the same name.
pub(super) fn foreign(
    directory: &Directory,
    candidate: &Candidate,
    words: &Words,
    tokens: &[Token],
) -> Foreign {
    let first = words.token_of(*candidate.positions.iter().min().unwrap_or(&0));
    let after = words.after(*candidate.positions.iter().max().unwrap_or(&0));
    let mut foreign = 0.0;
    let mut at = first;
    let own = &directory.beside[candidate.account];
    while at > 0 && !tokens[at].after_break && part_of_name(directory, tokens, at - 1) {
        at -= 1;
        // "the Dayton Ortegas", "Ilse Vandermeer's orchard": the account's own city and people are no foreign words.
        let mut city = own.city.split(' ');
        if city.any(|word| word == tokens[at].norm) || own.people.contains(&tokens[at].norm) {
            continue;
        }
        foreign += directory.weight(&tokens[at].norm).max(3.0);
    }
    let begins = at;
    let mut at = after;
    let before = foreign;
    // "Halyard Point Boatyard LLC" is spelled out to its end: it is no short name of Halyard Point Marina.
    let mut spelled_out = false;
    while at < tokens.len()
        && !tokens[at].after_break
        && dotted(tokens, at).is_none()
        && (part_of_name(directory, tokens, at) || joins(directory, tokens, at))
    {
        if !tokens[at - 1].possessive
            && tokens[at].norm != "and"
            && !LEGAL_ENDINGS.contains(&tokens[at].norm.as_str())
        {
            foreign += directory.weight(&tokens[at].norm).max(3.0);
        }
        let is_legal = LEGAL_ENDINGS.contains(&tokens[at].norm.as_str());
        spelled_out |= is_legal && foreign > before;
        if tokens[at - 1].possessive {
            break;
        }
        at += 1;
    }
    Foreign {
        weight: foreign,
        spelled_out,
        span: (begins, at),
    }
}

/// The first name of several words, or one that a word like "for" introduces, that no account has.
pub(super) fn unknown(
    directory: &Directory,
    text: &str,
    tokens: &[Token],
    words: &Words,
    named: &[Candidate],
) -> Option<Span> {
    if !named.is_empty() {
        return None;
    }
    debug_assert!(words.norms.len() <= tokens.len() && !text.is_empty() || tokens.is_empty());
    let carriers = directory.carrier_positions(tokens);
    let mut best: Option<Span> = None;
    let mut at = 0;
    while at < tokens.len() {
        if carriers.contains(&at) || !part_of_name(directory, tokens, at) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        while at < tokens.len()
            && !tokens[at].after_break
            && (!tokens[at - 1].possessive || is_owners(tokens, start, at))
            && (part_of_name(directory, tokens, at) || joins(directory, tokens, at))
        {
            at += 1;
        }
        // "The Portland bakery" is what stands in Portland, and nobody's name.
        if !is_where(directory, tokens, (start, at)) {
            at += trailing(tokens, at);
        }
        let start = start - usize::from(leads(directory, tokens, (start, at)));
        let span = (start, at);
        let lone_person = at - start == 1 && !introduced(tokens, span);
        let longer = best.is_none_or(|(first, after)| at - start > after - first);
        if !lone_person
            && longer
            && !is_person(directory, tokens, span)
            && !is_where(directory, tokens, span)
        {
            best = Some(span);
        }
    }
    best.or_else(|| lower_case_name(directory, tokens))
}

/// "O'Malley's Pub", "Joe's Garden Center": a company that is called after whom it belongs to.
fn is_owners(tokens: &[Token], start: usize, at: usize) -> bool {
    let last = tokens[at..]
        .iter()
        .take_while(|token| {
            token.capital && (!token.after_break || token.start == tokens[at].start)
        })
        .take(3);
    at == start + 1
        && last.into_iter().any(|token| {
            let word = token.norm.as_str();
            COMPANY_ENDINGS.contains(&word) || LEGAL_ENDINGS.contains(&word)
        })
}

/// How many small-lettered words after a name still belong to it: "Coastal kayak rentals" ends as a company's name does.
fn trailing(tokens: &[Token], at: usize) -> usize {
    let plain = |place: usize| {
        tokens.get(place).is_some_and(|token| {
            !token.after_break
                && !token.capital
                && can_be_named(token)
                && !tokens[place - 1].possessive
        })
    };
    let ends =
        |place: usize| plain(place) && COMPANY_ENDINGS.contains(&tokens[place].norm.as_str());
    (1..=3)
        .rev()
        .find(|count| (at..at + count).all(plain) && at > 0 && ends(at + count - 1))
        .unwrap_or(0)
}

/// "hearthside Bakery": a word that only ends a company's name needs the one before it.
fn leads(directory: &Directory, tokens: &[Token], (first, after): Span) -> bool {
    let before = first.checked_sub(1).and_then(|place| tokens.get(place));
    after - first == 1
        && COMPANY_ENDINGS.contains(&tokens[first].norm.as_str())
        && !tokens[first].after_break
        && before.is_some_and(|token| {
            can_be_named(token)
                && !token.possessive
                && !token.starts_sentence
                && !directory.staff.contains(&token.norm)
        })
}

/// Whether a name is only a place and what stands before it: "Rank Ohio accounts".
fn is_where(directory: &Directory, tokens: &[Token], (first, after): Span) -> bool {
    let place = |at: usize| {
        let word = &tokens[at].norm;
        directory.cities.contains_key(word) || state_code(word).is_some() || in_state(tokens, at)
    };
    (first..after).all(|at| place(at) || tokens[at].starts_sentence) && (first..after).any(place)
}

/// A word that is no verb of an order, no word of the desk and no small word.
fn can_be_named(token: &Token) -> bool {
    let word = token.norm.as_str();
    !is_stopword(word)
        && !is_desk(word)
        && !token.is_number()
        && !UPDATE_VERBS.contains(&word)
        && !QUESTION_WORDS.contains(&word)
        && !GREETINGS.contains(&word)
        && dates::month(word).is_none()
        && dates::weekday(word).is_none()
        && word.len() > 1
}

/// Whether a word before the name says that an account comes: "for", "to", "at", "prospect:".
pub(super) fn introduced(tokens: &[Token], (first, _): Span) -> bool {
    first > 0
        && matches!(
            tokens[first - 1].norm.as_str(),
            "for"
                | "to"
                | "at"
                | "from"
                | "on"
                | "about"
                | "with"
                | "account"
                | "prospect"
                | "client"
                | "customer"
                | "lead"
                | "called"
                | "named"
        )
}

/// Whether a name ends as a company's does: "Ortega Trucking" is no person.
pub(super) fn is_company(tokens: &[Token], (first, after): Span) -> bool {
    after - first > 1 && COMMON.contains(&tokens[after - 1].norm.as_str())
}

pub(super) fn bytes(tokens: &[Token], (first, after): Span) -> (usize, usize) {
    (tokens[first].start, tokens[after - 1].end)
}

impl Directory {
    /// Accounts whose names share a word with an unknown name.
    pub(super) fn nearest(&self, words: &Words, (first, after): Span) -> Vec<String> {
        let mut candidates = self.candidates(words);
        candidates.retain(|candidate| {
            candidate
                .positions
                .iter()
                .any(|place| (first..after).contains(&words.token_of(*place)))
        });
        // Those that fit equally well stay in the order of their ids.
        candidates.sort_by(|left, right| right.score.total_cmp(&left.score));
        candidates
            .iter()
            .take(NEAREST)
            .map(|candidate| self.id(candidate.account))
            .collect()
    }
}

/// A name without capitals: between a preposition and what follows a name ("note to hearthside bakery that"), or in front of
/// what is told of it ("basin blinds got quoted").
fn lower_case_name(directory: &Directory, tokens: &[Token]) -> Option<Span> {
    if has_capitals(tokens) {
        return None;
    }
    let run = |first: usize| {
        let length = tokens[first.min(tokens.len())..]
            .iter()
            .enumerate()
            .take_while(|(step, token)| can_be_named(token) && (*step == 0 || !token.after_break))
            .count();
        (first, first + length)
    };
    let carriers = directory.carrier_positions(tokens);
    let fits = |(first, after): Span| {
        (2..=5).contains(&(after - first))
            && !(first..after).any(|at| carriers.contains(&at) || is_desk_word(tokens, at))
            && !is_person(directory, tokens, (first, after))
    };
    let ordered = tokens
        .first()
        .is_some_and(|token| UPDATE_VERBS.contains(&token.norm.as_str()));
    let introduced = (1..tokens.len())
        .filter(|at| {
            list!("to" "for" "on" "about" "prospect" "lead").contains(&tokens[at - 1].norm.as_str())
        })
        .map(run)
        .find(|(_, after)| {
            tokens
                .get(*after)
                .is_some_and(|next| matches!(next.norm.as_str(), "that" | "as") || next.after_break)
        })
        .filter(|_| ordered);
    let opening = run(0);
    let told = opening.1 > 0 && {
        let next = tokens.get(opening.1).map_or("", |next| next.norm.as_str());
        let many = tokens
            .get(opening.1 + 1)
            .is_some_and(|after| after.norm.ends_with('s') && is_desk(&after.norm));
        let company = COMPANY_ENDINGS.contains(&tokens[opening.1 - 1].norm.as_str());
        list!("bound" "quoted" "submitted" "pitched").contains(&next) && !many
            || company && list!("is" "was" "got" "has" "lost").contains(&next)
    };
    introduced
        .or(Some(opening).filter(|_| told))
        .filter(|span| fits(*span))
}

/// A capitalised word that is no verb at the start, no month, no place, no word of the desk.
fn part_of_name(directory: &Directory, tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let word = token.norm.as_str();
    let opening = token.starts_sentence
        && (UPDATE_VERBS.contains(&word)
            || tells_a_change(word)
            || QUESTION_WORDS.contains(&word)
            || GREETINGS.contains(&word)
            || ERRANDS.contains(&word)
            || is_changing(word)
            || is_stopword(word)
            || !tokens
                .get(at + 1)
                .is_some_and(|next| next.capital && !next.after_break)
                && !joined_by_sign(tokens, at));
    token.capital
        && !opening
        && !is_stopword(word)
        && !QUESTION_WORDS.contains(&word)
        && dates::month(word).is_none()
        && dates::weekday(word).is_none()
        && !directory.staff.contains(word)
        && !is_place(directory, tokens, at)
        && !is_desk_word(tokens, at)
}

/// "Lund & Sons": the first word of a name that goes on behind the sign.
fn joined_by_sign(tokens: &[Token], at: usize) -> bool {
    let sign = |token: &Token| token.norm == "and" && token.end == token.start + 1;
    !is_desk(&tokens[at].norm)
        && tokens.get(at + 1).is_some_and(sign)
        && tokens
            .get(at + 2)
            .is_some_and(|next| next.capital && !is_desk(&next.norm))
}

/// An `&` or a number inside a name.
fn joins(directory: &Directory, tokens: &[Token], at: usize) -> bool {
    let inside = matches!(tokens[at].norm.as_str(), "and" | "of" | "the") || tokens[at].is_number();
    // "Showed Birch Cafe the Alder numbers": an insurer is another matter.
    let insurer =
        tokens[at].norm == "the" && directory.carrier_positions(tokens).contains(&(at + 1));
    inside
        && !insurer
        && tokens
            .get(at + 1)
            .is_some_and(|next| !next.after_break && part_of_name(directory, tokens, at + 1))
}

/// Whether a word is one of two that name a state.
pub(super) fn in_state(tokens: &[Token], at: usize) -> bool {
    let pair = |first: usize| {
        tokens
            .get(first..first + 2)
            .is_some_and(|pair| state_code(&format!("{} {}", pair[0].norm, pair[1].norm)).is_some())
    };
    pair(at) || at.checked_sub(1).is_some_and(pair)
}

fn is_place(directory: &Directory, tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at].norm;
    let one = directory.has_city(word)
        || state_code(word).is_some()
        || (word.len() == 2 && state_name(word).is_some());
    let pair = |first: usize| {
        tokens.get(first..first + 2).is_some_and(|pair| {
            let both = format!("{} {}", pair[0].norm, pair[1].norm);
            directory.has_city(&both) || state_code(&both).is_some()
        })
    };
    let after_in = at > 0 && tokens[at - 1].norm == "in";
    (one && (after_in || at + 1 == tokens.len() || tokens[at].after_break))
        || pair(at)
        || (at > 0 && pair(at - 1))
        || after_in
}

/// A stage or a line of insurance.
fn is_desk_word(tokens: &[Token], at: usize) -> bool {
    let word = tokens[at].norm.as_str();
    let stage = STAGES.iter().any(|stage| {
        stage
            .name
            .to_lowercase()
            .split(' ')
            .any(|part| part == word)
    });
    let short = COVERAGES
        .iter()
        .any(|(_, others)| others.contains(&word) && word.len() <= 4);
    let mut names = COVERAGES.iter().flat_map(|(name, others)| {
        std::iter::once(*name).chain(others.iter().copied().filter(|other| other.contains('&')))
    });
    let line = names.any(|name| {
        let parts: Vec<String> = crate::text::words(name);
        let fits = |start: usize| {
            tokens.get(start..start + parts.len()).is_some_and(|run| {
                run.iter()
                    .zip(&parts)
                    .all(|(token, part)| token.norm == *part)
            })
        };
        (0..parts.len()).any(|back| at >= back && fits(at - back))
    });
    stage || short || line
}

fn is_person(directory: &Directory, tokens: &[Token], (first, after): Span) -> bool {
    let names: Vec<&str> = tokens[first..after]
        .iter()
        .map(|token| token.norm.as_str())
        .collect();
    after - first <= 2 && directory.has_person(&names)
}
