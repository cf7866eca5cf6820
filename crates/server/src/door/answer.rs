//! Answers to words such as STOP, where the carrier gives none.

use std::time::Duration;

use serde_json::json;
use steward_channels::{InboundText, Keyword};
use steward_model::{
    ContactId, EffectClass, EffectVerdict, Identifier, Integrity, OrgId, ThreadId, Timestamp,
};
use steward_store::{CONFIRMS_SILENCE, Line, NewEffect, Origin, Outgoing, StoreError};

use super::SMS;
use crate::app::App;
use crate::error::ApiError;

/// An answer that could not leave for this long is none any more.
const LIFE: Duration = Duration::from_secs(60 * 60);

/// The rule by which a word is answered.
const ANSWERS_KEYWORD: &str = "answers_keyword";

/// Says in the organisation's name what a word has done. One silence is confirmed once, however often it is asked for; whoever asks
/// for help is answered once an hour, so that two machines cannot talk to each other for ever.
pub(super) async fn answer(
    app: &App,
    (org, line, thread, contact): (OrgId, &Line, ThreadId, ContactId),
    (from, text): (&Identifier, &InboundText),
) -> Result<(), ApiError> {
    let Some(keyword) = text.keyword else {
        return Ok(());
    };
    let here = app.store.org(org);
    let silent = here.silent_since(SMS, from).await?;
    let now = app.now();
    let Some((which, rule, says)) = words(keyword, silent, text, now) else {
        return Ok(());
    };
    let name = here.get().await?.ok_or_else(ApiError::not_found)?.name;
    let payload = json!({
        "to": from.as_str(), "from": line.address, "text": format!("{name}: {says}"),
    });
    let effect = NewEffect {
        idem_key: format!("keyword:{}:{contact}:{which}", line.id),
        contact_id: contact,
        line_id: line.id,
        class: EffectClass::Asked,
        channel: SMS.to_owned(),
        payload: payload.to_string().into_bytes(),
        integrity: Integrity::System,
        verdict: EffectVerdict::Allow,
        rule: rule.to_owned(),
        approval_id: None,
        not_before: None,
        expires_at: now.plus(LIFE),
    };
    let origin = Origin {
        org,
        thread,
        turn: None,
        agent: None,
    };
    let outgoing = Outgoing {
        effects: vec![effect],
        ..Outgoing::default()
    };
    match app.store.put_out(origin, outgoing).await {
        Ok(_) => app.runtime.wake(),
        // An old word of somebody who was forgotten since came again: nobody is left to answer.
        Err(StoreError::Forgotten) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// What is said to a word, by which rule, and what is only said once.
fn words(
    keyword: Keyword,
    silent: Option<Timestamp>,
    text: &InboundText,
    now: Timestamp,
) -> Option<(String, &'static str, &'static str)> {
    match (keyword, silent) {
        (Keyword::Stop, Some(since)) => Some((
            format!("silence:{}", since.as_micros()),
            CONFIRMS_SILENCE,
            "you will get no more messages from us. Reply START to get them again.",
        )),
        (Keyword::Start, None) => Some((
            format!("messages:{}", text.provider_id),
            ANSWERS_KEYWORD,
            "you will get our messages again. Reply STOP to get no more.",
        )),
        (Keyword::Help, None) => Some((
            format!("help:{}", hour(now)),
            ANSWERS_KEYWORD,
            "write here and we answer. Reply STOP to get no more messages.",
        )),
        // An old word that came again, or somebody who wants to hear nothing at all.
        (Keyword::Stop, None) | (Keyword::Start | Keyword::Help, Some(_)) => None,
    }
}

fn hour(now: Timestamp) -> i64 {
    now.as_micros() / 3_600_000_000
}
