//! Wider words for trades: each covers accounts whose trade or name has one of the stems.

pub(crate) const TRADES: &[(&str, &[&str])] = &[
    (
        "childcare",
        list!("childcare" "daycare" "preschool" "nursery" "montessori"),
    ),
    (
        "child care",
        &["childcare", "daycare", "preschool", "nursery"],
    ),
    ("daycare", &["childcare", "daycare", "preschool"]),
    (
        "contractor",
        list!(
            "contractor" "roofing" "plumbing" "electrical" "solar" "glass" "hvac" "construction" "builder" "drywall"
            "painting" "concrete" "excavation"
        ),
    ),
    ("trade contractor", &["contractor"]),
    (
        "restaurant",
        list!("restaurant" "cafe" "diner" "taqueria" "pizzeria" "bistro" "grill"),
    ),
    (
        "food",
        list!(
            "restaurant" "bakery" "catering" "grocery" "brewery" "food" "cafe" "farm market"
        ),
    ),
    ("fitness", list!("gym" "fitness" "yoga" "pilates" "martial")),
    ("gym", &["gym", "fitness"]),
    (
        "medical",
        list!(
            "medical" "dental" "pediatric" "clinic" "physician" "health" "chiropractic" "veterinary"
        ),
    ),
    (
        "healthcare",
        list!("medical" "dental" "health" "assisted living" "clinic"),
    ),
    ("dentist", &["dental"]),
    ("dental", &["dental"]),
    (
        "school",
        list!("school" "preschool" "tutoring" "montessori" "academy"),
    ),
    (
        "automotive",
        list!("auto" "tire" "body shop" "garage" "mechanic" "detailing"),
    ),
    ("auto", list!("auto" "tire" "body shop" "garage" "mechanic")),
    ("pet", list!("pet" "dog" "kennel" "grooming" "veterinary")),
    ("cleaning", &["cleaning", "janitorial", "window"]),
    (
        "retail",
        list!("retail" "store" "shop" "florist" "bookstore" "boutique"),
    ),
    ("electrician", &["electrical"]),
    ("electrical", &["electrical"]),
    ("plumber", &["plumbing"]),
    ("roofer", &["roofing"]),
    ("landscaper", &["landscaping"]),
    ("caterer", &["catering"]),
    ("lawyer", &["law firm"]),
    ("law firm", &["law"]),
    ("salon", &["salon", "spa", "barber"]),
    (
        "trucking",
        list!("trucking" "moving" "freight" "hauling" "logistics"),
    ),
    ("mover", &["moving"]),
    (
        "hospitality",
        list!("restaurant" "hotel" "campground" "vacation" "lodge" "inn"),
    ),
];
