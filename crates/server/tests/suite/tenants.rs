//! What belongs to another organisation does not exist: test 48, generated from the API's description.

use std::collections::BTreeSet;

use http::Method;
use steward_model::Role;
use steward_testkit::{TestDatabase, on_both};

use crate::support::tenant::add_member;
use crate::support::{Answer, Document, Operation, TestServer, sqlite};

const NOWHERE: &str = "01900000-0000-7000-8000-00000000dead";
/// Of a chat that is not there, and of somebody else's, nothing is being written.
const NOTHING_TO_READ: &str = "GET /api/chat/{chat_id}/stream";
const NO_ID: [&str; 6] = [
    "not-an-id",
    "0",
    "%00",
    "%ff",
    "..%2f..%2fetc%2fpasswd",
    "' or '1'='1' --%20",
];

#[test]
fn nothing_of_another_organisation_can_be_reached_by_its_id() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        server.settle(2).await;
        let before = server.dump().await;
        let operations = Document::fetch(&server).await.operations();
        let with_ids = operations.iter().filter(|o| !o.ids().is_empty());
        for operation in with_ids {
            let missing = call(
                &server,
                operation,
                &operation.path_with(|_, _| NOWHERE.into()),
            )
            .await;
            let name = operation.name();
            match name == NOTHING_TO_READ {
                true => assert_eq!(missing.status, 204, "{name}"),
                false => assert_eq!(missing.code(), "not_found", "{name}: {missing}"),
            }
            for path in foreign_paths(&server, operation) {
                let answer = call(&server, operation, &path).await;
                // A name that no chat can have is refused like any other path.
                if name != NOTHING_TO_READ || answer.status != 404 {
                    assert_same(&answer, &missing, &format!("{} {path}", operation.method));
                }
            }
        }
        for (after, before) in server.dump().await.iter().zip(&before) {
            for (table, rows) in after {
                assert_eq!(Some(rows), before.get(table), "{table} was changed");
            }
        }
    });
}

#[tokio::test]
async fn whoever_may_not_do_a_thing_learns_nothing_of_what_exists() {
    let server = sqlite().await;
    let token = "stw_just_a_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let operations = Document::fetch(&server).await.operations();
    for operation in operations.iter().filter(|o| !o.ids().is_empty()) {
        let ask = async |path: String| {
            let request = operation.request(&server, &path, 1).bearer(token);
            request.send().await
        };
        let missing = ask(operation.path_with(|_, _| NOWHERE.into())).await;
        let nothing = operation.name() == NOTHING_TO_READ && missing.status == 204;
        let refused = matches!(missing.status.as_u16(), 403 | 404);
        assert!(nothing || refused, "{missing}");
        let foreign = ask(operation.path_of(&server.theirs.ids)).await;
        assert_same(&foreign, &missing, &operation.name());
    }
}

#[test]
fn no_list_tells_of_another_organisation() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let operations = Document::fetch(&server).await.operations();
        let mut lists = 0;
        let plain =
            |o: &&Operation| o.method == Method::GET && o.parameters().is_empty() && !o.is_public();
        for operation in operations.iter().filter(plain) {
            for query in queries(&server, operation) {
                let path = format!("{}{query}", operation.path);
                let text = server
                    .get(&path)
                    .bearer(&server.ours.token)
                    .send()
                    .await
                    .text();
                let foreign = server.theirs.canaries().into_iter();
                let ids = server.theirs.ids.all().map(str::to_owned);
                for word in foreign.chain(ids).chain([server.theirs.org.to_string()]) {
                    assert!(!text.contains(&word), "{path} tells {word}: {text}");
                }
                lists += usize::from(text.contains("next_cursor") && query.is_empty());
            }
        }
        assert!(lists >= 4, "only {lists} lists were looked at");
    });
}

#[tokio::test]
async fn a_list_tells_of_what_is_our_own() {
    let server = sqlite().await;
    for (path, id) in [
        ("/api/members", &server.ours.ids.member),
        ("/api/contacts", &server.ours.ids.contact),
        ("/api/lines", &server.ours.ids.line),
        ("/api/keys", &server.ours.ids.key),
        ("/api/agents", &server.ours.ids.agent),
        ("/api/threads", &server.ours.ids.thread),
        ("/api/inbox", &server.ours.ids.thread),
        ("/api/inbox?filter=unread", &server.ours.ids.thread),
        ("/api/inbox?filter=needs_you", &server.ours.ids.thread),
        ("/api/turns", &server.ours.ids.turn),
        ("/api/approvals?open=true", &server.ours.ids.approval),
        ("/api/suggestions?open=true", &server.ours.ids.suggestion),
        ("/api/effects?state=review", &server.ours.ids.effect),
        ("/api/notices?open=true", &server.ours.ids.notice),
        ("/api/schedules", &server.ours.ids.schedule),
        ("/api/jobs?state=dead", &server.ours.ids.job),
        (
            "/v1/agent/memory/archival?scope=org&tag=canary",
            &server.ours.ids.passage,
        ),
        ("/v1/rag/documents", &server.ours.ids.document),
        (
            "/api/workspace/ls?path=areas",
            &"Canary of ours.md".to_owned(),
        ),
        ("/v1/conversations", &server.ours.ids.conversation),
        ("/v1/instructions", &server.ours.ids.instruction),
        ("/v1/models", &server.ours.ids.agent),
    ] {
        let answer = server.get(path).bearer(&server.ours.token).send().await;
        assert!(answer.text().contains(id.as_str()), "{path}: {answer}");
    }
}

