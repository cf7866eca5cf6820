//! Where a name in a sentence ends: behind its legal form, however it is written, and behind a last word with slips in it.

use super::directory::{Directory, Kind};
use super::{Found, Resolution};
use crate::text::{Token, distance, has_capitals, tokens};
use crate::words::{LEGAL_ENDINGS, state_name};

/// Legal forms that a sentence without capitals means as such; "limited" and "pa" are words besides.
const PLAIN: &[&str] =
    list!("llc" "inc" "co" "corp" "company" "corporation" "ltd" "incorporated" "llp" "pllc");

impl Directory {
    /// The same find, with a mention that reaches to the end of the name.
    pub(super) fn to_its_end(&self, tokens: &[Token], found: Found) -> Found {
        let Some((start, end)) = found.mention else {
            return found;
        };
        let named = !matches!(found.resolution, Resolution::None);
        let Some(last) = tokens
            .iter()
            .rposition(|token| token.start >= start && token.end <= end)
            .filter(|_| named)
        else {
            return found;
        };
        let first = tokens
            .iter()
            .position(|token| token.start >= start)
            .unwrap_or(last);
        let after = match found.account() {
            Some(id) => self.slipped(id, tokens, (first, last + 1)),
            None => last + 1,
        };
        let after = legal(tokens, after);
        Found {
            mention: Some((start, tokens[after - 1].end)),
            ..found
        }
    }

    /// Behind the next word of the account's name too, if the sentence has it with more slips than a name is found by.
    fn slipped(&self, id: &str, tokens: &[Token], (first, after): (usize, usize)) -> usize {
        if tokens[after - 1].possessive {
            return after;
        }
        let small = |token: &Token| matches!(token.norm.as_str(), "and" | "of" | "the");
        let said: Vec<&str> = tokens[first..after]
            .iter()
            .filter(|token| !small(token))
            .map(|token| token.norm.as_str())
            .collect();
        let skipped = tokens[after..]
            .iter()
            .take_while(|token| small(token))
            .count();
        let Some(next) = tokens.get(after + skipped) else {
            return after;
        };
        let own = self
            .places
            .get(id)
            .map(|place| &self.forms[self.forms_of[*place].clone()]);
        let meant = own.into_iter().flatten().any(|form| {
            let telling: Vec<&str> = form
                .words
                .iter()
                .map(String::as_str)
                .filter(|word| !matches!(*word, "and" | "of" | "the"))
                .collect();
            form.kind == Kind::Name
                && telling.starts_with(&said)
                && telling
                    .get(said.len())
                    .is_some_and(|word| is_near(word, &next.norm))
        });
        if meant && !next.after_break {
            after + skipped + 1
        } else {
            after
        }
    }
}

/// One word for each legal form that a name can end with, however it is written.
pub(super) fn legal_form(name: &str) -> Option<&'static str> {
    let tokens = tokens(name);
    let last = tokens.last()?;
    let length = (2..=3).find(|length| {
        let first = tokens.len().checked_sub(*length);
        first.is_some_and(|first| dotted(&tokens, first) == Some(*length))
    });
    let word = length.map_or_else(
        || last.norm.clone(),
        |length| {
            let letters = tokens[tokens.len() - length..].iter();
            letters.map(|token| token.norm.as_str()).collect()
        },
    );
    (tokens.len() > 1).then(|| same_form(&word)).flatten()
}

fn same_form(word: &str) -> Option<&'static str> {
    const LONG: [(&str, &str); 4] = [
        ("incorporated", "inc"),
        ("corporation", "corp"),
        ("company", "co"),
        ("limited", "ltd"),
    ];
    let short = LONG.iter().find(|(long, _)| *long == word);
    let short = short.map_or(word, |(_, short)| *short);
    LEGAL_ENDINGS.iter().copied().find(|form| *form == short)
}

/// The legal form that stands right behind a token.
pub(super) fn form_behind(tokens: &[Token], after: usize) -> Option<&'static str> {
    let end = legal(tokens, after);
    if end == after {
        return None;
    }
    if let Some(length) = dotted(tokens, after) {
        let letters = tokens[after..after + length].iter();
        let word: String = letters.map(|token| token.norm.as_str()).collect();
        return same_form(&word);
    }
    same_form(&tokens[end - 1].norm)
}

fn is_near(known: &str, said: &str) -> bool {
    known.len() > 3
        && said.len() > 3
        && known.get(..1) == said.get(..1)
        && distance(known, said, 2).is_some()
}

/// The token behind the legal forms that stand at a place: "LLC", ", Inc.", "& Co".
fn legal(tokens: &[Token], mut after: usize) -> usize {
    let capitals = has_capitals(tokens);
    let is_form = |at: usize| {
        let (Some(token), true) = (tokens.get(at), at > 0) else {
            return false;
        };
        let word = token.norm.as_str();
        let written =
            token.capital || !capitals && PLAIN.contains(&word) || PLAIN[..2].contains(&word);
        // ", CO" behind a name is the state it is in.
        let place = token.after_break && token.upper && state_name(word).is_some();
        LEGAL_ENDINGS.contains(&word)
            && written
            && !place
            && !token.starts_sentence
            && !tokens[at - 1].possessive
    };
    loop {
        if let Some(length) = dotted(tokens, after) {
            after += length;
            continue;
        }
        let joined = tokens
            .get(after)
            .is_some_and(|token| token.norm == "and" && !token.after_break)
            && list!("co" "company").contains(&tokens.get(after + 1).map_or("", |next| &next.norm));
        let at = after + usize::from(joined);
        if !is_form(at) {
            return after;
        }
        after = at + 1;
    }
}

/// How many letters at a place are a legal form with full stops: "L.L.C."
pub(super) fn dotted(tokens: &[Token], at: usize) -> Option<usize> {
    [3, 2].into_iter().find(|length| {
        tokens.get(at..at + length).is_some_and(|letters| {
            let word: String = letters.iter().map(|token| token.norm.as_str()).collect();
            word.len() == *length
                && LEGAL_ENDINGS.contains(&word.as_str())
                && letters.iter().all(|token| token.upper)
                && letters
                    .windows(2)
                    .all(|pair| pair[0].end + 1 == pair[1].start)
        })
    })
}
