//! What happens next: the model answers, the carrier acts, somebody writes, a person decides, time passes, something breaks.

use std::time::Duration;

use steward_model::Scope;
use steward_store::{CarrierReport, CarrierStatus, Page, StoreError};

use super::super::scene::phone;
use super::book::Ends;
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
pub(super) const SOME: Page = Page {
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
pub(super) enum What {
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
                self.note(place, &contact);
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
    pub(super) fn some_org(&mut self) -> (usize, (steward_model::OrgId, steward_model::MemberId)) {
        let place = usize::from(self.chance.percent(30));
        (place, (self.orgs[place].id, self.orgs[place].owner))
    }
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
