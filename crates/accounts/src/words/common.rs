//! English words that carry little meaning, or one that is the same on every desk.

/// Words that say nothing about what is asked.
pub(crate) const STOPWORDS: &[&str] = list!(
    "a" "about" "after" "again" "all" "also" "am" "an" "and" "any" "anything" "are" "as" "at" "be" "because" "been"
    "before" "being" "but" "by" "can" "could" "current" "currently" "did" "do" "does" "doing" "down" "each" "either"
    "else" "ever" "every" "everything" "for" "from" "get" "give" "go" "got" "had" "has" "have" "having" "he" "her"
    "here" "him" "his" "how" "i" "i'd" "i'm" "if" "in" "into" "is" "isn't" "it" "its" "just" "know" "last" "let"
    "like" "list" "many" "may" "me" "might" "more" "most" "much" "must" "my" "name" "need" "no" "not" "now" "of"
    "off" "on" "once" "one" "only" "or" "other" "our" "out" "over" "please" "pls" "right" "said" "say" "says" "she"
    "should" "show" "so" "some" "still" "such" "tell" "than" "that" "the" "their" "them" "then" "there" "these"
    "they" "this" "those" "through" "to" "too" "up" "us" "very" "was" "we" "were" "what" "when" "where" "which"
    "while" "who" "whom" "whose" "why" "will" "with" "would" "yet" "you" "your" "find" "out" "account" "accounts"
    "file" "both" "within" "during" "until" "between" "under" "since" "per" "exactly" "actually" "already" "remind"
    "s" "t" "don't" "didn't" "doesn't" "it's" "we're" "they're"
);

/// Words of the trade that are nobody's name, however they are spelled.
pub(crate) const DESK: &[&str] = list!(
    "account" "accounts" "client" "clients" "customer" "customers" "prospect" "prospects" "quote" "quotes" "premium"
    "premiums" "carrier" "carriers" "insurer" "insurers" "stage" "stages" "renewal" "renewals" "policy" "policies"
    "coverage" "coverages" "umbrella" "cyber" "pipeline" "book" "contact" "contacts" "application" "applications"
    "submission" "submissions" "industry" "industries" "files" "deal" "deals" "commission" "phone" "number" "email"
    "address" "count" "total" "average" "mean" "median" "sum" "combined" "each" "every" "month" "monthly" "quarter"
    "submitted" "quoted" "pitched" "bound" "lost" "received" "effective" "follow" "date" "liability" "property"
    "workers" "compensation" "commercial" "auto" "professional" "employment" "insurance" "deductible" "limit" "rank"
    "general" "group" "list" "state" "states" "county" "city"
);

/// What people put around a question: it asks for nothing itself.
pub(crate) const AROUND: &[&str] = list!(
    "idea" "wondering" "wonder" "curious" "compare" "check" "checking" "quick" "question" "sec" "second" "minute" "moment" "handy"
    "thanks" "thank" "thx" "look" "looking" "pull" "happen" "happens" "mind" "telling" "someone" "somebody" "asking" "asks"
    "ask" "wants" "want" "wanted" "knows" "knowing" "sure" "remember" "recall" "forgot" "forget" "hey" "hi" "hello" "again"
    "fyi" "chance" "possibly" "maybe" "perhaps" "real" "guess" "mean" "see" "anyone" "anybody" "boss" "appreciate" "kindly"
    "hate" "bother" "sorry" "figure" "clue" "tip" "head" "top" "memory" "refresh" "help" "get" "trying" "try" "today"
    "meeting" "before" "call" "records" "record" "system" "show" "shows" "showing" "listed" "list" "according" "books" "have"
    "let's" "let" "so" "well" "um" "ok" "okay" "btw" "also" "dear" "team" "there" "morning" "afternoon" "us" "confirm"
    "verify" "double" "whats" "i've" "i'll" "you've" "got" "hand" "i'd" "we've" "we'd" "it's" "that's" "there's" "him" "her"
);

/// Verbs and nouns before a question within a sentence: "the owner wants to know who", "any idea which".
pub(crate) const ASKING: &[&str] = list!(
    "asking" "know" "idea" "wondering" "wonder" "tell" "check" "see" "find" "figure" "curious" "sure" "remember" "recall"
    "forgot" "forget" "clue" "remind" "ask" "asks" "confirm" "verify" "reminder" "memory"
);

