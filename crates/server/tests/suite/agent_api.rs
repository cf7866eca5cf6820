//! The agent's own API: one agent and one conversation per member.

use std::time::Duration;

use serde_json::{Value, json};
use steward_model::{MemberId, Role, Scope};
use steward_testkit::{TestDatabase, on_both};

use crate::support::model::{Line, ScriptedModel};
use crate::support::sse::{Event, Events};
use crate::support::tenant::add_member;
use crate::support::{TestServer, sqlite};

const MEMBER: &str = "stw_a_member_0123456789";

async fn config(server: &TestServer, body: &Value) -> Value {
    let put = server.put("/v1/agent/config").bearer(MEMBER).json(body);
    put.send().await.expect(200)
}

async fn say(server: &TestServer, input: &str) -> Events {
    let request = http::Request::post("/v1/agent/chat")
        .header(http::header::AUTHORIZATION, format!("Bearer {MEMBER}"))
        .header(http::header::CONTENT_TYPE, "application/json")
        .body(json!({ "input": input }).to_string().into());
    Events::of(server.call(request.unwrap()).await)
}

fn kinds(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.kind.as_str()).collect()
}

#[test]
fn an_answer_is_streamed_by_messages_on_the_one_conversation() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
        let chosen = config(&server, &json!({"enabled": true})).await;
        let conversation = chosen["conversation_id"].as_str().unwrap();

        for _ in 0..2 {
            let told = say(&server, "Is anybody there?").await.rest().await;
            assert_eq!(told[0].kind, "agent.typing", "{told:?}");
            assert_eq!(told[0].data, json!({"step": 1}));
            let (last, steps) = (told.last().unwrap(), kinds(&told));
            let steps = steps.iter().filter(|kind| **kind == "agent.typing").count();
            assert_eq!(last.kind, "agent.done", "{told:?}");
            assert_eq!(last.data["total_steps"], steps, "{told:?}");
            assert!(last.data["total_messages"].is_number(), "{told:?}");
            assert!(told.iter().all(|event| event.id.is_empty()), "{told:?}");
        }
        let path = format!("/v1/agent/conversations/{conversation}/items");
        let items = server.get(&path).bearer(MEMBER).send().await.expect(200);
        let said = items["items"].as_array().unwrap().iter();
        let said = said.filter(|item| item["text"] == "Is anybody there?");
        assert_eq!(said.count(), 2, "{items}");
        // The lists of other conversations do not show it.
        let others = server.get("/api/conversations").bearer(MEMBER).send().await;
        assert_eq!(others.expect(200)["items"], json!([]));
        working.stop(Duration::from_secs(10)).await;
    });
}

#[tokio::test]
async fn who_goes_away_is_answered_by_the_channel() {
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    config(&server, &json!({"enabled": true})).await;
    let mut channel = Events::follow(&server, MEMBER, None).await;
    assert_eq!(channel.next().await.unwrap().kind, "agent.ready");
    // Nobody works yet when the client leaves.
    drop(say(&server, "Hello").await);
    let _working = server.start_runtime().await;
    let told = channel.until("agent.done").await;
    assert!(kinds(&told).contains(&"agent.typing"), "{told:?}");
}

#[tokio::test]
async fn a_conversation_on_hold_says_so() {
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    let chosen = config(&server, &json!({"enabled": true})).await;
    let thread = chosen["conversation_id"].as_str().unwrap().parse().unwrap();
    let org = server.store.org(server.ours.org);
    assert!(org.hold_thread(thread, "failed").await.unwrap());
    let told = say(&server, "Hello").await.rest().await;
    let [error] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!(error.kind, "agent.error");
    assert!(error.data["error"].as_str().unwrap().contains("on hold"));
}

#[tokio::test]
async fn it_is_off_until_it_is_wanted_and_says_how_to_turn_it_on() {
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    let first = server.get("/v1/agent/config").bearer(MEMBER).send().await;
    let first = first.expect(200);
    assert_eq!(
        (&first["enabled"], &first["agent_id"]),
        (&json!(false), &Value::Null)
    );
    let on = config(&server, &json!({"enabled": true})).await;
    assert_eq!(on["enabled"], true);
    config(&server, &json!({"enabled": false})).await;
    let input = json!({"input": "Hello"});
    let conversation = on["conversation_id"].as_str().unwrap();
    for request in [
        server.post("/v1/agent/chat").json(&input),
        server.get("/v1/agent/conversations"),
        server.get(&format!("/v1/agent/conversations/{conversation}/items")),
        server.delete(&format!("/v1/agent/conversations/{conversation}")),
    ] {
        let refused = request.bearer(MEMBER).send().await;
        assert_eq!(refused.status, 403, "{refused}");
        assert_eq!(refused.code(), "agent_disabled");
        assert!(refused.text().contains("PUT /v1/agent/config"), "{refused}");
    }
    // The chat of the web page is another matter.
    let part = json!({"type": "text", "text": "Hello"});
    let body = json!({"id": "c-1", "messages": [{"id": "m", "role": "user", "parts": [part]}]});
    let _working = server.start_runtime().await;
    let chat = server.post("/api/chat").bearer(MEMBER).json(&body).send();
    assert_eq!(chat.await.status, 200);
}

