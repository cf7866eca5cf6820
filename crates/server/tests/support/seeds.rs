//! What tests put into an organisation behind the API's back.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use steward_memory::accounts::{Accounts, Asker, NewAccount};
use steward_model::{
    AgentId, Author, ConsentBy, ContactId, EventKind, Identifier, InboundSms, Integrity, LineId,
    MemberId, NoticeKind, OrgId, Scope, SmsMedia, ThreadId, TurnId, UserMessage, WorkspacePath,
};
use steward_store::{
    Accepted, CHAT, Conversation, ConversationItem, DocumentPart, Expect, FileWrite, Inserted,
    InstructionChange, NewDocument, NewEvent, NewKeyword, NewNotice, NewPassage, NewResponse, Page,
    PassageMeta, Store, Wish,
};

use super::work::far;

/// A file that every organisation has, and what it says.
pub(crate) const FILE: &str = "areas/canary.md";
pub(crate) const FILE_CONTENT: &str = "A canary in every workspace.";

/// Writes that file, and one whose name and text are the organisation's own; tells the id of the first.
pub(super) async fn store_files(store: &Store, org: OrgId, canary: &str) -> String {
    let own = format!("areas/{canary}.md");
    let writes = [(FILE, FILE_CONTENT), (own.as_str(), canary)].map(|(path, content)| FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: Expect::Absent,
        content: Some(content.to_owned()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    });
    let here = store.org(org);
    let written = here.write_files(Author::System, writes.into()).await;
    written.unwrap()[0].id.to_string()
}

/// A chat of a member's, in which nothing waits for an answer.
pub(super) async fn accept_chat(
    store: &Store,
    (org, agent): (OrgId, AgentId),
    member: MemberId,
    canary: &str,
) -> String {
    let name = format!("chat-{org}");
    let message = UserMessage {
        member_id: member,
        text: canary.to_owned(),
        page_context: None,
        again: false,
    };
    let event = NewEvent {
        agent_id: agent,
        correlation_key: format!("{CHAT}{name}"),
        scope: Scope::Member(member),
        source: "chat".into(),
        dedupe_key: name.clone(),
        kind: EventKind::UserMessage,
        payload: serde_json::to_vec(&message).unwrap(),
        integrity: Integrity::User,
    };
    let thread_id = accept_new(store, org, event).await;
    let named = store.org(org).name_chat(member, thread_id, canary).await;
    assert!(named.unwrap());
    name
}

/// Lets a contact opt out of email, which nothing is sent by.
pub(super) async fn opt_out_of_email(store: &Store, org: OrgId, address: Identifier, canary: &str) {
    let keyword = NewKeyword {
        source: "mail".into(),
        dedupe_key: format!("mail-{org}"),
        channel: "email".into(),
        address,
        wish: Wish::Silence,
        how: ConsentBy::PlainWords,
        line_id: None,
        words: canary.to_owned(),
    };
    store.org(org).hear(keyword).await.unwrap();
}

