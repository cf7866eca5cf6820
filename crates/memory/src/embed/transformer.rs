//! A BERT encoder from a folder, such as `all-MiniLM-L6-v2`: the mean of what it makes of every word piece.

mod encoder;
mod weights;

use std::fs;
use std::path::Path;

use ndarray::Axis;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use self::encoder::Encoder;
use self::weights::Weights;
use super::word_piece::WordPieces;
use super::{Embedder, Vector};
use crate::Error;

/// More word pieces of a text are not read. What these models were trained on was no longer.
const LONGEST: usize = 256;

/// A model that was loaded from a folder.
#[derive(Debug)]
pub struct Transformer {
    name: String,
    pieces: WordPieces,
    begin: u32,
    end: u32,
    unknown: u32,
    longest: usize,
    encoder: Encoder,
}

/// What `config.json` says of the model.
#[derive(Debug, Deserialize)]
struct Config {
    model_type: String,
    hidden_act: String,
    hidden_size: usize,
    intermediate_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    max_position_embeddings: usize,
    layer_norm_eps: f32,
}

impl Transformer {
    /// Reads `config.json`, `tokenizer.json` and `model.safetensors`.
    ///
    /// # Errors
    /// A file is missing, or it is not of a BERT encoder without upper case.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read(&path).map_err(|error| Error::File(path, error))
        };
        let config: Config = serde_json::from_slice(&read("config.json")?)
            .map_err(|_| Error::Model("`config.json` is not that of a BERT encoder"))?;
        if config.model_type != "bert" || config.hidden_act != "gelu" {
            return Err(Error::Model("only BERT encoders with GELU are known"));
        }
        let tokenizer = String::from_utf8(read("tokenizer.json")?)
            .map_err(|_| Error::Model("the tokenizer is not one of word pieces"))?;
        let pieces = WordPieces::parse(&tokenizer)?;
        let special = |name| {
            let missing = Error::Model("the tokenizer lacks [CLS], [SEP] or [UNK]");
            pieces.id(name).ok_or(missing)
        };
        let bytes = read("model.safetensors")?;
        Ok(Self {
            name: name(folder, &bytes),
            begin: special("[CLS]")?,
            end: special("[SEP]")?,
            unknown: special("[UNK]")?,
            longest: LONGEST.min(config.max_position_embeddings),
            encoder: Encoder::new(&config, pieces.len(), &Weights::parse(&bytes)?)?,
            pieces,
        })
    }

    /// The vector of one text.
    pub fn embed_one(&self, text: &str) -> Vector {
        let mut tokens = vec![self.begin];
        self.pieces
            .for_each_or(text, Some(self.unknown), |piece| tokens.push(piece));
        if tokens.len() == 1 {
            return Vector::new(vec![0.0; self.dimensions()]);
        }
        tokens.truncate(self.longest - 1);
        tokens.push(self.end);
        let states = self.encoder.encode(&tokens);
        let mean = states.mean_axis(Axis(0));
        Vector::new(mean.map_or_else(Vec::new, |mean| mean.to_vec()))
    }
}

impl Embedder for Transformer {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.encoder.width()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        Ok(texts.iter().map(|text| self.embed_one(text)).collect())
    }
}

/// The folder's name, so that people know it, and the weights', so that another model in the same folder is another.
fn name(folder: &Path, weights: &[u8]) -> String {
    let folder = folder.file_name().unwrap_or_default().to_string_lossy();
    let hash = Sha256::digest(weights);
    let hash: String = hash[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("folder:{folder}:{hash}")
}

#[cfg(test)]
#[path = "transformer_tests.rs"]
mod tests;
