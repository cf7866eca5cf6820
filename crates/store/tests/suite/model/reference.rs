//! What the store should do, in the plainest words.

use steward_model::Role;

use super::Op;

/// An organisation in memory. Numbers are given in the order things were made and never again.
#[derive(Default)]
pub(super) struct Reference {
    members: Vec<Option<Member>>,
    contacts: Vec<Option<Contact>>,
    keys: Vec<Key>,
    links: Vec<Option<Link>>,
    hour: u32,
}

struct Member {
    name: &'static str,
    role: Role,
    known: Vec<u8>,
}

#[derive(Default)]
struct Contact {
    name: Option<&'static str>,
    forgotten: bool,
    known: Vec<u8>,
}

struct Key {
    token: u8,
    owner: usize,
    revoked: bool,
}

struct Link {
    owner: usize,
    /// The hour in which it is no good any more.
    ends: u32,
}

type Outcome = Result<String, String>;

impl Reference {
    pub(super) fn apply(&mut self, op: &Op) -> String {
        if self.members.is_empty() {
            self.members.push(Some(Member {
                name: "Olga",
                role: Role::Owner,
                known: vec![],
            }));
        }
        let outcome = match *op {
            Op::AddMember { role, known } => self.add_member(role, known),
            Op::SetRole { who, role } => self.set_role(who, role),
            Op::Rename { who } => Ok(self.rename(who)),
            Op::DeleteMember { who } => self.delete_member(who),
            Op::AddIdentifier { who, known } => self.add_identifier(who, known),
            Op::RemoveIdentifier { who, at } => Ok(self.remove_identifier(who, at)),
            Op::Candidates { known } => Ok(format!(
                "{:?}",
                Vec::from_iter(self.member_with(known).map(Some))
            )),
            Op::CreateKey { who, token } => self.create_key(who, token),
            Op::RevokeKey { key } => Ok(self.revoke_key(key)),
            Op::UseKey { token } => Ok(self.use_key(token)),
            Op::CreateLink { who, hours } => self.create_link(who, hours),
            Op::TakeLink { link } => Ok(self.take_link(link)),
            Op::Wait { hours } => {
                self.hour += hours;
                Ok("waited".into())
            }
            Op::AddContact { known, other } => self.add_contact(&[known, other]),
            Op::ResolveContact { known } => self.resolve_contact(known),
            Op::RenameContact { who } => {
                self.with_contact(who, |contact| contact.name = Some("Renamed"))
            }
            Op::AddContactIdentifier { who, known } => self.add_contact_identifier(who, known),
            Op::ForgetContact { who } => Ok(self.forget_contact(who)),
            Op::DeleteContact { who } => Ok(self
                .contacts
                .get_mut(who)
                .is_some_and(|contact| contact.take().is_some())
                .to_string()),
        };
        outcome.unwrap_or_else(|error| error)
    }

    pub(super) fn describe(&self) -> String {
        let members = self
            .members
            .iter()
            .enumerate()
            .filter_map(|(number, member)| {
                let Member { name, role, known } = member.as_ref()?;
                Some(format!(
                    "{:?} {name} {role} {:?}",
                    Some(number),
                    texts(known)
                ))
            });
        let contacts = self.contacts.iter().flatten().map(|contact| {
            let Contact {
                name,
                forgotten,
                known,
            } = contact;
            format!("{name:?} {forgotten} {:?}", texts(known))
        });
        members.chain(contacts).collect::<Vec<_>>().join("\n")
    }

    fn member(&mut self, who: usize) -> Option<&mut Member> {
        self.members.get_mut(who)?.as_mut()
    }

    fn member_with(&self, known: u8) -> Option<usize> {
        let has = |member: &Option<Member>| {
            member
                .as_ref()
                .is_some_and(|member| member.known.contains(&known))
        };
        self.members.iter().position(has)
    }

    fn contact_with(&self, known: u8) -> Option<usize> {
        let has = |contact: &Option<Contact>| {
            contact
                .as_ref()
                .is_some_and(|contact| contact.known.contains(&known))
        };
        self.contacts.iter().position(has)
    }

    fn is_last_owner(&self, who: usize) -> bool {
        let owner = |member: &Option<Member>| {
            member
                .as_ref()
                .is_some_and(|member| member.role == Role::Owner)
        };
        let owners = self.members.iter().filter(|member| owner(member)).count();
        owners == 1 && self.members.get(who).is_some_and(owner)
    }

    fn add_member(&mut self, role: Role, known: u8) -> Outcome {
        if self.member_with(known).is_some() {
            return Err("conflict: identifier".into());
        }
        let (name, known) = ("Member", vec![known]);
        self.members.push(Some(Member { name, role, known }));
        Ok("made".into())
    }

