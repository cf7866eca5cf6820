use super::*;

#[test]
fn a_person_hears_of_danger_and_of_whoever_asks_for_one() {
    for (text, expected) in [
        ("I smell gas in the hallway, strong", Some(Plea::Emergency)),
        (
            "Water is pouring through the ceiling!!",
            Some(Plea::Emergency),
        ),
        ("Huele a gas en la cocina", Some(Plea::Emergency)),
        ("He is not breathing", Some(Plea::Emergency)),
        ("this is an emergency", Some(Plea::Emergency)),
        ("it's not an emergency, but the tap drips", None),
        ("When is the gas bill due?", None),
        ("Can I talk to a real person please?", Some(Plea::Person)),
        ("Have the manager call me back today.", Some(Plea::Person)),
        ("are you a bot??", Some(Plea::Person)),
        ("Who is your supervisor?", Some(Plea::Person)),
        ("I will talk to a lawyer", Some(Plea::Dispute)),
        ("don't text me before 9", Some(Plea::Contact)),
        ("please don't text me again", None),
        ("What day is trash pickup?", None),
        ("Thanks so much, have a great weekend!", None),
    ] {
        assert_eq!(Plea::of(text), expected, "{text}");
    }
}
