//! What happens next: the model answers, the carrier acts, somebody writes, a person decides, time passes, something breaks.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use steward_model::{
    ApprovalDecision, EffectState, EventKind, Integrity, Role, Scope, UserMessage,
};
use steward_store::{
    CarrierReport, CarrierStatus, Decided, NewEvent, NewWords, Page, Picked, ReviewDecision, Seen,
    StoreError,
};

use super::super::scene::phone;
use super::book::{Consent, Ends, Words, marks};
use super::carrier::FATES;
use super::door::Delivered;
use super::world::{LINES, NUMBERS, World};

/// Words that ask for silence.
const STOPS: [&str; 6] = [
    "STOP",
    "stop.",
    "Unsubscribe",
    "please don't text me again",
    "No me escriban más",
    "QUIT",
];
const STARTS: [&str; 3] = ["START", "unstop", "YES"];
const TEXTS: [&str; 4] = [
    "Is it free?",
    "Forward this to everybody you know",
    "stop by tomorrow?",
    "👋 ¿Cuándo?",
];

/// What a person looks at, the newest last.
const SOME: Page = Page {
    after: None,
    limit: 50,
};

/// What may happen, as often as it stands here.
const WHAT: &[What] = {
    use What::*;
    &[
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Carry,
        Text,
        Text,
        Stop,
        Stop,
        Start,
        Start,
        Start,
        Again,
        StopMeanwhile,
        Approve,
        Approve,
        Approve,
        Pick,
        Pick,
        Say,
        HandBack,
        TakeOver,
        Review,
        Ask,
        Report,
        Pass,
        Pass,
        PassLong,
        Crash,
        Move,
        Forget,
    ]
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Answer,
    Carry,
    Text,
    Stop,
    Start,
    Again,
    StopMeanwhile,
    Approve,
    Pick,
    Say,
    TakeOver,
    HandBack,
    Review,
    Ask,
    Report,
    Pass,
    PassLong,
    Crash,
    Move,
    Forget,
}

impl World {
    /// One thing happens. Tells what, and how many calls a model made.
    pub(super) async fn step(&mut self) -> (String, usize) {
        let mut what = *self.chance.one(WHAT).unwrap();
        let idle = match what {
            What::Answer => self.mind.waiting() == 0,
            What::Carry => self.carrier.waiting() == 0,
            // To forget is slow, and makes everybody a stranger.
            What::Forget => self.chance.percent(60),
            _ => false,
        };
        if idle {
            what = What::Text;
        }
        let calls = match what {
            What::Answer => self.answer(),
            What::Carry => {
                self.carry();
                0
            }
            _ => {
                self.happen(what).await;
                0
            }
        };
        self.runtime.wake();
        self.rest().await;
        (format!("{what:?}"), calls)
    }

    async fn happen(&mut self, what: What) {
        match what {
            What::Text => self.write(&TEXTS).await,
            What::Stop => {
                let stop = self.stop();
                self.take_in(stop).await;
            }
            What::Start => self.start_again().await,
            What::Again => {
                if let Some(old) = self.chance.one(&self.delivered).cloned() {
                    self.take_in(old).await;
                }
            }
            What::StopMeanwhile => self.stop_meanwhile().await,
            What::Approve => self.approve().await,
            What::Pick => self.pick().await,
            What::Say => self.say().await,
            What::TakeOver | What::HandBack => self.see_to(what).await,
            What::Review => self.review().await,
            What::Ask => self.ask().await,
            What::Report => self.report().await,
            What::Pass => self.pass(Duration::from_secs(7)).await,
            What::PassLong => {
                let long = [31, 61, 95, 300, 1_300, 4_000][self.chance.below(6)];
                self.pass(Duration::from_secs(long)).await;
            }
            What::Crash => self.crash().await,
            What::Move => self.move_number().await,
            What::Forget => self.forget().await,
            What::Answer | What::Carry => {}
        }
    }

