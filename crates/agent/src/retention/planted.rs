//! Long threads as people write them, with facts that somebody will ask about later.
//!
//! A template is what is said, the words a question about it would use, and its answer. `{…}` are filled in afresh each time.
//! Small talk and numbers that mean nothing stand between them.

/// Something that was said on a thread.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) by: &'static str,
    pub(super) day: String,
    pub(super) text: String,
}

/// Something that must be known later.
#[derive(Debug, Clone)]
pub(super) struct Planted {
    /// Words of which one at least stands beside the answer.
    pub(super) about: Vec<String>,
    pub(super) answer: String,
    /// Another line made it wrong: nobody asks about it any more.
    pub(super) outdated: bool,
}

/// A thread in parts, each of which becomes one compaction.
pub(super) struct Thread {
    pub(super) parts: Vec<Vec<Line>>,
    pub(super) planted: Vec<Planted>,
}

/// What is said, in one message or as a question and its answer; what it is about; the answer.
struct Template {
    said: &'static [(&'static str, &'static str)],
    about: &'static str,
    answer: &'static str,
}

macro_rules! templates {
    ($([$(($by:literal, $said:literal)),+] $about:literal => $answer:literal;)+) => {
        &[$(Template { said: &[$(($by, $said)),+], about: $about, answer: $answer }),+]
    };
}

/// `contact` and `you` are who speaks.
const TEMPLATES: &[Template] = templates! {
    [("contact", "oh and the code for the {place} gate is {code} btw")] "gate {place}" => "{code}";
    [("contact", "You can reach my {kin} {name} at {phone} if I don't pick up.")] "{kin} {name}" => "{phone}";
    [("contact", "my new email is {email}, the old one bounces")] "email" => "{email}";
    [("contact", "We settled on {money} a month for the {thing}, starting in {month}.")] "{thing}" => "{money}";
    [("you", "I'll send the {paper} to {name} by {day}.")] "{paper}" => "{day}";
    [("you", "When should the {trade} come?"), ("contact", "{day} at {time} works")] "{trade}" => "{time}";
    [("contact", "Just so you know {name} is allergic to {food}, it's pretty serious.")] "allergic {name}" => "{food}";
    [("contact", "the {thing} is registered under number {ref}, keep that handy")] "{thing} registered" => "{ref}";
    [("contact", "ok decision made: we're going with the {colour} {thing}.")] "{thing}" => "{colour}";
    [("you", "What's the best address for the {paper}?"), ("contact", "{street}, second floor please")] "{paper} address floor" => "{street}";
    [("contact", "{name} turns {small} on {date}, we're throwing a party")] "{name}" => "{date}";
    [("contact", "Our {kin} moved to {city} last spring so don't send anything to the flat")] "{kin}" => "{city}";
    [("you", "Noted: the deposit for the {place} comes to {money}, refundable.")] "deposit {place}" => "{money}";
    [("contact", "I take {small} mg of {drug} every evening, doctor's orders")] "{drug} evening" => "{small}";
    [("contact", "it's flight {flight} on {date}, lands {time}")] "flight lands" => "{flight}";
    [("contact", "please never call before {time}, I work nights")] "call before" => "{time}";
    [("you", "Who signs for the company?"), ("contact", "that would be {name} {surname}")] "signs company" => "{name} {surname}";
    [("contact", "The policy on the {thing} runs out {date} - can you remind me a week before?")] "policy {thing}" => "{date}";
    [("contact", "we'll be {small} adults and two kids at the {place}")] "adults {place}" => "{small}";
    [("contact", "wifi at the {place} is {word}{code}, all lower case")] "wifi {place}" => "{word}{code}";
    [("contact", "Bring {name} along, she knows where the {thing} is kept: in the {place} behind the boiler.")] "{thing}" => "{place}";
    [("you", "I have booked the {trade} for {date}; the quote was {money} all in.")] "{trade}" => "{money}";
    [("contact", "my shoe size is {size}, people always get that wrong")] "shoe size" => "{size}";
    [("contact", "Honestly I prefer {food} to anything else for lunch.")] "prefer lunch" => "{food}";
    [("contact", "account number {iban}, bank is in {city}")] "account bank" => "{iban}";
    [("contact", "{name} promised to pay back the {money} before {month}")] "{name}" => "{money}";
    [("contact", "The {trade} said the {thing} needs {small} more weeks, annoying but fine")] "{thing} {trade} weeks" => "{small}";
    [("you", "Do you want the {colour} one or the other?"), ("contact", "the {colour} one")] "{colour}" => "{colour}";
    [("contact", "Dog's called {pet}, he's friendly, the cat is {pet2} and she bites")] "cat" => "{pet2}";
    [("contact", "we agreed with {name} that the {place} stays closed until {date}.")] "{place} closed" => "{date}";
};

