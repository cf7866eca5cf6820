//! What is remembered is found, by whoever may, and by nobody once it is gone. On both databases.

use steward_llm::{ApiKey, ProviderAccess, ProviderSettings, Providers};
use steward_memory::{Found, Library, Meaning, Query, Reader};
use steward_model::{
    AgentId, Author, ContactId, Integrity, MemoryMode, OrgId, Role, Scope, SendMode, Timestamp,
};
use steward_store::{
    AgentProfile, Inserted, NewAgent, NewContact, NewMember, NewPassage, PassageMeta, Store,
};
use steward_testkit::{TestDatabase, on_both};

pub(super) const PLENTY: usize = 100_000_000;

pub(super) struct Team {
    pub(super) store: Store,
    pub(super) org: OrgId,
    pub(super) ana: ContactId,
    pub(super) bo: ContactId,
}

impl Team {
    pub(super) async fn new(db: &TestDatabase) -> Self {
        let store = db.open().await;
        let owner = NewMember {
            name: "Olga".into(),
            role: Role::Owner,
            identifiers: vec![],
        };
        let (org, _) = store.create_org("Acme", owner).await.unwrap();
        let contact = async || {
            let new = NewContact {
                name: None,
                identifiers: vec![],
            };
            store.org(org.id).create_contact(new).await.unwrap().id
        };
        Self {
            org: org.id,
            ana: contact().await,
            bo: contact().await,
            store: store.clone(),
        }
    }

    async fn agent(&self, name: &str) -> AgentId {
        let new = NewAgent {
            member_id: None,
            name: name.into(),
            source: None,
            profile: AgentProfile::default(),
            model: None,
            tools: vec![],
            send_mode: SendMode::Suggest,
            memory_mode: MemoryMode::Shared,
            daily_micros: None,
            daily_tokens: None,
        };
        let agent = self.store.org(self.org).create_agent(new).await;
        agent.unwrap().id
    }

    pub(super) fn library(&self, budget: usize) -> Library {
        Library::new(self.store.clone(), Meaning::built_in().unwrap(), budget)
    }

    pub(super) async fn remember(
        &self,
        library: &Library,
        contact: ContactId,
        id: &str,
        text: &str,
    ) -> Vec<Inserted> {
        let (scope, like) = (Scope::Contact(contact), passage(contact, id, None));
        library
            .remember(self.org, scope, text, &like, Author::System)
            .await
            .unwrap()
    }

    pub(super) async fn found(
        &self,
        library: &Library,
        contact: ContactId,
        text: &str,
    ) -> Vec<String> {
        let scopes = [Scope::Contact(contact), Scope::Org(self.org)];
        texts(
            library
                .search(self.org, &scopes, Reader::Anyone, &query(text))
                .await
                .unwrap()
                .found,
        )
    }
}

pub(super) fn passage(contact: ContactId, id: &str, agent: Option<AgentId>) -> NewPassage {
    NewPassage {
        agent_id: agent,
        thread_id: None,
        contact_id: Some(contact),
        source: "archival".into(),
        source_ref: id.into(),
        chunk_index: 0,
        integrity: Integrity::Untrusted,
        text: String::new(),
        meta: PassageMeta::default(),
        priority: 0,
        embedding: None,
        occurred_at: Timestamp::parse_rfc3339("2026-01-01T00:00:00Z").unwrap(),
    }
}

fn query(text: &str) -> Query {
    Query::new(text, "2026-01-02T00:00:00+00:00[UTC]".parse().unwrap())
}

fn texts(found: Vec<Found>) -> Vec<String> {
    found.into_iter().map(|found| found.passage.text).collect()
}

pub(super) const TEA: &str = "Ana drinks green tea and never coffee.";
pub(super) const BOILER: &str = "The boiler in the cellar was replaced in 2019.";