pub(crate) const QUESTION_WORDS: &[&str] = list!(
    "what" "when" "where" "which" "who" "whom" "whose" "why" "how" "did" "do" "does" "is" "are" "was" "were" "has"
    "have" "had" "can" "could" "should" "would" "will" "isn't" "aren't" "hasn't" "haven't" "didn't" "doesn't"
    "don't" "wasn't" "won't" "whats" "hows" "wheres" "whos" "may" "am"
);

/// A sentence that starts with one of these asks for a change.
pub(crate) const UPDATE_VERBS: &[&str] = list!(
    "mark" "set" "move" "change" "update" "add" "remove" "drop" "delete" "note" "record" "log" "put" "reopen" "bind"
    "close" "raise" "increase" "decrease" "lower" "reduce" "bump" "switch" "rename" "make" "replace" "cancel"
    "submit" "correct" "fix" "write" "enter" "save" "schedule" "push" "postpone" "create" "open" "assign" "attach"
    "include" "take" "strike" "file" "register" "rewrite" "erase" "wipe" "purge" "edit" "adjust" "revise" "backdate"
    "jot" "flag" "append" "swap" "advance" "progress" "clear" "undo" "revert" "reassign" "merge" "overwrite" "alter"
    "capture" "document" "onboard" "scratch" "nix" "knock" "amend" "modify" "shift" "transfer" "promote" "substitute"
    "insert" "withdraw" "reinstate" "reset" "trim" "bring" "flip" "scrub" "redact" "pretend" "falsify" "hide" "place"
);

/// Orders to do something with somebody, which change nothing: "Call Birch Cafe".
pub(crate) const ERRANDS: &[&str] = list!(
    "call" "phone" "email" "text" "ping" "ask" "tell" "remind" "visit" "meet" "thank" "invoice" "contact" "chase" "nudge" "message"
    "compare" "show" "summarize" "review" "find" "check"
);

pub(crate) const GREETINGS: &[&str] = list!(
    "hi" "hello" "hey" "good" "morning" "afternoon" "evening" "thanks" "thank" "ok" "okay" "yes" "no" "sure" "bye"
    "cheers" "great" "cool" "yo" "sup" "howdy" "thx" "everyone" "everybody" "team" "folks"
);

/// Words around an account that still ask for nothing in particular.
pub(crate) const VAGUE: &[&str] = list!(
    "thing" "things" "stuff" "call" "back" "later" "usual" "same" "something" "whatever" "handle" "it" "again"
    "please" "thanks" "do" "know" "talked" "discussed" "asap" "soon" "guys" "folks" "people" "ok" "okay" "hmm"
    "well" "hey" "hi" "hello" "then" "help" "deal" "sort" "think" "regarding" "re" "next" "work" "magic" "needful"
    "take" "care" "look" "into" "check" "checking" "today" "tomorrow" "always" "anyway" "alright" "yeah" "yep" "nope" "way" "see"
    "sigh" "ugh" "wow" "argh" "oh" "boy" "geez" "jeez" "yikes" "whew" "meh" "lol" "omg" "gosh" "eh" "huh" "grr" "oof" "phew"
);

/// Words of an order that only points at an earlier one: "same procedure", "you know the drill", "as agreed".
pub(crate) const AS_BEFORE: &[&str] = list!(
    "same" "usual" "procedure" "process" "drill" "routine" "protocol" "proceed" "agreed" "discussed" "planned" "promised"
    "said" "normal" "standard" "normally" "usually" "before" "always" "ditto" "likewise" "repeat" "treatment" "approach"
    "steps" "step" "way" "time" "times" "previous" "previously" "last" "yesterday" "week" "ones" "others" "other" "job" "method"
    "plan" "game" "playbook" "business" "deal" "what" "how" "works" "goes" "done" "did" "we" "you" "go" "ahead" "along" "with"
    "carry" "continue" "old" "story" "like" "round" "spiel"
);

