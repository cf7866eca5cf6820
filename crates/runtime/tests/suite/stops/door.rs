//! Where people's texts come in, as the server's door takes them in: the word first, then the text.

use std::time::Duration;

use serde_json::json;
use steward_channels::Keyword;
use steward_model::{
    Clock as _, ConsentBy, EffectClass, EffectVerdict, EventKind, InboundSms, Integrity, LineId,
    LineProvider, Scope, Skipped, ThreadId,
};
use steward_store::{
    Accepted, CONFIRMS_SILENCE, Contact, Heard, NewEffect, NewEvent, NewKeyword, Origin, Outgoing,
    Wish,
};

use super::super::scene::phone;
use super::book::{Ends, Pages, Text, Wants};
use super::world::{LineOf, NUMBERS, World, org_of};

/// What somebody wrote, to be delivered once or more often.
#[derive(Debug, Clone)]
pub(super) struct Delivered {
    org: usize,
    /// Which of the organisation's lines.
    line: usize,
    from: &'static str,
    words: &'static str,
    id: String,
    mark: usize,
}

/// Somebody, as the door knows them.
struct Writer {
    contact: Contact,
    agent: steward_model::AgentId,
    line: (LineId, &'static LineOf),
}

impl World {
    /// Something new that somebody writes.
    pub(super) fn written(&mut self, words: &'static str) -> Delivered {
        let org = self.chance.below(self.orgs.len());
        let from = self.chance.below(NUMBERS.len());
        // Most write to the line that they know.
        let line = match self.chance.percent(85) {
            true => from,
            false => self.chance.below(2),
        };
        let lines = &self.orgs[org].lines;
        let ends = Ends {
            theirs: NUMBERS[from].to_owned(),
            ours: lines[line % lines.len()].1.number.to_owned(),
        };
        self.written_by(&ends, words)
    }

    /// Something new that they write.
    pub(super) fn written_by(&self, ends: &Ends, words: &'static str) -> Delivered {
        let org = org_of(&ends.ours);
        let lines = &self.orgs[org].lines;
        let line = lines.iter().position(|line| line.1.number == ends.ours);
        let from = NUMBERS.iter().find(|number| **number == ends.theirs);
        let mut pages = self.book.open();
        let mark = pages.texts.len();
        pages.texts.push(Text {
            ends: ends.clone(),
            asked: false,
            thread: None,
        });
        Delivered {
            org,
            line: line.unwrap(),
            from: from.unwrap(),
            words,
            id: format!("SM{mark}"),
            mark,
        }
    }

    /// It is delivered.
    pub(super) async fn take_in(&mut self, text: Delivered) {
        let org = &self.orgs[text.org];
        let here = self.store.org(org.id);
        let contact = here.resolve_contact(&phone(text.from)).await.unwrap();
        let writer = Writer {
            // The line's agent or another that was chosen for the contact: either may answer anybody.
            agent: org.agents[usize::from(self.chance.percent(25))],
            line: org.lines[text.line],
            contact: contact.clone(),
        };
        self.note(text.org, &contact);
        let skipped = self.hear(&text, writer.line).await;
        let thread = self.put_on_thread(&text, &writer, skipped).await;
        let confirms = text.keyword() == Some(Keyword::Stop)
            && (writer.line.1.provider == LineProvider::Quo || !Keyword::is_word(text.words));
        if confirms && skipped == Some(Skipped::Keyword) {
            self.confirm(&text, &writer, thread).await;
        }
        if !self.delivered.iter().any(|one| one.id == text.id) {
            self.delivered.push(text);
        }
    }

    /// Does what a word asks for. Tells why no agent is asked.
    pub(super) async fn hear(
        &self,
        text: &Delivered,
        (line_id, line): (LineId, &LineOf),
    ) -> Option<Skipped> {
        let here = self.store.org(self.orgs[text.org].id);
        let wish = match text.keyword() {
            Some(Keyword::Stop) => Some(Wish::Silence),
            Some(Keyword::Start) => Some(Wish::Messages),
            Some(Keyword::Help) | None => None,
        };
        if let Some(wish) = wish {
            let keyword = NewKeyword {
                source: line.provider.to_string(),
                dedupe_key: text.id.clone(),
                channel: "sms".into(),
                address: phone(text.from),
                wish,
                how: match Keyword::is_word(text.words) {
                    true => ConsentBy::Keyword,
                    false => ConsentBy::PlainWords,
                },
                line_id: Some(line_id),
                words: text.words.into(),
            };
            let begun = self.book.open().tick();
            let heard = here.hear(keyword).await.unwrap();
            let mut pages = self.book.open();
            heard_right(&mut pages, text, (wish, heard), begun);
            if wish == Wish::Messages {
                self.carrier.unblock(text.org, text.from);
            }
            if heard == Heard::Wish {
                return Some(Skipped::Keyword);
            }
        }
        let silent = here.wants_silence("sms", &phone(text.from)).await.unwrap();
        silent.then_some(Skipped::OptedOut)
    }

