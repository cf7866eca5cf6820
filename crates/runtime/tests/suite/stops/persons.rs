//! What persons of the team do: approve, pick, write, take over, decide and ask.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use steward_model::{
    ApprovalDecision, EffectState, EventKind, Integrity, Role, Scope, ThreadId, UserMessage,
};
use steward_store::{Decided, NewEvent, NewWords, Picked, ReviewDecision, Seen};

use super::book::{Consent, Ends, Words, marks};
use super::steps::{SOME, What, tolerate};
use super::world::{LINES, World, org_of};

impl World {
    /// A person decides about a call, and may change it first.
    pub(super) async fn approve(&mut self) {
        let (place, org) = self.some_org();
        let here = self.store.org(org.0);
        let mut questions = here.approvals(&SOME, true).await.unwrap();
        questions.sort_by(|one, other| one.arguments.cmp(&other.arguments));
        let Some(question) = self.chance.one(&questions).cloned() else {
            return;
        };
        let by = (org.1, Role::Owner);
        if self.chance.percent(20) {
            let denied = ApprovalDecision::Denied;
            let denied = here.decide_approval(question.id, by, denied, None).await;
            return tolerate(denied.map(|_| ()));
        }
        let Some(shown) = &question.arguments else {
            return;
        };
        let shown: Value = serde_json::from_slice(shown).unwrap();
        self.look_at(question.thread_id, &question.tool, &shown);
        let (edited, mark) = self.edited(place, &question.tool, &shown);
        let bytes = edited
            .as_ref()
            .map(|edited| serde_json::to_vec(edited).unwrap());
        let approved = ApprovalDecision::Approved;
        let here = self.store.org(org.0);
        let decided = here.decide_approval(question.id, by, approved, bytes).await;
        match decided {
            Ok(Some(Decided::Now { .. })) => {}
            Ok(_) => return,
            Err(error) => return tolerate(Err(error)),
        }
        let mut pages = self.book.open();
        let since = pages.tick();
        let sent = edited.as_ref().unwrap_or(&shown);
        let agreed = match sent["contact_id"].as_str() {
            Some(id) => Consent::Contact {
                id: id.to_owned(),
                since,
                from: line_of(place, &sent["from"]),
            },
            None => Consent::Conversation,
        };
        match mark {
            Some(mark) => pages.words[mark].agreed = agreed,
            None => {
                let marks = marks(&shown["text"].to_string(), 'c');
                pages
                    .agreed
                    .extend(marks.into_iter().map(|mark| (mark, agreed.clone())));
            }
        }
    }

    /// They see the line that it would leave from.
    fn look_at(&self, thread: ThreadId, tool: &str, shown: &Value) {
        let mut pages = self.book.open();
        let call = marks(&shown["text"].to_string(), 'c').into_iter().next();
        let call = call.and_then(|mark| pages.calls.get(mark)).cloned();
        if let (Some(call), "text_contact") = (call, tool) {
            pages.shown(thread, &call, shown["from"].as_str().unwrap_or_default());
        }
    }

    /// Sometimes other words than those that were shown, and another contact or line.
    fn edited(&mut self, org: usize, tool: &str, shown: &Value) -> (Option<Value>, Option<usize>) {
        if !self.chance.percent(15) || !matches!(tool, "send_sms" | "text_contact") {
            return (None, None);
        }
        let mut pages = self.book.open();
        let call = marks(&shown["text"].to_string(), 'c').into_iter().next();
        let call = call.and_then(|mark| pages.calls.get(mark)).cloned();
        let Some(call) = call else {
            return (None, None);
        };
        let mark = pages.words.len();
        pages.words.push(Words {
            agreed: Consent::Conversation,
            ends: call.answers,
        });
        let mut edited = shown.clone();
        edited["text"] = json!(format!("As I say (p{mark}x)"));
        let ours: Vec<_> = self.contacts.iter().filter(|one| one.0 == org).collect();
        if tool == "text_contact" && self.chance.percent(50) {
            edited["contact_id"] = json!(self.chance.one(&ours).unwrap().1.to_string());
        }
        if tool == "text_contact" && self.chance.percent(30) {
            edited["from"] = json!(self.chance.one(&LINES).unwrap().number);
        }
        (Some(edited), Some(mark))
    }

