//! Who may do what.

use std::collections::BTreeMap;

use serde_json::json;
use steward_model::Role;
use steward_testkit::on_both;

use crate::support::tenant::add_member;
use crate::support::{Document, Operation, TestServer, sqlite};

/// Operations that need more than to be a member. Whatever changes things and is not here is open to every member;
/// an operation that is added must be put into one of the two lists.
const ADMIN: [&str; 25] = [
    "DELETE /api/agents/{agent_id}",
    "DELETE /api/contacts/{contact_id}",
    "DELETE /api/lines/{line_id}",
    "DELETE /api/members/{member_id}",
    "DELETE /api/members/{member_id}/identifiers/{identifier_id}",
    "DELETE /api/schedules/{schedule_id}",
    "PATCH /api/lines/{line_id}",
    "PATCH /api/members/{member_id}",
    "PATCH /api/org",
    "POST /api/agents",
    "POST /api/agents/{agent_id}/reset",
    "POST /api/contacts/{contact_id}/forget",
    "POST /api/jobs/{job_id}/retry",
    "POST /api/lines",
    "POST /api/members",
    "POST /api/members/{member_id}/forget",
    "POST /api/members/{member_id}/identifiers",
    "POST /api/members/{member_id}/sign-in-link",
    "POST /api/phone/{line_id}/messages",
    "POST /api/schedules",
    // With a script, which the tests ask for.
    "POST /api/turns/debug",
    "PUT /api/agents/{agent_id}",
    "PUT /api/flags/{name}",
    "PUT /api/schedules/{schedule_id}",
    "PUT /api/skills/{name}/scripts",
];
/// Of these, the ones that a member may do with what is their own; what is not is not there for them.
const NOT_THERE: [&str; 2] = [
    "DELETE /api/schedules/{schedule_id}",
    "PUT /api/schedules/{schedule_id}",
];
/// Refused to an admin too: an owner's key is an owner's to revoke, and the tests ask for it.
const OWNER: [&str; 1] = ["DELETE /api/keys/{key_id}"];
/// On what is the owner's own: there is nothing for anybody else, whatever their role.
const OWN: [&str; 12] = [
    "DELETE /v1/agent/conversations/{conversation_id}",
    "DELETE /api/conversations/{conversation_id}",
    "DELETE /v1/conversations/{conversation_id}",
    "DELETE /v1/conversations/{conversation_id}/items/{item_id}",
    "DELETE /v1/instructions/{instruction_id}",
    "DELETE /v1/responses/{response_id}",
    "PATCH /api/conversations/{conversation_id}",
    "POST /v1/conversations/{conversation_id}",
    "POST /v1/conversations/{conversation_id}/items",
    "POST /v1/instructions/{instruction_id}",
    "POST /v1/instructions/{instruction_id}/set-default",
    "POST /v1/responses/{response_id}/cancel",
];
/// For those who have turned their agent on, whatever their role.
const WANTED: [&str; 1] = ["POST /v1/agent/chat"];
/// Whichever of these comes second finds the passage gone.
const ENDS_A_PASSAGE: [&str; 2] = [
    "DELETE /v1/agent/memory/archival/{passage_id}",
    "POST /v1/agent/memory/passages/{passage_id}/forget",
];
const MEMBER: [&str; 48] = [
    "POST /api/accounts/{account_id}/proposals/{proposal_id}",
    "POST /cache/clear",
    "POST /query",
    "POST /query/stream",
    "POST /search",
    "DELETE /api/workspace/delete",
    "DELETE /api/contacts/{contact_id}/identifiers/{identifier_id}",
    "DELETE /v1/agent/memory/archival/{passage_id}",
    "DELETE /v1/agent/memory/blocks/{label}",
    "DELETE /v1/rag/documents/{document_id}",
    "PATCH /api/contacts/{contact_id}",
    "PATCH /api/me",
    "POST /api/approvals/{approval_id}/decision",
    "POST /api/chat",
    "POST /api/contacts",
    "POST /api/contacts/{contact_id}/consent",
    "POST /api/contacts/{contact_id}/identifiers",
    "POST /api/effects/{effect_id}/decision",
    "POST /api/inbox/{thread_id}/hand-back",
    "POST /api/inbox/{thread_id}/messages",
    "POST /api/inbox/{thread_id}/read",
    "POST /api/inbox/{thread_id}/take-over",
    "POST /api/keys",
    "POST /api/notices/{notice_id}/resolve",
    "POST /api/suggestions/{suggestion_id}/dismiss",
    "POST /api/suggestions/{suggestion_id}/send",
    "POST /api/threads/{thread_id}/release",
    "POST /api/threads/{thread_id}/stop",
    "POST /api/turns/{turn_id}/replay",
    "POST /api/workspace/mkdir",
    "POST /api/workspace/restore",
    "POST /api/workspace/write",
    "POST /auth/sign-out",
    "POST /v1/agent/memory/archival",
    "POST /v1/agent/memory/blocks/{label}/undo",
    "POST /v1/agent/memory/passages/{passage_id}/forget",
    "POST /v1/agent/memory/search",
    "POST /v1/chat/completions",
    "POST /v1/conversations",
    "POST /v1/conversations/batch-delete",
    "POST /v1/embeddings",
    "POST /v1/instructions",
    "POST /v1/rag/documents",
    "POST /v1/rag/search",
    "POST /v1/responses",
    // Refused to every key, whatever its holder's role.
    "PUT /api/me/password",
    "PUT /v1/agent/config",
    "PUT /v1/agent/memory/blocks/{label}",
];

