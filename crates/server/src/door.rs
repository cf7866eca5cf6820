//! The door: where a contact's text comes in. It is stored whatever becomes of it; then it is decided whether an agent is asked.

mod alert;
mod answer;
mod catch_up;
mod sender;

use steward_channels::{InboundText, Keyword, Media, Plea};
use steward_model::{
    AgentId, Answering, ConsentBy, EventKind, Identifier, IdentifierKind, InboundSms, Integrity,
    LineProvider, OrgId, Scope, Skipped, SmsMedia,
};
use steward_store::{Accepted, Contact, Heard, Line, NewEvent, NewKeyword, Page, StoreError, Wish};

use crate::app::App;
use crate::error::ApiError;

pub(crate) use self::catch_up::{catch_up, keep_catching_up};
use self::sender::number;

const SMS: &str = "sms";
/// Organisations that are asked for a line at once.
const SOME_ORGS: u32 = 100;

/// Takes in a text. One that is for nobody is left out, and the log says what to do.
pub(crate) async fn take_in(app: &App, text: InboundText) -> Result<(), ApiError> {
    let to: Vec<_> = text.to.iter().filter_map(|to| number(to)).collect();
    let Some((org, line)) = find_line(app, &to, text.provider).await? else {
        tracing::warn!(message = %text.provider_id, provider = %text.provider,
            "a text was left out: it went to a number that is nobody's line with this provider; add it under lines");
        return Ok(());
    };
    take_in_at(app, (org, &line), text).await
}

/// Takes in a text to a line that is known.
pub(crate) async fn take_in_at(
    app: &App,
    (org, line): (OrgId, &Line),
    text: InboundText,
) -> Result<(), ApiError> {
    let from = &sender::of(&text.from);
    // A word that asks for silence counts whatever else goes wrong: that it is a new contact's is only looked at afterwards.
    let contact = app.store.org(org).resolve_contact(from).await;
    let skipped = skipped(app, (org, line), from, &text).await?;
    let contact = contact?;
    let nobody = || {
        answerer(line, &contact)
            .is_none()
            .then_some(Skipped::NoAgent)
    };
    let skipped = skipped.or_else(nobody);
    store(app, (org, line), (&contact, from), text, skipped).await
}

/// Why no agent is asked, whoever answers the contact. That a person has taken over is found when the text is stored.
async fn skipped(
    app: &App,
    (org, line): (OrgId, &Line),
    from: &Identifier,
    text: &InboundText,
) -> Result<Option<Skipped>, StoreError> {
    // Nothing is ever sent there, so that no word is needed to end it.
    if from.kind() != IdentifierKind::Phone {
        return Ok(Some(Skipped::Unanswerable));
    }
    if was_for_carrier(app, (org, line), from, text).await? {
        return Ok(Some(Skipped::Keyword));
    }
    if app.store.org(org).wants_silence(SMS, from).await? {
        return Ok(Some(Skipped::OptedOut));
    }
    Ok(text.text.trim().is_empty().then_some(Skipped::MediaOnly))
}

/// The agent that answers a contact on a line: the line's, or another that was chosen for the contact. Nobody on a line without
/// an agent, whatever was chosen, and nobody if the team answers the contact itself.
fn answerer(line: &Line, contact: &Contact) -> Option<AgentId> {
    let usual = line.agent_id?;
    match contact.answering {
        Answering::People => None,
        Answering::Usual | Answering::Drafts => Some(contact.answering_agent.unwrap_or(usual)),
    }
}

/// Does what a word to the carrier asks for. Tells whether it was one, and needs no answer.
async fn was_for_carrier(
    app: &App,
    (org, line): (OrgId, &Line),
    from: &Identifier,
    text: &InboundText,
) -> Result<bool, StoreError> {
    let wish = match text.keyword {
        None => return Ok(false),
        // Nothing changes by it.
        Some(Keyword::Help) => return Ok(true),
        Some(Keyword::Stop) => Wish::Silence,
        Some(Keyword::Start) => Wish::Messages,
    };
    let keyword = NewKeyword {
        source: text.provider.to_string(),
        dedupe_key: text.provider_id.clone(),
        channel: SMS.to_owned(),
        address: from.clone(),
        wish,
        how: if text.is_answered || Keyword::is_word(&text.text) {
            ConsentBy::Keyword
        } else {
            ConsentBy::PlainWords
        },
        line_id: Some(line.id),
        words: text.text.clone(),
    };
    let heard = app.store.org(org).hear(keyword).await?;
    Ok(heard == Heard::Wish)
}

