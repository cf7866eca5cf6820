//! Words that mean the same where evidence is looked for.

use std::collections::HashMap;
use std::sync::LazyLock;

const GROUPS: &[&[&str]] = &[
    list!("price" "premium" "cost" "quote" "number" "rate" "pay"),
    list!("bill" "invoice" "installment" "pay" "payment" "payable"),
    list!("bill" "cost" "price" "expense" "outlay" "spend"),
    list!("certify" "certificate" "certification" "certified"),
    &["cam", "camera", "cameras"],
    &["feet", "foot", "ft"],
    list!("fleet" "truck" "tractor" "vehicle" "van" "rig"),
    list!("entertainment" "music" "band" "concert" "dancing" "show"),
    list!("damage" "loss" "harm" "destroyed" "ruined" "write-off" "wreck"),
    list!("choose" "pick" "select" "prefer" "favor" "lean" "take"),
    list!("lack" "missing" "outstanding" "owe" "follow"),
    list!("decline" "refuse" "reject" "denied" "turn" "wrong" "pass"),
    list!(
        "insurance" "insure" "insured" "cover" "coverage" "policy" "insurer" "carrier"
    ),
    list!("employee" "staff" "people" "worker" "headcount" "crew" "team" "employ"),
    list!("end" "expire" "expiration" "lapse" "renew" "renewal" "run" "nonrenew" "nonrenewal"),
    list!("start" "begin" "effective" "commence" "inception"),
    list!("keep" "stay" "remain" "retain" "stick"),
    list!("decide" "decision" "choose" "chose" "chosen" "deciding" "pick"),
    list!("accept" "sign" "agree" "agreed" "agrees" "approve" "approval" "ok" "okay" "consent"),
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
    list!("lower" "reduce" "down" "cut" "decrease" "drop" "trim" "slash" "shave" "knock"),
    list!("raise" "increase" "up" "rise" "higher" "more" "climb" "hike" "bump"),
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
    list!("holdup" "delay" "wait" "until" "after" "decision" "till" "stuck"),
    list!("revenue" "sales" "receipts" "turnover" "forecast" "income"),
    list!("demand" "insist" "require" "want" "need" "must"),
    list!("owned" "own" "owner" "belong" "ownership"),
    list!("minimum" "least" "lowest"),
    list!("maximum" "most" "highest"),
    list!("small" "little" "smallest" "tiny"),
    list!("big" "large" "biggest" "largest"),
    list!("base" "rated" "rate" "rerated" "calculate"),
    list!("test" "inspection" "check" "survey" "visit"),
    list!("quit" "leave" "resign" "retire" "depart" "gone"),
    list!("hurt" "injure" "injury" "broke" "wound"),
    list!("fix" "repair" "replace" "renovate" "redo"),
    list!("teach" "train" "training" "class" "course"),
    list!("rent" "lease" "landlord" "tenant"),
    list!("building" "premises" "property" "house" "facility"),
    list!("hesitate" "hesitant" "hesitation" "worry" "bother" "concern" "reluctant" "reservation" "nervous" "uneasy" "misgiving"),
    list!("dislike" "bother" "complain" "complaint" "unhappy" "object" "objection" "annoy" "displease" "dissatisfied" "hate"),
    list!("money" "fund" "cash" "payment"),
    list!("delay" "postpone" "late" "reschedule"),
    list!("extra" "additional" "more" "add" "another"),
    list!("ready" "finish" "complete" "done"),
    list!("rival" "competitor" "competing" "another" "elsewhere"),
    list!("cancel" "terminate" "nonrenew" "drop" "stop"),
    list!("boss" "manager" "director" "head" "chief" "president"),
    list!("fire" "burn" "blaze" "smoke"),
    list!("flood" "water" "leak" "burst"),
    list!("guarantee" "guaranteed" "promise" "commit" "assure"),
    list!("limit" "cap" "sublimit" "maximum"),
    list!("exclude" "exclusion" "except" "without" "leave"),
    list!("document" "form" "paper" "certificate" "proof"),
    list!("wage" "payroll" "salary"),
    list!("old" "age" "built" "year"),
    list!("open" "launch" "start" "begin"),
    list!("move" "relocate" "moving"),
    list!("customer" "client" "guest" "visitor"),
    list!("alcohol" "drink" "liquor" "beverage" "beer" "wine" "booze"),
    list!("wire" "wiring" "electrical" "electric"),
    list!("kid" "student" "pupil"),
    list!("vacation" "holiday" "away" "abroad" "trip"),
    list!("grow" "expand" "growth" "expansion" "gain"),
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