/// Remembers a note; tells its id.
pub(super) async fn store_note(store: &Store, org: OrgId, scope: Scope, text: &str) -> String {
    let note = NewPassage {
        agent_id: None,
        thread_id: None,
        contact_id: None,
        source: "archival".into(),
        source_ref: format!("note of {scope}"),
        chunk_index: 0,
        integrity: Integrity::User,
        text: text.to_owned(),
        meta: PassageMeta {
            tags: vec!["canary".into()],
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: far(),
    };
    let inserted = store.org(org).insert_passages(scope, vec![note]).await;
    match inserted.unwrap()[..] {
        [Inserted::New(id)] => id.to_string(),
        ref other => panic!("it was known: {other:?}"),
    }
}

/// Keeps a document; tells its id.
pub(super) async fn store_document(store: &Store, org: OrgId, scope: Scope, text: &str) -> String {
    let document = NewDocument {
        title: text.to_owned(),
        file_name: None,
        tags: Vec::new(),
        media_type: "text/plain".into(),
        bytes: 1,
        integrity: Integrity::User,
    };
    let part = DocumentPart {
        text: text.to_owned(),
        embedding: None,
    };
    let org = store.org(org);
    let made = org.create_document(scope, document, vec![part], Author::System);
    made.await.unwrap().id.to_string()
}

/// Keeps a conversation of a member's program; tells its id and that of what was said in it.
pub(super) async fn store_conversation(
    store: &Store,
    org: OrgId,
    member: MemberId,
    canary: &str,
) -> (String, String) {
    let (id, item) = (format!("conv_{org}"), format!("msg_{org}"));
    let said = ConversationItem {
        id: item.clone(),
        body: message(&item, canary).to_string().into_bytes(),
    };
    let new = Conversation {
        id: id.clone(),
        private: false,
        meta: json!({ "title": canary }).to_string().into_bytes(),
        created_at: far(),
    };
    let here = store.org(org);
    here.create_conversation(member, new, &[said], Vec::new())
        .await
        .unwrap();
    (id, item)
}

/// Keeps an instruction of a member's, which is not the default; tells its id.
pub(super) async fn store_instruction(
    store: &Store,
    org: OrgId,
    member: MemberId,
    canary: &str,
) -> String {
    let id = format!("instr_{org}");
    let body = json!({"name": canary, "prompt": canary, "prompt_tokens": 1});
    let new = InstructionChange {
        body: Some(body.to_string().into_bytes()),
        is_default: None,
    };
    let org = store.org(org);
    org.create_instruction(member, &id, new).await.unwrap();
    id
}

/// Makes an account with an email that proposes something; tells their ids.
pub(super) async fn store_account(
    store: &Store,
    org: OrgId,
    member: MemberId,
    canary: &str,
) -> (String, String) {
    let id = format!("account-{org}");
    let asker = Asker {
        org,
        author: Author::Member(member),
        now: far(),
        today: jiff::civil::date(2026, 1, 1),
        mark: None,
    };
    let new = NewAccount {
        id: id.clone(),
        name: canary.to_owned(),
        request: "Add a note".to_owned(),
    };
    let accounts = Accounts::new(store.clone());
    let made = accounts.create(&asker, &new).await;
    assert_eq!(made.unwrap().account_id, id);
    let email = format!(
        "---\naccount_id: {id}\nkind: email\nid: em-1\nat: 2026-01-08T10:00:00Z\n---\n\
         ## Summary\n\n{canary}\n\n## Raw\n\nThe renewal date is June 15.\n"
    );
    let write = FileWrite {
        path: WorkspacePath::file(&format!("accounts/{id}/sources/emails/em-1.md")).unwrap(),
        expect: Expect::Absent,
        content: Some(email),
        trust: Integrity::Untrusted,
        restored_from: None,
        conflict_of: None,
    };
    let here = store.org(org);
    here.write_files(Author::System, vec![write]).await.unwrap();
    let proposed = accounts.proposals(org, &id).await.unwrap().unwrap();
    (id, proposed[0].proposal.id.clone())
}

/// A session in which an account waits to be made.
pub(super) async fn seal_session(store: &Store, org: OrgId, member: MemberId) -> String {
    let waiting = json!({
        "id": "10000001", "new": "Sample", "request": "Add a note", "account": null,
        "expires_at": far().as_micros(),
    });
    let words = json!({"account": null, "choices": [], "waiting": waiting}).to_string();
    let org = store.org(org);
    let sealed = org.seal_token(member, "accounts", words.as_bytes()).await;
    URL_SAFE_NO_PAD.encode(sealed.unwrap())
}

/// Keeps a response that a member's program waits for; tells its id.
pub(super) async fn store_response(
    store: &Store,
    org: OrgId,
    member: MemberId,
    canary: &str,
) -> String {
    let id = format!("resp_{org}");
    let response = json!({
        "id": id, "object": "response", "status": "in_progress", "instructions": canary, "output": []
    });
    let input = [message(&format!("msg_of_{org}"), canary)];
    let new = NewResponse {
        id: id.clone(),
        thread_id: None,
        conversation_id: None,
        body: json!({"response": response, "input": input})
            .to_string()
            .into_bytes(),
    };
    store.org(org).begin_response(member, new).await.unwrap();
    id
}

fn message(id: &str, text: &str) -> Value {
    let content = [json!({"type": "input_text", "text": text})];
    json!({"id": id, "type": "message", "role": "user", "status": "completed", "content": content})
}

/// Lets a text come in, with a file; tells where, and which it is.
pub(super) async fn accept_text(
    store: &Store,
    (org, agent): (OrgId, AgentId),
    contact: ContactId,
    line: LineId,
    canary: &str,
) -> (ThreadId, String) {
    let text = InboundSms {
        message_id: "SM1".into(),
        contact_id: contact,
        line_id: line,
        from: "+14155550100".into(),
        to: "+14155550199".into(),
        text: canary.to_owned(),
        media: vec![SmsMedia {
            url: "https://media.example/1".into(),
            content_type: "text/plain".into(),
        }],
    };
    let event = NewEvent {
        agent_id: agent,
        correlation_key: format!("contact:{contact}"),
        scope: Scope::Contact(contact),
        source: "test".into(),
        dedupe_key: "1".into(),
        kind: EventKind::InboundSms,
        payload: serde_json::to_vec(&text).unwrap(),
        integrity: Integrity::Untrusted,
    };
    let thread = accept_new(store, org, event).await;
    (thread, store_file(store, org, thread, canary).await)
}

/// Keeps the file of the text that came in; tells which text that is.
async fn store_file(store: &Store, org: OrgId, thread: ThreadId, canary: &str) -> String {
    let page = Page {
        after: None,
        limit: 1,
    };
    let here = store.org(org);
    let message = here.inbox_messages(thread, &page).await.unwrap().remove(0);
    let file = (message.id.parse().unwrap(), 0);
    let kept = here.keep_file(thread, file, Some(canary.as_bytes()));
    kept.await.unwrap();
    message.id
}

pub(super) async fn accept_new(store: &Store, org: OrgId, event: NewEvent) -> ThreadId {
    match store.org(org).accept(event).await.unwrap() {
        Accepted::Queued { thread_id, .. } => thread_id,
        Accepted::Duplicate { .. } => panic!("it is new"),
    }
}

/// What a turn told the team.
pub(super) fn new_notice(turn: TurnId, canary: &str) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text: canary.to_owned(),
        dedupe_key: turn.to_string(),
    }
}
