use http::HeaderValue;

use super::*;

fn seen(trusted: &[&str], peer: &str, forwarded_for: &[&str]) -> String {
    let networks = trusted.iter().map(|text| text.parse().unwrap()).collect();
    let mut headers = HeaderMap::new();
    for value in forwarded_for {
        headers.append(FORWARDED_FOR, HeaderValue::from_str(value).unwrap());
    }
    TrustedProxies::new(networks)
        .client_address(peer.parse().unwrap(), &headers)
        .to_string()
}

#[test]
fn a_stranger_cannot_choose_its_address() {
    assert_eq!(seen(&[], "203.0.113.9", &["10.0.0.1"]), "203.0.113.9");
    assert_eq!(
        seen(&["10.0.0.0/8"], "203.0.113.9", &["198.51.100.1"]),
        "203.0.113.9"
    );
}

#[test]
fn behind_trusted_proxies_the_right_most_stranger_counts() {
    let trusted = ["10.0.0.0/8", "::1"];
    let cases: [(&str, &[&str], &str); 8] = [
        ("10.1.2.3", &["198.51.100.1"], "198.51.100.1"),
        (
            "10.1.2.3",
            &["1.1.1.1, 198.51.100.1, 10.9.9.9"],
            "198.51.100.1",
        ),
        ("10.1.2.3", &["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        ("::1", &["[2001:db8::7]:4711"], "2001:db8::7"),
        ("::ffff:10.1.2.3", &["198.51.100.1:80"], "198.51.100.1"),
        ("10.1.2.3", &["10.4.4.4, 10.5.5.5"], "10.4.4.4"),
        ("10.1.2.3", &["198.51.100.1, unknown"], "10.1.2.3"),
        ("10.1.2.3", &[], "10.1.2.3"),
    ];
    for (peer, forwarded_for, expected) in cases {
        assert_eq!(
            seen(&trusted, peer, forwarded_for),
            expected,
            "{forwarded_for:?}"
        );
    }
}