/// One of these has to be among them.
pub(crate) const POINTS_BACK: &[&str] = list!(
    "same" "usual" "usually" "drill" "proceed" "normal" "normally" "standard" "ditto" "likewise" "routine" "procedure"
    "protocol" "repeat" "playbook"
);

pub(crate) const LEGAL_ENDINGS: &[&str] = list!(
    "llc" "inc" "co" "corp" "corporation" "company" "ltd" "limited" "llp" "lp" "pc" "pllc" "pa" "plc" "incorporated"
);

/// Last words of companies' names, in whatever letters they are written.
pub(crate) const COMPANY_ENDINGS: &[&str] = list!(
    "rentals" "rental" "bakery" "cafe" "catering" "brewing" "brewery" "landscaping" "roofing" "plumbing" "electric" "dental"
    "clinic" "fitness" "gym" "studio" "studios" "shop" "store" "market" "farms" "farm" "foods" "kitchen" "grill" "diner" "salon"
    "spa" "daycare" "preschool" "academy" "school" "trucking" "towing" "logistics" "transport" "moving" "storage" "motors" "auto"
    "tire" "repair" "services" "service" "solutions" "systems" "supply" "construction" "builders" "contractors" "contracting"
    "welding" "painting" "flooring" "heating" "cleaning" "properties" "partners" "associates" "group" "holdings" "enterprises"
    "industries" "company" "co" "inc" "llc" "corp" "church" "hotel" "inn" "lodge" "winery" "vineyards" "orchards" "nursery"
    "florist" "photography" "printing" "books" "tours" "outfitters" "adventures" "stables" "kennels" "boarding" "grooming"
    "veterinary" "pharmacy" "law" "legal" "accounting" "consulting" "design" "media" "tech" "software" "security" "jewelers"
    "pub" "tavern" "deli" "bistro" "barbershop" "garage" "nurseries" "center" "boutique" "apparel" "candles" "crafts" "cycles" "bikes" "boats" "marina" "charters" "pizza" "tacos" "coffee" "roasters"
);

/// Last words of an insurer's name.
pub(crate) const CARRIER_ENDINGS: &[&str] = list!(
    "mutual" "insurance" "casualty" "specialty" "indemnity" "assurance" "underwriters" "surety" "ins" "general"
    "life" "reinsurance" "fire" "group" "national"
);

/// Words of names that alone point to nobody.
pub(crate) const COMMON: &[&str] = list!(
    "auto" "bakery" "bar" "best" "big" "blue" "body" "books" "brewing" "brothers" "building" "cafe" "care"
    "catering" "center" "centre" "city" "cleaning" "clinic" "club" "coast" "coffee" "collective" "company"
    "construction" "control" "country" "county" "creek" "dairy" "day" "days" "dental" "design" "early" "east"
    "electric" "electrical" "express" "fab" "family" "farm" "farms" "fitness" "food" "foods" "garden" "gas" "glass"
    "golden" "grand" "great" "green" "group" "grocers" "gym" "hall" "health" "high" "hill" "hills" "home" "homes"
    "house" "industries" "international" "joint" "kitchen" "lake" "land" "landscaping" "lane" "law" "learning"
    "living" "lodge" "market" "media" "medical" "mobile" "motor" "motors" "moving" "music" "new" "north"
    "old" "park" "partners" "party" "peak" "pest" "pet" "pets" "photography" "place" "plumbing" "point" "power"
    "prairie" "preschool" "print" "pro" "properties" "quality" "queen" "red" "rental" "rentals" "repair"
    "restaurant" "river" "road" "roofing" "royal" "school" "second" "service" "services" "shop" "silver" "solar"
    "solutions" "sons" "south" "spa" "sports" "spring" "star" "state" "station" "storage" "store" "street" "studio"
    "studios" "summit" "sun" "supply" "systems" "tech" "third" "tire" "tool" "top" "towing" "trading" "transport"
    "travel" "tree" "truck" "trucks" "trucking" "united" "valley" "vending" "view" "water" "welding" "wellness"
    "west" "white" "window" "windows" "wood" "works" "yard" "yoga" "phone" "email" "contact" "owner" "number"
    "premium" "carrier" "stage" "quote" "policy" "coverage" "route" "line" "iron" "desert"
    "bridge" "first"
);