/// How an operation is refused to members and admins alike, if it is.
fn refused_to_all(name: &str) -> Option<&'static str> {
    match name {
        name if OWNER.contains(&name) => Some("forbidden"),
        name if OWN.contains(&name) => Some("not_found"),
        name if WANTED.contains(&name) => Some("agent_disabled"),
        // A session is its member's own.
        "POST /confirm" => Some("invalid_field"),
        _ => None,
    }
}

#[tokio::test]
async fn every_operation_that_needs_an_admin_refuses_a_member_and_serves_an_admin() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let tokens = BTreeMap::from([
        (Role::Member, "stw_plain_member_0123456789"),
        (Role::Admin, "stw_plain_admin_0123456789"),
    ]);
    for (role, token) in &tokens {
        add_member(&server.store, server.ours.org, *role, token).await;
    }
    let mut operations = Document::fetch(&server).await.operations();
    operations.retain(|operation| !operation.is_safe() && !operation.is_public());
    // Deletions last: what they delete is needed by the others. So is an agent whose model there is.
    let changes_the_model = |o: &Operation| o.name() == "PUT /v1/agent/config";
    operations.sort_by_key(|o| (o.method == "DELETE", changes_the_model(o)));
    for (number, operation) in operations.iter().enumerate() {
        let name = operation.name();
        if let Some(code) = refused_to_all(&name) {
            for token in tokens.values() {
                let path = operation.path_of(&server.ours.ids);
                let request = operation.request(&server, &path, number);
                let answer = request.bearer(token).send().await;
                assert_eq!(answer.code(), code, "{name}: {answer}");
            }
            continue;
        }
        let needs_admin = ADMIN.contains(&name.as_str());
        assert!(
            needs_admin != MEMBER.contains(&name.as_str()),
            "{name} must be in one of the two lists"
        );
        let path = operation.path_of(&server.ours.ids);
        let request = operation.request(&server, &path, number);
        let answer = request.bearer(tokens[&Role::Member]).send().await;
        if needs_admin {
            let code = match NOT_THERE.contains(&name.as_str()) {
                true => "not_found",
                false => "forbidden",
            };
            assert_eq!(answer.code(), code, "{name}: {answer}");
        } else if name != "PUT /api/me/password" {
            let is_gone = ENDS_A_PASSAGE.contains(&name.as_str()) && answer.status == 404;
            // Allowed, and too late: the drafts have just been put aside.
            let is_late = name.starts_with("POST /api/suggestions/") && answer.status == 409;
            assert!(
                answer.status.is_success() || is_gone || is_late,
                "{name}: {answer}"
            );
        }
    }
    operations.retain(|operation| ADMIN.contains(&operation.name().as_str()));
    serves(&server, operations, tokens[&Role::Admin]).await;
}

