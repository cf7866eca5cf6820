use proptest::prelude::*;
use steward_model::{EffectId, LineProvider, SequentialIds};
use url::form_urlencoded;

use super::{Form, WebhookError, read_status, read_text};
use crate::{DeliveryStatus, InboundText, Keyword, Media, StatusUpdate};

const TEXT: &str = "MessageSid=SM1&AccountSid=AC1&From=%2B14155550100&To=%2B14155550101";

fn inbound(form: &str) -> Result<InboundText, WebhookError> {
    read_text(&Form::parse(form.as_bytes()))
}

fn status(query: &str, form: &str) -> Result<StatusUpdate, WebhookError> {
    read_status(query, &Form::parse(form.as_bytes()))
}

#[test]
fn a_text_is_read() {
    let form = format!(
        "{TEXT}&Body=H%C3%A9llo+%26+100%25&NumMedia=2&MediaUrl0=https%3A%2F%2Fa%2F0&MediaContentType0=image%2Fjpeg\
        &MediaUrl1=https%3A%2F%2Fa%2F1&FromCity=&Tomorrow=1"
    );
    let media = |url: &str, content_type: &str| Media {
        url: url.to_owned(),
        content_type: content_type.to_owned(),
    };
    let expected = InboundText {
        provider: LineProvider::Twilio,
        provider_id: "SM1".to_owned(),
        to: vec!["+14155550101".to_owned()],
        from: "+14155550100".to_owned(),
        text: "Héllo & 100%".to_owned(),
        media: vec![media("https://a/0", "image/jpeg"), media("https://a/1", "")],
        keyword: None,
        is_answered: false,
    };
    assert!(inbound(&form) == Ok(expected));
    assert!(inbound(TEXT).is_ok_and(|inbound| inbound.text.is_empty()));
}

#[test]
fn a_text_without_its_ends_or_with_two_of_them_is_refused() {
    for name in ["MessageSid", "From", "To"] {
        let renamed = TEXT.replace(&format!("{name}="), &format!("X{name}="));
        assert_eq!(inbound(&renamed), Err(WebhookError::Missing(name)));
        let repeated = format!("{TEXT}&{name}=x");
        assert_eq!(inbound(&repeated), Err(WebhookError::Repeated(name)));
    }
    let repeated = format!("{TEXT}&Body=a&Body=b");
    assert_eq!(inbound(&repeated), Err(WebhookError::Repeated("Body")));
    let strange = TEXT.replace("SM1", "SM%2F..");
    assert_eq!(
        inbound(&strange),
        Err(WebhookError::Malformed("MessageSid"))
    );
    assert_eq!(inbound(""), Err(WebhookError::Missing("MessageSid")));
}

#[test]
fn a_word_for_the_carrier_is_known_by_the_text_or_by_the_carriers_mark() {
    for (more, expected) in [
        ("&Body=+sTop%0A", Some(Keyword::Stop)),
        ("&Body=Unstop", Some(Keyword::Start)),
        ("&Body=info", Some(Keyword::Help)),
        ("&Body=arret&OptOutType=STOP", Some(Keyword::Stop)),
        ("&Body=oui&OptOutType=START", Some(Keyword::Start)),
        ("&Body=aide&OptOutType=HELP", Some(Keyword::Help)),
        ("&Body=stop&OptOutType=NEW", Some(Keyword::Stop)),
    ] {
        let heard = inbound(&format!("{TEXT}{more}")).unwrap();
        assert_eq!(heard.keyword, expected, "{more}");
        assert!(heard.is_answered, "{more}");
    }
}

#[test]
fn a_refusal_in_plain_words_is_not_answered_by_the_carrier() {
    let heard = inbound(&format!("{TEXT}&Body=stop+please")).unwrap();
    assert_eq!(heard.keyword, Some(Keyword::Stop));
    assert!(!heard.is_answered);
}

