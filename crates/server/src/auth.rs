//! Who is calling: API keys, sessions and OIDC tokens all become one [`Caller`].

mod caller;
mod cookie;
mod oidc;
mod password;
mod principal;
mod token;

pub(crate) use self::caller::{Anyone, Caller, Via};
pub(crate) use self::cookie::{clear_session, set_session};
pub(crate) use self::oidc::{Newcomers, Oidc, OidcSettings};
pub(crate) use self::password::Passwords;
pub(crate) use self::principal::Principals;
pub(crate) use self::token::{Token, csrf_token, hash_token};
