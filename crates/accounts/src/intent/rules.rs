//! The rules in their order; the first that applies decides.

use super::asking;
use super::telling::{self, stage_named};
use super::{Intent, SMALL_TALK, named};
use crate::resolve::Found;
use crate::text::Token;
use crate::words::{GREETINGS, QUESTION_WORDS, UPDATE_VERBS, VAGUE, is_desk, is_stopword};

pub(super) type Verdict = Option<(Intent, f64)>;
type Rule = fn(&Sentence<'_>) -> Verdict;

/// A sentence as the rules see it.
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<&'a str>,
    pub(super) tokens: &'a [Token],
    /// Words that are not part of the account's name.
    pub(super) rest: Vec<&'a str>,
    pub(super) named: bool,
    pub(super) spoken_of: bool,
    mention: Option<(usize, usize)>,
}

pub(super) const RULES: &[(&str, Rule)] = &[
    ("nothing is said", nothing),
    (SMALL_TALK, small_talk),
    (
        "a question that says nothing is to change",
        asking::only_asks,
    ),
    ("an order to do as before", asking::as_before),
    ("a request to be told or shown", wants_telling),
    ("a question within a sentence", asking::within),
    ("a request to change something", wants_change),
    ("something that is being done", asking::is_doing),
    ("a request that something be done", asking::wants_done),
    ("a question", question),
    (
        "a question after a name or a topic",
        asking::asks_after_topic,
    ),
    ("a question word within words", asking::asks_anywhere),
    (
        "things asked for after what is told",
        asking::asks_for_things,
    ),
    ("an order to change something", order),
    ("an order at the end of the sentence", late_order),
    ("a correction of what was said", correction),
    ("words for accounts in general", over_all),
    ("a name with nothing said about it", bare_name),
    (
        "a thing of an account, named without a verb",
        asking::names_a_thing,
    ),
    ("a report about an account", telling::report),
    (
        "words about an account without a verb",
        asking::without_a_verb,
    ),
    ("nothing more is said than a name", vague),
];

impl<'a> Sentence<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token], found: &Found) -> Self {
        let words: Vec<&str> = tokens.iter().map(|token| token.norm.as_str()).collect();
        let outside = |token: &&Token| {
            found
                .mention
                .is_none_or(|(start, end)| token.end <= start || token.start >= end)
        };
        let rest = tokens
            .iter()
            .filter(outside)
            .map(|token| token.norm.as_str())
            .collect();
        Self {
            text,
            words,
            tokens,
            rest,
            named: named(found) && found.mention.is_some(),
            spoken_of: named(found),
            mention: found.mention,
        }
    }

    /// Whether a word is part of the name that the account was found by.
    pub(super) fn in_mention(&self, token: &Token) -> bool {
        self.mention
            .is_some_and(|(start, end)| token.start >= start && token.end <= end)
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or("")
    }

    /// The first word after "please", "hey", "ok".
    pub(super) fn start(&self) -> usize {
        let polite = list!(
            "please" "pls" "hey" "hi" "hello" "ok" "okay" "and" "also" "so" "now" "then" "just" "kindly" "quick"
            "question" "thanks" "well"
        );
        self.words
            .iter()
            .position(|word| !polite.contains(word))
            .unwrap_or(0)
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(word))
    }

    pub(super) fn ends_with_question(&self) -> bool {
        self.text
            .trim_end()
            .trim_end_matches(['"', '\'', ')'])
            .ends_with('?')
    }

    fn follows(&self, at: usize, list: &[&str]) -> bool {
        list.contains(&self.word(at))
    }
}

fn nothing(sentence: &Sentence<'_>) -> Verdict {
    sentence.words.is_empty().then_some((Intent::Unclear, 0.99))
}

