//! Vectors at a byte a dimension, and one bit of each for a first look.

use pulp::Arch;

use super::column::Column;
use super::signs::Signs;
use crate::Vector;

/// From here on the bits are scanned first; below, every vector is compared.
pub(super) const EXACT_ROWS: usize = 4_096;

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
        self.inverse_lengths.push(inverse_length(values));
        self.add_to_sum(row, 1.0);
        if let Some(signs) = &mut self.signs {
            signs.push(values, self.inverse_lengths.get(row));
        } else if row + 1 >= EXACT_ROWS {
            self.make_signs();
        }
    }

    /// Replaces the vector of a row.
    pub(super) fn set(&mut self, row: usize, vector: &Vector) {
        let values = quantise(vector.as_slice());
        self.add_to_sum(row, -1.0);
        self.values.set_row(row, &values);
        self.inverse_lengths.set(row, inverse_length(&values));
        self.add_to_sum(row, 1.0);
        if let Some(signs) = &mut self.signs {
            signs.replace(row, &values, self.inverse_lengths.get(row));
        }
    }

    pub(super) fn swap_remove(&mut self, row: usize) {
        self.add_to_sum(row, -1.0);
        self.values.swap_remove(row);
        self.inverse_lengths.swap_remove(row);
        if let Some(signs) = &mut self.signs {
            signs.swap_remove(row);
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

    /// The similarity of each row to the query.
    pub(super) fn cosines(&self, probe: &Probe, rows: &[u32]) -> Vec<f32> {
        Arch::new().dispatch(|| self.compare(probe, rows))
    }

    /// Four at a time, since the rows come from far apart in memory and the processor can wait for all four at once. It is
    /// inlined, like all it calls, so that it is compiled for each kind of processor.
    #[inline(always)]
    fn compare(&self, probe: &Probe, rows: &[u32]) -> Vec<f32> {
        let mut cosines = Vec::with_capacity(rows.len());
        let (fours, rest) = rows.as_chunks::<4>();
        for four in fours {
            let products = dots(&probe.values, four.map(|row| self.values.row(row as usize)));
            let pairs = four.iter().zip(products);
            cosines.extend(pairs.map(|(row, product)| self.scale(probe, *row, product)));
        }
        for row in rest {
            let product = dot(&probe.values, self.values.row(*row as usize));
            cosines.push(self.scale(probe, *row, product));
        }
        cosines
    }

    #[inline(always)]
    fn scale(&self, probe: &Probe, row: u32, product: i32) -> f32 {
        product as f32 * probe.inverse_length * self.inverse_lengths.get(row as usize)
    }

    /// Whether there is a vector at all.
    pub(super) fn has_direction(&self, row: u32) -> bool {
        self.inverse_lengths.get(row as usize) > 0.0
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

    /// Rows worth comparing: all of them, or `wanted` whose bits say that they are near, among those that `admits` lets in.
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
            + signs.map_or(0, Signs::memory_bytes)
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
        let mut signs = Signs::new(centre);
        for row in 0..self.len() {
            signs.push(self.values.row(row), self.inverse_lengths.get(row));
        }
        self.signs = Some(signs);
    }
}

/// One over the length of a row; zero where there is no vector.
fn inverse_length(values: &[i8]) -> f32 {
    let squares = values.iter().map(|x| i64::from(*x) * i64::from(*x));
    let length = (squares.sum::<i64>() as f32).sqrt();
    if length > 0.0 { 1.0 / length } else { 0.0 }
}

/// Scales so that the largest number is 127: the direction stays, which is all that is compared.
fn quantise(values: &[f32]) -> Vec<i8> {
    let largest = values.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    values.iter().map(|x| (x * scale).round() as i8).collect()
}

/// Written for the compiler to put into vector registers: the product of two bytes fits into sixteen bits, and so does the sum of
/// two such products, one from each half.
#[inline(always)]
fn dot(a: &[i16], b: &[i8]) -> i32 {
    let middle = a.len().min(b.len()) / 2;
    let product = |(a, b): (&i16, &i8)| a.wrapping_mul(i16::from(*b));
    let left = a[..middle].iter().zip(&b[..middle]).map(product);
    let right = a[middle..2 * middle].iter().zip(&b[middle..2 * middle]);
    let pairs = left.zip(right.map(product));
    let sum: i32 = pairs.map(|(x, y)| i32::from(x.wrapping_add(y))).sum();
    let rest = a[2 * middle..].iter().zip(&b[2 * middle..]);
    sum + rest.map(product).map(i32::from).sum::<i32>()
}

#[inline(always)]
fn dots(query: &[i16], rows: [&[i8]; 4]) -> [i32; 4] {
    const STEP: usize = 64;
    let mut sums = [0; 4];
    let whole = query.len() / STEP * STEP;
    for start in (0..whole).step_by(STEP) {
        let query = &query[start..start + STEP];
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum += dot(query, &row[start..start + STEP]);
        }
    }
    for (sum, row) in sums.iter_mut().zip(rows) {
        *sum += dot(&query[whole..], &row[whole..]);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_wide_numbers() {
        for length in [0, 1, 15, 16, 17, 64, 100, 256, 384] {
            let a: Vec<i16> = (0..length)
                .map(|x| if x % 3 == 0 { 127 } else { -127 })
                .collect();
            let b: Vec<i8> = (0..length)
                .map(|x| if x % 5 == 0 { -128 } else { 127 })
                .collect();
            let wide = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b));
            let wide: i32 = wide.sum();
            assert_eq!(dot(&a, &b), wide);
            assert_eq!(dots(&a, [&b, &b, &b, &b]), [wide; 4]);
        }
    }
}
