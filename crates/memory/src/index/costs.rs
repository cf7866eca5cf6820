//! What it costs a row to lie on another side of the centre than the question does, added up over all dimensions.

/// Rows whose bits stand together: as many bytes as a vector register has.
pub(super) const TILE: usize = 32;
/// What a byte of bits costs at most, so that the costs of four of them fit into a byte.
const MOST: u16 = 63;
/// Planes that are added up in bytes.
const STEP: usize = 4;

/// The costs of one question. How far it lies from the centre in a dimension is what a bit of that dimension costs, which finds
/// the nearest among a fifth of the rows that counting the bits needs.
pub(super) struct Costs {
    /// On which side of the centre the question is, eight dimensions a byte.
    sides: Vec<u8>,
    /// What each of these bits costs.
    bits: Vec<[u8; 8]>,
    /// What every value of the lower and the upper half of a byte costs. Twice each, since that is how a processor wants it.
    #[cfg(target_arch = "x86_64")]
    halves: Vec<[[u8; TILE]; 2]>,
}

impl Costs {
    /// `distances` are those of the question from the centre.
    pub(super) fn new(distances: &[f32]) -> Self {
        let sum = |eight: &[f32]| eight.iter().map(|distance| distance.abs()).sum::<f32>();
        let largest = distances.chunks(8).map(sum).fold(0.0, f32::max);
        let planes = distances.len().div_ceil(8).max(1);
        // All of them together, and one more, have to fit into sixteen bits.
        let most = ((u16::MAX - 1) / planes as u16).min(MOST);
        let scale = if largest > 0.0 {
            f32::from(most) / largest
        } else {
            0.0
        };
        let side = |eight: &[f32]| {
            let sides = eight.iter().enumerate();
            sides.fold(0, |byte, (at, distance)| {
                byte | u8::from(*distance > 0.0) << at
            })
        };
        // Rounded down, so that a byte never costs more than the most.
        let cost = |distance: &f32| (distance.abs() * scale) as u8;
        let bits = |eight: &[f32]| std::array::from_fn(|at| eight.get(at).map_or(0, cost));
        let sides: Vec<u8> = distances.chunks(8).map(side).collect();
        let bits: Vec<[u8; 8]> = distances.chunks(8).map(bits).collect();
        Self {
            #[cfg(target_arch = "x86_64")]
            halves: sides.iter().zip(&bits).map(halves).collect(),
            sides,
            bits,
        }
    }

    /// What every row costs less than.
    pub(super) fn end(&self) -> u16 {
        let costs = self.bits.iter().flatten().copied();
        costs.map(u16::from).sum::<u16>() + 1
    }

    /// The cost of each row. A tile has the first byte of each of its rows, then the second of each, and so on.
    pub(super) fn of(&self, tiles: &[u8], costs: &mut [u16]) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            simd.vectorize(
                #[inline(always)]
                || self.look_up_together(simd, tiles, costs),
            );
            return;
        }
        self.add_up(tiles, costs);
    }

    /// For every kind of processor, written for the compiler to put into vector registers.
    fn add_up(&self, tiles: &[u8], costs: &mut [u16]) {
        let planes = self.bits.len();
        let tiles = tiles.as_chunks::<TILE>().0.chunks_exact(planes.max(1));
        for (tile, costs) in tiles.zip(costs.as_chunks_mut::<TILE>().0) {
            *costs = [0; TILE];
            let question = self.sides.chunks(STEP).zip(self.bits.chunks(STEP));
            for (tile, (sides, bits)) in tile.chunks(STEP).zip(question) {
                let mut sums = [0_u8; TILE];
                for (plane, (side, bits)) in tile.iter().zip(sides.iter().zip(bits)) {
                    add_byte(&mut sums, plane, *side, bits);
                }
                for (cost, sum) in costs.iter_mut().zip(sums) {
                    *cost += u16::from(sum);
                }
            }
        }
    }

    /// For processors that look up 32 bytes at once, which the compiler does not make of the loop above.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn look_up_together(&self, simd: pulp::x86::V3, tiles: &[u8], costs: &mut [u16]) {
        use pulp::{cast, u8x32, u16x16};
        let avx2 = simd.avx2;
        let low = simd.splat_u8x32(15);
        let look_up = |table: [u8; TILE], at: u8x32| -> u8x32 {
            cast(avx2._mm256_shuffle_epi8(cast(table), cast(at)))
        };
        let planes = self.halves.len();
        let tiles = tiles.as_chunks::<TILE>().0.chunks_exact(planes.max(1));
        for (tile, costs) in tiles.zip(costs.as_chunks_mut::<TILE>().0) {
            let mut even = simd.splat_u16x16(0);
            let mut odd = even;
            for (tile, halves) in tile.chunks(STEP).zip(self.halves.chunks(STEP)) {
                let mut sums = simd.splat_u8x32(0);
                for (plane, [lower, upper]) in tile.iter().zip(halves) {
                    let plane: u8x32 = cast(*plane);
                    let shifted: u8x32 = cast(avx2._mm256_srli_epi16::<4>(cast(plane)));
                    let lower = look_up(*lower, simd.and_u8x32(plane, low));
                    let upper = look_up(*upper, simd.and_u8x32(shifted, low));
                    sums = simd.wrapping_add_u8x32(sums, simd.wrapping_add_u8x32(lower, upper));
                }
                let sums: u16x16 = cast(sums);
                let first = simd.and_u16x16(sums, simd.splat_u16x16(0xff));
                even = simd.wrapping_add_u16x16(even, first);
                let second = cast(avx2._mm256_srli_epi16::<8>(cast(sums)));
                odd = simd.wrapping_add_u16x16(odd, second);
            }
            let (even, odd): ([u16; TILE / 2], [u16; TILE / 2]) = (cast(even), cast(odd));
            let pairs = costs.as_chunks_mut::<2>().0.iter_mut();
            for (pair, (even, odd)) in pairs.zip(even.into_iter().zip(odd)) {
                *pair = [even, odd];
            }
        }
    }
}

