//! Files that came with texts. A carrier keeps them for a while and somewhere else: they are fetched in the background and kept here,
//! sealed like the text itself.

use std::collections::HashMap;

use steward_model::{EventId, InboundSms, JobId, LineProvider, ThreadId};

use super::messages::open_event;
use crate::crypto::Place;
use crate::db::transaction;
use crate::jobs::{self, NewJob};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::threads::changed;
use crate::{OrgStore, StoreError};

/// What fetching the files of a text is called. A carrier may take its time, and so others do not wait for it: whoever does it asks
/// for it by name.
pub const KEEP_FILES: &str = "keep_files";

statements! {
    INSERT = "insert into text_file (org_id, thread_id, event_id, no, size, content_enc, created_at)
        select $1, $2, $3, $4, $5, $6, $7 where exists (select 1 from event where org_id = $1 and id = $3)
        on conflict (event_id, no) do nothing";
    TEXT = "select thread_id, source, payload_enc from event
        where org_id = $1 and id = $2 and kind = 'inbound_sms'";
    KNOWN = "select event_id, no, size from text_file
        where org_id = $1 and thread_id = $2 and event_id between $3 and $4";
    CONTENT = "select content_enc as value from text_file
        where org_id = $1 and thread_id = $2 and event_id = $3 and no = $4 and content_enc is not null";
}

/// A file that came with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// What kind of file the carrier says it is; may be nothing.
    pub content_type: String,
    /// Where it is.
    pub state: TextFileState,
}

/// Where a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFileState {
    /// Still with the carrier.
    Waiting,
    /// Here.
    Kept {
        /// How large it is, in bytes.
        size: i64,
    },
    /// Nowhere any more, or it is too large.
    Gone,
}

/// What is still to be fetched of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilesToKeep {
    /// Where the text stands.
    pub thread_id: ThreadId,
    /// Who has the files.
    pub provider: LineProvider,
    /// Which of the files, and where they are.
    pub files: Vec<(i64, String)>,
}

struct Text {
    thread_id: ThreadId,
    source: String,
    payload_enc: Vec<u8>,
}
from_row!(Text {
    thread_id,
    source,
    payload_enc
});

struct Known {
    event_id: EventId,
    no: i64,
    size: Option<i64>,
}
from_row!(Known { event_id, no, size });

/// What is known of files, by the text and the place among its files.
pub(crate) type KnownFiles = HashMap<(String, usize), TextFileState>;

impl OrgStore<'_> {
    /// Asks for the files of a text to be fetched. Asking again is asking once.
    pub async fn ask_for_files(&self, event: EventId) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        let id = JobId::generate(self.store.ids());
        let job = NewJob {
            kind: KEEP_FILES.to_owned(),
            subject: event.to_string(),
            dedupe_key: event.to_string(),
            run_at: now,
        };
        self.db()
            .write(transaction!(|tx| {
                jobs::enqueue(tx, org, id, &job, now).await.map(|_| ())
            }))
            .await
    }

    /// The files of a text that nobody has fetched yet; nothing if the text is not there, or nothing of it can be read.
    pub async fn files_to_keep(&self, event: EventId) -> Result<Option<FilesToKeep>, StoreError> {
        let org = self.org;
        let text: Option<Text> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(TEXT, params![org, event]).await
            }))
            .await?;
        let Some(text) = text else { return Ok(None) };
        let Some(key) = self.thread_key(text.thread_id).await? else {
            return Ok(None);
        };
        let payload = open_event(&key, event, &text.payload_enc)?;
        let sms: Option<InboundSms> = serde_json::from_slice(&payload).ok();
        let (Some(sms), Ok(provider)) = (sms, text.source.parse()) else {
            return Ok(None);
        };
        let known = self.known_files(text.thread_id, (event, event)).await?;
        let name = event.to_string();
        let is_new = |no: &usize| !known.contains_key(&(name.clone(), *no));
        let files = sms.media.into_iter().enumerate();
        let files = files.filter(|(no, _)| is_new(no));
        Ok(Some(FilesToKeep {
            thread_id: text.thread_id,
            provider,
            files: files.map(|(no, file)| (no as i64, file.url)).collect(),
        }))
    }

    /// Keeps a file of a text, or that there is none. What is kept stays as it was first fetched.
    pub async fn keep_file(
        &self,
        thread: ThreadId,
        (event, no): (EventId, i64),
        content: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        // Whoever was forgotten meanwhile has no files either.
        let Some(key) = self.thread_key(thread).await? else {
            return Ok(());
        };
        let row = row(event, no);
        let sealed = content
            .map(|content| key.seal(place(&row), content))
            .transpose()?;
        let size = content.map(|content| content.len() as i64);
        self.db()
            .write(transaction!(|tx| {
                let file = params![org, thread, event, no, size, sealed.as_ref(), now];
                if tx.execute(INSERT, file).await? > 0 {
                    tx.tell(changed(org, thread, "files", now));
                }
                Ok(())
            }))
            .await
    }

    /// What a file of a text holds; nothing if there is no such file here.
    pub async fn text_file(
        &self,
        thread: ThreadId,
        (event, no): (EventId, i64),
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let org = self.org;
        let sealed: Option<Only<Vec<u8>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(CONTENT, params![org, thread, event, no])
                    .await
            }))
            .await?;
        let Some(Only(sealed)) = sealed else {
            return Ok(None);
        };
        let key = self.thread_key(thread).await?;
        let key = key.ok_or(StoreError::Forgotten)?;
        key.open(place(&row(event, no)), &sealed).map(Some)
    }

    /// What is known of the files of the texts between two on a thread, both included.
    pub(crate) async fn known_files(
        &self,
        thread: ThreadId,
        (first, last): (EventId, EventId),
    ) -> Result<KnownFiles, StoreError> {
        let org = self.org;
        let known: Vec<Known> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(KNOWN, params![org, thread, first, last]).await
            }))
            .await?;
        let state = |size: Option<i64>| match size {
            Some(size) => TextFileState::Kept { size },
            None => TextFileState::Gone,
        };
        Ok(known
            .into_iter()
            .map(|one| {
                let no = usize::try_from(one.no).unwrap_or(usize::MAX);
                ((one.event_id.to_string(), no), state(one.size))
            })
            .collect())
    }
}

/// What a file is sealed for: its text, and its place among the files of the text.
fn row(event: EventId, no: i64) -> String {
    format!("{event}/{no}")
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "text_file",
        column: "content_enc",
        row,
    }
}