    fn set_role(&mut self, who: usize, role: Role) -> Outcome {
        if role != Role::Owner && self.is_last_owner(who) {
            return Err("refused".into());
        }
        let Some(member) = self.member(who) else {
            return Ok("none".into());
        };
        member.role = role;
        Ok(role.to_string())
    }

    fn rename(&mut self, who: usize) -> String {
        self.member(who).map_or("none".into(), |member| {
            member.name = "Renamed";
            member.role.to_string()
        })
    }

    fn delete_member(&mut self, who: usize) -> Outcome {
        if self.is_last_owner(who) {
            return Err("refused".into());
        }
        let deleted = self
            .members
            .get_mut(who)
            .is_some_and(|member| member.take().is_some());
        Ok(deleted.to_string())
    }

    fn add_identifier(&mut self, who: usize, known: u8) -> Outcome {
        let taken = self.member_with(known).is_some();
        match self.member(who) {
            None => Ok("false".into()),
            Some(_) if taken => Err("conflict: identifier".into()),
            Some(member) => {
                member.known.push(known);
                Ok("true".into())
            }
        }
    }

    fn remove_identifier(&mut self, who: usize, at: usize) -> String {
        let member = self.member(who).filter(|member| at < member.known.len());
        member
            .map(|member| member.known.remove(at))
            .is_some()
            .to_string()
    }

    fn create_key(&mut self, who: usize, token: u8) -> Outcome {
        if self.member(who).is_none() {
            return Err("refused".into());
        }
        // The rows of a deleted member's keys are gone, and so their tokens are free.
        if self
            .keys
            .iter()
            .any(|key| key.token == token && self.members[key.owner].is_some())
        {
            return Err("conflict: token".into());
        }
        let (owner, revoked) = (who, false);
        self.keys.push(Key {
            token,
            owner,
            revoked,
        });
        Ok("made".into())
    }

    fn revoke_key(&mut self, key: usize) -> String {
        let Some(key) = self
            .keys
            .get_mut(key)
            .filter(|key| self.members[key.owner].is_some())
        else {
            return "false".into();
        };
        let revoked = !key.revoked;
        key.revoked = true;
        revoked.to_string()
    }

    fn use_key(&self, token: u8) -> String {
        let good = self
            .keys
            .iter()
            .filter(|key| key.token == token && !key.revoked);
        let mut holder =
            good.filter_map(|key| Some((Some(key.owner), self.members[key.owner].as_ref()?.role)));
        format!("{:?}", holder.next())
    }

    fn create_link(&mut self, who: usize, hours: u32) -> Outcome {
        if self.member(who).is_none() {
            return Err("refused".into());
        }
        let (owner, ends) = (who, self.hour + hours);
        self.links.push(Some(Link { owner, ends }));
        Ok("made".into())
    }

    fn take_link(&mut self, link: usize) -> String {
        let (hour, members) = (self.hour, &self.members);
        let good = |link: &mut Link| link.ends > hour && members[link.owner].is_some();
        let taken = self.links.get_mut(link).and_then(|link| link.take_if(good));
        format!("{:?}", taken.map(|link| Some(link.owner)))
    }

    fn add_contact(&mut self, known: &[u8]) -> Outcome {
        if known[0] == known[1]
            || known
                .iter()
                .any(|known| self.contact_with(*known).is_some())
        {
            return Err("conflict: identifier".into());
        }
        self.contacts.push(Some(Contact {
            known: known.to_vec(),
            ..Contact::default()
        }));
        Ok("made".into())
    }

    fn resolve_contact(&mut self, known: u8) -> Outcome {
        if self.contact_with(known).is_none() {
            self.contacts.push(Some(Contact {
                known: vec![known],
                ..Contact::default()
            }));
        }
        Ok(format!("{:?}", self.contact_with(known)))
    }

    fn add_contact_identifier(&mut self, who: usize, known: u8) -> Outcome {
        let taken = self.contact_with(known).is_some();
        match self.contacts.get(who).and_then(Option::as_ref) {
            Some(contact) if !contact.forgotten && taken => Err("conflict: identifier".into()),
            _ => self.with_contact(who, |contact| contact.known.push(known)),
        }
    }

    fn with_contact(&mut self, who: usize, change: impl FnOnce(&mut Contact)) -> Outcome {
        match self.contacts.get_mut(who).and_then(Option::as_mut) {
            None => Ok("false".into()),
            Some(contact) if contact.forgotten => Err("forgotten".into()),
            Some(contact) => {
                change(contact);
                Ok("true".into())
            }
        }
    }

    fn forget_contact(&mut self, who: usize) -> String {
        let Some(contact) = self.contacts.get_mut(who).and_then(Option::as_mut) else {
            return "false".into();
        };
        let forgotten = !contact.forgotten;
        *contact = Contact {
            forgotten: true,
            ..Contact::default()
        };
        forgotten.to_string()
    }
}

fn texts(known: &[u8]) -> Vec<String> {
    known.iter().map(u8::to_string).collect()
}
