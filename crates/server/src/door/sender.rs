//! Whoever sent a text: most have a number, and some have none. Nobody's text is left out for that.

use steward_model::{Identifier, IdentifierKind};

/// As much of a sender as is kept. None is as long: carriers take eleven letters, or a number.
const LONGEST: usize = 120;

/// The sender of a text, as a contact is known by it. What is no number is kept as it was written, and apart from what people call
/// their contacts elsewhere: a name can be chosen by whoever sends it.
pub(super) fn of(from: &str) -> Identifier {
    if let Ok(number) = Identifier::parse(IdentifierKind::Phone, from) {
        return number;
    }
    let written: String = from.trim().chars().take(LONGEST).collect();
    match written.contains(':') {
        true => Identifier::External(written),
        false => Identifier::External(format!("sms:{written}")),
    }
}

/// The number that a text went to, also where another service brings it, like `whatsapp:+14155550123`.
pub(super) fn number(to: &str) -> Option<Identifier> {
    let number = to.rsplit(':').next().unwrap_or(to);
    Identifier::parse(IdentifierKind::Phone, number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_without_a_number_is_known_by_what_it_wrote_as() {
        for (from, kind, known) in [
            ("+14155550100", IdentifierKind::Phone, "+14155550100"),
            (" +1 (415) 555-0100", IdentifierKind::Phone, "+14155550100"),
            ("32665", IdentifierKind::External, "sms:32665"),
            ("ACME Bank", IdentifierKind::External, "sms:ACME Bank"),
            (
                "whatsapp:+14155550100",
                IdentifierKind::External,
                "whatsapp:+14155550100",
            ),
            (" ", IdentifierKind::External, "sms:"),
        ] {
            let sender = of(from);
            assert_eq!((sender.kind(), sender.as_str()), (kind, known), "{from}");
        }
        let long = of(&"x".repeat(4_000));
        assert_eq!(long.as_str().len(), "sms:".len() + LONGEST);
    }

    #[test]
    fn a_text_by_another_service_went_to_a_number_all_the_same() {
        for (to, expected) in [
            ("+14155550111", Some("+14155550111")),
            ("whatsapp:+14155550111", Some("+14155550111")),
            ("32665", None),
            ("", None),
        ] {
            let found = number(to);
            assert_eq!(found.as_ref().map(Identifier::as_str), expected, "{to}");
        }
    }
}