#[test]
fn no_more_media_is_read_than_a_message_can_have() {
    let media: String = (0..50).map(|at| format!("&MediaUrl{at}=x")).collect();
    assert_eq!(inbound(&format!("{TEXT}{media}")).unwrap().media.len(), 10);
}

#[test]
fn nothing_inbound_shows_itself() {
    let inbound = inbound(&format!("{TEXT}&MediaUrl0=x")).unwrap();
    let form = Form::parse(TEXT.as_bytes());
    assert_eq!(
        format!("{inbound:?} {:?} {form:?}", inbound.media),
        "InboundText(***) [Media(***)] Form(***)"
    );
}

#[test]
fn a_report_is_read() {
    let effect = EffectId::generate(&SequentialIds::default());
    let query = format!("effect={effect}");
    let heard = status(
        &query,
        "MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30003",
    );
    let expected = StatusUpdate {
        provider_ref: "SM1".to_owned(),
        effect: Some(effect),
        status: DeliveryStatus::Failed,
        opted_out: false,
        reason: Some("the phone could not be reached (30003)".to_owned()),
    };
    assert_eq!(heard, Ok(expected));
}

#[test]
fn a_report_means_one_of_four_things() {
    for (word, expected) in [
        ("queued", DeliveryStatus::Accepted),
        ("accepted", DeliveryStatus::Accepted),
        ("scheduled", DeliveryStatus::Accepted),
        ("sending", DeliveryStatus::Accepted),
        ("sent", DeliveryStatus::Sent),
        ("partially_delivered", DeliveryStatus::Sent),
        ("delivered", DeliveryStatus::Delivered),
        ("read", DeliveryStatus::Delivered),
        ("undelivered", DeliveryStatus::Failed),
        ("failed", DeliveryStatus::Failed),
        ("canceled", DeliveryStatus::Failed),
        ("a-new-word", DeliveryStatus::Accepted),
    ] {
        let heard = status("", &format!("MessageSid=SM1&MessageStatus={word}")).unwrap();
        assert_eq!((heard.status, heard.effect), (expected, None), "{word}");
        assert_eq!((heard.reason, heard.opted_out), (None, false));
    }
    let opted_out = status("", "MessageSid=SM1&MessageStatus=failed&ErrorCode=21610").unwrap();
    assert!(opted_out.opted_out);
}

#[test]
fn a_report_about_nothing_is_refused() {
    for (query, form, expected) in [
        (
            "",
            "MessageStatus=sent",
            WebhookError::Missing("MessageSid"),
        ),
        ("", "MessageSid=SM1", WebhookError::Missing("MessageStatus")),
        (
            "effect=7",
            "MessageSid=SM1&MessageStatus=sent",
            WebhookError::Malformed("effect"),
        ),
        (
            "effect=7&effect=8",
            "MessageSid=SM1&MessageStatus=sent",
            WebhookError::Repeated("effect"),
        ),
    ] {
        assert_eq!(status(query, form), Err(expected));
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(body in proptest::collection::vec(any::<u8>(), 0..300), query in ".{0,40}") {
        let form = Form::parse(&body);
        prop_assert!(read_text(&form).is_err() || !form.fields().collect::<Vec<_>>().is_empty());
        let report = read_status(&query, &form);
        prop_assert!(report.is_err() || body.len() > "MessageSid".len());
    }

    #[test]
    fn any_text_arrives_as_it_was_written(text in any::<String>(), from in "\\+[1-9][0-9]{6,14}") {
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("Body", &text)
            .append_pair("From", &from)
            .append_pair("To", "+14155550101")
            .append_pair("MessageSid", "SM1")
            .append_pair("AccountSid", "AC1")
            .finish();
        let heard = inbound(&form).unwrap();
        prop_assert_eq!(heard.keyword, Keyword::of(&text));
        prop_assert_eq!((heard.text, heard.from), (text, from));
    }
}
