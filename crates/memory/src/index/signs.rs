//! One bit a dimension: enough to choose which vectors are worth comparing.

use pulp::Arch;

/// Rows in a tile. Their sums fit into the nearest cache while the bits stream by.
const TILE: usize = 512;
/// Words whose bits are added up in bytes before a byte could overflow.
const WORDS: usize = 16;
/// Distances looked at together.
const STEP: usize = 16;

/// Which side of the centre each vector is on.
#[derive(Debug, Clone)]
pub(super) struct Signs {
    centre: Vec<f32>,
    /// Each tile has the first 64 bits of all its rows, then the next 64 of all: the compiler compares several rows at once.
    tiles: Vec<Vec<u64>>,
    rows: usize,
}

impl Signs {
    pub(super) fn new(centre: Vec<f32>) -> Self {
        Self {
            centre,
            tiles: Vec::new(),
            rows: 0,
        }
    }

    pub(super) fn push(&mut self, values: &[i8], inverse_length: f32) {
        let bits = self.bits_of(direction(values, inverse_length));
        if self.rows.is_multiple_of(TILE) {
            self.tiles.push(vec![0; bits.len() * TILE]);
        }
        self.rows += 1;
        self.set(self.rows - 1, &bits);
    }

    /// Replaces a row.
    pub(super) fn replace(&mut self, row: usize, values: &[i8], inverse_length: f32) {
        let bits = self.bits_of(direction(values, inverse_length));
        self.set(row, &bits);
    }

    /// Puts the last row in the place of this one.
    pub(super) fn swap_remove(&mut self, row: usize) {
        let words = self.centre.len().div_ceil(64);
        let last = self.rows - 1;
        let tile = &self.tiles[last / TILE];
        let bits: Vec<u64> = (0..words).map(|at| tile[at * TILE + last % TILE]).collect();
        self.set(row, &bits);
        self.set(last, &vec![0; words]);
        self.rows = last;
        self.tiles.truncate(last.div_ceil(TILE));
    }

    /// The `wanted` rows whose bits differ least, among those that `admits` lets in.
    pub(super) fn nearest(
        &self,
        direction: &[f32],
        wanted: usize,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        let distances = self.distances(&self.bits_of(direction.iter().copied()));
        let counts = self.count(&distances, &admits);
        select(&distances, &counts, wanted, admits)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let words: usize = self.tiles.iter().map(Vec::capacity).sum();
        words * size_of::<u64>()
            + self.tiles.capacity() * size_of::<Vec<u64>>()
            + self.centre.capacity() * size_of::<f32>()
    }

    /// How many rows that are let in lie at each distance.
    fn count(&self, distances: &[u16], admits: impl Fn(usize) -> bool) -> Vec<usize> {
        // Rows beside each other often lie at one distance; four counters keep them from waiting for each other.
        let mut counts = vec![[0_u32; 4]; self.centre.len() + 1];
        for (row, distance) in distances.iter().enumerate() {
            counts[usize::from(*distance)][row % 4] += u32::from(admits(row));
        }
        let totals = counts.iter().map(|counts| counts.iter().sum::<u32>());
        totals.map(|total| total as usize).collect()
    }

    fn set(&mut self, row: usize, bits: &[u64]) {
        let tile = &mut self.tiles[row / TILE];
        for (at, bits) in bits.iter().enumerate() {
            tile[at * TILE + row % TILE] = *bits;
        }
    }

    fn bits_of(&self, direction: impl Iterator<Item = f32>) -> Vec<u64> {
        let mut bits = vec![0; self.centre.len().div_ceil(64)];
        for (at, (value, centre)) in direction.zip(&self.centre).enumerate() {
            bits[at / 64] |= u64::from(value > *centre) << (at % 64);
        }
        bits
    }

    /// In how many bits each row differs.
    fn distances(&self, query: &[u64]) -> Vec<u16> {
        Arch::new().dispatch(|| self.differences(query))
    }

    /// It is inlined, like all it calls, so that it is compiled for each kind of processor.
    #[inline(always)]
    fn differences(&self, query: &[u64]) -> Vec<u16> {
        let mut distances = Vec::with_capacity(self.tiles.len() * TILE);
        for tile in &self.tiles {
            let mut totals = [0_u16; TILE];
            for (planes, query) in tile.chunks(WORDS * TILE).zip(query.chunks(WORDS)) {
                let mut sums = [0_u64; TILE];
                add_planes(&mut sums, planes, query);
                for (total, sum) in totals.iter_mut().zip(sums) {
                    *total += sum_of_bytes(sum);
                }
            }
            distances.extend_from_slice(&totals);
        }
        distances.truncate(self.rows);
        distances
    }
}

fn direction(values: &[i8], inverse_length: f32) -> impl Iterator<Item = f32> {
    values.iter().map(move |x| f32::from(*x) * inverse_length)
}

