//! The judge: reads the carrier's log as it grows, and the test's own book.

use steward_model::ThreadId;

use super::book::{Call, Consent, Ends, Handed, Pages, Wants, Words, marks};
use super::world::org_of;

impl Pages {
    /// The carrier has it now. What is wrong with that is noted.
    pub(super) fn take(&mut self, handed: Handed) {
        let faults = [
            self.wrong_ends(&handed),
            self.against_wish(&handed),
            self.once_too_often(&handed),
        ];
        let named = |fault: String| {
            let ends = &handed.ends;
            let (to, from, text) = (&ends.theirs, &ends.ours, &handed.text);
            format!("{fault}: to {to} from {from}: {text:?}")
        };
        let faults: Vec<_> = faults.into_iter().flatten().map(named).collect();
        self.faults.extend(faults);
        self.count(&handed);
        self.taken.push(handed);
    }

    /// Counts what kinds of messages leave.
    fn count(&mut self, handed: &Handed) {
        let first = |kind| marks(&handed.text, kind).into_iter().next();
        let silent = self.wants(org_of(&handed.ends.ours), &handed.ends.theirs) == Wants::Silence;
        let tool = first('c').and_then(|mark| self.calls.get(mark));
        let kind = match tool.map(|call| call.tool.as_str()) {
            _ if first('s').is_some() => "confirmed",
            // It was on its way when they asked for silence.
            _ if silent => "on its way",
            Some("send_sms") => "answered",
            Some("text_contact") => "approved",
            Some("propose_sms_replies") => "picked",
            _ => "own words",
        };
        *self.seen.entry(kind).or_default() += 1;
        if self.taken.iter().any(|one| one.effect == handed.effect) {
            *self.seen.entry("again").or_default() += 1;
        }
    }

    /// (a) It went to whom it answers or whom a person agreed to, and (b) left from the line of that conversation.
    fn wrong_ends(&self, handed: &Handed) -> Option<String> {
        let first = |kind| marks(&handed.text, kind).into_iter().next();
        if let Some(silence) = first('s') {
            let meant = self.confirmed.get(silence).map(|(ends, _)| ends);
            return (meant != Some(&handed.ends)).then(|| "a confirmation went astray".to_owned());
        }
        // A person's words may stand around what the model wrote, never the other way round.
        if let Some(words) = first('p') {
            let Some(words) = self.words.get(words) else {
                return Some("words that nobody said".to_owned());
            };
            return self.wrong_for_person(words, &handed.ends);
        }
        let mark = first('c');
        let Some((mark, call)) = mark.and_then(|mark| Some((mark, self.calls.get(mark)?))) else {
            return Some("a message that nobody wrote".to_owned());
        };
        self.wrong_for_call(mark, call, &handed.ends)
    }

    fn wrong_for_person(&self, words: &Words, ends: &Ends) -> Option<String> {
        match &words.agreed {
            Consent::Conversation => {
                let meant = words.ends.contains(ends);
                (!meant).then(|| "a person's words went elsewhere".to_owned())
            }
            Consent::Contact { id, since, from } => self.wrong_contact(ends, id, *since, from),
        }
    }

    fn wrong_for_call(&self, mark: usize, call: &Call, ends: &Ends) -> Option<String> {
        if org_of(&ends.ours) != call.org {
            return Some("it left from another organisation's line".to_owned());
        }
        match (call.tool.as_str(), self.agreed.get(&mark)) {
            ("text_contact", Some(Consent::Contact { id, since, from })) => {
                self.wrong_contact(ends, id, *since, from)
            }
            ("send_sms" | "propose_sms_replies", agreed) => {
                let unasked = call.tool == "send_sms" && call.may_send;
                if agreed.is_none() && !unasked {
                    return Some(format!("nobody agreed to {}", call.tool));
                }
                let answers = call.answers.contains(ends);
                (!answers).then(|| format!("an answer went elsewhere, not to {:?}", call.answers))
            }
            (tool, agreed) => Some(format!("{tool} sent, with {agreed:?}")),
        }
    }

    fn wrong_contact(&self, ends: &Ends, contact: &str, since: u64, from: &str) -> Option<String> {
        if !self.was_theirs(contact, &ends.theirs, since) {
            return Some("it went to another than was agreed to".to_owned());
        }
        (ends.ours != from).then(|| format!("it left from another line than {from}, as agreed"))
    }

    /// A person is shown a line that the conversation is on, which no model chose: one that somebody on it wrote to.
    pub(super) fn shown(&mut self, thread: ThreadId, call: &Call, from: &str) {
        let mut texts = self.texts.iter();
        let written_to = texts.any(|text| text.thread == Some(thread) && text.ends.ours == from);
        if !written_to && !call.lines.contains(from) {
            let lines = &call.lines;
            let fault = format!("a person was shown the line {from:?}, not one of {lines:?}");
            self.faults.push(fault);
        }
    }

    /// (c) Nobody who had asked for silence gets anything. A STOP counts once [`steward_store::OrgStore::hear`] has returned, and
    /// what was claimed before may leave: claims that begin afterwards take nothing of theirs. The one word that silence was heard
    /// is for them.
    fn against_wish(&mut self, handed: &Handed) -> Option<String> {
        if let Some(silence) = marks(&handed.text, 's').into_iter().next() {
            let confirmed = self.confirmed.get_mut(silence)?;
            confirmed.1 += 1;
            let again = self.again.contains_key(&handed.effect);
            return (confirmed.1 > 1 && !again).then(|| "silence was confirmed twice".to_owned());
        }
        let org = org_of(&handed.ends.ours);
        let wanted = self.wanted(org, &handed.ends.theirs, handed.claimed);
        (wanted == Wants::Silence).then(|| "they had asked for silence".to_owned())
    }

    /// (d) Once, however often an answer was lost, unless a person wants it sent again.
    fn once_too_often(&self, handed: &Handed) -> Option<String> {
        let same = |one: &&Handed| one.effect == handed.effect;
        let before = self.taken.iter().filter(same).count() as u32;
        let again = self.again.get(&handed.effect).copied().unwrap_or_default();
        (before > again).then(|| format!("it was sent {} times", before + 1))
    }
}
