use std::time::Duration;

use serde_json::json;
use steward_agent::HistoryItem;
use steward_model::{
    Integrity, ItemId, ItemKind, OrgId, SequentialIds, SystemIds, Timestamp, ToolCall, ToolOutcome,
    ToolResult,
};
use steward_store::{Began, Changes, Item, NewItem, NewStep, NewTurn};
use steward_testkit::on_both;

use crate::fixture::{call, refusal, turn};
use crate::read_history::{ReadHistory, show};
use crate::{Tool, ToolContext};

fn item(seq: i64, kind: ItemKind, integrity: Integrity, content: Vec<u8>) -> Item {
    Item {
        id: ItemId::generate(&SequentialIds::default()),
        seq,
        kind,
        content,
        integrity,
        turn_id: None,
        created_at: Timestamp::from_micros(0),
    }
}

fn heard(from: &str, text: &str, integrity: Integrity) -> Vec<u8> {
    let heard = HistoryItem::Heard {
        from: from.into(),
        text: text.into(),
        integrity,
    };
    serde_json::to_vec(&heard).unwrap()
}

#[test]
fn every_item_is_shown_with_its_number_and_who_said_it() {
    let said = HistoryItem::Said {
        text: "At 5.".into(),
        integrity: Integrity::User,
    };
    let used = HistoryItem::Used {
        call: ToolCall {
            id: "1".into(),
            name: "schedule_task".into(),
            arguments: json!({"when": "in 5 minutes"}),
        },
        result: ToolResult {
            call_id: "1".into(),
            content: "The reminder is set.".into(),
            outcome: ToolOutcome::Done,
        },
        integrity: Integrity::User,
    };
    let user = Integrity::User;
    let output = show(&[
        item(7, ItemKind::User, user, heard("Olga", "When?", user)),
        item(
            8,
            ItemKind::Assistant,
            user,
            serde_json::to_vec(&said).unwrap(),
        ),
        item(
            9,
            ItemKind::ToolOutput,
            user,
            serde_json::to_vec(&used).unwrap(),
        ),
        item(
            10,
            ItemKind::Reasoning,
            user,
            br#"{"text":"She is in a hurry."}"#.to_vec(),
        ),
        item(11, ItemKind::User, user, br#""Thanks""#.to_vec()),
        item(12, ItemKind::ToolCall, user, br#"{"a":1}"#.to_vec()),
        item(13, ItemKind::User, user, b"no JSON".to_vec()),
    ]);
    insta::assert_snapshot!(output.content.unwrap().join("\n"), @r#"
    #7 Olga: When?
    #8 you: At 5.
    #9 you used schedule_task {"when":"in 5 minutes"}: The reminder is set.
    #10 reasoning: She is in a hurry.
    #11 user: Thanks
    #12 tool_call: {"a":1}
    #13 user: no JSON
    "#);
    assert_eq!(output.integrity, Integrity::User);
}

#[test]
fn what_is_shown_is_as_trustworthy_as_the_least_of_it() {
    for mixed in [
        [Integrity::System, Integrity::Untrusted],
        [Integrity::Untrusted, Integrity::User],
    ] {
        let items = mixed.map(|trust| item(1, ItemKind::User, trust, heard("Ana", "Hi", trust)));
        assert_eq!(show(&items).integrity, Integrity::Untrusted);
    }
    let nothing = show(&[]);
    assert_eq!(nothing.integrity, Integrity::System);
    assert_eq!(
        nothing.content,
        Ok(vec!["There is nothing older in this conversation.".into()])
    );
}

/// Begins a turn with these messages in its history.
async fn say(context: &ToolContext, said: &[(&str, Integrity)]) {
    let org = context.store().org(context.org_id);
    let view = org.view_thread(context.thread_id, 0, 0).await;
    let items = said.iter().map(|(text, integrity)| NewItem {
        kind: ItemKind::User,
        content: heard("Ana", text, *integrity),
        integrity: *integrity,
    });
    let turn = NewTurn {
        worker: "w".into(),
        lease: Duration::from_secs(30),
        setup: b"{}".to_vec(),
        model: "scripted:m".into(),
        items: items.collect(),
        changes: Changes::default(),
        step: NewStep {
            no: 1,
            kind: "model",
            request_hash: [0; 32],
        },
    };
    let view = view.unwrap().unwrap();
    let began = context.store().begin_turn(&view, turn).await.unwrap();
    assert!(matches!(began, Began::Turn(_)));
}

#[test]
fn a_thread_is_read_back_page_by_page() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let nothing = call(ReadHistory, &context, json!({})).await;
        let said = "There is nothing older in this conversation.";
        assert_eq!(nothing.content, Ok(vec![said.into()]));
        let mut texts = vec![("first", Integrity::Untrusted)];
        texts.extend([("again", Integrity::User); 59]);
        say(&context, &texts).await;

        let newest = call(ReadHistory, &context, json!({})).await;
        let shown = newest.content.unwrap();
        assert_eq!((shown.len(), shown[0].as_str()), (20, "#41 Ana: again"));
        assert_eq!(newest.integrity, Integrity::User);

        let older = call(ReadHistory, &context, json!({"before_seq": 3})).await;
        let shown = ["#1 Ana: first", "#2 Ana: again"].map(str::to_owned);
        assert_eq!(older.content, Ok(shown.into()));
        assert_eq!(older.integrity, Integrity::Untrusted);

        for (limit, most) in [(1, 1), (0, 1), (50, 50), (1_000, 50)] {
            let page = call(ReadHistory, &context, json!({"limit": limit})).await;
            assert_eq!(page.content.unwrap().len(), most);
        }
    });
}

#[test]
fn a_thread_that_was_forgotten_or_is_not_theirs_is_not_read() {
    on_both(|db| async move {
        let context = turn(&db).await;
        say(&context, &[("secret", Integrity::User)]).await;
        let stranger = ToolContext {
            org_id: OrgId::generate(&SystemIds),
            ..context.clone()
        };
        let theirs = call(ReadHistory, &stranger, json!({})).await;
        let said = "There is nothing older in this conversation.";
        assert_eq!(theirs.content, Ok(vec![said.into()]));
        context.store().forget_scope(context.scope).await.unwrap();
        let gone = call(ReadHistory, &context, json!({})).await;
        assert_eq!(
            refusal(gone),
            "This was forgotten: it cannot be read any more."
        );
    });
}

#[test]
fn the_model_reads_this() {
    insta::assert_json_snapshot!(ReadHistory.entry(), @r#"
    {
      "spec": {
        "name": "read_history",
        "description": "Reads older items of this conversation in full, oldest first, each with its number. To go further back, call it again with the smallest number you were given.",
        "input_schema": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "before_seq": {
              "type": [
                "integer",
                "null"
              ],
              "format": "int64",
              "description": "Only what came before the item with this number. Without it, the newest items."
            },
            "limit": {
              "type": [
                "integer",
                "null"
              ],
              "format": "uint32",
              "minimum": 1,
              "description": "How many items at most, up to 50. Without it, 20.",
              "maximum": 50
            }
          }
        }
      },
      "toolset": "memory",
      "role": {
        "role": "domain"
      },
      "consent": "by_gate",
      "right": null,
      "least_origin": "untrusted"
    }
    "#);
}
