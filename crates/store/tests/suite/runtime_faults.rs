//! A turn's life, with every write made to fail at every point: nothing is half done, and the next try goes on.

use steward_model::{AgentId, ContactId, Integrity, ItemKind, MemberId, OrgId, Scope, Timestamp};
use steward_store::{
    Advance, Claim, NewAgent, NewItem, NewStep, Next, Spent, Sql, Store, StoreError,
};
use steward_testkit::{FailAt, Recorder, on_both};

use super::agents::text_reply;
use super::inbox::{contact, text};
use super::story::new_org;
use super::sweep::assert_all_ran;
use super::turns::{claim, ending, learned};

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    let files = [
        "agent_configs::",
        "agents::",
        "store::inbox::",
        "items::",
        "member_events::",
        "threads::",
        "turns::",
    ];
    files.iter().any(|file| sql.name.contains(file))
}

/// What the life so far has made.
struct Life {
    org: OrgId,
    owner: MemberId,
    own: Option<AgentId>,
    agent: Option<AgentId>,
    contact: ContactId,
    claim: Option<Claim>,
}

impl Life {
    fn agent(&self) -> AgentId {
        self.agent.unwrap()
    }

    fn claim(&self) -> &Claim {
        self.claim.as_ref().unwrap()
    }
}

/// The writes of a turn's life, in order.
const ACTS: usize = 27;

async fn act(number: usize, store: &Store, life: &mut Life) -> Result<(), StoreError> {
    let org = store.org(life.org);
    match number {
        0 => life.agent = Some(org.create_agent(text_reply()).await?.id),
        1 => _ = org.accept(text(life.agent(), life.contact, 1)).await?,
        2 | 10 | 12 => life.claim = Some(claim(store).await?),
        3 => _ = store.advance(life.claim(), step()).await?,
        4 => _ = org.accept(text(life.agent(), life.contact, 2)).await?,
        5 => _ = store.advance(life.claim(), joining()).await?,
        6 => _ = store.recover_threads().await?,
        7 => life.claim = Some(claim(store).await?),
        8 | 14 => _ = store.advance(life.claim(), ending()).await?,
        9 => _ = org.accept(text(life.agent(), life.contact, 3)).await?,
        11 => _ = store.advance(life.claim(), deferring()).await?,
        13 => assert!(org.stop_turn(life.claim().thread_id).await?),
        15 => assert!(org.hold_thread(life.claim().thread_id, "damaged").await?),
        16 => assert!(org.release_thread(life.claim().thread_id).await?),
        17 => _ = org.accept(text(life.agent(), life.contact, 4)).await?,
        18 => life.claim = Some(claim(store).await?),
        19 => {
            store.forget_scope(Scope::Contact(life.contact)).await?;
            assert!(
                org.close_forgotten_thread(life.claim().thread_id).await?,
                "it is forgotten"
            );
        }
        20 => assert!(
            org.replace_agent(life.agent(), 1, text_reply(), None)
                .await?
        ),
        21 => assert!(org.delete_agent(life.agent()).await?),
        _ => return act_on_a_members_own(number, store, life).await,
    }
    Ok(())
}

async fn act_on_a_members_own(
    number: usize,
    store: &Store,
    life: &mut Life,
) -> Result<(), StoreError> {
    let (org, owner) = (store.org(life.org), life.owner);
    match number {
        22 => {
            let own = NewAgent {
                member_id: Some(owner),
                ..text_reply()
            };
            life.own = Some(org.give_agent(owner, "assistant", own).await?);
        }
        23 => _ = org.add_agent_config(owner, life.own.unwrap()).await?,
        24 => assert!(org.enable_agent(owner, true).await?),
        25 => _ = org.main_thread(owner).await?,
        _ => {
            let later = Timestamp::from_micros(i64::MAX);
            assert!(store.trim_member_events(later, 9).await? > 0);
        }
    }
    Ok(())
}

fn step() -> Advance {
    let item = NewItem {
        kind: ItemKind::Assistant,
        content: b"hello".to_vec(),
        integrity: Integrity::Untrusted,
    };
    Advance {
        learned: vec![learned(1, "hello")],
        items: vec![item.clone(), item],
        next: Next::Begin {
            step: NewStep {
                no: 2,
                kind: "tools",
                request_hash: [2; 32],
            },
        },
        ..Advance::default()
    }
}

fn deferring() -> Advance {
    Advance {
        next: Next::Defer {
            until: Timestamp::from_micros(0),
            step: 1,
            spent: Spent::default(),
        },
        ..Advance::default()
    }
}

fn joining() -> Advance {
    Advance {
        learned: vec![learned(2, "news")],
        join: Some(2),
        ..Advance::default()
    }
}

#[test]
fn a_turns_life_is_never_half_done() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, owner) = new_org(&store, "Acme").await;
        let mut life = Life {
            org,
            owner,
            own: None,
            agent: None,
            contact: contact(),
            claim: None,
        };
        for number in 0..ACTS {
            sweep!(db, faults, act(number, &store, &mut life), "act {number}");
        }
        assert_all_ran(&recorder, covers);
    });
}
