//! `steward flags` beside servers that run.

use std::time::{Duration, Instant};

use serde_json::json;
use steward_memory::Meaning;
use steward_store::Database;
use steward_testkit::{TestDatabase, on_both};

use crate::support::process::{Launch, Running, TOKEN, client};

fn launch(db: &TestDatabase) -> Launch {
    let launch = Launch::in_folder(db.folder());
    match db.data_location() {
        Database::Postgres { url, .. } => launch.with("STEWARD_DATABASE_URL", &url),
        Database::Sqlite { .. } => launch,
    }
}

/// Asks a model, until the answer has this status.
async fn answers(server: &Running, status: u16) {
    let (client, begun) = (client(), Instant::now());
    loop {
        let request = client.post(format!("{}/v1/embeddings", server.url));
        let model = Meaning::built_in().unwrap();
        let body = json!({"model": model.name(), "input": "Hello"});
        let answer = request.bearer_auth(TOKEN).json(&body).send().await.unwrap();
        let (found, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        if found == status {
            assert_eq!(text.contains("switched_off"), status == 503, "{text}");
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{found}: {text}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[test]
fn the_command_line_stops_every_server_without_a_restart() {
    on_both(|db| async move {
        let launch = launch(&db);
        let mut servers = vec![launch.start()];
        if matches!(db.data_location(), Database::Postgres { .. }) {
            servers.push(launch.start());
        }
        for server in &servers {
            answers(server, 200).await;
        }
        let off = launch.run(&["flags", "off", "agents"]);
        assert_eq!(
            off.output, "`agents` is off for every organisation.\n",
            "{off:?}"
        );
        for server in &servers {
            answers(server, 503).await;
        }
        let again = launch.run(&["flags", "off", "agents"]);
        assert_eq!(again.output, "`agents` was off already.\n", "{again:?}");
        let list = launch.run(&["flags", "list"]).output;
        assert!(list.contains("agents               off, since "), "{list}");
        assert!(list.contains("tools                on\n"), "{list}");
        let on = launch.run(&["flags", "on", "agents"]);
        assert_eq!(
            on.output, "`agents` is on for every organisation.\n",
            "{on:?}"
        );
        for server in servers {
            answers(&server, 200).await;
            server.stop();
        }
        let record = db.data();
        let noted = "select count(*) from audit where actor = 'operator' and subject = 'agents'";
        assert_eq!(record.value(noted).await, steward_testkit::Cell::Int(2));
        let unknown = launch.run(&["flags", "off", "everything"]);
        assert_eq!(unknown.code, Some(2), "{unknown:?}");
        assert!(
            unknown.errors.contains("prompt_optimisation"),
            "{unknown:?}"
        );
    });
}