/// A line, and the one that later makes it wrong.
const CHANGED: &[(Template, Template)] = &[
    (
        Template {
            said: &[("contact", "The alarm code is {code}.")],
            about: "alarm",
            answer: "{code}",
        },
        Template {
            said: &[("contact", "The alarm code is now {code}.")],
            about: "alarm",
            answer: "{code}",
        },
    ),
    (
        Template {
            said: &[("contact", "Our meeting is on {date}.")],
            about: "meeting",
            answer: "{date}",
        },
        Template {
            said: &[("contact", "sorry, our meeting is moved to {date}")],
            about: "meeting",
            answer: "{date}",
        },
    ),
    (
        Template {
            said: &[("contact", "My phone number is {phone}.")],
            about: "phone number",
            answer: "{phone}",
        },
        Template {
            said: &[("contact", "my phone number is {phone} from now on")],
            about: "phone number",
            answer: "{phone}",
        },
    ),
];

/// What nobody asks about later. Some of it has numbers and names in it all the same.
const SMALL_TALK: &[(&str, &str)] = &[
    ("contact", "haha yeah"),
    ("contact", "I've told them 100 times, no use"),
    ("contact", "how's it going?"),
    ("you", "All good here, thank you. How can I help?"),
    (
        "contact",
        "traffic was horrible again this morning, took forever",
    ),
    ("contact", "lol same"),
    ("you", "That sounds tiring."),
    (
        "contact",
        "my back hurts from all the gardening but what can you do",
    ),
    ("contact", "did you see the game?? crazy"),
    ("you", "I did not, but I heard that it was close."),
    ("contact", "one sec"),
    ("contact", "ok back. where were we"),
    ("you", "We were talking about the week ahead."),
    ("contact", "ugh it's raining cats and dogs, 24/7 these days"),
    ("contact", "thanks a million"),
    ("you", "You're welcome!"),
    ("contact", "whatever, we'll see"),
    (
        "contact",
        "I was thinking about it and honestly I'm not sure it matters that much in the end",
    ),
    ("you", "Take your time."),
    ("contact", "good night!"),
    ("you", "Good night."),
    ("contact", "morning :)"),
    (
        "contact",
        "the neighbours are at it again, music till late, you would not believe the racket they make",
    ),
    ("you", "I am sorry to hear that."),
    ("contact", "10/10 would recommend that bakery lol"),
    ("contact", "could be worse I guess"),
    ("contact", "anyway"),
    ("you", "Is there anything else I can do for you today?"),
    ("contact", "nah that's all for now"),
    ("contact", "brb phone"),
    (
        "contact",
        "so tired today, barely slept, the baby next door kept crying and then the bins were collected at dawn",
    ),
    ("you", "Understood."),
    ("contact", "my mum says hi"),
    ("contact", "can't complain"),
    ("contact", "been one of those weeks"),
    ("you", "I hope it gets better soon."),
    ("contact", "👍"),
    ("contact", "k"),
    ("contact", "no idea tbh"),
    ("contact", "I'd give it 50/50"),
];

const WORDS: &[(&str, &[&str])] = &[
    (
        "place",
        &[
            "garden",
            "cellar",
            "north entrance",
            "garage",
            "guest house",
            "workshop",
            "attic",
            "boathouse",
            "storage room",
            "courtyard",
        ],
    ),
    (
        "kin",
        &[
            "brother",
            "aunt",
            "neighbour",
            "cousin",
            "manager",
            "landlord",
            "accountant",
            "daughter",
        ],
    ),
    (
        "name",
        &[
            "Mirela", "Tobias", "Ingrid", "Kwame", "Yuki", "Soraya", "Piotr", "Nadine", "Emeka",
            "Leocadia", "Bram", "Ottilie",
        ],
    ),
    (
        "surname",
        &[
            "Okonkwo",
            "Lindqvist",
            "Barros",
            "Petrenko",
            "Vasquez",
            "Hartmann",
        ],
    ),
    (
        "thing",
        &[
            "van",
            "lease",
            "boiler",
            "piano",
            "trailer",
            "solar panels",
            "sofa",
            "printer",
            "fence",
            "carpet",
        ],
    ),
    (
        "paper",
        &[
            "contract",
            "inventory",
            "invoice",
            "floor plan",
            "certificate",
            "receipt",
        ],
    ),
    (
        "trade",
        &[
            "plumber",
            "electrician",
            "surveyor",
            "locksmith",
            "roofer",
            "piano tuner",
        ],
    ),
    (
        "food",
        &[
            "peanuts",
            "shellfish",
            "lentil soup",
            "sesame",
            "mango",
            "rye bread",
        ],
    ),
    (
        "colour",
        &[
            "dark green",
            "navy",
            "ochre",
            "burgundy",
            "white",
            "turquoise",
        ],
    ),
    (
        "city",
        &[
            "Tartu", "Porto", "Leeds", "Graz", "Halifax", "Bergen", "Lyon",
        ],
    ),
    (
        "drug",
        &["ramipril", "metformin", "levothyroxine", "cetirizine"],
    ),
    ("pet", &["Biscuit", "Rolf", "Pepper", "Wotan"]),
    ("pet2", &["Misha", "Cleo", "Duchess", "Olive"]),
    ("word", &["harbour", "falcon", "willow", "copper"]),
    (
        "street",
        &[
            "14 Elm Street",
            "Lindenstr. 27",
            "8 rue des Lilas",
            "221 Orchard Road",
            "Kirchgasse 5",
        ],
    ),
    (
        "month",
        &["January", "March", "June", "September", "November"],
    ),
    (
        "day",
        &[
            "Friday",
            "next Tuesday",
            "Thursday noon",
            "Monday morning",
            "the 15th",
        ],
    ),
];