#[test]
fn the_words_of_one_scope_count_as_much_as_the_meanings_of_another() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        let small_talk = "We talked about the stairs, the bins, the weather and the neighbours. ";
        let said = format!("The key of locker 7 is Kappa270. {}", small_talk.repeat(8));
        team.remember(&library, team.ana, "key", &said).await;
        let of_org = Scope::Org(team.org);
        for number in 0..40 {
            let like = NewPassage {
                contact_id: None,
                ..passage(team.ana, &format!("org {number}"), None)
            };
            let text = match number % 4 {
                0 => format!("Permit {number}: handgun, long gun, other, key {number}, total."),
                1 => format!("IOTA{number} SIGMA{number} OMEGA{number}"),
                2 => format!("Door {number} has a lock with two keys in cupboard {number}."),
                _ => format!("Code number {number}: K{number}A{number}."),
            };
            let stored = library.remember(team.org, of_org, &text, &like, Author::System);
            stored.await.unwrap();
        }
        for question in ["Kappa270", "What is the key of locker 7?"] {
            let found = team.found(&library, team.ana, question).await;
            assert_eq!(found[0], said.trim_end(), "{question}");
        }
    });
}

#[test]
fn what_is_remembered_is_found_at_once_and_by_its_own_scope_alone() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        team.remember(&library, team.ana, "1", TEA).await;
        assert_eq!(
            team.found(&library, team.ana, "Which tea does she like?")
                .await,
            [TEA]
        );
        team.remember(&library, team.ana, "2", BOILER).await;
        assert_eq!(
            team.found(&library, team.ana, "When was the heating boiler put in?")
                .await[0],
            BOILER
        );
        assert_eq!(
            team.found(&library, team.bo, "Which tea does she like?")
                .await,
            Vec::<String>::new()
        );
    });
}

#[test]
fn the_same_text_is_remembered_once() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        for _ in 0..3 {
            team.remember(&library, team.ana, "1", TEA).await;
        }
        assert_eq!(team.found(&library, team.ana, "tea").await, [TEA]);
    });
}

#[test]
fn a_long_text_is_found_by_its_parts() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        let filler = "The weather was mild and nothing else happened that day. ".repeat(40);
        let parts = team
            .remember(&library, team.ana, "1", &format!("{filler}\n\n{BOILER}"))
            .await;
        assert!(parts.len() > 2, "{parts:?}");
        let found = team.found(&library, team.ana, "boiler in the cellar").await;
        assert!(found[0].contains(BOILER) && found[0].chars().count() <= 1_000);
    });
}

#[test]
fn what_is_deleted_or_forgotten_is_not_found_by_an_index_that_knew_it() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        let [Inserted::New(tea)] = team.remember(&library, team.ana, "1", TEA).await[..] else {
            panic!("it is new");
        };
        team.remember(&library, team.ana, "2", BOILER).await;
        assert_eq!(team.found(&library, team.ana, "tea").await[0], TEA);
        assert!(team.store.org(team.org).delete_passage(tea).await.unwrap());
        assert_eq!(team.found(&library, team.ana, "tea").await, [BOILER]);
        assert!(library.memory_bytes() > 0);
        team.store
            .org(team.org)
            .forget_contact(team.ana, "system")
            .await
            .unwrap();
        assert_eq!(
            team.found(&library, team.ana, "boiler").await,
            Vec::<String>::new()
        );
        library.tidy().await.unwrap();
        assert_eq!(library.memory_bytes(), 0);
    });
}

