//! The agents that every member has: each is cloned once, and stays deleted once it was.

use steward_model::{Role, Scope, SendMode};
use steward_store::{NewAgent, OwnAgent, StoreError, WithoutAgent};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::story::{all, new_org, person};

const SOURCE: &str = "text_reply";

stories![
    a_clone_is_given_whole_and_once,
    those_who_clone_at_once_make_one,
    what_was_deleted_is_remembered_until_it_is_asked_for,
    a_deletion_that_did_not_end_is_ended,
    who_was_never_given_one_is_found,
    a_member_of_another_org_is_given_nothing,
];

async fn a_clone_is_given_whole_and_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let here = store.org(org);
    assert_eq!(
        here.own_agent(owner, SOURCE).await.unwrap(),
        OwnAgent::Never
    );
    for (source, send_mode) in [(SOURCE, SendMode::Suggest), ("other", SendMode::Autonomous)] {
        let template = NewAgent {
            send_mode,
            ..text_reply()
        };
        let given = here.give_agent(owner, source, template.clone());
        let given = given.await.unwrap();
        let found = here.agent(given).await.unwrap().unwrap();
        let whole = NewAgent {
            member_id: Some(owner),
            source: Some(source.into()),
            ..template
        };
        assert_eq!(found.settings, whole);
        let again = here.give_agent(owner, source, text_reply()).await.unwrap();
        assert_eq!(again, given);
    }
    assert_eq!(here.agents(&all()).await.unwrap().len(), 2);
}

async fn those_who_clone_at_once_make_one(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let many = (0..8).map(|_| here.give_agent(owner, SOURCE, text_reply()));
    let given = futures_util::future::try_join_all(many).await.unwrap();
    let agents = here.agents(&all()).await.unwrap();
    assert_eq!(agents.len(), 1);
    assert!(given.iter().all(|id| *id == agents[0].id), "{given:?}");
}

async fn what_was_deleted_is_remembered_until_it_is_asked_for(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let given = here.give_agent(owner, SOURCE, text_reply()).await.unwrap();
    assert!(here.delete_agent(given).await.unwrap());
    assert_eq!(
        here.own_agent(owner, SOURCE).await.unwrap(),
        OwnAgent::Deleted
    );
    assert_eq!(store.members_without(SOURCE, None, 9).await.unwrap(), []);
    let anew = here.give_agent(owner, SOURCE, text_reply()).await.unwrap();
    assert_ne!(anew, given);
    assert_eq!(
        here.own_agent(owner, SOURCE).await.unwrap(),
        OwnAgent::Here(anew)
    );
}

async fn a_deletion_that_did_not_end_is_ended(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let given = here.give_agent(owner, SOURCE, text_reply()).await.unwrap();
    store.forget_scope(Scope::Agent(given)).await.unwrap();
    assert_eq!(
        here.own_agent(owner, SOURCE).await.unwrap(),
        OwnAgent::Deleted
    );
    let rows = db.data().value("select count(*) from agent").await;
    assert_eq!(rows, Cell::Int(0));
}

async fn who_was_never_given_one_is_found(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let (other, boss) = new_org(&store, "Other").await;
    let ana = person("Ana", Role::Member);
    let ana = store.org(org).create_member(ana).await.unwrap().id;
    let here = store.org(org);
    here.give_agent(owner, SOURCE, text_reply()).await.unwrap();
    let mut lacking = [(other, boss), (org, ana)].map(|(org_id, id)| WithoutAgent { org_id, id });
    lacking.sort_by_key(|member| member.id);
    let found = store.members_without(SOURCE, None, 9).await.unwrap();
    assert_eq!(found, lacking);
    let first = store.members_without(SOURCE, None, 1).await.unwrap();
    assert_eq!(first, lacking[..1]);
    let rest = store.members_without(SOURCE, Some(lacking[0].id), 9);
    assert_eq!(rest.await.unwrap(), lacking[1..]);
}

async fn a_member_of_another_org_is_given_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (_, boss) = new_org(&store, "Other").await;
    let refused = store.org(org).give_agent(boss, SOURCE, text_reply()).await;
    assert!(
        matches!(refused, Err(StoreError::Refused(_))),
        "{refused:?}"
    );
    let rows = db.data().value("select count(*) from own_agent").await;
    assert_eq!(rows, Cell::Int(0));
}
