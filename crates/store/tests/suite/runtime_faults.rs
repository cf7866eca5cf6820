//! A turn's life, with every write made to fail at every point: nothing is half done, and the next try goes on.

use std::collections::BTreeSet;
use std::time::Duration;

use steward_model::{AgentId, ContactId, Integrity, ItemKind, OrgId, TurnState, Usage};
use steward_store::{Claim, NewItem, NewStep, Sql, StepResult, Store, StoreError, statements};
use steward_testkit::{FailAt, Recorder, on_both};

use super::agents::text_reply;
use super::inbox::{contact, text};
use super::story::new_org;

const LEASE: Duration = Duration::from_secs(30);

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    ["agents::", "claims::", "inbox::", "steps::"]
        .iter()
        .any(|file| sql.name.contains(file))
}

/// What the life so far has made.
struct Life {
    org: OrgId,
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
const ACTS: usize = 15;

async fn act(number: usize, store: &Store, life: &mut Life) -> Result<(), StoreError> {
    let org = store.org(life.org);
    match number {
        0 => life.agent = Some(org.create_agent(text_reply()).await?.id),
        1 => _ = org.accept(text(life.agent(), life.contact, 1)).await?,
        2 => life.claim = Some(store.claim_thread("worker", LEASE).await?.unwrap()),
        3 => store.save_setup(life.claim(), b"{}").await?,
        4 => _ = store.begin_step(life.claim(), step()).await?,
        5 => store.finish_step(life.claim(), result()).await?,
        6 => _ = org.accept(text(life.agent(), life.contact, 2)).await?,
        7 => _ = store.take_unread(life.claim()).await?,
        8 => {
            store
                .end_turn(life.claim(), TurnState::Done, "answered")
                .await?
        }
        9 => _ = org.accept(text(life.agent(), life.contact, 3)).await?,
        10 => life.claim = Some(store.claim_thread("worker", LEASE).await?.unwrap()),
        11 => _ = store.recover_claims().await?,
        12 => life.claim = Some(store.claim_thread("worker", LEASE).await?.unwrap()),
        13 => assert!(org.replace_agent(life.agent(), 1, text_reply()).await?),
        _ => assert!(org.delete_agent(life.agent()).await?),
    }
    Ok(())
}

fn step() -> NewStep {
    NewStep {
        no: 1,
        kind: "model",
        request_hash: [7; 32],
    }
}

fn result() -> StepResult {
    let item = NewItem {
        kind: ItemKind::Assistant,
        content: b"hello".to_vec(),
        integrity: Integrity::Untrusted,
    };
    StepResult {
        no: 1,
        event: b"{}".to_vec(),
        usage: Usage::default(),
        cost_micros: 0,
        items: vec![item.clone(), item],
    }
}

#[test]
fn a_turns_life_is_never_half_done() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, _) = new_org(&store, "Acme").await;
        let mut life = Life {
            org,
            agent: None,
            contact: contact(),
            claim: None,
        };
        for number in 0..ACTS {
            let before = db.data().dump().await;
            for n in 1.. {
                faults.arm(n, || StoreError::Busy);
                let result = act(number, &store, &mut life).await;
                let struck = faults.disarm();
                let after = db.data().dump().await;
                if !struck {
                    result.unwrap();
                    assert_ne!(after, before, "act {number} does nothing");
                    break;
                }
                assert_err!(result, StoreError::Busy);
                assert_eq!(
                    after, before,
                    "act {number} failed at point {n} and left something"
                );
            }
        }
        let run: BTreeSet<_> = recorder.statements().iter().map(|sql| sql.text).collect();
        let writes = |sql: &Sql| covers(sql) && !sql.text.starts_with("select");
        let missed: Vec<_> = statements()
            .into_iter()
            .filter(|sql| writes(sql) && !run.contains(sql.text))
            .map(|sql| sql.name)
            .collect();
        assert_eq!(missed, Vec::<&str>::new());
    });
}
