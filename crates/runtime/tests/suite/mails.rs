//! Emails to members when a person must look.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use steward_channels::mail::{Mail, MailResult, Mailer};
use steward_model::{Flag, Identifier, IdentifierKind, JobState, MemberId, NoticeKind, Role};
use steward_store::{Job, MemberChange, NewMember, NewNotice, Page};
use steward_testkit::{TestDatabase, on_both};

use super::mind::says;
use super::scene::Scene;

/// A mail server that takes everything but what it is told not to.
#[derive(Default)]
struct Postbox {
    answers: Mutex<VecDeque<MailResult>>,
    tried: Mutex<Vec<Mail>>,
}

impl Postbox {
    fn answers(&self, result: MailResult) {
        self.answers.lock().unwrap().push_back(result);
    }

    fn tried(&self) -> Vec<Mail> {
        self.tried.lock().unwrap().clone()
    }
}

impl Mailer for Postbox {
    fn post<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, MailResult> {
        self.tried.lock().unwrap().push(mail.clone());
        let answer = self.answers.lock().unwrap().pop_front();
        std::future::ready(answer.unwrap_or(MailResult::Taken)).boxed()
    }
}

impl Scene {
    /// With a mail server.
    async fn with_postbox(db: TestDatabase) -> (Self, Arc<Postbox>) {
        let mut scene = Self::new(db, |_| says("Hello.")).await;
        let postbox = Arc::new(Postbox::default());
        scene.mailer = Some(postbox.clone());
        scene.settings.base_url = "https://steward.example.com".into();
        (scene, postbox)
    }

    async fn wisher(&self, name: &str) -> MemberId {
        let address = format!("{name}@example.com");
        let address = Identifier::parse(IdentifierKind::Email, &address).unwrap();
        let new = NewMember {
            name: name.into(),
            role: Role::Member,
            identifiers: vec![address],
        };
        let here = self.store.org(self.org);
        let member = here.create_member(new).await.unwrap().id;
        self.wish(member, true).await;
        member
    }

    async fn wish(&self, member: MemberId, wanted: bool) {
        let change = MemberChange {
            mail_escalations: Some(wanted),
            ..MemberChange::default()
        };
        let here = self.store.org(self.org);
        here.update_member(member, change).await.unwrap();
    }

    async fn escalate(&self, name: &str) {
        let new = NewNotice {
            kind: NoticeKind::Escalated,
            text: "Ana wants to speak to Olga.".into(),
            dedupe_key: name.into(),
        };
        let here = self.store.org(self.org);
        here.raise_notice(None, new).await.unwrap();
    }

    async fn jobs(&self, state: JobState) -> Vec<Job> {
        let page = Page {
            after: None,
            limit: 100,
        };
        let jobs = self.store.org(self.org).jobs(&page, Some(state)).await;
        let mut jobs = jobs.unwrap();
        jobs.retain(|job| job.kind == steward_store::MAIL_NOTICE);
        jobs
    }

    async fn until_done(&self, mails: usize) {
        self.until("the emails are done", async || {
            self.jobs(JobState::Done).await.len() == mails
        })
        .await;
    }
}

#[test]
fn every_member_who_wants_it_gets_one_email_that_quotes_nobody() {
    on_both(async |db: TestDatabase| {
        let (mut scene, postbox) = Scene::with_postbox(db).await;
        let members = [scene.wisher("ana").await, scene.wisher("bo").await];
        scene.escalate("emergency:SM1").await;
        // Whatever is off, people hear of an emergency.
        scene.switch(Flag::Agents, false).await;
        scene.start().await;
        scene.until_done(2).await;
        scene.escalate("emergency:SM1").await;
        scene.escalate("turn:1").await;
        scene.until_done(4).await;

        let mut tried = postbox.tried();
        assert_eq!(tried.len(), 4);
        tried[..2].sort_by(|a, b| a.to.as_str().cmp(b.to.as_str()));
        for (mail, (member, to)) in tried.iter().zip(members.iter().zip(["ana@", "bo@"])) {
            assert!(mail.to.as_str().starts_with(to));
            assert!(mail.id.ends_with(&format!(".{member}")), "{}", mail.id);
            assert_eq!(mail.subject, "Read now: this may be an emergency");
            assert_eq!(
                mail.text,
                "A text came in that may tell of an emergency. Read it now:\n\n\
                 https://steward.example.com/needs-you\n\n\
                 Emails can be read on their way, so this one does not say who wrote and what.\n\n\
                 You get it because you asked for it. You can change that in your profile:\n\n\
                 https://steward.example.com/settings/profile\n"
            );
        }
        assert!(tried[2].subject.contains("agent"));
        assert_ne!(tried[0].id, tried[1].id);
        assert_ne!(tried[1].id, tried[2].id);
        scene.finish().await;
    });
}

