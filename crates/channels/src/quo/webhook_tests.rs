use proptest::prelude::*;
use serde_json::{Value, json};
use steward_model::LineProvider;

use super::{Told, WebhookError, read};
use crate::{DeliveryStatus, InboundText, Keyword, Media};

fn legacy(kind: &str, changes: Value) -> Value {
    let mut object = json!({
        "id": "AC1", "object": "message", "from": "+14155550100", "to": ["+14155550101"],
        "direction": "incoming", "text": "Héllo", "status": "received", "createdAt": "2026-11-16T08:00:00.000Z",
        "userId": null, "phoneNumberId": "PN1", "media": [{ "url": "https://a/0", "type": "image/jpeg" }, { "url": "https://a/1" }],
    });
    extend(&mut object, changes);
    json!({
        "id": "EV1", "object": "event", "apiVersion": "v4", "createdAt": "2026-11-16T08:00:00.000Z",
        "type": kind, "data": { "object": object },
    })
}

fn current(kind: &str, resource_changes: Value, context_changes: Value) -> Value {
    let mut resource = json!({
        "id": "AC1", "direction": "incoming", "text": "Héllo", "status": "received",
        "media": [{ "url": "https://a/0", "type": "image/jpeg" }, { "url": "https://a/1" }],
        "createdAt": "2026-11-16T08:00:00.000Z",
    });
    extend(&mut resource, resource_changes);
    let mut context = json!({
        "orgId": "OR1", "phoneNumberId": "PN1", "conversationId": "CN1", "userId": null,
        "contacts": { "ids": [], "lookupStatus": "complete" },
        "senderIdentifier": "+14155550100", "recipientIdentifiers": ["+14155550101"],
    });
    extend(&mut context, context_changes);
    json!({
        "id": "EV1", "apiVersion": "2026-03-30", "createdAt": "2026-11-16T08:00:00.000Z",
        "type": kind, "data": { "resource": resource, "context": context, "links": {} },
    })
}

fn extend(object: &mut Value, changes: Value) {
    let Value::Object(changes) = changes else {
        panic!("changes are an object")
    };
    object.as_object_mut().unwrap().extend(changes);
}

fn heard(event: &Value) -> Result<Told, WebhookError> {
    read(event.to_string().as_bytes())
}

