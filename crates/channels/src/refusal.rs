//! Whoever asks in plain words for no more messages, has asked.

use crate::stopword;
use crate::wording::Words;
use crate::writing::{put_together, readings, written};

/// What a text says about being written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// No more messages.
    Clear,
    /// Something about it that a person had better read: when, by whom, or what for.
    Unclear,
}

/// To miss one of these is worse than to hear one too many: a person sees who has opted out, and START lifts it.
const CLEAR: &[&str] = &[
    "stop|sotp|stpo|quit|cease|discontinue|end|halt ~3 texting|messagin|communication|communications|textin|txtin|messaging|contacting|writing|spamming|harassing|bothering|bugging|pestering|txting|msging",
    "stop|quit|cease sending|with|w|blowing ~3 texts|messages|sms|msgs|txts|text|message|spam|phone|stuff|reminders|notifications",
    "stop|end|cease ?all|any ?of|further ?the|these|your|those|this texts|messages|sms|msgs|txts|messaging|communication|notifications|spam",
    "no more|further ?of ?these|your|sms|text texts|messages|sms|msgs|txts|reminders",
    "dont|never ?ever text|message|contact|write|msg|txt|sms|bother ?to me|us|this|my",
    "do|please|pls|u not ?ever text|message|contact|write|msg|txt|sms|bother ?to me|us|this|my",
    "dont|not want|wish ~4 texts|messages|sms|txts|msgs|texted|messaged|contacted|communication|messaging|notifications",
    "dont|not want|wish to hear from",
    "no longer want|wish|consent|like|interested ~5 texts|messages|texted|contacted|messaged|sms|txts",
    "not interested ~3 stop|texting|texts|messages",
    "remove|delete|take|drop|scrub|get ~1 me|us|number ~4 list|lists|texts|messages|system|database|contacts|mailing|phone|records",
    "remove|delete|lose|erase|forget ?this|my number|phone|cell",
    "opt|opting ?me|us out of ~3 texts|text|messages|sms|texting|messaging|this|these|alerts|notifications|communications",
    "leave me|us alone",
    "enough ?already with|of ~2 texts|messages|msgs|sms|txts",
    "take|remove|get me|us ?off $|please|pls|now|thanks",
    "get ~2 off this|your|the|ur ~1 list|thing|lists|texts",
    "no texts|messages|sms please|pls|ever|$|anymore",
    "quit|stop sending ?me|us them|these|this|stuff|$",
    "leave me be",
    "stop|quit with|w these|this|it|that $",
    "many times ~7 stop|unsubscribe",
    "stop|quit asking|calling|reminding|pinging|emailing me|us|$|please|pls",
    "no ?me|nos vuelva|vuelvan|vuelvas a escribir|mandar|contactar|enviar|molestar|textear",
    "not ?to receive|get ~2 texts|messages|sms|msgs",
    "make|want|need|get|have|wish|will|when ~3 texts|messages|msgs|sms ?to stop|stopped|end",
    "cancel|discontinue|halt ~2 texts|messages|sms|msgs|subscription|notifications|alerts|texting",
    "turn|shut|switch ?off ~3 texts|messages|notifications|alerts|sms|reminders ?off",
    "dont|not ?ever send ?me|us anything|anythng|nothing|texts|messages|sms|msgs|stuff|these|another",
    "dont|not ?ever send ?me|us any ?more|further $|texts|messages|of|sms",
    "do|dont ?not contact|text|message|disturb|call list",
    "dont|didnt|not|never|nor agree|consent|agreed|consented|signed|sign|subscribe|subscribed|ask|asked ~4 texts|messages|texted|messaged|sms|messaging",
    "dont|never|not text|txt|message|msg|contact|write again|anymore|ever|nothing|dont|period|$",
    "keep|keeps texting|messaging|sending|contacting ~8 stop",
    "stop|block|blocking ~8 keep|keeps texting|messaging",
    "ya ?no|basta manden|mande|envien|envie|escriban|escriba|con ~2 nada|mas|ningun|mensajes|textos",
    "revoke|withdraw|rescind ~2 consent|permission",
    "no|ya ~1 me|nos mande|manden|mandes|envie|envien|envies ~1 mas|mensajes|textos|nada|sms|$",
    "no|ya ~1 me|nos escriba|escriban|escribas|contacte|contacten|contactes|textee|texteen|moleste|molesten",
    "deje|dejen|deja|dejenme|pare|paren|paro de escribirme|enviarme|mandarme|contactarme|molestarme|escribir|enviar|mandar|textear|textearme|molestar",
    "no quiero|deseo ~1 ?recibir ~1 mensajes|textos|sms",
    "no mas mensajes|textos|sms",
    "quiteme|quitenme|quitame|borreme|borrenme|elimineme|saqueme|saquenme|sacame ~4 lista|sistema|ahi|aqui",
    "borre|borren|borra|elimine|eliminen|elimina ~1 mi numero",
    "dar|darme|dame|deme|denme de baja",
    "dejenme|dejeme|dejame en paz|tranquilo|tranquila",
];

