//! What a question over all accounts leaves out: "outside Virginia", "in Ohio but not Akron", "except bakeries".

use std::ops::Range;

use super::Filter;
use super::filters::is_trade;
use super::parse::Reader;
use crate::words::is_stopword;

const LEFT_OUT: &[&str] = list!(
    "outside" "except" "excepting" "excluding" "excl" "besides" "beyond" "minus" "not" "aren't" "isn't" "ignoring" "skipping"
);
/// Words of two, such as "other than".
const LEFT_OUT_BY_TWO: &[(&str, &str)] = &[
    ("other", "than"),
    ("apart", "from"),
    ("aside", "from"),
    ("leaving", "out"),
    ("leave", "out"),
];
/// What may stand before the thing that is left out.
const BEFORE: &[&str] =
    list!("in" "the" "from" "for" "of" "any" "our" "those" "all" "a" "an" "are" "ones");
const MOST_BEFORE: usize = 3;

impl Reader<'_> {
    /// The words that leave out what begins here.
    pub(super) fn left_out(&self, at: usize) -> Option<Range<usize>> {
        let mut end = at;
        loop {
            let one = LEFT_OUT.contains(&self.back(end, 1));
            let two = LEFT_OUT_BY_TWO.contains(&(self.back(end, 2), self.back(end, 1)));
            if one || two {
                return Some(end - if two { 2 } else { 1 }..at);
            }
            if end == 0 || at - end == MOST_BEFORE || !BEFORE.contains(&self.back(end, 1)) {
                return None;
            }
            end -= 1;
        }
    }

    /// Conditions that were read at some words, those to be left out by themselves. "Outside Ohio and Texas" leaves out both.
    pub(super) fn part(&mut self, read: Vec<(usize, usize, Filter)>) -> Vec<Filter> {
        let mut wanted = Vec::new();
        let mut before: Option<usize> = None;
        for (at, length, filter) in read {
            let joined = before.is_some_and(|end| {
                at == end || at == end + 1 && matches!(self.word(end), "and" | "or" | "nor")
            });
            let out = self.left_out(at);
            self.take(at..at + length);
            if out.is_some() || joined {
                self.take(out.unwrap_or(at..at));
                self.filters.push(Filter::Not(Box::new(filter)));
                before = Some(at + length);
            } else {
                wanted.push(filter);
                before = None;
            }
        }
        wanted
    }

    /// Trades that are left out are read before the stages, whose conditions a "not" may belong to as well.
    pub(super) fn trades_left_out(&mut self) {
        let mut read: Vec<(usize, usize, Vec<Vec<String>>)> = Vec::new();
        let mut listed = false;
        for at in 0..self.tokens.len() {
            let word = self.word(at);
            if self.used[at] || is_stopword(word) {
                listed &= matches!(word, "and" | "or" | "nor");
                continue;
            }
            listed |= self.left_out(at).is_some();
            let Some(groups) = self.trade_groups(word).filter(|_| listed) else {
                listed = false;
                continue;
            };
            match read.last_mut() {
                // "Auto repair" is one trade.
                Some((first, length, held)) if *first + *length == at && held.len() == 1 => {
                    held[0].extend(groups.into_iter().next().unwrap_or_default());
                    *length += 1;
                }
                _ => read.push((at, 1, groups)),
            }
        }
        let trades = |groups: Vec<Vec<String>>| {
            let fits = |trade: &&String| groups.iter().any(|group| is_trade(trade, group));
            Filter::Trade(self.book.industries.iter().filter(fits).cloned().collect())
        };
        let read = read.into_iter();
        let read = read.map(|(at, length, groups)| (at, length, trades(groups)));
        let wanted = self.part(read.collect());
        self.filters.extend(wanted);
    }
}
