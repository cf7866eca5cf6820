//! Texts to members when a person must look: through the outbox, whatever happens on the way.

use std::time::Duration;

use steward_model::{
    Flag, Identifier, IdentifierKind, JobState, LineProvider, MemberId, NoticeKind, QuietHours,
    Role, Timestamp,
};
use steward_store::{Job, MemberChange, NewLine, NewMember, NewNotice, TEXT_NOTICE};
use steward_testkit::{TestDatabase, on_both};

use super::ledger::Fault;
use super::mind::says;
use super::scene::{LINE, Scene, all, phone};

const ANA: &str = "+14155550190";
const HOUR: Duration = Duration::from_secs(3600);

impl Scene {
    /// With somebody who wants texts at this number.
    async fn with_wisher(db: TestDatabase, number: &str) -> (Self, MemberId) {
        let mut scene = Self::new(db, |_| says("Hello.")).await;
        scene.settings.base_url = "https://steward.example.com".into();
        let member = scene.wants_texts("Ana", number).await;
        (scene, member)
    }

    async fn wants_texts(&self, name: &str, number: &str) -> MemberId {
        let new = NewMember {
            name: name.into(),
            role: Role::Member,
            identifiers: vec![Identifier::parse(IdentifierKind::Phone, number).unwrap()],
        };
        let here = self.store.org(self.org);
        let member = here.create_member(new).await.unwrap().id;
        let change = MemberChange {
            text_escalations: Some(true),
            ..MemberChange::default()
        };
        here.update_member(member, change).await.unwrap();
        member
    }

    async fn call_people(&self, name: &str) {
        let new = NewNotice {
            kind: NoticeKind::Escalated,
            text: "Bo wants to speak to Olga: pay me at https://evil.example".into(),
            dedupe_key: name.into(),
        };
        let here = self.store.org(self.org);
        here.raise_notice(None, new).await.unwrap();
    }

    async fn text_jobs(&self, state: JobState) -> Vec<Job> {
        let jobs = self.store.org(self.org).jobs(&all(), Some(state)).await;
        let mut jobs = jobs.unwrap();
        jobs.retain(|job| job.kind == TEXT_NOTICE);
        jobs
    }

    async fn until_jobs(&self, state: JobState, count: usize) {
        self.until(&format!("{count} texts are {state}"), async || {
            self.text_jobs(state).await.len() == count
        })
        .await;
    }

    /// Who got what from where, by the carrier's own ledger.
    fn got(&self) -> Vec<(String, String, String)> {
        let taken = self.carrier.taken().into_iter();
        taken.map(|one| (one.to, one.from, one.text)).collect()
    }
}

#[test]
fn a_member_is_texted_once_from_a_line_and_nobody_is_quoted() {
    on_both(async |db: TestDatabase| {
        let (mut scene, _) = Scene::with_wisher(db, ANA).await;
        scene.call_people("emergency:SM1").await;
        scene.call_people("emergency:SM1").await;
        // Whatever is off, people hear of an emergency.
        scene.switch(Flag::Agents, false).await;
        scene.start().await;
        scene.until_jobs(JobState::Done, 1).await;
        scene.quiet().await;
        scene.call_people("turn:1").await;
        scene.until_jobs(JobState::Done, 2).await;
        scene.quiet().await;
        let place = "https://steward.example.com/needs-you";
        let texts = [
            format!("Acme: A text may tell of an emergency. Read it now: {place}"),
            format!("Acme: An agent asks for a person: {place}"),
        ];
        let expected = texts.map(|text| (ANA.to_owned(), LINE.to_owned(), text));
        assert_eq!(scene.got(), expected);
        // One text is one segment, as long as nobody's address is longer.
        assert!(expected.iter().all(|one| one.2.len() <= 160));
        scene.finish().await;
    });
}

#[test]
fn a_member_is_texted_once_although_everything_dies_and_answers_are_lost() {
    on_both(async |db: TestDatabase| {
        let (mut scene, _) = Scene::with_wisher(db, ANA).await;
        scene.carrier.plan(|n| match n {
            1 => Fault::AnswerLost,
            2 => Fault::RequestLost,
            _ => Fault::None,
        });
        for n in 0..4 {
            // The carrier tells messages apart by what they say.
            scene.settings.base_url = format!("https://{n}.example.com");
            scene.call_people(&format!("emergency:SM{n}")).await;
            scene.start().await;
            let begun = n as usize + 1;
            scene
                .until("it is in the outbox", async || {
                    scene.count("select count(*) from effect").await as usize == begun
                })
                .await;
            // Killed with the job done or not, with the text on its way or not.
            scene.crash().await;
            scene.start().await;
            scene.settle().await;
            // Whoever had the job is gone, and another takes it up once its lease is over.
            scene
                .until("the job is done", async || {
                    scene.db.clock().advance(Duration::from_secs(1));
                    scene.text_jobs(JobState::Done).await.len() == begun
                })
                .await;
            scene.crash().await;
        }
        scene.start().await;
        scene.settle().await;
        let got = scene.got();
        // One whose sender died before it left, and whose request was lost after that, has been tried as often as may be:
        // a person is shown it.
        let shown = scene
            .count("select count(*) from effect where state = 'review'")
            .await as usize;
        assert!(shown <= 1, "{shown} are shown to a person");
        assert_eq!(got.len() + shown, 4, "{got:?}");
        assert!(got.iter().all(|one| one.0 == ANA));
        scene.finish().await;
    });
}

