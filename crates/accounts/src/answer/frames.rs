//! Ways to ask for a field without its name: a question word and verbs that leave only one field to be meant. Every word that
//! carries something has to fit the frame, so that "who wrote it" asks for the carrier and "who wrote the letter" does not.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::fields::Field;
use crate::text::stem;
use crate::words::{AROUND, ASKING, DECIDING, is_stopword};

struct Frame {
    field: Field,
    /// The question word.
    opens: &'static [&'static str],
    /// One of these has to be said; nothing if the question word is enough.
    needs: &'static [&'static str],
    /// And one of these; nothing if those are enough.
    also: &'static [&'static str],
    /// What else may be said.
    words: &'static [&'static str],
}

const FRAMES: &[Frame] = &[
    Frame {
        field: Field::Person,
        opens: list!("who" "whom" "whose"),
        needs: DECIDING,
        also: &[],
        words: list!(
            "get" "put" "go" "goes" "wait" "want" "final" "yes" "change" "thing" "bind" "quote" "proposal" "policy" "paper" "paperwork"
            "application" "behalf" "company" "line" "contract" "order" "power" "allow" "light" "give" "gives" "formally" "legally" "ultimately" "need" "chase"
            "money" "insurance" "purchase" "coverage" "end"
        ),
    },
    Frame {
        field: Field::Effective,
        opens: list!("when" "since" "what" "which"),
        needs: list!(
            "begin" "began" "begins" "start" "started" "starts" "incept" "incepted" "inception" "commence" "commenced"
            "effective" "effect" "kick" "kicked" "live" "force" "covered" "insured" "risk"
        ),
        also: list!(
            "policy" "policies" "term" "cover" "coverage" "insurance" "program" "protection" "date" "live" "force" "effect"
            "inception" "effective" "covered" "insured" "risk" "kick"
        ),
        words: list!("day" "date" "go" "take" "come" "get" "first" "official" "officially" "period"),
    },
    Frame {
        field: Field::Effective,
        opens: &["when", "since"],
        needs: list!("covered" "insured" "force" "active" "effective" "bound" "bind" "cover" "coverage" "insurance"),
        also: &[],
        words: list!("start" "begin" "policy" "kick" "take" "effect" "incept"),
    },
    Frame {
        field: Field::Created,
        opens: list!("when" "since" "how" "date" "what"),
        needs: list!(
            "opened" "open" "added" "add" "created" "create" "take" "took" "first" "joined" "join" "us" "long" "books"
            "started"
        ),
        also: &[],
        words: list!("come" "came" "book" "set" "start" "day" "date" "client" "customer" "business" "become" "sign"),
    },
    Frame {
        field: Field::Carrier,
        opens: list!("who" "whom" "whose"),
        needs: list!(
            "with" "markets" "behind" "risk" "paper" "insure" "insures" "insured" "insuring" "underwrites" "underwrite" "place"
            "placing" "placed" "took" "wrote" "writes" "write" "writing" "quote" "quoted" "market" "company" "from"
            "holds" "proposal" "offer" "offered"
        ),
        also: &[],
        words: list!("policy" "insurance" "hold" "take" "carry" "program" "business" "underwriter" "stand" "make" "give"),
    },
    Frame {
        field: Field::Carrier,
        opens: list!("what" "where" "which"),
        needs: list!("market" "markets" "company" "companies" "insurer" "insurers" "carrier" "carriers" "underwriter" "parked"),
        also: &[],
        words: list!("insure" "write" "policy" "insurance" "hold" "business" "take" "quote" "paper" "risk" "place"),
    },
    Frame {
        field: Field::Carrier,
        opens: &["where"],
        needs: list!("placed" "place" "insured" "written"),
        also: &[],
        words: list!("policy" "insurance" "business" "risk"),
    },
    Frame {
        field: Field::Premium,
        opens: list!("how" "what" "which" "size"),
        needs: list!(
            "much" "expensive" "dollar" "dollars" "money" "worth" "ticket" "figure" "pay" "pays" "paying" "cost" "costs"
            "costing" "run" "running" "runs" "charge" "spend" "spending" "price" "priced" "amount" "annually" "bill"
        ),
        also: &[],
        words: list!(
            "bring" "tag" "year" "annual" "yearly" "insurance" "going" "size" "program" "policy" "come" "set" "back" "total"
            "cover" "coverage" "quote" "premium"
        ),
    },
    Frame {
        field: Field::Notes,
        opens: list!("what" "any" "anything" "which"),
        needs: list!("jot" "jotted" "remark" "remarks" "noted" "note" "notes" "comment" "comments" "memo"),
        also: &[],
        words: &["write", "file", "say", "read"],
    },
    Frame {
        field: Field::Trade,
        opens: &["what", "which"],
        needs: list!("kind" "sort" "type"),
        also: list!("shop" "store" "place" "outfit" "operation" "practice" "firm" "office" "venue" "studio" "plant" "workshop"),
        words: list!("run" "exactly" "own" "operate" "business"),
    },
    Frame {
        field: Field::Coverage,
        opens: &["what", "which"],
        needs: list!("kind" "sort" "type"),
        also: list!("policy" "policies" "insurance" "cover" "coverage" "program" "package"),
        words: &["carry", "hold", "buy"],
    },
    Frame {
        field: Field::Coverage,
        opens: &["what", "which"],
        needs: list!(
            "write" "writing" "insure" "insuring" "include" "included" "includes" "apply" "applied" "shop" "shopping"
            "package" "program" "consist" "consists" "cover" "covers" "covering" "covered" "buy" "buying" "need" "needs"
            "want" "wants" "ask" "asked" "insurance" "policies" "lines" "carry" "carries" "coverage" "coverages" "place" "placed"
            "sell" "sold" "provide"
        ),
        also: &[],
        words: list!("kind" "type" "sort" "everything" "proposal" "quote" "policy" "request" "risk" "protect" "account" "line"),
    },
    Frame {
        field: Field::Stage,
        opens: list!("where"),
        needs: list!("us" "we" "things" "stand" "stands" "pipeline" "process" "at" "leave" "left"),
        also: &[],
        words: list!("stand" "thing" "now" "leave"),
    },
    Frame {
        field: Field::Stage,
        opens: list!("is" "are" "has" "have" "did" "do" "does" "how" "any" "what" "which"),
        needs: list!(
            "done" "deal" "land" "landed" "win" "won" "lose" "lost" "close" "closed" "progress" "far" "along" "board" "mind"
            "sign" "signed" "step" "phase" "process" "point" "marked" "going" "coming" "alive" "dead" "live" "play" "written"
            "bind" "bound" "happened" "happen" "outcome" "market" "headway" "movement" "stage" "status" "ours" "finalized" "wrapped" "open" "pending"
        ),
        also: &[],
        words: list!("make" "ever" "end" "finally" "ultimately" "state" "thing" "come" "go" "write" "down" "get" "pipeline" "file" "client" "out"),
    },
    Frame {
        field: Field::Stage,
        opens: &["how"],
        needs: &["doing"],
        also: &[],
        words: &["come", "along", "get"],
    },
    Frame {
        field: Field::Place,
        opens: &["where", "whereabouts"],
        needs: &[],
        also: &[],
        words: list!("find" "operate" "headquarter" "home" "town" "city" "locate" "base" "country" "work" "sit" "run" "office"),
    },
    Frame {
        field: Field::Place,
        opens: &["what", "which", "in"],
        needs: list!("town" "city" "state" "area" "county" "region"),
        also: &[],
        words: list!("home" "locate" "base" "part" "country"),
    },
    Frame {
        field: Field::Phone,
        opens: list!("what" "which" "how"),
        needs: list!("call" "ring" "phone" "dial" "use" "line" "number" "reach" "digits" "cell" "mobile"),
        also: &[],
        words: list!("best" "direct" "good" "right" "get" "catch"),
    },
    Frame {
        field: Field::Trade,
        opens: &["how"],
        needs: list!("classified" "describe" "classify"),
        also: &[],
        words: list!("line" "work" "trade" "business" "industry" "class"),
    },
    Frame {
        field: Field::Trade,
        opens: &["what", "which"],
        needs: list!(
            "do" "does" "is" "are" "kind" "sort" "type" "outfit" "operation" "business" "trade" "industry" "classified"
            "describe"
        ),
        also: &[],
        words: list!("line" "work" "living" "classify" "class" "run" "company" "exactly" "shop" "firm" "sector" "field"),
    },
    Frame {
        field: Field::Person,
        opens: &["who", "whom"],
        needs: &[],
        also: &[],
        words: list!(
            "answer" "represent" "pick" "go" "person" "people" "charge" "deal" "talk" "speak" "ask" "know" "run" "manage"
            "handle" "lead" "head" "boss" "contact" "own" "call" "reach" "point" "everyone" "show" "main" "name" "decide"
        ),
    },
    Frame {
        field: Field::Overview,
        opens: &["what", "anything", "everything"],
        needs: list!("file" "have" "know" "got" "about"),
        also: &[],
        words: list!("record" "file" "note" "system"),
    },
    Frame {
        field: Field::Person,
        opens: &["what", "which"],
        needs: list!("people" "person" "contacts" "names"),
        also: &[],
        words: &["know", "deal", "contact"],
    },
];

