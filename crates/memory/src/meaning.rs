//! Where vectors come from: the built-in model, or a service.

use std::sync::Arc;

use steward_llm::Embeddings;

use crate::{Embedder as _, Error, StaticEmbedder, Vector};

/// How texts become vectors. Cheap to clone.
#[derive(Clone)]
pub enum Meaning {
    /// By the model in this binary.
    BuiltIn(&'static StaticEmbedder),
    /// By a service, under the name it was configured with.
    Service {
        /// Kept with every vector.
        name: String,
        /// Who is asked.
        model: Arc<Embeddings>,
    },
}

impl Meaning {
    /// The model in this binary.
    ///
    /// # Errors
    /// Its files do not fit together.
    pub fn built_in() -> Result<Self, Error> {
        Ok(Self::BuiltIn(StaticEmbedder::shared()?))
    }

    /// Kept with every vector, so that a change of model is noticed.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(model) => model.name(),
            Self::Service { name, .. } => name,
        }
    }

    /// The length of its vectors, where it is known before any was made.
    pub fn dimensions(&self) -> Option<usize> {
        match self {
            Self::BuiltIn(model) => Some(model.dimensions()),
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
            Self::Service { model, .. } => {
                let vectors = model.embed(texts).await.map_err(Error::Service)?;
                Ok(vectors.into_iter().map(Vector::new).collect())
            }
        }
    }
}
