//! The words of questions: what they ask for, and what says nothing of it.

use super::ask::Wanted;

/// Words of questions that no passage has to have.
pub(super) const EMPTY: &[&str] = list!(
    "reason" "date" "year" "amount" "figure" "thing" "things" "happens" "happened" "happen" "long" "far" "give"
    "gave" "correct" "first" "second" "time" "kind" "type" "number" "new" "find" "found" "mention" "mentioned"
    "last" "today" "share" "percentage" "percent" "size" "name" "many" "factor" "cause" "issue" "main" "big"
    "problem" "trouble" "made" "make" "making" "finally" "originally" "final" "latest" "currently" "eventually" "grounds"
    "anybody" "anyone" "exact" "tell" "end" "old" "large" "tall" "run" "runs" "running" "bring" "brings" "became" "become" "other" "others"
    "earliest" "latest" "soonest" "left" "firm" "company" "business" "insist" "insists" "got" "getting" "want" "there"
    "present" "existing" "often" "frequently" "times" "people" "guys" "folks" "thing" "actual" "right" "proper" "these" "days" "nowadays" "anymore" "longer" "else"
    "roughly" "approximately" "precisely" "supposedly" "apparently" "presumably" "hoping" "hopes" "hope" "planned" "planning" "expecting"
    "expected" "expects" "intend" "intends" "intending" "aiming" "aims" "piece" "pieces" "bit" "item" "items" "reasoning" "rationale"
    "motive" "opinion" "opinions" "view" "views" "thoughts" "thought" "think" "thinks" "reaction" "react" "verdict" "feedback" "feel"
    "feels" "felt" "whether" "instead" "once" "put" "together" "altogether" "combined" "going" "apart" "margin" "across" "whole" "entire" "fleet" "supposed" "meant" "work" "wanted" "wants" "wished" "hoped" "ms" "mr" "mrs" "dr" "total" "sum" "larger" "smaller" "bigger" "comes" "come" "came" "plan" "plans" "another" "high" "wide" "heavy" "fast" "deep" "favors" "favor" "favours" "prefers" "prefer" "preferred" "likes" "liked"
);

/// Verbs that mean something else with the word after them.
pub(super) const PHRASAL: &[(&str, &str, &str)] = &[
    ("turn", "down", "decline"),
    ("come", "down", "lower"),
    ("go", "down", "lower"),
    ("bring", "down", "lower"),
    ("go", "up", "raise"),
    ("get", "away", "lose"),
    ("run", "out", "expire"),
    ("walk", "away", "decline"),
    ("call", "off", "cancel"),
    ("give", "up", "drop"),
    ("take", "out", "remove"),
    ("take", "off", "remove"),
    ("leave", "out", "exclude"),
    ("put", "off", "postpone"),
    ("set", "up", "install"),
    ("sign", "off", "approve"),
    ("end", "up", "final"),
    ("look", "for", "want"),
    ("carve", "out", "exclude"),
    ("kick", "in", "start"),
    ("phase", "out", "end"),
    ("pass", "on", "decline"),
    ("say", "no", "decline"),
    ("said", "no", "decline"),
    ("hold", "up", "wait"),
    ("hold", "out", "want"),
    ("go", "back up", "rebuild"),
    ("put", "back up", "rebuild"),
    ("come", "back up", "rebuild"),
    ("back", "out", "decline"),
    ("go", "with", "choose"),
    ("hand", "over", "send"),
    ("fall", "through", "lose"),
    ("tear", "down", "demolish"),
    ("shut", "down", "close"),
    ("settle", "for", "accept"),
    ("go", "for", "choose"),
    ("opt", "for", "choose"),
    ("chip", "in", "pay"),
    ("kick", "down", "pay"),
    ("come", "around", "agree"),
    ("go", "along", "agree"),
    ("sign", "on", "agree"),
    ("put", "up", "install"),
    ("put", "in", "install"),
    ("let", "go", "leave"),
    ("write", "off", "damage"),
];

