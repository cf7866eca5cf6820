use super::*;

const HEX: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eff";
const BASE64_TEXT: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHv8=";

fn with_key(text: &str) -> Security {
    Security {
        master_key: Some(Secret::from(text.to_owned())),
        ..Security::default()
    }
}

#[test]
fn master_keys_are_read_in_every_form() {
    let unpadded = BASE64_TEXT.trim_end_matches('=');
    let url_safe = unpadded.replace('+', "-").replace('/', "_");
    let upper = HEX.to_uppercase();
    let expected = with_key(HEX).master_keys().unwrap();
    assert_eq!(expected[0][..3], [0, 1, 2]);
    for text in [BASE64_TEXT, unpadded, &url_safe, &upper] {
        assert_eq!(with_key(text).master_keys().unwrap(), expected, "{text}");
    }
}

#[test]
fn master_keys_keep_the_order_of_the_list() {
    let older = "ff".repeat(32);
    let keys = with_key(&format!("{HEX}, {older}")).master_keys().unwrap();
    assert_eq!(keys.len(), 2);
    assert_eq!((keys[0][31], keys[1][31]), (0xff, 0xff));
    assert_eq!((keys[0][0], keys[1][0]), (0x00, 0xff));
}

#[test]
fn a_key_of_another_length_is_named_by_its_place() {
    for text in ["", "short", &HEX[2..], &format!("{HEX}00"), &"g".repeat(64)] {
        let list = format!("{HEX},{text}");
        let error = with_key(&list).master_keys().unwrap_err();
        assert_eq!(error, MasterKeyError { number: 2 }, "{text}");
    }
}

#[test]
fn no_key_is_an_empty_list() {
    assert_eq!(Security::default().master_keys(), Ok(Vec::new()));
}
