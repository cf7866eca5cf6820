//! How much of a model's context a text takes.

/// Whose models count tokens as we do.
const COUNTED_EXACTLY: [&str; 3] = ["openai:", "openrouter:openai/", "azure:"];

/// The tokens of a text, by the encoding of OpenAI's newer models. Its table is read the first time somebody counts, so
/// that a process with short threads alone never pays for it.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// A number of tokens of some model, and how far our count can be trusted for it.
///
/// Other vendors keep their tables to themselves. Theirs cut text into somewhat more pieces than OpenAI's, so what is
/// counted is taken for a quarter more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    limit: usize,
}

impl Tokens {
    /// What fits into so many tokens of this model, in tokens as we count them.
    pub fn of_model(limit: usize, model: &str) -> Self {
        let exact = is_counted_exactly(model);
        let limit = if exact { limit } else { limit / 5 * 4 };
        Self { limit }
    }

    /// The least tokens of this model into which so many of ours fit.
    pub fn needed(ours: usize, model: &str) -> usize {
        match is_counted_exactly(model) {
            true => ours,
            false => ours.div_ceil(4).saturating_mul(5),
        }
    }

    /// The most tokens, as we count them.
    pub fn limit(self) -> usize {
        self.limit
    }

    /// Whether so many bytes fit for sure: a token is a byte at least. Most prompts are so short that nothing need be
    /// counted.
    pub fn surely_hold(self, bytes: usize) -> bool {
        bytes <= self.limit
    }

    /// So many hundredths of it.
    pub fn share(self, percent: usize) -> Self {
        Self {
            limit: self.limit.saturating_mul(percent) / 100,
        }
    }
}

fn is_counted_exactly(model: &str) -> bool {
    let mut vendors = COUNTED_EXACTLY.iter();
    vendors.any(|vendor| model.starts_with(vendor))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tokens_are_counted_as_the_models_count_them() {
        for (text, tokens) in [
            ("", 0),
            ("hello world", 2),
            ("The gate code is 4471.", 8),
            ("Grüße aus Köln", 5),
            ("    indented\n\n\nlines", 5),
        ] {
            assert_eq!(count_tokens(text), tokens, "{text:?}");
        }
    }

    #[test]
    fn other_vendors_get_a_margin() {
        assert_eq!(Tokens::of_model(1_000, "openai:gpt-5").limit(), 1_000);
        assert_eq!(Tokens::of_model(1_000, "anthropic:claude").limit(), 800);
        assert_eq!(
            Tokens::of_model(1_000, "openai:gpt-5").share(80).limit(),
            800
        );
        for model in ["openai:gpt-5", "anthropic:claude"] {
            for ours in [1, 799, 800, 801, 4_003] {
                let needed = Tokens::needed(ours, model);
                assert!(Tokens::of_model(needed, model).limit() >= ours);
                assert!(Tokens::of_model(needed - 1, model).limit() < ours);
            }
        }
    }

    proptest! {
        #[test]
        fn a_token_is_a_byte_at_least(text in any::<String>()) {
            prop_assert!(count_tokens(&text) <= text.len());
        }
    }
}
