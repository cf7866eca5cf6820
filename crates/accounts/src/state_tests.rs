use proptest::prelude::*;

use super::money::Money;
use super::state::{AccountState, Contact, Location, StateFile};

const FILE: &str = "---
id: \"29003\"
name: Sunny Hill Childcare
aliases:
  - Sunny Hill
stage: Quoted
location:
  city: Waco
  state: TX
contacts:
  - name: Mara Vega
    role: owner
    phone: 254-555-0118
coverage_types:
  - Abuse & Molestation
premium: 5200
renewal_date: 2026-04-10
notes:
  - \"Lost: bought a cheap policy.\"
---
Free text.

---
Kept as it is.
";

#[test]
fn a_file_is_read_and_written_back_as_it_was() {
    let file = StateFile::parse(FILE).unwrap();
    assert_eq!(file.state.premium, Some(Money::dollars(5200)));
    assert_eq!(
        file.state.contacts[0].phone.as_deref(),
        Some("254-555-0118")
    );
    assert_eq!(file.state.notes, ["Lost: bought a cheap policy."]);
    assert_eq!(file.text, "Free text.\n\n---\nKept as it is.\n");
    assert_eq!(file.render(), FILE);
}

#[test]
fn a_broken_file_says_where_and_why() {
    for (file, line, reason) in [
        ("name: x\n", 1, "does not start"),
        ("---\nid: \"1\"\n", 1, "no closing"),
        ("---\nid: \"1\"\nname: A\nname: B\n---\n", 4, "twice"),
        ("---\nid: \"1\"\npremium: lots\n---\n", 3, "premium"),
        (
            "---\nid: \"1\"\nrenewal_date: 2026-02-30\n---\n",
            3,
            "renewal_date",
        ),
        ("---\nid: \"1\"\n\tname: A\n---\n", 3, "tab"),
        ("---\nid: \"1\"\nname: \"A\n---\n", 3, "quotes"),
        ("---\nid: \"1\"\nnotes: [a, b]\n---\n", 3, "not read"),
        ("---\nid: \"1\"\ncolour: red\n---\n", 3, "colour"),
        (
            "---\nid: \"1\"\nnotes:\n  - a\n   - b\n---\n",
            5,
            "indented differently",
        ),
        ("---\nname: A\n---\n", 2, "id"),
        (
            "---\nid: \"1\"\ncontacts:\n  - role: owner\n---\n",
            3,
            "name",
        ),
    ] {
        let error = StateFile::parse(file).unwrap_err();
        assert_eq!(error.line, line, "{file}: {error}");
        assert!(error.reason.contains(reason), "{file}: {error}");
    }
}

#[test]
fn a_description_says_what_is_known() {
    let state = StateFile::parse(FILE).unwrap().state;
    assert_eq!(
        state.description(),
        "Sunny Hill Childcare | Stage: Quoted | Waco, TX | Insurance: Abuse & Molestation | Premium: $5,200"
    );
}

pub(crate) fn any_state() -> impl Strategy<Value = AccountState> {
    let text = || any::<String>();
    let names = || prop::collection::vec(text(), 0..3);
    let contact = (
        text(),
        prop::option::of(text()),
        prop::option::of(text()),
        prop::option::of(text()),
    )
        .prop_map(|(name, role, phone, email)| Contact {
            name,
            role,
            phone,
            email,
        });
    let day = prop::option::of(
        (1990i16..2100, 1i8..=12, 1i8..=28)
            .prop_map(|(year, month, day)| jiff::civil::date(year, month, day)),
    );
    let first = (
        "[a-z0-9]{1,8}",
        text(),
        names(),
        names(),
        prop::option::of(text()),
        prop::option::of(text()),
    );
    let second = (
        prop::option::of((text(), text()).prop_map(|(city, state)| Location { city, state })),
        prop::collection::vec(contact, 0..3),
        names(),
        prop::option::of((0i64..10_000_000).prop_map(Money::from_cents)),
        day,
        names(),
    );
    (first, second).prop_map(
        |(
            (id, name, former_names, aliases, stage, carrier),
            (location, contacts, coverage_types, premium, renewal_date, notes),
        )| AccountState {
            id,
            name,
            former_names,
            aliases,
            stage,
            carrier,
            location,
            contacts,
            coverage_types,
            premium,
            renewal_date,
            notes,
            ..AccountState::default()
        },
    )
}

proptest! {
    #[test]
    fn every_state_survives_its_file(state in any_state(), text in any::<String>()) {
        let file = StateFile::new(state, text);
        let read = StateFile::parse(&file.render());
        prop_assert_eq!(read.map(|read| (read.state, read.text)), Ok((file.state, file.text)));
    }

    #[test]
    fn no_file_makes_the_reader_panic(text in "(---\n)?[ a-z:\"\\-\n\t\\[0-9]{0,80}(\n---\n)?") {
        let _ = StateFile::parse(&text);
    }
}

#[test]
fn a_premium_below_nothing_is_named_by_its_line() {
    let error =
        StateFile::parse("---\nid: \"1\"\nname: Birch Cafe\npremium: -5\n---\n").unwrap_err();
    assert_eq!(
        (error.line, error.reason.as_str()),
        (4, "premium: a premium is not less than nothing")
    );
}
