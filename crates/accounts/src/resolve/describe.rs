//! Accounts that are meant by what they are: "the mill", "the ski shop", "the vet in Brattleboro".

use std::collections::{HashMap, HashSet};

use super::directory::Directory;
use super::{Found, Resolution};
use crate::text::{Token, stem};
use crate::words::{COMPANY_ENDINGS, COVERAGES, is_desk, is_stopword, state_code};

/// Words for accounts in general and for a choice among them: then a trade is a condition and means no one.
const WIDE: &[&str] = list!(
    "accounts" "clients" "customers" "prospects" "quotes" "businesses" "companies" "renewals" "submissions" "policies"
    "any" "every" "each" "all" "most" "least" "largest" "biggest" "smallest" "cheapest" "highest" "lowest" "oldest" "newest"
    "average" "combined" "list" "rank"
);

impl Directory {
    /// The only account that fits a description with an article, by its trade or a word of its name, and by a place after it.
    pub(super) fn described(&self, tokens: &[Token]) -> Option<Found> {
        if tokens
            .iter()
            .any(|token| WIDE.contains(&token.norm.as_str()))
        {
            return None;
        }
        (0..tokens.len())
            .filter(|at| matches!(tokens[*at].norm.as_str(), "the" | "our" | "that"))
            .find_map(|at| self.described_at(tokens, at + 1))
    }

    fn described_at(&self, tokens: &[Token], first: usize) -> Option<Found> {
        let after = (first..tokens.len().min(first + 3))
            .take_while(|at| {
                can_describe(&tokens[*at]) && (*at == first || !tokens[*at].after_break)
            })
            .last()?
            + 1;
        let last = &tokens[after - 1].norm;
        let plural = last.ends_with('s') && !last.ends_with("ss") && stem(last) != *last;
        let follows = tokens.get(after).map_or("", |token| token.norm.as_str());
        if plural && !self.is_single(last) && !matches!(follows, "people" | "folks" | "guys") {
            return None;
        }
        let said: Vec<String> = tokens[first..after]
            .iter()
            .map(|token| stem(&token.norm))
            .collect();
        let place = self.place_after(tokens, after);
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for word in &said {
            for account in self.fitting(word) {
                *counts.entry(account).or_default() += 1;
            }
        }
        counts.retain(|account, _| {
            place
                .as_ref()
                .is_none_or(|accounts| accounts.contains(account))
        });
        let most = counts.values().copied().max()?;
        let fits: Vec<(usize, usize)> = counts
            .into_iter()
            .filter(|(_, count)| *count == most)
            .map(|(account, count)| (count, account))
            .collect();
        let [(_, account)] = fits.as_slice() else {
            return None;
        };
        Some(Found::new(
            Resolution::One(self.id(*account)),
            Some((tokens[first].start, tokens[after - 1].end)),
            "the only account that is one",
        ))
    }

    /// The accounts that have the word in their trade or name, each once.
    fn fitting(&self, word: &str) -> HashSet<usize> {
        let trades = self
            .trades_of
            .iter()
            .filter(|(trade, _)| same_trade(word, trade))
            .flat_map(|(_, accounts)| accounts);
        let names = self.stems_of.get(word).into_iter().flatten();
        trades.chain(names).copied().collect()
    }

    /// The accounts in the city or state that is named next: "in Brattleboro", "over in Vermont".
    fn place_after(&self, tokens: &[Token], after: usize) -> Option<Vec<usize>> {
        let at = (after..tokens.len().min(after + 3)).find(|at| tokens[*at].norm == "in")?;
        (1..=3).rev().find_map(|length| {
            let name = tokens
                .get(at + 1..at + 1 + length)?
                .iter()
                .map(|token| token.norm.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            let state = state_code(&name).map(|code| {
                (0..self.ids.len())
                    .filter(|account| self.beside[*account].state.eq_ignore_ascii_case(&code))
                    .collect()
            });
            self.cities.get(&name).cloned().or(state)
        })
    }
}

/// A word that can say what an account is: no word of the desk, no line of insurance.
fn can_describe(token: &Token) -> bool {
    let word = token.norm.as_str();
    let line = COVERAGES.iter().any(|(name, others)| {
        others.contains(&word) || name.to_lowercase().split(' ').any(|part| part == word)
    });
    let vague = list!("company" "business" "firm" "people" "guys" "folks" "over" "new" "old" "second" "first" "other" "main" "whole");
    word.len() > 2
        && !token.is_number()
        && !is_stopword(word)
        && !is_desk(word)
        && (!line || COMPANY_ENDINGS.contains(&word))
        && !vague.contains(&word)
}

/// A trade and who follows it have their beginning in common: optometry and optometrist.
pub(super) fn same_trade(said: &str, trade: &str) -> bool {
    let shared = said
        .bytes()
        .zip(trade.bytes())
        .take_while(|(left, right)| left == right)
        .count();
    said == trade || shared >= 5 && shared + 3 >= said.len().min(trade.len())
}
