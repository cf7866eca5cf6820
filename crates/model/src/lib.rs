#![doc = include_str!("../README.md")]

mod address;
mod clock;
mod identity;
mod ids;
mod scope;

pub use address::{AddressError, E164, EmailAddress, Identifier, IdentifierKind};
pub use clock::{Clock, ManualClock, SystemClock, Timestamp};
pub use identity::{KeyScope, LineKind, Role, UnknownWord};
pub use ids::{
    AgentId, ApiKeyId, ContactId, IdGen, IdentifierId, LineId, MemberId, OrgId, ParseIdError,
    SequentialIds, SessionId, SystemIds,
};
pub use scope::Scope;