#[test]
fn what_is_chosen_is_kept_and_what_is_left_out_stays() {
    on_both(|database| async {
        let server = TestServer::configured(database, |config| {
            config.models.fallback = Some("ollama:sample".to_owned());
        });
        let server = server.await;
        add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
        let all = json!({
            "enabled": true, "model": "ollama:sample", "system_prompt": "Be kind.",
            "preferences": {"time_zone": "Europe/Vienna", "style": "Brief.", "language": "German"},
            "max_context_tokens": 8000, "compaction_threshold": 0.7,
        });
        let chosen = config(&server, &all).await;
        for (field, value) in all.as_object().unwrap() {
            assert_eq!(chosen[field], *value, "{chosen}");
        }
        // Sealed: the words stand nowhere in the clear.
        let dump = format!("{:?}", server.dump().await);
        for word in ["Be kind.", "Europe/Vienna", "German"] {
            assert!(!dump.contains(word), "{word} is stored in the clear");
        }
        let change = json!({"system_prompt": "", "preferences": {"style": "Long."}});
        let changed = config(&server, &change).await;
        assert_eq!(changed["system_prompt"], Value::Null);
        assert_eq!(changed["preferences"]["style"], "Long.");
        assert_eq!(changed["preferences"]["language"], "German");
        assert_eq!(changed["model"], "ollama:sample");
        assert!(changed["revision"].as_i64() > chosen["revision"].as_i64());
        // What was read can be sent back, and null is no choice.
        assert_eq!(config(&server, &changed).await, changed);
        let none = json!({"model": null, "preferences": {"style": null}});
        let changed = config(&server, &none).await;
        assert_eq!(changed["model"], Value::Null);
        assert_eq!(changed["preferences"]["style"], Value::Null);
        assert_eq!(changed["preferences"]["language"], "German");
        // Whoever read an older one is told so.
        let stale = json!({"revision": chosen["revision"], "system_prompt": "Be short."});
        let put = server.put("/v1/agent/config").bearer(MEMBER).json(&stale);
        assert_eq!(put.send().await.code(), "changed_meanwhile");
        // An admin's change of the agent leaves what its member likes.
        let path = format!("/api/agents/{}", changed["agent_id"].as_str().unwrap());
        let owner = &server.ours.token;
        let agent = server.get(&path).bearer(owner).send().await.expect(200);
        let replaced = json!({
            "revision": agent["revision"], "send_mode": "suggest", "name": "Butler", "tools": [],
        });
        let put = server.put(&path).bearer(owner).json(&replaced).send().await;
        put.expect(200);
        let after = server.get("/v1/agent/config").bearer(MEMBER).send().await;
        assert_eq!(after.expect(200)["preferences"], changed["preferences"]);
    });
}

#[tokio::test]
async fn what_cannot_be_chosen_is_refused_with_its_field() {
    let server = sqlite().await;
    for (body, field) in [
        (
            json!({"preferences": {"time_zone": "Nowhere"}}),
            "preferences.time_zone",
        ),
        (json!({"max_context_tokens": 10}), "max_context_tokens"),
        (json!({"compaction_threshold": 1.5}), "compaction_threshold"),
        (
            json!({"system_prompt": "x".repeat(20_001)}),
            "system_prompt",
        ),
        (
            json!({"preferences": {"style": "x".repeat(501)}}),
            "preferences.style",
        ),
    ] {
        let put = server.put("/v1/agent/config").bearer(&server.ours.token);
        let refused = put.json(&body).send().await;
        assert_eq!(refused.status, 422, "{refused}");
        assert_eq!(refused.field().as_deref(), Some(field));
    }
    let chat = server.post("/v1/agent/chat").bearer(&server.ours.token);
    let refused = chat.json(&json!({"input": "  "})).send().await;
    assert_eq!(refused.field().as_deref(), Some("input"));
}

