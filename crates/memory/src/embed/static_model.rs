//! The built-in model: the mean of the vectors of a text's word pieces.

use std::sync::OnceLock;

use serde::Deserialize;

use super::word_piece::WordPieces;
use super::{Embedder, Vector};
use crate::Error;

const WEIGHTS: &[u8] = include_bytes!("../../model/model.safetensors");
const TOKENIZER: &str = include_str!("../../model/tokenizer.json");
const DIMENSIONS: usize = 256;

/// The model inside the binary. It needs no download and no inference.
#[derive(Debug)]
pub struct StaticEmbedder {
    pieces: WordPieces,
    /// One row of `DIMENSIONS` signed bytes for each word piece.
    rows: &'static [u8],
}

#[derive(Deserialize)]
struct Header {
    embeddings: Tensor,
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: [usize; 2],
    data_offsets: [usize; 2],
}

impl StaticEmbedder {
    /// The model of this process; its vocabulary is read on first use.
    pub fn shared() -> Result<&'static Self, Error> {
        static SHARED: OnceLock<StaticEmbedder> = OnceLock::new();
        if let Some(embedder) = SHARED.get() {
            return Ok(embedder);
        }
        let embedder = Self::load(WEIGHTS, TOKENIZER)?;
        Ok(SHARED.get_or_init(|| embedder))
    }

    /// The vector of one text.
    pub fn embed_one(&self, text: &str) -> Vector {
        let mut sums = [0_i64; DIMENSIONS];
        self.pieces.for_each(text, |piece| {
            let start = piece as usize * DIMENSIONS;
            let row = self.rows.get(start..start + DIMENSIONS);
            for (sum, value) in sums.iter_mut().zip(row.unwrap_or_default()) {
                *sum += i64::from(value.cast_signed());
            }
        });
        Vector::new(sums.iter().map(|sum| *sum as f32).collect())
    }

    fn load(weights: &'static [u8], tokenizer: &str) -> Result<Self, Error> {
        let (length, rest) = weights
            .split_first_chunk::<8>()
            .ok_or(Error::Model("the weights have no header"))?;
        let length = usize::try_from(u64::from_le_bytes(*length))
            .map_err(|_| Error::Model("the header has no end"))?;
        let (header, data) = rest
            .split_at_checked(length)
            .ok_or(Error::Model("the header has no end"))?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|_| Error::Model("the header names no `embeddings`"))?;
        let Tensor {
            dtype,
            shape,
            data_offsets: [start, end],
        } = header.embeddings;
        let rows = data
            .get(start..end)
            .ok_or(Error::Model("the weights are cut off"))?;
        let pieces = WordPieces::parse(tokenizer)?;
        let fits = dtype == "I8"
            && shape == [pieces.len(), DIMENSIONS]
            && rows.len() == pieces.len() * DIMENSIONS;
        if !fits {
            return Err(Error::Model("the weights and the tokenizer do not fit"));
        }
        Ok(Self { pieces, rows })
    }
}

impl Embedder for StaticEmbedder {
    fn name(&self) -> &str {
        "steward-static-256"
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        Ok(texts.iter().map(|text| self.embed_one(text)).collect())
    }
}