/// Whoever has this token may do all of it.
async fn serves(server: &TestServer, mut operations: Vec<Operation>, token: &str) {
    // Deletions last, and of the longest path first: what they delete is needed by the others.
    let ends = |o: &Operation| o.method == "DELETE" || o.path.ends_with("/forget");
    operations.sort_by_key(|o| (ends(o), std::cmp::Reverse(o.path.len())));
    for (number, operation) in operations.iter().enumerate() {
        let path = operation.path_of(&server.ours.ids);
        let request = operation.request(server, &path, 100 + number);
        let answer = request.bearer(token).send().await;
        let name = operation.name();
        // Allowed, and refused for another reason: the seeded agent has conversations and is no clone, and messages
        // left from the line.
        let kept = [
            "DELETE /api/agents/{agent_id}",
            "DELETE /api/lines/{line_id}",
            "POST /api/agents/{agent_id}/reset",
        ];
        let is_kept = kept.contains(&name.as_str()) && answer.status.as_u16() == 409;
        // Allowed, and done already: whoever was forgotten is gone.
        // Or never was: no skill is called like a switch.
        let gone = [
            "DELETE /api/members/{member_id}",
            "PUT /api/skills/{name}/scripts",
        ];
        let is_gone = gone.contains(&name.as_str()) && answer.status.as_u16() == 404;
        assert!(
            answer.status.is_success() || is_kept || is_gone,
            "{name}: {answer}"
        );
    }
}

/// Lists of what is on threads.
const OF_THREADS: [&str; 6] = [
    "threads",
    "turns",
    "approvals",
    "suggestions",
    "effects",
    "notices",
];

#[test]
fn what_is_a_members_own_is_there_for_them_and_for_admins_alone() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let [own, other, admin] = [
            "stw_the_member_0123456789",
            "stw_other_member_0123456789",
            "stw_plain_admin_0123456789",
        ];
        let org = server.ours.org;
        let member = add_member(&server.store, org, Role::Member, own).await;
        add_member(&server.store, org, Role::Member, other).await;
        add_member(&server.store, org, Role::Admin, admin).await;
        let said = server.ours.say_in_private(&server.store, member).await;
        let working = server.start_runtime().await;
        let ids = server.ours.private_work(&server.store, member, said).await;
        working.stop(std::time::Duration::from_secs(10)).await;
        let private = |o: &Operation| o.path_of(&ids) != o.path_of(&server.ours.ids);
        let mut operations = Document::fetch(&server).await.operations();
        operations.retain(|operation| !operation.is_public());
        // Whoever only looks comes first: what is decided or stopped is not the same afterwards.
        operations.sort_by_key(|operation| !operation.is_safe());
        for operation in operations.iter().filter(|o| private(o)) {
            let name = operation.name();
            let ask = async |path: String, token| {
                let request = operation.request(&server, &path, 1).bearer(token);
                request.send().await
            };
            let nowhere = "01900000-0000-7000-8000-00000000dead".to_owned();
            let missing = ask(operation.path_with(|_, _| nowhere.clone()), other).await;
            let answer = ask(operation.path_of(&ids), other).await;
            assert_eq!(answer.code(), "not_found", "{name}: {answer}");
            assert_eq!(answer.text(), missing.text(), "{name}");
            let readers: &[&str] = match operation.is_safe() {
                true => &[own, admin],
                false => &[own],
            };
            for token in readers {
                let answer = ask(operation.path_of(&ids), token).await;
                // The message is not in review: that it cannot be decided about tells that it is there.
                let is_gone = ENDS_A_PASSAGE.contains(&name.as_str()) && answer.status == 404;
                // A conversation that is a member's own is none with a contact.
                let elsewhere = operation.path.starts_with("/api/inbox/") && answer.status == 404;
                let is_there = answer.status.is_success() || answer.status == 409 || is_gone;
                let is_there = is_there || elsewhere;
                assert!(is_there, "{name}: {answer}");
            }
        }
        for list in OF_THREADS {
            let path = format!("/api/{list}");
            let tells = async |token| {
                let answer = server.get(&path).bearer(token).send().await;
                answer.expect(200);
                answer.text().contains(&ids.thread)
            };
            let told = (tells(own).await, tells(admin).await, tells(other).await);
            assert_eq!(told, (true, true, false), "{path}");
        }
    });
}

