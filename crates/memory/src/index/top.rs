//! The best few of many.

/// The `wanted` entries with the highest scores, in no order.
pub(super) struct Top {
    wanted: usize,
    entries: Vec<(u32, f32)>,
    least: f32,
}

impl Top {
    pub(super) fn new(wanted: usize) -> Self {
        Self {
            wanted: wanted.max(1),
            entries: Vec::new(),
            least: f32::NEG_INFINITY,
        }
    }

    /// What a score must exceed to be worth pushing.
    #[inline]
    pub(super) fn least(&self) -> f32 {
        self.least
    }

    #[inline]
    pub(super) fn push(&mut self, row: u32, score: f32) {
        if score > self.least {
            self.entries.push((row, score));
            if self.entries.len() >= 4 * self.wanted {
                self.cut();
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<(u32, f32)> {
        self.cut();
        self.entries
    }

    fn cut(&mut self) {
        if self.entries.len() > self.wanted {
            let (_, last, _) = self
                .entries
                .select_nth_unstable_by(self.wanted - 1, |a, b| {
                    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
                });
            self.least = last.1;
            self.entries.truncate(self.wanted);
        }
    }
}