#[test]
fn a_scope_that_grew_much_is_ready_before_anybody_asks() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let scope = Scope::Contact(team.ana);
        let first = team.library(PLENTY);
        for sheet in 0..50 {
            // Each is a passage: a part is no longer than this.
            let lines: Vec<String> = (0..41)
                .map(|line| format!("{} {sheet}-{line}.", "Nothing new today.".repeat(50)))
                .collect();
            let text = lines.join("\n\n");
            let source = passage(team.ana, &sheet.to_string(), None);
            let parts = first.remember(team.org, scope, &text, &source, Author::System);
            assert!(parts.await.unwrap().len() > 40);
        }
        team.remember(&first, team.bo, "few", TEA).await;
        let second = team.library(PLENTY);
        assert_eq!(second.usage(team.org).scopes, 0, "nobody has asked");
        second.tidy().await.unwrap();
        let ready = second.usage(team.org);
        assert_eq!(
            ready.scopes, 1,
            "what is small is read when it is asked for"
        );
        assert!(ready.bytes > 0);
        // It is saved, so that nobody need build it again.
        let third = team.library(PLENTY);
        third.tidy().await.unwrap();
        assert_eq!(third.usage(team.org).scopes, 0);
        // Where there is no room it is not read again and again.
        team.store
            .org(team.org)
            .drop_snapshots(scope)
            .await
            .unwrap();
        second.drop_scope(team.org, scope);
        second.tidy().await.unwrap();
        assert_eq!(second.usage(team.org).scopes, 0);
    });
}

#[test]
fn an_agent_that_keeps_to_itself_sees_its_own_alone() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        let (one, other) = (team.agent("One").await, team.agent("Other").await);
        let scope = Scope::Contact(team.ana);
        let own = passage(team.ana, "own", Some(one));
        library
            .remember(team.org, scope, "Tea with milk.", &own, Author::System)
            .await
            .unwrap();
        team.remember(&library, team.ana, "shared", "Tea without sugar.")
            .await;
        let seen = async |reader| {
            let found = library
                .search(team.org, &[scope], reader, &query("tea"))
                .await
                .unwrap();
            let mut texts = texts(found.found);
            texts.sort();
            texts
        };
        assert_eq!(
            seen(Reader::Agent(one)).await,
            ["Tea with milk.", "Tea without sugar."]
        );
        assert_eq!(seen(Reader::Agent(other)).await, ["Tea without sugar."]);
        assert_eq!(seen(Reader::Isolated(one)).await, ["Tea with milk."]);
    });
}

#[test]
fn more_scopes_than_fit_are_still_found_one_after_the_other() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(1);
        team.remember(&library, team.ana, "1", TEA).await;
        team.remember(&library, team.bo, "2", BOILER).await;
        for _ in 0..3 {
            assert_eq!(team.found(&library, team.ana, "tea").await, [TEA]);
            assert_eq!(team.found(&library, team.bo, "boiler").await, [BOILER]);
        }
    });
}

#[test]
fn a_service_that_is_down_leaves_the_words_and_what_was_said_meanwhile_waits_for_it() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let providers = Providers::new(ProviderSettings {
            openai: ProviderAccess {
                api_key: Some(ApiKey::new("k")),
                // Nobody listens at the discard port.
                base_url: Some("http://127.0.0.1:9".into()),
            },
            ..ProviderSettings::default()
        });
        let model = providers.unwrap().embeddings("openai:m").unwrap();
        let meaning = Meaning::service("openai:m", model);
        let library = Library::new(team.store.clone(), meaning, PLENTY);
        team.remember(&library, team.ana, "1", TEA).await;
        assert!(library.embed_waiting(team.org).await.is_err());
        let (scope, tea) = ([Scope::Contact(team.ana)], query("tea"));
        let by_words = library.search(team.org, &scope, Reader::Anyone, &tea);
        let by_words = by_words.await.unwrap();
        assert!(by_words.by_words_alone);
        assert_eq!(texts(by_words.found), [TEA]);
        let waiting = team
            .store
            .org(team.org)
            .count_waiting_passages("openai:m")
            .await;
        assert_eq!(waiting.unwrap(), 1);
        // Back to the model at hand: nothing was lost.
        let library = team.library(PLENTY);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 1);
        let found = library.search(team.org, &scope, Reader::Anyone, &tea);
        let found = found.await.unwrap();
        assert!(!found.by_words_alone);
        assert_eq!(texts(found.found), [TEA]);
    });
}
