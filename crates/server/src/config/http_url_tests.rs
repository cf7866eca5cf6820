use super::*;

#[test]
fn only_https_and_this_machine_are_private_channels() {
    for (text, private) in [
        ("https://id.example.com", true),
        ("http://localhost:8080/keys", true),
        ("http://127.0.0.1", true),
        ("http://[::1]:80", true),
        ("http://id.example.com", false),
        ("http://localhost.example.com", false),
        ("http://10.0.0.1", false),
        ("http://[fd00::1]", false),
    ] {
        let url: HttpUrl = text.parse().unwrap();
        assert_eq!(url.is_private_channel(), private, "{text}");
        assert_eq!(url.as_str(), text);
    }
}

#[test]
fn other_addresses_are_refused_with_the_reason() {
    use HttpUrlError::{Credentials, Malformed, NotHttp};
    for (text, error) in [
        ("", NotHttp),
        ("example.com", NotHttp),
        ("file:///a", NotHttp),
        ("https://", Malformed(url::ParseError::EmptyHost)),
        ("https://user@example.com", Credentials),
        ("https://:password@example.com", Credentials),
    ] {
        assert_eq!(text.parse::<HttpUrl>(), Err(error), "{text}");
    }
}
