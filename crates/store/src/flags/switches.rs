//! What this process last knew to be switched off.

use std::collections::HashMap;
use std::sync::Arc;

use steward_model::{Flag, FlagSet, OrgId};
use tokio::sync::{Mutex, watch};

/// What is on, at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switches {
    /// What the configuration allows.
    allowed: FlagSet,
    /// What is off for the whole installation.
    instance_off: FlagSet,
    /// What organisations switched off for themselves.
    org_off: HashMap<OrgId, FlagSet>,
}

impl Switches {
    /// Whether an organisation has it on: nobody switched it off, nor the agents as a whole.
    pub fn is_on(&self, org: OrgId, flag: Flag) -> bool {
        let own = self.org_off.get(&org).copied().unwrap_or_default();
        self.is_on_here(flag) && !own.contains(flag) && !own.contains(Flag::Agents)
    }

    /// Whether it is on for whichever organisation did not switch it off for itself.
    pub fn is_on_here(&self, flag: Flag) -> bool {
        let on = |flag| self.allowed.contains(flag) && !self.instance_off.contains(flag);
        on(flag) && on(Flag::Agents)
    }

    /// Who has it off for an organisation, the one that nobody below can overrule first; nobody if it is on. That
    /// `agents` is off is asked for by its own name.
    pub fn stopped_by(&self, org: OrgId, flag: Flag) -> Option<StoppedBy> {
        let own = self.org_off.get(&org).copied().unwrap_or_default();
        [
            (!self.allowed.contains(flag), StoppedBy::Configuration),
            (self.instance_off.contains(flag), StoppedBy::Installation),
            (own.contains(flag), StoppedBy::Organisation),
        ]
        .into_iter()
        .find_map(|(off, by)| off.then_some(by))
    }

    /// Whether the configuration of this process allows it.
    pub fn is_allowed(&self, flag: Flag) -> bool {
        self.allowed.contains(flag)
    }
}

/// Who switched something off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// The configuration does not allow it.
    Configuration,
    /// Whoever runs the installation, for everybody.
    Installation,
    /// The organisation, for itself.
    Organisation,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            allowed: Flag::ALL.iter().copied().collect(),
            instance_off: FlagSet::default(),
            org_off: HashMap::new(),
        }
    }
}

/// Where those who switch meet those who obey, inside one process.
pub(crate) struct Board {
    known: watch::Sender<Arc<Switches>>,
    /// Held by whoever reads the rows.
    pub(super) reading: Mutex<()>,
}

impl Board {
    pub(super) fn known(&self) -> Arc<Switches> {
        Arc::clone(&self.known.borrow())
    }

    pub(super) fn watch(&self) -> watch::Receiver<Arc<Switches>> {
        self.known.subscribe()
    }

    pub(super) fn allow(&self, allowed: FlagSet) {
        self.change(|switches| switches.allowed = allowed);
    }

    /// These are off, and no others.
    pub(super) fn learn(&self, off: impl Iterator<Item = (Option<OrgId>, Flag)>) {
        let (mut instance_off, mut org_off) = (FlagSet::default(), HashMap::new());
        for (org, flag) in off {
            match org {
                Some(org) => org_off.entry(org).or_insert_with(FlagSet::default),
                None => &mut instance_off,
            }
            .insert(flag);
        }
        self.change(|switches| {
            switches.instance_off = instance_off;
            switches.org_off = org_off;
        });
    }

    /// This is so by now.
    pub(super) fn set(&self, org: Option<OrgId>, flag: Flag, enabled: bool) {
        self.change(|switches| {
            let off = match org {
                Some(org) => switches.org_off.entry(org).or_default(),
                None => &mut switches.instance_off,
            };
            match enabled {
                true => off.remove(flag),
                false => off.insert(flag),
            }
            switches.org_off.retain(|_, off| *off != FlagSet::default());
        });
    }

    /// Nobody is woken by a look that finds everything as it was.
    fn change(&self, change: impl FnOnce(&mut Switches)) {
        self.known.send_if_modified(|known| {
            let mut switches = Switches::clone(known);
            change(&mut switches);
            let changed = switches != **known;
            if changed {
                *known = Arc::new(switches);
            }
            changed
        });
    }
}

impl Default for Board {
    fn default() -> Self {
        Self {
            known: watch::Sender::new(Arc::default()),
            reading: Mutex::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use steward_model::SystemIds;

    use super::*;

    fn org() -> OrgId {
        OrgId::generate(&SystemIds)
    }

    #[test]
    fn everything_is_on_until_somebody_switches_it_off() {
        let switches = Switches::default();
        assert!(Flag::ALL.iter().all(|flag| switches.is_on(org(), *flag)));
    }

    #[test]
    fn each_of_the_three_switches_it_off_and_no_other_flag_with_it() {
        let (ours, theirs) = (org(), org());
        for flag in Flag::ALL
            .iter()
            .copied()
            .filter(|flag| *flag != Flag::Agents)
        {
            let others = || Flag::ALL.iter().filter(move |other| **other != flag);
            let board = Board::default();
            board.learn([(Some(ours), flag)].into_iter());
            let by = |org| board.known().stopped_by(org, flag);
            assert_eq!(
                (by(ours), by(theirs)),
                (Some(StoppedBy::Organisation), None)
            );
            assert!(!board.known().is_on(ours, flag));
            assert!(board.known().is_on(theirs, flag) && board.known().is_on_here(flag));
            assert!(others().all(|other| board.known().is_on(ours, *other)));
            board.learn([(None, flag), (Some(ours), flag)].into_iter());
            assert_eq!(by(ours), Some(StoppedBy::Installation));
            assert!(!board.known().is_on(ours, flag) && !board.known().is_on(theirs, flag));
            assert!(others().all(|other| board.known().is_on_here(*other)));
            board.learn(std::iter::empty());
            assert!(board.known().is_on(ours, flag));
            board.allow(others().copied().collect());
            assert!(!board.known().is_on(ours, flag) && !board.known().is_allowed(flag));
            assert_eq!(by(theirs), Some(StoppedBy::Configuration));
        }
    }

    #[test]
    fn without_agents_nothing_is_on() {
        let (ours, theirs) = (org(), org());
        let board = Board::default();
        board.learn([(Some(ours), Flag::Agents)].into_iter());
        for flag in Flag::ALL {
            assert!(!board.known().is_on(ours, *flag));
            assert!(board.known().is_on(theirs, *flag));
        }
        board.learn([(None, Flag::Agents)].into_iter());
        assert!(
            Flag::ALL
                .iter()
                .all(|flag| !board.known().is_on_here(*flag))
        );
    }

    #[test]
    fn who_watches_hears_of_changes_alone() {
        let board = Board::default();
        let mut watch = board.watch();
        board.learn(std::iter::empty());
        assert!(!watch.has_changed().unwrap());
        board.learn([(None, Flag::Tools)].into_iter());
        assert!(watch.has_changed().unwrap());
        watch.mark_unchanged();
        board.learn([(None, Flag::Tools)].into_iter());
        assert!(!watch.has_changed().unwrap());
    }
}
