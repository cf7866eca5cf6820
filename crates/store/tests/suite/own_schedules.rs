//! Which schedules a member who is no admin reaches.

use steward_model::{AgentId, Clock as _, MemberId, Scope, SystemIds};
use steward_store::{Accepted, NewEvent, NewSchedule, OrgStore, Schedule};
use steward_testkit::TestDatabase;

use super::inbox::{agent, contact, text};
use super::schedules::{hourly, owner};
use super::story::{all, page};

stories![a_member_sees_what_belongs_to_their_conversations];

/// The member's are the second, the fourth and the last.
async fn mixed(here: OrgStore<'_>, member: MemberId, of_agent: NewSchedule) -> Vec<Schedule> {
    let scoped = |scope| NewSchedule {
        scope,
        ..of_agent.clone()
    };
    let (own, contact) = (Scope::Member(member), Scope::Contact(contact()));
    let chat = NewEvent {
        correlation_key: own.to_string(),
        scope: own,
        ..text(of_agent.agent_id, super::inbox::contact(), 1)
    };
    let Accepted::Queued { thread_id, .. } = here.accept(chat).await.unwrap() else {
        panic!("it came for the first time")
    };
    let follow_up = NewSchedule {
        made_in: Some(thread_id),
        ..scoped(contact)
    };
    // What somebody made as an admin does not stay theirs.
    let made_by_them = NewSchedule {
        created_by: Some(member),
        ..of_agent.clone()
    };
    let mut made = Vec::new();
    for new in [
        scoped(contact),
        scoped(own),
        scoped(Scope::Member(MemberId::generate(&SystemIds))),
        follow_up,
        made_by_them,
        of_agent.clone(),
        scoped(own),
    ] {
        made.push(here.create_schedule(new).await.unwrap());
    }
    made
}

async fn a_member_sees_what_belongs_to_their_conversations(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent): (_, AgentId) = agent(&store, "Acme").await;
    let here = store.org(org);
    let member = owner(&store, org).await;
    let made = mixed(here, member, hourly(agent, db.clock().now())).await;
    let theirs = store.org(org).seen_by(member);
    let own = [&made[1], &made[3], &made[6]].map(Clone::clone);
    assert_eq!(theirs.schedules(&all()).await.unwrap(), own);
    assert_eq!(theirs.schedules(&page(None, 2)).await.unwrap(), own[..2]);
    let rest = page(Some(own[1].id.to_string()), 2);
    assert_eq!(theirs.schedules(&rest).await.unwrap(), own[2..]);
    let here = store.org(org);
    let ahead = here.schedules_of(agent, Scope::Member(member), 10).await;
    assert_eq!(ahead.unwrap(), own, "an agent is told the same");
    for one in &made {
        let is_own = own.contains(one);
        let found = theirs.schedule(one.id).await.unwrap();
        assert_eq!(found.as_ref(), is_own.then_some(one));
        let off = NewSchedule {
            enabled: false,
            ..one.settings.clone()
        };
        let replaced = theirs.replace_schedule(one.id, 1, off).await.unwrap();
        assert_eq!(replaced, is_own);
        assert_eq!(theirs.delete_schedule(one.id).await.unwrap(), is_own);
    }
    let left = here.schedules(&all()).await.unwrap();
    let others: Vec<_> = made.into_iter().filter(|it| !own.contains(it)).collect();
    assert_eq!(left, others);
}
