//! What was asked back about goes on with the next word, once.

use std::time::Duration;

use serde_json::{Value, json};

use super::accounts::edit;
use super::openai::{get, post};
use crate::support::{TestServer, sqlite};

/// Two bakeries, so that "Juniper" means either.
async fn bakeries() -> (TestServer, [String; 2]) {
    let server = sqlite().await;
    let mut ids = Vec::new();
    for (name, premium) in [
        ("Juniper Street Bakery", "$2,600"),
        ("Juniper Lane Florist", "$900"),
    ] {
        let asked = say(
            &server,
            &format!("Mark {name} as Quoted, premium {premium}"),
            None,
        )
        .await;
        let body = json!({"session_id": asked["session_id"], "confirmed": true});
        let made = post(&server, "/confirm", &body).await.expect(200);
        assert_eq!(made["account_name"], name, "{made}");
        ids.push(made["account_id"].as_str().unwrap().to_owned());
    }
    (server, ids.try_into().unwrap())
}

async fn say(server: &TestServer, query: &str, before: Option<&Value>) -> Value {
    let mut body = json!({"query": query});
    if let Some(before) = before {
        body["session_id"] = before["session_id"].clone();
    }
    post(server, "/query", &body).await.expect(200)
}

async fn account(server: &TestServer, id: &str) -> Value {
    get(server, &format!("/api/accounts/{id}"))
        .await
        .expect(200)
}

#[tokio::test]
async fn a_change_goes_on_with_the_account_that_is_chosen_once() {
    let (server, [bakery, florist]) = bakeries().await;
    let asked = say(&server, "Mark Juniper as Bound", None).await;
    assert_eq!(asked["type"], "clarification_needed", "{asked}");
    assert!(asked["expires_at"].is_string(), "{asked}");
    let changed = say(&server, "the florist", Some(&asked)).await;
    assert_eq!(changed["account_id"], florist, "{changed}");
    assert_eq!(changed["changes"][0]["new_value"], "Bound");
    let last = account(&server, &florist).await["history"][2].clone();
    let evidence = last["evidence"].as_str().unwrap();
    assert!(
        evidence.contains("Mark Juniper as Bound … the florist"),
        "{evidence}"
    );
    let body = json!({"query": "Juniper Street Bakery", "session_id": asked["session_id"]});
    assert_eq!(post(&server, "/query", &body).await.status, 409);
    let body = json!({"session_id": asked["session_id"], "confirmed": true, "account_id": bakery});
    assert_eq!(post(&server, "/confirm", &body).await.status, 409);
    assert_eq!(account(&server, &bakery).await["state"]["stage"], "Quoted");
}

#[tokio::test]
async fn a_question_goes_on_however_the_account_is_chosen() {
    let (server, [bakery, _]) = bakeries().await;
    let asked = say(&server, "What is the premium of Juniper?", None).await;
    let answer = say(&server, "Juniper Street Bakery", Some(&asked)).await;
    assert!(
        answer["answer"].as_str().unwrap().contains("2,600"),
        "{answer}"
    );
    let body = json!({"session_id": asked["session_id"], "confirmed": true, "account_id": bakery});
    let answer = post(&server, "/confirm", &body).await.expect(200);
    assert!(
        answer["answer"].as_str().unwrap().contains("2,600"),
        "{answer}"
    );
    let unsaid = json!({"session_id": asked["session_id"], "confirmed": true});
    assert_eq!(post(&server, "/confirm", &unsaid).await.status, 422);
    let nobody = json!({"session_id": asked["session_id"], "confirmed": true, "account_id": "no"});
    assert_eq!(post(&server, "/confirm", &nobody).await.status, 422);
}

#[tokio::test]
async fn what_looks_like_a_slip_is_done_with_a_yes_and_not_twice() {
    let (server, [bakery, _]) = bakeries().await;
    let request = "Set the premium of Juniper Street Bakery to $26,000";
    let asked = say(&server, request, None).await;
    assert_eq!(asked["type"], "clarification_needed", "{asked}");
    let changed = say(&server, "yes", Some(&asked)).await;
    assert_eq!(changed["changes"][0]["new_value"], 26000, "{changed}");
    let again = json!({"query": "yes", "session_id": asked["session_id"]});
    assert_eq!(post(&server, "/query", &again).await.status, 409);
    assert_eq!(
        account(&server, &bakery).await["history"]
            .as_array()
            .unwrap()
            .len(),
        3
    );

    let asked = say(
        &server,
        "Set the premium of Juniper Street Bakery to $1,000",
        None,
    )
    .await;
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    let changed = post(&server, "/confirm", &body).await.expect(200);
    assert_eq!(changed["changes"][0]["new_value"], 1000, "{changed}");
    assert_eq!(post(&server, "/confirm", &body).await.status, 409);
}

#[tokio::test]
async fn a_no_another_sentence_or_time_drop_the_request() {
    let (server, [bakery, _]) = bakeries().await;
    let request = "Set the premium of Juniper Street Bakery to $26,000";
    let asked = say(&server, request, None).await;
    let declined = say(&server, "no", Some(&asked)).await;
    assert_eq!(declined["message"], "Nothing was changed.", "{declined}");
    let late = say(&server, "yes", Some(&declined)).await;
    assert!(late["changes"].is_null(), "{late}");
    let other = say(&server, "How many accounts are quoted?", Some(&asked)).await;
    assert_eq!(other["known"], true, "{other}");
    let late = say(&server, "yes", Some(&other)).await;
    assert!(late["changes"].is_null(), "{late}");
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    server.pass(Duration::from_secs(16 * 60));
    let late = say(&server, "yes", Some(&asked)).await;
    assert!(late["changes"].is_null(), "{late}");
    assert_eq!(post(&server, "/confirm", &body).await.status, 410);
    assert_eq!(account(&server, &bakery).await["state"]["premium"], 2600);
}