    /// A person sends one of the drafts, in its words or their own.
    pub(super) async fn pick(&mut self) {
        let (_, (org, owner)) = self.some_org();
        let here = self.store.org(org);
        let mut waiting = here.suggestions(&SOME, true).await.unwrap();
        waiting.sort_by_key(|one| format!("{:?}", one.draft));
        let Some(one) = self.chance.one(&waiting).cloned() else {
            return;
        };
        let Some(draft) = one.draft else {
            return;
        };
        let option = self.chance.below(draft.options.len());
        let call = marks(&draft.options[option].body, 'c').into_iter().next();
        let Some(call) = call else {
            return;
        };
        let own = self.chance.percent(25).then(|| {
            let mut pages = self.book.open();
            let ends = pages.calls[call].answers.clone();
            own_words(&mut pages.words, ends)
        });
        let text = own.map(|mark| format!("As I say (p{mark}x)"));
        let picked = Picked { option, text };
        match here.send_suggestion(one.id, owner, picked).await {
            Ok(Some(Seen::Now)) => {
                let mut pages = self.book.open();
                pages.agreed.insert(call, Consent::Conversation);
            }
            Ok(_) => {}
            Err(error) => tolerate(Err(error)),
        }
    }

    /// A person writes to a contact, where they wrote last.
    pub(super) async fn say(&mut self) {
        let Some((place, thread)) = self.chance.one(&self.threads).copied() else {
            return;
        };
        let mark = {
            let mut pages = self.book.open();
            let ends = pages.last_text(thread).map(|text| text.ends.clone());
            own_words(&mut pages.words, ends.into_iter().collect())
        };
        let words = NewWords {
            client_id: format!("{mark}"),
            text: format!("Olga here (p{mark}x)"),
        };
        let org = &self.orgs[place];
        let said = self.store.org(org.id).say(thread, org.owner, words).await;
        tolerate(said.map(|_| ()));
    }

    pub(super) async fn see_to(&mut self, what: What) {
        let Some((place, thread)) = self.chance.one(&self.threads).copied() else {
            return;
        };
        let org = &self.orgs[place];
        let here = self.store.org(org.id);
        if what == What::TakeOver {
            tolerate(here.take_over(thread, org.owner).await.map(|_| ()));
            let stopped = self.runtime.stop_turn(org.id, thread).await;
            return tolerate(stopped.map(|_| ()));
        }
        tolerate(here.hand_back(thread, org.owner).await.map(|_| ()));
    }

    /// A person decides about what nobody can vouch for.
    pub(super) async fn review(&mut self) {
        let (_, (org, owner)) = self.some_org();
        let here = self.store.org(org);
        let held = here.effects(&SOME, Some(EffectState::Review)).await;
        let mut held = held.unwrap();
        held.sort_by(|one, other| one.payload.cmp(&other.payload));
        let Some(effect) = self.chance.one(&held) else {
            return;
        };
        let decisions = [
            ReviewDecision::SendAgain,
            ReviewDecision::SendAgain,
            ReviewDecision::Drop,
            ReviewDecision::WasSent,
        ];
        let decision = decisions[self.chance.below(decisions.len())];
        let decided = here.decide_effect(effect.id, owner, decision).await;
        if decided.unwrap() == Some(EffectState::Pending) {
            *self.book.open().again.entry(effect.id).or_default() += 1;
        }
    }

    /// The owner talks to an agent, which then reads no stranger's words.
    pub(super) async fn ask(&mut self) {
        let (place, (org, owner)) = self.some_org();
        let n = self.book.open().tick();
        let message = UserMessage {
            member_id: owner,
            text: "See to everybody who waits.".into(),
            page_context: None,
            again: false,
        };
        let event = NewEvent {
            agent_id: self.orgs[place].agents[self.chance.below(2)],
            correlation_key: "desk".into(),
            scope: Scope::Org(org),
            source: "web".into(),
            dedupe_key: format!("web-{n}"),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&message).unwrap(),
            integrity: Integrity::User,
        };
        self.runtime.accept(org, event).await.unwrap();
    }
}

/// The line that was agreed to, if it is the organisation's. From another's nothing may leave.
fn line_of(org: usize, from: &Value) -> String {
    let from = from.as_str().unwrap_or_default();
    match org_of(from) == org {
        true => from.to_owned(),
        false => String::new(),
    }
}

fn own_words(words: &mut Vec<Words>, ends: BTreeSet<Ends>) -> usize {
    words.push(Words {
        agreed: Consent::Conversation,
        ends,
    });
    words.len() - 1
}
