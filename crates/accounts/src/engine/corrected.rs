//! A sentence that only corrects what was done last for the account talked about.

use super::{Response, Scene, planned};
use crate::dialogue::Caution;
use crate::intent::{Intent, Reading};
use crate::resolve::{Certainty, Conversation, Found, Resolution};
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
        return None;
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
