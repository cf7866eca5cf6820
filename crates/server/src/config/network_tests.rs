use super::*;

#[test]
fn a_network_contains_its_addresses_only() {
    for (network, inside, outside) in [
        ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.0/31", "192.0.2.1", "192.0.2.2"),
        ("0.0.0.0/0", "203.0.113.1", "2001:db8::1"),
        ("fd00::/8", "fdff::1", "fe80::1"),
        ("::/0", "2001:db8::1", "10.0.0.1"),
        ("10.0.0.0/8", "::ffff:10.1.2.3", "::ffff:11.1.2.3"),
    ] {
        let network: Network = network.parse().unwrap();
        assert!(
            network.contains(inside.parse().unwrap()),
            "{network} {inside}"
        );
        assert!(
            !network.contains(outside.parse().unwrap()),
            "{network} {outside}"
        );
    }
}

#[test]
fn other_texts_are_refused_with_the_reason() {
    use NetworkError::{BadPrefix, NotAnAddress};
    for (text, error) in [
        ("", NotAnAddress(String::new())),
        (
            "proxy.example.com",
            NotAnAddress("proxy.example.com".to_owned()),
        ),
        ("10.0.0/8", NotAnAddress("10.0.0".to_owned())),
        ("10.0.0.0/33", BadPrefix("33".to_owned(), 32)),
        ("10.0.0.0/", BadPrefix(String::new(), 32)),
        ("fd00::/129", BadPrefix("129".to_owned(), 128)),
    ] {
        assert_eq!(text.parse::<Network>(), Err(error), "{text}");
    }
}
