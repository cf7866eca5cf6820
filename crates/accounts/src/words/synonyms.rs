//! Words that mean the same where evidence is looked for.

const GROUPS: &[&[&str]] = &[
    &["price", "premium", "cost", "quote", "number", "rate", "pay"],
    &["decline", "refuse", "reject", "denied"],
    &["insurance", "insure", "insured", "cover", "coverage", "policy", "insurer", "carrier"],
    &["employee", "staff", "people", "worker", "headcount", "crew", "team"],
    &["end", "expire", "expiration", "lapse", "renew", "renewal", "run"],
    &["start", "begin", "effective", "commence", "inception"],
    &["decide", "decision", "choose", "chose", "chosen", "deciding"],
    &["accept", "sign", "agree", "approve", "approval", "ok"],
    &["child", "children", "kid"],
    &["van", "truck", "vehicle", "car"],
    &["claim", "loss", "incident", "injury", "accident"],
    &["buy", "bought", "purchase"],
    &["sell", "sold", "sale"],
    &["reason", "because", "why", "due"],
    &["ask", "request", "want", "wish", "demand"],
    &["require", "need", "must", "condition", "requirement"],
    &["change", "new", "now", "revise", "update", "different"],
    &["close", "shut", "closing"],
    &["remove", "drop", "take", "off", "without"],
    &["lower", "reduce", "down", "cut", "decrease", "drop"],
    &["raise", "increase", "up", "rise", "higher", "more"],
    &["call", "phone", "ring"],
    &["send", "sent"],
    &["pay", "paid", "payment"],
    &["settle", "settlement"],
    &["fall", "fell", "slid"],
    &["steal", "stolen", "theft", "burglary"],
    &["doctor", "physician", "dentist"],
    &["location", "store", "site", "place", "shop", "branch"],
    &["build", "built", "construction"],
    &["broker", "agent", "agency"],
    &["wait", "waiting", "missing", "still", "pending"],
    &["install", "installed", "put"],
    &["worth", "value", "valued"],
    &["rule", "policy", "condition"],
    &["wrote", "written", "write", "handbook"],
    &["lose", "lost"],
    &["hold", "holding", "waiting", "until"],
];

/// Other words for a word; both sides are stems already.
pub(crate) fn alike(left: &str, right: &str) -> bool {
    left == right || GROUPS.iter().any(|group| has(group, left) && has(group, right))
}

fn has(group: &[&str], wanted: &str) -> bool {
    group.iter().any(|word| crate::text::stem(word) == wanted)
}