#[tokio::test]
async fn two_organisations_may_know_the_same_person() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    let body = serde_json::json!({"name": "Ana", "email": "ana@example.org"});
    for tenant in [&server.ours, &server.theirs] {
        for path in ["/api/contacts", "/api/members"] {
            let mut body = body.clone();
            if path == "/api/members" {
                body["role"] = "member".into();
            }
            let made = server
                .post(path)
                .bearer(&tenant.token)
                .json(&body)
                .send()
                .await;
            made.expect(201);
        }
    }
}

/// Every way to put an id that names nothing of ours: foreign, of another kind, or none at all.
fn foreign_paths(server: &TestServer, operation: &Operation) -> BTreeSet<String> {
    let (ours, theirs) = (&server.ours.ids, &server.theirs.ids);
    let count = operation.parameters().len();
    let mut paths = BTreeSet::from([operation.path_of(theirs)]);
    let own = |name: &str| {
        ours.for_parameter(&operation.path, name)
            .unwrap()
            .to_owned()
    };
    let foreign = |name: &str| {
        theirs
            .for_parameter(&operation.path, name)
            .unwrap()
            .to_owned()
    };
    for odd in 0..count {
        // All of it ours but one.
        paths.insert(operation.path_with(|at, name| match at == odd {
            true => foreign(name),
            false => own(name),
        }));
        let strangers = ours.all().into_iter().chain(theirs.all()).chain(NO_ID);
        for stranger in strangers {
            paths.insert(operation.path_with(|at, name| match at == odd {
                true => stranger.replace(' ', "%20"),
                false => own(name),
            }));
        }
    }
    paths.remove(&operation.path_of(ours));
    // The phone on the screen is a line of ours too.
    if operation.path.starts_with("/api/lines/") {
        paths.remove(&operation.path_with(|_, _| ours.phone.clone()));
    }
    paths
}

/// Nothing asked for, and what a curious caller would ask for.
fn queries(server: &TestServer, operation: &Operation) -> Vec<String> {
    let parameters = operation.description["parameters"].as_array();
    let mut queries = vec![String::new()];
    for parameter in parameters.into_iter().flatten() {
        match parameter["name"].as_str().unwrap() {
            "limit" => queries.push("?limit=200".into()),
            // Ids count up, so everything of theirs comes after everything of ours.
            "cursor" => queries.push(format!("?cursor={}", server.ours.org)),
            "query" => queries.extend(
                ["canary", "contact%40theirs.example", "%2B14155550102"]
                    .map(|words| format!("?query={words}")),
            ),
            "last_event_id" => queries.push("?follow=false&last_event_id=0-0".into()),
            "follow" => {}
            "agent" => queries.push(format!("?agent={}", server.theirs.ids.agent)),
            "thread" => queries.push(format!("?thread={}", server.theirs.ids.thread)),
            "agent_id" => queries.push(format!("?agent_id={}", server.theirs.ids.agent)),
            "scope" => {
                let ids = &server.theirs.ids;
                let foreign = [
                    format!("contact:{}", ids.contact),
                    format!("agent:{}", ids.agent),
                    format!("member:{}", ids.member),
                    format!("org:{}", server.theirs.org),
                ];
                let all = foreign.into_iter().chain(["org".into(), "member".into()]);
                queries.extend(all.map(|scope| format!("?scope={scope}")));
            }
            // The file of an account is found by its path, as the files of the workspace are.
            "path" if operation.path == "/file" => queries.push(format!(
                "?path=accounts/{}/state.md",
                server.theirs.ids.account
            )),
            "as_of" => queries.push("?as_of=2026-01-01".into()),
            "after" => queries.push(format!("?after={}", server.ours.ids.conversation)),
            "tag" => queries.push("?scope=org&tag=canary".into()),
            "path" => queries.push("?path=areas".into()),
            "before" | "revision" => {}
            "If-Match" | "If-None-Match" => {}
            "open" => queries.push("?open=true".into()),
            "from" => queries.push("?from=2026-01-01&to=2026-12-31".into()),
            "to" => {}
            name @ ("state" | "filter") => {
                let words = &parameter["schema"];
                let words = words["enum"]
                    .as_array()
                    .or_else(|| words["oneOf"][1]["enum"].as_array());
                let words = words.unwrap_or_else(|| panic!("{parameter}")).iter();
                queries
                    .extend(words.filter_map(|word| Some(format!("?{name}={}", word.as_str()?))));
            }
            other => panic!(
                "nobody knows what to ask for in `{other}` of {}",
                operation.name()
            ),
        }
    }
    queries
}

async fn call(server: &TestServer, operation: &Operation, path: &str) -> Answer {
    let request = operation.request(server, path, 1);
    request.bearer(&server.ours.token).send().await
}

#[track_caller]
fn assert_same(answer: &Answer, missing: &Answer, what: &str) {
    assert_eq!(answer.status, missing.status, "{what}: {answer}");
    assert_eq!(answer.text(), missing.text(), "{what}");
    assert_eq!(answer.stable_headers(), missing.stable_headers(), "{what}");
}
