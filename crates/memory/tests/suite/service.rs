//! A service that embeds, and changes the length of its vectors under the same name. On both databases.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use steward_llm::{ApiKey, ProviderAccess, ProviderSettings, Providers};
use steward_memory::{Library, Meaning, Query, Reader};
use steward_model::Scope;
use steward_testkit::{TestDatabase, on_both};

use super::library::{BOILER, PLENTY, TEA, Team};

/// No word of it is in the texts.
const BY_MEANING: &str = "which beverages are liked";

/// An embedding service that knows drinks from heating.
struct Service {
    url: String,
    dimensions: Arc<AtomicUsize>,
    /// How often it was asked.
    asked: Arc<AtomicUsize>,
}

impl Service {
    fn start(dimensions: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let dimensions = Arc::new(AtomicUsize::new(dimensions));
        let asked = Arc::new(AtomicUsize::new(0));
        let (length, count) = (Arc::clone(&dimensions), Arc::clone(&asked));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                count.fetch_add(1, Ordering::SeqCst);
                answer(stream.unwrap(), length.load(Ordering::SeqCst));
            }
        });
        Self {
            url,
            dimensions,
            asked,
        }
    }

    fn change_dimensions(&self, dimensions: usize) {
        self.dimensions.store(dimensions, Ordering::SeqCst);
    }

    /// A process that was just started and has not asked it for anything.
    fn library(&self, team: &Team) -> Library {
        let providers = Providers::new(ProviderSettings {
            openai: ProviderAccess {
                api_key: Some(ApiKey::new("k")),
                base_url: Some(self.url.clone()),
            },
            ..ProviderSettings::default()
        });
        let model = providers.unwrap().embeddings("openai:m").unwrap();
        Library::new(
            team.store.clone(),
            Meaning::service("openai:m", model),
            PLENTY,
        )
    }
}

fn answer(stream: TcpStream, dimensions: usize) {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_ascii_lowercase();
        if let Some(found) = line.strip_prefix("content-length:") {
            length = found.trim().parse().unwrap();
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let asked: Value = serde_json::from_slice(&body).unwrap();
    let texts = asked["input"].as_array().unwrap().iter().enumerate();
    let data = texts.map(|(index, text)| {
        let text = text.as_str().unwrap();
        json!({"index": index, "embedding": vector(text, dimensions)})
    });
    let body = json!({"data": data.collect::<Vec<_>>()}).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let length = body.len();
    let mut stream = reader.into_inner();
    write!(stream, "{head}\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
}

fn vector(text: &str, dimensions: usize) -> Vec<f32> {
    let axis = match text {
        text if text.contains("tea") || text.contains("beverages") => 0,
        text if text.contains("boiler") => 1,
        _ => 2,
    };
    let mut vector = vec![0.0; dimensions];
    vector[axis] = 1.0;
    vector
}

#[test]
fn a_service_that_changes_the_length_of_its_vectors_embeds_everything_again() {
    on_both(async |db: TestDatabase| {
        let (team, service) = (Team::new(&db).await, Service::start(4));
        let library = service.library(&team);
        team.remember(&library, team.ana, "1", TEA).await;
        team.remember(&library, team.ana, "2", BOILER).await;
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 2);
        assert_eq!(team.found(&library, team.ana, BY_MEANING).await[0], TEA);

        service.change_dimensions(6);
        // Two lengths are not compared: words go on, and it is told what waits.
        assert_eq!(team.found(&library, team.ana, BY_MEANING).await, [""; 0]);
        assert_eq!(team.found(&library, team.ana, "cellar").await, [BOILER]);
        assert_eq!(library.waiting(team.org).await.unwrap().outdated, 2);
        assert_eq!(library.meaning().dimensions(), Some(6));

        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 2);
        assert_eq!(team.found(&library, team.ana, BY_MEANING).await[0], TEA);
        assert_eq!(library.waiting(team.org).await.unwrap().outdated, 0);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 0);
    });
}

#[test]
fn a_change_that_shows_with_a_new_passage_reaches_the_old_ones() {
    on_both(async |db: TestDatabase| {
        let (team, service) = (Team::new(&db).await, Service::start(4));
        let library = service.library(&team);
        team.remember(&library, team.ana, "1", TEA).await;
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 1);
        service.change_dimensions(3);
        team.remember(&library, team.ana, "2", BOILER).await;
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 1);
        assert_eq!(library.waiting(team.org).await.unwrap().outdated, 1);
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 1);
        let found = team.found(&library, team.ana, BY_MEANING).await;
        assert_eq!(found[0], TEA);
    });
}

#[test]
fn a_process_that_was_just_started_searches_by_what_the_service_made_before() {
    on_both(async |db: TestDatabase| {
        let (team, service) = (Team::new(&db).await, Service::start(4));
        let before = service.library(&team);
        team.remember(&before, team.ana, "1", TEA).await;
        team.remember(&before, team.ana, "2", BOILER).await;
        before.embed_waiting(team.org).await.unwrap();

        let restarted = service.library(&team);
        assert_eq!(restarted.waiting(team.org).await.unwrap().outdated, 0);
        assert_eq!(team.found(&restarted, team.ana, BY_MEANING).await[0], TEA);
        assert_eq!(restarted.embed_waiting(team.org).await.unwrap(), 0);

        // It changed while nobody was there to see it.
        service.change_dimensions(5);
        let restarted = service.library(&team);
        assert_eq!(team.found(&restarted, team.ana, BY_MEANING).await, [""; 0]);
        assert_eq!(restarted.embed_waiting(team.org).await.unwrap(), 2);
        assert_eq!(team.found(&restarted, team.ana, BY_MEANING).await[0], TEA);
    });
}

#[test]
fn a_search_of_several_scopes_asks_once() {
    on_both(async |db: TestDatabase| {
        let (team, service) = (Team::new(&db).await, Service::start(4));
        let library = service.library(&team);
        team.remember(&library, team.ana, "1", TEA).await;
        team.remember(&library, team.bo, "2", BOILER).await;
        assert_eq!(library.embed_waiting(team.org).await.unwrap(), 2);
        let before = service.asked.load(Ordering::SeqCst);
        let scopes = [Scope::Contact(team.ana), Scope::Contact(team.bo)];
        let now: jiff::Zoned = "2026-01-02T00:00:00+00:00[UTC]".parse().unwrap();
        let query = Query::new(BY_MEANING, now);
        let searched = library
            .search(team.org, &scopes, Reader::Anyone, &query)
            .await;
        let found = searched.unwrap().found;
        assert_eq!(found[0].passage.text, TEA);
        assert_eq!(service.asked.load(Ordering::SeqCst), before + 1);
    });
}