/// The fields that the frames of a question leave, one for each of its clauses; nothing if a clause fits none.
pub(super) fn framed(rest: &[&str], own: &dyn Fn(&str) -> bool) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for clause in asked(rest).split(|word| *word == "and") {
        let insurer = from_whom(clause).filter(|_| fields.contains(&Field::Premium));
        let Some(field) = insurer.or_else(|| frame(clause, own)) else {
            return Vec::new();
        };
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
}

/// The fields that later clauses ask for which only point back: "what is the quote, and who is it from". With them come the
/// words that are left for the rest of the question.
pub(super) fn pointing_back<'a>(
    rest: &[&'a str],
    own: &dyn Fn(&str) -> bool,
) -> (Vec<Field>, Vec<&'a str>) {
    let mut fields: Vec<Field> = Vec::new();
    let mut left: Vec<&str> = Vec::new();
    for (place, clause) in rest.split(|word| *word == "and").enumerate() {
        let back = list!("it" "that" "this" "they" "them" "those" "theirs");
        let points = place > 0
            && (clause.iter().any(|word| back.contains(word)) || clause.len() <= 3)
            && clause.iter().any(|word| ASKS.contains(word));
        match from_whom(clause).or_else(|| frame(clause, own)) {
            Some(field) if points => fields.push(field),
            _ => {
                left.extend((place > 0).then_some("and"));
                left.extend(clause);
            }
        }
    }
    (fields, left)
}

