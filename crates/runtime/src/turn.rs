//! One turn from the thread as it was found to its end.

mod approved;
mod arrived;
mod calls;
mod conversation;
mod desk;
mod drive;
mod ending;
mod funds;
mod prepare;
mod recalled;
mod recorded;
mod rehearsal;
mod replay;
mod rewritten;
mod run;
mod shared_files;
mod standing;
mod subagent;
mod window;

pub(crate) use self::conversation::{Conversation, Piece};
pub(crate) use self::desk::Signal;
pub(crate) use self::funds::Funds;
pub use self::prepare::SCRIPTED;
pub(crate) use self::prepare::{ITEMS_READ, limits, period};
pub(crate) use self::recalled::{Rememberer, relevant};
pub use self::rehearsal::{REHEARSAL, REHEARSED_TEXT};
pub use self::replay::{ReplayError, Replayed, replay};
pub(crate) use self::run::{RunError, run_thread};
pub(crate) use self::shared_files::shared_files;
pub use self::standing::Standing;
pub(crate) use self::standing::standing;
pub(crate) use self::window::{budget, fullest};
