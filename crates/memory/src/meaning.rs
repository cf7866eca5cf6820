//! Where vectors come from: the built-in model, one from a folder, or a service.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use steward_llm::Embeddings;
use tokio::sync::Semaphore;

use crate::{Embedder as _, Error, StaticEmbedder, Transformer, Vector};

/// Texts that a transformer embeds before it lets somebody else in: a search does not wait for a whole document.
const BATCH: usize = 8;

/// How texts become vectors. Cheap to clone.
#[derive(Clone)]
pub enum Meaning {
    /// By the model in this binary.
    BuiltIn(&'static StaticEmbedder),
    /// By a transformer in this process, one text after the other on a thread of its own.
    Folder(Arc<Local>),
    /// By a service, under the name it was configured with.
    Service(Arc<Service>),
}

/// A service, and how long its vectors were the last time. It may change that under the same name.
pub struct Service {
    name: String,
    model: Embeddings,
    /// Zero before its first answer.
    dimensions: AtomicUsize,
}

/// Who made a vector. Vectors with different marks cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// As it is kept with a vector: the name of the model, and for a service the length of the vector as well.
    kept: String,
    /// Unknown for a service that has not answered yet.
    dimensions: Option<usize>,
}

impl Mark {
    /// The mark that is kept with vectors, if it is known yet.
    pub fn kept(&self) -> Option<&str> {
        self.dimensions.map(|_| self.kept.as_str())
    }

    /// The length of the vectors, if it is known yet.
    pub(crate) fn dimensions(&self) -> Option<usize> {
        self.dimensions
    }

    /// Whether a vector that was kept with a mark is of this one. Of a service that has not answered yet, one of any length is.
    pub(crate) fn is_on(&self, kept: &str) -> bool {
        match self.dimensions {
            Some(_) => kept == self.kept,
            None => model_in(kept) == self.kept,
        }
    }
}

/// The name of the model in a mark.
pub(crate) fn model_in(kept: &str) -> &str {
    let is_length =
        |length: &str| !length.is_empty() && length.bytes().all(|digit| digit.is_ascii_digit());
    match kept.rsplit_once('@') {
        Some((model, length)) if is_length(length) => model,
        _ => kept,
    }
}

/// A transformer, and whose turn it is.
pub struct Local {
    model: Transformer,
    turn: Semaphore,
}

impl Meaning {
    /// The model in this binary.
    ///
    /// # Errors
    /// Its files do not fit together.
    pub fn built_in() -> Result<Self, Error> {
        Ok(Self::BuiltIn(StaticEmbedder::shared()?))
    }

    /// The model in a folder with `config.json`, `tokenizer.json` and `model.safetensors`.
    ///
    /// # Errors
    /// A file is missing, or the model is not of the kind that is known.
    pub fn from_folder(folder: &Path) -> Result<Self, Error> {
        Ok(Self::Folder(Arc::new(Local {
            model: Transformer::load(folder)?,
            turn: Semaphore::new(1),
        })))
    }

    /// A service, under the name it was configured with.
    pub fn service(name: impl Into<String>, model: Embeddings) -> Self {
        Self::Service(Arc::new(Service {
            name: name.into(),
            model,
            dimensions: AtomicUsize::new(0),
        }))
    }

    /// What people know it by.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(model) => model.name(),
            Self::Folder(local) => local.model.name(),
            Self::Service(service) => &service.name,
        }
    }

    /// What tells its vectors from those of others, so that a change of model is noticed.
    pub fn mark(&self) -> Mark {
        let dimensions = self.dimensions();
        let kept = match (self, dimensions) {
            (Self::Service(service), Some(dimensions)) => service.kept(dimensions),
            _ => self.name().to_owned(),
        };
        Mark { kept, dimensions }
    }

    /// What is kept with a vector that it made.
    pub(crate) fn mark_of(&self, vector: &Vector) -> String {
        match self {
            Self::Service(service) => service.kept(vector.as_slice().len()),
            Self::BuiltIn(_) | Self::Folder(_) => self.name().to_owned(),
        }
    }

    /// The mark that is kept with its vectors. A service that has not answered yet is asked.
    ///
    /// # Errors
    /// As for [`Self::embed`].
    pub async fn known_mark(&self) -> Result<String, Error> {
        if let Some(kept) = self.mark().kept() {
            return Ok(kept.to_owned());
        }
        let vectors = self.embed(&["How long are your vectors?"]).await?;
        let vector = vectors.first();
        vector
            .map(|vector| self.mark_of(vector))
            .ok_or(Error::Model("it makes no vectors"))
    }

    /// The length of its vectors, where it is known: a service tells it with every answer.
    pub fn dimensions(&self) -> Option<usize> {
        match self {
            Self::BuiltIn(model) => Some(model.dimensions()),
            Self::Folder(local) => Some(local.model.dimensions()),
            Self::Service(service) => match service.dimensions.load(Ordering::Relaxed) {
                0 => None,
                known => Some(known),
            },
        }
    }

    /// One vector for each text, in order.
    ///
    /// # Errors
    /// The service does not answer, or its answer is none.
    pub async fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        match self {
            Self::BuiltIn(model) => model.embed(texts),
            Self::Folder(local) => local.embed(texts).await,
            Self::Service(service) => service.embed(texts).await,
        }
    }
}

impl Service {
    fn kept(&self, dimensions: usize) -> String {
        format!("{}@{dimensions}", self.name)
    }

    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        let vectors = self.model.embed(texts).await.map_err(Error::Service)?;
        if let Some(vector) = vectors.first() {
            let found = vector.len();
            let before = self.dimensions.swap(found, Ordering::Relaxed);
            if before != found && before != 0 {
                tracing::warn!(
                    model = %self.name, before, found,
                    "the embedding service changed the length of its vectors: everything is embedded again"
                );
            }
        }
        Ok(vectors.into_iter().map(Vector::new).collect())
    }
}

impl Local {
    async fn embed(self: &Arc<Self>, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let Ok(_turn) = self.turn.acquire().await else {
                return Err(Error::Model("nobody embeds any more"));
            };
            let (local, batch) = (Arc::clone(self), batch.iter());
            let batch: Vec<String> = batch.map(|text| (*text).to_owned()).collect();
            let embedded = tokio::task::spawn_blocking(move || {
                let embedded = batch.iter().map(|text| local.model.embed_one(text));
                embedded.collect::<Vec<_>>()
            });
            let embedded = embedded.await;
            vectors.extend(embedded.map_err(|_| Error::Model("it could not be run"))?);
        }
        Ok(vectors)
    }
}
