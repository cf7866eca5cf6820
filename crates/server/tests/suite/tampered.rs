//! Rows that were changed behind Steward's back.

use serde_json::Value;
use steward_testkit::{Cell, Raw, on_both};

use crate::support::{TestServer, sqlite};

/// A sealed column, and where what it holds is read.
const SEALED: [(&str, &str); 17] = [
    ("agent.profile_enc", "/api/agents/{agent}"),
    ("approval.arguments_enc", "/api/approvals/{approval}"),
    ("suggestion.draft_enc", "/api/suggestions/{suggestion}"),
    ("consent.words_enc", "/api/contacts/{contact}/consent"),
    ("contact.name_enc", "/api/contacts/{contact}"),
    ("contact_identifier.value_enc", "/api/contacts/{contact}"),
    ("conversation.meta_enc", "/v1/conversations/{conversation}"),
    (
        "conversation_item.body_enc",
        "/v1/conversations/{conversation}/items/{item}",
    ),
    ("document.meta_enc", "/v1/rag/documents/{document}"),
    ("effect.payload_enc", "/api/effects/{effect}"),
    ("instruction.body_enc", "/v1/instructions/{instruction}"),
    ("line.address_enc", "/api/lines/{line}"),
    ("member.name_enc", "/api/members/{member}"),
    ("member_identifier.value_enc", "/api/members/{member}"),
    ("response.body_enc", "/v1/responses/{response}"),
    ("schedule.payload_enc", "/api/schedules/{schedule}"),
    (
        "workspace_entry.path_enc",
        "/api/workspace/read?path=areas/canary.md",
    ),
];

/// Sealed columns that no route reads alone, or none at all; the store's own suite tampers with them.
const NOT_SERVED: &[&str] = &[
    "block.value_enc",
    "block_version.value_enc",
    "effect_attempt.detail_enc",
    "event.payload_enc",
    "forgetting.words_enc",
    "idempotency.answer_enc",
    "index_snapshot_part.body_enc",
    "item.content_enc",
    "notice.text_enc",
    "org_flag.reason_enc",
    "passage.meta_enc",
    "passage.text_enc",
    "passage.vector_enc",
    "step.event_enc",
    "stream_event.data_enc",
    "summary.content_enc",
    "text_file.content_enc",
    "thread.title_enc",
    "turn.outcome_enc",
    "turn.setup_enc",
    "workspace_revision.content_enc",
    "workspace_revision.sha_enc",
];

#[tokio::test]
async fn every_sealed_column_is_looked_at() {
    let server = sqlite().await;
    for table in server.database.data().tables().await {
        let columns = server
            .database
            .data()
            .rows(&format!("select name from pragma_table_info('{table}')"))
            .await;
        for column in columns.into_iter().flatten() {
            let Cell::Text(column) = column else {
                panic!("{column:?}")
            };
            let name = format!("{table}.{column}");
            let listed = SEALED.iter().any(|(place, _)| *place == name)
                || NOT_SERVED.contains(&name.as_str());
            assert_eq!(column.ends_with("_enc"), listed, "{table}.{column}");
        }
    }
}

#[test]
fn a_row_with_flipped_bits_is_called_tampered_and_others_are_read() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let data = server.database.data();
        for (place, path) in SEALED {
            let (table, column) = place.split_once('.').unwrap();
            let whole = sealed(&data, &server, table, column).await;
            let others = others(&server).await;
            for at in 0..whole.len() {
                // Every byte on SQLite; the first, the last and some between where a statement is a connection.
                if server.database.backend() == steward_testkit::Backend::Postgres && at % 16 != 0 {
                    continue;
                }
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << (at % 8);
                store(&data, &server, table, column, flipped).await;
                assert_tampered(&server, path, &format!("byte {at} of {place}")).await;
            }
            for (what, blob) in [
                ("nothing", Vec::new()),
                ("the tag cut off", whole[..whole.len() - 1].to_vec()),
                ("more at its end", [whole.as_slice(), &[0]].concat()),
                ("a megabyte of zeros", vec![0; 1 << 20]),
            ] {
                store(&data, &server, table, column, blob).await;
                assert_tampered(&server, path, &format!("{what} in {place}")).await;
            }
            store(&data, &server, table, column, whole).await;
            assert_eq!(self::others(&server).await, others, "{place}");
        }
    });
}