/// A thread of so many parts, each with so many facts among small talk.
pub(super) fn thread(seed: u64, parts: usize, facts: usize) -> Thread {
    let mut chance = Chance(seed);
    let (mut thread, mut used) = (
        Thread {
            parts: Vec::new(),
            planted: Vec::new(),
        },
        0,
    );
    let changed = chance.below(CHANGED.len());
    for part in 0..parts {
        let day = format!("2026-{:02}-{:02}", 1 + part / 2, 1 + chance.below(28));
        let mut lines = Vec::new();
        for fact in 0..facts {
            chance.talk(&mut lines, &day);
            let (before, after) = &CHANGED[changed];
            let template = match (part, fact) {
                (0, 0) => before,
                (_, 0) if part == parts / 2 => {
                    thread.planted[0].outdated = true;
                    after
                }
                _ => {
                    used += 1;
                    // Each template comes around before any comes twice.
                    &TEMPLATES[(used + seed as usize * 7) % TEMPLATES.len()]
                }
            };
            thread.planted.push(chance.say(template, &mut lines, &day));
        }
        chance.talk(&mut lines, &day);
        thread.parts.push(lines);
    }
    thread
}

/// Numbers that are the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        // Constants of a linear congruential generator by Knuth; its high bits are the better ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| char::from(b'0' + self.below(10) as u8))
            .collect()
    }

    fn talk(&mut self, lines: &mut Vec<Line>, day: &str) {
        for _ in 0..3 + self.below(5) {
            let (by, text) = SMALL_TALK[self.below(SMALL_TALK.len())];
            lines.push(Line {
                by,
                day: day.to_owned(),
                text: text.to_owned(),
            });
        }
    }

    fn say(&mut self, template: &Template, lines: &mut Vec<Line>, day: &str) -> Planted {
        let mut slots: Vec<(String, String)> = Vec::new();
        for (by, said) in template.said {
            let text = self.fill(said, &mut slots);
            lines.push(Line {
                by,
                day: day.to_owned(),
                text,
            });
        }
        let about = self.fill(template.about, &mut slots);
        Planted {
            about: about.split_whitespace().map(str::to_owned).collect(),
            answer: self.fill(template.answer, &mut slots),
            outdated: false,
        }
    }

    /// The text with its slots filled; one that was filled before stays as it is.
    fn fill(&mut self, text: &str, slots: &mut Vec<(String, String)>) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            out.push_str(before);
            let known = slots.iter().find(|(name, _)| name == slot);
            let value = match known {
                Some((_, value)) => value.clone(),
                None => {
                    let value = self.value(slot);
                    slots.push((slot.to_owned(), value.clone()));
                    value
                }
            };
            out.push_str(&value);
            rest = after;
        }
        out + rest
    }

    fn value(&mut self, slot: &str) -> String {
        if let Some((_, words)) = WORDS.iter().find(|(name, _)| *name == slot) {
            return words[self.below(words.len())].to_owned();
        }
        match slot {
            "code" => self.digits(4),
            "phone" => match self.below(3) {
                0 => format!("+44 7700 900{}", self.digits(3)),
                1 => format!("(415) 555-0{}", self.digits(3)),
                _ => format!("0171 555{}", self.digits(4)),
            },
            "email" => format!("{}{}@example.org", self.value("word"), self.digits(2)),
            "money" => match self.below(3) {
                0 => format!("€{},{}", 1 + self.below(8), self.digits(3)),
                1 => format!("${}", 100 + self.below(900)),
                _ => format!("{} euros", 200 + self.below(700)),
            },
            "time" => match self.below(2) {
                0 => format!("{}:{}0", 1 + self.below(11), self.below(6)),
                _ => format!("{} pm", 1 + self.below(11)),
            },
            "date" => match self.below(2) {
                0 => format!("{} {}", 1 + self.below(28), self.value("month")),
                _ => format!("{} {}", self.value("month"), 1 + self.below(28)),
            },
            "size" => (36 + self.below(11)).to_string(),
            "flight" => format!("LH{}", self.digits(4)),
            "iban" => format!("DE{} {} {}", self.digits(2), self.digits(4), self.digits(4)),
            "ref" => format!("KX-{}-{}", self.digits(3), self.digits(4)),
            _ => (2 + self.below(90)).to_string(),
        }
    }
}