fn small_talk(sentence: &Sentence<'_>) -> Verdict {
    const CHAT: &[&str] = list!(
        "how are you" "who are you" "what's up" "what is up" "can you help me" "help me" "tell me a joke" "tell me something" "tell me anything" "tell me a story" "make me laugh"
        "what can you do" "never mind" "nevermind" "thank you" "just checking" "remind me later" "are you there"
        "what do you mean" "what does that mean" "what did you say" "come again" "say that again" "what are you talking about"
    );
    let line = sentence.text.to_lowercase().replace('\u{2019}', "'");
    let chat = !sentence.named
        && sentence.words.len() <= 7
        && CHAT.iter().any(|phrase| line.contains(phrase));
    let only = sentence
        .words
        .iter()
        .all(|word| GREETINGS.contains(word) || is_stopword(word) || VAGUE.contains(word));
    let asks = sentence.ends_with_question() && sentence.words.len() > 3;
    // "Forget what I said about Birch Cafe" leaves nothing to be kept.
    let takes_back = matches!(
        (sentence.word(0), sentence.word(1)),
        (
            "forget" | "disregard" | "ignore",
            "what" | "that" | "it" | "my" | "this"
        ) | ("never", "mind")
    ) && !sentence
        .words
        .iter()
        .any(|word| UPDATE_VERBS.contains(word));
    (chat || takes_back || (only && !sentence.spoken_of && !asks))
        .then_some((Intent::Unclear, 0.95))
}

/// "Tell me", "Show", "I'd like to know", "Could you find", "Remind me what".
fn wants_telling(sentence: &Sentence<'_>) -> Verdict {
    const TELL: &[&str] = list!(
        "tell" "show" "list" "find" "pull" "summarize" "summarise" "compare" "draft" "explain" "lookup" "search"
        "describe" "give" "check" "count" "rank" "total" "display" "fetch" "bring" "sum" "compile" "recap" "prepare"
        "break" "tally" "name" "identify" "read" "grab" "gimme" "lemme" "send" "shoot"
    );
    let start = sentence.start();
    let asked = match (sentence.word(start), sentence.word(start + 1)) {
        ("can" | "could" | "would" | "will", "you" | "u") => {
            start + 2 + usize::from(sentence.word(start + 2) == "please")
        }
        ("i" | "i'd" | "we" | "we'd", _) => {
            return wants_to_know(sentence, start);
        }
        ("remind", "me") | ("let", "me") | ("look", "up") => {
            let wh = sentence
                .words
                .iter()
                .skip(start + 2)
                .any(|word| QUESTION_WORDS.contains(word));
            return (wh || sentence.named && sentence.word(start) == "look")
                .then_some((Intent::Search, 0.9));
        }
        _ => start,
    };
    let told = TELL.contains(&sentence.word(asked))
        || (sentence.follows(asked, &["look", "run", "get", "dig", "add", "walk"])
            && sentence.follows(asked + 1, &["up", "me", "into", "out"]));
    // "Give them until Friday" and "bring it down to 900" are no requests for an answer.
    let self_served = !sentence.follows(asked, &["give", "bring", "send", "shoot"])
        || sentence.follows(asked + 1, &["me", "us"])
        || sentence.word(asked) == "bring" && sentence.word(asked + 1) == "up";
    let kept = tells_the_file(sentence, asked)
        || sentence.word(asked) == "name" && sentence.word(asked + 1) == "change"
        || sentence.word(asked) == "list" && asking::lists_a_person(sentence, asked + 1);
    let something = !kept && (sentence.named || sentence.words.len() > asked + 2);
    (told && self_served && something).then_some((Intent::Search, 0.9))
}

/// "I'd like to know", "we need her number".
fn wants_to_know(sentence: &Sentence<'_>, start: usize) -> Verdict {
    let wish = sentence.text.to_lowercase();
    let know = list!(
        "to know" "wondering" "wonder" "looking for" "to see" "to hear" "to find out" "curious" "remember" "recall"
        "forget" "forgot" "don't know" "not sure" "no idea" "lost track" "can't find" "can't think"
    );
    let field = sentence.has(list!(
        "phone" "number" "email" "carrier" "premium" "stage" "status" "contact" "address" "coverages"
    ));
    let moved = sentence.words.iter().any(|word| {
        UPDATE_VERBS.contains(word)
            || matches!(
                *word,
                "moved" | "marked" | "changed" | "added" | "updated" | "removed"
            )
    });
    if field
        && !moved
        && sentence.word(start + 1) == "need"
        && !sentence.tokens.iter().any(Token::is_number)
    {
        return Some((Intent::Search, 0.8));
    }
    know.iter()
        .any(|phrase| wish.contains(phrase))
        .then_some((Intent::Search, 0.9))
}

