//! What free text and addresses must look like, said in terms of the field.

use steward_model::{Identifier, IdentifierKind};

use crate::error::ApiError;

/// The longest name that a program may give a message.
const CLIENT_ID: usize = 64;

/// A name or label: 1 to 200 characters on one line, without spaces around it.
pub(crate) fn name(field: &str, text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if !(1..=200).contains(&text.chars().count()) {
        return Err(ApiError::invalid_field(
            field,
            "This must have 1 to 200 characters.",
        ));
    }
    if text.chars().any(char::is_control) {
        return Err(ApiError::invalid_field(
            field,
            "This must be a single line without control characters.",
        ));
    }
    Ok(text.to_owned())
}

/// Text of several lines, without control characters other than those that separate lines and columns.
pub(crate) fn long(field: &str, text: &str, most: usize) -> Result<String, ApiError> {
    if text.chars().count() > most {
        return Err(ApiError::invalid_field(
            field,
            format!("This must have at most {most} characters."),
        ));
    }
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.chars().any(odd) {
        return Err(ApiError::invalid_field(
            field,
            "This must not have control characters.",
        ));
    }
    Ok(text.to_owned())
}

/// An id in a body or a query.
pub(crate) fn id<T: std::str::FromStr>(field: &str, text: &str) -> Result<T, ApiError> {
    text.parse()
        .map_err(|_| ApiError::invalid_field(field, "This is not an id."))
}

/// The name that a program gives a message: the same name again is the same message again.
pub(crate) fn client_id(name: &str) -> Result<String, ApiError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(1..=CLIENT_ID).contains(&name.len()) || !name.bytes().all(plain) {
        let wrong = "This must be 1 to 64 letters, digits, hyphens or underscores.";
        return Err(ApiError::invalid_field("client_id", wrong));
    }
    Ok(name.to_owned())
}

/// A moment in a body.
pub(crate) fn moment(field: &str, text: &str) -> Result<steward_model::Timestamp, ApiError> {
    steward_model::Timestamp::parse_rfc3339(text).ok_or_else(|| {
        ApiError::invalid_field(field, "This must be a time such as 2030-01-01T09:00:00Z.")
    })
}

/// An identifier of a kind.
pub(crate) fn identifier(
    field: &str,
    kind: IdentifierKind,
    text: &str,
) -> Result<Identifier, ApiError> {
    if text.chars().any(char::is_control) {
        return Err(ApiError::invalid_field(
            field,
            "This must not have control characters.",
        ));
    }
    Identifier::parse(kind, text).map_err(|error| {
        let mut message = error.to_string();
        if let Some(first) = message.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        ApiError::invalid_field(field, message + ".")
    })
}

/// The identifiers of a body that names them apart.
pub(crate) fn identifiers(
    email: Option<&str>,
    phone: Option<&str>,
) -> Result<Vec<Identifier>, ApiError> {
    let email = email.map(|email| identifier("email", IdentifierKind::Email, email));
    let phone = phone.map(|phone| identifier("phone", IdentifierKind::Phone, phone));
    [email, phone].into_iter().flatten().collect()
}
