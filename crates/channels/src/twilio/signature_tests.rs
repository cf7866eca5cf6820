use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use proptest::prelude::*;
use sha1::Sha1;
use url::form_urlencoded;

use super::signature::port_variants;
use super::{BadSignature, Form, SharedKey, SignedHeaders, WebhookKeys};
use crate::Secret;

/// The vectors of Twilio's own libraries, which share this address and this token.
const URL: &str = "https://mycompany.com/myapp.php?foo=1&bar=2";
const CALL: &str = "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212";

/// A text as Twilio posts it, with an empty field and everything that encoding can do to a body.
const TEXT: &str = "ToCountry=US&MessageSid=SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    &SmsMessageSid=SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&SmsSid=SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    &AccountSid=ACbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb&From=%2B14155550100&To=%2B14155550101\
    &Body=H%C3%A9llo+%26+100%25+%2B+%E2%98%8E+%3Dyes&NumMedia=0&NumSegments=1&SmsStatus=received\
    &ApiVersion=2010-04-01&FromCity=";
const ACCOUNT: &str = "ACbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
const TEXT_SHA1: &str = "Hxpn0fqGxHUIR2fkWKREnWK+bi8=";
const TEXT_SHA256: &str = "cVl7Zpc3b4jpmCy+/3gAjfN4VJMJ70bIBiGWm2SJLLQ=";

fn keys() -> WebhookKeys {
    WebhookKeys::new(ACCOUNT, Secret::new("12345").unwrap()).with_shared_key(SharedKey {
        id: "webhooks_sharedkey_1".to_owned(),
        secret: Secret::new("12345").unwrap(),
    })
}

fn check(url: &str, form: &str, signature: &str) -> Result<(), BadSignature> {
    let headers = SignedHeaders {
        signature: Some(signature),
        settings: None,
    };
    keys().check_signature(url, &Form::parse(form.as_bytes()), headers)
}

fn check_with(settings: &str, signature: &str) -> Result<(), BadSignature> {
    let headers = SignedHeaders {
        signature: Some(signature),
        settings: Some(settings),
    };
    let form = Form::parse(TEXT.as_bytes());
    keys().check_signature("https://ex.com/hook", &form, headers)
}

