//! Sums of money, exact to the cent.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sum in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(i64);

impl Money {
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    pub const fn dollars(dollars: i64) -> Self {
        Self(dollars.saturating_mul(100))
    }

    pub const fn cents(self) -> i64 {
        self.0
    }

    /// The nearest cent, or `None` if the number is not one that money can be.
    pub fn from_number(number: f64) -> Option<Self> {
        let cents = (number * 100.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
        (cents.is_finite() && cents.abs() < 1e15).then_some(Self(cents as i64))
    }

    /// As a number of dollars, for JSON and for arithmetic on averages.
    #[expect(
        clippy::cast_precision_loss,
        reason = "sums of premiums stay far below 2^53 cents"
    )]
    pub fn number(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = grouped(self.0.unsigned_abs() / 100);
        match self.0.unsigned_abs() % 100 {
            0 => write!(out, "{sign}${whole}"),
            cents => write!(out, "{sign}${whole}.{cents:02}"),
        }
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            serializer.serialize_f64(self.number())
        }
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Self::from_number(number).ok_or_else(|| serde::de::Error::custom("not a sum of money"))
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), |total, next| {
            Self(total.0.saturating_add(next.0))
        })
    }
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
