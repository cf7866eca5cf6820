//! `write_file`: a file anew, over nothing that was not read.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_store::{Expect, FileHead, Sha, StoreError};

use super::{TOOLSET, VERSION_CHARS, WRITES, file, read, refused, version, write, writing};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct WriteFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteFileInput {
    /// The file, such as `areas/leases/renewals.md`. It ends with .md, .txt or .json; in a skill's folder also with .py, .sh, .js, .html, .csv, .yaml and the like.
    path: String,
    /// All that it says from now on.
    content: String,
    /// The version that read_file told, to replace a file that is there. Leave it out for a new file.
    version: Option<String>,
}

impl Typed for WriteFile {
    type Input = WriteFileInput;
    const NAME: &'static str = "write_file";
    const DESCRIPTION: &'static str = "Writes a whole file of the team's workspace. To replace a file, read it first and \
        give its version: if somebody else has changed it since, nothing is written and you are told.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = WRITES;

    fn action(&self, _: &ToolContext, input: &WriteFileInput) -> Result<Option<Action>, String> {
        writing(&input.path)
    }

    async fn call(&self, context: &ToolContext, input: WriteFileInput) -> ToolOutput {
        match try_write(context, input).await {
            Ok(head) => ToolOutput::done(format!(
                "`{}` was written; its version is {}.",
                head.path.as_str(),
                version(head.sha256)
            )),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn try_write(context: &ToolContext, input: WriteFileInput) -> Result<FileHead, String> {
    let path = file(&input.path)?;
    let there = read(context, &path).await?.map(|(head, _)| head);
    let sha = there.and_then(|there| there.sha256);
    let expect = match (&input.version, sha) {
        (None, _) => Expect::Absent,
        (Some(read), Some(sha)) if *read == version(Some(sha)) => Expect::Sha256(sha),
        // No file is what was read: only a write that this call made already is answered as one.
        (Some(read), _) => Expect::Sha256(Sha::of(read.as_bytes())),
    };
    let new = (input.content, context.label);
    match write(context, &path, expect, new).await {
        Ok(head) => Ok(head),
        Err(StoreError::Stale { .. }) => Err(match input.version {
            None => format!(
                "Nothing was written: `{}` is there already. Read it first with read_file and give its version.",
                input.path
            ),
            Some(read) if read.len() != VERSION_CHARS => format!(
                "Nothing was written: give the version that read_file told, of {VERSION_CHARS} letters."
            ),
            Some(_) => format!(
                "Nothing was written: `{}` was changed since you read it. Read it again and write what should stand there now.",
                input.path
            ),
        }),
        Err(error) => Err(refused(&error)),
    }
}
