//! What tokens cost.

use std::collections::BTreeMap;

use serde::Deserialize;
use steward_model::Usage;

/// Prices by the name of a model. A name that ends in `*` stands for every model that begins so; the longest wins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct PriceTable {
    prices: BTreeMap<String, Price>,
}

/// Dollars for a million tokens of each kind, as providers publish them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Read, not cached.
    pub input: Rate,
    /// Read from the cache; as `input` where it is not given.
    pub cached: Option<Rate>,
    /// Written to the cache; as `input` where it is not given.
    pub cache_write: Option<Rate>,
    /// Written.
    pub output: Rate,
}

/// Dollars for a million tokens, exact to the millionth: a sum of many calls must not drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Rate {
    micro_dollars: u64,
}

/// A price is a number of dollars, not less than nothing and not absurd.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a price is in dollars for a million tokens, from 0 to 1000000")]
pub struct NotAPrice;

impl PriceTable {
    /// A table of these.
    pub fn new(prices: impl IntoIterator<Item = (String, Price)>) -> Self {
        Self {
            prices: prices.into_iter().collect(),
        }
    }

    /// Millionths of a dollar, rounded up; nothing for a model without a price.
    pub fn cost_micros(&self, model: &str, usage: Usage) -> Option<u64> {
        Some(self.find(model)?.cost_micros(usage))
    }

    fn find(&self, model: &str) -> Option<&Price> {
        let begins_so = |pattern: &str| {
            let beginning = pattern.strip_suffix('*');
            beginning.is_some_and(|beginning| model.starts_with(beginning))
        };
        self.prices.get(model).or_else(|| {
            let fitting = self.prices.iter().filter(|(name, _)| begins_so(name));
            let longest = fitting.max_by_key(|(name, _)| name.len());
            longest.map(|(_, price)| price)
        })
    }
}

impl Price {
    fn cost_micros(&self, usage: Usage) -> u64 {
        let kinds = [
            (usage.input_tokens, self.input),
            (usage.cached_tokens, self.cached.unwrap_or(self.input)),
            (
                usage.cache_write_tokens,
                self.cache_write.unwrap_or(self.input),
            ),
            (usage.output_tokens, self.output),
        ];
        let parts = kinds.map(|(tokens, rate)| u128::from(tokens) * u128::from(rate.micro_dollars));
        let total = parts.into_iter().sum::<u128>().div_ceil(1_000_000);
        u64::try_from(total).unwrap_or(u64::MAX)
    }
}

impl TryFrom<f64> for Rate {
    type Error = NotAPrice;

    fn try_from(dollars: f64) -> Result<Self, NotAPrice> {
        if !(0.0..=1_000_000.0).contains(&dollars) {
            return Err(NotAPrice);
        }
        Ok(Self {
            micro_dollars: (dollars * 1_000_000.0).round() as u64,
        })
    }
}
