//! A change of model: everything is embedded again, and found all the while. On both databases.

use steward_llm::{ApiKey, ProviderAccess, ProviderSettings, Providers};
use steward_memory::{Library, Meaning};
use steward_model::{PassageId, Scope};
use steward_store::{Embedding, Inserted, NewPassage};
use steward_testkit::{Cell, TestDatabase, on_both};

use super::library::{BOILER, PLENTY, TEA, Team, passage};

/// A model that cannot be asked: nobody listens at the discard port.
fn unreachable() -> Meaning {
    let providers = Providers::new(ProviderSettings {
        openai: ProviderAccess {
            api_key: Some(ApiKey::new("k")),
            base_url: Some("http://127.0.0.1:9".into()),
        },
        ..ProviderSettings::default()
    });
    let model = providers.unwrap().embeddings("openai:new").unwrap();
    Meaning::service("openai:new", model)
}

impl Team {
    /// Remembers texts as another model embedded them.
    async fn remember_embedded(&self, model: &str, texts: &[&str]) -> Vec<PassageId> {
        let embedding = Embedding {
            model: model.into(),
            vector: vec![1.0, 0.0, 0.0],
        };
        let new = texts.iter().enumerate().map(|(number, text)| NewPassage {
            text: (*text).to_owned(),
            embedding: Some(embedding.clone()),
            ..passage(self.ana, &format!("{model} {number}"), None)
        });
        let (org, scope) = (self.store.org(self.org), Scope::Contact(self.ana));
        let inserted = org.insert_passages(scope, new.collect()).await.unwrap();
        let ids = inserted.into_iter().map(|inserted| match inserted {
            Inserted::New(id) => id,
            Inserted::Known(id) => panic!("{id} was known"),
        });
        ids.collect()
    }

    async fn waiting(&self, library: &Library) -> i64 {
        let org = self.store.org(self.org);
        let waiting = org.count_waiting_passages(library.meaning().name()).await;
        waiting.unwrap()
    }
}

#[test]
fn what_the_built_in_model_embedded_is_found_by_its_meaning_until_the_new_one_has() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let before = team.library(PLENTY);
        team.remember(&before, team.ana, "1", TEA).await;
        team.remember(&before, team.ana, "2", BOILER).await;
        let after = Library::new(team.store.clone(), unreachable(), PLENTY);
        // No word of these is in the texts.
        let by_meaning = "which beverages are liked";
        assert_eq!(team.found(&after, team.ana, by_meaning).await[0], TEA);
        assert_eq!(team.found(&after, team.ana, "boilers").await[0], BOILER);
        // What comes now waits for the new model, and is found by its words.
        team.remember(&after, team.ana, "3", "The gate squeaks.")
            .await;
        assert_eq!(
            team.found(&after, team.ana, "squeaking").await[0],
            "The gate squeaks."
        );
        assert_eq!(team.found(&after, team.ana, by_meaning).await[0], TEA);
        assert_eq!(team.waiting(&after).await, 3);
        // A process that begins in the middle of it knows as much.
        let restarted = Library::new(team.store.clone(), unreachable(), PLENTY);
        assert_eq!(team.found(&restarted, team.ana, by_meaning).await[0], TEA);
        restarted.tidy().await.unwrap();
    });
}

#[test]
fn what_is_stored_while_everything_is_embedded_again_is_found_by_its_words() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let before = team.library(PLENTY);
        for number in 0..60 {
            let text = format!("The cat sleeps under the roof in winter {number}.");
            let name = format!("b{number}");
            team.remember(&before, team.ana, &name, &text).await;
        }
        let after = Library::new(team.store.clone(), unreachable(), PLENTY);
        let waiting = after.waiting(team.org).await.unwrap();
        assert_eq!((waiting.unembedded, waiting.outdated), (0, 60));
        let okapi = "The okapi sleeps in the attic.";
        team.remember(&after, team.ana, "okapi", okapi).await;
        assert_eq!(team.found(&after, team.ana, "okapi attic").await[0], okapi);
        let waiting = after.waiting(team.org).await.unwrap();
        assert_eq!((waiting.unembedded, waiting.outdated), (1, 60));
    });
}

#[test]
fn what_a_model_embedded_that_is_gone_is_found_by_its_words_and_then_by_its_meaning() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        team.remember_embedded("gone:model", &[TEA, BOILER]).await;
        let library = team.library(PLENTY);
        assert_eq!(team.found(&library, team.ana, "cellar").await, [BOILER]);
        let by_meaning = "which beverages are liked";
        assert_eq!(team.found(&library, team.ana, by_meaning).await, [""; 0]);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 2);
        assert_eq!(team.found(&library, team.ana, by_meaning).await[0], TEA);
        assert_eq!(team.waiting(&library).await, 0);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 0);
    });
}

#[test]
fn whoever_is_stopped_in_between_goes_on_where_they_were() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let texts: Vec<String> = (0..300).map(|number| format!("Note {number}.")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        team.remember_embedded("gone:model", &texts).await;
        let first = team
            .library(PLENTY)
            .embed_some(team.org, None)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(first.passages, 256);
        let library = team.library(PLENTY);
        assert_eq!(team.waiting(&library).await, 44);
        assert_eq!(team.found(&library, team.ana, "note 7").await[0], "Note 7.");
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 44);
        assert_eq!(team.waiting(&library).await, 0);
    });
}

#[test]
fn what_nobody_can_read_holds_nobody_up() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let ids = team.remember_embedded("gone:model", &[TEA, BOILER]).await;
        let data = db.data();
        let garbage = data.literal(&Cell::Bytes(vec![0; 64]));
        let spoil = format!(
            "update passage set text_enc = {garbage} where id = '{}'",
            ids[0]
        );
        data.execute(&spoil).await;
        let library = team.library(PLENTY);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 1);
        assert_eq!(team.waiting(&library).await, 1);
    });
}
