//! Statements and the values that go into and come out of them, the same for both databases.

use std::borrow::Cow;

use steward_model::{
    AgentId, Answering, ApiKeyId, ApprovalDecision, ApprovalId, ApproverRole, AuditId, Author,
    BlockId, ConsentBy, ConsentChange, ConsentId, ContactId, DocumentId, EffectClass, EffectId,
    EffectState, EffectVerdict, EventId, EventKind, FileId, Flag, IdentifierId, IdentifierKind,
    Integrity, ItemId, ItemKind, JobId, JobState, LineId, LineKind, LineProvider, MemberEventKind,
    MemberId, MemoryMode, MessageKind, Misfire, NoticeId, NoticeKind, OrgId, OutdatedBy, PassageId,
    Role, ScheduleId, Scope, SendMode, SessionId, Skipped, SuggestionId, SuggestionState,
    SummaryId, ThreadId, ThreadState, Timestamp, TurnId, TurnState,
};

use crate::StoreError;

/// The most placeholders a statement may have.
pub(crate) const MOST_PARAMS: usize = 24;

/// Comes after every id: a list that has the newest first begins here.
pub(crate) const AFTER_ALL: &str = "g";

/// One SQL text that both databases understand. Placeholders are `$1`, `$2`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sql {
    /// Where it is written, like `members::INSERT`.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
    /// For each placeholder how many others stand before its first use, from 1; nought for one that is not used.
    pub(crate) places: [u8; MOST_PARAMS],
}

impl Sql {
    /// A statement. Its placeholders are looked for when the program is built.
    pub(crate) const fn new(name: &'static str, text: &'static str) -> Self {
        Self {
            name,
            text,
            places: places(text.as_bytes()),
        }
    }
}

const fn places(text: &[u8]) -> [u8; MOST_PARAMS] {
    let mut places = [0; MOST_PARAMS];
    let (mut at, mut found) = (0, 0);
    while at < text.len() {
        let marked = text[at] == b'$';
        at += 1;
        let mut number = 0;
        while marked && at < text.len() && text[at].is_ascii_digit() {
            number = number * 10 + (text[at] - b'0') as usize;
            at += 1;
        }
        if number > 0 && number <= MOST_PARAMS && places[number - 1] == 0 {
            found += 1;
            places[number - 1] = found;
        }
    }
    places
}

/// Declares a file's statements, and the list by which tests prove that every one of them was run on both databases.
macro_rules! statements {
    ($($name:ident = $text:expr;)+) => {
        $(const $name: $crate::sql::Sql =
            $crate::sql::Sql::new(concat!(module_path!(), "::", stringify!($name)), $text);)+
        pub(crate) const STATEMENTS: &[$crate::sql::Sql] = &[$($name),+];
    };
}
pub(crate) use statements;

/// A column's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    /// Absent. Postgres wants to know of which type.
    Null(Kind),
    Text(Cow<'a, str>),
    Int(i64),
    Bytes(Cow<'a, [u8]>),
    Bool(bool),
}

/// The type of an absent value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int,
    Bytes,
}

/// Builds the values of a statement.
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::Value::from($value)),*] };
}
pub(crate) use params;

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Cow::Borrowed(bytes))
    }
}

impl<'a> From<&'a Vec<u8>> for Value<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(Cow::Borrowed(bytes))
    }
}

impl From<Timestamp> for Value<'_> {
    fn from(time: Timestamp) -> Self {
        Self::Int(time.as_micros())
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Null(Kind::Int), Self::from)
    }
}

impl From<Option<Timestamp>> for Value<'_> {
    fn from(time: Option<Timestamp>) -> Self {
        time.map_or(Self::Null(Kind::Int), Self::from)
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null(Kind::Text), Self::from)
    }
}

impl<'a> From<Option<&'a Vec<u8>>> for Value<'a> {
    fn from(bytes: Option<&'a Vec<u8>>) -> Self {
        bytes.map_or(Self::Null(Kind::Bytes), Self::from)
    }
}

macro_rules! text_columns {
    ($($id:ty),+; $($word:ty),+) => {
        $(impl From<$id> for Value<'_> {
            fn from(id: $id) -> Self {
                Self::Text(Cow::Owned(id.to_string()))
            }
        })+
        $(impl From<$word> for Value<'_> {
            fn from(word: $word) -> Self {
                Self::Text(Cow::Borrowed(word.as_str()))
            }
        })+
        $(impl From<Option<$id>> for Value<'_> {
            fn from(id: Option<$id>) -> Self {
                id.map_or(Self::Null(Kind::Text), Self::from)
            }
        })+
        $(impl From<Option<$word>> for Value<'_> {
            fn from(word: Option<$word>) -> Self {
                word.map_or(Self::Null(Kind::Text), Self::from)
            }
        })+
        $(impl Column for $id {
            fn read(value: Value<'_>) -> Result<Self, StoreError> {
                parse(value)
            }
        })+
        $(impl Column for $word {
            fn read(value: Value<'_>) -> Result<Self, StoreError> {
                parse(value)
            }
        })+
    };
}
text_columns!(
    AgentId, ApiKeyId, ApprovalId, AuditId, Author, BlockId, ConsentId, ContactId, EffectId, EventId, FileId, IdentifierId, ItemId, JobId,
    DocumentId, LineId, MemberId, NoticeId, OrgId, PassageId, ScheduleId, Scope, SessionId, SuggestionId, SummaryId, ThreadId, TurnId;
    Answering, ApprovalDecision, ApproverRole, ConsentBy, ConsentChange, EffectClass, EffectState, EffectVerdict, EventKind, Flag, IdentifierKind, Integrity,
    ItemKind, JobState, LineKind, LineProvider, MemberEventKind, MemoryMode, MessageKind, Misfire, NoticeKind, OutdatedBy, Role, SendMode, Skipped, SuggestionState, ThreadState, TurnState
);

/// A type that a column can be read as.
pub(crate) trait Column: Sized {
    fn read(value: Value<'_>) -> Result<Self, StoreError>;
}

impl Column for String {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        match value {
            Value::Text(text) => Ok(text.into_owned()),
            other => Err(mismatch("text", &other)),
        }
    }
}

impl Column for i64 {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        match value {
            Value::Int(number) => Ok(number),
            other => Err(mismatch("a number", &other)),
        }
    }
}

impl Column for bool {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        i64::read(value).map(|number| number != 0)
    }
}

impl Column for Vec<u8> {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        match value {
            Value::Bytes(bytes) => Ok(bytes.into_owned()),
            other => Err(mismatch("bytes", &other)),
        }
    }
}

impl Column for Timestamp {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        i64::read(value).map(Timestamp::from_micros)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(value: Value<'_>) -> Result<Self, StoreError> {
        match value {
            Value::Null(_) => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

fn parse<T: std::str::FromStr>(value: Value<'_>) -> Result<T, StoreError> {
    let Value::Text(text) = value else {
        return Err(mismatch("text", &value));
    };
    text.parse().map_err(|_| {
        StoreError::internal(format_args!(
            "a column holds {text:?}, which is not valid there"
        ))
    })
}

fn mismatch(expected: &str, found: &Value<'_>) -> StoreError {
    let found = match found {
        Value::Null(_) => "nothing",
        Value::Text(_) => "text",
        Value::Int(_) => "a number",
        Value::Bytes(_) => "bytes",
        Value::Bool(_) => "true or false",
    };
    StoreError::internal(format_args!(
        "expected {expected} in a column, found {found}"
    ))
}
