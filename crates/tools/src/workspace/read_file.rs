//! `read_file`: a file of the workspace, a part at a time.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};

use super::{TOOLSET, file, read, version};
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// How much is read at once.
const PART_CHARS: usize = 10_000;

pub(crate) struct ReadFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadFileInput {
    /// The file, such as `areas/leases/renewals.md`.
    path: String,
    /// How many characters to pass over, to read on in a long file. Without it, from the beginning.
    #[serde(default)]
    offset: usize,
}

impl Typed for ReadFile {
    type Input = ReadFileInput;
    const NAME: &'static str = "read_file";
    const DESCRIPTION: &'static str = "Reads a file of the team's workspace, up to 10,000 characters at a time. Says how \
        much is left, and the version that write_file asks for.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, input: &ReadFileInput) -> Result<Option<Action>, String> {
        file(&input.path).map(|_| None)
    }

    async fn call(&self, context: &ToolContext, input: ReadFileInput) -> ToolOutput {
        let found = match file(&input.path) {
            Ok(path) => read(context, &path).await,
            Err(reason) => Err(reason),
        };
        let (head, content) = match found {
            Ok(Some(found)) => found,
            Ok(None) => {
                return ToolOutput::failed(format!(
                    "There is no file `{}`. list_directory shows what there is.",
                    input.path
                ));
            }
            Err(reason) => return ToolOutput::failed(reason),
        };
        let all = content.chars().count();
        let part: String = content
            .chars()
            .skip(input.offset)
            .take(PART_CHARS)
            .collect();
        let end = input.offset.min(all) + part.chars().count();
        let left = match all - end {
            0 => "this is the end".to_owned(),
            left => format!("{left} are left, read on with offset {end}"),
        };
        let about = format!(
            "{}, version {}, {all} characters; {left}.",
            input.path,
            version(head.sha256)
        );
        ToolOutput::done(format!("{about}\n\n{part}")).trusted(head.trust)
    }
}
