//! From files of the workspace to passages that can be found.

use steward_accounts::source_file::SourceFile;
use steward_model::{Integrity, OrgId, Timestamp};
use steward_store::{FileRevision, NewPassage, PassageMeta, StoreError, WORKSPACE, source_of_file};

use crate::accounts::is_source;
use crate::chunks::parts;
use crate::{Error, Library};

/// Workspaces of one round, and files of one step with the bytes they may have together: what is written at once keeps others
/// waiting.
const WORKSPACES: u32 = 64;
const FILES: u32 = 256;
const BYTES: i64 = 1 << 20;

/// Parts that are embedded before others get their turn.
const AT_ONCE: usize = 64;

impl Library {
    /// Indexes the files that changed since the last time, of every organisation.
    ///
    /// # Errors
    /// The rows cannot be reached. What was not indexed is found again the next time.
    pub async fn index_workspaces(&self) -> Result<(), Error> {
        let mut after = None;
        loop {
            let waiting = self.store().workspaces_to_index(after, WORKSPACES).await?;
            for org in &waiting {
                match self.index_workspace(*org).await {
                    Ok(()) => {}
                    // Nobody can read it; the next ones must not wait for it.
                    Err(Error::Store(error @ StoreError::Forgotten)) => {
                        tracing::warn!(%org, %error, "a workspace cannot be indexed");
                    }
                    Err(error) => return Err(error),
                }
            }
            match waiting.last() {
                Some(last) if waiting.len() == WORKSPACES as usize => after = Some(*last),
                _ => return Ok(()),
            }
        }
    }

    /// The same for one organisation.
    ///
    /// # Errors
    /// As for [`Self::index_workspaces`].
    pub async fn index_workspace(&self, org: OrgId) -> Result<(), Error> {
        let of_org = self.store().org(org);
        while self.may_embed(org)
            && let Some(found) = of_org.files_to_index((FILES, BYTES)).await?
        {
            let passages = self.passages_of_files(org, &found.files).await;
            let range = (found.from, found.upto);
            if !of_org.mark_files_indexed(range, passages).await? {
                // Somebody else is at it.
                break;
            }
        }
        Ok(())
    }

    async fn passages_of_files(&self, org: OrgId, files: &[FileRevision]) -> Vec<NewPassage> {
        let mut passages: Vec<NewPassage> = files.iter().flat_map(passages_of).collect();
        for some in passages.chunks_mut(AT_ONCE) {
            let texts: Vec<&str> = some.iter().map(|passage| passage.text.as_str()).collect();
            let vectors = self.embed_now(org, &texts).await;
            for (passage, vector) in some.iter_mut().zip(&vectors) {
                passage.embedding = Some(self.embedding(vector));
            }
            tokio::task::yield_now().await;
        }
        passages
    }
}

/// What is to be found of a file: nothing of one that was deleted, nor of what every workspace begins with.
fn passages_of(file: &FileRevision) -> Vec<NewPassage> {
    let content = file.content.as_deref();
    let content = content.filter(|_| file.head.trust != Integrity::System);
    let content = content.unwrap_or_default();
    let like = like(file, content);
    let parts = parts(content).into_iter().enumerate();
    parts
        .map(|(index, part)| NewPassage {
            text: part.to_owned(),
            chunk_index: index as i64,
            ..like.clone()
        })
        .collect()
}

/// What the parts of a file have in common. What somebody wrote or said is of the moment when they did, not of the one when it
/// was filed.
fn like(file: &FileRevision, content: &str) -> NewPassage {
    let (head, path) = (&file.head, file.head.path.as_str());
    let source = match is_source(path) {
        true => SourceFile::parse(content).ok(),
        false => None,
    };
    let source = source.map(|file| file.source);
    let said = source.as_ref();
    let said_at = said.map(|source| Timestamp::from_micros(source.at.as_microsecond()));
    let speaker = said.map(|source| source.from.clone());
    NewPassage {
        agent_id: None,
        thread_id: None,
        contact_id: None,
        source: WORKSPACE.to_owned(),
        source_ref: source_of_file(head.id, head.change_no),
        chunk_index: 0,
        integrity: head.trust,
        text: String::new(),
        meta: PassageMeta {
            title: Some(path.to_owned()),
            speaker: speaker.filter(|speaker| !speaker.is_empty()),
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: said_at.unwrap_or(head.updated_at),
    }
}
