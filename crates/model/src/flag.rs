//! Switches: what can be turned off without a restart.

use crate::identity::words;

words! {
    /// Something that can be turned off, for one organisation or for all of them.
    Flag {
        /// Everything that agents do: the kill switch.
        Agents = "agents",
        /// Turning what was said and stored into vectors.
        Indexing = "indexing",
        /// Calling tools.
        Tools = "tools",
        /// Summarising long threads.
        Compaction = "compaction",
        /// Schedules and reminders.
        Reminders = "reminders",
        /// Using instructions that an optimiser wrote.
        PromptOptimisation = "prompt_optimisation",
    }
}

impl Flag {
    /// What stops while it is off, in one sentence.
    pub const fn stops(self) -> &'static str {
        match self {
            Self::Agents => {
                "No agent runs: turns under way are stopped, new ones wait, and nothing that an agent wrote is sent."
            }
            Self::Indexing => {
                "Nothing new is indexed or embedded; it waits until this is on again."
            }
            Self::Tools => {
                "Agents have no tools, except to end a turn or to hand over to a person."
            }
            Self::Compaction => {
                "Long threads are not summarised; prompts leave out what no longer fits."
            }
            Self::Reminders => {
                "Schedules and reminders do not fire; what was missed is caught up once."
            }
            Self::PromptOptimisation => {
                "Agents follow the instructions that people wrote, not those that an optimiser wrote."
            }
        }
    }
}

/// Some of the flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FlagSet(u8);

impl FlagSet {
    /// Whether a flag is among them.
    pub fn contains(self, flag: Flag) -> bool {
        self.0 & bit(flag) != 0
    }

    /// Adds a flag.
    pub fn insert(&mut self, flag: Flag) {
        self.0 |= bit(flag);
    }

    /// Takes a flag out.
    pub fn remove(&mut self, flag: Flag) {
        self.0 &= !bit(flag);
    }
}

impl FromIterator<Flag> for FlagSet {
    fn from_iter<I: IntoIterator<Item = Flag>>(flags: I) -> Self {
        Self(flags.into_iter().fold(0, |set, flag| set | bit(flag)))
    }
}

fn bit(flag: Flag) -> u8 {
    1 << flag as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it_and_nothing_else() {
        for flag in Flag::ALL {
            let mut set = FlagSet::default();
            set.insert(*flag);
            assert_eq!(set, FlagSet::from_iter([*flag]));
            for other in Flag::ALL {
                assert_eq!(set.contains(*other), other == flag);
            }
        }
        let all: FlagSet = Flag::ALL.iter().copied().collect();
        assert!(Flag::ALL.iter().all(|flag| all.contains(*flag)));
        for flag in Flag::ALL {
            let mut rest = all;
            rest.remove(*flag);
            assert_eq!(Flag::ALL.iter().filter(|it| rest.contains(**it)).count(), 5);
            assert!(!rest.contains(*flag));
        }
    }

    #[test]
    fn every_flag_says_in_one_sentence_what_stops() {
        for flag in Flag::ALL {
            assert!(flag.stops().ends_with('.'), "{flag}");
            assert_eq!(flag.stops().matches(". ").count(), 0, "{flag}");
        }
    }
}
