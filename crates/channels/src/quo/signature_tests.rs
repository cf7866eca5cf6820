use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use proptest::prelude::*;
use sha2::Sha256;
use steward_model::Timestamp;

use super::{BadKey, BadSignature, SignedHeaders, WebhookKeys};

/// The vector that the libraries of Standard Webhooks are tested with.
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SECONDS: &str = "1614265330";
const BODY: &str = r#"{"test": 2432232314}"#;
const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const NOW: Timestamp = Timestamp::from_micros(1_614_265_330_000_000);

/// Made with Python's `hmac`, after the description.
const LEGACY_SECRET: &str = "R2ZLM2o0bFhBNVpyUnU2NG9mYXQ1MHNyR3pvSUhIVVg=";
const LEGACY_BODY: &str = r#"{"id":"EV1","object":"event","text":"Héllo"}"#;
const LEGACY: &str = "hmac;1;1639710054089;bEGf5V7+vn8c5wvNsa+wjVk6UPJ9PuKZ5lMs00nm/qk=";
const LEGACY_NOW: Timestamp = Timestamp::from_micros(1_639_710_054_089_000);

fn keys() -> WebhookKeys {
    let keys = WebhookKeys::default().with_current(SECRET).unwrap();
    keys.with_legacy(LEGACY_SECRET).unwrap()
}

fn current<'a>(signature: &'a str) -> SignedHeaders<'a> {
    SignedHeaders {
        id: Some(ID),
        timestamp: Some(SECONDS),
        signature: Some(signature),
        legacy: None,
    }
}

fn legacy(header: &str) -> SignedHeaders<'_> {
    SignedHeaders {
        legacy: Some(header),
        ..SignedHeaders::default()
    }
}

fn check(headers: SignedHeaders<'_>, body: &str, now: Timestamp) -> Result<(), BadSignature> {
    keys().check(headers, body.as_bytes(), now)
}

#[test]
fn the_vectors_of_both_forms_hold() {
    assert_eq!(check(current(SIGNATURE), BODY, NOW), Ok(()));
    assert_eq!(check(legacy(LEGACY), LEGACY_BODY, LEGACY_NOW), Ok(()));
    // A secret is shown with and without what it begins with.
    let bare = SECRET.trim_start_matches("whsec_");
    let keys = WebhookKeys::default().with_current(bare).unwrap();
    assert_eq!(keys.check(current(SIGNATURE), BODY.as_bytes(), NOW), Ok(()));
}

#[test]
fn any_of_several_signatures_will_do() {
    let wrong = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    for signatures in [
        format!("{wrong} {SIGNATURE}"),
        format!("{SIGNATURE} {wrong}"),
        format!("v1a,xyz {SIGNATURE} v2,abc"),
    ] {
        assert_eq!(
            check(current(&signatures), BODY, NOW),
            Ok(()),
            "{signatures}"
        );
    }
    for signatures in [
        "",
        "v1,",
        wrong,
        "v1,not base64",
        SIGNATURE.trim_start_matches("v1,"),
        &SIGNATURE.replace("v1", "v2"),
    ] {
        let refused = Err(BadSignature::Mismatch);
        assert_eq!(
            check(current(signatures), BODY, NOW),
            refused,
            "{signatures}"
        );
    }
}

