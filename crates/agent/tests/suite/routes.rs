//! Who gets an answer. Messages on two lines interleave, turns run side by side, processes come and go: what the gate lets
//! out by itself goes to whoever wrote the message that began the turn, from the line they wrote to.

use std::collections::VecDeque;

use steward_agent::{Action, Policy, ReplyAddress, Rule, Verdict};
use steward_model::Integrity;

use super::scene::Scene;

const INTERLEAVINGS: u64 = 100_000;
const CONTACTS: [&str; 3] = ["+14155550121", "+14155550122", "carol@client.example"];
const LINES: [&str; 2] = ["+14155550100", "+14155550101"];

/// Numbers that look like chance and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn address(&mut self) -> ReplyAddress {
        ReplyAddress {
            contact: CONTACTS[self.roll(CONTACTS.len())].to_owned(),
            line: LINES[self.roll(LINES.len())].to_owned(),
        }
    }
}

/// A thread: what waits, and the turn that runs together with the message that began it.
#[derive(Default)]
struct Thread {
    waiting: VecDeque<ReplyAddress>,
    running: Option<(ReplyAddress, Scene)>,
}

impl Thread {
    /// A turn begins with what waits; its newest message is the one it answers.
    fn begin(&mut self) {
        if self.running.is_none()
            && let Some(event) = self.waiting.pop_back()
        {
            self.waiting.clear();
            let scene = Scene::by_contact(&event.contact, &event.line, "", Policy::default());
            self.running = Some((event, scene));
        }
    }

    /// What arrives in mid-turn is read by the turn and changes nothing about whom it answers.
    fn look_again(&mut self) {
        if let Some((_, scene)) = &mut self.running {
            self.waiting.clear();
            scene.sees(Integrity::Untrusted);
        }
    }

    /// Another process takes the turn over from its record.
    fn restart(&mut self) {
        if let Some((_, scene)) = &mut self.running {
            let record = serde_json::to_vec(&scene.labels).unwrap();
            scene.labels = serde_json::from_slice(&record).unwrap();
        }
    }

    /// A model that confuses people, or wants to. Returns whether something went out.
    fn send(&mut self, wanted: &ReplyAddress) -> bool {
        let Some((event, scene)) = &mut self.running else {
            return false;
        };
        let action = Action::Send {
            to: wanted.contact.clone(),
            from: wanted.line.clone(),
            body: "It is ready.".to_owned(),
        };
        let decision = scene.judge(&action);
        let is_sent = decision.verdict == Verdict::Allow;
        assert_eq!(
            is_sent,
            wanted == event,
            "{wanted:?} in the turn of {event:?}"
        );
        if is_sent {
            assert_eq!(decision.rule, Rule::R2);
            scene.labels.addressed.insert(wanted.contact.clone());
        }
        is_sent
    }
}

#[test]
fn an_answer_goes_to_whoever_wrote_and_from_the_line_they_wrote_to() {
    let mut dice = Dice(49);
    let (mut sent, mut tried) = (0, 0);
    for _ in 0..INTERLEAVINGS {
        let mut threads = [Thread::default(), Thread::default()];
        for _ in 0..8 {
            let thread = dice.roll(threads.len());
            let wanted = dice.address();
            let thread = &mut threads[thread];
            match dice.roll(8) {
                0 | 1 => thread.waiting.push_back(wanted),
                2 => thread.look_again(),
                3 => thread.restart(),
                4 if dice.roll(4) == 0 => thread.running = None,
                _ => {
                    thread.begin();
                    tried += usize::from(thread.running.is_some());
                    sent += usize::from(thread.send(&wanted));
                }
            }
        }
    }
    eprintln!("{INTERLEAVINGS} interleavings, {tried} sends tried, {sent} sent, 0 misrouted");
    assert!(sent > 10_000 && sent < tried, "{sent} of {tried}");
}
