//! What the state of an account can answer.

use std::sync::Arc;

use super::Question;
use super::fields::{Field, LEXICON, SMALL, TRIGGERS};
use super::frames::{framed, pointing_back};
use super::idioms::without_decided;
use super::insurer::asks_insurer_of_today;
use super::later::{beginning, new_number, successor};
use super::people::{
    names_person, names_role, own_words, people, person_asked, person_line, reach_line,
    role_of_person,
};
use super::stretch::Evidence;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::book::{Book, Source};
use crate::dates::spoken;
use crate::query::{Answer, Citation, date_of};
use crate::state::AccountState;
use crate::text::{Token, plain};
use crate::update::coverage_name;
use crate::words::{AROUND, COVERAGES, is_stopword, state_name};

/// The fields that a question asks for, and whether it asks for nothing else.
#[derive(Debug)]
pub(super) struct Facts {
    fields: Vec<Field>,
    alone: bool,
    /// Who insures an account that is not bound yet: whoever does, its carrier on file has only quoted.
    pub(super) by_another: bool,
}

/// "last year's premium", "insured with before": the state has only what holds now.
fn earlier(line: &str, fields: &[Field]) -> bool {
    let past = list!(
        "before" "previous" "previously" "prior" "last" "expiring" "original" "originally" "initial" "initially" "first"
    );
    let now = [Field::Premium, Field::Carrier, Field::Coverage];
    fields.iter().any(|field| now.contains(field))
        && !fields.contains(&Field::Names)
        && past.iter().any(|word| line.contains(&format!(" {word} ")))
}

/// Verbs between an account and a line of insurance.
const HOLDS: &[&str] = list!(
    "include" "includes" "have" "has" "carry" "carries" "cover" "covers" "hold" "buy" "contain" "get" "need" "want" "on"
    "part" "there" "got" "included" "covered" "doing" "go" "write" "writing" "program" "package" "do" "yes" "policy" "add"
    "bought" "take" "took"
);

/// Reads which fields a question asks for.
pub(super) fn asked(question: &Question<'_>, account: &AccountState) -> Facts {
    let rest: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let line = format!(" {} ", rest.join(" "));
    let said = |words: &[&str]| words.iter().any(|word| line.contains(&format!(" {word} ")));
    let own = own_words(question, account);
    let mut framed = framed(&rest, &|word| own.iter().any(|known| known == word));
    // "What is Ana at Birch Cafe" is about Ana, "the name of the manager" about the manager.
    let in_role = |word: &&str| !is_stopword(word) && names_role(word, account);
    if rest.iter().any(in_role) || names_person(question, account) {
        let trade = framed.iter_mut().filter(|field| **field == Field::Trade);
        trade.for_each(|field| *field = Field::Person);
    }
    let alone = !framed.is_empty();
    let (fields, rest) = if alone {
        (framed, rest)
    } else {
        leading(question, account, rest, &own)
    };
    let line = format!(" {} ", rest.join(" "));
    let covered = |word: &&str| {
        is_stopword(word)
            || own.iter().any(|known| known == word)
            || fields.contains(&Field::Person) && names_role(word, account)
            || LEXICON
                .iter()
                .any(|(field, list)| fields.contains(field) && list.contains(word))
            || SMALL.contains(word)
            || AROUND.contains(word)
            || coverage_in(&line, account).is_some_and(|coverage| {
                coverage.1.contains(&format!(" {word} ")) && fields.contains(&Field::Coverage)
            })
            || (fields.contains(&Field::Coverage) && HOLDS.contains(word))
            || (fields.contains(&Field::Carrier) && state_name(word).is_some())
    };
    // "What would it be with the higher limit?" is no question about what is.
    let supposed =
        said(list!("would" "if" "why" "how come" "what made")) || earlier(&line, &fields);
    let told = without_decided(question.tokens).is_some() || told_by_messages(&said);
    // The price of one line is not the premium of the account.
    let one_line = fields.contains(&Field::Premium)
        && account.coverage_types.len() > 1
        && coverage_in(&line, account).is_some();
    let by_another = asks_insurer_of_today(&fields, &said, account);
    let alone = (alone || rest.iter().all(covered))
        && !fields.is_empty()
        && !by_another
        && !supposed
        && !told
        && !one_line
        && fields.iter().all(|field| field.answers(&line));
    Facts {
        fields,
        alone,
        by_another,
    }
}

