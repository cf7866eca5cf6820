//! The rows with the least costs.

/// Costs looked at together.
const STEP: usize = 16;

/// The `wanted` rows with the least costs, and of equal ones the first. A row is kept only if it is better than as many before
/// it as are wanted: among a million that is one in a hundred, and the costs of the rest are written nowhere.
pub(super) struct Nearest {
    wanted: usize,
    /// What a row must cost less than.
    below: u16,
    /// How many of the rows that were kept have each cost.
    counts: Vec<u32>,
    /// How many of them cost no more than `below`.
    inside: usize,
    kept: Vec<(u32, u16)>,
}

impl Nearest {
    /// For costs below `end`.
    pub(super) fn new(wanted: usize, end: u16) -> Self {
        Self {
            wanted: wanted.max(1),
            below: end,
            counts: vec![0; usize::from(end) + 1],
            inside: 0,
            kept: Vec::new(),
        }
    }

    /// The costs of the rows from `start` on.
    #[inline]
    pub(super) fn take(&mut self, start: usize, costs: &[u16], admits: impl Fn(usize) -> bool) {
        for (costs, start) in costs.chunks(STEP).zip((start..).step_by(STEP)) {
            let below = self.below;
            if !costs.iter().fold(false, |any, cost| any | (*cost < below)) {
                continue;
            }
            for (cost, row) in costs.iter().zip(start..) {
                if *cost < self.below && admits(row) {
                    self.keep(row as u32, *cost);
                }
            }
        }
    }

    /// In the order of the rows.
    pub(super) fn finish(self) -> Vec<u32> {
        let mut at_limit = self.wanted - (self.inside - self.at(self.below)).min(self.wanted);
        let mut rows = Vec::with_capacity(self.wanted.min(self.kept.len()));
        for (row, cost) in self.kept {
            if cost == self.below && at_limit > 0 {
                at_limit -= 1;
                rows.push(row);
            } else if cost < self.below {
                rows.push(row);
            }
        }
        rows
    }

    fn keep(&mut self, row: u32, cost: u16) {
        self.kept.push((row, cost));
        self.counts[usize::from(cost)] += 1;
        self.inside += 1;
        while self.inside - self.at(self.below) >= self.wanted {
            self.inside -= self.at(self.below);
            self.below -= 1;
        }
    }

    fn at(&self, cost: u16) -> usize {
        self.counts[usize::from(cost)] as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn they_are_the_first_of_all_in_order(
            costs in prop::collection::vec(0_u16..20, 0..300),
            wanted in 1_usize..50,
            refused in 2_usize..9,
        ) {
            let admits = |row: usize| row % refused != 1;
            let mut nearest = Nearest::new(wanted, 20);
            for (chunk, start) in costs.chunks(48).zip((0..).step_by(48)) {
                nearest.take(start, chunk, admits);
            }
            let mut expected: Vec<(u16, u32)> = costs.iter().copied().zip(0..).collect();
            expected.retain(|(_, row)| admits(*row as usize));
            expected.sort_unstable();
            expected.truncate(wanted);
            let mut expected: Vec<u32> = expected.into_iter().map(|(_, row)| row).collect();
            expected.sort_unstable();
            prop_assert_eq!(nearest.finish(), expected);
        }
    }
}
