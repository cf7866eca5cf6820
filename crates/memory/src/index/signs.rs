//! One bit a dimension: enough to choose which vectors are worth comparing.

use super::costs::{Costs, TILE};
use super::nearest::Nearest;

/// Rows that take their memory together. Their costs fit into the nearest cache while the bits stream by.
const CHUNK: usize = 16 * TILE;

/// Which side of the centre each vector is on.
#[derive(Debug, Clone)]
pub(super) struct Signs {
    centre: Vec<f32>,
    /// Tiles as `Costs` reads them.
    chunks: Vec<Vec<u8>>,
    rows: usize,
}

impl Signs {
    pub(super) fn new(centre: Vec<f32>) -> Self {
        Self {
            centre,
            chunks: Vec::new(),
            rows: 0,
        }
    }

    pub(super) fn push(&mut self, values: &[i8], inverse_length: f32) {
        let bits = self.bits_of(values, inverse_length);
        if self.rows.is_multiple_of(CHUNK) {
            self.chunks.push(vec![0; bits.len() * CHUNK]);
        }
        self.rows += 1;
        self.set(self.rows - 1, &bits);
    }

    /// Replaces a row.
    pub(super) fn replace(&mut self, row: usize, values: &[i8], inverse_length: f32) {
        let bits = self.bits_of(values, inverse_length);
        self.set(row, &bits);
    }

    /// Puts the last row in the place of this one.
    pub(super) fn swap_remove(&mut self, row: usize) {
        let last = self.rows - 1;
        let places = self.chunks[last / CHUNK][self.place(last)..].iter();
        let bits: Vec<u8> = places.step_by(TILE).take(self.planes()).copied().collect();
        self.set(row, &bits);
        self.set(last, &vec![0; bits.len()]);
        self.rows = last;
        self.chunks.truncate(last.div_ceil(CHUNK));
    }

    /// The `wanted` rows that are likely to be nearest, among those that `admits` lets in.
    pub(super) fn nearest(
        &self,
        direction: &[f32],
        wanted: usize,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        let pairs = direction.iter().zip(&self.centre);
        let distances: Vec<f32> = pairs.map(|(value, centre)| value - centre).collect();
        let costs = Costs::new(&distances);
        let mut nearest = Nearest::new(wanted, costs.end());
        let mut found = [0; CHUNK];
        for (chunk, start) in self.chunks.iter().zip((0..).step_by(CHUNK)) {
            costs.of(chunk, &mut found);
            let rows = CHUNK.min(self.rows - start);
            nearest.take(start, &found[..rows], &admits);
        }
        nearest.finish()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let bits: usize = self.chunks.iter().map(Vec::capacity).sum();
        bits + self.chunks.capacity() * size_of::<Vec<u8>>()
            + self.centre.capacity() * size_of::<f32>()
    }

    fn planes(&self) -> usize {
        self.centre.len().div_ceil(8)
    }

    /// Where the first byte of a row is in its chunk; the others follow a tile apart.
    fn place(&self, row: usize) -> usize {
        row % CHUNK / TILE * self.planes() * TILE + row % TILE
    }

    fn set(&mut self, row: usize, bits: &[u8]) {
        let place = self.place(row);
        let places = self.chunks[row / CHUNK][place..].iter_mut();
        for (place, bits) in places.step_by(TILE).zip(bits) {
            *place = *bits;
        }
    }

    fn bits_of(&self, values: &[i8], inverse_length: f32) -> Vec<u8> {
        let mut bits = vec![0; self.planes()];
        for (at, (value, centre)) in values.iter().zip(&self.centre).enumerate() {
            let above = f32::from(*value) * inverse_length > *centre;
            bits[at / 8] |= u8::from(above) << (at % 8);
        }
        bits
    }
}
