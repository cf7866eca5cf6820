//! Lines of insurance and how people call them.

/// A line's full name and its other names.
pub(crate) const COVERAGES: &[(&str, &[&str])] = &[
    (
        "General Liability",
        &["gl", "cgl", "general liab", "liability"],
    ),
    (
        "Workers Compensation",
        list!(
            "workers comp" "workers' comp" "workers' compensation" "worker's comp" "work comp" "wc" "workman's comp"
            "workmans comp" "comp"
        ),
    ),
    (
        "Commercial Auto",
        &[
            "auto",
            "business auto",
            "auto liability",
            "commercial vehicle",
        ],
    ),
    (
        "Business Owners Policy",
        &[
            "bop",
            "business owner's policy",
            "business owners",
            "business owner policy",
        ],
    ),
    (
        "Professional Liability",
        &["e&o", "errors and omissions", "professional", "eo"],
    ),
    (
        "Employment Practices",
        &["epl", "epli", "employment practices liability"],
    ),
    ("Directors & Officers", &["d&o", "directors and officers"]),
    (
        "Cyber",
        &["cyber liability", "cyber insurance", "data breach"],
    ),
    (
        "Umbrella",
        &["umbrella liability", "excess liability", "excess"],
    ),
    (
        "Property",
        &["commercial property", "building and contents", "contents"],
    ),
    ("Inland Marine", &["equipment floater"]),
    ("Tools & Equipment", &["tools and equipment", "tools"]),
    (
        "Equipment Breakdown",
        &["boiler and machinery", "breakdown"],
    ),
    ("Liquor Liability", &["liquor", "dram shop"]),
    (
        "Abuse & Molestation",
        &["abuse and molestation", "a&m", "abuse", "sexual abuse"],
    ),
    ("Garage Liability", &["garage"]),
    (
        "Garage Keepers",
        &["garagekeepers", "garage keepers legal liability", "gkll"],
    ),
    ("Motor Truck Cargo", &["cargo", "truck cargo"]),
    ("Dental Malpractice", &[]),
    ("Medical Malpractice", &["med mal"]),
    ("Malpractice", &[]),
    ("Pollution", &["pollution liability", "environmental"]),
    ("Animal Bailee", &["bailee"]),
    ("Janitorial Bond", &["janitorial bond"]),
    ("Crime", &["employee dishonesty", "crime coverage"]),
    ("Flood", &["flood insurance"]),
    ("Earthquake", &["quake"]),
    (
        "Builders Risk",
        &["builder's risk", "course of construction"],
    ),
    (
        "Product Liability",
        &["products liability", "products", "product recall"],
    ),
    (
        "Hired & Non-Owned Auto",
        &["hnoa", "hired and non owned", "non owned auto"],
    ),
    (
        "Business Interruption",
        &["business income", "loss of income"],
    ),
    ("Surety Bond", &["bond", "surety"]),
    ("Fiduciary Liability", &["fiduciary"]),
    ("Spoilage", &[]),
    ("Ocean Marine", &["hull"]),
    ("Special Event", &["event liability"]),
];
