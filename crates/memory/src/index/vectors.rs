//! Vectors at a byte a dimension, and one bit of each for a first look.

use super::column::Column;
use crate::Vector;

/// From here on the bits are scanned first; below, every vector is compared.
pub(super) const EXACT_ROWS: usize = 16_384;

/// The vectors of an index.
#[derive(Debug, Clone)]
pub(super) struct Vectors {
    dimensions: usize,
    values: Column<i8>,
    /// One over the length of each row of `values`; zero where there is no vector.
    inverse_lengths: Column<f32>,
    /// The sum of all directions, so that the mean similarity to a query costs one product.
    sum: Vec<f64>,
    signs: Option<Signs>,
}

/// Which side of the centre a vector is on, one bit a dimension.
#[derive(Debug, Clone)]
struct Signs {
    centre: Vec<f32>,
    bits: Column<u64>,
}

/// A query in the form that is compared.
pub(super) struct Probe {
    values: Vec<i16>,
    inverse_length: f32,
    direction: Vec<f32>,
}

impl Vectors {
    pub(super) fn new(dimensions: usize) -> Self {
        Self {
            dimensions,
            values: Column::new(dimensions),
            inverse_lengths: Column::new(1),
            sum: vec![0.0; dimensions],
            signs: None,
        }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn push(&mut self, vector: &Vector) {
        self.push_bytes(&quantise(vector.as_slice()));
    }

    pub(super) fn push_bytes(&mut self, values: &[i8]) {
        let row = self.values.len();
        self.values.push_row(values);
        let squares = values.iter().map(|x| i64::from(*x) * i64::from(*x));
        let length = (squares.sum::<i64>() as f32).sqrt();
        self.inverse_lengths
            .push(if length > 0.0 { 1.0 / length } else { 0.0 });
        self.add_to_sum(row, 1.0);
        if let Some(signs) = &mut self.signs {
            signs.push(values, self.inverse_lengths.get(row));
        } else if row + 1 >= EXACT_ROWS {
            self.make_signs();
        }
    }

    pub(super) fn swap_remove(&mut self, row: usize) {
        self.add_to_sum(row, -1.0);
        self.values.swap_remove(row);
        self.inverse_lengths.swap_remove(row);
        if let Some(signs) = &mut self.signs {
            signs.bits.swap_remove(row);
        }
        if self.values.len() < EXACT_ROWS {
            self.signs = None;
        }
    }

    pub(super) fn bytes(&self, row: usize) -> &[i8] {
        self.values.row(row)
    }

    /// What the query is compared with every vector by.
    pub(super) fn probe(&self, vector: &Vector) -> Probe {
        let values = quantise(vector.as_slice());
        let squares: f32 = values.iter().map(|x| f32::from(*x) * f32::from(*x)).sum();
        Probe {
            values: values.iter().map(|x| i16::from(*x)).collect(),
            inverse_length: if squares > 0.0 {
                1.0 / squares.sqrt()
            } else {
                0.0
            },
            direction: vector.as_slice().to_vec(),
        }
    }

    pub(super) fn cosine(&self, probe: &Probe, row: usize) -> f32 {
        let product = dot(&probe.values, self.values.row(row)) as f32;
        product * probe.inverse_length * self.inverse_lengths.get(row)
    }

    /// How alike two rows are.
    pub(super) fn cosine_between(&self, a: usize, b: usize) -> f32 {
        let wide: Vec<i16> = self.values.row(a).iter().map(|x| i16::from(*x)).collect();
        let product = dot(&wide, self.values.row(b)) as f32;
        product * self.inverse_lengths.get(a) * self.inverse_lengths.get(b)
    }

    /// The mean over all rows.
    pub(super) fn mean_cosine(&self, probe: &Probe) -> f32 {
        let product: f64 = self
            .sum
            .iter()
            .zip(&probe.direction)
            .map(|(a, b)| a * f64::from(*b))
            .sum();
        (product / self.len().max(1) as f64) as f32
    }

    /// Rows worth comparing: all of them, or about `wanted` whose bits differ least among those that `admits` lets in.
    pub(super) fn candidates(
        &self,
        probe: &Probe,
        wanted: usize,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        match &self.signs {
            None => (0..self.len() as u32)
                .filter(|row| admits(*row as usize))
                .collect(),
            Some(signs) => signs.nearest(&probe.direction, wanted, admits),
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let signs = self.signs.as_ref();
        self.values.memory_bytes()
            + self.inverse_lengths.memory_bytes()
            + self.sum.capacity() * size_of::<f64>()
            + signs.map_or(0, |signs| {
                signs.bits.memory_bytes() + signs.centre.capacity() * size_of::<f32>()
            })
    }

    fn add_to_sum(&mut self, row: usize, sign: f64) {
        let factor = sign * f64::from(self.inverse_lengths.get(row));
        for (sum, value) in self.sum.iter_mut().zip(self.values.row(row)) {
            *sum += factor * f64::from(*value);
        }
    }

    /// The centre is that of the rows there are now. It only has to be good, not exact: the bits choose who is compared.
    fn make_signs(&mut self) {
        let rows = self.len().max(1) as f64;
        let centre = self.sum.iter().map(|sum| (sum / rows) as f32).collect();
        let mut signs = Signs {
            centre,
            bits: Column::new(self.dimensions.div_ceil(64)),
        };
        for row in 0..self.len() {
            signs.push(self.values.row(row), self.inverse_lengths.get(row));
        }
        self.signs = Some(signs);
    }
}

impl Signs {
    fn push(&mut self, values: &[i8], inverse_length: f32) {
        let direction = values.iter().map(|x| f32::from(*x) * inverse_length);
        let bits = self.bits_of(direction);
        self.bits.push_row(&bits);
    }

    fn bits_of(&self, direction: impl Iterator<Item = f32>) -> Vec<u64> {
        let mut bits = vec![0; self.centre.len().div_ceil(64)];
        for (at, (value, centre)) in direction.zip(&self.centre).enumerate() {
            bits[at / 64] |= u64::from(value > *centre) << (at % 64);
        }
        bits
    }

    fn nearest(
        &self,
        direction: &[f32],
        wanted: usize,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        let query = self.bits_of(direction.iter().copied());
        let mut distances = Vec::with_capacity(self.bits.len());
        for chunk in self.bits.chunks() {
            distances_of(&query, chunk, &mut distances);
        }
        let mut counts = vec![0_usize; self.centre.len() + 1];
        for (row, distance) in distances.iter().enumerate() {
            counts[usize::from(*distance)] += usize::from(admits(row));
        }
        let mut total = 0;
        let limit = counts
            .iter()
            .position(|count| {
                total += count;
                total >= wanted
            })
            .unwrap_or(counts.len());
        let near = distances.iter().enumerate();
        near.filter(|(row, distance)| usize::from(**distance) <= limit && admits(*row))
            .map(|(row, _)| row as u32)
            .collect()
    }
}

/// Scales so that the largest number is 127: the direction stays, which is all that is compared.
fn quantise(values: &[f32]) -> Vec<i8> {
    let largest = values.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    values.iter().map(|x| (x * scale).round() as i8).collect()
}

/// Written for the compiler to put into vector registers.
fn dot(a: &[i16], b: &[i8]) -> i32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| i32::from(*a) * i32::from(i16::from(*b)))
        .sum()
}

fn distances_of(query: &[u64], chunk: &[u64], distances: &mut Vec<u16>) {
    if let Ok(query) = <&[u64; 4]>::try_from(query) {
        // The width of the built-in model, known to the compiler.
        let rows = chunk.as_chunks::<4>().0.iter();
        distances.extend(rows.map(|row| differing_bits(query, row)));
    } else {
        let rows = chunk.chunks_exact(query.len());
        distances.extend(rows.map(|row| {
            let bits = query.iter().zip(row).map(|(a, b)| (a ^ b).count_ones());
            bits.sum::<u32>() as u16
        }));
    }
}

fn differing_bits(a: &[u64; 4], b: &[u64; 4]) -> u16 {
    let bits = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones());
    bits.sum::<u32>() as u16
}
