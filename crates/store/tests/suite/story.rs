//! Stories: async functions that take a fresh database. Each is a test on both databases, and all of them together are
//! what proves that every statement was run.

use std::time::Duration;

use futures_util::future::BoxFuture;
use steward_model::{Identifier, IdentifierKind, MemberId, OrgId, Role};
use steward_store::{NewMember, Page, Store};
use steward_testkit::TestDatabase;

/// One story and its name.
pub(super) struct Story {
    pub(super) name: &'static str,
    pub(super) run: fn(TestDatabase) -> BoxFuture<'static, ()>,
}

/// Lists a file's stories and makes each of them a test.
macro_rules! stories {
    ($($name:ident),+ $(,)?) => {
        pub(super) const STORIES: &[$crate::suite::story::Story] = &[
            $($crate::suite::story::Story { name: stringify!($name), run: |db| Box::pin($name(db)) }),+
        ];

        mod on_both {
            $(#[test]
            fn $name() {
                steward_testkit::on_both(super::$name);
            })+
        }
    };
}

pub(super) const HOUR: Duration = Duration::from_secs(3600);

pub(super) fn email(text: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Email, text).unwrap()
}

pub(super) fn phone(text: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Phone, text).unwrap()
}

pub(super) fn external(text: &str) -> Identifier {
    Identifier::parse(IdentifierKind::External, text).unwrap()
}

pub(super) fn person(name: &str, role: Role) -> NewMember {
    NewMember {
        name: name.into(),
        role,
        identifiers: vec![],
    }
}

/// An organisation with one owner, who has no identifiers.
pub(super) async fn new_org(store: &Store, name: &str) -> (OrgId, MemberId) {
    let owner = person("Olga", Role::Owner);
    let (org, owner) = store.create_org(name, owner).await.unwrap();
    (org.id, owner.id)
}

pub(super) fn all() -> Page {
    page(None, 1000)
}

pub(super) fn page(after: Option<String>, limit: u32) -> Page {
    Page { after, limit }
}

pub(super) fn token(number: u8) -> Vec<u8> {
    vec![number; 32]
}

/// Checks what kind of error it is without naming its content.
macro_rules! assert_err {
    ($result:expr, $pattern:pat) => {
        match $result {
            Err($pattern) => {}
            Err(error) => panic!("expected {}, found {error:?}", stringify!($pattern)),
            Ok(_) => panic!("expected {}, found success", stringify!($pattern)),
        }
    };
}

/// How often to repeat: a little with every change, a lot when `STEWARD_SOAK` is set.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration to read it from"
)]
pub(super) fn soak(usual: usize, soaking: usize) -> usize {
    match std::env::var_os("STEWARD_SOAK") {
        None => usual,
        Some(_) => soaking,
    }
}