#[tokio::test]
async fn an_admin_can_neither_make_nor_touch_an_owner() {
    let server = sqlite().await;
    let token = "stw_plain_admin_0123456789";
    let admin = add_member(&server.store, server.ours.org, Role::Admin, token).await;
    let owner = server.ours.owner;
    let path = format!("/api/members/{owner}");
    let member = server.get(&path).bearer(token).send().await.expect(200);
    let identifier = member["identifiers"][0]["id"].as_str().unwrap();
    let nothing = json!({});
    let evil = json!({"kind": "email", "value": "evil@example.org"});
    server.settle(3).await;
    let before = server.dump().await;
    for (method, path, body) in [
        ("POST", "", json!({"name": "X", "role": "owner"})),
        ("PATCH", &format!("/{admin}"), json!({"role": "owner"})),
        ("PATCH", &format!("/{owner}"), json!({"role": "member"})),
        ("PATCH", &format!("/{owner}"), json!({"name": "Nobody"})),
        ("DELETE", &format!("/{owner}"), nothing.clone()),
        ("POST", &format!("/{owner}/sign-in-link"), nothing.clone()),
        ("POST", &format!("/{owner}/identifiers"), evil),
        (
            "DELETE",
            &format!("/{owner}/identifiers/{identifier}"),
            nothing,
        ),
    ] {
        let path = format!("/api/members{path}");
        let request = server.request(method.parse().unwrap(), &path).bearer(token);
        let answer = request.json(&body).send().await;
        assert_eq!(
            answer.code(),
            "forbidden",
            "{method} {path} {body}: {answer}"
        );
    }
    assert_eq!(server.dump().await, before, "something was changed");
}

#[test]
fn the_last_owner_stays_one() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let path = format!("/api/members/{}", server.ours.owner);
        let owner = &server.ours.token;
        let ask = async |method: &str, body| {
            server
                .request(method.parse().unwrap(), &path)
                .bearer(owner)
                .json(&body)
                .send()
                .await
        };
        assert_eq!(
            ask("PATCH", json!({"role": "admin"})).await.code(),
            "conflict"
        );
        assert_eq!(ask("DELETE", json!({})).await.code(), "conflict");
        add_member(
            &server.store,
            server.ours.org,
            Role::Owner,
            "stw_second_owner_0123456789",
        )
        .await;
        ask("PATCH", json!({"role": "admin"})).await.expect(200);
    });
}

#[test]
fn a_role_that_is_taken_away_is_gone_at_once() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = "stw_plain_admin_0123456789";
        let admin = add_member(&server.store, server.ours.org, Role::Admin, token).await;
        let rename = async || {
            server
                .patch("/api/org")
                .bearer(token)
                .json(&json!({"name": "New"}))
                .send()
                .await
        };
        rename().await.expect(200);
        let demote = server
            .patch(&format!("/api/members/{admin}"))
            .bearer(&server.ours.token);
        demote
            .json(&json!({"role": "member"}))
            .send()
            .await
            .expect(200);
        assert_eq!(rename().await.code(), "forbidden");
    });
}

#[test]
fn deleting_a_member_ends_their_keys_and_sessions_at_once_and_forgets_what_was_theirs() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = "stw_leaver_0123456789abc";
        let leaver = add_member(&server.store, server.ours.org, Role::Member, token).await;
        let browser = server.browser(&leaver.to_string()).await;
        let unused_link = server.link_token(&leaver.to_string()).await;
        assert!(browser.is_signed_in().await);
        server.get("/v1/me").bearer(token).send().await.expect(200);

        let path = format!("/api/members/{leaver}");
        server
            .delete(&path)
            .bearer(&server.ours.token)
            .send()
            .await
            .expect(204);

        assert_eq!(server.get("/v1/me").bearer(token).send().await.status, 401);
        assert!(!browser.is_signed_in().await);
        let link = server
            .post("/auth/link")
            .json(&json!({"token": unused_link}))
            .send()
            .await;
        assert_eq!(link.code(), "invalid_link");
        assert_eq!(
            server
                .get(&path)
                .bearer(&server.ours.token)
                .send()
                .await
                .code(),
            "not_found"
        );
        let data = format!("{:?}", server.database.data().dump().await);
        assert!(
            !data.contains(&leaver.to_string()),
            "a row of theirs is left"
        );
        let sql = format!("select wrapped from data_key where scope = 'member:{leaver}'");
        let key = server.database.keys().value(&sql).await;
        assert_eq!(
            key,
            steward_testkit::Cell::Null,
            "their key is not destroyed"
        );
    });
}
