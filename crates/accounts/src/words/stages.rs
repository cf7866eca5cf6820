//! The stages of an account and the words for them.

/// A stage, where it stands in the pipeline, and how a desk calls it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// Names of the stage after "mark as", "move to": they can stand for nothing else there.
    pub(crate) called: &'static [&'static str],
    /// Words of a report that mean the stage was reached: "we pitched it".
    pub(crate) told: &'static [&'static str],
    /// Words for the stage in a question over many accounts.
    pub(crate) asked: &'static [&'static str],
    /// What is said of accounts in the stage, with one word for each kind as `kind` has it; small words may stand between.
    pub(crate) spoken: &'static [&'static str],
}

/// Whether an account in this stage has a policy through the desk.
pub(crate) fn is_insured(stage: &str) -> bool {
    matches!(stage, "Bound" | "Renewal Due")
}

/// Small words that change nothing between the words of a paraphrase.
pub(crate) const BETWEEN: &[&str] = list!(
    "a" "an" "the" "any" "some" "our" "their" "its" "still" "yet" "just" "been" "already" "even" "actually" "all" "up"
);

/// One word for all that a desk says for the same: insurers, underwriters and markets are carriers.
pub(crate) fn kind(word: &str) -> &str {
    const KINDS: &[(&str, &[&str])] = &[
        (
            "carrier",
            list!("carriers" "insurer" "insurers" "underwriter" "underwriters" "market" "markets" "company" "companies"),
        ),
        (
            "quote",
            list!("quotes" "number" "numbers" "price" "prices" "pricing" "terms" "indication" "indications"),
        ),
        ("proposal", list!("proposals" "offer" "offers")),
        (
            "application",
            list!("applications" "paperwork" "forms" "papers"),
        ),
        ("wait", list!("waiting" "waits" "await" "awaiting" "awaits")),
        ("on", list!("for")),
        ("sit", list!("sitting" "sits" "lying" "parked" "stuck")),
        (
            "not",
            list!("hasn't" "haven't" "isn't" "aren't" "never" "didn't" "wasn't" "weren't" "no" "without"),
        ),
        ("gone", list!("went")),
        ("come", list!("comes" "came" "coming" "arrived")),
        ("sent", list!("shipped" "forwarded" "released")),
        ("seen", list!("saw")),
        ("customer", list!("customers" "client" "clients" "insured")),
        ("answer", list!("reply" "response" "yes" "verdict")),
    ];
    KINDS
        .iter()
        .find(|(_, words)| words.contains(&word))
        .map_or(word, |(kind, _)| kind)
}

pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "Application Received",
        called: list!(
            "application received" "app received" "application in" "application" "received" "new application" "app" "app in"
            "app is in" "application is in"
        ),
        told: &["reopen", "reopened"],
        asked: list!(
            "application received" "sent an application" "sent in an application" "sent applications" "application stage"
            "applications received" "applied" "just applied" "not yet submitted" "sent us an application"
            "sent us applications" "have an application" "have applications" "with an application" "with applications"
            "new applications" "open applications" "fresh applications" "application came in" "applications came in"
            "just came in" "application in" "applications in" "application is in" "applications are in"
        ),
        spoken: list!(
            "application come in" "application has come in" "application have come in" "application is here"
            "application are here" "application is on desk" "application are on desk" "application sit" "sit on desk" "on desk"
            "not gone out" "not gone to carrier" "not sent out" "not sent to carrier" "not out to carrier" "not out with carrier"
            "not shopped" "not marketed" "yet to go out" "yet to be submitted" "yet to be sent" "have to go out"
            "need to go out" "not gone out to carrier" "not sent out to carrier" "yet to go out to carrier"
            "have to go out to carrier" "need to go out to carrier" "ready to go out to carrier" "ready to go to carrier"
            "have to go to carrier" "need to go to carrier" "ready to submit" "ready to be submitted" "ready to go out" "not be submitted"
        ),
    },
    Stage {
        name: "Submitted",
        called: list!("submitted" "submission" "in submission" "in market" "submit"),
        told: list!(
            "submitted" "submit it" "submit them" "sent to market" "submission went out" "went to market"
            "submission is out" "out to market"
        ),
        asked: list!(
            "submitted" "in submission" "with carriers" "submissions" "waiting on a quote" "waiting for a quote"
            "waiting for quotes" "waiting on quotes" "awaiting quotes" "awaiting a quote" "out to market" "in market"
            "with the carriers" "at the carriers" "gone to market" "with underwriters"
        ),
        spoken: list!(
            "wait on carrier" "wait to hear from carrier" "wait to hear back from carrier" "hear back from carrier"
            "wait on quote" "wait quote" "wait carrier" "out with carrier" "out to carrier" "gone out" "gone to carrier"
            "gone out to carrier" "sent to carrier" "sent out" "sent out to carrier" "in front of carrier" "being shopped"
            "under review" "carrier reviewing" "carrier are reviewing" "carrier looking at" "carrier are looking at"
            "being underwritten"
        ),
    },
    Stage {
        name: "Quoted",
        called: &["quoted", "quote received"],
        told: list!(
            "quoted" "quote came in" "quote came back" "quote is in" "got a quote" "received a quote" "came back at"
            "came in at" "quote arrived" "have a quote"
        ),
        asked: &["quoted"],
        spoken: list!(
            "been priced" "priced but" "priced not" "quote in hand" "quote back" "quote is back" "quote are back"
            "quote come back" "quote come in" "quote is in" "quote are in"
        ),
    },
    Stage {
        name: "Quote Pitched",
        called: list!(
            "quote pitched" "pitched" "quote presented" "presented" "proposal sent"
        ),
        told: list!(
            "pitched" "presented the quote" "presented it" "presented the proposal" "walked them through the quote"
            "proposal went out" "quote presented" "presented our quote" "presented our proposal" "walked them through it"
            "walked them through the proposal" "walked them through the numbers" "went over the quote with"
            "went over the proposal with" "presented the numbers"
        ),
        asked: list!(
            "quote pitched" "pitched" "been pitched" "presented" "proposal stage" "waiting on a decision"
            "waiting for a decision" "deciding" "in their court"
        ),
        spoken: list!(
            "seen proposal" "seen quote" "have proposal" "has proposal" "proposal in hand" "proposal is out" "proposal are out"
            "proposal gone out" "think it over" "thinking it over" "thinking about it" "thinking over" "considering proposal" "considering quote" "weighing" "mulling" "mulling it over"
            "sleeping on it" "sit on proposal" "sit on quote" "wait on answer" "wait answer" "wait on customer"
            "wait on customer to decide" "shown"
        ),
    },
    Stage {
        name: "Bound",
        called: &["bound", "bind", "closed won", "won"],
        told: list!(
            "bound" "bind it" "bind them" "bind this" "wants to bind" "ready to bind" "bind" "closed won" "renewed"
        ),
        asked: list!("bound" "we have bound" "did we bind" "do we bind" "did you bind" "did i bind" "in force" "won" "win"),
        spoken: list!("sold" "signed and sealed" "done deals"),
    },
    Stage {
        name: "Renewal Due",
        called: &[
            "renewal due",
            "renewal",
            "due for renewal",
            "up for renewal",
        ],
        told: &[
            "up for renewal",
            "due for renewal",
            "renewal is due",
            "coming up for renewal",
        ],
        asked: list!(
            "renewal due" "due for renewal" "up for renewal" "renewals" "coming up for renewal" "renewal account"
            "renewal accounts" "renewal stage" "at renewal" "due to renew" "coming due" "up to renew" "needs renewing"
        ),
        spoken: &[],
    },
    Stage {
        name: "Lost",
        called: &["lost", "closed lost", "dead"],
        told: list!(
            "lost" "closed lost" "we lost" "lost them" "lost it" "is dead" "lost the account" "dead deal" "went elsewhere"
            "gone elsewhere" "going elsewhere" "placed elsewhere" "went with another" "going with another" "chose another"
            "picked another" "went with someone else" "turned us down" "passed on our quote" "passed on our proposal"
            "declined our quote" "declined our proposal" "said no to us"
        ),
        asked: &["lost", "we lost", "lose", "got away", "dead"],
        spoken: list!(
            "walked away" "went elsewhere" "gone elsewhere" "turned us down" "said no" "slipped away" "went another way" "went with someone else" "went with another" "passed on us"
        ),
    },
];

/// The place of a stage in the pipeline; unknown ones come first.
pub(crate) fn rank(stage: &str) -> usize {
    STAGES
        .iter()
        .position(|known| known.name.eq_ignore_ascii_case(stage))
        .map_or(0, |place| place + 1)
}
