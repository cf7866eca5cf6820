//! The fields of an account and the words that ask for them.

/// A field that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Stage,
    Premium,
    Carrier,
    Coverage,
    Phone,
    Email,
    Person,
    Place,
    Trade,
    FollowUp,
    Renewal,
    Effective,
    Notes,
    Overview,
}

/// Words of each field. A question made of such words only is answered from the state.
pub(super) const LEXICON: &[(Field, &[&str])] = &[
    (
        Field::Stage,
        list!(
            "stage" "status" "stand" "stands" "standing" "pipeline" "live" "prospect" "progress" "submitted"
            "quoted" "bound" "lost" "pitched" "marked" "open" "active" "won" "happened" "far" "along" "lose" "win"
            "happening"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "price" "cost" "costs" "annual" "annually" "yearly" "year" "charge"
            "charged" "amount" "quote" "quoted" "rate" "bind" "dollar" "figure"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "insures" "insured" "underwriter" "placed" "company" "writes"
        ),
    ),
    (
        Field::Coverage,
        list!(
            "coverage" "coverages" "cover" "covers" "covered" "lines" "policies" "include" "includes" "types"
            "insurance"
        ),
    ),
    (
        Field::Phone,
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call"),
    ),
    (Field::Email, &["email", "mail", "address"]),
    (
        Field::Person,
        list!(
            "contact" "contacts" "owner" "person" "decides" "decision" "maker" "runs" "manager" "director" "charge"
            "speak" "talk" "main" "sign" "signs" "signer" "makes" "approves" "handles" "whom" "behind"
        ),
    ),
    (
        Field::Place,
        list!("located" "location" "city" "state" "based" "town"),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind" "type" "business" "trade" "line" "work" "firm" "sector" "company" "field"
        ),
    ),
    (Field::FollowUp, &["follow", "followup", "callback", "up"]),
    (Field::Renewal, &["renew", "renews", "renewal", "due"]),
    (Field::Effective, &["effective", "bound"]),
    (Field::Notes, &["notes", "note", "noted"]),
    (
        Field::Overview,
        list!(
            "pull" "overview" "summary" "details" "profile" "anything" "everything" "info" "information"
        ),
    ),
];

/// Phrases that ask for a field.
pub(super) const TRIGGERS: &[(Field, &[&str])] = &[
    (
        Field::Stage,
        list!(
            "stage" "status" "where are we" "stand" "stands" "live prospect" "still a prospect" "been submitted"
            "been quoted" "been bound" "been pitched" "submitted yet" "bound yet" "quoted yet" "still open"
            "is bound" "still live" "won or lost" "quoted or pitched" "to bound" "pipeline" "what happened with"
            "what happened to" "how far along" "is lost" "did we lose" "did we win"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "how much is the" "how much is" "price" "cost" "costs" "quoted for"
            "what is quoted" "quote" "quoted and" "was quoted" "quoted at" "how much quote" "annual cost"
            "what quoted"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "who insures" "insured with" "which company" "who writes" "with which company"
            "underwriter" "by whom" "with whom" "who is behind" "who quoted" "insured by" "who offered"
        ),
    ),
    (
        Field::Coverage,
        list!(
            "coverage" "coverages" "quote cover" "cover" "lines" "policies" "covered" "covers" "insured for"
        ),
    ),
    (
        Field::Phone,
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call"),
    ),
    (Field::Email, &["email", "e mail"]),
    (
        Field::Person,
        list!(
            "contact" "contacts" "decides" "decision maker" "who is the owner" "who runs" "who owns" "who do i call"
            "who do we talk" "main contact" "who signs" "who makes the decision" "has to sign" "must sign"
            "who approves" "who can sign" "who handles" "who is in charge"
        ),
    ),
    (
        Field::Place,
        list!(
            "where is it" "located" "location" "city" "based" "which state" "what state"
        ),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind of business" "type of business" "line of work" "line of business" "kind of firm"
            "kind of company" "what business" "type of firm" "what kind of" "what sort of business"
            "type of company" "what does the company do"
        ),
    ),
    (
        Field::FollowUp,
        &["follow up", "followup", "follow-up", "call back"],
    ),
    (Field::Renewal, &["renewal", "renew", "renews"]),
    (
        Field::Effective,
        &["effective date", "when was it bound", "bound on"],
    ),
    (Field::Notes, &["notes", "noted", "any note"]),
    (
        Field::Overview,
        list!(
            "pull up" "overview" "everything on" "anything on" "tell me about" "details on" "profile"
        ),
    ),
];

/// Words beside a field that change nothing in the question.
pub(super) const SMALL: &[&str] = list!(
    "name" "file" "new" "current" "today" "total" "full" "set" "please" "there" "thing" "exactly" "date" "place"
    "yet" "now" "whats" "bind"
);