/// The `wanted` places with the least distances that are let in, in order.
fn select(
    distances: &[u16],
    counts: &[usize],
    wanted: usize,
    admits: impl Fn(usize) -> bool,
) -> Vec<u32> {
    let (limit, mut at_limit) = cut(counts, wanted);
    let mut selected = Vec::with_capacity(wanted.min(distances.len()));
    for (chunk, distances) in distances.chunks(STEP).enumerate() {
        // Few are near, so whole chunks are passed over.
        let near = |distance: &u16| usize::from(*distance) <= limit;
        if !distances
            .iter()
            .fold(false, |any, distance| any | near(distance))
        {
            continue;
        }
        for (at, distance) in (chunk * STEP..).zip(distances) {
            if !near(distance) || !admits(at) {
                continue;
            }
            if usize::from(*distance) == limit {
                if at_limit == 0 {
                    continue;
                }
                at_limit -= 1;
            }
            selected.push(at as u32);
        }
    }
    selected
}

/// Adds the differing bits of up to `WORDS` words of each row, byte by byte.
#[inline(always)]
fn add_planes(sums: &mut [u64; TILE], planes: &[u64], query: &[u64]) {
    let (planes, _) = planes.as_chunks::<TILE>();
    let (fours, rest) = planes.as_chunks::<4>();
    let (query_fours, query_rest) = query.as_chunks::<4>();
    for ([a, b, c, d], query) in fours.iter().zip(query_fours) {
        for row in 0..TILE {
            let near = bits_in_nibbles(a[row] ^ query[0]) + bits_in_nibbles(b[row] ^ query[1]);
            let far = bits_in_nibbles(c[row] ^ query[2]) + bits_in_nibbles(d[row] ^ query[3]);
            sums[row] += nibbles_to_bytes(near) + nibbles_to_bytes(far);
        }
    }
    for (plane, query) in rest.iter().zip(query_rest) {
        for (sum, word) in sums.iter_mut().zip(plane) {
            *sum += nibbles_to_bytes(bits_in_nibbles(word ^ query));
        }
    }
}

/// The distance up to which `wanted` rows lie, and how many of those at that distance still belong to them.
fn cut(counts: &[usize], wanted: usize) -> (usize, usize) {
    let mut left = wanted;
    for (distance, count) in counts.iter().enumerate() {
        if *count >= left {
            return (distance, left);
        }
        left -= count;
    }
    (counts.len(), 0)
}

/// Counts the bits of each half byte; two such counts can be added. `count_ones` would not be put into vector registers on the
/// processors the program is compiled for.
#[inline(always)]
fn bits_in_nibbles(bits: u64) -> u64 {
    const ONES: u64 = 0x5555_5555_5555_5555;
    const TWOS: u64 = 0x3333_3333_3333_3333;
    let pairs = bits - ((bits >> 1) & ONES);
    (pairs & TWOS) + ((pairs >> 2) & TWOS)
}

#[inline(always)]
fn nibbles_to_bytes(nibbles: u64) -> u64 {
    const FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    (nibbles & FOURS) + ((nibbles >> 4) & FOURS)
}

#[inline(always)]
fn sum_of_bytes(bytes: u64) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (bytes & EVEN) + ((bytes >> 8) & EVEN);
    let fours = pairs + (pairs >> 32);
    (fours + (fours >> 16)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_every_bit_of_any_width() {
        for dimensions in [1, 64, 100, 256, 384, 1536, 3000] {
            let mut signs = Signs::new(vec![0.0; dimensions]);
            for row in 0..TILE + 3 {
                let values: Vec<i8> = (0..dimensions)
                    .map(|at| i8::from((at + row) % 7 > 2))
                    .collect();
                signs.push(&values, 1.0);
            }
            let all = vec![u64::MAX; dimensions.div_ceil(64)];
            let none = vec![0; all.len()];
            let padding = all.len() * 64 - dimensions;
            let ones = |row: usize| (0..dimensions).filter(|at| (at + row) % 7 > 2).count();
            let (from_all, from_none) = (signs.distances(&all), signs.distances(&none));
            for row in [0, 1, TILE - 1, TILE, TILE + 2] {
                assert_eq!(usize::from(from_none[row]), ones(row));
                assert_eq!(usize::from(from_all[row]), dimensions - ones(row) + padding);
            }
            assert_eq!(from_none.len(), TILE + 3);
        }
    }

    #[test]
    fn the_cut_takes_exactly_as_many_as_wanted() {
        assert_eq!(cut(&[1, 2, 3], 3), (1, 2));
        assert_eq!(cut(&[1, 2, 3], 4), (2, 1));
        assert_eq!(cut(&[1, 2, 3], 9), (3, 0));
    }
}
