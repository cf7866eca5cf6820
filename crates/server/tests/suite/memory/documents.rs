//! Documents: uploaded as files and as text, found, read in parts, taken away.

use serde_json::{Value, json};
use steward_model::Role;
use steward_server::config::ByteSize;
use steward_testkit::{Cell, TestDatabase, on_both};

use super::Memory;
use super::files::{DOCX, PDF, docx, flate_bomb, form, pdf};
use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

const DOCUMENTS: &str = "/v1/rag/documents";
const SEARCH: &str = "/v1/rag/search";

impl Memory<'_> {
    async fn upload(&self, fields: &[(&str, &str)], file: (&str, &str, &[u8])) -> Answer {
        let (kind, body) = form(fields, Some(file));
        let request = self.server.post(DOCUMENTS).bearer(self.token);
        request.body(&kind, body).send().await
    }

    async fn upload_pdf(&self, file: &[u8]) -> Answer {
        self.upload(&[], ("file.pdf", PDF, file)).await
    }
}

/// Four documents come in two pages, the newest first.
async fn assert_pages(memory: &Memory<'_>) {
    let list = memory
        .get(&format!("{DOCUMENTS}?limit=3"))
        .await
        .expect(200);
    assert_eq!(list["items"][0]["title"], "plain");
    let next = format!(
        "{DOCUMENTS}?limit=3&cursor={}",
        list["next_cursor"].as_str().unwrap()
    );
    let rest = memory.get(&next).await.expect(200);
    assert_eq!(
        (&rest["items"][0]["title"], &rest["next_cursor"]),
        (&json!("lease"), &Value::Null)
    );
}

/// A deleted document has left no text, and its coming and going on the record.
async fn assert_no_part_is_left(server: &TestServer, id: &str) {
    let left =
        format!("select count(*) from passage where source_ref = '{id}' and text_enc is not null");
    assert_eq!(server.database.data().value(&left).await, Cell::Int(0));
    let noted = format!("select action from audit where subject = '{id}' order by id");
    let noted: Vec<Cell> = server
        .database
        .data()
        .rows(&noted)
        .await
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(
        noted,
        ["stored", "deleted"].map(|a| Cell::Text(format!("document.{a}")))
    );
}

#[test]
fn a_file_of_every_kind_is_found_by_what_it_says() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let memory = Memory::of(&server);
        let lease = pdf("The lease of unit 4 ends on 31 March 2027.");
        let rules = docx("House rules: no drumming after ten.");
        for (file, word) in [
            (
                ("lease.pdf", PDF, lease.as_slice()),
                "when does the lease end",
            ),
            (("rules.docx", DOCX, rules.as_slice()), "drumming"),
            (
                (
                    "notes.md",
                    "text/markdown",
                    b"# Garden\n\nThe hedge is cut in May.".as_slice(),
                ),
                "hedge",
            ),
            (
                (
                    "plain",
                    "text/plain",
                    "Der Schlüssel hängt im Flur.".as_bytes(),
                ),
                "Schlüssel",
            ),
        ] {
            let made = memory
                .upload(&[("tags", "House, 2026")], file)
                .await
                .expect(201);
            assert_eq!(made["media_type"], file.1);
            assert_eq!(made["file_name"], file.0);
            assert_eq!(made["title"], file.0.split('.').next().unwrap());
            assert_eq!(
                (&made["scope"], &made["integrity"]),
                (&json!("org"), &json!("untrusted"))
            );
            assert_eq!(
                (&made["bytes"], &made["chunks"]),
                (&json!(file.2.len()), &json!(1))
            );
            let found = memory
                .post(SEARCH, json!({"query": word, "tags": ["house"]}))
                .await
                .expect(200);
            let hit = &found["items"][0];
            assert_eq!(hit["passage"]["integrity"], "untrusted");
            assert_eq!(hit["passage"]["document_id"], made["id"], "{word}: {found}");
            assert_eq!(
                hit["source"],
                json!({"kind": "document", "label": made["title"]})
            );
            assert_ne!(hit["highlights"], json!([]));
        }
        assert_pages(&memory).await;
    });
}

