//! Texts about notices: one for each member who asked for them and may see what the notice is about.
//!
//! They leave through the outbox like every text, so that each is sent once or is looked up: to the contact who has the member's
//! number, on that contact's own conversation. Who that is for is looked at again when it is taken to be sent.

use std::time::Duration;

use serde_json::json;
use steward_model::{
    ContactId, EffectClass, EffectId, EffectVerdict, IdGen, Identifier, IdentifierId,
    IdentifierKind, Integrity, JobId, MemberId, NoticeId, OrgId, Scope, ThreadId, Timestamp,
};

use super::{AlertReason, mail, notice_seen};
use crate::db::{Tx, transaction};
use crate::inbox::make_thread;
use crate::jobs::{self, NewJob};
use crate::outbox::{NewEffect, Origin, Outgoing, insert_outgoing};
use crate::row::Only;
use crate::sql::{params, statements};
use crate::team_inbox::with_contact;
use crate::threads::seen;
use crate::{Contact, Line, NewContact, OrgStore, StoreError};

/// What texting a notice is called. Whoever does it asks for it by name, as for [`super::MAIL_NOTICE`].
pub const TEXT_NOTICE: &str = "text_notice";

/// The rule by which a member is texted; the identifier that it goes to stands behind it.
const ALERTS_MEMBER: &str = "alerts_member:";

/// What the key of such a text begins with; the notice and the member stand behind it.
const ALERT: &str = "alert:";

/// What could not leave for this long is not sent: the notice itself waits in the inbox.
const LIFE: Duration = Duration::from_secs(60 * 60);

const HOUR: Duration = Duration::from_secs(60 * 60);

const UNWANTED: &str = "The member does not want it there any more, or somebody has seen to it.";
const TOO_MANY: &str = "The member got too many texts within an hour.";

statements! {
    WISHERS = concat!("select id as value from member where org_id = $1 and text_escalations = 1
            and ($2 is null or exists (select 1 from thread where thread.org_id = $1 and thread.id = $2 and ",
        seen!("thread.scope" by "('member:' || member.id)"), ")) order by id");
    DUE = concat!("select notice.dedupe_key, notice.created_at, thread.id as thread_id
        from notice join member on member.org_id = notice.org_id and member.id = $3
        left join thread on thread.org_id = notice.org_id and thread.id = notice.thread_id and ", with_contact!(), "
        where notice.org_id = $1 and notice.id = $2 and notice.resolved_at is null and member.text_escalations = 1
            and ", notice_seen!(by "$4"));
    THREAD = "select id as value from thread
        where org_id = $1 and agent_id = $2 and correlation_key = $3 and state <> 'archived'";
    WANTED = "select count(*) as value from member
        join member_identifier known on known.org_id = member.org_id and known.member_id = member.id and known.id = $3
        join notice on notice.org_id = member.org_id and notice.id = $4 and notice.resolved_at is null
        where member.org_id = $1 and member.id = $2 and member.text_escalations = 1";
    TEXTED = "select count(*) as value from effect where org_id = $1 and contact_id = $2 and claimed_at > $3 and id <> $4
            and substr(rule, 1, 14) = 'alerts_member:' and state in ('inflight', 'unknown', 'sent', 'delivered', 'review')";
}

/// A text that is to be written now.
#[derive(Clone, PartialEq, Eq)]
pub struct DueText {
    notice: NoticeId,
    member: MemberId,
    name: String,
    identifier: IdentifierId,
    /// Whom it goes to: the first phone number that the member is known by.
    pub to: Identifier,
    /// Why a person must look.
    pub reason: AlertReason,
    /// The conversation with a contact that it is about, if it is about one.
    pub inbox_thread: Option<ThreadId>,
}

impl OrgStore<'_> {
    /// The text to this member about this notice; nothing if none is wanted any more, or they have no number.
    pub async fn due_text(
        &self,
        notice: NoticeId,
        member: MemberId,
    ) -> Result<Option<DueText>, StoreError> {
        let (org, viewer) = (self.org, Scope::Member(member).to_string());
        let due: Option<mail::DueRow> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(DUE, params![org, notice, member, viewer.as_str()])
                    .await
            }))
            .await?;
        let Some(due) = due else { return Ok(None) };
        let known = match self.member(member).await {
            // Somebody who was deleted, and whom an old backup brought back.
            Err(StoreError::Forgotten) => None,
            known => known?,
        };
        let Some(known) = known else { return Ok(None) };
        let phone = |known: &&crate::KnownIdentifier| known.kind == IdentifierKind::Phone;
        let Some(phone) = known.identifiers.iter().find(phone) else {
            return Ok(None);
        };
        let to = Identifier::parse(IdentifierKind::Phone, &phone.value);
        Ok(Some(DueText {
            notice,
            member,
            name: known.name.clone(),
            identifier: phone.id,
            to: to.map_err(StoreError::internal)?,
            reason: AlertReason::of(&due.dedupe_key),
            inbox_thread: due.thread_id,
        }))
    }

    /// Puts a text to a member into the outbox, from a line. The same text again is the same text.
    pub async fn text_member(
        &self,
        due: &DueText,
        line: &Line,
        text: &str,
    ) -> Result<EffectId, StoreError> {
        let (org, store) = (self.org, self.store);
        let contact = self.contact_of(due).await?.id;
        let keeper = self.keeper_of(contact).await?;
        let agent = keeper.ok_or(StoreError::Refused("there is no agent to keep it with"))?;
        let scope = Scope::Contact(contact);
        let key = store.inner.keys.key(&scope.to_string()).await?;
        let origin = Origin {
            org,
            thread: ThreadId::generate(store.ids()),
            turn: None,
            agent: None,
        };
        let outgoing = Outgoing {
            effects: vec![effect(due, contact, line, text, store.now())],
            ..Outgoing::default()
        };
        let ready = store
            .ready_outgoing(&key, &origin, "system", outgoing)
            .await?;
        let (store, now) = (store.clone(), store.now());
        self.db()
            .write(transaction!(|tx| {
                let name = scope.to_string();
                make_thread(tx, (org, agent, origin.thread), &name, scope, now).await?;
                let thread = params![org, agent, name.as_str()];
                let thread: Option<Only<ThreadId>> = tx.fetch_optional(THREAD, thread).await?;
                let thread = thread.ok_or(StoreError::Refused("there is no such agent"))?;
                let origin = Origin {
                    thread: thread.0,
                    ..origin
                };
                let put = insert_outgoing(tx, store.ids(), &origin, &ready, now).await?;
                put.first()
                    .copied()
                    .ok_or_else(|| StoreError::internal("nothing is to be sent"))
            }))
            .await
    }

    /// The contact who has the member's number. Of two callers at once, both get the one.
    async fn contact_of(&self, due: &DueText) -> Result<Contact, StoreError> {
        if let Some(contact) = self.contact_by_identifier(&due.to).await? {
            return Ok(contact);
        }
        let new = NewContact {
            name: Some(due.name.clone()),
            identifiers: vec![due.to.clone()],
        };
        match self.create_contact(new).await {
            Err(StoreError::Conflict(_)) => self.resolve_contact(&due.to).await,
            other => other,
        }
    }
}