fn text(event: &Value) -> InboundText {
    match heard(event) {
        Ok(Told::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_is_the_same_in_both_forms() {
    let media = |url: &str, content_type: &str| Media {
        url: url.to_owned(),
        content_type: content_type.to_owned(),
    };
    let expected = InboundText {
        provider: LineProvider::Quo,
        provider_id: "AC1".to_owned(),
        to: vec!["+14155550101".to_owned()],
        from: "+14155550100".to_owned(),
        text: "Héllo".to_owned(),
        media: vec![media("https://a/0", "image/jpeg"), media("https://a/1", "")],
        keyword: None,
        is_answered: false,
    };
    assert!(text(&legacy("message.received", json!({}))) == expected);
    assert!(text(&current("message.received", json!({}), json!({}))) == expected);
}

#[test]
fn the_oldest_events_call_things_otherwise() {
    let mut oldest = legacy(
        "message.received",
        json!({ "to": "+14155550101", "media": null }),
    );
    let object = oldest["data"]["object"].as_object_mut().unwrap();
    let said = object.remove("text").unwrap();
    object.insert("body".to_owned(), said);
    let read = text(&oldest);
    assert_eq!(read.to, ["+14155550101"]);
    assert_eq!((read.text.as_str(), read.media.len()), ("Héllo", 0));
}

#[test]
fn in_a_group_it_is_the_sender_who_wrote() {
    let everybody = ["+14155550102", "+14155550101", "+14155550103"];
    for event in [
        legacy("message.received", json!({ "to": everybody })),
        current(
            "message.received",
            json!({}),
            json!({ "recipientIdentifiers": everybody }),
        ),
    ] {
        let read = text(&event);
        assert_eq!(
            (read.from.as_str(), read.to),
            ("+14155550100", everybody.map(str::to_owned).to_vec())
        );
    }
}

#[test]
fn a_picture_may_come_without_words_and_a_word_may_ask_for_silence() {
    let picture = text(&legacy("message.received", json!({ "text": null })));
    assert_eq!((picture.text.as_str(), picture.media.len()), ("", 2));
    for (said, expected) in [
        (" stop.", Some(Keyword::Stop)),
        ("START", Some(Keyword::Start)),
        ("help", Some(Keyword::Help)),
        ("stop by tomorrow", None),
    ] {
        let event = current("message.received", json!({ "text": said }), json!({}));
        assert_eq!(text(&event).keyword, expected, "{said}");
    }
    let many: Vec<_> = (0..50).map(|_| json!({ "url": "x" })).collect();
    assert_eq!(
        text(&legacy("message.received", json!({ "media": many })))
            .media
            .len(),
        10
    );
}

#[test]
fn a_report_says_where_a_text_is() {
    let outgoing = |status: Value| json!({ "direction": "outgoing", "status": status });
    for (kind, status, expected) in [
        (
            "message.delivered",
            json!("delivered"),
            DeliveryStatus::Delivered,
        ),
        ("message.delivered", json!(null), DeliveryStatus::Delivered),
        (
            "message.delivered",
            json!("undelivered"),
            DeliveryStatus::Failed,
        ),
        ("message.updated", json!("sent"), DeliveryStatus::Sent),
        ("message.updated", json!("queued"), DeliveryStatus::Accepted),
        (
            "message.failed",
            json!("a-new-word"),
            DeliveryStatus::Failed,
        ),
    ] {
        for event in [
            legacy(kind, outgoing(status.clone())),
            current(kind, outgoing(status.clone()), json!({})),
        ] {
            let Ok(Told::Status(update)) = heard(&event) else {
                panic!("{event}")
            };
            assert_eq!(
                (update.provider_ref.as_str(), update.status),
                ("AC1", expected),
                "{event}"
            );
            assert_eq!((update.effect, update.opted_out), (None, false));
            assert_eq!(update.reason.is_some(), expected == DeliveryStatus::Failed);
        }
    }
}

#[test]
fn what_is_neither_is_left_alone() {
    for event in [
        json!({ "type": "call.completed", "data": { "object": { "id": 7 } } }),
        json!({ "type": "callTranscript" }),
        json!({ "type": "call.transcript.completed", "data": [] }),
        json!({ "type": "contact.updated", "data": { "resource": {} } }),
        json!({ "type": "message.reaction.added", "data": { "resource": { "emoji": "x" } } }),
        legacy("message.received", json!({ "direction": "outgoing" })),
        legacy("message.delivered", json!({ "direction": "incoming" })),
        legacy(
            "message.updated",
            json!({ "direction": "outgoing", "status": "a-new-word" }),
        ),
    ] {
        assert_eq!(heard(&event), Ok(Told::Other), "{event}");
    }
}

#[test]
fn a_text_without_its_ends_or_its_name_is_refused() {
    for (event, expected) in [
        (
            legacy("message.received", json!({ "from": null })),
            "sender",
        ),
        (legacy("message.received", json!({ "from": "" })), "sender"),
        (
            legacy("message.received", json!({ "to": null })),
            "recipients",
        ),
        (
            legacy("message.received", json!({ "to": [] })),
            "recipients",
        ),
        (
            legacy("message.received", json!({ "id": "AC/.." })),
            "content",
        ),
        (legacy("message.received", json!({ "id": null })), "content"),
        (json!({ "type": "message.received" }), "content"),
    ] {
        assert_eq!(
            heard(&event),
            Err(WebhookError::Malformed(expected)),
            "{event}"
        );
    }
    for body in ["", "[]", "{}", r#"{"type":7}"#, "type=message.received"] {
        assert_eq!(
            read(body.as_bytes()),
            Err(WebhookError::NotAnEvent),
            "{body}"
        );
    }
}

#[test]
fn nothing_inbound_shows_itself() {
    let told = heard(&legacy("message.received", json!({}))).unwrap();
    assert_eq!(format!("{told:?}"), "Text(InboundText(***))");
}

proptest! {
    #[test]
    fn no_bytes_panic_and_any_text_arrives_as_it_was_written(
        body in proptest::collection::vec(any::<u8>(), 0..200),
        said in any::<String>(),
    ) {
        prop_assert!(!matches!(read(&body), Ok(Told::Text(_))));
        let read = text(&current("message.received", json!({ "text": said }), json!({})));
        prop_assert_eq!(read.keyword, Keyword::of(&said));
        prop_assert_eq!(read.text, said);
    }
}