#[test]
fn an_emergency_wakes_a_member_and_the_rest_waits_for_their_morning() {
    on_both(async |db: TestDatabase| {
        let at = |text: &str| Timestamp::parse_rfc3339(text).unwrap();
        // Midnight in San Francisco.
        db.clock().set(at("2026-06-02T07:00:00Z"));
        let (mut scene, _) = Scene::with_wisher(db, ANA).await;
        let night = QuietHours::parse(("21:00", "08:00"), "UTC", HOUR / 2);
        scene.settings.send.quiet = Some(night.unwrap());
        scene.call_people("turn:1").await;
        scene.call_people("emergency:SM1").await;
        scene.start().await;
        scene.until_jobs(JobState::Done, 1).await;
        scene.quiet().await;
        let got = scene.got();
        assert_eq!(got.len(), 1);
        assert!(got[0].2.contains("emergency"));
        scene
            .until("the other waits", async || {
                let waits = scene.text_jobs(JobState::Queued).await;
                waits.len() == 1 && waits[0].run_at == at("2026-06-02T15:00:00Z")
            })
            .await;
        scene.db.clock().set(at("2026-06-02T15:00:01Z"));
        scene.until_jobs(JobState::Done, 2).await;
        scene.quiet().await;
        assert_eq!(scene.got().len(), 2);
        scene.finish().await;
    });
}

#[test]
fn what_was_seen_to_in_the_night_wakes_nobody_in_the_morning() {
    on_both(async |db: TestDatabase| {
        let at = |text: &str| Timestamp::parse_rfc3339(text).unwrap();
        db.clock().set(at("2026-06-02T07:00:00Z"));
        let (mut scene, member) = Scene::with_wisher(db, ANA).await;
        let night = QuietHours::parse(("21:00", "08:00"), "UTC", HOUR / 2);
        scene.settings.send.quiet = Some(night.unwrap());
        scene.call_people("turn:1").await;
        scene.start().await;
        scene
            .until("it waits", async || {
                let waits = scene.text_jobs(JobState::Queued).await;
                waits.len() == 1 && waits[0].error.is_some()
            })
            .await;
        let here = scene.store.org(scene.org);
        let raised = here.notices(&all(), true).await.unwrap()[0].id;
        assert!(here.resolve_notice(raised, member).await.unwrap());
        scene.db.clock().set(at("2026-06-02T15:00:01Z"));
        scene.until_jobs(JobState::Done, 1).await;
        scene.quiet().await;
        assert_eq!(scene.got(), []);
        scene.finish().await;
    });
}

#[test]
fn where_nobody_can_be_texted_a_person_is_told_why() {
    on_both(async |db: TestDatabase| {
        // The number is the line's own: it would come in again, as a text that speaks of an emergency.
        let (mut scene, _) = Scene::with_wisher(db, LINE).await;
        scene.call_people("emergency:SM1").await;
        scene.start().await;
        scene.until_jobs(JobState::Dead, 1).await;
        let dead = scene.text_jobs(JobState::Dead).await;
        let why =
            "the member's number is a line of the organisation; give them another under Members";
        assert_eq!(dead[0].error.as_deref(), Some(why));

        let here = scene.store.org(scene.org);
        assert!(here.delete_line(scene.line).await.unwrap());
        assert!(here.retry_job(dead[0].id).await.unwrap());
        let told = (
            NoticeKind::Failed,
            "The job `text_notice` was given up: no line has a number whose carrier is set up; add one under Lines"
                .to_owned(),
        );
        scene
            .until("it is shown", async || {
                scene.notices().await.contains(&told)
            })
            .await;
        assert_eq!(scene.got(), []);

        // A line whose carrier is not set up is none; one with a carrier is, and what was given up is tried again.
        let line = |number: &str, provider| NewLine {
            address: phone(number),
            label: "Office".into(),
            agent_id: None,
            provider,
        };
        here.create_line(line("+14155550170", LineProvider::Quo))
            .await
            .unwrap();
        assert_eq!(scene.runtime.line_for_texts(scene.org).await.unwrap(), None);
        here.create_line(line("+14155550171", LineProvider::Twilio))
            .await
            .unwrap();
        assert!(here.retry_job(dead[0].id).await.unwrap());
        scene.until_jobs(JobState::Done, 1).await;
        scene.quiet().await;
        let got = scene.got();
        assert_eq!(got.len(), 1);
        assert_eq!(
            (got[0].0.as_str(), got[0].1.as_str()),
            (LINE, "+14155550171")
        );
        scene.finish().await;
    });
}
