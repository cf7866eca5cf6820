//! Requests that nobody may make: on every account at once, or against what was.

use crate::text::Token;
use crate::words::UPDATE_VERBS;

const DESTROY: &[&str] = list!(
    "delete" "remove" "erase" "wipe" "purge" "drop" "destroy" "clear" "archive" "merge" "scrub" "shred" "expunge"
);
const TAMPER: &[&str] = list!(
    "rewrite" "alter" "backdate" "falsify" "forge" "fake" "doctor" "edit" "erase" "overwrite" "tamper" "hide" "scrub" "redact"
);
const CHANGE: &[&str] = list!("mark" "set" "move" "change" "update" "raise" "lower" "put" "make");
/// What keeps what was, and is only added to.
const HISTORY: &[&str] =
    list!("history" "log" "audit" "trail" "record" "records" "entry" "entries");
const REWRITTEN: &str = "The history is never rewritten; a correction is added as a new entry.";

/// Why a request is refused, if it is one that nobody may make.
pub fn refusal(tokens: &[Token]) -> Option<String> {
    let has = |list: &[&str]| {
        tokens
            .iter()
            .any(|token| list.contains(&token.norm.as_str()))
    };
    let everything = has(list!("every" "all" "everyone" "everybody" "entire" "whole"))
        && has(list!(
            "account" "accounts" "clients" "customers" "everyone" "everybody" "book" "prospects" "files"
        ));
    let sources = has(
        list!("emails" "messages" "calls" "transcript" "transcripts" "texts" "sources" "conversation"),
    );
    let past = tokens.windows(2).any(|pair| {
        (pair[0].norm == "was" || pair[0].norm == "were" || pair[0].norm == "had")
            && pair[1].norm == "always"
            || pair[0].norm == "never"
                && matches!(pair[1].norm.as_str(), "happened" | "told" | "said")
    });
    if everything && (has(DESTROY) || has(CHANGE)) {
        return Some("A change applies to one account at a time; name the account.".to_owned());
    }
    if (has(TAMPER) || has(DESTROY)) && (has(HISTORY) || sources || hides(tokens))
        || past && (has(TAMPER) || has(CHANGE))
        || destroys(tokens, &["note", "notes"])
        || rewrites(tokens)
        || takes_out(tokens)
        || pretends(tokens)
    {
        return Some(REWRITTEN.to_owned());
    }
    whole_account(tokens).then(|| {
        "An account is not deleted by a sentence; mark it lost, or ask an administrator.".to_owned()
    })
}

/// "Delete the note", "wipe his notes".
fn destroys(tokens: &[Token], things: &[&str]) -> bool {
    tokens.windows(3).any(|run| {
        DESTROY[..6].contains(&run[0].norm.as_str())
            && run[1..]
                .iter()
                .any(|token| things.contains(&token.norm.as_str()))
    })
}

fn whole_account(tokens: &[Token]) -> bool {
    let destroys = |token: &Token| DESTROY.contains(&token.norm.as_str());
    tokens
        .windows(2)
        .any(|pair| destroys(&pair[0]) && pair[1].norm == "account")
        || tokens.windows(3).any(|run| {
            destroys(&run[0])
                && matches!(run[1].norm.as_str(), "the" | "this" | "that")
                && run[2].norm == "account"
        })
}

/// "Erase the email where …" is about the message, "delete Ana's email" about an address; "as if it never came" is a lie.
fn hides(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| {
        let (word, next) = (pair[0].norm.as_str(), pair[1].norm.as_str());
        let message = list!("email" "message" "call" "text" "voicemail" "sms").contains(&word)
            && list!("where" "in" "about" "that" "with" "saying" "from").contains(&next);
        let each = list!("every" "each" "all").contains(&word)
            && list!("email" "message" "call" "text" "voicemail").contains(&next);
        let pretends = word == "as" && matches!(next, "if" | "though")
            || matches!(word, "pretend" | "pretending")
            || matches!(word, "look" | "looks") && next == "like";
        message || each || pretends
    })
}

/// "Change the log so that …", "fix the history to say …": what was written is to read otherwise. A history of losses is the
/// customer's, and may be told anew.
fn rewrites(tokens: &[Token]) -> bool {
    const ALTERS: &[&str] = list!(
        "change" "fix" "adjust" "correct" "modify" "amend" "revise" "redo" "tweak" "clean" "make" "rework" "massage"
    );
    let theirs = list!("loss" "losses" "claim" "claims" "driving" "credit" "service" "employment");
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    (0..tokens.len()).any(|at| {
        let log = (at + 1..at + 5).find(|place| HISTORY[..4].contains(&word(*place)));
        ALTERS.contains(&word(at))
            && log.is_some_and(|log| {
                let own = !theirs.contains(&word(log - 1));
                let aim = (log + 1..tokens.len()).any(|place| {
                    matches!(word(place), "so" | "to" | "say" | "show" | "read" | "until")
                });
                own && aim
            })
    })
}

/// "Take the email out of the history", "get rid of the entry".
fn takes_out(tokens: &[Token]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    let record = |at: usize| {
        HISTORY.contains(&word(at)) || list!("email" "message" "transcript").contains(&word(at))
    };
    (0..tokens.len()).any(|at| {
        let rid = word(at) == "get" && word(at + 1) == "rid" && (at + 3..at + 6).any(record);
        let out = list!("take" "strip" "pull" "cut" "leave" "strike" "keep").contains(&word(at))
            && (at + 1..tokens.len()).any(|place| {
                let from = word(place) == "from" || word(place) == "of" && word(place - 1) == "out";
                from && (place + 1..place + 5).any(|next| HISTORY[..4].contains(&word(next)))
            });
        rid || out
    })
}

/// "Make it look as if we never asked", "so it appears that we answered in time", "pretend they never called": an order to lie.
fn pretends(tokens: &[Token]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    let polite =
        list!("please" "pls" "can" "could" "would" "you" "we" "just" "kindly" "and" "let's");
    let first = (0..tokens.len()).find(|at| !polite.contains(&word(*at)));
    let Some(first) = first.filter(|at| UPDATE_VERBS.contains(&word(*at))) else {
        return false;
    };
    let looks = list!("look" "looks" "appear" "appears" "seem" "seems" "sound" "sounds");
    let aims = |at: usize| {
        (at.saturating_sub(4)..at).any(|before| matches!(word(before), "so" | "make" | "let"))
    };
    let otherwise = |at: usize| {
        matches!(word(at + 1), "like" | "that" | "we" | "they" | "i" | "it")
            || word(at + 1) == "as" && matches!(word(at + 2), "if" | "though")
    };
    list!("pretend" "backdate" "falsify" "forge" "fake").contains(&word(first))
        || (first..tokens.len()).any(|at| looks.contains(&word(at)) && aims(at) && otherwise(at))
}
