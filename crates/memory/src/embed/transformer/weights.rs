//! Reading `model.safetensors`: a header in JSON, then the numbers.

use std::collections::HashMap;

use ndarray::{Array1, Array2};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::Error;

/// The tensors of a file, by name.
pub(super) struct Weights<'f> {
    tensors: HashMap<String, Tensor>,
    data: &'f [u8],
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Tensor(Tensor),
    /// What the file says of itself.
    Other(IgnoredAny),
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl<'f> Weights<'f> {
    pub(super) fn parse(bytes: &'f [u8]) -> Result<Self, Error> {
        let cut_off = Error::Model("the weights are cut off");
        let Some((length, rest)) = bytes.split_first_chunk::<8>() else {
            return Err(cut_off);
        };
        let length = usize::try_from(u64::from_le_bytes(*length)).ok();
        let Some((header, data)) = length.and_then(|length| rest.split_at_checked(length)) else {
            return Err(cut_off);
        };
        let entries: HashMap<String, Entry> = serde_json::from_slice(header)
            .map_err(|_| Error::Model("the header of the weights cannot be read"))?;
        let tensors = entries.into_iter().filter_map(|(name, entry)| match entry {
            // Some files name every tensor after the model.
            Entry::Tensor(tensor) => {
                let plain = name.strip_prefix("bert.").unwrap_or(&name);
                Some((plain.to_owned(), tensor))
            }
            Entry::Other(_) => None,
        });
        Ok(Self {
            tensors: tensors.collect(),
            data,
        })
    }

    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, Error> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    pub(super) fn matrix(
        &self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Array2<f32>, Error> {
        let numbers = self.numbers(name, &[rows, columns])?;
        Array2::from_shape_vec((rows, columns), numbers)
            .map_err(|_| Error::Model("a tensor does not have the expected shape"))
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, Error> {
        let tensor = self
            .tensors
            .get(name)
            .ok_or(Error::Model("a tensor of a BERT encoder is missing"))?;
        if tensor.dtype != "F32" {
            return Err(Error::Model("only weights of 32 bits (F32) can be read"));
        }
        let [start, end] = tensor.data_offsets;
        let bytes = self.data.get(start..end).unwrap_or_default();
        let (numbers, rest) = bytes.as_chunks::<4>();
        let expected: Option<usize> = shape.iter().try_fold(1_usize, |n, by| n.checked_mul(*by));
        let fits = tensor.shape == shape && Some(numbers.len()) == expected && rest.is_empty();
        if !fits {
            return Err(Error::Model("a tensor does not have the expected shape"));
        }
        Ok(numbers
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect())
    }
}
