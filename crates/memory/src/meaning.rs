//! Where vectors come from: the built-in model, one from a folder, or a service.

use std::path::Path;
use std::sync::Arc;

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
    Service {
        /// Kept with every vector.
        name: String,
        /// Who is asked.
        model: Arc<Embeddings>,
    },
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

    /// Kept with every vector, so that a change of model is noticed.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(model) => model.name(),
            Self::Folder(local) => local.model.name(),
            Self::Service { name, .. } => name,
        }
    }

    /// The length of its vectors, where it is known before any was made.
    pub fn dimensions(&self) -> Option<usize> {
        match self {
            Self::BuiltIn(model) => Some(model.dimensions()),
            Self::Folder(local) => Some(local.model.dimensions()),
            Self::Service { .. } => None,
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
            Self::Service { model, .. } => {
                let vectors = model.embed(texts).await.map_err(Error::Service)?;
                Ok(vectors.into_iter().map(Vector::new).collect())
            }
        }
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