#[test]
fn a_long_text_is_read_in_parts_and_goes_with_all_of_them() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let memory = Memory::of(&server);
        let text: String = (0..400)
            .map(|number| format!("Clause {number} is about quinces. "))
            .collect();
        let body = json!({"title": "Contract", "text": text, "tags": ["law"], "scope": "member"});
        let made = memory.post(DOCUMENTS, body).await.expect(201);
        let id = made["id"].as_str().unwrap();
        assert_eq!(made["media_type"], "text/plain");
        assert_eq!(made["integrity"], "user", "a member typed it in");
        let path = format!("{DOCUMENTS}/{id}/passages?limit=5");
        let first = memory.get(&path).await.expect(200);
        let cursor = first["next_cursor"].as_str().unwrap();
        let rest = memory
            .get(&format!("{path}&cursor={cursor}"))
            .await
            .expect(200);
        let all = [&first, &rest]
            .map(|page| page["items"].as_array().unwrap().clone())
            .concat();
        let places: Vec<_> = all
            .iter()
            .map(|part| part["chunk_index"].as_i64().unwrap())
            .collect();
        assert!(
            places.iter().copied().eq(0..places.len() as i64),
            "{places:?}"
        );
        assert!(
            all.iter()
                .all(|part| part["title"] == "Contract" && part["tags"] == json!(["law"]))
        );
        let parts: Vec<_> = all
            .iter()
            .map(|part| part["text"].as_str().unwrap())
            .collect();
        assert!(text.starts_with(parts.join(" ").as_str()));
        let search = json!({"query": "quinces"});
        assert_ne!(
            memory.post(SEARCH, search.clone()).await.expect(200)["items"],
            json!([])
        );
        memory
            .delete(&format!("{DOCUMENTS}/{id}"))
            .await
            .expect(204);
        assert_eq!(
            memory.get(&format!("{DOCUMENTS}/{id}")).await.code(),
            "not_found"
        );
        assert_eq!(memory.get(&path).await.code(), "not_found");
        let found = memory.post(SEARCH, search).await.expect(200);
        assert!(!found.to_string().contains("quinces"), "{found}");
        assert_no_part_is_left(&server, id).await;
    });
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_and_costs_nothing() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    let good = pdf("Good.");
    let lying = String::from_utf8(good.clone()).unwrap();
    let pages = lying.replace("/Count 1", "/Count 100000").into_bytes();
    let length = lying.replace("/Length ", "/Length 99999999").into_bytes();
    let looping = lying.replace("/Kids [3 0 R]", "/Kids [2 0 R]").into_bytes();
    for (what, file) in [
        ("nothing", &b""[..]),
        ("half a file", &good[..good.len() / 2]),
        ("pictures alone", pdf("").as_slice()),
        ("an executable", b"\x7fELF\x02\x01\x01\0\0\0"),
        ("a page tree that is its own branch", &looping),
        ("a bomb", &flate_bomb()),
    ] {
        let answer = memory.upload_pdf(file).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (422, "unreadable_document"),
            "{what}: {answer}"
        );
        assert_eq!(answer.field().as_deref(), Some("file"));
    }
    // What it says of itself does not matter where the rest can be read.
    for file in [&pages, &length] {
        let answer = memory.upload_pdf(file).await;
        let told = (answer.status.as_u16(), answer.text());
        assert!(
            told.0 == 201 || told.1.contains("unreadable_document"),
            "{answer}"
        );
    }
    let lost = lying.replace("startxref\n", "startxref\n7").into_bytes();
    let found = memory.upload_pdf(&lost).await.expect(201);
    assert_eq!(found["chunks"], 1, "the table is not where it should be");
    let turned = ("\u{202e}txt.fdp\u{2066}.txt", "text/plain", &b"Turned."[..]);
    let turned = memory.upload(&[], turned).await.expect(201);
    assert_eq!(turned["file_name"], "txt.fdp.txt");
    assert_eq!(turned["title"], "txt.fdp");
    let binary = memory
        .upload(&[], ("a.txt", "text/plain", &[0, 159, 146, 150]))
        .await;
    assert_eq!(binary.code(), "unreadable_document");
    let made = memory.upload_pdf(&good).await.expect(201);
    assert_eq!(made["chunks"], 1, "the server goes on");
}

