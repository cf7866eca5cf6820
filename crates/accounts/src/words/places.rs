//! The states of the United States, and what people call several of them.

const STATES: [(&str, &str); 51] = [
    ("al", "Alabama"),
    ("ak", "Alaska"),
    ("az", "Arizona"),
    ("ar", "Arkansas"),
    ("ca", "California"),
    ("co", "Colorado"),
    ("ct", "Connecticut"),
    ("de", "Delaware"),
    ("dc", "District of Columbia"),
    ("fl", "Florida"),
    ("ga", "Georgia"),
    ("hi", "Hawaii"),
    ("id", "Idaho"),
    ("il", "Illinois"),
    ("in", "Indiana"),
    ("ia", "Iowa"),
    ("ks", "Kansas"),
    ("ky", "Kentucky"),
    ("la", "Louisiana"),
    ("me", "Maine"),
    ("md", "Maryland"),
    ("ma", "Massachusetts"),
    ("mi", "Michigan"),
    ("mn", "Minnesota"),
    ("ms", "Mississippi"),
    ("mo", "Missouri"),
    ("mt", "Montana"),
    ("ne", "Nebraska"),
    ("nv", "Nevada"),
    ("nh", "New Hampshire"),
    ("nj", "New Jersey"),
    ("nm", "New Mexico"),
    ("ny", "New York"),
    ("nc", "North Carolina"),
    ("nd", "North Dakota"),
    ("oh", "Ohio"),
    ("ok", "Oklahoma"),
    ("or", "Oregon"),
    ("pa", "Pennsylvania"),
    ("ri", "Rhode Island"),
    ("sc", "South Carolina"),
    ("sd", "South Dakota"),
    ("tn", "Tennessee"),
    ("tx", "Texas"),
    ("ut", "Utah"),
    ("vt", "Vermont"),
    ("va", "Virginia"),
    ("wa", "Washington"),
    ("wv", "West Virginia"),
    ("wi", "Wisconsin"),
    ("wy", "Wyoming"),
];

/// `Texas` for `tx`.
pub(crate) fn state_name(code: &str) -> Option<&'static str> {
    STATES
        .iter()
        .find(|(short, _)| code.eq_ignore_ascii_case(short))
        .map(|(_, name)| *name)
}

/// `TX` for `texas`.
pub(crate) fn state_code(name: &str) -> Option<String> {
    STATES
        .iter()
        .find(|(_, long)| name.eq_ignore_ascii_case(long))
        .map(|(short, _)| short.to_uppercase())
}

/// Parts of the country by their usual names, as the census has them.
const REGIONS: &[(&[&str], &[&str])] = &[
    (list!("new england"), list!("CT" "ME" "MA" "NH" "RI" "VT")),
    (
        list!("pacific northwest" "northwest" "pnw"),
        list!("WA" "OR" "ID"),
    ),
    (list!("west coast" "pacific coast"), list!("CA" "OR" "WA")),
    (
        list!("midwest" "middle west"),
        list!("IL" "IN" "IA" "KS" "MI" "MN" "MO" "NE" "ND" "OH" "SD" "WI"),
    ),
    (
        list!("northeast" "north east"),
        list!("CT" "ME" "MA" "NH" "RI" "VT" "NJ" "NY" "PA"),
    ),
    (
        list!("southeast" "south east"),
        list!("AL" "AR" "FL" "GA" "KY" "LA" "MS" "NC" "SC" "TN" "VA" "WV"),
    ),
    (list!("southwest" "south west"), list!("AZ" "NM" "OK" "TX")),
    (
        list!("mountain west" "mountain states" "rockies" "rocky mountains"),
        list!("AZ" "CO" "ID" "MT" "NV" "NM" "UT" "WY"),
    ),
    (
        list!("mid-atlantic" "mid atlantic" "middle atlantic"),
        list!("DE" "DC" "MD" "NJ" "NY" "PA" "VA" "WV"),
    ),
    (
        list!("gulf coast" "gulf states"),
        list!("AL" "FL" "LA" "MS" "TX"),
    ),
    (list!("deep south"), list!("AL" "GA" "LA" "MS" "SC")),
    (list!("carolinas"), list!("NC" "SC")),
    (list!("dakotas"), list!("ND" "SD")),
    (list!("virginias"), list!("VA" "WV")),
];

/// The states of a part of the country: `ND` and `SD` for `dakotas`.
pub(crate) fn region(name: &str) -> Option<&'static [&'static str]> {
    let name = name.strip_prefix("the ").unwrap_or(name);
    REGIONS
        .iter()
        .find(|(names, _)| names.contains(&name))
        .map(|(_, states)| *states)
}

/// `WA` for `washington state`, and for a state by its name alone.
pub(crate) fn stated(name: &str) -> Option<String> {
    state_code(name.strip_suffix(" state").unwrap_or(name))
}
