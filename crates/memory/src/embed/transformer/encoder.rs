//! The encoder itself: embeddings, then layers of attention and of a network for every word piece.

use ndarray::{Array1, Array2, ArrayView1, ArrayViewMut1, Axis, Slice};

use super::Config;
use super::weights::Weights;
use crate::Error;

/// The weights of an encoder.
#[derive(Debug)]
pub(super) struct Encoder {
    words: Array2<f32>,
    /// Where a piece stands, with what every piece of a text has in common.
    positions: Array2<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    heads: usize,
}

#[derive(Debug)]
struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: Norm,
    inner: Linear,
    outer: Linear,
    norm: Norm,
}

#[derive(Debug)]
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

#[derive(Debug)]
struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Encoder {
    pub(super) fn new(config: &Config, words: usize, weights: &Weights<'_>) -> Result<Self, Error> {
        let (width, heads) = (config.hidden_size, config.num_attention_heads);
        if heads == 0
            || width == 0
            || !width.is_multiple_of(heads)
            || config.max_position_embeddings < 3
        {
            return Err(Error::Model(
                "`config.json` has sizes that do not fit together",
            ));
        }
        let embedding = |name: &str, rows| {
            weights.matrix(&format!("embeddings.{name}_embeddings.weight"), rows, width)
        };
        let mut positions = embedding("position", config.max_position_embeddings)?;
        positions += &embedding("token_type", 2)?.row(0);
        let layers = 0..config.num_hidden_layers;
        Ok(Self {
            words: embedding("word", words)?,
            positions,
            norm: Norm::new("embeddings.LayerNorm", config, weights)?,
            layers: layers
                .map(|no| Layer::new(no, config, weights))
                .collect::<Result<_, _>>()?,
            heads,
        })
    }

    /// How many numbers stand for a word piece.
    pub(super) fn width(&self) -> usize {
        self.words.ncols()
    }

    /// What becomes of every word piece in the light of the others. No more of them than there are positions.
    pub(super) fn encode(&self, tokens: &[u32]) -> Array2<f32> {
        let known: Vec<usize> = tokens.iter().map(|token| *token as usize).collect();
        let mut states = self.words.select(Axis(0), &known);
        states += &self
            .positions
            .slice_axis(Axis(0), Slice::from(..known.len()));
        self.norm.apply(&mut states);
        for layer in &self.layers {
            states = layer.apply(&states, self.heads);
        }
        states
    }
}

impl Layer {
    fn new(no: usize, config: &Config, weights: &Weights<'_>) -> Result<Self, Error> {
        let width = config.hidden_size;
        let name = |part: &str| format!("encoder.layer.{no}.{part}");
        let square = |part: &str| Linear::new(&name(part), (width, width), weights);
        let inner = config.intermediate_size;
        Ok(Self {
            query: square("attention.self.query")?,
            key: square("attention.self.key")?,
            value: square("attention.self.value")?,
            attended: square("attention.output.dense")?,
            attended_norm: Norm::new(&name("attention.output.LayerNorm"), config, weights)?,
            inner: Linear::new(&name("intermediate.dense"), (inner, width), weights)?,
            outer: Linear::new(&name("output.dense"), (width, inner), weights)?,
            norm: Norm::new(&name("output.LayerNorm"), config, weights)?,
        })
    }

    fn apply(&self, states: &Array2<f32>, heads: usize) -> Array2<f32> {
        let mut attended = self.attended.apply(&self.attend(states, heads));
        attended += states;
        self.attended_norm.apply(&mut attended);
        let mut inner = self.inner.apply(&attended);
        inner.mapv_inplace(gelu);
        let mut outer = self.outer.apply(&inner);
        outer += &attended;
        self.norm.apply(&mut outer);
        outer
    }

    fn attend(&self, states: &Array2<f32>, heads: usize) -> Array2<f32> {
        let (query, key) = (self.query.apply(states), self.key.apply(states));
        let value = self.value.apply(states);
        let width = states.ncols() / heads;
        let scale = (width as f32).sqrt().recip();
        let mut all = Array2::zeros(states.raw_dim());
        for head in 0..heads {
            let part = Slice::from(head * width..(head + 1) * width);
            let of_head = |all: &'_ Array2<f32>| all.slice_axis(Axis(1), part).to_owned();
            let mut weights = of_head(&query).dot(&of_head(&key).t());
            weights.mapv_inplace(|weight| weight * scale);
            weights.rows_mut().into_iter().for_each(softmax);
            let mut attended = all.slice_axis_mut(Axis(1), part);
            attended.assign(&weights.dot(&of_head(&value)));
        }
        all
    }
}

impl Linear {
    fn new(
        name: &str,
        (outputs, inputs): (usize, usize),
        weights: &Weights<'_>,
    ) -> Result<Self, Error> {
        Ok(Self {
            weight: weights.matrix(&format!("{name}.weight"), outputs, inputs)?,
            bias: weights.vector(&format!("{name}.bias"), outputs)?,
        })
    }

    fn apply(&self, states: &Array2<f32>) -> Array2<f32> {
        states.dot(&self.weight.t()) + &self.bias
    }
}

impl Norm {
    fn new(name: &str, config: &Config, weights: &Weights<'_>) -> Result<Self, Error> {
        Ok(Self {
            weight: weights.vector(&format!("{name}.weight"), config.hidden_size)?,
            bias: weights.vector(&format!("{name}.bias"), config.hidden_size)?,
            epsilon: config.layer_norm_eps,
        })
    }

    fn apply(&self, states: &mut Array2<f32>) {
        for mut row in states.rows_mut() {
            let mean = row.mean().unwrap_or(0.0);
            let variance = variance(&row.view(), mean);
            let scale = (variance + self.epsilon).sqrt().recip();
            let learned = self.weight.iter().zip(&self.bias);
            for (x, (weight, bias)) in row.iter_mut().zip(learned) {
                *x = (*x - mean) * scale * weight + bias;
            }
        }
    }
}

fn variance(row: &ArrayView1<'_, f32>, mean: f32) -> f32 {
    let squares = row.iter().map(|x| (x - mean) * (x - mean));
    squares.sum::<f32>() / row.len().max(1) as f32
}

fn softmax(mut row: ArrayViewMut1<'_, f32>) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row.mapv_inplace(|x| (x - most).exp());
    let sum = row.sum();
    row.mapv_inplace(|x| x / sum);
}

fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function to seven digits (Abramowitz and Stegun 7.1.26).
fn erf(x: f32) -> f32 {
    let t = (1.0 + 0.327_591_1 * x.abs()).recip();
    let series = t
        * (0.254_829_6
            + t * (-0.284_496_72 + t * (1.421_413_8 + t * (-1.453_152_1 + t * 1.061_405_4))));
    (1.0 - series * (-x * x).exp()).copysign(x)
}
