use std::slice::from_ref;

use serde_json::{Value, json};
use steward_model::{EffectId, SequentialIds, Timestamp};

use super::lookup::{Best, Numbers, Page, id_of};
use crate::http::{Answer, AnswerError, read};
use crate::{Message, Outbound};

/// 2023-11-14T22:13:20Z.
const SINCE: Timestamp = Timestamp::from_micros(1_700_000_000_000_000);

fn outbound() -> Outbound {
    let message = Message {
        to: "+14155550100".to_owned(),
        from: "+14155550101".to_owned(),
        text: "See you at 5 ".to_owned(),
    };
    message.for_effect(EffectId::generate(&SequentialIds::default()))
}

fn listed(changes: Value) -> Value {
    let mut message = json!({
        "id": "AC1",
        "to": ["+14155550100"],
        "from": "+14155550101",
        "text": "See you at 5",
        "phoneNumberId": "PN1",
        "direction": "outgoing",
        "status": "queued",
        "createdAt": "2023-11-14T22:13:20.000Z",
    });
    let Value::Object(changes) = changes else {
        panic!("changes are an object")
    };
    message.as_object_mut().unwrap().extend(changes);
    message
}

fn answer(status: u16, body: &Value) -> Answer {
    Answer {
        status,
        retry_after: None,
        body: Some(body.to_string().into_bytes()),
    }
}

fn page(messages: &[Value]) -> Page {
    let body = json!({ "data": messages, "totalItems": 0, "nextPageToken": null });
    read(&answer(200, &body)).unwrap()
}

fn found(pages: &[&[Value]]) -> Result<Option<String>, String> {
    let mut best = Best::default();
    for messages in pages {
        best.examine(page(messages), &outbound(), SINCE)?;
    }
    Ok(best.reference())
}

#[test]
fn the_newest_message_with_the_same_ends_and_text_is_found() {
    let first = listed(json!({}));
    let second = listed(json!({ "id": "AC0", "createdAt": "2023-11-14T22:14:00Z" }));
    assert_eq!(found(&[from_ref(&first)]), Ok(Some("AC1".to_owned())));
    for pages in [
        &[&[first.clone(), second.clone()][..]][..],
        &[from_ref(&second), from_ref(&first)][..],
    ] {
        assert_eq!(found(pages), Ok(Some("AC0".to_owned())));
    }
}

#[test]
fn another_message_is_not_it() {
    for changes in [
        json!({ "text": "See you at 6" }),
        json!({ "to": ["+14155550199"] }),
        json!({ "to": ["+14155550100", "+14155550199"] }),
        json!({ "from": "+14155550199" }),
        json!({ "direction": "incoming" }),
        json!({ "createdAt": "2023-11-14T22:13:19Z" }),
        json!({ "id": "AC/1" }),
    ] {
        assert_eq!(found(&[&[listed(changes.clone())]]), Ok(None), "{changes}");
    }
    assert_eq!(found(&[]), Ok(None));
}

#[test]
fn what_cannot_be_compared_is_not_missing() {
    for changes in [
        json!({ "text": null }),
        json!({ "text": "" }),
        json!({ "createdAt": "yesterday" }),
    ] {
        assert!(found(&[&[listed(changes.clone())]]).is_err(), "{changes}");
    }
}

#[test]
fn an_answer_that_is_no_list_is_not_an_empty_one() {
    let list = json!({ "data": [], "totalItems": 0, "nextPageToken": null });
    assert!(read::<Page>(&answer(200, &list)).is_ok());
    for (status, body) in [
        (500, list.clone()),
        (404, list),
        (200, json!({})),
        (200, json!([])),
    ] {
        let heard = read::<Page>(&answer(status, &body)).err();
        assert_eq!(heard, Some(AnswerError::Unreadable), "{status} {body}");
    }
    let broke_off = Answer {
        status: 200,
        retry_after: None,
        body: None,
    };
    assert_eq!(read::<Page>(&broke_off).err(), Some(AnswerError::Broken));
}

#[test]
fn a_number_has_a_name_or_is_not_known() {
    let numbers = || -> Numbers {
        let body = json!({ "data": [
            { "id": "PN1", "number": "+14155550109", "users": [] },
            { "id": "PN2", "number": "+14155550101", "users": [] },
        ] });
        read(&answer(200, &body)).unwrap()
    };
    assert_eq!(id_of(numbers(), "+14155550101"), Ok("PN2".to_owned()));
    assert!(id_of(numbers(), "+14155550102").is_err());
}
