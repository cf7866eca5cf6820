//! The host that runs everything: the real store and the real runtime.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use steward_agent::SubagentRegistry;
use steward_channels::Carrier;
use steward_llm::{Models, Pipeline, PipelineSettings};
use steward_memory::{Library, Meaning};
use steward_model::{
    AgentId, ContactId, EventKind, Identifier, IdentifierKind, InboundSms, Integrity, LineId,
    MemoryMode, OrgId, Role, Scope, SendMode,
};
use steward_runtime::{Parts, Runtime, RuntimeSettings};
use steward_store::{
    AgentProfile, CarrierReport, CarrierStatus, Database, NewAgent, NewContact, NewEvent, NewLine,
    NewMember, Page, SendRules, Store,
};
use steward_testkit::TestDatabase;
use steward_tools::Catalogue;

use super::carrier::Way;
use super::mind::Mind;
use super::people::PEOPLE;
use super::stillness::{Hands, Still, Watch};
use super::wire::serve;

const LINE: &str = "+14155550199";

/// What of the node survives a crash, and who is known there.
pub(super) struct Node {
    pub(super) db: TestDatabase,
    pub(super) org: OrgId,
    agent: AgentId,
    line: LineId,
    people: Vec<ContactId>,
    send: SendRules,
    hands: Hands,
    mind: Arc<Mind>,
}

impl Node {
    /// A team with an agent, a line and some people, before anything runs.
    pub(super) async fn new(send: SendRules) -> Self {
        let db = TestDatabase::sqlite();
        let store = db.open().await;
        let owner = NewMember {
            name: "Olga".into(),
            role: Role::Owner,
            identifiers: vec![],
        };
        let (org, _) = store.create_org("Acme", owner).await.unwrap();
        let of_org = store.org(org.id);
        let agent = of_org.create_agent(agent()).await.unwrap();
        let line = NewLine {
            address: phone(LINE),
            label: "Front desk".into(),
            agent_id: Some(agent.id),
            provider: steward_model::LineProvider::Twilio,
        };
        let line = of_org.create_line(line).await.unwrap();
        let mut people = Vec::new();
        for person in 0..PEOPLE {
            let new = NewContact {
                name: None,
                identifiers: vec![phone(&number(person))],
            };
            people.push(of_org.create_contact(new).await.unwrap().id);
        }
        store.close().await;
        let hands = Hands::default();
        Self {
            db,
            org: org.id,
            agent: agent.id,
            line: line.id,
            people,
            send,
            mind: Arc::new(Mind::new(&hands)),
            hands,
        }
    }

    /// Starts, and serves until the host crashes.
    pub(super) async fn run(self: Arc<Self>) -> turmoil::Result {
        let still = Still::stand();
        let store = self.open().await;
        let watch = Watch::new(store.clone(), self.hands.clone()).await;
        let runtime = Runtime::new(self.parts(store.clone()));
        let _working = runtime.start().await.unwrap();
        watch.rest().await;
        tokio::spawn(watch.run());
        still.go_on().await;
        serve(move |line| {
            let (node, runtime, store) = (Arc::clone(&self), runtime.clone(), store.clone());
            async move {
                node.hands.stir();
                match line.split(' ').collect::<Vec<_>>().as_slice() {
                    ["text", person, name] => {
                        let event = node.text(person.parse().unwrap(), name);
                        runtime.accept(node.org, event).await.ok()?;
                    }
                    ["report", effect, reference] => {
                        let report = CarrierReport {
                            channel: "sms".into(),
                            provider_ref: (*reference).to_owned(),
                            effect_id: Some(effect.parse().unwrap()),
                            status: CarrierStatus::Delivered,
                        };
                        store.note_status(report).await.ok()?;
                    }
                    other => panic!("{other:?} is no message"),
                }
                Some("heard".to_owned())
            }
        })
        .await
    }

    /// Opens the store, with one reader, and with every key at hand: nobody waits for the keys' own threads later.
    async fn open(&self) -> Store {
        let mut options = self.db.options();
        options.clock = Arc::new(self.hands.clone());
        options.probe = Some(self.hands.probe());
        if let Database::Sqlite { readers, .. } = &mut options.data {
            *readers = 1;
        }
        let store = Store::open(options).await.unwrap();
        let org = store.org(self.org);
        assert_eq!(org.contacts(&all()).await.unwrap().len(), self.people.len());
        assert_eq!(org.agents(&all()).await.unwrap().len(), 1);
        assert_eq!(org.lines(&all()).await.unwrap().len(), 1);
        store
    }

    fn parts(&self, store: Store) -> Parts {
        let models = Models::default().with("test:model", self.mind.clone());
        let subagents = SubagentRegistry::default();
        let carrier: Arc<dyn Carrier> = Arc::new(Way(self.hands.clone()));
        Parts {
            memory: memory(&store),
            store,
            pipeline: Pipeline::new(models, PipelineSettings::default()),
            tools: Catalogue::new(&subagents),
            subagents,
            carriers: HashMap::from([(steward_model::LineProvider::Twilio, carrier)]),
            mailer: None,
            clock: Arc::new(self.hands.clone()),
            settings: RuntimeSettings {
                workers: 16,
                poll: Duration::from_secs(1),
                model: "test:model".into(),
                native_tools: vec!["test:".into()],
                max_tokens: 100,
                send: self.send.clone(),
                ..RuntimeSettings::default()
            },
        }
    }

    fn text(&self, person: u32, name: &str) -> NewEvent {
        let contact_id = self.people[person as usize];
        let sms = InboundSms {
            message_id: name.to_owned(),
            contact_id,
            line_id: self.line,
            from: number(person),
            to: LINE.to_owned(),
            text: name.to_owned(),
            media: Vec::new(),
        };
        NewEvent {
            agent_id: self.agent,
            correlation_key: format!("contact:{contact_id}"),
            scope: Scope::Contact(contact_id),
            source: "twilio".into(),
            dedupe_key: name.to_owned(),
            kind: EventKind::InboundSms,
            payload: serde_json::to_vec(&sms).unwrap(),
            integrity: Integrity::Untrusted,
        }
    }
}

pub(super) fn all() -> Page {
    Page {
        after: None,
        limit: 1_000,
    }
}

fn agent() -> NewAgent {
    NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: None,
        profile: AgentProfile::default(),
        model: None,
        tools: vec!["messaging".into()],
        send_mode: SendMode::Autonomous,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}

fn number(person: u32) -> String {
    format!("+1415555{:04}", 1000 + person)
}

fn phone(number: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Phone, number).unwrap()
}

/// A memory with the built-in model.
fn memory(store: &Store) -> Library {
    Library::new(store.clone(), Meaning::built_in().unwrap(), 64 << 20)
}
