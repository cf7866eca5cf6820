use serde::{Deserialize, Serialize};

/// How much text a prompt may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextBudget {
    chars: usize,
}

impl TextBudget {
    /// So many characters.
    pub fn from_chars(chars: usize) -> Self {
        Self { chars }
    }

    /// What surely fits into so many tokens. Three characters to a token is less than English text has; counting tokens
    /// exactly would need the tokenizer of every model.
    pub fn from_tokens(tokens: usize) -> Self {
        Self::from_chars(tokens.saturating_mul(3))
    }

    /// The characters left when so many are spent.
    pub(super) fn after(self, spent: usize) -> usize {
        self.chars.saturating_sub(spent)
    }
}
