//! The one gate that every effect passes: allowed, for a person to decide, or denied.
//!
//! It assumes that the model is hijacked. It looks at where an effect goes, what it carries, how far the text in the
//! turn can be trusted and what the agent may do; never at what the model says about it.

mod action;
mod path;
mod scan;
mod web_address;

#[cfg(test)]
mod gate_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod scan_tests;

pub use action::{
    Action, Capabilities, Capability, Confidential, Labels, Policy, ReplyAddress, Sensitive,
    Setting,
};
pub use path::{PathKind, kind_of_path};
pub use scan::{Mention, mentions};

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use steward_model::{ApproverRole, Integrity, SendMode};

/// Which set of rules this is. A policy written for another is refused, and every decision names its own.
pub const GATE_VERSION: u32 = 1;

/// What the gate says, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// What it says.
    pub verdict: Verdict,
    /// The rule that decided; kept on the effect's row.
    pub rule: Rule,
    /// The set of rules it belongs to.
    pub version: u32,
}

/// What may happen to an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", content = "by", rename_all = "snake_case")]
pub enum Verdict {
    /// It must not happen.
    Deny,
    /// It may happen when a person has seen its exact bytes and said so.
    Approve(ApproverRole),
    /// It may happen.
    Allow,
}

/// The rules, in the words of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rule {
    /// Something unknown: a tool, a policy, an address nobody can read.
    R0,
    /// The agent lacks the capability.
    R1,
    /// A clean reply to the contact who wrote, from the line they wrote to.
    R2,
    /// Asked for in trusted text, to somebody the user named or the directory knows.
    R3,
    /// Anything else that leaves.
    R4,
    /// What is written inside: notes freely, instructions never without an operator.
    R5,
    /// Fetching from the web.
    R6,
    /// The text carries an address or a secret that trusted text does not explain.
    R7,
    /// Many recipients, money, deletion, sharing.
    R8,
    /// A sub-agent never has more than its parent.
    R9,
}

/// Decides one effect. Total and pure: the same four values give the same decision, now and in a replay.
pub fn decide(
    action: &Action,
    labels: &Labels,
    capabilities: &Capabilities,
    policy: &Policy,
) -> Decision {
    if policy.version != GATE_VERSION {
        return Decision::new(Verdict::Deny, Rule::R0);
    }
    let gate = Gate {
        labels,
        capabilities,
        policy,
    };
    let (verdict, rule) = gate.judge(action);
    Decision::new(verdict, rule)
}

impl Decision {
    fn new(verdict: Verdict, rule: Rule) -> Self {
        Self {
            verdict,
            rule,
            version: GATE_VERSION,
        }
    }
}

struct Gate<'a> {
    labels: &'a Labels,
    capabilities: &'a Capabilities,
    policy: &'a Policy,
}

type Judgement = (Verdict, Rule);

const BY_MEMBER: Verdict = Verdict::Approve(ApproverRole::Member);