    async fn put_on_thread(
        &mut self,
        text: &Delivered,
        writer: &Writer,
        skipped: Option<Skipped>,
    ) -> ThreadId {
        let org = self.orgs[text.org].id;
        let contact = writer.contact.id;
        let (line_id, line) = writer.line;
        let sms = InboundSms {
            message_id: text.id.clone(),
            contact_id: contact,
            line_id,
            from: text.from.to_owned(),
            to: line.number.to_owned(),
            text: format!("{} (t{}x)", text.words, text.mark),
            media: Vec::new(),
        };
        let event = NewEvent {
            agent_id: writer.agent,
            correlation_key: format!("contact:{contact}"),
            scope: Scope::Contact(contact),
            source: line.provider.to_string(),
            dedupe_key: text.id.clone(),
            kind: EventKind::InboundSms,
            payload: serde_json::to_vec(&sms).unwrap(),
            integrity: Integrity::Untrusted,
        };
        let here = self.store.org(org);
        let accepted = match skipped {
            None => self.runtime.accept(org, event).await.unwrap(),
            Some(why) => here.set_aside(event, why).await.unwrap(),
        };
        let thread = match accepted {
            Accepted::Queued { thread_id, .. } => {
                let mut pages = self.book.open();
                pages.texts[text.mark].asked = skipped.is_none();
                pages.texts[text.mark].thread = Some(thread_id);
                thread_id
            }
            Accepted::Duplicate { thread_id, .. } => thread_id,
        };
        if !self.threads.contains(&(text.org, thread)) {
            self.threads.push((text.org, thread));
        }
        thread
    }

    /// Says that silence was heard, once for every silence.
    async fn confirm(&self, text: &Delivered, writer: &Writer, thread: ThreadId) {
        let org = self.orgs[text.org].id;
        let (line_id, line) = writer.line;
        let here = self.store.org(org);
        let since = here.silent_since("sms", &phone(text.from)).await.unwrap();
        let Some(since) = since else {
            return;
        };
        let ends = Ends {
            theirs: text.from.to_owned(),
            ours: line.number.to_owned(),
        };
        let mark = {
            let mut pages = self.book.open();
            pages.confirmed.push((ends, 0));
            pages.confirmed.len() - 1
        };
        let contact = writer.contact.id;
        let words = format!("You will get no more messages from us. (s{mark}x)");
        let payload = json!({ "to": text.from, "from": line.number, "text": words });
        let effect = NewEffect {
            idem_key: format!("keyword:{line_id}:{contact}:silence:{}", since.as_micros()),
            contact_id: contact,
            line_id,
            class: EffectClass::Asked,
            channel: "sms".into(),
            payload: payload.to_string().into_bytes(),
            integrity: Integrity::System,
            verdict: EffectVerdict::Allow,
            rule: CONFIRMS_SILENCE.into(),
            approval_id: None,
            not_before: None,
            expires_at: self.db.clock().now().plus(Duration::from_secs(3600)),
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
        // An old text may be on the thread of somebody who was forgotten since.
        let confirmed = self.store.put_out(origin, outgoing).await;
        super::steps::tolerate(confirmed.map(|_| ()));
    }
}

impl Delivered {
    fn keyword(&self) -> Option<Keyword> {
        Keyword::of(self.words)
    }
}

/// Writes down what somebody wants now, as the test itself understands it; and whether the store understood it so. A STOP counts
/// from when it was heard, a START from when it was said.
fn heard_right(pages: &mut Pages, text: &Delivered, (wish, heard): (Wish, Heard), begun: u64) {
    let now = pages.tick();
    let who = (text.org, text.from);
    let before = pages.wants(text.org, text.from);
    if !pages.heard.insert((text.org, text.id.clone())) {
        return;
    }
    match wish {
        Wish::Silence => {
            pages.note_wish(who, now, Wants::Silence);
            if heard != Heard::Wish {
                pages.faults.push(format!("{} was not heard", text.words));
            }
        }
        Wish::Messages => {
            pages.note_wish(who, begun, Wants::Messages);
            let expected = match before {
                Wants::Messages => Some(Heard::Text),
                Wants::Silence => Some(Heard::Wish),
                Wants::AsCarrierSays => None,
            };
            if expected.is_some_and(|expected| expected != heard) {
                pages
                    .faults
                    .push(format!("{} was heard as {heard:?}", text.words));
            }
        }
    }
}
