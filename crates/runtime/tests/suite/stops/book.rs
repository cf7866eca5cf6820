//! What the test itself knows: who wrote what to whom, what a person agreed to, and who wants silence. The judge reads this and
//! the carrier's log, and never a table of ours.
//!
//! Everything that is written gets a mark, and so every message that leaves tells where it comes from: `t7x` is somebody's text,
//! `c7x` a call of the model's, `p7x` a person's own words, `s7x` our word that silence was heard.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use steward_model::{ChatRequest, EffectId, ThreadId};

/// The number somebody writes from, and the line they write to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ends {
    pub(super) theirs: String,
    pub(super) ours: String,
}

/// A text that somebody wrote.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) ends: Ends,
    /// Whether an agent was asked about it.
    pub(super) asked: bool,
    pub(super) thread: Option<ThreadId>,
}

/// A call that the model made.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) org: usize,
    /// Whether its agent may send by itself.
    pub(super) may_send: bool,
    pub(super) tool: String,
    /// Where an answer to what the model had read may go.
    pub(super) answers: BTreeSet<Ends>,
    /// The lines that the conversation was on.
    pub(super) lines: BTreeSet<String>,
}

/// What a person stood up for.
#[derive(Debug, Clone)]
pub(super) enum Consent {
    /// This contact gets it, by a number of theirs from then on, from the line that the person was shown.
    Contact {
        id: String,
        since: u64,
        from: String,
    },
    /// Whoever the conversation is with.
    Conversation,
}

/// A person's own words, and where they may go.
#[derive(Debug, Clone)]
pub(super) struct Words {
    pub(super) agreed: Consent,
    pub(super) ends: BTreeSet<Ends>,
}

/// What somebody wants, from a moment on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Messages,
    Silence,
    /// The carrier said so; whether we could write it down in time is not known, and the carrier refuses by itself.
    AsCarrierSays,
}

/// A message in the carrier's hands.
#[derive(Debug, Clone)]
pub(super) struct Handed {
    pub(super) effect: EffectId,
    pub(super) ends: Ends,
    pub(super) text: String,
    /// When the claim began by which it left.
    pub(super) claimed: u64,
}

#[derive(Default)]
pub(super) struct Pages {
    /// Counts what happens.
    now: u64,
    /// When the last claim began.
    claimed: u64,
    pub(super) texts: Vec<Text>,
    pub(super) calls: Vec<Call>,
    /// What the model was asked, and where an answer to it may go.
    pub(super) questions: Vec<(ChatRequest, BTreeSet<Ends>)>,
    pub(super) words: Vec<Words>,
    /// Whose silence was confirmed, and how often it was.
    pub(super) confirmed: Vec<(Ends, u32)>,
    /// What a person agreed to of what the model called for.
    pub(super) agreed: BTreeMap<usize, Consent>,
    /// How often a person wanted it sent again.
    pub(super) again: BTreeMap<EffectId, u32>,
    /// Which words were heard.
    pub(super) heard: BTreeSet<(usize, String)>,
    wants: BTreeMap<(usize, String), Vec<(u64, Wants)>>,
    /// Contacts' numbers, with from when until when.
    numbers: BTreeMap<String, Vec<(String, u64, u64)>>,
    /// What the carrier took, in order.
    pub(super) taken: Vec<Handed>,
    /// How often what happened, to see that it does.
    pub(super) seen: BTreeMap<&'static str, usize>,
    pub(super) faults: Vec<String>,
}

#[derive(Default)]
pub(super) struct Book(Mutex<Pages>);

impl Book {
    pub(super) fn open(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap()
    }
}

impl Pages {
    /// Another moment.
    pub(super) fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    pub(super) fn claim_begins(&mut self) {
        self.claimed = self.tick();
    }

    pub(super) fn last_claim(&self) -> u64 {
        self.claimed
    }

    /// From a moment on they want this.
    pub(super) fn note_wish(&mut self, (org, number): (usize, &str), since: u64, wants: Wants) {
        let all = self.wants.entry((org, number.to_owned())).or_default();
        all.push((since, wants));
    }

    pub(super) fn wants(&self, org: usize, number: &str) -> Wants {
        self.wanted(org, number, u64::MAX)
    }

    /// Who wants no messages, and of which organisation.
    pub(super) fn silent(&self) -> Vec<(usize, String)> {
        let last = |all: &Vec<(u64, Wants)>| all.last().map(|one| one.1);
        let silent = |(_, all): &(_, &_)| last(all) != Some(Wants::Messages);
        let silent = self.wants.iter().filter(silent);
        silent.map(|(who, _)| who.clone()).collect()
    }

    /// What they wanted at a moment.
    pub(super) fn wanted(&self, org: usize, number: &str, at: u64) -> Wants {
        let all = self.wants.get(&(org, number.to_owned()));
        let all = all.map(Vec::as_slice).unwrap_or_default();
        let before = all.iter().rev().find(|(since, _)| *since <= at);
        before.map_or(Wants::Messages, |(_, wants)| *wants)
    }

    /// These are a contact's numbers from now on.
    pub(super) fn note_numbers(&mut self, contact: &str, held: &[String]) {
        let now = self.tick();
        let all = self.numbers.entry(contact.to_owned()).or_default();
        for (number, _, until) in all.iter_mut().filter(|one| one.2 == u64::MAX) {
            if !held.contains(number) {
                *until = now;
            }
        }
        for number in held {
            if !all.iter().any(|one| one.0 == *number && one.2 == u64::MAX) {
                all.push((number.clone(), now, u64::MAX));
            }
        }
    }

    /// Whether a number was a contact's at some time since.
    pub(super) fn was_theirs(&self, contact: &str, number: &str, since: u64) -> bool {
        let all = self.numbers.get(contact).into_iter().flatten();
        all.into_iter().any(|one| one.0 == number && one.2 >= since)
    }

    /// Where an answer might have gone before this question, in the same turn: a turn goes on by adding to what it has said.
    pub(super) fn answered_before(&self, now: &ChatRequest) -> Vec<Ends> {
        let same = |before: &ChatRequest| {
            before.model == now.model && now.messages.starts_with(&before.messages)
        };
        let before = self.questions.iter().filter(|(before, _)| same(before));
        before.flat_map(|(_, ends)| ends.iter().cloned()).collect()
    }

    /// The newest text of a conversation.
    pub(super) fn last_text(&self, thread: ThreadId) -> Option<&Text> {
        let of_thread = |text: &&Text| text.thread == Some(thread);
        self.texts.iter().rev().find(of_thread)
    }
}

/// The numbers of a text's marks of this kind, in order.
pub(super) fn marks(text: &str, kind: char) -> BTreeSet<usize> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let number = |word: &str| {
        let number = word.strip_prefix(kind)?.strip_suffix('x')?;
        number.parse().ok()
    };
    words.filter_map(number).collect()
}