#[test]
fn a_deleted_conversation_is_gone_and_the_next_message_begins_another() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
        let chosen = config(&server, &json!({"enabled": true})).await;
        let first = chosen["conversation_id"].as_str().unwrap().to_owned();
        say(&server, "Hello").await.rest().await;
        let path = format!("/v1/agent/conversations/{first}");
        let foreign = server.delete(&path).bearer(&server.ours.token).send().await;
        assert_eq!(foreign.code(), "not_found");
        assert_eq!(server.delete(&path).bearer(MEMBER).send().await.status, 204);
        let gone = server.get(&format!("{path}/items")).bearer(MEMBER).send();
        assert_eq!(gone.await.code(), "not_found");
        let list = server.get("/v1/agent/conversations").bearer(MEMBER).send();
        assert_eq!(list.await.expect(200)["items"], json!([]));
        say(&server, "Hello again").await.rest().await;
        let list = server.get("/v1/agent/conversations").bearer(MEMBER).send();
        let list = list.await.expect(200);
        assert_ne!(list["items"][0]["id"], json!(first));
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn first_use_makes_whole_clones_of_the_system_agents_once() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let mut members = Vec::new();
        for token in [MEMBER, "stw_another_one_0123456789"] {
            let member = add_member(&server.store, server.ours.org, Role::Member, token).await;
            for _ in 0..2 {
                let put = server.put("/v1/agent/config").bearer(token);
                put.json(&json!({"enabled": true})).send().await.expect(200);
            }
            members.push(member);
        }
        let [one, other] = members[..] else {
            panic!("two members")
        };
        let (mut mine, theirs) = (clones(&server, one).await, clones(&server, other).await);
        let sources: Vec<_> = mine.iter().map(|agent| agent.source.clone()).collect();
        assert_eq!(
            sources,
            ["assistant", "text_reply", "follow_up_drafter"].map(|source| Some(source.to_owned()))
        );
        // Every field is the same but for whose it is, and none of them sends by itself.
        for agent in &mut mine {
            assert_eq!(agent.send_mode, steward_model::SendMode::Suggest);
            agent.member_id = Some(other);
        }
        assert_eq!(mine, theirs);
        let org = server.store.org(server.ours.org);
        let blocks = org.blocks(Scope::Member(one), None).await.unwrap();
        let labels: Vec<_> = blocks.iter().map(|block| block.label.as_str()).collect();
        assert_eq!(labels, ["human", "persona"]);
    });
}

async fn clones(server: &TestServer, member: MemberId) -> Vec<steward_store::NewAgent> {
    let org = server.store.org(server.ours.org);
    let page = steward_store::Page {
        after: None,
        limit: 200,
    };
    let agents = org.agents(&page).await.unwrap().into_iter();
    let own = agents.filter(|agent| agent.settings.member_id == Some(member));
    own.map(|agent| agent.settings).collect()
}

#[tokio::test]
async fn the_tools_of_the_clones_exist() {
    let server = sqlite().await;
    let member = add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    config(&server, &json!({"enabled": true})).await;
    let tools = server.get("/api/tools").bearer(MEMBER).send().await;
    let tools = tools.expect(200).to_string();
    for agent in clones(&server, member).await {
        for tool in &agent.tools {
            assert!(tools.contains(&format!("\"{tool}\"")), "{tool} is no tool");
        }
    }
}

/// A name of a model can hold an address, which the server would then call with what the agent knows.
#[tokio::test]
async fn a_member_chooses_among_the_models_that_are_set_up() {
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    for model in [
        "http://127.0.0.1:1/internal#x",
        "http://169.254.169.254/v1#x",
        "ollama:other",
        "nonsense",
    ] {
        let body = json!({"enabled": true, "model": model});
        let put = server.put("/v1/agent/config").bearer(MEMBER).json(&body);
        let refused = put.send().await;
        assert_eq!(refused.status, 422, "{model}: {refused}");
        assert!(refused.text().contains("\"model\""), "{refused}");
    }
    assert_eq!(
        config(&server, &json!({"model": ""})).await["model"],
        Value::Null
    );
}

#[tokio::test]
async fn an_answer_that_was_stopped_is_not_done() {
    let (model, name) = ScriptedModel::start([Line::Silence("Well")]).await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
    });
    let server = server.await;
    let _working = server.start_runtime().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    let chosen = config(&server, &json!({"enabled": true, "model": name})).await;
    let said = say(&server, "Is anybody there?").await;
    while model.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let thread = chosen["conversation_id"].as_str().unwrap();
    let stop = server.post(&format!("/api/threads/{thread}/stop"));
    stop.bearer(MEMBER)
        .json(&json!({}))
        .send()
        .await
        .expect(200);
    let told = said.rest().await;
    let last = told.last().unwrap();
    assert_eq!(last.kind, "agent.error", "{told:?}");
    assert!(last.data["error"].as_str().unwrap().contains("stopped"));
}

