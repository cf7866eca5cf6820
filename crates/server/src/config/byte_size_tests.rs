use proptest::prelude::*;

use super::*;

#[test]
fn sizes_are_read_in_every_unit() {
    for (text, bytes) in [
        ("1048576", 1 << 20),
        ("12 B", 12),
        ("2 MB", 2_000_000),
        ("1MiB", 1 << 20),
        ("1mib", 1 << 20),
        ("3KiB", 3 << 10),
        ("5kB", 5_000),
        ("1 GiB", 1 << 30),
        ("1GB", 1_000_000_000),
    ] {
        assert_eq!(text.parse(), Ok(ByteSize::from_bytes(bytes)), "{text}");
    }
}

#[test]
fn other_texts_are_refused_with_the_reason() {
    use SizeError::{NoNumber, TooLarge, UnknownUnit};
    for (text, error) in [
        ("", NoNumber),
        ("much", NoNumber),
        ("-1", NoNumber),
        ("1.5MB", UnknownUnit(".5MB".to_owned())),
        ("3 parsecs", UnknownUnit("parsecs".to_owned())),
        ("99999999999999999999", TooLarge),
        ("18446744073709551615 GiB", TooLarge),
    ] {
        assert_eq!(text.parse::<ByteSize>(), Err(error), "{text}");
    }
}

proptest! {
    #[test]
    fn printing_and_reading_gives_the_same_size(bytes: usize) {
        let size = ByteSize::from_bytes(bytes);
        prop_assert_eq!(size.to_string().parse(), Ok(size));
    }
}
