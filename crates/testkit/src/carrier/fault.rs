use clap::ValueEnum;

/// What can go wrong with a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub enum Fault {
    /// The connection is reset before the request is read. Not accepted.
    LoseRequest,
    /// It answers 500. Not accepted.
    ErrorBefore,
    /// It answers 429 with `Retry-After: 1`. Not accepted.
    TooMany,
    /// It never answers. Not accepted.
    StallBefore,
    /// It hangs up instead of answering. Accepted.
    LoseAnswer,
    /// It answers 500. Accepted.
    ErrorAfter,
    /// It never answers. Accepted.
    StallAfter,
    /// The connection is reset in the middle of the answer. Accepted.
    CutAnswer,
}

impl Fault {
    /// Whether the message is lost by it rather than its answer.
    pub fn is_before_accepting(self) -> bool {
        match self {
            Self::LoseRequest | Self::ErrorBefore | Self::TooMany | Self::StallBefore => true,
            Self::LoseAnswer | Self::ErrorAfter | Self::StallAfter | Self::CutAnswer => false,
        }
    }
}

/// Which send goes wrong, and how: the same for the same seed, in whatever order connections are served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultPlan {
    seed: u64,
    percent: u8,
    kinds: Vec<Fault>,
}

impl FaultPlan {
    /// Nothing goes wrong.
    pub fn none() -> Self {
        Self::seeded(0, 0)
    }

    /// Of a hundred sends, about `percent` go wrong, in all ways alike.
    pub fn seeded(seed: u64, percent: u8) -> Self {
        Self {
            seed,
            percent,
            kinds: Fault::value_variants().to_vec(),
        }
    }

    /// Only these go wrong: those that stall cost the client its whole patience each.
    pub fn only(self, kinds: &[Fault]) -> Self {
        Self {
            kinds: kinds.to_vec(),
            ..self
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// What goes wrong with the send of this number.
    pub fn fault(&self, no: u64) -> Option<Fault> {
        if self.kinds.is_empty() || chance(self.seed, no) >= self.percent {
            return None;
        }
        let kinds = self.kinds.len() as u64;
        let kind = usize::try_from(mixed(self.seed, no) / 100 % kinds).unwrap();
        Some(self.kinds[kind])
    }
}

/// A number below 100 that belongs to a send.
pub(super) fn chance(seed: u64, no: u64) -> u8 {
    u8::try_from(mixed(seed, no) % 100).unwrap()
}

/// The finaliser of SplitMix64: neighbours become strangers.
fn mixed(seed: u64, no: u64) -> u64 {
    let mut bits = seed.wrapping_add(no.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_holds_its_percentage_uses_every_fault_and_repeats_itself() {
        let plan = FaultPlan::seeded(7, 30);
        let faults: Vec<_> = (1..=10_000).map(|no| plan.fault(no)).collect();
        let struck = faults.iter().flatten().count();
        assert!((2_800..3_200).contains(&struck), "{struck}");
        for kind in Fault::value_variants() {
            let times = faults.iter().filter(|fault| **fault == Some(*kind)).count();
            assert!((250..500).contains(&times), "{kind:?}: {times}");
        }
        let again: Vec<_> = (1..=10_000).map(|no| plan.fault(no)).collect();
        assert_eq!(faults, again);
    }

    #[test]
    fn a_plan_can_be_narrowed_and_be_none() {
        let plan = FaultPlan::seeded(7, 100).only(&[Fault::LoseAnswer]);
        assert!((1..100).all(|no| plan.fault(no) == Some(Fault::LoseAnswer)));
        assert!((1..100).all(|no| FaultPlan::none().fault(no).is_none()));
        let nothing = FaultPlan::seeded(7, 100).only(&[]);
        assert!((1..100).all(|no| nothing.fault(no).is_none()));
    }
}
