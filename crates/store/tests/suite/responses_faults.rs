//! A fault at any point of what is done to responses and conversations leaves everything as it was.

use steward_model::{MemberId, OrgId, ThreadId};
use steward_store::{Addition, Store, StoreError};
use steward_testkit::{FailAt, Recorder, on_both};

use super::passages::note;
use super::responses::{conversation, covers, item, response, threads};
use super::story::new_org;
use super::sweep::assert_all_ran;

async fn act(
    number: usize,
    store: &Store,
    org: OrgId,
    member: MemberId,
    thread: ThreadId,
) -> Result<(), StoreError> {
    let here = store.org(org);
    match number {
        0 => {
            here.create_conversation(
                member,
                conversation("conv_1"),
                &[item("msg_1"), item("msg_2")],
                vec![note("msg_1")],
            )
            .await
        }
        1 => here.begin_response(member, response("resp_1")).await,
        2 => {
            let noted = here.note_response(member, "resp_1", b"half");
            noted.await.map(|noted| assert!(noted))
        }
        3 => {
            let addition = Addition {
                conversation: "conv_1".into(),
                items: vec![item("msg_3"), item("msg_4")],
            };
            let said = vec![note("msg_3"), note("msg_4")];
            let ended = here.finish_response(member, "resp_1", b"done", Some(addition), said);
            ended.await.map(|ended| assert!(ended))
        }
        4 => {
            let five = [item("msg_5")];
            let added = here.add_conversation_items(member, "conv_1", &five, vec![note("msg_5")]);
            added.await.map(|added| assert!(added))
        }
        5 => {
            let changed = here.change_conversation(member, "conv_1", b"new");
            changed.await.map(|changed| assert!(changed))
        }
        6 => {
            let deleted = here.delete_conversation_item("conv_1", "msg_1");
            deleted.await.map(|deleted| assert!(deleted))
        }
        7 => {
            let agent = here.thread(thread).await?.unwrap().agent_id;
            let opened = here.open_private_thread(member, agent, "once:1");
            opened.await.map(|opened| assert!(opened))
        }
        8 => {
            let deleted = here.delete_response(member, "resp_1", vec!["msg_3".into()]);
            deleted.await.map(|deleted| assert!(deleted))
        }
        _ => {
            let deleted = here.delete_conversation(member, "conv_1");
            deleted.await.map(|deleted| assert!(deleted))
        }
    }
}

#[test]
fn responses_and_conversations_are_never_half_written() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, olga) = new_org(&store, "Acme").await;
        let thread = threads(&store, org, olga).await;
        for number in 0..10 {
            sweep!(
                db,
                faults,
                act(number, &store, org, olga, thread),
                "act {number}"
            );
        }
        assert_all_ran(&recorder, covers);
    });
}