/// The phrases that ask for each kind of value; the first that a part has decides.
pub(super) const KINDS: &[(Wanted, &[&str])] = &[
    (
        Wanted::Code,
        list!(
            "policy number" "license number" "serial number" "claim number" "permit number" "account number" "vin"
            "certificate number" "plate number" "tax id" "ein" "registration number" "confirmation number" "id number"
            "file number" "reference number" "order number" "routing number" "case number"
        ),
    ),
    (
        Wanted::Name,
        list!(
            "name of" "what name" "by name" "what make" "which make" "what brand" "which brand" "which model" "what model" "which bank"
            "which lender" "which association" "which homeowners association" "which hoa" "which hospital" "which university"
            "which school district" "which group" "which buying group" "which supplier" "which distributor" "which franchise" "which law firm"
        ),
    ),
    (
        Wanted::Carrier,
        list!(
            "who insures" "which insurer" "which carrier" "what carrier" "which company" "current carrier"
            "current insurer" "insured with" "who is it with" "who provides" "who writes" "which market" "which markets"
            "which carriers" "what insurer" "which insurers"
        ),
    ),
    (
        Wanted::Percent,
        list!("share" "percent" "percentage" "portion" "proportion"),
    ),
    (
        Wanted::Year,
        list!("what year" "which year" "year and model" "year and make" "model year"),
    ),
    (
        Wanted::Often,
        list!("how often" "how frequently" "how many times" "what frequency" "what interval" "which interval" "what intervals"),
    ),
    (Wanted::Count, &["how many"]),
    (
        Wanted::Time,
        &[
            "what time",
            "what hour",
            "at what time",
            "which hours",
            "what hours",
        ],
    ),
    (
        Wanted::Figure,
        list!("how old" "how high" "how big" "how tall" "how large" "how wide" "square footage" "how heavy" "how fast"),
    ),
    (
        Wanted::Date,
        list!(
            "when" "what date" "which date" "what day" "by when" "until when" "how soon" "which day" "date of" "date for"
            "deadline" "what month" "which month" "start date" "end date"
        ),
    ),
];

/// Words that ask what is behind something.
pub(super) const REASONS: &[&str] = list!("why" "what made" "how come" "reason" "for what reason" "reasoning" "rationale" "what is behind" "what moved" "what caused" "what got" "what led" "what drove");

/// Words that ask for a sum, wherever they stand.
pub(super) const SUMS: &[&str] = list!(
    "how much" "what price" "what limit" "what amount" "how big" "worth" "what premium" "which premium"
    "what would the premium" "what deposit" "what fee" "commission" "charge" "charges" "what does it cost" "come back at"
    "came back at" "come in at" "came in at" "come to" "came to" "come down to" "came down to" "what figure" "what sum"
    "what is the price" "what is the cost" "what was the price" "price tag" "priced at" "quote" "cost of" "price for"
    "price of" "price with" "total with" "total if" "all in" "cost" "the bill for" "the bill" "total bill" "the tab"
);

/// Words of a price that became another one: the first say it alone, the others beside a word for a price.
pub(super) const STEPS: &[&str] = list!(
    "by how much" "by what amount" "how much more" "how much less" "how much extra" "how much higher" "how much lower"
    "how much cheaper" "how far" "save" "saves" "saved" "saving" "savings" "cheaper" "credit" "discount" "difference"
    "by what margin" "what margin" "undercut" "undercuts" "apart"
);

pub(super) const MOVES: &[&str] = list!(
    "add" "adds" "added" "extra" "go up" "went up" "go down" "went down" "come down" "came down" "lower" "lowered"
    "raise" "raised" "increase" "increased" "drop" "dropped" "move" "moved" "how did" "changed" "jump" "jumped" "reduce"
    "reduced" "under ours" "less than" "more than" "cut" "trim" "trimmed" "slash" "slashed" "shave" "shaved" "knock" "knocked"
    "climb" "climbed" "rise" "rises" "hike" "hiked" "bump" "bumped" "bring down" "brought down" "take off" "took off"
    "come off" "came off" "eased" "softened" "gap" "spread"
);

/// Things that are told as a figure.
pub(super) const FIGURES: &[&str] = list!(
    "mod" "payroll" "revenue" "sales" "receipts" "headcount" "footage" "attendance" "budget" "fee"
    "license" "serial" "vin" "number" "deposit" "turnover" "capacity" "mileage" "age"
);