/// How something is paid and how far a price moved are told by messages.
fn told_by_messages(said: &dyn Fn(&[&str]) -> bool) -> bool {
    let paid = list!("billed" "paid" "invoiced" "financed" "collected" "bill" "invoice" "split");
    let moved =
        list!("go up" "went up" "go down" "went down" "rise" "climb" "come down" "came down");
    said(&["how is", "how are", "how was", "how do", "how does"]) && said(paid)
        || said(&["how much", "what amount"]) && said(moved)
}

/// The fields that a question asks for, those of clauses that point back among them, and the words of the rest.
fn leading<'a>(
    question: &Question<'_>,
    account: &AccountState,
    rest: Vec<&'a str>,
    own: &[String],
) -> (Vec<Field>, Vec<&'a str>) {
    let (back, left) = pointing_back(&rest, &|word| own.iter().any(|known| known == word));
    let line = format!(" {} ", left.join(" "));
    let mut asked = fields(question, account, &left, &line);
    let pointed_at = [
        Field::Premium,
        Field::Coverage,
        Field::Carrier,
        Field::Stage,
        Field::Place,
    ];
    if back.is_empty() || !asked.iter().any(|field| pointed_at.contains(field)) {
        let line = format!(" {} ", rest.join(" "));
        return (fields(question, account, &rest, &line), rest);
    }
    for field in back {
        if !asked.contains(&field) {
            asked.push(field);
        }
    }
    (asked, left)
}

/// The fields that phrases, people, lines of insurance and bare verbs ask for.
fn fields(
    question: &Question<'_>,
    account: &AccountState,
    rest: &[&str],
    line: &str,
) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let said = |words: &[&str]| words.iter().any(|word| line.contains(&format!(" {word} ")));
    for (field, triggers) in TRIGGERS {
        if said(triggers) && !fields.contains(field) {
            fields.push(*field);
        }
    }
    if (person_asked(line, account) || role_of_person(&super::line(question.tokens), account))
        && !fields.contains(&Field::Person)
    {
        fields.push(Field::Person);
    }
    let opens = rest
        .first()
        .is_some_and(|first| list!("does" "do" "is" "are" "has" "have" "did").contains(first));
    let either = said(&["yes or no"]);
    if (opens || either)
        && coverage_in(line, account).is_some()
        && (either || said(HOLDS))
        && !fields.contains(&Field::Coverage)
    {
        fields.push(Field::Coverage);
    }
    // "What do they do": nothing but the account and the verb.
    let idle = rest
        .iter()
        .all(|word| list!("what" "do" "does" "they" "exactly" "it" "the").contains(word));
    if idle && said(&["do"]) && !fields.contains(&Field::Trade) {
        fields.push(Field::Trade);
    }
    let prefix = |word: &str| rest.first() == Some(&word);
    if (prefix("where") || line.contains(" where is it "))
        && said(&["is", "are", "located", "based"])
        && !said(list!("we" "stand" "stands" "down" "written"))
        && !fields.contains(&Field::Place)
    {
        fields.push(Field::Place);
    }
    // A day answers "when": that it is bound does not say since when.
    if prefix("when") && fields.contains(&Field::Stage) {
        fields.retain(|field| *field != Field::Stage);
        if said(list!("bind" "bound")) && !fields.contains(&Field::Effective) {
            fields.push(Field::Effective);
        }
    }
    priced(question, account, line, &mut fields);
    fields
}

/// Settles what a word for a number or for a quote asks for: a telephone, a premium or a stage.
fn priced(question: &Question<'_>, account: &AccountState, line: &str, fields: &mut Vec<Field>) {
    let said = |words: &[&str]| words.iter().any(|word| line.contains(&format!(" {word} ")));
    // "The carrier and the number" and "the renewal figure" are about money; a telephone is not asked for by "number" alone.
    let called = said(
        list!("phone" "cell" "mobile" "telephone" "reach" "call" "dial" "text" "digits" "ring"),
    );
    let money =
        said(list!("renewal" "quote" "carrier" "premium" "proposal" "quoted" "bound" "market"));
    if fields.contains(&Field::Phone) && !called && money && !names_person(question, account) {
        fields.retain(|field: &Field| *field != Field::Phone);
        if !fields.contains(&Field::Premium) {
            fields.push(Field::Premium);
        }
    }
    // "what did X get quoted": the amount, not the stage.
    if said(&["quoted"])
        && said(&["what", "how much"])
        && !said(&["who"])
        && !fields.contains(&Field::Premium)
    {
        fields.push(Field::Premium);
        fields.retain(|field: &Field| *field != Field::Stage);
    }
    // "what did we bind it at": the amount.
    if fields.contains(&Field::Premium)
        && said(list!("bind at" "bound at" "bind for" "what did we bind"))
    {
        fields.retain(|field: &Field| *field != Field::Stage);
    }
    // "what is quoted for X": the amount, not the stage.
    if fields.contains(&Field::Premium) && said(&["what is quoted", "what quoted", "how much"]) {
        fields.retain(|field: &Field| *field != Field::Stage);
    }
}

