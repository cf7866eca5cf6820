//! What carriers tell us: texts that came in, and what became of texts that went out.

use std::fmt;

use steward_model::{EffectId, LineProvider};

use crate::Keyword;

/// A text somebody sent us.
#[derive(Clone, PartialEq, Eq)]
pub struct InboundText {
    /// Who brings it.
    pub provider: LineProvider,
    /// What the carrier calls it; the same when it is delivered again.
    pub provider_id: String,
    /// Everybody it went to: one of our numbers, and in a group other people's.
    pub to: Vec<String>,
    /// Whose number.
    pub from: String,
    /// What it says; may be nothing where there are pictures.
    pub text: String,
    /// What came with it.
    pub media: Vec<Media>,
    /// Set where it is a word for the carrier, or for us in its place.
    pub keyword: Option<Keyword>,
    /// Whether the carrier has answered that word: then nobody else does.
    pub is_answered: bool,
}

/// A file that came with a text.
#[derive(Clone, PartialEq, Eq)]
pub struct Media {
    /// Where the carrier keeps it.
    pub url: String,
    /// What kind of file it says it is.
    pub content_type: String,
}

/// What became of a text that went out. Reports may come out of order and twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusUpdate {
    /// What the carrier calls the text.
    pub provider_ref: String,
    /// The effect that sent it, if it was one of ours and the carrier says so.
    pub effect: Option<EffectId>,
    /// Where it is.
    pub status: DeliveryStatus,
    /// The person asked for silence.
    pub opted_out: bool,
    /// Why it did not arrive.
    pub reason: Option<String>,
}

/// Where a text is on its way, by what it means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryStatus {
    /// The carrier has it. A word we do not know means this too: whatever it says, it says it about a text that is there.
    Accepted,
    /// The carrier has handed it on.
    Sent,
    /// It arrived.
    Delivered,
    /// It did not and will not.
    Failed,
}

/// These show that they are there but not what is in them: neither numbers nor texts may reach a log by way of a `{:?}`.
macro_rules! redacted {
    ($($name:ident),+) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(***)"))
            }
        }
    )+};
}
pub(crate) use redacted;
redacted!(InboundText, Media);
