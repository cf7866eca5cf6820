use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

const RAW: [u8; 32] = [7; 32];

fn key(scope: &str) -> DataKey {
    DataKey::new(scope.into(), RAW)
}

fn at<'a>(table: &'static str, column: &'static str, row: &'a str) -> Place<'a> {
    Place { table, column, row }
}

fn masters(bytes: &[u8]) -> MasterKeys {
    let keys: Vec<_> = bytes.iter().map(|byte| hex::encode([*byte; 32])).collect();
    MasterKeys::parse(&keys.join(",")).unwrap()
}

proptest! {
    #[test]
    fn what_is_sealed_opens_again(text in proptest::collection::vec(any::<u8>(), 0..300), row in "[a-z0-9-]{0,40}") {
        let key = key("org:1");
        let sealed = key.seal(at("t", "c", &row), &text).unwrap();
        prop_assert_eq!(sealed.len(), 1 + 12 + text.len() + 16);
        prop_assert_eq!(key.open(at("t", "c", &row), &sealed).unwrap(), text);
    }

    #[test]
    fn garbage_never_opens_and_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let key = key("org:1");
        prop_assert!(key.open(at("t", "c", "1"), &bytes).is_err());
        prop_assert!(key.open_text(at("t", "c", "1"), &bytes).is_err());
        prop_assert!(masters(&[1]).unwrap("", "org:1", 1, &bytes).is_err());
        let id = masters(&[1]).current().to_owned();
        prop_assert!(masters(&[1]).unwrap(&id, "org:1", 1, &bytes).is_err());
    }

    #[test]
    fn fingerprints_are_equal_for_equal_values_alone(one in ".{0,40}", other in ".{0,40}") {
        let key = key("org:1");
        let blind = |value: &str| key.blind("email", value);
        prop_assert_eq!(blind(&one), blind(&one));
        prop_assert_eq!(blind(&one) == blind(&other), one == other);
    }

    #[test]
    fn a_wrapped_key_opens_under_its_scope_and_version_alone(raw: [u8; 32], scope in "[a-z]{1,9}", version in 1i64..9) {
        let masters = masters(&[1]);
        let wrapped = masters.wrap(masters.current(), &scope, version, &raw).unwrap();
        let id = masters.current();
        prop_assert_eq!(masters.unwrap(id, &scope, version, &wrapped).unwrap(), raw);
        prop_assert!(masters.unwrap(id, &scope, version + 1, &wrapped).is_err());
        let longer = scope + "x";
        prop_assert!(masters.unwrap(id, &longer, version, &wrapped).is_err());
    }

    #[test]
    fn text_that_is_no_key_is_refused_without_a_panic(text in "\\PC{0,100}") {
        let is_key = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let any_key = text.split(',').any(|word| is_key(word.trim()));
        prop_assert!(any_key || MasterKeys::parse(&text).is_err());
    }
}

#[test]
fn a_ciphertext_opens_in_its_own_place_under_its_own_key_alone() {
    let sealed = key("org:1")
        .seal(at("contact", "name", "1"), b"Ana")
        .unwrap();
    let opens = |key: &DataKey, place| key.open(place, &sealed).is_ok();
    assert!(opens(&key("org:1"), at("contact", "name", "1")));
    for place in [
        at("contact", "name", "2"),
        at("contact", "note", "1"),
        at("member", "name", "1"),
        at("contact", "", "name|1"),
    ] {
        assert!(!opens(&key("org:1"), place), "{place:?}");
    }
    assert!(!opens(&key("org:2"), at("contact", "name", "1")));
    let other = DataKey::new("org:1".into(), [8; 32]);
    assert!(!opens(&other, at("contact", "name", "1")));
}

#[test]
fn every_bit_of_a_ciphertext_counts() {
    let (key, place) = (key("org:1"), at("contact", "name", "1"));
    let sealed = key.seal(place, b"Ana").unwrap();
    for bit in 0..sealed.len() * 8 {
        let mut flipped = sealed.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = key.open(place, &flipped).unwrap_err();
        assert!(matches!(
            error,
            StoreError::Tampered {
                table: "contact",
                column: "name"
            }
        ));
    }
    for length in 0..sealed.len() {
        assert!(
            key.open(place, &sealed[..length]).is_err(),
            "{length} bytes"
        );
    }
}