    fn answer(&mut self) -> usize {
        let place = self.chance.below(self.mind.waiting());
        let mut pages = self.book.open();
        self.mind
            .answer(place, &mut self.chance, &mut pages, &self.contacts)
    }

    fn carry(&mut self) {
        let place = self.chance.below(self.carrier.waiting());
        let fate = FATES[self.chance.below(FATES.len())];
        self.carrier.decide(place, fate);
    }

    async fn write(&mut self, words: &[&'static str]) {
        let words = self.chance.one(words).unwrap();
        let text = self.written(words);
        self.take_in(text).await;
    }

    /// Somebody asks for silence: often one for whom a message is on its way at this moment.
    fn stop(&mut self) -> Delivered {
        let words = STOPS[self.chance.below(STOPS.len())];
        let on_its_way = self.carrier.ends();
        match self.chance.one(&on_its_way).cloned() {
            Some(ends) if self.chance.percent(60) => self.written_by(&ends, words),
            _ => self.written(words),
        }
    }

    /// A STOP comes in while senders look for what is due: whoever is first.
    async fn stop_meanwhile(&mut self) {
        let stop = self.stop();
        self.runtime.wake();
        self.take_in(stop).await;
    }

    /// Somebody wants messages again, or says the word for another reason.
    async fn start_again(&mut self) {
        let words = STARTS[self.chance.below(STARTS.len())];
        let silent: Vec<_> = self.book.open().silent();
        let start = match self.chance.one(&silent).cloned() {
            Some((org, number)) if self.chance.percent(80) => {
                let line = LINES.iter().find(|line| line.org == org).unwrap();
                let ends = Ends {
                    theirs: number,
                    ours: line.number.to_owned(),
                };
                self.written_by(&ends, words)
            }
            _ => self.written(words),
        };
        self.take_in(start).await;
    }

    /// A person decides about a call, and may change it first.
    async fn approve(&mut self) {
        let (place, org) = self.some_org();
        let here = self.store.org(org.0);
        let mut questions = here.approvals(&SOME, true).await.unwrap();
        questions.sort_by(|one, other| one.arguments.cmp(&other.arguments));
        let Some(question) = self.chance.one(&questions).cloned() else {
            return;
        };
        let by = (org.1, Role::Owner);
        if self.chance.percent(20) {
            let denied = ApprovalDecision::Denied;
            let denied = here.decide_approval(question.id, by, denied, None).await;
            return tolerate(denied.map(|_| ()));
        }
        let Some(shown) = &question.arguments else {
            return;
        };
        let shown: Value = serde_json::from_slice(shown).unwrap();
        let (edited, mark) = self.edited(place, &question.tool, &shown);
        let bytes = edited
            .as_ref()
            .map(|edited| serde_json::to_vec(edited).unwrap());
        let approved = ApprovalDecision::Approved;
        let here = self.store.org(org.0);
        let decided = here.decide_approval(question.id, by, approved, bytes).await;
        match decided {
            Ok(Some(Decided::Now { .. })) => {}
            Ok(_) => return,
            Err(error) => return tolerate(Err(error)),
        }
        let mut pages = self.book.open();
        let since = pages.tick();
        let sent = edited.as_ref().unwrap_or(&shown);
        let agreed = match sent["contact_id"].as_str() {
            Some(id) => Consent::Contact {
                id: id.to_owned(),
                since,
            },
            None => Consent::Conversation,
        };
        match mark {
            Some(mark) => pages.words[mark].agreed = agreed,
            None => {
                let marks = marks(&shown["text"].to_string(), 'c');
                pages
                    .agreed
                    .extend(marks.into_iter().map(|mark| (mark, agreed.clone())));
            }
        }
    }

    /// Sometimes other words than those that were shown, and another contact.
    fn edited(&mut self, org: usize, tool: &str, shown: &Value) -> (Option<Value>, Option<usize>) {
        if !self.chance.percent(15) || !matches!(tool, "send_sms" | "text_contact") {
            return (None, None);
        }
        let mut pages = self.book.open();
        let call = marks(&shown["text"].to_string(), 'c').into_iter().next();
        let call = call.and_then(|mark| pages.calls.get(mark)).cloned();
        let Some(call) = call else {
            return (None, None);
        };
        let mark = pages.words.len();
        pages.words.push(Words {
            agreed: Consent::Conversation,
            ends: call.answers,
            lines: call.lines,
        });
        let mut edited = shown.clone();
        edited["text"] = json!(format!("As I say (p{mark}x)"));
        let ours: Vec<_> = self.contacts.iter().filter(|one| one.0 == org).collect();
        if tool == "text_contact" && self.chance.percent(50) {
            edited["contact_id"] = json!(self.chance.one(&ours).unwrap().1.to_string());
        }
        (Some(edited), Some(mark))
    }

    /// A person sends one of the drafts, in its words or their own.
    async fn pick(&mut self) {
        let (_, (org, owner)) = self.some_org();
        let here = self.store.org(org);
        let mut waiting = here.suggestions(&SOME, true).await.unwrap();
        waiting.sort_by_key(|one| format!("{:?}", one.draft));
        let Some(one) = self.chance.one(&waiting).cloned() else {
            return;
        };
        let Some(draft) = one.draft else {
            return;
        };
        let option = self.chance.below(draft.options.len());
        let call = marks(&draft.options[option].body, 'c').into_iter().next();
        let Some(call) = call else {
            return;
        };
        let own = self.chance.percent(25).then(|| {
            let mut pages = self.book.open();
            let ends = pages.calls[call].answers.clone();
            own_words(&mut pages.words, ends)
        });
        let text = own.map(|mark| format!("As I say (p{mark}x)"));
        let picked = Picked { option, text };
        match here.send_suggestion(one.id, owner, picked).await {
            Ok(Some(Seen::Now)) => {
                let mut pages = self.book.open();
                pages.agreed.insert(call, Consent::Conversation);
            }
            Ok(_) => {}
            Err(error) => tolerate(Err(error)),
        }
    }

    /// A person writes to a contact, where they wrote last.
    async fn say(&mut self) {
        let Some((place, thread)) = self.chance.one(&self.threads).copied() else {
            return;
        };
        let mark = {
            let mut pages = self.book.open();
            let ends = pages.last_text(thread).map(|text| text.ends.clone());
            own_words(&mut pages.words, ends.into_iter().collect())
        };
        let words = NewWords {
            client_id: format!("{mark}"),
            text: format!("Olga here (p{mark}x)"),
        };
        let org = &self.orgs[place];
        let said = self.store.org(org.id).say(thread, org.owner, words).await;
        tolerate(said.map(|_| ()));
    }

    async fn see_to(&mut self, what: What) {
        let Some((place, thread)) = self.chance.one(&self.threads).copied() else {
            return;
        };
        let org = &self.orgs[place];
        let here = self.store.org(org.id);
        if what == What::TakeOver {
            tolerate(here.take_over(thread, org.owner).await.map(|_| ()));
            let stopped = self.runtime.stop_turn(org.id, thread).await;
            return tolerate(stopped.map(|_| ()));
        }
        tolerate(here.hand_back(thread, org.owner).await.map(|_| ()));
    }

    /// A person decides about what nobody can vouch for.
    async fn review(&mut self) {
        let (_, (org, owner)) = self.some_org();
        let here = self.store.org(org);
        let held = here.effects(&SOME, Some(EffectState::Review)).await;
        let mut held = held.unwrap();
        held.sort_by(|one, other| one.payload.cmp(&other.payload));
        let Some(effect) = self.chance.one(&held) else {
            return;
        };
        let decisions = [
            ReviewDecision::SendAgain,
            ReviewDecision::SendAgain,
            ReviewDecision::Drop,
            ReviewDecision::WasSent,
        ];
        let decision = decisions[self.chance.below(decisions.len())];
        let decided = here.decide_effect(effect.id, owner, decision).await;
        if decided.unwrap() == Some(EffectState::Pending) {
            *self.book.open().again.entry(effect.id).or_default() += 1;
        }
    }

    /// The owner talks to an agent, which then reads no stranger's words.
    async fn ask(&mut self) {
        let (place, (org, owner)) = self.some_org();
        let n = self.book.open().tick();
        let message = UserMessage {
            member_id: owner,
            text: "See to everybody who waits.".into(),
            page_context: None,
            again: false,
        };
        let event = NewEvent {
            agent_id: self.orgs[place].agents[self.chance.below(2)],
            correlation_key: "desk".into(),
            scope: Scope::Org(org),
            source: "web".into(),
            dedupe_key: format!("web-{n}"),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&message).unwrap(),
            integrity: Integrity::User,
        };
        self.runtime.accept(org, event).await.unwrap();
    }

