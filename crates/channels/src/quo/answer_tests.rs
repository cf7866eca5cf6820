use std::time::Duration;

use proptest::prelude::*;

use super::answer::judge;
use crate::SendResult;
use crate::http::Answer;

fn answer(status: u16, body: &str) -> SendResult {
    judge(&Answer {
        status,
        retry_after: None,
        body: Some(body.as_bytes().to_vec()),
    })
}

fn error(code: &str, status: u16) -> String {
    format!(
        r#"{{"message":"about +14155550100","code":"{code}","status":{status},"docs":"https://openphone.com/docs","title":"No"}}"#
    )
}

fn is_unknown(result: &SendResult, with: u16) -> bool {
    matches!(result, SendResult::Unknown { status, .. } if *status == Some(with))
}

#[test]
fn a_message_with_a_name_is_sent() {
    let body = r#"{"data":{"id":"AC123abc","to":["+14155550100"],"status":"queued"}}"#;
    let provider_ref = "AC123abc".to_owned();
    assert_eq!(answer(202, body), SendResult::Sent { provider_ref });
}

#[test]
fn a_success_that_cannot_be_read_is_unknown() {
    for body in [
        "",
        "ok",
        "{}",
        r#"{"id":"AC1"}"#,
        r#"{"data":{"id":null}}"#,
        r#"{"data":{"id":""}}"#,
        r#"{"data":{"id":"AC/../x"}}"#,
    ] {
        assert!(is_unknown(&answer(202, body), 202), "{body}");
    }
}

#[test]
fn too_many_requests_were_not_sent_whatever_the_body_says() {
    for body in [
        None,
        Some(Vec::new()),
        Some(error("0200429", 429).into_bytes()),
    ] {
        let heard = judge(&Answer {
            status: 429,
            retry_after: Some(Duration::from_secs(7)),
            body,
        });
        let expected = SendResult::NotSent {
            retry_after: Some(Duration::from_secs(7)),
            reason: "the carrier asks to slow down".to_owned(),
            status: Some(429),
        };
        assert_eq!(heard, expected);
    }
}

#[test]
fn a_refusal_in_the_carriers_words_is_final_and_names_no_number() {
    for (status, code, words) in [
        (
            400,
            "0206400",
            "our account at the carrier is not registered with the networks yet (0206400)",
        ),
        (
            401,
            "0200401",
            "the carrier does not accept our credentials (0200401)",
        ),
        (
            402,
            "0200402",
            "our account at the carrier has no credit left (0200402)",
        ),
        (
            403,
            "0202403",
            "the number to send from is not one that our key may use (0202403)",
        ),
        (
            404,
            "0200404",
            "the carrier does not know the number to send from (0200404)",
        ),
        (400, "0299400", "the carrier refused the message (0299400)"),
        (400, "to +14155550100", "the carrier refused the message"),
        (400, "14155550100", "the carrier refused the message"),
    ] {
        let expected = SendResult::Refused {
            opted_out: false,
            reason: words.to_owned(),
            status: Some(status),
        };
        assert_eq!(answer(status, &error(code, status)), expected);
    }
}

#[test]
fn anything_else_proves_nothing() {
    for status in [400, 403, 408, 413, 499] {
        for body in ["", "<html>Request Timeout</html>", r#"{"error":"no"}"#] {
            assert!(is_unknown(&answer(status, body), status), "{status} {body}");
        }
    }
    for status in [100, 302, 307, 500, 502, 503, 504, 599] {
        let heard = answer(status, &error("0201500", status));
        assert!(is_unknown(&heard, status), "{status}");
    }
}

proptest! {
    #[test]
    fn any_answer_has_a_result_and_only_a_named_success_is_sent(
        status in 100..600u16,
        body in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let heard = judge(&Answer { status, retry_after: None, body: Some(body) });
        prop_assert_eq!(matches!(heard, SendResult::NotSent { .. }), status == 429);
        let sent = matches!(heard, SendResult::Sent { .. });
        prop_assert!(!sent);
    }
}