#[test]
fn every_bit_of_a_wrapped_key_counts() {
    let masters = masters(&[1]);
    let wrapped = masters.wrap(masters.current(), "org:1", 1, &RAW).unwrap();
    for bit in 0..wrapped.len() * 8 {
        let mut flipped = wrapped.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(
            masters
                .unwrap(masters.current(), "org:1", 1, &flipped)
                .is_err()
        );
    }
}

#[test]
fn no_nonce_is_used_twice() {
    let key = key("org:1");
    let sealed = (0..10_000).map(|_| key.seal(at("t", "c", "1"), b"same").unwrap());
    let nonces: HashSet<_> = sealed.map(|bytes| bytes[1..13].to_vec()).collect();
    assert_eq!(nonces.len(), 10_000);
}

#[test]
fn a_fingerprint_tells_neither_value_nor_key() {
    let blind = |key: &DataKey, purpose: &str| key.blind(purpose, "ana@example.com");
    let own = blind(&key("org:1"), "email");
    assert_eq!(own.len(), 32);
    assert_ne!(own, blind(&key("org:1"), "phone"));
    let other = DataKey::new("org:1".into(), [8; 32]);
    assert_ne!(own, blind(&other, "email"));
    // The boundary between purpose and value counts.
    let key = key("org:1");
    assert_ne!(key.blind("ab", "c"), key.blind("a", "bc"));
}

#[test]
fn text_that_is_not_utf_8_is_tampered_with() {
    let (key, place) = (key("org:1"), at("t", "c", "1"));
    let sealed = key.seal(place, &[0xff, 0xfe]).unwrap();
    assert!(key.open(place, &sealed).is_ok());
    let error = key.open_text(place, &sealed).unwrap_err();
    assert!(matches!(error, StoreError::Tampered { .. }));
}

#[test]
fn the_first_master_key_wraps_and_all_unwrap() {
    let (old, both) = (masters(&[1]), masters(&[2, 1]));
    let wrapped = old.wrap(old.current(), "org:1", 1, &RAW).unwrap();
    assert_eq!(
        both.unwrap(old.current(), "org:1", 1, &wrapped).unwrap(),
        RAW
    );
    assert_eq!(both.current(), masters(&[2]).current());
    assert!(both.has(old.current()) && !old.has(both.current()));
    let missing = old.unwrap(both.current(), "org:1", 1, &wrapped);
    assert!(matches!(missing, Err(StoreError::MasterKey(_))));
}

#[test]
fn keys_are_read_from_lines_commas_and_comments() {
    let (one, two) = ("0a".repeat(32), "0B".repeat(32));
    let text = format!("# newest first, then older, as always\n  {one} ,{two}\n\n # end\n");
    let keys = MasterKeys::parse(&text).unwrap();
    assert_eq!(keys.current(), masters(&[10]).current());
    assert!(keys.has(masters(&[11]).current()));
    assert!(keys.file().is_none());
    assert!(keys.reload().is_err());
}

#[test]
fn a_rotated_file_holds_the_new_key_and_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("master.key");
    let mut keys = MasterKeys::from_file(&path).unwrap();
    assert!(!path.exists(), "a key was saved before it was needed");
    keys.save().unwrap();
    let first = keys.current().to_owned();
    // What an interrupted rotation left is replaced.
    std::fs::write(folder.path().join("master.key.new"), "half").unwrap();
    let keys = keys.with_new_key().unwrap();
    assert!(keys.has(&first) && keys.current() != first);
    assert!(MasterKeys::from_file(&path).unwrap().has(&first));
    let keys = keys.without_old_keys().unwrap();
    assert!(!MasterKeys::from_file(&path).unwrap().has(&first));
    assert_eq!(keys.reload().unwrap().current(), keys.current());
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::remove_file(&path).unwrap();
    assert!(keys.reload().err().unwrap().to_string().contains("is gone"));
}
