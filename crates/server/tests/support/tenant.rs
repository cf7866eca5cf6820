//! An organisation with one thing of every kind in it.

use sha2::{Digest as _, Sha256};
use steward_model::{
    AgentId, EventKind, Integrity, KeyScope, LineId, MemberId, MemoryMode, OrgId, Role, Scope,
    SendMode, ThreadId, Timestamp, UserMessage,
};
use steward_store::{
    AgentProfile, NewAgent, NewApiKey, NewContact, NewEvent, NewLine, NewMember, Store,
};
use steward_testkit::TestDatabase;

use super::identifiers::{email, phone};
use super::seeds::{
    accept_chat, accept_new, accept_text, opt_out_of_email, seal_session, store_account,
    store_conversation, store_document, store_files, store_instruction, store_note, store_response,
};
use super::work::Work;

/// What stands in work that is a member's own.
const PRIVATE: &str = "Canary of a member";

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
#[derive(Clone, Default)]
pub(crate) struct Ids {
    pub(crate) member: String,
    pub(crate) member_identifier: String,
    pub(crate) contact: String,
    pub(crate) contact_identifier: String,
    pub(crate) line: String,
    /// A line whose carrier is the phone on the screen.
    pub(crate) phone: String,
    pub(crate) key: String,
    pub(crate) agent: String,
    pub(crate) thread: String,
    /// A text on it that came with a file.
    pub(crate) message: String,
    pub(crate) turn: String,
    pub(crate) approval: String,
    pub(crate) suggestion: String,
    pub(crate) effect: String,
    pub(crate) notice: String,
    pub(crate) schedule: String,
    pub(crate) job: String,
    /// A chat of the owner's, by the name their client gave it.
    pub(crate) chat: String,
    /// The owner's one conversation with their agent.
    pub(crate) main: String,
    pub(crate) passage: String,
    pub(crate) document: String,
    pub(crate) file: String,
    /// The agent, as programs written for OpenAI name it.
    pub(crate) model: String,
    pub(crate) account: String,
    pub(crate) proposal: String,
    /// A session of the owner's in which a new account waits for a word.
    pub(crate) account_session: String,
    pub(crate) response: String,
    pub(crate) conversation: String,
    pub(crate) item: String,
    pub(crate) instruction: String,
}

impl Ids {
    /// What may be put for this parameter of this path; `None` for a parameter that nobody has told the tests of.
    pub(crate) fn for_parameter(&self, path: &str, parameter: &str) -> Option<&str> {
        Some(match parameter {
            "member_id" => &self.member,
            "contact_id" => &self.contact,
            "line_id" if path.starts_with("/api/phone/") => &self.phone,
            "line_id" => &self.line,
            "key_id" => &self.key,
            "agent_id" => &self.agent,
            "thread_id" => &self.thread,
            "message_id" => &self.message,
            "file_no" => "0",
            "turn_id" => &self.turn,
            "approval_id" => &self.approval,
            "suggestion_id" => &self.suggestion,
            "effect_id" => &self.effect,
            "notice_id" => &self.notice,
            "schedule_id" => &self.schedule,
            "job_id" => &self.job,
            "conversation_id" if path.starts_with("/v1/agent/") => &self.main,
            "conversation_id" if path.starts_with("/v1/") => &self.conversation,
            "chat_id" | "conversation_id" => &self.chat,
            "response_id" => &self.response,
            "account_id" => &self.account,
            "proposal_id" => &self.proposal,
            "item_id" => &self.item,
            "instruction_id" => &self.instruction,
            "model" => &self.model,
            "passage_id" => &self.passage,
            "document_id" => &self.document,
            "label" => "human",
            "name" => "tools",
            "identifier_id" if path.starts_with("/api/members/") => &self.member_identifier,
            "identifier_id" if path.starts_with("/api/contacts/") => &self.contact_identifier,
            _ => return None,
        })
    }