/// Said alone these mean it. With more than politeness around them they may be about anything.
const ALONE: &[&str] = &[
    "stop",
    "stopp",
    "unsubscribe",
    "unsuscribe",
    "unsubscrib",
    "unsub",
    "optout",
    "alto",
    "basta",
    "parar",
    "pare",
    "paren",
    "detener",
    "detenganse",
    "cancelar",
    "baja",
];

const POLITE: &str = " please pls plz thanks thank thx you u now immediately already ok okay just it this all i im said told asked for the \
last time again want wanna need would like id to and sms text texts texting msg txt txts message bye goodbye asap ty messages messaging msgs me us my guys sir hi hello hey yes so much por favor \
ya gracias los mensajes textos opt out from these your ";

/// After these words it is a matter of when, not of whether.
const LIMITS: &str = " before after until till til unless if when while during at on in today tonight tomorrow yet back so between past because \
only except the a an it less fewer every twice early late about antes despues hasta cuando mientras durante hoy manana solo ";

const FILLERS: &str =
    " me us please pls plz here this my phone cell number anymore messages texts text ";

/// After these words the opposite is meant: "don't stop texting me".
const OPPOSITE: &str = " dont didnt cant couldnt wont not never doesnt ";

/// After these words it is told what somebody does not do: "you never text me".
const SUBJECTS: &str = " you u they he she we who people ";

/// Who does it, in a question about it.
const THEM: &str = " you u guys all they he she people just suddenly ever ";

/// What stands between a question and who it is about.
const HELPERS: &str = " will would do does are is r gonna going to can could should shall ";

/// What messages are about.
const MATTERS: &str = " reminders reminder notices alerts updates notifications for about regarding on the those these ";

const UNCLEAR: &[&str] = &[
    "keep|keeps texting|messaging|sending|contacting",
    "how did you|u get my|this number",
    "wrong number",
    "who gave you|u ~1 number",
    "stop|quit ~4 texts|texting|messages|messaging|spam|number|list",
    "unsubscribe|unsubscribed|unsubscribing",
    "opt|opted|opting out",
    "dont|not|no ~2 text|texts|message|messages|sms|texting",
    "no ~2 mensajes|textos",
];

/// What a text says about being written to, if anything. Of two ways to read it, the plainer one counts.
pub(crate) fn refusal(text: &str) -> Option<Refusal> {
    let said = readings(text).into_iter();
    let said: Vec<_> = said.filter_map(|one| of_written(&written(&one))).collect();
    let is_clear = said.contains(&Refusal::Clear);
    said.first()
        .map(|first| if is_clear { Refusal::Clear } else { *first })
}

fn of_written(text: &str) -> Option<Refusal> {
    let text = &put_together(text, &stopword::SPELT);
    let words = Words::of(text);
    let with_word = stopword::said_with(text);
    if with_word == Some(Refusal::Clear) || is_alone(&words) || ends_with_it(text) {
        return Some(Refusal::Clear);
    }
    let unsubscribes = words.say_any(&[
        "unsubscribe me|us|please|pls|$",
        "unsubscribe from ~2 texts|messages|list|this|these|sms|alerts|you|everything|all",
    ]);
    if unsubscribes && !words.say_any(&["email|emails|newsletter"]) {
        return Some(Refusal::Clear);
    }
    let found = CLEAR.iter().filter_map(|phrase| words.find(phrase));
    let mut unclear = with_word.is_some() || words.say_any(UNCLEAR);
    for (first, end) in found {
        if is_told(&words, first) || is_asked_about(&words, first, end) {
            continue;
        }
        if !is_limited(&words, end) {
            return Some(Refusal::Clear);
        }
        unclear = true;
    }
    unclear.then_some(Refusal::Unclear)
}

