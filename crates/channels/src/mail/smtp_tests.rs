use steward_model::{AddressError, Timestamp};

use super::super::{Mail, Sender};
use super::message;

fn mail(to: &str) -> Mail {
    Mail {
        id: "notice.member".to_owned(),
        to: to.parse().unwrap(),
        subject: "A person is needed".to_owned(),
        text: "Read it – now.\n\nhttps://steward.example.com/needs-you\n".to_owned(),
        at: Timestamp::from_micros(1_000_000_000_000_000),
    }
}

fn written(from: &str, mail: &Mail) -> String {
    let from: Sender = from.parse().unwrap();
    let message = message(from.mailbox(), mail).unwrap();
    String::from_utf8(message.formatted()).unwrap()
}

#[test]
fn an_email_is_plain_text_with_the_headers_it_needs() {
    let text = written("Steward <steward@example.com>", &mail("ana@example.org"));
    let (headers, body) = text.split_once("\r\n\r\n").unwrap();
    for header in [
        "Message-ID: <notice.member@example.com>",
        "Date: Sun, 09 Sep 2001 01:46:40 +0000",
        "From: Steward <steward@example.com>",
        "To: ana@example.org",
        "Subject: A person is needed",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
    ] {
        assert!(
            headers.lines().any(|line| line == header),
            "{header}: {headers}"
        );
    }
    assert!(body.contains("Read it =E2=80=93 now."), "{body}");
    assert!(text.is_ascii());
}

#[test]
fn the_same_email_again_is_the_same_to_the_letter() {
    let (from, mail) = ("steward@example.com", mail("ana@example.org"));
    assert_eq!(written(from, &mail), written(from, &mail));
}

#[test]
fn names_and_domains_in_other_letters_are_encoded() {
    let text = written("Büro <büro@müller.example>", &mail("ana@bücher.example"));
    assert!(text.contains("To: ana@xn--bcher-kva.example\r\n"), "{text}");
    assert!(text.contains("@xn--mller-kva.example>\r\n"), "{text}");
    assert!(text.contains("From: =?utf-8?b?"), "{text}");
}

#[test]
fn a_sender_brings_no_header_of_its_own() {
    for wrong in [
        "",
        "Steward",
        "steward@localhost",
        "a@example.com\r\nBcc: b@example.com",
        "Steward\r\nBcc: b@example.com <a@example.com>",
        "A <a@example.com>, B <b@example.com>",
        "a@example.com, b@example.com",
        "A <a@example.com> B",
    ] {
        let read: Result<Sender, _> = wrong.parse();
        assert_eq!(read, Err(AddressError::Email), "{wrong}");
    }
    let odd = written("\"Smith, Jo\" <jo@example.com>", &mail("ana@example.org"));
    assert!(
        odd.contains("From: =?utf-8?b?U21pdGgsIEpv?= <jo@example.com>\r\n"),
        "{odd}"
    );
}

#[test]
fn an_email_does_not_show_itself() {
    let sender: Sender = "steward@example.com".parse().unwrap();
    let shown = format!("{:?} {sender:?}", mail("ana@example.org"));
    assert_eq!(shown, "Mail(notice.member, ***) Sender(***)");
}
