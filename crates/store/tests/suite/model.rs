//! Any list of operations has the same results on a model that fits in the head, on SQLite and on Postgres.

mod reference;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use steward_model::{
    ApiKeyId, Clock as _, ContactId, Identifier, IdentifierId, MemberId, OrgId, Role,
};
use steward_store::{MemberChange, NewApiKey, NewContact, NewMember, Store, StoreError};
use steward_testkit::TestDatabase;

use self::reference::Reference;
use super::story::{HOUR, all, external, new_org, soak};

/// What can be asked for. People, keys, tokens and identifiers are small numbers, so that they meet.
#[derive(Debug, Clone)]
pub(super) enum Op {
    AddMember { role: Role, known: u8 },
    SetRole { who: usize, role: Role },
    Rename { who: usize },
    DeleteMember { who: usize },
    AddIdentifier { who: usize, known: u8 },
    RemoveIdentifier { who: usize, at: usize },
    Candidates { known: u8 },
    CreateKey { who: usize, token: u8 },
    RevokeKey { key: usize },
    UseKey { token: u8 },
    CreateLink { who: usize, hours: u32 },
    TakeLink { link: usize },
    Wait { hours: u32 },
    AddContact { known: u8, other: u8 },
    ResolveContact { known: u8 },
    RenameContact { who: usize },
    AddContactIdentifier { who: usize, known: u8 },
    ForgetContact { who: usize },
    DeleteContact { who: usize },
}

fn op() -> impl Strategy<Value = Op> {
    let (who, known, token) = (0..6usize, 0..5u8, 0..4u8);
    let role = prop::sample::select(Role::ALL.to_vec());
    let hours = 0..4u32;
    prop_oneof![
        (role.clone(), known.clone()).prop_map(|(role, known)| Op::AddMember { role, known }),
        (who.clone(), role).prop_map(|(who, role)| Op::SetRole { who, role }),
        who.clone().prop_map(|who| Op::Rename { who }),
        who.clone().prop_map(|who| Op::DeleteMember { who }),
        (who.clone(), known.clone()).prop_map(|(who, known)| Op::AddIdentifier { who, known }),
        (who.clone(), 0..2usize).prop_map(|(who, at)| Op::RemoveIdentifier { who, at }),
        known.clone().prop_map(|known| Op::Candidates { known }),
        (who.clone(), token.clone()).prop_map(|(who, token)| Op::CreateKey { who, token }),
        who.clone().prop_map(|key| Op::RevokeKey { key }),
        token.prop_map(|token| Op::UseKey { token }),
        (who.clone(), hours.clone()).prop_map(|(who, hours)| Op::CreateLink { who, hours }),
        who.clone().prop_map(|link| Op::TakeLink { link }),
        hours.prop_map(|hours| Op::Wait { hours }),
        (known.clone(), known.clone()).prop_map(|(known, other)| Op::AddContact { known, other }),
        known.clone().prop_map(|known| Op::ResolveContact { known }),
        who.clone().prop_map(|who| Op::RenameContact { who }),
        (who.clone(), known).prop_map(|(who, known)| Op::AddContactIdentifier { who, known }),
        who.clone().prop_map(|who| Op::ForgetContact { who }),
        who.prop_map(|who| Op::DeleteContact { who }),
    ]
}