#[test]
fn a_ciphertext_of_another_organisation_does_not_open() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let data = server.database.data();
        for (place, path) in SEALED {
            let (table, column) = place.split_once('.').unwrap();
            let theirs = format!(
                "select {column} from {table} where org_id = '{}' order by id desc",
                server.theirs.org
            );
            let Cell::Bytes(moved) = data.value(&theirs).await else {
                panic!("{place}")
            };
            let whole = sealed(&data, &server, table, column).await;
            store(&data, &server, table, column, moved).await;
            assert_tampered(&server, path, place).await;
            store(&data, &server, table, column, whole).await;
        }
    });
}

async fn assert_tampered(server: &TestServer, path: &str, what: &str) {
    let answer = server
        .get(&fill(server, path))
        .bearer(&server.ours.token)
        .send()
        .await;
    assert_eq!(answer.code(), "tampered", "{what}: {answer}");
    for (path, read) in others(server).await {
        assert_eq!(read["error"], Value::Null, "{what}: {path} says {read}");
    }
}

/// What has nothing to do with the changed rows: the caller, and everything of the other organisation.
async fn others(server: &TestServer) -> Vec<(String, Value)> {
    let mut answers = Vec::new();
    for (token, path) in [
        (&server.ours.token, "/v1/me".to_owned()),
        (&server.ours.token, "/api/keys".to_owned()),
        (&server.theirs.token, "/api/contacts".to_owned()),
        (&server.theirs.token, "/api/members".to_owned()),
        (&server.theirs.token, "/api/lines".to_owned()),
    ] {
        let mut read: Value =
            serde_json::from_slice(&server.get(&path).bearer(token).send().await.body).unwrap();
        // When a key was last used is noted aside, some time later.
        for item in read["items"].as_array_mut().into_iter().flatten() {
            item["last_used_at"].take();
        }
        answers.push((path, read));
    }
    answers
}

fn fill(server: &TestServer, path: &str) -> String {
    let ids = &server.ours.ids;
    path.replace("{contact}", &ids.contact)
        .replace("{line}", &ids.line)
        .replace("{member}", &ids.member)
        .replace("{document}", &ids.document)
        .replace("{conversation}", &ids.conversation)
        .replace("{item}", &ids.item)
        .replace("{instruction}", &ids.instruction)
        .replace("{response}", &ids.response)
        .replace("{agent}", &ids.agent)
        .replace("{approval}", &ids.approval)
        .replace("{suggestion}", &ids.suggestion)
        .replace("{effect}", &ids.effect)
        .replace("{schedule}", &ids.schedule)
}

fn row(server: &TestServer, table: &str) -> String {
    let ids = &server.ours.ids;
    let id = match table {
        "agent" => &ids.agent,
        // Nothing else names it: the contact has one.
        "consent" => return format!("contact_id = '{}'", ids.contact),
        "conversation" => &ids.conversation,
        "conversation_item" => &ids.item,
        "instruction" => &ids.instruction,
        "response" => &ids.response,
        "approval" => &ids.approval,
        "suggestion" => &ids.suggestion,
        "contact" => &ids.contact,
        "contact_identifier" => &ids.contact_identifier,
        "document" => &ids.document,
        "effect" => &ids.effect,
        "line" => &ids.line,
        "member" => &ids.member,
        "member_identifier" => &ids.member_identifier,
        "schedule" => &ids.schedule,
        "workspace_entry" => &ids.file,
        _ => panic!("{table}"),
    };
    format!("id = '{id}'")
}

async fn sealed(data: &Raw, server: &TestServer, table: &str, column: &str) -> Vec<u8> {
    match data
        .value(&format!(
            "select {column} from {table} where {}",
            row(server, table)
        ))
        .await
    {
        Cell::Bytes(bytes) => bytes,
        other => panic!("{table}.{column} holds {other:?}"),
    }
}

async fn store(data: &Raw, server: &TestServer, table: &str, column: &str, blob: Vec<u8>) {
    let value = data.literal(&Cell::Bytes(blob));
    data.execute(&format!(
        "update {table} set {column} = {value} where {}",
        row(server, table)
    ))
    .await;
}
