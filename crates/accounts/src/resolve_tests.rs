use super::resolve::{Conversation, Directory, Resolution};
use super::state::{AccountState, Contact, Location};
use super::text::tokens;

/// Id, name, another name, city, state, contact, trade.
const ACCOUNTS: &str = "\
1|Bright Path Academy LLC|BPA|Reno|NV|Dana Whitcomb|preschool
2|Bright Path Tutoring Inc||Boise|ID|Omar Haddad|tutoring
3|K&L Heating||Dayton|OH|Karl Lund|hvac contractor
4|Vandermeer Orchards|Vandermeer|Yakima|WA|Ilse Vandermeer|orchard
5|Copper Canyon Brewing Co||Tucson|AZ|Ray Montez|brewery
6|Castillo Brothers Paving||El Paso|TX|Nestor Castillo|paving contractor
7|Castillo Dance Studio||Laredo|TX|Pilar Castillo|dance studio
8|Route 12 Diner||Salem|OR|Fay Ostrom|restaurant
9|Harbor Point Marina|Bayside Boat Yard|Mobile|AL|Gus Lindgren|marina
10|Westfield Early Learning Center|WELC|Dayton|OH|Marcy Bloom|childcare";

fn account(row: &str) -> AccountState {
    let parts: Vec<&str> = row.split('|').collect();
    let mut account = AccountState::new(parts[0], parts[1]);
    if !parts[2].is_empty() {
        account.former_names.push(parts[2].to_owned());
    }
    account.location = Some(Location {
        city: parts[3].to_owned(),
        state: parts[4].to_owned(),
    });
    account.contacts.push(Contact {
        name: parts[5].to_owned(),
        ..Contact::default()
    });
    account.industry = Some(parts[6].to_owned());
    account
}

fn directory() -> Directory {
    let mut directory = of(ACCOUNTS.lines().map(account));
    directory.set_carriers(&[
        "Granite Mutual".to_owned(),
        "Old Harbor Casualty".to_owned(),
    ]);
    directory.set_staff(&["Lena Fischer".to_owned()]);
    directory
}

fn of(accounts: impl Iterator<Item = AccountState>) -> Directory {
    let mut directory = Directory::default();
    for account in accounts {
        directory.put(&account);
    }
    directory
}

fn resolve(text: &str) -> String {
    match directory()
        .resolve(text, &tokens(text), &Conversation::default())
        .resolution
    {
        Resolution::None => "none".to_owned(),
        Resolution::One(id) => id,
        Resolution::Ambiguous(_) => "ambiguous".to_owned(),
        Resolution::Unknown(_) => "unknown".to_owned(),
    }
}

#[test]
fn names_are_found_however_they_are_written() {
    for (text, expected) in [
        ("What is the premium for Bright Path Academy?", "1"),
        ("BPA's carrier?", "1"),
        ("mark bright path academy as bound", "1"),
        ("Bright Path", "ambiguous"),
        ("Bright Path in Boise", "2"),
        ("the Bright Path tutoring people called", "2"),
        ("Omar at Bright Path wants a call", "2"),
        ("K&L Heating pays monthly", "3"),
        ("K and L Heating pays monthly", "3"),
        ("KL Heating pays monthly", "3"),
        ("Vandermeer's email", "4"),
        ("Vandermere Orchards sent the form", "4"),
        ("Did Coper Canyon Brewing sign?", "5"),
        ("copper canyon renewal?", "5"),
        ("Castillo", "ambiguous"),
        ("Castillo Paving", "6"),
        ("Castillo in Laredo", "7"),
        ("Route Twelve Diner", "8"),
        ("Route 12 sent it", "8"),
        ("Bayside Boat Yard moved", "9"),
        ("WELC", "10"),
        ("Yakima's orchard called", "4"),
        ("the Salem restaurant renews in May", "8"),
        ("Mobile marina premium", "9"),
        ("What sort of dance is Castillo Dance?", "7"),
        ("What sort of brewing is Copper Canyon?", "5"),
        ("What kind of point is Harbor?", "9"),
        ("What about the Dayton one?", "ambiguous"),
        ("the Yakima one", "4"),
        ("Pilar Castillo's phone", "7"),
        ("Marcy called", "10"),
        ("Has Granite answered on Route 12 Diner?", "8"),
    ] {
        assert_eq!(resolve(text), expected, "{text}");
    }
}