#[test]
fn nobody_is_mailed_what_was_seen_to_or_is_not_wanted_any_more() {
    on_both(async |db: TestDatabase| {
        let (mut scene, postbox) = Scene::with_postbox(db).await;
        let (ana, bo) = (scene.wisher("ana").await, scene.wisher("bo").await);
        scene.escalate("turn:1").await;
        let here = scene.store.org(scene.org);
        let page = Page {
            after: None,
            limit: 9,
        };
        let raised = here.notices(&page, true).await.unwrap()[0].id;
        assert!(here.resolve_notice(raised, ana).await.unwrap());
        scene.escalate("turn:2").await;
        scene.wish(ana, false).await;
        assert!(here.delete_member(bo).await.unwrap());
        scene.start().await;
        scene.until_done(4).await;
        assert_eq!(postbox.tried(), []);
        scene.finish().await;
    });
}

#[test]
fn a_mail_server_that_is_busy_is_asked_again_and_one_that_refuses_is_shown() {
    on_both(async |db: TestDatabase| {
        let (mut scene, postbox) = Scene::with_postbox(db).await;
        scene.wisher("ana").await;
        let busy = "the mail server answered 451";
        postbox.answers(MailResult::NotNow {
            reason: busy.into(),
        });
        scene.escalate("turn:1").await;
        scene.start().await;
        scene
            .until("it was tried", async || !postbox.tried().is_empty())
            .await;
        scene
            .until("it waits", async || {
                let waits = scene.jobs(JobState::Queued).await;
                waits.len() == 1 && waits[0].error.as_deref() == Some(busy)
            })
            .await;
        scene.db.clock().advance(Duration::from_secs(61));
        scene.until_done(1).await;
        let tried = postbox.tried();
        assert_eq!(tried.len(), 2);
        assert_eq!(tried[0], tried[1], "a second one can be told by its id");

        let refused = "the mail server answered 550";
        postbox.answers(MailResult::Refused {
            reason: refused.into(),
        });
        scene.escalate("turn:2").await;
        let shown = (
            NoticeKind::Failed,
            format!("The job `mail_notice` was given up: {refused}"),
        );
        scene
            .until("it is shown", async || {
                scene.notices().await.contains(&shown)
            })
            .await;
        let dead = scene.jobs(JobState::Dead).await;
        assert_eq!(dead.len(), 1);
        assert_eq!(dead[0].attempt, 1);
        assert_eq!(postbox.tried().len(), 3);

        // A person puts it right and asks again.
        let here = scene.store.org(scene.org);
        assert!(here.retry_job(dead[0].id).await.unwrap());
        scene.until_done(2).await;
        scene.finish().await;
    });
}

#[test]
fn without_a_mail_server_nothing_is_mailed_later_either() {
    on_both(async |db: TestDatabase| {
        let (mut scene, postbox) = Scene::with_postbox(db).await;
        scene.wisher("ana").await;
        let mailer = scene.mailer.take();
        scene.escalate("turn:1").await;
        scene.start().await;
        scene.until_done(1).await;
        scene.stop(Duration::from_secs(20)).await;
        scene.mailer = mailer;
        scene.start().await;
        scene.escalate("turn:2").await;
        scene.until_done(2).await;
        assert_eq!(postbox.tried().len(), 1);
        scene.finish().await;
    });
}
