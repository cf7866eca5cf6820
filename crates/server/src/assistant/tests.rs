use steward_model::Role;
use steward_store::{NewMember, OwnAgent, Page, Store};
use steward_testkit::on_both;

use super::{EVERYBODY, back_fill, equip, templates};

fn person(role: Role) -> NewMember {
    NewMember {
        name: "Somebody".into(),
        role,
        identifiers: Vec::new(),
    }
}

async fn count(store: &Store, org: steward_model::OrgId) -> usize {
    let all = Page {
        after: None,
        limit: 500,
    };
    store.org(org).agents(&all).await.unwrap().len()
}

#[test]
fn those_who_were_here_before_are_given_what_they_never_had_once() {
    on_both(|database| async move {
        let store = database.open().await;
        let made = store.create_first_org("Acme", person(Role::Owner)).await;
        let (org, owner) = made.unwrap();
        let here = store.org(org.id);
        let ana = here.create_member(person(Role::Member)).await.unwrap();
        equip(&here, ana.id).await.unwrap();
        let OwnAgent::Here(gone) = here.own_agent(ana.id, EVERYBODY[1]).await.unwrap() else {
            panic!("she has one")
        };
        assert!(here.delete_agent(gone).await.unwrap());
        // Two nodes begin at once.
        tokio::join!(back_fill(store.clone()), back_fill(store.clone()));
        assert_eq!(count(&store, org.id).await, 2 * EVERYBODY.len() - 1);
        for source in EVERYBODY {
            let OwnAgent::Here(agent) = here.own_agent(owner.id, source).await.unwrap() else {
                panic!("the owner has no {source}")
            };
            let mut settings = here.agent(agent).await.unwrap().unwrap().settings;
            assert_eq!(settings.member_id.take(), Some(owner.id));
            assert_eq!(Some(settings), templates::template(source));
        }
        back_fill(store.clone()).await;
        assert_eq!(count(&store, org.id).await, 2 * EVERYBODY.len() - 1);
    });
}