#[test]
fn other_names_are_unknown_and_no_name_is_none() {
    for (text, expected) in [
        (
            "Add a note to Juniper Hollow Farm that they called.",
            "unknown",
        ),
        ("What's the premium for Silverado Academy?", "unknown"),
        ("Copper Ridge Outfitters is bound", "unknown"),
        ("Mark Bright Horizons Daycare as Quoted, $2,100.", "unknown"),
        (
            "add a note to juniper hollow farm that they called",
            "unknown",
        ),
        ("How many accounts are in Texas?", "none"),
        ("hello", "none"),
        ("Do we have a Salem restaurant?", "none"),
        ("How many Dayton contractors are there?", "none"),
        ("Salem hardware store premium", "none"),
        ("Lund & Sons premium", "unknown"),
        ("Fay wants the point of sale covered", "8"),
        ("Cooper me a song.", "none"),
        ("Bright us up", "none"),
        ("Who runs a brewing place?", "none"),
        ("Do any dance studios pay monthly?", "none"),
        (
            "Which accounts have Workers Compensation with Granite Mutual?",
            "none",
        ),
        ("Lena, how are you?", "none"),
        ("Which quotes are in Quote Pitched?", "none"),
    ] {
        assert_eq!(resolve(text), expected, "{text}");
    }
}

#[test]
fn a_conversation_carries_on() {
    let directory = directory();
    let about = Conversation {
        account: Some("4".to_owned()),
        ..Conversation::default()
    };
    let found = directory.resolve("what do they pay?", &tokens("what do they pay?"), &about);
    assert_eq!(found.resolution, Resolution::One("4".to_owned()));
    let open = Conversation {
        choices: vec!["3".to_owned(), "7".to_owned()],
        ..Conversation::default()
    };
    let found = directory.resolve("the Dayton one", &tokens("the Dayton one"), &open);
    assert_eq!(found.resolution, Resolution::One("3".to_owned()));
}

#[test]
fn the_mention_is_a_part_of_the_sentence() {
    let text = "Please move Bright Path Academy to Bound";
    let found = directory().resolve(text, &tokens(text), &Conversation::default());
    let (start, end) = found.mention.unwrap();
    assert_eq!(&text[start..end], "Bright Path Academy");
}

#[test]
fn a_name_is_found_among_ten_thousand() {
    let first = [
        "Amber", "Birch", "Cobalt", "Dover", "Ember", "Fallow", "Garnet", "Hazel", "Indigo",
        "Juniper",
    ];
    let second = [
        "Ridge", "Hollow", "Creek", "Point", "Meadow", "Harbor", "Summit", "Canyon", "Prairie",
        "Grove",
    ];
    let third = [
        "Bakery", "Roofing", "Dental", "Plumbing", "Catering", "Storage", "Fitness", "Florist",
        "Welding", "Daycare",
    ];
    let accounts = (0..10_000).map(|n: usize| {
        let name = format!(
            "{} {} {} {}",
            first[n % 10],
            second[n / 10 % 10],
            third[n / 100 % 10],
            n / 1000 + 1
        );
        AccountState::new(n.to_string(), name)
    });
    let directory = of(accounts);
    let find = |text: &str| {
        directory
            .resolve(text, &tokens(text), &Conversation::default())
            .resolution
    };
    assert_eq!(
        find("What does Cobalt Harbor Dental 7 pay?"),
        Resolution::One("6252".to_owned())
    );
    assert_eq!(
        find("mark Junipr Grove Daycare 10 as bound"),
        Resolution::One("9999".to_owned())
    );
    assert!(matches!(find("Ember Creek Roofing"), Resolution::Ambiguous(ids) if ids.len() == 10));
}

#[test]
fn a_name_that_is_spelled_out_to_its_end_is_no_short_one_of_another() {
    let marina = "1|Halyard Point Marina LLC|Halyard Point|Norfolk|VA|Gordon Pellew|marina";
    let directory = of([
        account(marina),
        account("2|Oak Bakery||Reno|NV|Ann Lee|bakery"),
    ]
    .into_iter());
    let found = |text: &str| {
        let found = directory.resolve(text, &tokens(text), &Conversation::default());
        found.account().map(str::to_owned)
    };
    let other = "Halyard Point Boatyard LLC in Austin, TX sent their application";
    assert_eq!(found(other), None);
    for own in [
        "Halyard Point called",
        "Halyard Point Marina LLC sent their application",
    ] {
        assert_eq!(found(own).as_deref(), Some("1"), "{own}");
    }
}
