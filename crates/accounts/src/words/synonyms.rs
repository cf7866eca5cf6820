//! Words that mean the same where evidence is looked for.

use std::collections::HashMap;
use std::sync::LazyLock;

const GROUPS: &[&[&str]] = &[
    list!("price" "premium" "cost" "quote" "number" "rate" "pay"),
    list!("decline" "refuse" "reject" "denied" "turn" "wrong" "pass"),
    list!(
        "insurance" "insure" "insured" "cover" "coverage" "policy" "insurer" "carrier"
    ),
    list!("employee" "staff" "people" "worker" "headcount" "crew" "team"),
    list!("end" "expire" "expiration" "lapse" "renew" "renewal" "run"),
    list!("start" "begin" "effective" "commence" "inception"),
    list!("decide" "decision" "choose" "chose" "chosen" "deciding"),
    list!("accept" "sign" "agree" "approve" "approval" "ok"),
    &["child", "children", "kid"],
    &["van", "truck", "vehicle", "car"],
    list!("claim" "loss" "incident" "injury" "accident"),
    &["buy", "bought", "purchase"],
    &["sell", "sold", "sale"],
    &["reason", "because", "why", "due"],
    list!("ask" "request" "want" "wish" "demand"),
    list!("require" "need" "must" "condition" "requirement"),
    list!("change" "new" "now" "revise" "update" "different"),
    &["close", "shut", "closing"],
    list!("remove" "drop" "take" "off" "without"),
    list!("lower" "reduce" "down" "cut" "decrease" "drop"),
    list!("raise" "increase" "up" "rise" "higher" "more"),
    &["call", "phone", "ring"],
    &["send", "sent"],
    &["pay", "paid", "payment"],
    &["settle", "settlement"],
    &["fall", "fell", "slid"],
    &["steal", "stolen", "theft", "burglary"],
    &["doctor", "physician", "dentist"],
    list!("location" "store" "site" "place" "shop" "branch"),
    &["build", "built", "construction"],
    &["broker", "agent", "agency"],
    list!("wait" "waiting" "missing" "still" "pending"),
    &["install", "installed", "put"],
    &["worth", "value", "valued"],
    &["rule", "policy", "condition"],
    &["wrote", "written", "write", "handbook"],
    list!("lose" "lost" "away" "withdraw" "walk" "elsewhere"),
    list!("good" "valid" "hold" "stand" "firm" "honor"),
    list!("mistake" "error" "wrong" "incorrect" "miss" "fix"),
    list!("grounds" "reason" "because" "since" "due"),
    list!("cheap" "lower" "down" "drop" "reduce" "fell"),
    &["hold", "holding", "waiting", "until"],
];

/// The groups of each stem; a word may mean several things.
static GROUPS_OF: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, group) in GROUPS.iter().enumerate() {
        for word in *group {
            groups
                .entry(crate::text::stem(word))
                .or_default()
                .push(place);
        }
    }
    groups
});

/// Whether two stems mean the same somewhere.
pub(crate) fn alike(left: &str, right: &str) -> bool {
    let groups = |stem: &str| GROUPS_OF.get(stem).map_or(&[][..], Vec::as_slice);
    left == right
        || groups(left)
            .iter()
            .any(|group| groups(right).contains(group))
}
