#![doc = include_str!("../README.md")]

mod calling_code;
#[cfg(test)]
mod calling_code_tests;
mod carrier;
mod file;
mod http;
mod keyword;
pub mod mail;
mod plea;
pub mod quo;
mod refusal;
mod resolver;
mod secret;
mod segments;
mod stopword;
mod told;
pub mod twilio;
mod wording;
mod writing;

pub use self::calling_code::calling_code;
pub use self::carrier::{Carrier, FileResult, LookupResult, Message, Outbound, SendResult};
pub use self::http::Timeouts;
pub use self::keyword::Keyword;
pub use self::plea::Plea;
pub use self::secret::{EmptySecret, Secret};
pub use self::segments::segments;
pub use self::told::{DeliveryStatus, InboundText, Media, StatusUpdate};