impl Facts {
    /// The answer, if the state has all of it.
    pub(super) fn complete(
        &self,
        question: &Question<'_>,
        account: &AccountState,
        book: &Book,
    ) -> Option<Answer> {
        if !self.alone {
            return None;
        }
        let told: Vec<(Field, Option<String>)> = self
            .fields
            .iter()
            .map(|field| {
                (
                    *field,
                    self.tell(*field, question, account, book.sources(&account.id)),
                )
            })
            .collect();
        let mut lines: Vec<String> = told.iter().filter_map(|(_, line)| line.clone()).collect();
        // What the state lacks of several things asked for may have been written or said.
        if !lines.is_empty() && lines.len() < told.len() {
            return None;
        }
        if lines.is_empty() {
            let dated = self.fields.iter().any(|field| {
                matches!(
                    field,
                    Field::Renewal | Field::FollowUp | Field::Effective | Field::Person
                )
            });
            return (!dated).then(|| super::unknown(question, account));
        }
        let mut citations = vec![Citation::state(&account.id)];
        if let Some((line, citation)) = self.later(question, account, book) {
            lines.push(line);
            citations.push(citation);
        }
        Some(Answer {
            text: format!("{}: {}", account.name, lines.join(" ")),
            citations,
            rule: "the fields of the account's state".to_owned(),
            known: true,
        })
    }

    /// Says that it is not known, and what the state has of the fields that were asked for.
    pub(super) fn with_unknown(
        &self,
        question: &Question<'_>,
        account: &AccountState,
        open: Option<(&[Source], &Evidence)>,
    ) -> Answer {
        let kept = self.beside(question, account);
        let mut answer = super::unknown(question, account);
        if let Some((sources, asked)) = open {
            let source = &sources[asked.source];
            answer.text.push_str(&format!(
                " It was asked or left open on {}, and no answer is on file ({}): \"{}\"",
                source.date(),
                source.id,
                asked.text
            ));
            answer.citations.push(Citation {
                id: source.id.clone(),
                line: (asked.line > 0).then_some(asked.line),
            });
            answer.rule = "it was asked, and nobody answered".to_owned();
        }
        if !kept.is_empty() {
            answer
                .text
                .push_str(&format!(" On file: {}", kept.join(" ")));
            answer.citations.push(Citation::state(&account.id));
        }
        answer
    }

    /// The fields asked for, as lines to stand beside evidence.
    pub(super) fn beside(&self, question: &Question<'_>, account: &AccountState) -> Vec<String> {
        self.fields
            .iter()
            .filter_map(|field| self.tell(*field, question, account, &[]))
            .collect()
    }

    fn tell(
        &self,
        field: Field,
        question: &Question<'_>,
        account: &AccountState,
        sources: &[Arc<Source>],
    ) -> Option<String> {
        match field {
            Field::Stage => account
                .stage
                .as_ref()
                .map(|stage| format!("Stage: {stage}.")),
            Field::Premium => account
                .premium
                .map(|premium| format!("Premium: {premium} a year.")),
            Field::Carrier => account
                .carrier
                .as_ref()
                .map(|carrier| format!("Carrier: {carrier}.")),
            Field::Coverage => coverage_line(question, account),
            Field::Phone => Some(people(question, account))
                .filter(|list| list.iter().any(|contact| contact.phone.is_some()))
                .map(|list| reach_line(&list, |contact| contact.phone.as_ref())),
            Field::Email => Some(people(question, account))
                .filter(|list| list.iter().any(|contact| contact.email.is_some()))
                .map(|list| reach_line(&list, |contact| contact.email.as_ref())),
            Field::Person => person_line(question, account),
            Field::Place => account.location.as_ref().map(|place| {
                format!(
                    "{}, {} ({}).",
                    place.city,
                    place.state,
                    state_name(&place.state).unwrap_or(&place.state)
                )
            }),
            Field::Trade => account
                .industry
                .as_ref()
                .map(|trade| format!("Business: {trade}.")),
            Field::FollowUp | Field::Renewal | Field::Effective => dated(field, question, account),
            Field::Created => account.created.map(|at| {
                let day = at.to_zoned(TimeZone::UTC).date();
                format!("Account opened: {} ({day}).", spoken(day))
            }),
            Field::Names => names_line(account),
            Field::Notes => {
                (!account.notes.is_empty()).then(|| format!("Notes: {}", account.notes.join(" ")))
            }
            Field::Overview => Some(overview(account, sources)),
        }
    }

