//! An organisation with one thing of every kind in it.

use sha2::{Digest as _, Sha256};
use steward_model::{KeyScope, MemberId, OrgId, Role, Timestamp};
use steward_store::{NewApiKey, NewContact, NewLine, NewMember, Store};

use super::identifiers::{email, phone};

/// One organisation, its owner, and the ids of what it has.
pub(crate) struct Tenant {
    pub(crate) org: OrgId,
    pub(crate) owner: MemberId,
    /// A key of the owner that may do everything.
    pub(crate) token: String,
    pub(crate) ids: Ids,
    name: &'static str,
}

/// One id of every kind that can stand in a path.
pub(crate) struct Ids {
    pub(crate) member: String,
    pub(crate) member_identifier: String,
    pub(crate) contact: String,
    pub(crate) contact_identifier: String,
    pub(crate) line: String,
    pub(crate) key: String,
}

impl Ids {
    /// What may be put for this parameter of this path; `None` for a parameter that nobody has told the tests of.
    pub(crate) fn for_parameter(&self, path: &str, parameter: &str) -> Option<&str> {
        Some(match parameter {
            "member_id" => &self.member,
            "contact_id" => &self.contact,
            "line_id" => &self.line,
            "key_id" => &self.key,
            "identifier_id" if path.starts_with("/api/members/") => &self.member_identifier,
            "identifier_id" if path.starts_with("/api/contacts/") => &self.contact_identifier,
            _ => return None,
        })
    }

    pub(crate) fn all(&self) -> [&str; 6] {
        [
            &self.member,
            &self.member_identifier,
            &self.contact,
            &self.contact_identifier,
            &self.line,
            &self.key,
        ]
    }
}

impl Tenant {
    /// Makes it through the store, since the API has no way to make an organisation.
    pub(crate) async fn create(store: &Store, name: &'static str) -> Self {
        let owner = NewMember {
            name: format!("Owner of {name}"),
            role: Role::Owner,
            identifiers: vec![email(&format!("owner@{name}.example"))],
        };
        let (org, owner) = store.create_org(name, owner).await.unwrap();
        let token = format!("stw_owner_of_{name}_0123456789");
        add_key(store, org.id, owner.id, &token, KeyScope::ALL, None).await;
        let ids = populate(store, org.id, owner.id, name).await;
        Self {
            org: org.id,
            owner: owner.id,
            token,
            ids,
            name,
        }
    }

    /// Words that stand in what this organisation has and nowhere else.
    pub(crate) fn canaries(&self) -> Vec<String> {
        ["member", "contact", "line", "key", "owner"]
            .map(|kind| format!("{kind}@{}.example", self.name))
            .into_iter()
            .chain([format!("Canary of {}", self.name)])
            .collect()
    }
}

async fn populate(store: &Store, org: OrgId, owner: MemberId, name: &str) -> Ids {
    let mine = store.org(org);
    let canary = format!("Canary of {name}");
    let address = |kind: &str| email(&format!("{kind}@{name}.example"));
    let number = if name == "ours" { 1 } else { 2 };
    let member = NewMember {
        name: canary.clone(),
        role: Role::Member,
        identifiers: vec![address("member")],
    };
    let member = mine.create_member(member).await.unwrap();
    let contact = NewContact {
        name: Some(canary.clone()),
        identifiers: vec![address("contact"), phone(&format!("+1415555010{number}"))],
    };
    let contact = mine.create_contact(contact).await.unwrap();
    let line = NewLine {
        address: address("line"),
        label: canary.clone(),
    };
    let line = mine.create_line(line).await.unwrap();
    let token = format!("stw_another_of_{name}_0123456789");
    let key = add_key(store, org, owner, &token, &[KeyScope::Read], None).await;
    Ids {
        member: member.id.to_string(),
        member_identifier: member.identifiers[0].id.to_string(),
        contact: contact.id.to_string(),
        contact_identifier: contact.identifiers[0].id.to_string(),
        line: line.id.to_string(),
        key,
    }
}

/// Makes a key whose token the test chooses; tells its id.
pub(crate) async fn add_key(
    store: &Store,
    org: OrgId,
    member: MemberId,
    token: &str,
    scopes: &[KeyScope],
    expires_at: Option<Timestamp>,
) -> String {
    let new = NewApiKey {
        member_id: member,
        name: format!("Key {}", &token[..8]),
        prefix: token[..10].to_owned(),
        token_hash: Sha256::digest(token.as_bytes()).to_vec(),
        scopes: scopes.to_vec(),
        expires_at,
    };
    let key = store.org(org).create_api_key(new).await.unwrap();
    key.id.to_string()
}

/// A member of an organisation with a key that may do whatever their role may.
pub(crate) async fn add_member(store: &Store, org: OrgId, role: Role, token: &str) -> MemberId {
    let new = NewMember {
        name: format!("A {role}"),
        role,
        identifiers: Vec::new(),
    };
    let member = store.org(org).create_member(new).await.unwrap();
    add_key(store, org, member.id, token, KeyScope::ALL, None).await;
    member.id
}