/// Puts a text on the contact's thread with whoever answers. Without one, a person is told, and the text is kept on another's.
async fn store(
    app: &App,
    (org, line): (OrgId, &Line),
    (contact, from): (&Contact, &Identifier),
    text: InboundText,
    skipped: Option<Skipped>,
) -> Result<(), ApiError> {
    let here = app.store.org(org);
    let agent = match answerer(line, contact) {
        Some(agent) => Some(agent),
        None => here.keeper_of(contact.id).await?,
    };
    let Some(agent) = agent else {
        let notice = alert::nobody_answers(line, &text.provider_id, "The text is at the carrier.");
        here.raise_notice(None, notice).await?;
        return Ok(());
    };
    let message = text.provider_id.clone();
    let plea = Plea::of(&text.text);
    let event = event(agent, line, contact, text.clone())?;
    let accepted = match skipped {
        None => app.runtime.accept(org, event).await?,
        Some(why) => here.set_aside(event, why).await?,
    };
    let (thread_id, event_id) = match accepted {
        Accepted::Queued {
            thread_id,
            event_id,
            ..
        }
        | Accepted::Duplicate {
            thread_id,
            event_id,
        } => (thread_id, event_id),
    };
    // The carrier waits for an answer: what it has is fetched afterwards.
    if !text.media.is_empty() {
        here.ask_for_files(event_id).await?;
    }
    if let Some(why) = skipped {
        tracing::info!(%message, thread = %thread_id, %why, "no agent is asked about a text");
    }
    if skipped == Some(Skipped::Keyword) && !text.is_answered {
        let whose = (org, line, thread_id, contact.id);
        answer::answer(app, whose, (from, &text)).await?;
    }
    if let Some(notice) = alert::alert((line, &message), skipped, plea) {
        here.raise_notice(Some(thread_id), notice).await?;
    }
    Ok(())
}

fn event(
    agent_id: AgentId,
    line: &Line,
    contact: &Contact,
    text: InboundText,
) -> Result<NewEvent, ApiError> {
    let said = said(&text);
    let sms = InboundSms {
        message_id: text.provider_id.clone(),
        contact_id: contact.id,
        line_id: line.id,
        from: text.from,
        to: line.address.clone(),
        text: said,
        media: text.media.into_iter().map(kept).collect(),
    };
    Ok(NewEvent {
        agent_id,
        correlation_key: format!("contact:{}", contact.id),
        scope: Scope::Contact(contact.id),
        source: text.provider.to_string(),
        dedupe_key: text.provider_id,
        kind: EventKind::InboundSms,
        payload: serde_json::to_vec(&sms).map_err(ApiError::internal)?,
        integrity: Integrity::Untrusted,
    })
}

/// The words of a text, and of a group that an answer does not go to all of it.
fn said(text: &InboundText) -> String {
    if text.to.len() == 1 {
        return text.text.clone();
    }
    let words = &text.text;
    let said = format!("{words}\n[sent to a group; an answer goes to this person alone]");
    said.trim_start().to_owned()
}

fn kept(file: Media) -> SmsMedia {
    SmsMedia {
        url: file.url,
        content_type: file.content_type,
    }
}

/// The line with one of these numbers that this provider carries. Should several organisations claim it, whoever did so first has it:
/// nobody can take over a number by adding it again.
async fn find_line(
    app: &App,
    numbers: &[Identifier],
    provider: LineProvider,
) -> Result<Option<(OrgId, Line)>, StoreError> {
    for number in numbers {
        let found = find_line_at(app, number).await?;
        if let Some(found) = found.filter(|(_, line)| line.provider == Some(provider)) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

async fn find_line_at(app: &App, number: &Identifier) -> Result<Option<(OrgId, Line)>, StoreError> {
    let mut found: Option<(OrgId, Line)> = None;
    let mut page = Page {
        after: None,
        limit: SOME_ORGS,
    };
    loop {
        let orgs = app.store.orgs(&page).await?;
        for org in &orgs {
            let line = app.store.org(org.id).line_by_address(number).await?;
            if let Some(line) = line
                && found.as_ref().is_none_or(|(_, first)| line.id < first.id)
            {
                found = Some((org.id, line));
            }
        }
        match orgs.last() {
            Some(last) if orgs.len() == SOME_ORGS as usize => {
                page.after = Some(last.id.to_string());
            }
            _ => return Ok(found),
        }
    }
}