    /// What a message says of the people asked for, when the state still has something else, and of the day of the beginning.
    fn later(
        &self,
        question: &Question<'_>,
        account: &AccountState,
        book: &Book,
    ) -> Option<(String, Citation)> {
        let reach = self.fields.contains(&Field::Phone) || self.fields.contains(&Field::Email);
        let sources = book.sources(&account.id);
        let asked = people(question, account);
        let begun = || {
            let effective = self.fields.contains(&Field::Effective);
            let (_, day) =
                day_of(Field::Effective, account, question.today).filter(|_| effective)?;
            beginning(day, sources)
        };
        successor(&asked, account, sources)
            .filter(|_| reach || self.fields.contains(&Field::Person))
            .or_else(|| new_number(account, sources).filter(|_| reach))
            .or_else(begun)
    }
}

/// "Does it have umbrella?" is answered with yes or no; otherwise all lines are told.
fn coverage_line(question: &Question<'_>, account: &AccountState) -> Option<String> {
    if account.coverage_types.is_empty() {
        return None;
    }
    let rest: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let line = format!(" {} ", rest.join(" "));
    let all = account.coverage_types.join(", ");
    let opens = rest.first().is_some_and(|first| {
        matches!(
            *first,
            "does" | "do" | "is" | "are" | "has" | "have" | "did"
        )
    }) || line.contains(" yes or no ");
    match coverage_in(&line, account) {
        Some((wanted, _)) if opens => {
            let held = account
                .coverage_types
                .iter()
                .any(|held| coverage_name(held) == wanted);
            Some(format!(
                "{}. Coverages: {all}.",
                if held { "Yes" } else { "No" }
            ))
        }
        _ => Some(format!("Coverages: {all}.")),
    }
}

/// The first line of insurance that a question names, with the words that name it.
fn coverage_in(line: &str, account: &AccountState) -> Option<(String, String)> {
    let names = COVERAGES
        .iter()
        .flat_map(|(name, others)| std::iter::once(*name).chain(others.iter().copied()));
    let own = account.coverage_types.iter().map(String::as_str);
    names
        .chain(own)
        .map(plain)
        .filter(|name| line.contains(&format!(" {name} ")))
        .max_by_key(String::len)
        .map(|name| (coverage_name(&name), format!(" {name} ")))
}

/// Former and other names, as far as they are on file.
fn names_line(account: &AccountState) -> Option<String> {
    let names: Vec<&str> = account.names().skip(1).collect();
    (!names.is_empty()).then(|| format!("Former and other names: {}.", names.join("; ")))
}

fn overview(account: &AccountState, sources: &[Arc<Source>]) -> String {
    let last = sources
        .last()
        .map(|source| format!(" Last contact {}: {}", source.date(), source.summary))
        .unwrap_or_default();
    format!(
        "{}. Notes: {}.{last}",
        account.description(),
        account.notes.join(" ")
    )
}

/// A date of the account, from its field or from a note. "Is it up for renewal?" is answered by the stage too.
fn dated(field: Field, question: &Question<'_>, account: &AccountState) -> Option<String> {
    let date = day_of(field, account, question.today);
    let due = |token: &Token| token.norm == "up" || token.norm == "due";
    let asked_due = field == Field::Renewal && question.tokens.iter().any(due);
    let stage = account
        .stage
        .as_ref()
        .filter(|_| asked_due)
        .map(|stage| format!("Stage: {stage}."));
    date.map(|(name, date)| format!("{name}: {} ({date}).", spoken(date)))
        .or(stage)
}

/// A day of the account and what it is called.
fn day_of(field: Field, account: &AccountState, today: Date) -> Option<(&'static str, Date)> {
    let (name, value, words): (&str, Option<Date>, &[&str]) = match field {
        Field::FollowUp => ("Follow-up", account.follow_up_date, &["follow up"]),
        Field::Renewal => ("Renewal", account.renewal_date, &["renewal", "renews"]),
        _ => ("Effective", account.effective_date, &["bound", "effective"]),
    };
    date_of(account, value, words, today).map(|date| (name, date))
}
