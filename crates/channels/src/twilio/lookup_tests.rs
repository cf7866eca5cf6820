use serde_json::{Value, json};
use steward_model::{EffectId, SequentialIds, Timestamp};

use super::lookup::{Page, Verdict, examine};
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
        "sid": "SM1",
        "to": "+14155550100",
        "from": "+14155550101",
        "body": "See you at 5",
        "direction": "outbound-api",
        "status": "queued",
        "date_created": "Tue, 14 Nov 2023 22:13:20 +0000",
        "date_sent": null,
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

fn verdict(messages: &[Value], next: Option<&str>) -> Verdict {
    let body = json!({ "messages": messages, "next_page_uri": next });
    examine(read(&answer(200, &body)).unwrap(), &outbound(), SINCE)
}

fn found(sid: &str) -> Verdict {
    Verdict::Found(sid.to_owned())
}

#[test]
fn a_message_with_the_same_ends_and_text_is_found() {
    assert_eq!(verdict(&[listed(json!({}))], None), found("SM1"));
    let trial = json!({ "body": "Sent from your Twilio trial account - See you at 5" });
    assert_eq!(verdict(&[listed(trial)], None), found("SM1"));
    // Twilio's clock is behind ours.
    let behind = json!({ "date_created": "Tue, 14 Nov 2023 22:11:21 +0000" });
    assert_eq!(verdict(&[listed(behind)], None), found("SM1"));
    let newest_first = [listed(json!({ "sid": "SM2" })), listed(json!({}))];
    assert_eq!(verdict(&newest_first, None), found("SM2"));
}

#[test]
fn another_message_is_not_it() {
    for changes in [
        json!({ "body": "See you at 6" }),
        json!({ "body": "Re: See you at 5" }),
        json!({ "to": "+14155550199" }),
        json!({ "from": "+14155550199" }),
        json!({ "from": null }),
        json!({ "direction": "inbound" }),
        json!({ "date_created": "Tue, 14 Nov 2023 22:11:19 +0000" }),
    ] {
        assert_eq!(
            verdict(&[listed(changes.clone())], None),
            Verdict::Missing,
            "{changes}"
        );
    }
    assert_eq!(verdict(&[], None), Verdict::Missing);
}

#[test]
fn the_list_is_read_until_it_reaches_back_beyond_the_attempt() {
    let other = json!({ "body": "other" });
    let old = json!({ "date_created": "Mon, 13 Nov 2023 22:11:19 +0000" });
    let next = Some("/next");
    let go_on = Verdict::GoOn("/next".to_owned());
    assert_eq!(verdict(&[listed(other.clone())], next), go_on);
    assert_eq!(
        verdict(&[listed(other), listed(old.clone())], next),
        Verdict::Missing
    );
    assert_eq!(
        verdict(&[listed(old), listed(json!({}))], next),
        found("SM1")
    );
}

#[test]
fn what_cannot_be_compared_is_not_missing() {
    for changes in [
        json!({ "body": null }),
        json!({ "body": "" }),
        json!({ "date_created": "yesterday" }),
    ] {
        let heard = verdict(&[listed(changes.clone())], None);
        assert!(matches!(heard, Verdict::Unclear(_)), "{changes}");
    }
}

#[test]
fn an_answer_that_is_no_list_is_not_an_empty_one() {
    let list = json!({ "messages": [], "next_page_uri": null });
    assert!(read::<Page>(&answer(200, &list)).is_ok());
    for (status, body) in [
        (500, list.clone()),
        (404, list),
        (200, json!({})),
        (200, json!([])),
    ] {
        let heard = read::<Page>(&answer(status, &body));
        assert_eq!(
            heard.err(),
            Some(AnswerError::Unreadable),
            "{status} {body}"
        );
    }
    let broke_off = Answer {
        status: 200,
        retry_after: None,
        body: None,
    };
    assert_eq!(read::<Page>(&broke_off).err(), Some(AnswerError::Broken));
}