fn effect(due: &DueText, contact: ContactId, line: &Line, text: &str, now: Timestamp) -> NewEffect {
    let payload = json!({ "to": due.to.as_str(), "from": line.address, "text": text });
    NewEffect {
        idem_key: format!("{ALERT}{}:{}", due.notice, due.member),
        contact_id: contact,
        line_id: line.id,
        class: EffectClass::Asked,
        channel: "sms".to_owned(),
        payload: payload.to_string().into_bytes(),
        integrity: Integrity::System,
        verdict: EffectVerdict::Allow,
        rule: format!("{ALERTS_MEMBER}{}", due.identifier),
        approval_id: None,
        not_before: None,
        expires_at: now.plus(LIFE),
    }
}

/// Asks for the texts about a notice that is being raised.
pub(super) async fn ask(
    tx: &mut Tx<'_>,
    org: OrgId,
    (notice, thread): (NoticeId, Option<ThreadId>),
    ids: &dyn IdGen,
    now: Timestamp,
) -> Result<(), StoreError> {
    let wishers: Vec<Only<MemberId>> = tx.fetch_all(WISHERS, params![org, thread]).await?;
    for Only(member) in wishers {
        let subject = format!("{notice}:{member}");
        let job = NewJob {
            kind: TEXT_NOTICE.to_owned(),
            dedupe_key: subject.clone(),
            subject,
            run_at: now,
        };
        jobs::enqueue(tx, org, JobId::generate(ids), &job, now).await?;
    }
    Ok(())
}

/// A text that is about to leave, by its rule and its key.
pub(crate) struct Leaving<'a> {
    pub(crate) org: OrgId,
    pub(crate) id: EffectId,
    pub(crate) contact: ContactId,
    pub(crate) rule: &'a str,
    pub(crate) idem_key: &'a str,
    /// How many of these somebody gets within an hour; nought is no limit.
    pub(crate) per_hour: u32,
}

/// Why a text to a member should not leave any more; nothing if it may, or is none. A stranger who writes of one emergency after
/// another must not have us text for ever, and a number that is a line of somebody's here must not talk to itself.
pub(crate) async fn moot(
    tx: &mut Tx<'_>,
    text: &Leaving<'_>,
    now: Timestamp,
) -> Result<Option<&'static str>, StoreError> {
    let Some(identifier) = text.rule.strip_prefix(ALERTS_MEMBER) else {
        return Ok(None);
    };
    let about = text.idem_key.strip_prefix(ALERT);
    let Some((notice, member)) = about.and_then(|about| about.split_once(':')) else {
        return Ok(Some(UNWANTED));
    };
    let wanted = params![text.org, member, identifier, notice];
    let wanted: Option<Only<i64>> = tx.fetch_optional(WANTED, wanted).await?;
    if wanted.is_none_or(|wanted| wanted.0 == 0) {
        return Ok(Some(UNWANTED));
    }
    let texted = params![text.org, text.contact, now.minus(HOUR), text.id];
    let texted: Option<Only<i64>> = tx.fetch_optional(TEXTED, texted).await?;
    let full = texted.is_some_and(|texted| texted.0 >= i64::from(text.per_hour));
    Ok((text.per_hour > 0 && full).then_some(TOO_MANY))
}

/// Shows that there is a text but not whose: no number may reach a log by way of a `{:?}`.
impl std::fmt::Debug for DueText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DueText({}, {:?}, ***)", self.notice, self.reason)
    }
}
