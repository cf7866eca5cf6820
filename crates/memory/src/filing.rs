//! From a document to passages that can be found.

use steward_model::{Author, OrgId, Scope};
use steward_store::{Document, DocumentPart, NewDocument};

use crate::chunks::first_parts;
use crate::{Error, Library};

/// Parts of one document: a book of 1,500 pages. They are written in one transaction, which others wait for.
const MOST_PARTS: usize = 5_000;
/// Parts that are embedded before others get their turn.
const AT_ONCE: usize = 64;

impl Library {
    /// Keeps a document and its text, to be found at once.
    ///
    /// # Errors
    /// It has too much text, or the rows cannot be reached. A service that does not embed now does so later.
    pub async fn file_document(
        &self,
        org: OrgId,
        scope: Scope,
        text: &str,
        new: NewDocument,
        by: Author,
    ) -> Result<Document, Error> {
        let texts = first_parts(text, MOST_PARTS + 1);
        if texts.len() > MOST_PARTS {
            return Err(Error::TooLong);
        }
        let mut parts = Vec::with_capacity(texts.len());
        for some in texts.chunks(AT_ONCE) {
            let vectors = self.embed_now(org, some).await;
            parts.extend(some.iter().enumerate().map(|(index, text)| DocumentPart {
                text: (*text).to_owned(),
                embedding: vectors.get(index).map(|vector| self.embedding(vector)),
            }));
            tokio::task::yield_now().await;
        }
        let of_org = self.store().org(org);
        Ok(of_org.create_document(scope, new, parts, by).await?)
    }
}