/// Adds what one byte of each row costs. A mask, since the compiler makes a jump of a condition here.
fn add_byte(sums: &mut [u8; TILE], plane: &[u8; TILE], side: u8, bits: &[u8; 8]) {
    for (sum, byte) in sums.iter_mut().zip(plane) {
        let differs = byte ^ side;
        for (at, cost) in bits.iter().enumerate() {
            let mask = 0_u8.wrapping_sub(differs >> at & 1);
            *sum = sum.wrapping_add(mask & cost);
        }
    }
}

/// What each value of both halves of a byte costs, twice.
#[cfg(target_arch = "x86_64")]
fn halves((side, bits): (&u8, &[u8; 8])) -> [[u8; TILE]; 2] {
    [0, 4].map(|first| {
        std::array::from_fn(|value| {
            let differing = usize::from(side >> first) ^ value;
            let differs = |at: &usize| differing >> at & 1 == 1;
            (0..4).filter(differs).map(|at| bits[first + at]).sum()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_those_of_every_bit_that_differs() {
        for dimensions in [1_usize, 4, 7, 64, 100, 256, 384, 1536, 8192] {
            let distances: Vec<f32> = (0..dimensions)
                .map(|at| ((at * 37) % 19) as f32 - 9.0)
                .collect();
            let costs = Costs::new(&distances);
            let planes = dimensions.div_ceil(8);
            let tiles: Vec<u8> = (0..3 * planes * TILE)
                .map(|at| (at * 97 + at / 31) as u8)
                .collect();
            let mut found = vec![1; 3 * TILE];
            costs.of(&tiles, &mut found);
            let mut added_up = vec![2; 3 * TILE];
            costs.add_up(&tiles, &mut added_up);
            assert_eq!(found, added_up);
            let eights = distances.chunks(8);
            let eights = eights.map(|eight| eight.iter().map(|x| x.abs()).sum());
            let scale = (65534 / planes).min(63) as f32 / eights.fold(0.0, f32::max);
            for row in [0, 1, 31, 32, 70] {
                let differs = |at: &usize| {
                    let byte = tiles[row / TILE * planes * TILE + at / 8 * TILE + row % TILE];
                    (byte >> (at % 8) & 1 == 1) != (distances[*at] > 0.0)
                };
                let exact = (0..dimensions)
                    .filter(differs)
                    .map(|at| (distances[at].abs() * scale).floor() as u16);
                assert_eq!(found[row], exact.sum::<u16>(), "{dimensions} {row}");
                assert!(found[row] < costs.end());
            }
        }
    }

    #[test]
    fn a_question_at_the_centre_costs_nothing() {
        let costs = Costs::new(&[0.0; 16]);
        let mut found = [7; TILE];
        costs.of(&[0xa5; 2 * TILE], &mut found);
        assert_eq!((found, costs.end()), ([0; TILE], 1));
    }
}