#[tokio::test]
async fn a_file_of_another_kind_or_too_large_is_refused_as_such() {
    let database = TestDatabase::sqlite();
    let server = TestServer::configured(database, |config| {
        config.memory.upload_limit = ByteSize::from_bytes(2_000_000);
    });
    let server = server.await;
    let memory = Memory::of(&server);
    for name in ["virus.exe", "old.doc", "photo.jpg", "noending"] {
        let answer = memory
            .upload(&[], (name, "application/octet-stream", b"x"))
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (422, "unsupported_document"),
            "{name}"
        );
    }
    // Larger than other bodies may be, and as large as a file may be.
    let line = "All work and no play. ";
    let fits = line.repeat(1_500_000 / line.len());
    memory
        .upload(&[], ("a.txt", "text/plain", fits.as_bytes()))
        .await
        .expect(201);
    for size in [2_000_001, 4_000_000] {
        let answer = memory
            .upload(&[], ("a.txt", "text/plain", &vec![b'a'; size]))
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (413, "document_too_large"),
            "{size}"
        );
    }
    let elsewhere = server
        .post("/v1/agent/memory/archival")
        .bearer(memory.token);
    let (kind, body) = form(&[], Some(("a.txt", "text/plain", fits.as_bytes())));
    assert_eq!(
        elsewhere.body(&kind, body).send().await.code(),
        "unsupported_media_type"
    );
}

#[tokio::test]
async fn a_form_that_is_none_is_refused() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    let ask = async |kind: &str, body: Vec<u8>| {
        let request = server.post(DOCUMENTS).bearer(memory.token);
        request.body(kind, body).send().await
    };
    let (kind, body) = form(&[], Some(("a.txt", "text/plain", b"x")));
    assert_eq!(
        ask("multipart/form-data", body.clone()).await.code(),
        "invalid_form"
    );
    assert_eq!(
        ask(&kind, b"not a form".to_vec()).await.code(),
        "invalid_form"
    );
    assert_eq!(
        ask(&kind, body[..body.len() / 2].to_vec()).await.code(),
        "invalid_form"
    );
    for (fields, field) in [
        (vec![("title", "x")], "file"),
        (vec![("owner", "x")], "owner"),
        (vec![("title", "x"), ("title", "y")], "title"),
        (vec![("title", "a\0b")], "title"),
    ] {
        let (kind, body) = form(&fields, None);
        let answer = ask(&kind, body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field().as_deref()),
            (422, Some(field)),
            "{answer}"
        );
    }
    let file = ("a.txt", "text/plain", &b"x"[..]);
    let long = "t".repeat(201);
    for (name, value, field) in [
        ("title", long.as_str(), "title"),
        ("tags", "a\tb", "tags"),
        ("scope", "all", "scope"),
    ] {
        let answer = memory.upload(&[(name, value)], file).await;
        assert_eq!(answer.field().as_deref(), Some(field), "{answer}");
    }
    let path = memory
        .upload(&[], ("../../etc/<b>passwd.txt", "text/plain", b"x"))
        .await;
    assert_eq!(path.expect(201)["file_name"], "<b>passwd.txt");
}

#[test]
fn what_one_may_not_see_is_not_there() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let memory = Memory::of(&server);
        let body = json!({"title": "Diary", "text": "Mine alone.", "scope": "member"});
        let made = memory.post(DOCUMENTS, body).await.expect(201);
        let path = format!("{DOCUMENTS}/{}", made["id"].as_str().unwrap());
        let token = "stw_other_member_0123456789";
        add_member(&server.store, server.ours.org, Role::Member, token).await;
        for token in [token, &server.theirs.token] {
            let other = Memory {
                server: &server,
                token,
            };
            assert_eq!(other.get(&path).await.code(), "not_found");
            assert_eq!(
                other.get(&format!("{path}/passages")).await.code(),
                "not_found"
            );
            assert_eq!(other.delete(&path).await.code(), "not_found");
            let list = other
                .get(&format!("{DOCUMENTS}?scope=member:{}", server.ours.owner))
                .await;
            assert_eq!(list.code(), "not_found");
        }
        let contact = &server.ours.ids.contact;
        let body = json!({"title": "File", "text": "Of a contact.", "scope": format!("contact:{contact}")});
        let about = memory.post(DOCUMENTS, body).await.expect(201);
        let forget = format!("/api/contacts/{contact}/forget");
        assert!(memory.post(&forget, json!({})).await.status.is_success());
        let gone = format!("{DOCUMENTS}/{}", about["id"].as_str().unwrap());
        assert_eq!(memory.get(&gone).await.code(), "not_found");
        let left = format!("select count(*) from document where scope = 'contact:{contact}'");
        assert_eq!(server.database.data().value(&left).await, Cell::Int(0));
        memory.get(&path).await.expect(200);
    });
}
