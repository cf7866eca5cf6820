//! The embeddings API, as OpenAI made it and many servers copy it.

use serde::Deserialize;
use serde_json::json;
use steward_model::ModelFailure;

use crate::http::Endpoint;
use crate::limits::interrupted;

/// Texts of one request: few enough that the answer stays within what is read of one.
const BATCH: usize = 16;
/// The most numbers a vector may have: nobody's are longer, and a wrong answer must not fill the memory.
const MOST_DIMENSIONS: usize = 8_192;

/// A model that turns texts into vectors, behind an OpenAI-compatible API.
pub struct Embeddings {
    endpoint: Endpoint,
    model: String,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    index: usize,
    embedding: Vec<f32>,
}

impl Embeddings {
    pub(crate) fn new(endpoint: Endpoint, model: String) -> Self {
        Self { endpoint, model }
    }

    /// A vector for each text, in their order and all of one length.
    ///
    /// # Errors
    /// What the server said, or that its answer is none: too few vectors, of different lengths, not numbers, or
    /// nothing but zeros.
    pub async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelFailure> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let some = self.embed_batch(batch).await;
            vectors.extend(some.map_err(|failure| self.endpoint.presentable(failure))?);
        }
        let length = vectors.first().map_or(0, Vec::len);
        if vectors.iter().any(|vector| vector.len() != length) {
            return Err(interrupted("the vectors are of different lengths"));
        }
        Ok(vectors)
    }

    async fn embed_batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelFailure> {
        let body = json!({"model": self.model, "input": texts, "encoding_format": "float"});
        let reply = self.endpoint.post(&body).await?;
        if !reply.is_success() {
            return Err(reply.into_error().await.into_failure());
        }
        let answer: Answer = serde_json::from_str(&reply.into_text().await?).map_err(|error| {
            interrupted(format!("the answer is not one of embeddings: {error}"))
        })?;
        in_order(answer.data, texts.len())
    }
}

/// The vectors by the numbers they carry: an answer may list them in any order.
fn in_order(data: Vec<Embedded>, count: usize) -> Result<Vec<Vec<f32>>, ModelFailure> {
    let mut vectors = vec![Vec::new(); count];
    for embedded in data {
        let usable = (1..=MOST_DIMENSIONS).contains(&embedded.embedding.len())
            && embedded.embedding.iter().all(|number| number.is_finite())
            && embedded.embedding.iter().any(|number| *number != 0.0);
        match vectors.get_mut(embedded.index) {
            Some(place) if usable => *place = embedded.embedding,
            _ => return Err(interrupted("a vector is not what was asked for")),
        }
    }
    if vectors.iter().any(Vec::is_empty) {
        return Err(interrupted("a vector is missing"));
    }
    Ok(vectors)
}