#[tokio::test]
async fn a_prompt_that_instructions_and_tools_fill_is_refused() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.context_tokens = 8_000.try_into().unwrap();
    })
    .await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    let put = async |body: &Value| {
        let put = server.put("/v1/agent/config").bearer(MEMBER).json(body);
        put.send().await
    };
    let refused = put(&json!({"max_context_tokens": 4000})).await.expect(422);
    assert_eq!(refused["error"]["field"], "max_context_tokens");
    let told = refused["error"]["message"].as_str().unwrap();
    let least: u32 = told
        .split(|letter: char| !letter.is_ascii_digit())
        .find_map(|word| word.parse().ok())
        .unwrap();
    let short = put(&json!({"max_context_tokens": least - 5})).await;
    assert_eq!(short.status, 422, "{short}");
    put(&json!({"max_context_tokens": least})).await.expect(200);
    let long = json!({"system_prompt": "Be kind. ".repeat(900)});
    let refused = put(&long).await.expect(422);
    assert_eq!(refused["error"]["field"], "max_context_tokens");

    let tools = server.get("/api/tools").bearer(&server.ours.token);
    let tools = tools.send().await.expect(200);
    let names = tools["items"].as_array().unwrap().iter();
    let names: Vec<&Value> = names.map(|tool| &tool["name"]).collect();
    let agent = |instructions: &str| {
        let body = json!({"name": "All", "tools": names, "instructions": instructions});
        let post = server.post("/api/agents").bearer(&server.ours.token);
        post.json(&body).send()
    };
    let refused = agent(&"Be kind. ".repeat(900)).await.expect(422);
    assert_eq!(refused["error"]["field"], "tools", "{refused}");
    let made = agent("Be kind.").await.expect(201);
    let change = json!({
        "revision": made["revision"], "name": "All", "send_mode": "suggest", "tools": names,
        "persona": "I am kind. ".repeat(900),
    });
    let path = format!("/api/agents/{}", made["id"].as_str().unwrap());
    let change = server.put(&path).bearer(&server.ours.token).json(&change);
    let refused = change.send().await.expect(422);
    assert_eq!(refused["error"]["field"], "tools", "{refused}");
}

#[tokio::test]
async fn null_sizes_are_the_configured_ones_and_a_list_is_no_preferences() {
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    let sizes = json!({"max_context_tokens": 8000, "compaction_threshold": 0.5});
    let set = config(&server, &sizes).await;
    assert_eq!(set["max_context_tokens"], 8000, "{set}");
    let kept = config(&server, &json!({"preferences": null})).await;
    assert_eq!(kept["compaction_threshold"], 0.5, "what is left out stays");
    let usual = json!({"max_context_tokens": null, "compaction_threshold": null});
    let set = config(&server, &usual).await;
    assert_eq!(set["max_context_tokens"], Value::Null, "{set}");
    assert_eq!(set["compaction_threshold"], Value::Null, "{set}");
    for (body, field) in [
        (json!({"preferences": [null]}), "preferences"),
        (json!({"preferences": []}), "preferences"),
        (json!({"preferences": "short"}), "preferences"),
        (json!({"preferences": {"style": 5}}), "preferences.style"),
        (json!({"max_context_tokens": "5000"}), "max_context_tokens"),
        (json!({"max_context_tokens": 1}), "max_context_tokens"),
        (
            json!({"compaction_threshold": [0.5]}),
            "compaction_threshold",
        ),
    ] {
        let put = server.put("/v1/agent/config").bearer(MEMBER).json(&body);
        let refused = put.send().await.expect(422);
        assert_eq!(refused["error"]["field"], field, "{body}: {refused}");
    }
}

#[tokio::test]
async fn who_joins_a_turn_that_is_under_way_is_told_its_steps_as_they_are() {
    let words = &[r#"{"messages": ["One "#, r#"moment."], "tool_calls": []}"#];
    let script = [Line::Paused(words), Line::Agent("Both of you.")];
    let (model, name) = ScriptedModel::start(script).await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
    });
    let server = server.await;
    let _working = server.start_runtime().await;
    add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
    config(&server, &json!({"enabled": true, "model": name})).await;
    let first = say(&server, "Is anybody there?").await;
    while model.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let second = say(&server, "And for me?").await;
    model.says_on(1);
    let (first, second) = (first.rest().await, second.rest().await);
    let steps = |told: &[Event]| {
        let typing = told.iter().filter(|event| event.kind == "agent.typing");
        let steps: Vec<_> = typing.map(|event| event.data["step"].clone()).collect();
        (steps, told.last().unwrap().data["total_steps"].clone())
    };
    assert_eq!(
        steps(&first),
        (vec![json!(1), json!(2)], json!(2)),
        "{first:?}"
    );
    assert_eq!(steps(&second), (vec![json!(2)], json!(2)), "{second:?}");
}