/// "whose is it", "to whom": of a quote or a price it asks for the insurer.
fn from_whom(clause: &[&str]) -> Option<Field> {
    let who = |word: &&str| matches!(*word, "who" | "whom" | "whose");
    let small = list!("is" "it" "that" "this" "by" "to" "from" "with" "through" "at" "was" "does" "come" "comes" "did" "they" "do" "pay" "pays" "we");
    let sided = clause
        .iter()
        .any(|word| matches!(*word, "whose" | "to" | "from" | "with" | "through" | "by"));
    let only = clause.iter().all(|word| who(word) || small.contains(word));
    (only && sided && clause.iter().any(who)).then_some(Field::Carrier)
}

/// "when", "since when", "which date": what began is one thing, from which day another.
fn asks_for_a_day(clause: &[&str]) -> bool {
    let days = list!("when" "since" "date" "day" "inception");
    clause.iter().any(|word| days.contains(word))
}

/// "When does the store open": what opens is no account.
fn opens_its_doors(clause: &[&str]) -> bool {
    let present = list!("does" "do" "will" "can");
    let ours = list!("we" "us" "our" "account" "book" "books" "file");
    clause.iter().any(|word| present.contains(word))
        && clause.contains(&"open")
        && !clause.iter().any(|word| ours.contains(word))
}

/// The question itself, without who wants to know it.
fn asked<'a>(rest: &'a [&'a str]) -> &'a [&'a str] {
    let Some(at) = rest.iter().position(|word| ASKS.contains(word)) else {
        return rest;
    };
    let lead = &rest[..at];
    let around = |word: &&str| is_stopword(word) || AROUND.contains(word);
    // "Tell me the carrier and what they pay" asks for the carrier too.
    let since = lead.iter().rposition(|word| ASKING.contains(word));
    if since.is_some_and(|told| lead[told + 1..].iter().all(around)) || lead.iter().all(around) {
        &rest[at..]
    } else {
        rest
    }
}

const ASKS: &[&str] = list!("who" "whom" "whose" "which" "what" "where" "whereabouts" "when" "how");

/// The stems that each frame allows.
static ALLOWED: LazyLock<Vec<HashSet<String>>> = LazyLock::new(|| {
    let stems = |frame: &Frame| {
        frame
            .needs
            .iter()
            .chain(frame.also)
            .chain(frame.words)
            .map(|word| stem(word))
            .collect()
    };
    FRAMES.iter().map(stems).collect()
});

fn frame(clause: &[&str], own: &dyn Fn(&str) -> bool) -> Option<Field> {
    let opener = clause.iter().find(|word| ASKS.contains(word)).or_else(|| {
        clause
            .iter()
            .find(|word| FRAMES.iter().any(|frame| frame.opens.contains(word)))
    })?;
    let carried: Vec<String> = clause
        .iter()
        .filter(|word| !is_stopword(word) && *word != opener && !own(word))
        .filter(|word| {
            !AROUND.contains(word) || FRAMES.iter().any(|frame| frame.needs.contains(word))
        })
        .map(|word| stem(word))
        .collect();
    // "What do we have on file" is not what they do.
    let ours = clause
        .iter()
        .any(|word| matches!(*word, "we" | "i" | "us" | "our"));
    // "Where are they with us" is about the business, and not about a town.
    let with_us = clause
        .windows(2)
        .any(|pair| matches!(pair, ["with", "us" | "you"]));
    let says_one = |list: &[&str]| list.is_empty() || clause.iter().any(|word| list.contains(word));
    let fits = |(frame, allowed): &(&Frame, &HashSet<String>)| {
        let other = match frame.field {
            Field::Trade => ours,
            Field::Place => with_us,
            _ => false,
        };
        !other
            && frame.opens.contains(opener)
            && says_one(frame.needs)
            && says_one(frame.also)
            && (frame.field != Field::Effective || asks_for_a_day(clause))
            && (frame.field != Field::Created || !opens_its_doors(clause))
            && carried.iter().all(|stem| allowed.contains(stem))
    };
    FRAMES
        .iter()
        .zip(ALLOWED.iter())
        .find(fits)
        .map(|(frame, _)| frame.field)
}
