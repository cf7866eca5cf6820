use serde_json::json;
use steward_model::{ItemId, SystemIds, Timestamp, ToolOutcome};

use super::*;

fn stored(items: Vec<NewItem>) -> Vec<Item> {
    let item = |(seq, new): (i64, NewItem)| Item {
        id: ItemId::generate(&SystemIds),
        seq,
        kind: new.kind,
        content: new.content,
        integrity: new.integrity,
        turn_id: None,
        created_at: Timestamp::from_micros(0),
    };
    (1..).zip(items).map(item).collect()
}

fn call(id: &str) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: "find".to_owned(),
        arguments: json!({"q": "flats"}),
    }
}

fn result(id: &str) -> ToolResult {
    ToolResult {
        call_id: id.to_owned(),
        content: "two".to_owned(),
        outcome: ToolOutcome::Done,
    }
}

#[test]
fn a_step_comes_back_as_it_was() {
    let step = [
        ChatMessage::Assistant {
            text: "Let me look.".to_owned(),
            tool_calls: vec![call("a"), call("b")],
        },
        ChatMessage::ToolResults {
            results: vec![result("a"), result("b")],
        },
    ];
    let items = stored(appended(&step, Integrity::Untrusted, &[]));
    let kinds: Vec<_> = items.iter().map(|item| item.kind).collect();
    use ItemKind::{Assistant, ToolCall as Call, ToolOutput as Output};
    assert_eq!(kinds, [Assistant, Call, Output, Call, Output]);
    let history = remembered(&items);
    let used = |id| HistoryItem::Used {
        call: call(id),
        result: result(id),
        integrity: Integrity::Untrusted,
    };
    let said = HistoryItem::Said {
        text: "Let me look.".to_owned(),
        integrity: Integrity::Untrusted,
    };
    assert_eq!(history, [(1, said), (2, used("a")), (4, used("b"))]);
}

#[test]
fn a_call_without_its_result_is_not_shown() {
    let mut items = appended(
        &[
            ChatMessage::Assistant {
                text: String::new(),
                tool_calls: vec![call("a")],
            },
            ChatMessage::ToolResults {
                results: vec![result("a")],
            },
        ],
        Integrity::User,
        &[],
    );
    items.pop();
    assert_eq!(remembered(&stored(items)), []);
}

#[test]
fn an_item_that_nobody_can_read_is_left_out_alone() {
    let mut items = heard(&[Input {
        event: "e".to_owned(),
        from: "contact".to_owned(),
        text: "hello".to_owned(),
        integrity: Integrity::Untrusted,
    }]);
    items.push(NewItem {
        kind: ItemKind::User,
        content: b"{".to_vec(),
        integrity: Integrity::Untrusted,
    });
    assert_eq!(remembered(&stored(items)).len(), 1);
}

#[test]
fn what_came_in_meanwhile_stands_once_after_the_note_about_it() {
    let news = Input {
        event: "2".to_owned(),
        from: "contact".to_owned(),
        text: "and tomorrow?".to_owned(),
        integrity: Integrity::Untrusted,
    };
    let told = ChatMessage::User {
        text: "<note>Not sent.</note>\n\n<input>and tomorrow?</input>".to_owned(),
    };
    let items = stored(appended(
        &[told],
        Integrity::User,
        std::slice::from_ref(&news),
    ));
    let heard = |from: &str, text: &str, integrity| HistoryItem::Heard {
        from: from.to_owned(),
        text: text.to_owned(),
        integrity,
    };
    let note = heard("note", "<note>Not sent.</note>", Integrity::User);
    let said = heard("contact", "and tomorrow?", Integrity::Untrusted);
    assert_eq!(remembered(&items), [(1, note), (2, said)]);
}