/// "Tell the file that …" is told to be kept.
fn tells_the_file(sentence: &Sentence<'_>, at: usize) -> bool {
    let said = sentence.words.get(at..).unwrap_or_default().iter().take(4);
    sentence.word(at) == "tell"
        && said
            .into_iter()
            .any(|word| matches!(*word, "file" | "notes" | "record"))
}

/// "Could you note that", "Can we mark", "I need you to set", "you can move".
fn wants_change(sentence: &Sentence<'_>) -> Verdict {
    let start = sentence.start();
    let asks = matches!(
        (sentence.word(start), sentence.word(start + 1)),
        (
            "can" | "could" | "would" | "will" | "can't" | "couldn't",
            "you" | "we" | "u" | "i" | "someone" | "somebody"
        )
    ) || (sentence.word(start) == "let" && sentence.word(start + 1) == "us")
        || sentence.word(start) == "let's"
        || (matches!(sentence.word(start), "i" | "we" | "i'd" | "we'd")
            && sentence.has(&["you", "to"]))
        || (sentence.word(start) == "would" && sentence.word(start + 2) == "mind");
    let verb = sentence.words.iter().skip(start + 1).take(6).find(|word| {
        UPDATE_VERBS.contains(word)
            || matches!(
                **word,
                "noting" | "adding" | "marking" | "changing" | "updating" | "moving" | "setting"
            )
    })?;
    let reads = matches!(*verb, "open" | "take" | "file" | "include" | "close") && !sentence.named;
    (asks && !reads && sentence.spoken_of).then_some((Intent::Update, 0.9))
}

fn question(sentence: &Sentence<'_>) -> Verdict {
    let start = sentence.start();
    let opens = opens(sentence, start);
    let asks = sentence.ends_with_question();
    let late_order = asks && last_clause_orders(sentence);
    if late_order {
        return Some((Intent::Update, 0.8));
    }
    if !opens && !asks {
        return None;
    }
    // "quote?" alone asks for nothing that can be found.
    let content = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    let wide = sentence.words.iter().any(|word| is_desk(word)) && !points_back(sentence);
    let wh = asks
        && sentence
            .rest
            .iter()
            .any(|word| asking::opens_question(word));
    let enough =
        sentence.spoken_of && (content > 0 || opens || wh) || (sentence.words.len() > 2 && wide);
    let statement = asks && !opens && is_order(sentence, start);
    if statement {
        return None;
    }
    Some(if enough {
        (Intent::Search, if opens { 0.95 } else { 0.8 })
    } else {
        (Intent::Unclear, 0.8)
    })
}

/// Whether a sentence begins as a question does.
fn opens(sentence: &Sentence<'_>, start: usize) -> bool {
    let first = sentence.word(start);
    asking::opens_question(first)
        && !(first == "don't"
            || first == "do" && sentence.word(start + 1) == "not"
            || first == "may" && sentence.word(start + 1).parse::<u8>().is_ok())
        || matches!(
            (first, sentence.word(start + 1)),
            (
                "until"
                    | "since"
                    | "by"
                    | "in"
                    | "on"
                    | "at"
                    | "for"
                    | "to"
                    | "from"
                    | "under"
                    | "with"
                    | "through",
                "when" | "what" | "which" | "whom" | "how" | "whose"
            )
        )
        || matches!(
            (first, sentence.word(start + 1)),
            ("any", "news" | "update" | "updates" | "word") | ("status", "of" | "on")
        )
        || matches!(first, "anything" | "anyone" | "anybody") && sentence.words.len() > 2
}

/// Whether a pronoun speaks of what was said before; "this year" does not.
fn points_back(sentence: &Sentence<'_>) -> bool {
    sentence.words.iter().enumerate().any(|(at, word)| {
        let time = list!("year" "month" "week" "quarter" "spring" "summer" "fall" "winter");
        list!("it" "they" "she" "he" "them").contains(word)
            || matches!(*word, "that" | "this") && !time.contains(&sentence.word(at + 1))
    })
}