fn is_alone(words: &Words) -> bool {
    let is_word = |word: &String| ALONE.contains(&word.as_str());
    let opts_out = words.find("opt|opting ?me|us out").is_some();
    let rest = words.all().iter().filter(|word| !is_word(word));
    let told = words.all().iter().any(is_word) || opts_out;
    told && rest
        .filter(|word| !opts_out || *word != "opting")
        .all(|word| is_among(POLITE, word))
}

/// Whether the last of several sentences is nothing but the word. "Stop it" is about something in the others.
fn ends_with_it(text: &str) -> bool {
    let sentences = text.split(['.', '!', '?', '\n', ';']).map(Words::of);
    let mut said = sentences.filter(|words| !words.all().is_empty());
    let last = said.next_back();
    last.is_some_and(|words| words.find("it|this|that").is_none() && is_alone(&words))
}

/// Whether it is told of rather than asked for. "If you don't stop texting me" is a threat, and asks for it.
fn is_told(words: &Words, first: usize) -> bool {
    let back = |by: usize| first.checked_sub(by).and_then(|at| words.all().get(at));
    let threatens = back(3).is_some_and(|word| word == "if");
    let denies = words.all().get(first);
    let denies = denies.is_some_and(|word| is_among(" dont do never not no ", word));
    back(1).is_some_and(|word| {
        (is_among(OPPOSITE, word) && !threatens) || (denies && is_among(SUBJECTS, word))
    })
}

/// Whether a question or a condition speaks of it without asking for it. By what stands before it:
///
/// - "why did you stop texting me", "have you stop…", "if you stop…": it has happened, or has not yet; whoever asks may miss it.
/// - "when will you stop texting reminders for trash day": asks for a time, of messages about something. Without something that they
///   are about, "when will you stop texting me" is said by somebody who has had enough.
/// - "should I stop texting you": it is they who stop.
///
/// "Can you", "will you" and "why won't you stop texting me" ask for it in the form of a question.
fn is_asked_about(words: &Words, first: usize, end: usize) -> bool {
    let before = words.all().get(..first).unwrap_or_default().iter().rev();
    let others = before
        .clone()
        .take_while(|word| is_among(THEM, word))
        .count();
    let is_past = before
        .clone()
        .nth(others)
        .is_some_and(|word| is_among(" did have has had if whether ", word));
    let is_office = words
        .all()
        .get(first.saturating_sub(3)..first)
        .is_some_and(|before| {
            Words::from(before.to_vec()).say_any(&["^ did|has the|my|your|our ~1 $"])
        });
    if (others > 0 && is_past) || is_office {
        return true;
    }
    let mut reached = before.skip_while(|word| is_among(THEM, word) || is_among(HELPERS, word));
    let (reached, earlier) = (reached.next(), reached.next());
    let reached = reached.map_or("", String::as_str);
    if matches!(reached, "when" | "soon" | "day" | "date") {
        let mut after = words.all().iter().skip(end);
        let matter = after.find(|word| !is_among(FILLERS, word));
        return matter.is_some_and(|word| is_among(MATTERS, word));
    }
    let at = |at: usize| words.all().get(at).map_or("", String::as_str);
    let is_doing = at(first + 1).ends_with("ing") && !matches!(at(first + 2), "me" | "us");
    matches!(reached, "i" | "ill") && is_doing && earlier.is_none_or(|word| word != "how")
}

fn is_limited(words: &Words, end: usize) -> bool {
    let mut after = words.all().iter().skip(end);
    let next = after.find(|word| !is_among(FILLERS, word));
    next.is_some_and(|word| is_among(LIMITS, word))
}

pub(crate) fn is_among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