    /// The carrier tells what became of a message, perhaps before it answers.
    async fn report(&mut self) {
        let taken: Vec<_> = self
            .book
            .open()
            .taken
            .iter()
            .map(|one| one.effect)
            .collect();
        if taken.is_empty() {
            return;
        }
        let place = self.chance.below(taken.len());
        let report = CarrierReport {
            channel: "sms".into(),
            provider_ref: format!("SM{:06}", place + 1),
            effect_id: Some(taken[place]),
            status: CarrierStatus::Delivered,
        };
        tolerate(self.store.note_status(report).await.map(|_| ()));
    }

    /// A number becomes another contact's, or nobody's.
    async fn move_number(&mut self) {
        let (place, (org, _)) = self.some_org();
        let number = phone(self.chance.one(&NUMBERS).unwrap());
        let ours: Vec<_> = self.contacts.iter().filter(|one| one.0 == place).collect();
        let to = self.chance.one(&ours).unwrap().1;
        let here = self.store.org(org);
        let holder = here.contact_by_identifier(&number).await.unwrap();
        let holder = holder.map(|holder| holder.id);
        if let Some(holder) = holder {
            let contact = here.contact(holder).await.unwrap().unwrap();
            let known = contact.identifiers.iter();
            let known = known.clone().find(|one| one.value == number.as_str());
            let known = known.unwrap().id;
            here.remove_contact_identifier(holder, known).await.unwrap();
        }
        if self.chance.percent(80) {
            let added = here.add_contact_identifier(to, &number).await;
            tolerate(added.map(|_| ()));
        }
        for id in holder.into_iter().chain([to]) {
            let contact = self.store.org(org).contact(id).await.unwrap();
            if let Some(contact) = contact {
                self.note(place, contact);
            }
        }
    }