#[tokio::test]
async fn a_new_account_is_agreed_to_in_words_too() {
    let (server, _) = bakeries().await;
    let asked = say(&server, "Mark Zephyr Kayak Rentals as Submitted", None).await;
    assert_eq!(asked["type"], "confirmation_required", "{asked}");
    let made = say(&server, "yes, create it", Some(&asked)).await;
    assert_eq!(made["created"], true, "{made}");
    let id = made["account_id"].as_str().unwrap();
    assert_eq!(account(&server, id).await["state"]["stage"], "Submitted");
    let again = json!({"query": "yes", "session_id": asked["session_id"]});
    assert_eq!(post(&server, "/query", &again).await.status, 409);
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    assert_eq!(post(&server, "/confirm", &body).await.status, 409);
    let asked = say(&server, "Mark Orchard Lane Cidery as Quoted", None).await;
    let declined = say(&server, "no", Some(&asked)).await;
    assert_eq!(declined["message"], "Nothing was created.", "{declined}");
}

#[tokio::test]
async fn a_name_that_is_only_near_is_confirmed_before_anything_is_written() {
    let (server, [bakery, _]) = bakeries().await;
    let asked = say(&server, "Mark Junipar Streat Bakery as Bound", None).await;
    assert_eq!(asked["type"], "confirmation_required", "{asked}");
    assert_eq!(asked["account_name"], "Junipar Streat Bakery", "{asked}");
    assert_eq!(asked["alternatives"][0]["account_id"], bakery, "{asked}");
    assert_eq!(account(&server, &bakery).await["state"]["stage"], "Quoted");
    let read = say(&server, "What stage is Junipar Streat Bakery in?", None).await;
    assert_eq!(read["type"], "success", "reading goes on: {read}");
    let body = json!({"session_id": asked["session_id"], "confirmed": true, "account_id": bakery});
    let changed = post(&server, "/confirm", &body).await.expect(200);
    assert_eq!(changed["account_id"], bakery, "{changed}");
    assert_eq!(changed["changes"][0]["new_value"], "Bound", "{changed}");
}

#[tokio::test]
async fn a_question_back_is_answered_once_whatever_is_said() {
    let (server, [bakery, florist]) = bakeries().await;
    let confirm = async |asked: &Value, answer: Value| {
        let mut body = json!({"session_id": asked["session_id"], "confirmed": true});
        body.as_object_mut()
            .unwrap()
            .extend(answer.as_object().unwrap().clone());
        post(&server, "/confirm", &body).await
    };
    // A no is the last word.
    let asked = say(&server, "Mark Zephyr Kayak Rentals as Submitted", None).await;
    let twin = say(&server, "Mark Zephyr Kayak Rentals as Submitted", None).await;
    let no = confirm(&asked, json!({"confirmed": false})).await;
    assert_eq!(no.expect(200)["message"], "Nothing was created.");
    assert_eq!(confirm(&asked, json!({})).await.status, 409);
    // Of two who wait to make the same account, one does.
    let late = say(&server, "Mark Zephyr Kayak Rentals as Quoted", None).await;
    assert_eq!(confirm(&twin, json!({})).await.status, 200);
    assert_eq!(confirm(&late, json!({})).await.status, 409);
    // Who chose one account cannot choose another, though the first is asked about again.
    let asked = say(&server, "Set the premium of Juniper to $260,000", None).await;
    assert_eq!(asked["type"], "clarification_needed", "{asked}");
    let first = confirm(&asked, json!({"account_id": bakery})).await;
    let sure = first.expect(200);
    assert_eq!(sure["type"], "clarification_needed", "{sure}");
    let second = confirm(&asked, json!({"account_id": florist})).await;
    assert_eq!(second.status, 409);
    let done = confirm(&sure, json!({})).await.expect(200);
    assert_eq!(done["changes"][0]["new_value"], 260_000, "{done}");
}

#[tokio::test]
async fn an_account_that_cannot_be_read_is_not_made_a_second_time() {
    let (server, [bakery, _]) = bakeries().await;
    let path = format!("accounts/{bakery}/state.md");
    edit(&server, &path, |text| text.replacen("---\n", "--\n", 1)).await;
    let asked = say(&server, "Mark Juniper Street Bakery as Bound", None).await;
    assert_eq!(asked["type"], "error", "{asked}");
    let why = asked["message"].as_str().unwrap();
    assert!(why.contains(&path), "{why}");
}

#[tokio::test]
async fn a_correction_changes_what_was_changed_last() {
    let (server, [bakery, _]) = bakeries().await;
    let set = "Set the follow-up date of Juniper Street Bakery to 2031-06-03";
    let set = say(&server, set, None).await;
    assert_eq!(set["changes"][0]["new_value"], "2031-06-03", "{set}");
    let corrected = say(&server, "no, 2031-06-05", Some(&set)).await;
    assert_eq!(corrected["changes"][0]["field"], "follow_up_date");
    let state = account(&server, &bakery).await["state"].clone();
    assert_eq!(state["follow_up_date"], "2031-06-05", "{state}");
    assert_eq!(state["premium"], 2600, "{state}");
}