#[test]
fn every_part_is_under_the_signature() {
    let other_id = SignedHeaders {
        id: Some("msg_other"),
        ..current(SIGNATURE)
    };
    let other_time = SignedHeaders {
        timestamp: Some("1614265331"),
        ..current(SIGNATURE)
    };
    let refused = Err(BadSignature::Mismatch);
    assert_eq!(check(other_id, BODY, NOW), refused);
    assert_eq!(check(other_time, BODY, NOW), refused);
    assert_eq!(
        check(current(SIGNATURE), r#"{"test":2432232314}"#, NOW),
        refused
    );
    let later = LEGACY.replace("054089", "054090");
    assert_eq!(check(legacy(&later), LEGACY_BODY, LEGACY_NOW), refused);
    assert_eq!(check(legacy(LEGACY), BODY, LEGACY_NOW), refused);
}

#[test]
fn what_is_old_or_of_the_future_is_refused() {
    const FIVE_MINUTES: i64 = 300_000_000;
    for (headers, body, at) in [
        (current(SIGNATURE), BODY, NOW),
        (legacy(LEGACY), LEGACY_BODY, LEGACY_NOW),
    ] {
        for (apart, expected) in [
            (FIVE_MINUTES, Ok(())),
            (-FIVE_MINUTES, Ok(())),
            (FIVE_MINUTES + 1, Err(BadSignature::Stale)),
            (-FIVE_MINUTES - 1, Err(BadSignature::Stale)),
        ] {
            let now = Timestamp::from_micros(at.as_micros() + apart);
            assert_eq!(check(headers, body, now), expected, "{apart}");
        }
    }
}

#[test]
fn a_time_that_is_none_is_refused_though_it_is_signed() {
    let mac = |parts: &[&str], secret: &str| {
        let key = STANDARD
            .decode(secret.trim_start_matches("whsec_"))
            .unwrap();
        let mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let made = mac.chain_update(parts.join(".")).finalize().into_bytes();
        STANDARD.encode(made)
    };
    for time in ["", "soon", "9223372036854775807", "-9223372036854775808"] {
        let signature = format!("v1,{}", mac(&[ID, time, BODY], SECRET));
        let headers = SignedHeaders {
            timestamp: Some(time),
            ..current(&signature)
        };
        assert_eq!(
            check(headers, BODY, NOW),
            Err(BadSignature::Stale),
            "{time}"
        );
        let header = format!("hmac;1;{time};{}", mac(&[time, BODY], LEGACY_SECRET));
        let heard = check(legacy(&header), BODY, NOW);
        assert_eq!(heard, Err(BadSignature::Stale), "{time}");
    }
}

#[test]
fn what_is_unsigned_or_signed_otherwise_is_told_apart() {
    let unsigned = SignedHeaders::default();
    assert_eq!(check(unsigned, BODY, NOW), Err(BadSignature::Missing));
    for headers in [
        SignedHeaders {
            id: None,
            ..current(SIGNATURE)
        },
        SignedHeaders {
            timestamp: None,
            ..current(SIGNATURE)
        },
    ] {
        assert_eq!(check(headers, BODY, NOW), Err(BadSignature::Missing));
    }
    for header in ["", "hmac;2;1;x", "rsa;1;1;x", "hmac;1;1", "hmac;1;1;x;y"] {
        let refused = Err(BadSignature::Unsupported);
        assert_eq!(
            check(legacy(header), LEGACY_BODY, LEGACY_NOW),
            refused,
            "{header}"
        );
    }
    // A genuine older signature does not carry a wrong current one.
    let both = SignedHeaders {
        legacy: Some(LEGACY),
        ..current("v1,x")
    };
    assert_eq!(
        check(both, LEGACY_BODY, LEGACY_NOW),
        Err(BadSignature::Mismatch)
    );
}

#[test]
fn a_form_without_a_secret_is_not_set_up() {
    let none = WebhookKeys::default();
    for headers in [current(SIGNATURE), legacy(LEGACY)] {
        let heard = none.check(headers, BODY.as_bytes(), NOW);
        assert_eq!(heard, Err(BadSignature::Unsupported));
    }
}

#[test]
fn a_secret_is_base64_is_not_empty_and_does_not_show_itself() {
    for secret in ["", "whsec_", "not base64!", "whsec_%%"] {
        let keys = WebhookKeys::default();
        assert_eq!(
            keys.clone().with_current(secret).err(),
            Some(BadKey),
            "{secret}"
        );
        assert_eq!(keys.with_legacy(secret).err(), Some(BadKey), "{secret}");
    }
    let shown = "WebhookKeys { current: Some(***), legacy: Some(***) }";
    assert_eq!(format!("{:?}", keys()), shown);
}

proptest! {
    #[test]
    fn nothing_that_is_made_up_is_taken_for_quos(
        signature in ".{0,80}",
        body in proptest::collection::vec(any::<u8>(), 0..100),
    ) {
        prop_assert!(keys().check(current(&signature), &body, NOW).is_err());
        prop_assert!(keys().check(legacy(&signature), &body, LEGACY_NOW).is_err());
    }
}