#[test]
fn any_operations_have_the_same_results_everywhere() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let mut databases = vec![TestDatabase::sqlite()];
    databases.extend(runtime.block_on(TestDatabase::postgres()));
    let stores: Vec<_> = databases
        .iter()
        .map(|db| runtime.block_on(db.open()))
        .collect();
    let config = Config {
        cases: u32::try_from(soak(40, 10_000)).unwrap(),
        failure_persistence: None,
        ..Config::default()
    };
    let case = std::cell::Cell::new(0u64);
    let ops = proptest::collection::vec(op(), 1..40);
    let run = TestRunner::new(config).run(&ops, |ops| {
        case.set(case.get() + 1);
        let mut reference = Reference::default();
        let mut expected: Vec<_> = ops.iter().map(|op| reference.apply(op)).collect();
        expected.push(reference.describe());
        for (db, store) in databases.iter().zip(&stores) {
            let found = runtime.block_on(run_on(db, store, case.get(), &ops));
            prop_assert_eq!(&found, &expected, "on {}", db.backend());
        }
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

async fn run_on(db: &TestDatabase, store: &Store, case: u64, ops: &[Op]) -> Vec<String> {
    let (org, owner) = new_org(store, "Acme").await;
    let mut real = Real {
        db,
        store,
        case,
        org,
        members: vec![owner],
        contacts: vec![],
        keys: vec![],
        links: 0,
    };
    let mut results = Vec::new();
    for op in ops {
        results.push(real.apply(op).await);
    }
    results.push(real.describe().await);
    results
}

/// The store, with what was made numbered in the order it was made.
struct Real<'a> {
    db: &'a TestDatabase,
    store: &'a Store,
    /// Tokens and sign-ins are the whole instance's, and all cases share one.
    case: u64,
    org: OrgId,
    members: Vec<MemberId>,
    contacts: Vec<ContactId>,
    keys: Vec<ApiKeyId>,
    links: usize,
}

impl Real<'_> {
    async fn apply(&mut self, op: &Op) -> String {
        let result = match op {
            Op::AddContact { .. }
            | Op::ResolveContact { .. }
            | Op::RenameContact { .. }
            | Op::AddContactIdentifier { .. }
            | Op::ForgetContact { .. }
            | Op::DeleteContact { .. } => self.contact_op(op).await,
            Op::CreateKey { .. }
            | Op::RevokeKey { .. }
            | Op::UseKey { .. }
            | Op::CreateLink { .. }
            | Op::TakeLink { .. }
            | Op::Wait { .. } => self.credential_op(op).await,
            _ => self.member_op(op).await,
        };
        result.unwrap_or_else(|error| match error {
            StoreError::Conflict(what) => format!("conflict: {what}"),
            StoreError::Refused(_) => "refused".into(),
            StoreError::Forgotten => "forgotten".into(),
            other => panic!("{other}"),
        })
    }

    async fn member_op(&mut self, op: &Op) -> Result<String, StoreError> {
        let org = self.store.org(self.org);
        Ok(match *op {
            Op::AddMember { role, known } => {
                let identifiers = vec![self.known(known)];
                let name = "Member".into();
                let new = NewMember {
                    name,
                    role,
                    identifiers,
                };
                self.members.push(org.create_member(new).await?.id);
                "made".into()
            }
            Op::SetRole { who, role } => {
                let change = MemberChange {
                    role: Some(role),
                    ..MemberChange::default()
                };
                let member = org.update_member(self.member(who), change).await?;
                member.map_or("none".into(), |member| member.role.to_string())
            }
            Op::Rename { who } => {
                let change = MemberChange {
                    name: Some("Renamed".into()),
                    ..MemberChange::default()
                };
                let member = org.update_member(self.member(who), change).await?;
                member.map_or("none".into(), |member| member.role.to_string())
            }
            Op::DeleteMember { who } => org.delete_member(self.member(who)).await?.to_string(),
            Op::AddIdentifier { who, known } => {
                let added = org
                    .add_member_identifier(self.member(who), &self.known(known))
                    .await?;
                added.is_some().to_string()
            }
            Op::RemoveIdentifier { who, at } => {
                let member = org.member(self.member(who)).await?;
                let identifier = member.and_then(|member| Some(member.identifiers.get(at)?.id));
                let identifier =
                    identifier.unwrap_or_else(|| IdentifierId::generate(&steward_model::SystemIds));
                org.remove_member_identifier(self.member(who), identifier)
                    .await?
                    .to_string()
            }
            Op::Candidates { known } => {
                let found = self.store.sign_in_candidates(&self.known(known)).await?;
                let found: Vec<_> = found.iter().map(|one| self.number(one.member_id)).collect();
                format!("{found:?}")
            }
            _ => unreachable!("not about members: {op:?}"),
        })
    }

    async fn credential_op(&mut self, op: &Op) -> Result<String, StoreError> {
        let org = self.store.org(self.org);
        Ok(match *op {
            Op::CreateKey { who, token } => {
                let new = NewApiKey {
                    member_id: self.member(who),
                    name: "Key".into(),
                    prefix: "sk".into(),
                    token_hash: self.token(token),
                    scopes: vec![],
                    expires_at: None,
                };
                self.keys.push(org.create_api_key(new).await?.id);
                "made".into()
            }
            Op::RevokeKey { key } => match self.keys.get(key) {
                Some(key) => org.revoke_api_key(*key).await?.to_string(),
                None => "false".into(),
            },
            Op::UseKey { token } => {
                let found = self.store.api_key_principal(&self.token(token)).await?;
                let found =
                    found.map(|found| (self.number(found.holder.member_id), found.holder.role));
                format!("{found:?}")
            }
            Op::CreateLink { who, hours } => {
                let expires_at = self.db.clock().now().plus(HOUR * hours);
                let link = self.link(self.links);
                org.create_sign_in_link(self.member(who), &link, expires_at)
                    .await?;
                self.links += 1;
                "made".into()
            }
            Op::TakeLink { link } => {
                let found = self.store.take_sign_in_link(&self.link(link)).await?;
                format!("{:?}", found.map(|(_, member)| self.number(member)))
            }
            Op::Wait { hours } => {
                self.db.clock().advance(HOUR * hours);
                "waited".into()
            }
            _ => unreachable!("not about credentials: {op:?}"),
        })
    }

    async fn contact_op(&mut self, op: &Op) -> Result<String, StoreError> {
        let org = self.store.org(self.org);
        Ok(match *op {
            Op::AddContact { known, other } => {
                let identifiers = vec![self.known(known), self.known(other)];
                let new = NewContact {
                    name: None,
                    identifiers,
                };
                self.contacts.push(org.create_contact(new).await?.id);
                "made".into()
            }
            Op::ResolveContact { known } => {
                let contact = org.resolve_contact(&self.known(known)).await?.id;
                if !self.contacts.contains(&contact) {
                    self.contacts.push(contact);
                }
                let number = self.contacts.iter().position(|id| *id == contact);
                format!("{number:?}")
            }
            Op::RenameContact { who } => {
                let renamed = org.rename_contact(self.contact(who), "Renamed").await?;
                renamed.is_some().to_string()
            }
            Op::AddContactIdentifier { who, known } => {
                let added = org
                    .add_contact_identifier(self.contact(who), &self.known(known))
                    .await?;
                added.is_some().to_string()
            }
            Op::ForgetContact { who } => org
                .forget_contact(self.contact(who), "system")
                .await?
                .to_string(),
            Op::DeleteContact { who } => org
                .delete_contact(self.contact(who), "system")
                .await?
                .to_string(),
            _ => unreachable!("not about contacts: {op:?}"),
        })
    }

    /// All that can be seen in the end.
    async fn describe(&self) -> String {
        let org = self.store.org(self.org);
        let members = org
            .members(&all())
            .await
            .unwrap()
            .into_iter()
            .map(|member| {
                let known: Vec<_> = member
                    .identifiers
                    .iter()
                    .map(|known| self.plain(&known.value))
                    .collect();
                format!(
                    "{:?} {} {} {known:?}",
                    self.number(member.id),
                    member.name,
                    member.role
                )
            });
        let contacts = org
            .contacts(&all())
            .await
            .unwrap()
            .into_iter()
            .map(|contact| {
                let known: Vec<_> = contact
                    .identifiers
                    .iter()
                    .map(|known| self.plain(&known.value))
                    .collect();
                format!("{:?} {} {known:?}", contact.name, contact.forgotten)
            });
        members.chain(contacts).collect::<Vec<_>>().join("\n")
    }

    fn known(&self, known: u8) -> Identifier {
        external(&format!("{}/{known}", self.case))
    }

    fn plain<'v>(&self, value: &'v str) -> &'v str {
        value.split_once('/').unwrap().1
    }

    fn token(&self, token: u8) -> Vec<u8> {
        format!("{}/{token}", self.case).into_bytes()
    }

    fn link(&self, link: usize) -> Vec<u8> {
        format!("{}/link {link}", self.case).into_bytes()
    }

    fn member(&self, who: usize) -> MemberId {
        let nobody = || MemberId::generate(&steward_model::SystemIds);
        self.members.get(who).copied().unwrap_or_else(nobody)
    }

    fn contact(&self, who: usize) -> ContactId {
        let nobody = || ContactId::generate(&steward_model::SystemIds);
        self.contacts.get(who).copied().unwrap_or_else(nobody)
    }

    fn number(&self, member: MemberId) -> Option<usize> {
        self.members.iter().position(|id| *id == member)
    }
}
