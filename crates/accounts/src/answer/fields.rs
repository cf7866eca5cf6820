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
    Created,
    Names,
    Notes,
    Overview,
}

impl Field {
    /// Whether the field can be what a question word asks for: a premium answers no "when", and nothing answers "why".
    pub(super) fn answers(self, line: &str) -> bool {
        let says = |phrase: &str| line.contains(&format!(" {phrase} "));
        let dated = matches!(
            self,
            Self::FollowUp | Self::Renewal | Self::Effective | Self::Created | Self::Overview
        );
        let asks_when =
            (says("when") || says("how long") || says("how soon")) && !says("since when");
        let counts = says("how many") || says("how often");
        let how = line.starts_with(" how does ") || line.starts_with(" how do ");
        let reached = matches!(self, Self::Phone | Self::Email | Self::Person);
        !says("why")
            && (!asks_when || dated)
            && (!counts || self == Self::Person)
            && (!how || reached || self == Self::Stage || says("how do things"))
    }
}

/// Words of each field. A question made of such words only is answered from the state.
pub(super) const LEXICON: &[(Field, &[&str])] = &[
    (
        Field::Stage,
        list!(
            "stage" "status" "stand" "stands" "standing" "pipeline" "live" "prospect" "progress" "submitted"
            "quoted" "bound" "lost" "pitched" "marked" "open" "active" "won" "happened" "far" "along" "lose" "win"
            "happening" "market" "dead" "alive" "play" "gone" "closed" "in" "doing" "going" "whether" "done" "ended" "end" "ending"
            "door" "desk" "deal" "books" "anything" "wrapped" "waiting" "leave" "landed" "line" "turn" "turned" "application" "already" "out" "at" "signed" "finished" "submit" "still" "sitting" "leaving" "process" "up" "end" "became" "become" "came" "come" "ever" "make" "made"
            "pan" "panned" "shake" "shook" "fare" "fared" "outcome" "fate" "result" "go" "went" "happen" "latest" "off"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "price" "cost" "costs" "annual" "annually" "yearly" "year" "charge"
            "charged" "amount" "quote" "quoted" "rate" "bind" "dollar" "figure" "premiums" "paid" "spend" "spends" "spending" "bill" "billed" "total" "costing" "worth" "money" "charging" "cents" "dollars" "offer" "proposal" "renewal" "sitting" "wise" "number" "looking"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "insures" "insured" "underwriter" "placed" "company" "writes" "carries" "carried" "insuring" "writing" "underwrites" "underwriting" "market" "paper" "backs" "wrote" "written" "place" "hook" "use" "with" "through" "them" "have" "got"
        ),
    ),
    (
        Field::Coverage,
        list!(
            "coverage" "coverages" "cover" "covers" "covered" "lines" "policies" "include" "includes" "types"
            "insurance" "wants" "want" "after" "carry" "carries" "line" "need" "needs" "buys" "asked" "asking" "seeking" "looking"
        ),
    ),
    (
        Field::Phone,
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call" "dial" "ring" "text" "digits" "reached" "numbers" "hold" "touch" "best" "direct" "line" "info" "over" "good" "right"),
    ),
    (
        Field::Email,
        list!("email" "mail" "address" "write" "inbox" "use" "info" "send"),
    ),
    (
        Field::Person,
        list!(
            "contact" "contacts" "owner" "person" "decides" "decision" "maker" "runs" "manager" "director" "charge"
            "speak" "talk" "main" "sign" "signs" "signer" "makes" "approves" "handles" "whom" "behind" "everyone" "everybody" "people" "anybody" "role" "title" "job" "position" "owns" "boss" "point" "works" "asks" "deal" "dealing" "know" "counterpart" "do" "head" "final" "say" "shots" "calls" "call" "word" "trigger" "last" "pulls" "actually" "other" "info" "details"
            "reach" "bills" "buck" "woman" "lady" "man" "guy" "fella" "gal" "fellow"
        ),
    ),
    (
        Field::Place,
        list!("located" "location" "city" "state" "based" "town" "headquartered" "whereabouts" "located" "town" "people" "folks"),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind" "type" "business" "trade" "line" "work" "firm" "sector" "company" "field" "living" "trade" "sort" "businesses" "whole"
        ),
    ),
    (
        Field::FollowUp,
        &["follow", "followup", "callback", "up", "next", "call"],
    ),
    (
        Field::Renewal,
        list!("renew" "renews" "renewal" "renewing" "due" "come" "comes"),
    ),
    (
        Field::Effective,
        list!("effective" "bound" "inception" "force"),
    ),
    (
        Field::Created,
        list!("opened" "created" "open" "added" "book" "books" "client" "joined" "long" "set" "up"),
    ),
    (
        Field::Names,
        list!("called" "call" "itself" "former" "formerly" "old" "previous" "known" "used" "alias" "aliases" "names"),
    ),
    (Field::Notes, &["notes", "note", "noted"]),
    (
        Field::Overview,
        list!(
            "story" "going" "rundown" "fill" "brief" "background" "speed" "pull" "overview" "summary" "details" "profile" "anything" "everything" "info" "information"
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
            "what happened to" "how far along" "is lost" "did we lose" "did we win" "in play" "dead" "alive" "to market" "out to market" "won it" "did we bind" "have we bound" "have we quoted" "have we submitted" "have we pitched" "closed" "how is it going" "where do things" "how are we doing" "done" "ended" "end up" "out the door" "app in" "gone to market" "wrapped up"
            "over the line" "across the line" "turn out" "turned out" "waiting on" "is it quoted" "quoted or" "or quoted" "is at"
            "did we submit" "submit them" "submit it" "still at" "still in" "have we submitted" "leave it" "leave things" "left it" "left things" "signed yet" "sold yet" "gone out" "go out" "on the books" "done deal" "on my desk" "became of" "become of" "came of" "come of" "make out" "made out" "pan out" "panned out"
            "shake out" "shook out" "fare" "fared" "the outcome" "the fate" "ever happened" "how did it go" "far have we" "far did we"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "how much is the" "how much is" "price" "cost" "costs" "quoted for"
            "what is quoted" "quote" "quoted and" "was quoted" "quoted at" "how much quote" "annual cost"
            "what quoted" "how much does" "how much do" "how much are" "spend" "costing" "charged" "charging" "charge" "worth to us" "what do they pay" "paid a year" "annual" "annually" "amount" "figure" "renewal number" "quoted premium" "looking at for"
            "renewal offer" "all in" "yearly" "total" "bind at" "bound at" "bind for" "what did we bind"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "who insures" "insured with" "which company" "who writes" "with which company"
            "underwriter" "by whom" "with whom" "who is behind" "who quoted" "insured by" "who offered" "who carries" "who underwrites" "whose paper" "insuring" "who covers" "which carrier" "which insurer" "placed with" "covered by" "covered with" "written by" "written with" "underwrites" "who has the" "who is insuring" "who do we have it with" "who with" "whom with" "and market" "the market" "and company" "the company"
            "what market" "with who" "on the hook" "with or" "through" "got them with" "have them with" "got it with" "have it with" "we have with" "we got with" "have with"
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
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call" "dial" "ring" "get hold of" "hold of" "in touch with" "direct line" "reached" "text" "digits"),
    ),
    (
        Field::Email,
        list!("email" "e mail" "mail address" "write to" "inbox"),
    ),
    (
        Field::Person,
        list!(
            "contact" "contacts" "decides" "decision maker" "who is the owner" "who runs" "who owns" "who do i call"
            "who do we talk" "main contact" "who signs" "who makes the decision" "has to sign" "must sign"
            "who approves" "who can sign" "who handles" "who is in charge" "everyone" "everybody" "people do we" "role" "job" "job title" "title" "position" "point of contact" "point person" "boss" "who works" "contact person" "who do we know" "who do i ask" "who should i" "who do we deal" "whom do i" "whom should" "who do we have" "whom do we" "talk to" "speak to" "speak with" "talk with" "deal with" "ask for" "final say" "calls the shots" "call the shots" "last word" "pulls the trigger"
            "makes the call" "make the call" "signs" "signs off" "contact info" "contact details" "that woman" "that lady" "that man" "that guy" "that fella" "the gal" "the woman" "the lady" "asking for" "our person" "our guy" "our gal" "our contact" "do we use"
        ),
    ),
    (
        Field::Place,
        list!(
            "where is it" "located" "location" "city" "based" "which state" "what state" "town" "headquartered" "whereabouts"
        ),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind of business" "type of business" "line of work" "line of business" "kind of firm"
            "kind of company" "what business" "type of firm" "what kind of" "what sort of business"
            "type of company" "what does the company do" "for a living" "do they do" "does it do" "does what" "do what" "what line of" "business are they" "nature of the business" "what trade" "which industry"
        ),
    ),
    (
        Field::FollowUp,
        list!("follow up" "followup" "follow-up" "call back" "when do i call" "when should i call" "when do we call" "when to call" "when can i call" "when may i call"),
    ),
    (
        Field::Renewal,
        list!("renewal" "renew" "renews" "renewing" "when is up" "when are they up" "come up" "coming up"),
    ),
    (
        Field::Effective,
        list!(
            "effective date" "effective" "when was it bound" "bound on" "covered since" "insured since"
            "in force since" "when did coverage" "inception" "go into force"
        ),
    ),
    (
        Field::Created,
        list!(
            "account opened" "account created" "was opened" "was created" "opened" "client since" "customer since"
            "with us since" "on our books since" "on the books since" "did we open" "did we add" "how long have we had"
            "first set up" "added to the book"
        ),
    ),
    (
        Field::Names,
        list!(
            "call itself" "called before" "used to be called" "formerly" "former name" "former names" "old name"
            "previous name" "other name" "other names" "also known as" "known as before" "go by" "previously called"
            "previously known" "known before"
        ),
    ),
    (Field::Notes, &["notes", "noted", "any note"]),
    (
        Field::Overview,
        list!(
            "pull up" "overview" "the story" "going on with" "know about" "rundown" "fill me in" "brief me" "background on" "up to speed" "everything on" "anything on" "tell me about" "details on" "profile"
        ),
    ),
];

/// Words beside a field that change nothing in the question.
pub(super) const SMALL: &[&str] = list!(
    "name" "names" "file" "new" "current" "today" "total" "full" "set" "please" "there" "thing" "exactly" "date" "place"
    "yet" "now" "whats" "bind" "whatever" "latest" "these" "days" "moment"
);