impl Gate<'_> {
    fn judge(&self, action: &Action) -> Judgement {
        match action {
            Action::Unknown => (Verdict::Deny, Rule::R0),
            Action::Send { to, from, body } => self.send(to, from, body),
            Action::Draft => self.having(Capability::Draft, (Verdict::Allow, Rule::R5)),
            Action::WriteFile { path } => self.write_file(path),
            Action::ChangeAccount => self.change_account(),
            Action::Change { setting: _ } => self.write_instruction(),
            Action::Fetch { url } => self.fetch(url),
            Action::Sensitive { kind } => self.having(kind.capability(), (BY_MEMBER, Rule::R8)),
            Action::CallForeign { tool: _ } => {
                self.having(Capability::CallForeign, (BY_MEMBER, Rule::R4))
            }
            Action::Spawn {
                capabilities,
                label,
            } => self.spawn(capabilities, *label),
        }
    }

    fn having(&self, needed: Capability, judgement: Judgement) -> Judgement {
        if self.capabilities.granted.contains(&needed) {
            judgement
        } else {
            (Verdict::Deny, Rule::R1)
        }
    }

    fn is_trusted(&self) -> bool {
        self.labels.context >= Integrity::User
    }

    fn send(&self, to: &str, from: &str, body: &str) -> Judgement {
        let reply = self.labels.reply.as_ref();
        let is_reply = reply.is_some_and(|reply| reply.contact == to && reply.line == from);
        let needed = if is_reply {
            Capability::Reply
        } else {
            Capability::SendElsewhere
        };
        if self.capabilities.send_mode != SendMode::Autonomous {
            return (Verdict::Deny, Rule::R1);
        }
        let known = self.labels.named.contains(to) || self.policy.directory.contains(to);
        let judgement = if self.is_bulk(to) {
            (BY_MEMBER, Rule::R8)
        } else if !self.is_clean(to, body) {
            (BY_MEMBER, Rule::R7)
        } else if is_reply {
            (Verdict::Allow, Rule::R2)
        } else if self.is_trusted() && known {
            (Verdict::Allow, Rule::R3)
        } else {
            (BY_MEMBER, Rule::R4)
        };
        self.having(needed, judgement)
    }

    fn is_bulk(&self, to: &str) -> bool {
        let others = self
            .labels
            .addressed
            .iter()
            .filter(|address| *address != to);
        others.count() >= self.policy.max_destinations
    }

    /// Whether the text carries no address that trusted text does not, and no secret to somebody it is not for.
    fn is_clean(&self, to: &str, body: &str) -> bool {
        let trusted: BTreeSet<Mention> = self
            .labels
            .trusted_text
            .iter()
            .flat_map(|text| mentions(text))
            .collect();
        let explained = mentions(body).iter().all(|found| trusted.contains(found));
        let leaks = |secret: &&Confidential| {
            !secret.audience.contains(to) && scan::repeats(body, &secret.text)
        };
        explained && !self.labels.confidential.iter().any(|secret| leaks(&secret))
    }

    fn write_file(&self, path: &str) -> Judgement {
        match kind_of_path(path) {
            Some(PathKind::Note) => self.having(Capability::WriteNotes, (Verdict::Allow, Rule::R5)),
            Some(PathKind::Instruction) => self.write_instruction(),
            None => (Verdict::Deny, Rule::R0),
        }
    }

    /// What a customer wrote is evidence, and no order: a person decides on what it leads to.
    fn change_account(&self) -> Judgement {
        let verdict = if self.is_trusted() {
            Verdict::Allow
        } else {
            BY_MEMBER
        };
        self.having(Capability::ChangeAccounts, (verdict, Rule::R5))
    }

    fn write_instruction(&self) -> Judgement {
        let verdict = if self.is_trusted() {
            Verdict::Approve(ApproverRole::Operator)
        } else {
            Verdict::Deny
        };
        self.having(Capability::WriteInstructions, (verdict, Rule::R5))
    }

    fn fetch(&self, url: &str) -> Judgement {
        let Some(host) = web_address::host(url) else {
            return (Verdict::Deny, Rule::R0);
        };
        let written = || {
            self.labels
                .trusted_text
                .iter()
                .any(|text| web_address::stands_in(url, text))
        };
        let allowed = self.policy.allows_host(&host) && (self.is_trusted() || written());
        let verdict = if allowed { Verdict::Allow } else { BY_MEMBER };
        self.having(Capability::Fetch, (verdict, Rule::R6))
    }

    fn spawn(&self, capabilities: &Capabilities, label: Integrity) -> Judgement {
        let within = capabilities.is_within(self.capabilities) && label <= self.labels.context;
        let verdict = if within {
            Verdict::Allow
        } else {
            Verdict::Deny
        };
        self.having(Capability::Spawn, (verdict, Rule::R9))
    }
}
