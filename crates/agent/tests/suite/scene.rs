//! An agent that may do everything, so that only the rules stand in the way.

use std::collections::BTreeSet;

use steward_agent::{
    Action, Capabilities, Capability, Decision, Labels, Mention, Policy, ReplyAddress, decide,
    mentions,
};
use steward_model::{Integrity, SendMode};

pub(crate) const EVERYTHING: [Capability; 12] = [
    Capability::Reply,
    Capability::SendElsewhere,
    Capability::Draft,
    Capability::WriteNotes,
    Capability::ChangeAccounts,
    Capability::WriteInstructions,
    Capability::Fetch,
    Capability::Spend,
    Capability::Delete,
    Capability::Share,
    Capability::CallForeign,
    Capability::Spawn,
];

/// All capabilities, and nobody is asked before a reply goes out.
pub(crate) fn everything() -> Capabilities {
    Capabilities {
        granted: EVERYTHING.into(),
        send_mode: SendMode::Autonomous,
    }
}

pub(crate) fn words(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

/// One turn as the gate sees it.
pub(crate) struct Scene {
    pub(crate) labels: Labels,
    policy: Policy,
    capabilities: Capabilities,
}

impl Scene {
    /// A turn that a member started with this text.
    pub(crate) fn by_member(text: &str, policy: Policy) -> Self {
        let reply = ReplyAddress {
            contact: "member".to_owned(),
            line: "web".to_owned(),
        };
        Self::new(Integrity::User, reply, text, policy)
    }

    /// A turn that a stranger started on a line of the organisation; the members' texts are what `trusted` says.
    pub(crate) fn by_contact(contact: &str, line: &str, trusted: &str, policy: Policy) -> Self {
        let reply = ReplyAddress {
            contact: contact.to_owned(),
            line: line.to_owned(),
        };
        Self::new(Integrity::Untrusted, reply, trusted, policy)
    }

    fn new(context: Integrity, reply: ReplyAddress, trusted: &str, policy: Policy) -> Self {
        Self {
            labels: Labels {
                context,
                reply: Some(reply),
                named: named(trusted),
                addressed: BTreeSet::new(),
                trusted_text: vec![trusted.to_owned()],
                confidential: Vec::new(),
            },
            policy,
            capabilities: everything(),
        }
    }

    /// The model saw something.
    pub(crate) fn sees(&mut self, integrity: Integrity) {
        self.labels.context = self.labels.context.mixed_with(integrity);
    }

    /// The model wants something.
    pub(crate) fn judge(&self, action: &Action) -> Decision {
        decide(action, &self.labels, &self.capabilities, &self.policy)
    }
}

/// The addresses that a member wrote.
fn named(text: &str) -> BTreeSet<String> {
    let address = |found: Mention| match found {
        Mention::Email(address) => Some(address),
        Mention::Phone(digits) => Some(format!("+1{digits}")),
        Mention::Link(_) | Mention::Iban(_) => None,
    };
    mentions(text).into_iter().filter_map(address).collect()
}