/// "She wants to bind. Can you change it?", "…, could you note that?"
fn last_clause_orders(sentence: &Sentence<'_>) -> bool {
    let last = sentence
        .tokens
        .iter()
        .rposition(|token| token.after_break || token.starts_sentence)
        .unwrap_or(0);
    let clause = &sentence.words[last..];
    if matches!(clause, ["can" | "could" | "would" | "will", "you"]) {
        // "Reset it to Lead, would you?"
        let before = |token: &Token| token.after_break || token.starts_sentence;
        let begin = sentence.tokens[..last].iter().rposition(before);
        return begin.is_some_and(|begin| is_order(sentence, begin));
    }
    let asks = matches!(
        clause,
        ["can" | "could" | "would" | "will", "you" | "we", ..]
    ) || matches!(clause, ["please", ..]);
    last > 0 && asks && clause.iter().any(|word| UPDATE_VERBS.contains(word))
}

fn is_order(sentence: &Sentence<'_>, at: usize) -> bool {
    UPDATE_VERBS.contains(&sentence.word(at))
}

fn order(sentence: &Sentence<'_>) -> Verdict {
    let start = sentence.start();
    let first = sentence.word(start);
    let negated = matches!(
        (first, sentence.word(start + 1)),
        ("do", "not") | ("don't" | "never", _)
    );
    let follow = matches!(
        (first, sentence.word(start + 1)),
        ("follow", "up") | ("remind", "me" | "us") | ("get", "rid")
    ) && sentence.spoken_of
        || first == "give" && !sentence.follows(start + 1, &["me", "us"]) && sentence.spoken_of
        || first == "list" && asking::lists_a_person(sentence, start + 1)
        || first == "cross" && sentence.has(&["off"]) && sentence.spoken_of;
    let creates = matches!(
        (first, sentence.word(start + 1)),
        (
            "new",
            "prospect" | "lead" | "client" | "account" | "customer" | "contact" | "submission"
        )
    );
    if !is_order(sentence, start) && !negated && !creates && !follow {
        return None;
    }
    let everybody = sentence.has(&["every", "all", "everyone", "everything"]);
    let said = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    let target = sentence.spoken_of
        || everybody
        || sentence.has(list!("account" "contact" "premium" "stage" "carrier"));
    Some(if target && said > 0 {
        (Intent::Update, 0.95)
    } else {
        (Intent::Unclear, 0.7)
    })
}

/// "…, please write that down", "…: mark it lost", "…, make a note".
fn late_order(sentence: &Sentence<'_>) -> Verdict {
    let starts = |at: usize| {
        sentence.tokens[at].after_break
            || sentence.tokens[at].starts_sentence
            || matches!(
                sentence.words[at - 1],
                "please" | "pls" | "and" | "so" | "then" | "to"
            )
    };
    let ordered = (1..sentence.words.len())
        .any(|at| starts(at) && UPDATE_VERBS.contains(&sentence.words[at]));
    (ordered && sentence.spoken_of).then_some((Intent::Update, 0.85))
}

/// "no, 2,600", "make that Friday": only within a conversation about an account.
fn correction(sentence: &Sentence<'_>) -> Verdict {
    let marked = matches!(
        sentence.word(0),
        "no" | "sorry" | "actually" | "correction" | "oops" | "wait"
    );
    let value = sentence.tokens.iter().any(Token::is_number) || stage_named(sentence);
    (marked && sentence.spoken_of && !sentence.named && value).then_some((Intent::Update, 0.8))
}

/// "average premium of quoted accounts".
fn over_all(sentence: &Sentence<'_>) -> Verdict {
    let wide = sentence.has(list!(
        "accounts" "clients" "customers" "quotes" "prospects" "renewals" "pipeline" "policies" "submissions"
    ));
    (wide && !sentence.spoken_of && sentence.words.len() > 1).then_some((Intent::Search, 0.7))
}

fn bare_name(sentence: &Sentence<'_>) -> Verdict {
    let said = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    (said == 0).then_some((Intent::Unclear, 0.85))
}

fn vague(sentence: &Sentence<'_>) -> Verdict {
    sentence.spoken_of.then_some((Intent::Unclear, 0.6))
}