    pub(crate) fn all(&self) -> [&str; 23] {
        [
            &self.member,
            &self.member_identifier,
            &self.contact,
            &self.contact_identifier,
            &self.line,
            &self.phone,
            &self.key,
            &self.agent,
            &self.thread,
            &self.turn,
            &self.approval,
            &self.suggestion,
            &self.effect,
            &self.notice,
            &self.schedule,
            &self.job,
            &self.passage,
            &self.document,
            &self.response,
            &self.account,
            &self.conversation,
            &self.item,
            &self.instruction,
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

    /// Waits for the turn that answers what came in, and makes one of everything that comes of turns.
    pub(crate) async fn let_work(&mut self, store: &Store) {
        let agent = self.ids.agent.parse().unwrap();
        let contact = self.ids.contact.parse().unwrap();
        let line = self.ids.line.parse().unwrap();
        let canary = format!("Canary of {}", self.name);
        let thread = self.ids.thread.parse().unwrap();
        let work = Work::create(store, (self.org, agent), thread, (contact, line), &canary).await;
        self.ids.turn = work.turn.id.to_string();
        self.ids.approval = work.approval.to_string();
        self.ids.suggestion = work.suggestion;
        self.ids.effect = work.effect;
        self.ids.notice = work.notice;
        self.ids.schedule = work.schedule;
        self.ids.job = work.job;
    }

    /// Lets a member say something that is their own; the runtime has to begin after it.
    pub(crate) async fn say_in_private(&self, store: &Store, member: MemberId) -> ThreadId {
        let message = UserMessage {
            member_id: member,
            text: PRIVATE.to_owned(),
            page_context: None,
            again: false,
        };
        let event = NewEvent {
            agent_id: self.ids.agent.parse().unwrap(),
            correlation_key: format!("member:{member}"),
            scope: Scope::Member(member),
            source: "test".into(),
            dedupe_key: "private".into(),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&message).unwrap(),
            integrity: Integrity::User,
        };
        accept_new(store, self.org, event).await
    }

    /// What comes of a thread that is a member's own. Everything else is as it was.
    pub(crate) async fn private_work(
        &self,
        store: &Store,
        member: MemberId,
        thread_id: ThreadId,
    ) -> Ids {
        let agent = self.ids.agent.parse().unwrap();
        let contact = self.ids.contact.parse().unwrap();
        let line = self.ids.line.parse().unwrap();
        let work = Work::create(
            store,
            (self.org, agent),
            thread_id,
            (contact, line),
            PRIVATE,
        )
        .await;
        Ids {
            thread: thread_id.to_string(),
            turn: work.turn.id.to_string(),
            approval: work.approval.to_string(),
            suggestion: work.suggestion,
            effect: work.effect,
            notice: work.notice,
            passage: store_note(store, self.org, Scope::Member(member), PRIVATE).await,
            document: store_document(store, self.org, Scope::Member(member), PRIVATE).await,
            ..self.ids.clone()
        }
    }

    /// Remembers a note of the agent, behind the API's back; tells its id.
    pub(crate) async fn store_note(&self, store: &Store) -> String {
        let agent = Scope::Agent(self.ids.agent.parse().unwrap());
        store_note(store, self.org, agent, "A note without a vector").await
    }

    /// Leaves an effect that nobody can vouch for and a job that was given up, which no short story leads to.
    pub(crate) async fn bring_to_rest(&self, database: &TestDatabase) {
        let (effect, job) = (&self.ids.effect, &self.ids.job);
        let data = database.data();
        data.execute(&format!(
            "update effect set state = 'review' where id = '{effect}'"
        ))
        .await;
        data.execute(&format!(
            "update job set state = 'dead', ended_at = created_at where id = '{job}'"
        ))
        .await;
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

async fn line_on_screen(store: &Store, org: OrgId, label: &str, number: u8) -> LineId {
    let line = NewLine {
        address: phone(&format!("+1415555019{number}")),
        label: label.to_owned(),
        agent_id: None,
        provider: steward_model::LineProvider::Loopback,
    };
    store.org(org).create_line(line).await.unwrap().id
}

async fn populate(store: &Store, org: OrgId, owner: MemberId, name: &str) -> Ids {
    let (mine, canary) = (store.org(org), format!("Canary of {name}"));
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
    opt_out_of_email(store, org, address("contact"), &canary).await;
    let agent = create_agent(store, org, None, &canary).await;
    let line = NewLine {
        address: address("line"),
        label: canary.clone(),
        agent_id: Some(agent),
        provider: steward_model::LineProvider::Twilio,
    };
    let line = mine.create_line(line).await.unwrap();
    let screen = line_on_screen(store, org, &canary, number).await;
    let token = format!("stw_another_of_{name}_0123456789");
    let key = add_key(store, org, owner, &token, &[KeyScope::Read], None).await;
    mine.ensure_blocks(Scope::Member(owner), None, steward_memory::default_blocks())
        .await
        .unwrap();
    let (thread, message) = accept_text(store, (org, agent), contact.id, line.id, &canary).await;
    let (conversation, item) = store_conversation(store, org, owner, &canary).await;
    let (account, proposal) = store_account(store, org, owner, &canary).await;
    Ids {
        thread: thread.to_string(),
        message,
        agent: agent.to_string(),
        model: format!("steward:{agent}"),
        member: member.id.to_string(),
        member_identifier: member.identifiers[0].id.to_string(),
        contact: contact.id.to_string(),
        contact_identifier: contact.identifiers[0].id.to_string(),
        line: line.id.to_string(),
        phone: screen.to_string(),
        key,
        chat: accept_chat(store, (org, agent), owner, &canary).await,
        passage: store_note(store, org, Scope::Org(org), &canary).await,
        document: store_document(store, org, Scope::Org(org), &canary).await,
        file: store_files(store, org, &canary).await,
        response: store_response(store, org, owner, &canary).await,
        account,
        proposal,
        account_session: seal_session(store, org, owner).await,
        conversation,
        item,
        instruction: store_instruction(store, org, owner, &canary).await,
        main: begin_conversation(store, org, owner, name).await,
        ..Ids::default()
    }
}

/// The one conversation of somebody who has turned their agent on.
async fn begin_conversation(store: &Store, org: OrgId, owner: MemberId, name: &str) -> String {
    let agent = create_agent(store, org, Some(owner), name).await;
    let org = store.org(org);
    org.add_agent_config(owner, agent).await.unwrap();
    assert!(org.enable_agent(owner, true).await.unwrap());
    org.main_thread(owner).await.unwrap().to_string()
}

async fn create_agent(
    store: &Store,
    org: OrgId,
    member_id: Option<MemberId>,
    name: &str,
) -> AgentId {
    let agent = NewAgent {
        member_id,
        name: name.to_owned(),
        source: None,
        profile: AgentProfile {
            persona: name.to_owned(),
            ..AgentProfile::default()
        },
        model: None,
        tools: Vec::new(),
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    };
    store.org(org).create_agent(agent).await.unwrap().id
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
