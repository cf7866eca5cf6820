//! The stages that a question over all accounts speaks of, by their names or by what is said of an account in them.

use std::sync::LazyLock;

use super::Filter;
use super::parse::Reader;
use crate::text::words;
use crate::words::{BETWEEN, STAGES, Stage, is_desk, is_stopword, kind};

const NOT: &[&str] = list!(
    "not" "aren't" "isn't" "haven't" "hasn't" "except" "excluding" "never" "besides" "neither" "nor" "without"
    "weren't" "don't" "didn't" "skip" "skipping" "ignore" "ignoring" "minus" "exclude" "omit" "omitting" "nothing" "none"
    "nobody"
);

/// The names of the stages, cut into words once.
static ASKED: LazyLock<Vec<(&str, Vec<String>)>> = LazyLock::new(|| {
    let names = |stage: &'static Stage| {
        let phrases = stage.asked.iter();
        phrases.map(|phrase| (stage.name, words(phrase)))
    };
    STAGES.iter().flat_map(names).collect()
});

impl Reader<'_> {
    pub(super) fn stages(&mut self) {
        let mut wanted: Vec<String> = Vec::new();
        let mut unwanted: Vec<String> = Vec::new();
        let mut before: Option<(usize, bool)> = None;
        for at in 0..self.tokens.len() {
            let Some((stage, end)) = self.stage_at(at) else {
                continue;
            };
            // "Bound or not" is no condition.
            if self.word(end) == "or" && self.word(end + 1) == "not" {
                self.take(at..end);
                continue;
            }
            // "Leave out bound and lost" leaves out both.
            let listed = before.filter(|(end, _)| {
                at == end + 1 && matches!(self.word(*end), "and" | "or" | "nor") || at == *end
            });
            let not = self.denied(at) || listed.is_some_and(|(_, not)| not);
            before = Some((end, not));
            let list = if not { &mut unwanted } else { &mut wanted };
            list.push(stage.to_owned());
            // "quoted" in passing covers what was pitched since; "Quoted" and "the quoted stage" are the stage itself.
            let strict = self.tokens[at].capital
                || self.says("stage")
                || self.any(&["not pitched", "but not pitched"]);
            if stage == "Quoted" && !not && !strict {
                list.push("Quote Pitched".to_owned());
            }
            self.take(at..end);
        }
        // "Open quotes, pitched ones included" is wider than what was pitched.
        if wanted.is_empty() || self.any(list!("included" "including" "too" "as well" "plus")) {
            self.open_stages(&mut wanted, &mut unwanted);
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

    /// The stage whose name or paraphrase begins at a word, and the word after it; the longest decides.
    fn stage_at(&self, at: usize) -> Option<(&'static str, usize)> {
        let named = ASKED
            .iter()
            .filter(|(_, phrase)| self.phrase_at(at, phrase))
            .map(|(stage, phrase)| (*stage, at + phrase.len()));
        let first = kind(self.word(at));
        let spoken = STAGES.iter().flat_map(|stage| {
            let begun = stage.spoken.iter().filter(|said| said.starts_with(first));
            begun.filter_map(|phrase| Some((stage.name, self.spoken_at(at, phrase)?)))
        });
        named.chain(spoken).max_by_key(|(_, end)| *end)
    }

    /// The word after a paraphrase that begins here. One that is a single word has nothing as its object: who sold a truck is
    /// not sold.
    fn spoken_at(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut next = at;
        let mut said = phrase.split(' ');
        while let Some(word) = said.clone().next() {
            let free = next < self.tokens.len() && !self.used[next];
            if free && kind(self.word(next)) == word {
                said.next();
            } else if !free || next == at || !BETWEEN.contains(&self.word(next)) {
                return None;
            }
            next += 1;
        }
        let after = self.word(next);
        let object = list!("a" "an" "the" "their" "its" "his" "her" "our" "some").contains(&after)
            || !after.is_empty() && !is_stopword(after) && !is_desk(after);
        let stands = phrase.contains(' ') || !object || self.tokens[next].after_break;
        // "Going out of business" is no way to a carrier.
        (stands && after != "of").then_some(next)
    }

    /// Whether a stage is named to be left out.
    fn denied(&self, at: usize) -> bool {
        let start = (0..at)
            .rev()
            .find(|place| {
                self.tokens[*place].after_break || matches!(self.word(*place), "but" | "and")
            })
            .unwrap_or(0);
        let left = |place: usize| {
            matches!(self.word(place), "leave" | "leaving" | "take")
                && self.word(place + 1) == "out"
        };
        // A "not" that leaves a place or a trade out says nothing of the stage.
        let free = |place: &usize| !self.used[*place];
        (start..at)
            .filter(free)
            .any(|place| NOT.contains(&self.word(place)) || left(place))
            || (self.back(at, 1) == "than" && self.back(at, 2) == "other")
    }

    /// "open quotes" were quoted or pitched; what else is open is neither bound nor lost.
    fn open_stages(&self, wanted: &mut Vec<String>, unwanted: &mut Vec<String>) {
        let quotes = self.any(list!("outstanding quotes" "live quotes" "pending quotes" "active quotes" "quotes outstanding"))
            || (self.any(list!("open" "live" "outstanding" "pending")) && self.says("quotes"))
            || self.any(list!("cheapest quote" "biggest quote" "largest quote" "smallest quote" "highest quote" "lowest quote"));
        let open = self.any(list!(
            "open accounts" "live accounts" "open deals" "active prospects" "pipeline" "in play" "open pipeline"
            "prospects" "still open" "open opportunities" "in progress" "still working" "live deals" "open files"
            "still live" "active accounts" "still active" "undecided" "in the works" "underway" "still going" "not closed"
        )) || self.any(&["open", "live"]) && self.any(&["are open", "are live", "is open"]);
        let closed = self
            .any(list!("closed accounts" "closed deals" "closed files" "are closed" "finished"));
        if quotes {
            wanted.extend(["Quoted".to_owned(), "Quote Pitched".to_owned()]);
        } else if closed {
            wanted.extend(["Bound".to_owned(), "Lost".to_owned()]);
        } else if open {
            unwanted.extend(["Bound".to_owned(), "Lost".to_owned()]);
        }
    }
}
