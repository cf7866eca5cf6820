use std::time::Duration;

use proptest::prelude::*;

use super::answer::judge;
use crate::SendResult;
use crate::http::{Answer, AnswerError, judge_error};

const SID: &str = "SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn answer(status: u16, body: &str) -> SendResult {
    judge(&Answer {
        status,
        retry_after: None,
        body: Some(body.as_bytes().to_vec()),
    })
}

fn error(code: u32, status: u16) -> String {
    format!(r#"{{"code":{code},"message":"about +14155550100","more_info":"","status":{status}}}"#)
}

fn is_unknown(result: &SendResult, with: u16) -> bool {
    matches!(result, SendResult::Unknown { status, .. } if *status == Some(with))
}

#[test]
fn a_message_with_a_name_is_sent() {
    for status in [200, 201] {
        let body = format!(r#"{{"sid":"{SID}","status":"queued","error_code":null}}"#);
        let provider_ref = SID.to_owned();
        assert_eq!(answer(status, &body), SendResult::Sent { provider_ref });
    }
}

#[test]
fn a_success_that_cannot_be_read_is_unknown() {
    for body in [
        "",
        "ok",
        "{}",
        r#"{"sid":null}"#,
        r#"{"sid":""}"#,
        r#"{"sid":"SM/../x"}"#,
    ] {
        assert!(is_unknown(&answer(201, body), 201), "{body}");
    }
    let broke_off = judge(&Answer {
        status: 201,
        retry_after: None,
        body: None,
    });
    assert!(is_unknown(&broke_off, 201));
}

#[test]
fn too_many_requests_were_not_sent_whatever_the_body_says() {
    for body in [None, Some(Vec::new()), Some(error(20429, 429).into_bytes())] {
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
        (401, 20003, "the carrier does not accept our credentials"),
        (400, 21211, "the number to send to is not valid"),
        (400, 21617, "the message is longer than 1,600 characters"),
        (400, 65535, "the carrier refused the message"),
    ] {
        let expected = SendResult::Refused {
            opted_out: false,
            reason: format!("{words} ({code})"),
            status: Some(status),
        };
        assert_eq!(answer(status, &error(code, status)), expected);
    }
}

#[test]
fn an_opt_out_can_be_told_from_other_refusals() {
    let expected = SendResult::Refused {
        opted_out: true,
        reason: "the person has opted out (21610)".to_owned(),
        status: Some(400),
    };
    assert_eq!(answer(400, &error(21610, 400)), expected);
}

#[test]
fn a_refusal_in_somebody_elses_words_proves_nothing() {
    for status in [400, 403, 408, 413, 499] {
        for body in ["", "<html>Request Timeout</html>", r#"{"error":"no"}"#] {
            assert!(is_unknown(&answer(status, body), status), "{status} {body}");
        }
    }
}

#[test]
fn errors_and_redirects_prove_nothing() {
    for status in [100, 302, 307, 500, 502, 503, 504, 599, 600] {
        let heard = answer(status, &error(20500, status));
        assert!(is_unknown(&heard, status), "{status}");
    }
}

#[test]
fn only_a_connection_that_was_never_made_proves_that_nothing_left() {
    let heard = judge_error(AnswerError::NoConnection);
    assert!(matches!(heard, SendResult::NotSent { status: None, .. }));
    for error in [
        AnswerError::TimedOut,
        AnswerError::Broken,
        AnswerError::Unreadable,
    ] {
        let heard = judge_error(error);
        assert!(matches!(heard, SendResult::Unknown { status: None, .. }));
    }
}

proptest! {
    #[test]
    fn any_answer_has_a_result_and_only_a_named_success_is_sent(
        status in 100..600u16,
        body in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let heard = judge(&Answer { status, retry_after: None, body: Some(body) });
        let is_429 = matches!(heard, SendResult::NotSent { .. });
        prop_assert_eq!(is_429, status == 429);
        prop_assert!(is_429 || is_unknown(&heard, status), "bytes at random say nothing: {heard:?}");
    }
}
