#![doc = include_str!("../README.md")]

mod accounts;
mod catalogue;
#[cfg(test)]
mod catalogue_tests;
mod context;
mod escalate;
#[cfg(test)]
mod fixture;
mod memory;
mod outgoing;
mod propose_sms_replies;
mod read_history;
#[cfg(test)]
mod read_history_tests;
mod reading;
mod schedules;
mod send_sms;
mod skills;
mod task;
mod text_contact;
#[cfg(test)]
mod text_contact_tests;
mod tool;
mod workspace;

pub use accounts::AccountsFinding;
pub use catalogue::Catalogue;
pub use context::{Reply, ToolContext};
pub use escalate::escalate;
pub use outgoing::{Outgoing, check_text};
pub use skills::{
    Ran, SCRIPT_COMMAND, ScriptEnd, ScriptRunner, ScriptTask, TOOLSET as SKILLS, grants,
    runs_scripts, shelf,
};
pub use task::{TASK, TaskInput, task_entry};
pub use tool::{Reach, Tool, ToolOutput, Typed};
