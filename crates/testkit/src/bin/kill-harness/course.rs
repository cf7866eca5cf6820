//! The course of one chapter: who wrote, what was done to the servers, and what is to be judged at the end.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::chance::Chance;
use crate::judge::{Findings, judge};
use crate::load::{Text, Writers, deliver};
use crate::report::Outcome;
use crate::server::{LONG, Process};
use crate::world::{Fault, World};

/// How often it is looked whether a process has ended or everything is at rest.
const GLANCE: Duration = Duration::from_millis(15);

/// What became of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Everything was at rest before anything happened to it.
    Rested,
    /// It was killed or stopped.
    Struck,
}

pub(crate) struct Course {
    pub(crate) world: World,
    pub(crate) chance: Chance,
    pub(crate) kills: usize,
    freezes: usize,
    pub(crate) findings: Findings,
    name: String,
    seed: u64,
    begun: Instant,
    writers: Writers,
    texts: Vec<Text>,
    deliveries: Vec<JoinHandle<bool>>,
    faults: BTreeMap<String, usize>,
}

impl Course {
    pub(crate) fn new(name: &str, world: World, seed: u64) -> Self {
        Self {
            world,
            chance: Chance::seeded(seed),
            kills: 0,
            freezes: 0,
            findings: Findings::default(),
            name: name.to_owned(),
            seed,
            begun: Instant::now(),
            writers: Writers::new(Chance::seeded(!seed)),
            texts: Vec::new(),
            deliveries: Vec::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Somebody new writes so many texts, which are being delivered from now on.
    pub(crate) fn somebody_writes(&mut self, texts: usize) {
        let texts = self.writers.somebody(texts);
        self.send(texts);
    }

    /// Somebody new writes a text with a word more.
    pub(crate) fn somebody_says(&mut self, word: &str) {
        let text = self.writers.somebody_says(word);
        self.send(vec![text]);
    }

    fn send(&mut self, texts: Vec<Text>) {
        let delivery = deliver(&self.world, &texts, &mut self.chance);
        self.deliveries.push(delivery);
        self.texts.extend(texts);
    }

    /// How many lots of texts are on their way.
    pub(crate) fn under_way(&self) -> usize {
        let deliveries = self.deliveries.iter();
        deliveries
            .filter(|delivery| !delivery.is_finished())
            .count()
    }

    /// Waits until everything is at rest or something happened to the server.
    pub(crate) async fn watch(&mut self, server: &mut Option<Process>) -> Fate {
        let begun = Instant::now();
        while begun.elapsed() < LONG {
            let Some(server) = server else {
                return Fate::Struck;
            };
            if server.has_ended() || server.is_stopped() {
                return Fate::Struck;
            }
            if self.is_at_rest().await {
                return Fate::Rested;
            }
            tokio::time::sleep(GLANCE).await;
        }
        self.never_rests().await;
        Fate::Rested
    }

    /// Waits until everything is at rest.
    pub(crate) async fn rest(&mut self) {
        let begun = Instant::now();
        while !self.is_at_rest().await {
            if begun.elapsed() > LONG {
                return self.never_rests().await;
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    async fn is_at_rest(&self) -> bool {
        self.under_way() == 0 && self.world.is_at_rest().await
    }

    async fn never_rests(&mut self) {
        let unrest = self.world.unrest().await;
        let way = self.under_way();
        self.findings.breaks(format!(
            "at kill {}: no rest, {unrest}, {way} deliveries",
            self.kills
        ));
    }

    /// Counts a kill, with the point at which it struck if it was the server's own doing.
    pub(crate) fn struck(&mut self, which: usize) {
        self.kills += 1;
        self.note_point(which);
    }

    /// Counts a server that stands still, with the point at which it does.
    pub(crate) fn frozen(&mut self, which: usize) {
        self.freezes += 1;
        self.note_point(which);
    }

    fn note_point(&mut self, which: usize) {
        if let Some(fault) = self.world.last_fault(which) {
            *self.faults.entry(fault).or_default() += 1;
        }
    }

    /// Starts a server that is left alone and comes to rest.
    pub(crate) async fn recover(&mut self) {
        let server = self.world.start(0, Fault::None);
        self.rest().await;
        drop(server);
    }

    /// Judges, and tells everything.
    pub(crate) async fn end(mut self) -> Outcome {
        for delivery in std::mem::take(&mut self.deliveries) {
            if !delivery.await.unwrap() {
                self.findings
                    .breaks("a text was never acknowledged".to_owned());
            }
        }
        let unrest = std::mem::take(&mut self.findings.broken);
        let mut findings = judge(&self.world, &self.texts).await;
        findings.broken.extend(unrest);
        let took = self.begun.elapsed();
        let kept = (!findings.broken.is_empty()).then(|| self.world.keep());
        Outcome {
            name: self.name,
            seed: self.seed,
            kills: self.kills,
            freezes: self.freezes,
            faults: self.faults,
            findings,
            took,
            kept,
        }
    }
}
