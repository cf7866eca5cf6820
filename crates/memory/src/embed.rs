//! From text to vectors.

mod static_model;
mod transformer;
mod word_piece;

pub(crate) use word_piece::is_ideograph;

pub use static_model::StaticEmbedder;
pub use transformer::Transformer;

use crate::Error;

/// Turns texts into vectors of one length.
///
/// Implemented by the built-in model and by transformers from a folder; services answer later and stand beside it.
pub trait Embedder: Send + Sync {
    /// Kept with every vector, so that a change of model is noticed.
    fn name(&self) -> &str;

    /// The length of every vector.
    fn dimensions(&self) -> usize;

    /// One vector for each text, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, Error>;
}

/// A direction: its length is one, or zero where there was nothing to embed.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(Vec<f32>);

impl Vector {
    /// Normalises. Numbers that are not finite make the whole vector zero, since a service that sends them says nothing.
    pub fn new(mut values: Vec<f32>) -> Self {
        let length = values.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length.is_finite() && length > 0.0 {
            values.iter_mut().for_each(|x| *x /= length);
        } else {
            values.fill(0.0);
        }
        Self(values)
    }

    /// The numbers.
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// Whether there was nothing to embed.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|x| *x == 0.0)
    }

    /// How alike two directions are, from minus one to one; zero for vectors of different lengths.
    pub fn cosine(&self, other: &Self) -> f32 {
        if self.0.len() != other.0.len() {
            return 0.0;
        }
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
}

#[cfg(test)]
#[path = "embed_tests.rs"]
mod tests;
