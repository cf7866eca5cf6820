use schemars::JsonSchema;
use serde::Deserialize;

use super::Problems;

/// What models may cost in a day, which begins at midnight UTC. 0 is no limit. Dollars count for models with a price in `models.prices`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Budgets {
    /// Dollars of an organisation.
    pub org_dollars: f64,
    /// Dollars of each agent that has no limit of its own.
    pub agent_dollars: f64,
    /// Dollars spent on each contact.
    pub contact_dollars: f64,
    /// Tokens of an organisation.
    pub org_tokens: u32,
    /// Tokens of each agent that has no limit of its own.
    pub agent_tokens: u32,
    /// Tokens spent on each contact.
    pub contact_tokens: u32,
}

impl Budgets {
    pub(super) fn validate(&self, problems: &mut Problems) {
        for (key, dollars) in [
            ("budgets.org_dollars", self.org_dollars),
            ("budgets.agent_dollars", self.agent_dollars),
            ("budgets.contact_dollars", self.contact_dollars),
        ] {
            if !(0.0..=1e9).contains(&dollars) {
                let wrong = format!("is {dollars}");
                problems.add(key, &wrong, "write dollars, or 0 for no limit");
            }
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            org_dollars: 50.0,
            agent_dollars: 20.0,
            contact_dollars: 2.0,
            org_tokens: 0,
            agent_tokens: 0,
            contact_tokens: 0,
        }
    }
}
