//! One turn from the thread as it was found to its end.

mod approved;
mod arrived;
mod calls;
mod desk;
mod drive;
mod ending;
mod funds;
mod prepare;
mod recalled;
mod recorded;
mod replay;
mod run;
mod subagent;

pub(crate) use self::desk::Signal;
pub(crate) use self::prepare::Conversation;
pub use self::prepare::SCRIPTED;
pub use self::replay::{ReplayError, Replayed, replay};
pub(crate) use self::run::{RunError, run_thread};
