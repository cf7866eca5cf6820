//! What the offline engine does not find is put to a language model that can only read.

use serde_json::{Value, json};
use steward_model::{Author, Integrity, MemoryMode, SendMode, WorkspacePath};
use steward_store::{AgentProfile, Expect, FileWrite, NewAgent};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{post, scripted};
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};

const ASKED: &str = "Which animal is painted on the delivery van of Juniper Street Bakery?";

/// A bakery with a note, and a Search agent of the owner's that has the scripted model.
async fn prepared(
    database: TestDatabase,
    script: Vec<Line>,
) -> (TestServer, ScriptedModel, String) {
    let (server, model, name) = scripted(database, script).await;
    let asked = json!({"query": "Mark Juniper Street Bakery as Quoted, premium $2,600"});
    let asked = post(&server, "/query", &asked).await.expect(200);
    let agreed = json!({"session_id": asked["session_id"], "confirmed": true});
    let made = post(&server, "/confirm", &agreed).await.expect(200);
    let id = made["account_id"].as_str().unwrap().to_owned();
    let org = server.store.org(server.ours.org);
    let agent = NewAgent {
        member_id: None,
        name: "Search".into(),
        source: None,
        profile: AgentProfile::default(),
        model: Some(name),
        tools: vec!["read_file".into(), "ask_accounts".into()],
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Isolated,
        daily_micros: None,
        daily_tokens: None,
    };
    let owner = server.ours.owner;
    let given = org.give_agent(owner, "accounts_search", agent);
    given.await.unwrap();
    let write = FileWrite {
        path: WorkspacePath::file(&format!("accounts/{id}/van.md")).unwrap(),
        expect: Expect::Absent,
        content: Some("Fleet\nA heron is painted on it.\n".into()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    org.write_files(Author::Mirror, vec![write]).await.unwrap();
    (server, model, id)
}

fn call(tool: &str, args: &Value) -> Line {
    let said = json!({"messages": [], "tool_calls": [{"name": tool, "args": args}]});
    Line::Written(said.to_string())
}

fn say(text: &str) -> Line {
    Line::Written(json!({"messages": [text], "tool_calls": []}).to_string())
}

async fn threads(server: &TestServer) -> steward_testkit::Cell {
    let left = "select count(*) from thread where correlation_key like 'once:%'";
    server.database.data().value(left).await
}

#[test]
fn a_model_reads_what_the_engine_did_not_find_and_cites_lines_that_are_there() {
    on_both(|database| async {
        let (server, model, id) = prepared(database, Vec::new()).await;
        let working = server.start_runtime().await;
        let path = format!("accounts/{id}/van.md");
        let answer = format!("A heron (`{path}` line 2, accounts/{id}/none.md:7).");
        model.goes_on([call("read_file", &json!({"path": path})), say(&answer)]);
        let found = post(&server, "/query", &json!({"query": ASKED}))
            .await
            .expect(200);
        assert_eq!(
            (&found["type"], &found["known"]),
            (&json!("success"), &json!(true)),
            "{found}"
        );
        assert_eq!(found["answer"], answer.as_str());
        assert!(
            found["engine"].as_str().unwrap().ends_with("#scripted"),
            "{found}"
        );
        let cited =
            json!([{"path": path, "line": 2, "end_line": 2, "quote": "A heron is painted on it."}]);
        assert_eq!(
            found["citations"], cited,
            "a file that is not there is not cited"
        );
        let step = found["steps"].as_array().unwrap().last().unwrap();
        assert_eq!(
            (&step["tool"], &step["files"]),
            (&json!("read_file"), &json!([path]))
        );
        assert_eq!(
            threads(&server).await,
            steward_testkit::Cell::Int(0),
            "nothing is left of it"
        );
        working.stop(std::time::Duration::from_secs(10)).await;
    });
}

#[test]
fn the_stream_tells_each_step_before_the_answer() {
    on_both(|database| async {
        let (server, model, id) = prepared(database, Vec::new()).await;
        let working = server.start_runtime().await;
        let path = format!("accounts/{id}/van.md");
        model.goes_on([
            call("read_file", &json!({"path": path})),
            say("Not known: no file says it."),
        ]);
        let told = post(&server, "/query/stream", &json!({"query": ASKED})).await;
        let text = told.text();
        let events: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("event: "))
            .collect();
        assert_eq!(events.first(), Some(&"starter"), "{text}");
        assert_eq!(events[events.len() - 2..], ["step", "done"], "{text}");
        let done = text
            .lines()
            .rfind(|line| line.starts_with("data: "))
            .unwrap();
        let done: Value = serde_json::from_str(&done[6..]).unwrap();
        assert_eq!(done["known"], false, "{done}");
        working.stop(std::time::Duration::from_secs(10)).await;
    });
}

#[test]
fn without_the_model_the_engines_answer_stays_and_what_it_knows_costs_no_call() {
    on_both(|database| async {
        let (server, model, _) = prepared(database, vec![Line::Refusal]).await;
        let working = server.start_runtime().await;
        let known = json!({"query": "What premium does Juniper Street Bakery pay?"});
        let known = post(&server, "/query", &known).await.expect(200);
        assert_eq!(known["engine"], "offline", "{known}");
        let change = json!({"query": "Set the premium of Juniper Street Bakery to $2,700"});
        let changed = post(&server, "/query", &change).await.expect(200);
        assert_eq!(changed["routed_to"], "updater_agent", "{changed}");
        assert!(model.asked().is_empty(), "no model was needed");
        let left = post(&server, "/query", &json!({"query": ASKED}))
            .await
            .expect(200);
        assert_eq!(
            (&left["engine"], &left["known"]),
            (&json!("offline"), &json!(false)),
            "{left}"
        );
        let notes = left["notes"].to_string();
        assert!(notes.contains("language model"), "{notes}");
        working.stop(std::time::Duration::from_secs(10)).await;
    });
}
