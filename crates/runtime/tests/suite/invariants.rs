//! What must be true of the tables after any story, whatever happened in it.

use std::collections::BTreeSet;

use steward_model::{ItemKind, OrgId, ToolCall, ToolResult};
use steward_store::Store;
use steward_testkit::{Cell, Raw, TestDatabase};

/// Each query lists what breaks a rule; the number is the rule's in the documents.
const RULES: &[(&str, &str)] = &[
    (
        "I1: one event for each name that a source gives",
        "select source, dedupe_key from event group by org_id, source, dedupe_key having count(*) > 1",
    ),
    (
        "I2: one live thread for each of an agent's names",
        "select correlation_key from thread where state <> 'archived'
         group by org_id, agent_id, correlation_key having count(*) > 1",
    ),
    (
        "I3: at most one open turn on a thread",
        "select thread_id from turn where state = 'open' group by thread_id having count(*) > 1",
    ),
    (
        "I4: no turn was written by a claim that its thread never gave",
        "select t.id from turn t join thread h on h.id = t.thread_id where t.epoch > h.lease_epoch or t.no > h.last_turn",
    ),
    (
        "I4: the last claim is the open turn's",
        "select t.id from turn t join thread h on h.id = t.thread_id
         where t.state = 'open' and h.state = 'running' and t.epoch <> h.lease_epoch",
    ),
    (
        "I5: on an idle thread everything was answered",
        "select e.id from event e join thread h on h.id = e.thread_id where h.state = 'idle' and e.turn_id is null
            and e.quiet = 0",
    ),
    (
        "I5: an event is answered by a turn of its own thread",
        "select e.id from event e left join turn t on t.id = e.turn_id
         where e.turn_id is not null and (t.id is null or t.thread_id <> e.thread_id)",
    ),
    (
        "I5: an idle thread has no open turn",
        "select t.id from turn t join thread h on h.id = t.thread_id where t.state = 'open' and h.state = 'idle'",
    ),
    (
        "I6: the events of a thread have no gaps",
        "select h.id from thread h where h.last_event <> (select count(*) from event e where e.thread_id = h.id)
            or h.last_event <> (select coalesce(max(seq), 0) from event e where e.thread_id = h.id)",
    ),
    (
        "I6: the items of a thread have no gaps",
        "select h.id from thread h where h.last_item <> (select count(*) from item i where i.thread_id = h.id)
            or h.last_item <> (select coalesce(max(seq), 0) from item i where i.thread_id = h.id)",
    ),
    (
        "I6: what was not trimmed of a stream has no gaps",
        "select e.stream_id from stream_event e join stream s on s.id = e.stream_id
         group by e.stream_id, s.last_seq having max(e.seq) <> s.last_seq or count(*) <> max(e.seq) - min(e.seq) + 1",
    ),
    (
        "I8: nothing leaves without an attempt written down before",
        "select id from effect where state in ('inflight', 'unknown', 'sent', 'delivered')
            and attempt <> (select count(*) from effect_attempt a where a.effect_id = effect.id)
            or (state in ('inflight', 'unknown', 'sent', 'delivered') and attempt = 0)",
    ),
    (
        "I9: one effect for each name that a carrier gives",
        "select provider_ref from effect where provider_ref is not null
         group by org_id, channel, provider_ref having count(*) > 1",
    ),
    (
        "I10: nothing is sent to somebody who had asked for silence",
        "select e.id from effect e
         join opt_out o on o.org_id = e.org_id and o.address_blind = e.to_blind and o.channel = e.channel
         where e.claimed_at > o.opted_out_at and e.state in ('inflight', 'unknown', 'sent', 'delivered')",
    ),
    (
        "I11: what leaves was allowed, or approved and the approval is used up",
        "select e.id from effect e left join approval a on a.id = e.approval_id
         where e.verdict <> 'allow' and (a.id is null or a.decision <> 'approved' or a.used_at is null
            or a.thread_id <> e.thread_id)",
    ),
    (
        "I11: an approval is used by one effect",
        "select approval_id from effect where approval_id is not null group by approval_id having count(*) > 1",
    ),
    (
        "I14: a budget holds nothing less than nothing",
        "select scope from budget where spent_micros < 0 or spent_tokens < 0 or reserved_micros < 0 or reserved_tokens < 0",
    ),
    (
        "a turn that is over has no step under way but where it was given up",
        "select s.turn_id from step s join turn t on t.id = s.turn_id
         where t.state <> 'open' and s.state = 'started' and t.outcome <> 'given_up'",
    ),
    (
        "summaries of a thread follow each other without gaps",
        "select s.id from summary s left join summary p on p.id = s.previous_id
         where s.from_seq <> coalesce(p.to_seq, 0) + 1",
    ),
    (
        "a thread names its newest summary",
        "select t.id from thread t where coalesce(t.summary_id, '') <> coalesce(
            (select s.id from summary s where s.thread_id = t.id order by s.to_seq desc limit 1), '')",
    ),
    (
        "a summary ends before something heard, and so between no call and its result",
        "select s.id from summary s left join item i on i.thread_id = s.thread_id and i.seq = s.to_seq + 1
         where i.kind is null or i.kind <> 'user'",
    ),
    (
        "the steps of a turn have no gaps",
        "select turn_id from step group by turn_id having count(*) <> max(no)",
    ),
];

/// Checks every rule.
pub(super) async fn check(db: &TestDatabase, store: &Store, org: OrgId) {
    let data = db.data();
    for (rule, sql) in RULES {
        assert_eq!(data.rows(sql).await, Vec::<Vec<Cell>>::new(), "{rule}");
    }
    transcripts_are_well_formed(&data, store, org).await;
    store.seal_audit().await.unwrap();
    let report = store.org(org).verify_audit(None, &|_| {}).await.unwrap();
    assert!(report.is_whole(), "I13: {:?}", report.problems);
    assert_eq!(report.unsealed, 0, "I13");
}

/// I7: a call stands right before its result, and no id comes twice on a thread.
async fn transcripts_are_well_formed(data: &Raw, store: &Store, org: OrgId) {
    for row in data.rows("select id from thread").await {
        let [Cell::Text(id)] = row.as_slice() else {
            panic!("an id is text");
        };
        let thread = id.parse().unwrap();
        let items = store.org(org).items_between(thread, 0, i64::MAX).await;
        let (mut open, mut seen) = (None, BTreeSet::new());
        for item in items.unwrap() {
            match item.kind {
                ItemKind::ToolCall => {
                    let call: ToolCall = serde_json::from_slice(&item.content).unwrap();
                    assert_eq!(open, None, "I7: a call before the result of another");
                    assert!(seen.insert(call.id.clone()), "I7: {} comes twice", call.id);
                    open = Some(call.id);
                }
                ItemKind::ToolOutput => {
                    let result: ToolResult = serde_json::from_slice(&item.content).unwrap();
                    assert_eq!(open.take(), Some(result.call_id), "I7");
                }
                ItemKind::User | ItemKind::Assistant | ItemKind::Reasoning => {
                    assert_eq!(open, None, "I7: a call without a result");
                }
            }
        }
        assert_eq!(open, None, "I7: a call without a result at the end");
    }
}