    async fn forget(&mut self) {
        let Some((place, contact)) = self.chance.one(&self.contacts).copied() else {
            return;
        };
        let org = self.orgs[place].id;
        let here = self.store.org(org);
        let forgotten = match self.chance.percent(50) {
            true => here.forget_contact(contact, "system").await,
            false => here.delete_contact(contact, "system").await,
        };
        tolerate(forgotten.map(|_| ()));
        self.runtime.drop_scope(org, Scope::Contact(contact));
        let mut pages = self.book.open();
        pages.note_numbers(&contact.to_string(), &[]);
    }

    /// One of the organisations, with its owner.
    fn some_org(&mut self) -> (usize, (steward_model::OrgId, steward_model::MemberId)) {
        let place = usize::from(self.chance.percent(30));
        (place, (self.orgs[place].id, self.orgs[place].owner))
    }
}

fn own_words(words: &mut Vec<Words>, ends: BTreeSet<Ends>) -> usize {
    words.push(Words {
        agreed: Consent::Conversation,
        ends,
        lines: BTreeSet::new(),
    });
    words.len() - 1
}

/// What comes too late is refused, and so is what is about somebody who was forgotten. Nothing else goes wrong here.
pub(super) fn tolerate(result: Result<(), StoreError>) {
    if let Err(error) = result {
        let expected = matches!(
            error,
            StoreError::Forgotten | StoreError::Refused(_) | StoreError::Conflict(_)
        );
        assert!(expected, "{error}");
    }
}
