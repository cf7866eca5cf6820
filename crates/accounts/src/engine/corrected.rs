//! A sentence that only corrects what was done last for the account talked about.

use super::{Awaited, Reply, Response, Scene, planned};
use crate::dialogue::Caution;
use crate::intent::{Intent, Reading};
use crate::resolve::{Certainty, Conversation, Found, Resolution};
use crate::state::AccountState;
use crate::text::Token;
use crate::update::{Desk, correction};

pub(super) fn respond(
    scene: &Scene<'_>,
    (text, words): (&str, &[Token]),
    conversation: &Conversation,
    caution: Caution,
) -> Option<Response> {
    let id = conversation.account.as_ref()?;
    let account = scene.book.account(id)?;
    let named = scene
        .book
        .directory()
        .resolve(text, words, &Conversation::default());
    // Another account may be what is put right.
    let other = match &named.resolution {
        Resolution::One(named) => named != id,
        Resolution::Ambiguous(_) => true,
        Resolution::None | Resolution::Unknown(_) => false,
    };
    if other {
        return meant_another(scene, words, named, account);
    }
    let desk = Desk {
        today: scene.today,
        carriers: &scene.book.carriers,
        caution,
    };
    // An amount that was asked back about is corrected before anything was changed.
    let last = scene
        .last_changed(id)
        .filter(|_| conversation.pending.is_none());
    let plan = correction(text, words, account, &desk, last)?;
    let found = Found {
        resolution: Resolution::One(id.clone()),
        mention: None,
        rule: "the account talked about",
        certainty: Certainty::Certain,
    };
    Some(Response {
        reading: Reading {
            intent: Intent::Update,
            confidence: 0.8,
            rule: "a correction of what was said",
        },
        reply: planned(account, plan),
        found,
        went_on: None,
    })
}

/// "Wait, that was for Birch Cafe": what was changed last is not undone by that, and nobody has to guess what is meant for the other.
fn meant_another(
    scene: &Scene<'_>,
    words: &[Token],
    named: Found,
    account: &AccountState,
) -> Option<Response> {
    const SMALL: &[&str] = list!(
        "wait" "no" "oops" "whoops" "sorry" "actually" "that" "that's" "this" "it" "was" "is" "for" "meant" "mean" "i" "the" "wrong"
        "account" "one" "my" "bad" "mistake" "about" "not" "should" "be" "have" "been" "to"
    );
    let outside = |token: &&Token| {
        let inside = |(start, end): (usize, usize)| token.start >= start && token.end <= end;
        !named.mention.is_some_and(inside)
    };
    let said: Vec<&str> = words
        .iter()
        .filter(outside)
        .map(|token| token.norm.as_str())
        .collect();
    let moved = said
        .iter()
        .any(|word| list!("for" "meant" "mean" "wrong").contains(word));
    if !moved || !said.iter().all(|word| SMALL.contains(word)) {
        return None;
    }
    let other = scene.book.account(named.account()?)?;
    let question = format!(
        "Nothing was undone: {} keeps what was changed last. Tell me what it should be there, and what should change for {}.",
        account.name, other.name
    );
    Some(Response {
        reading: Reading {
            intent: Intent::Update,
            confidence: 0.8,
            rule: "another account than the one talked about",
        },
        reply: Reply::Clarify {
            question,
            choices: vec![account.id.clone(), other.id.clone()],
            awaits: Awaited::Words,
        },
        found: named,
        went_on: None,
    })
}