#[test]
fn the_published_vectors_hold() {
    let at_1234 = URL.replace(".com", ".com:1234");
    let plain = URL.replace("https", "http");
    let plain_at_1234 = at_1234.replace("https", "http");
    for (url, form, signature) in [
        (URL, CALL, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        (&at_1234, CALL, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        (&plain_at_1234, CALL, "Zmvh+3yNM1Phv2jhDCwEM3q5ebU="),
        (URL, CALL, "kvajT1Ptam85bY51eRf/AJRuM3w="),
        (&plain, CALL, "0ZXoZLH/DfblKGATFgpif+LLRf4="),
        (
            URL,
            "Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234",
            "IK+Dwps556ElfBT0I3Rgjkr1wJU=",
        ),
        (
            "https://customer.example/cb",
            "Caller=M%C3%BCller&Greeting=Gr%C3%BC%C3%9F+Gott",
            "1u+8eedolvqsC8ybKmeUbdyKfrU=",
        ),
        (
            "https://customer.example/cb",
            "From=%2B4915123456789&Body=hello%2Bworld",
            "RPmvJzz674XdYurPkoSZxwiOiWM=",
        ),
    ] {
        assert_eq!(check(url, form, signature), Ok(()), "{url} {signature}");
    }
}

#[test]
fn a_port_is_signed_or_not_but_never_exchanged() {
    for (url, signature) in [
        ("https://ex.com/hook", TEXT_SHA1),
        ("https://ex.com:443/hook", TEXT_SHA1),
        ("https://ex.com:8443/hook", TEXT_SHA1),
        ("https://ex.com/hook", "HOPHHlLsOoG322ZbEVZSze8kNng="),
        ("https://ex.com:8443/hook", "c666MGhT89V2QTTHSbsPXZ1O4oY="),
        (
            "http://ex.com:8080/hook?a=1&b=%20x",
            "N7vcH3WMhJeZuO0gGnhRJ7Z93wo=",
        ),
        (
            "https://user:pw@ex.com/hook",
            "4CtdmQLy5Yc42DWwcZN0eUTehZk=",
        ),
    ] {
        assert_eq!(check(url, TEXT, signature), Ok(()), "{url}");
    }
    for url in [
        "http://ex.com/hook",
        "https://ex.com/hook/",
        "https://ex.com/hook?",
        "https://ex.com/other",
        "https://ex.org/hook",
        "https://ex.com@evil.example/hook",
    ] {
        let heard = check(url, TEXT, TEXT_SHA1);
        assert_eq!(heard, Err(BadSignature::Mismatch), "{url}");
    }
    let signed_with_443 = check(
        "https://ex.com:8443/hook",
        TEXT,
        "HOPHHlLsOoG322ZbEVZSze8kNng=",
    );
    assert_eq!(signed_with_443, Err(BadSignature::Mismatch));
}

#[test]
fn what_was_changed_does_not_match() {
    let url = "https://ex.com/hook";
    for form in [
        TEXT.replace("Body=H", "Body=h"),
        TEXT.replace("&FromCity=", ""),
        TEXT.replace("&FromCity=", "&FromCity=x"),
        TEXT.replace("NumMedia=0", "NumMedia=0&NumMedia=1"),
        format!("{TEXT}&New=1"),
        String::new(),
    ] {
        let heard = check(url, &form, TEXT_SHA1);
        assert_eq!(heard, Err(BadSignature::Mismatch), "{form}");
    }
    let reordered: Vec<_> = TEXT.split('&').rev().collect();
    assert_eq!(check(url, &reordered.join("&"), TEXT_SHA1), Ok(()));
}

#[test]
fn a_signature_that_is_none_does_not_match() {
    let form = Form::parse(TEXT.as_bytes());
    let unsigned = keys().check_signature("https://ex.com/hook", &form, SignedHeaders::default());
    assert_eq!(unsigned, Err(BadSignature::Missing));
    for signature in [
        "",
        " ",
        "x",
        "Hxpn0fqGxHUIR2fkWKREnWK+bi8",
        "AAAA",
        TEXT_SHA256,
    ] {
        let heard = check("https://ex.com/hook", TEXT, signature);
        assert_eq!(heard, Err(BadSignature::Mismatch), "{signature}");
    }
    let rotated = WebhookKeys::new(ACCOUNT, Secret::new("54321").unwrap());
    let headers = SignedHeaders {
        signature: Some(TEXT_SHA1),
        settings: None,
    };
    let heard = rotated.check_signature("https://ex.com/hook", &form, headers);
    assert_eq!(heard, Err(BadSignature::Mismatch));
}

#[test]
fn a_header_chooses_the_shared_key_and_nothing_weaker() {
    let good = "key=webhooks_sharedkey_1,algorithm=HMAC_SHA256";
    assert_eq!(check_with(good, TEXT_SHA256), Ok(()));
    let spaced = "algorithm=HMAC_SHA256, key=webhooks_sharedkey_1, new=1";
    assert_eq!(check_with(spaced, TEXT_SHA256), Ok(()));
    assert_eq!(check_with(good, TEXT_SHA1), Err(BadSignature::Mismatch));
    for settings in [
        "",
        "key=webhooks_sharedkey_1",
        "algorithm=HMAC_SHA256",
        "key=other,algorithm=HMAC_SHA256",
        "key=webhooks_sharedkey_1,algorithm=HMAC_SHA1",
        "key=webhooks_sharedkey_1,algorithm=none",
        "key=webhooks_sharedkey_1,algorithm",
    ] {
        for signature in [TEXT_SHA1, TEXT_SHA256] {
            let heard = check_with(settings, signature);
            assert_eq!(heard, Err(BadSignature::Unsupported), "{settings}");
        }
    }
    let without = WebhookKeys::new(ACCOUNT, Secret::new("12345").unwrap());
    let headers = SignedHeaders {
        signature: Some(TEXT_SHA256),
        settings: Some(good),
    };
    let form = Form::parse(TEXT.as_bytes());
    let heard = without.check_signature("https://ex.com/hook", &form, headers);
    assert_eq!(heard, Err(BadSignature::Unsupported));
}

#[test]
fn what_is_about_another_account_is_refused_though_it_is_signed() {
    let headers = SignedHeaders {
        signature: Some(TEXT_SHA1),
        settings: None,
    };
    let form = Form::parse(TEXT.as_bytes());
    let url = "https://ex.com/hook";
    assert_eq!(keys().check(url, &form, headers), Ok(()));
    let other = WebhookKeys::new(ACCOUNT.replace('b', "c"), Secret::new("12345").unwrap());
    let heard = other.check(url, &form, headers);
    assert_eq!(heard, Err(BadSignature::Account));
    let about_none = SignedHeaders {
        signature: Some("RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        settings: None,
    };
    let heard = keys().check(URL, &Form::parse(CALL.as_bytes()), about_none);
    assert_eq!(heard, Err(BadSignature::Account));
}

#[test]
fn ports_are_found_where_ports_are() {
    for (url, with_port, without_port) in [
        ("https://a", "https://a:443", "https://a"),
        ("http://a?x=:1", "http://a:80?x=:1", "http://a?x=:1"),
        ("https://a:1#y", "https://a:1#y", "https://a#y"),
        ("https://[::1]/x", "https://[::1]:443/x", "https://[::1]/x"),
        ("https://[::1]:9/x", "https://[::1]:9/x", "https://[::1]/x"),
        ("https://u:p@a:9/", "https://u:p@a:9/", "https://u:p@a/"),
        ("nonsense", "nonsense", "nonsense"),
    ] {
        assert_eq!(port_variants(url), [with_port, without_port]);
    }
}

proptest! {
    #[test]
    fn whatever_was_signed_is_accepted_and_one_letter_more_is_not(
        fields in proptest::collection::btree_map(".{0,8}", ".{0,20}", 0..8),
        path in "[a-z/]{0,10}",
        extra in "[a-zA-Z]",
    ) {
        let url = format!("https://ex.com/{path}");
        let mut mac = Hmac::<Sha1>::new_from_slice(b"12345").unwrap();
        mac.update(url.as_bytes());
        for (name, value) in &fields {
            mac.update(name.as_bytes());
            mac.update(value.as_bytes());
        }
        let signature = STANDARD.encode(mac.finalize().into_bytes());
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        prop_assert_eq!(check(&url, &form, &signature), Ok(()));
        let longer = format!("{url}{extra}");
        prop_assert_eq!(check(&longer, &form, &signature), Err(BadSignature::Mismatch));
    }

    #[test]
    fn nothing_panics(url in ".{0,60}", form in ".{0,60}", signature in ".{0,40}", settings in ".{0,40}") {
        let headers = SignedHeaders { signature: Some(&signature), settings: Some(&settings) };
        prop_assert!(keys().check_signature(&url, &Form::parse(form.as_bytes()), headers).is_err());
        prop_assert!(check(&url, &form, &signature).is_err());
        let with_scheme = format!("https://{url}");
        let [with_port, without_port] = port_variants(&with_scheme);
        prop_assert!(with_port.len() >= without_port.len());
    }
}
