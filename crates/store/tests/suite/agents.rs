//! Agents: identities that answer.

use steward_model::{AgentId, MemoryMode, Role, SendMode, SystemIds};
use steward_store::{AgentProfile, NewAgent, Preferences, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::story::{all, new_org, page, person};

stories![
    an_agent_is_found_as_it_was_made,
    a_clone_is_the_whole_of_its_original,
    of_two_changes_to_one_revision_the_second_is_refused,
    that_an_agent_may_send_is_on_the_record_with_who_decided_it,
    a_deleted_agent_is_gone_with_its_key,
    the_agents_of_another_org_are_not_there,
    a_members_agents_are_forgotten_with_the_member,
];

/// An agent that answers texts, with nothing left at its default but the send mode.
pub(super) fn text_reply() -> NewAgent {
    NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: Some("text_reply".into()),
        profile: AgentProfile {
            persona: "Friendly and short.".into(),
            goals: "Answer within the hour.".into(),
            instructions: "Never promise a date.".into(),
            optimised: Some("Promise no date, whoever asks.".into()),
            preferences: Preferences {
                zone: Some("Europe/Vienna".into()),
                style: Some("Plain.".into()),
                language: Some("German".into()),
                context_tokens: Some(50_000),
                compaction_percent: Some(70),
            },
        },
        model: Some("anthropic:claude-sonnet-4-5".into()),
        tools: vec!["escalate_to_user".into(), "memory_search".into()],
        send_mode: SendMode::default(),
        memory_mode: MemoryMode::Overlay,
        daily_micros: Some(5_000_000),
        daily_tokens: None,
    }
}

async fn an_agent_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let new = NewAgent {
        member_id: Some(owner),
        send_mode: SendMode::Autonomous,
        ..text_reply()
    };
    let made = store.org(org).create_agent(new.clone()).await.unwrap();
    assert_eq!((made.revision, &made.settings), (1, &new));
    let other = store.org(org).create_agent(text_reply()).await.unwrap();
    let store = db.reopen(store).await;
    assert_eq!(
        store.org(org).agent(made.id).await.unwrap(),
        Some(made.clone())
    );
    assert_eq!(
        store.org(org).agents(&all()).await.unwrap(),
        [made.clone(), other.clone()]
    );
    let second = page(Some(made.id.to_string()), 1);
    assert_eq!(store.org(org).agents(&second).await.unwrap(), [other]);
    let missing = AgentId::generate(&SystemIds);
    assert_eq!(store.org(org).agent(missing).await.unwrap(), None);
}

async fn a_clone_is_the_whole_of_its_original(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    for send_mode in SendMode::ALL {
        let original = NewAgent {
            send_mode: *send_mode,
            ..text_reply()
        };
        let original = store.org(org).create_agent(original).await.unwrap();
        let clone = NewAgent {
            member_id: Some(owner),
            ..original.settings.clone()
        };
        let clone = store.org(org).create_agent(clone).await.unwrap();
        let found = store.org(org).agent(clone.id).await.unwrap().unwrap();
        assert_eq!(
            NewAgent {
                member_id: None,
                ..found.settings
            },
            original.settings
        );
    }
}

async fn of_two_changes_to_one_revision_the_second_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    let mine = NewAgent {
        name: "Mine".into(),
        ..text_reply()
    };
    let yours = NewAgent {
        name: "Yours".into(),
        ..text_reply()
    };
    assert!(
        store
            .org(org)
            .replace_agent(agent.id, 1, mine.clone(), None)
            .await
            .unwrap()
    );
    assert!(
        !store
            .org(org)
            .replace_agent(agent.id, 1, yours, None)
            .await
            .unwrap()
    );
    let found = store.org(org).agent(agent.id).await.unwrap().unwrap();
    assert_eq!((found.revision, found.settings), (2, mine));
}

async fn that_an_agent_may_send_is_on_the_record_with_who_decided_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, member) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let agent = here.create_agent(text_reply()).await.unwrap();
    let mode = |send_mode| NewAgent {
        send_mode,
        ..text_reply()
    };
    let (suggest, send) = (mode(SendMode::Suggest), mode(SendMode::Autonomous));
    // Whatever the agent was made as, it drafts before this begins.
    let begun = here.replace_agent(agent.id, 1, suggest.clone(), None).await;
    assert!(begun.unwrap());
    let noted = async || {
        let sql = format!("select count(*) from audit where subject = '{}'", agent.id);
        db.data().value(&sql).await
    };
    let Cell::Int(before) = noted().await else {
        panic!("a count is a number")
    };
    for (revision, new, more) in [(2, send.clone(), 1), (3, send, 1), (4, suggest, 2)] {
        let replaced = here.replace_agent(agent.id, revision, new.clone(), Some(member));
        assert!(replaced.await.unwrap());
        assert_eq!(noted().await, Cell::Int(before + more));
        // Too late, so that nothing is noted either.
        let late = here.replace_agent(agent.id, revision, new, Some(member));
        assert!(!late.await.unwrap());
        assert_eq!(noted().await, Cell::Int(before + more));
    }
    let sql = "select actor from audit where action = 'agent.made_autonomous'";
    let actor = db.data().value(sql).await;
    assert_eq!(actor, Cell::Text(format!("member:{member}")));
}

async fn a_deleted_agent_is_gone_with_its_key(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    assert!(store.org(org).delete_agent(agent.id).await.unwrap());
    assert!(!store.org(org).delete_agent(agent.id).await.unwrap());
    assert_eq!(store.org(org).agent(agent.id).await.unwrap(), None);
    let late = store
        .org(org)
        .replace_agent(agent.id, 1, text_reply(), None)
        .await;
    assert!(!late.unwrap());
    let (other, _) = new_org(&store, "Zenith").await;
    let stranger = store.org(other).members(&all()).await.unwrap()[0].id;
    let foreign = NewAgent {
        member_id: Some(stranger),
        ..text_reply()
    };
    assert_err!(
        store.org(org).create_agent(foreign).await,
        StoreError::Refused(_)
    );
}

async fn the_agents_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    let other = store.org(other);
    assert_eq!(other.agent(agent.id).await.unwrap(), None);
    assert_eq!(other.agents(&all()).await.unwrap(), []);
    assert!(
        !other
            .replace_agent(agent.id, 1, text_reply(), None)
            .await
            .unwrap()
    );
    assert!(!other.delete_agent(agent.id).await.unwrap());
    assert!(store.org(org).agent(agent.id).await.unwrap().is_some());
}

async fn a_members_agents_are_forgotten_with_the_member(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let ana = person("Ana", Role::Member);
    let ana = store.org(org).create_member(ana).await.unwrap().id;
    let hers = NewAgent {
        member_id: Some(ana),
        ..text_reply()
    };
    let hers = store.org(org).create_agent(hers).await.unwrap().id;
    let kept = store.org(org).create_agent(text_reply()).await.unwrap();
    assert!(store.org(org).delete_member(ana).await.unwrap());
    assert_eq!(store.org(org).agents(&all()).await.unwrap(), [kept]);
    let sql = format!("select wrapped from data_key where scope = 'agent:{hers}'");
    assert_eq!(db.keys().rows(&sql).await, [[Cell::Null]]);
}
