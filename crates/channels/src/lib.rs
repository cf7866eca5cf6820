#![doc = include_str!("../README.md")]

mod calling_code;
#[cfg(test)]
mod calling_code_tests;
mod carrier;
mod http;
mod keyword;
pub mod quo;
mod secret;
mod segments;
mod told;
pub mod twilio;

pub use self::calling_code::calling_code;
pub use self::carrier::{Carrier, LookupResult, Message, Outbound, SendResult};
pub use self::http::Timeouts;
pub use self::keyword::Keyword;
pub use self::secret::{EmptySecret, Secret};
pub use self::segments::segments;
pub use self::told::{DeliveryStatus, InboundText, Media, StatusUpdate};
