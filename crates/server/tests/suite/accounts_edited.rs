//! Accounts whose files somebody edited so that they do not say what they should: nothing is hidden and nothing is written over.

use serde_json::json;

use super::accounts::{ask, create, edit, replace};
use super::openai::{get, post};
use crate::support::sqlite;

#[tokio::test]
async fn what_is_wrong_with_an_account_names_the_file_and_the_line_and_is_not_counted_silently() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let id = made["account_id"].as_str().unwrap();
    let (state, history) = (&made["state_file_path"], &made["history_file_path"]);
    let (state, history) = (state.as_str().unwrap(), history.as_str().unwrap());
    edit(&server, state, |text| {
        text.replacen("stage: Quoted", "stage: Bound", 1)
    })
    .await;
    let account = get(&server, &format!("/api/accounts/{id}")).await;
    let broken = account.expect(200)["verified"]["break"].clone();
    // The line of the stage, after the id and the name.
    assert_eq!(
        (&broken["path"], &broken["line"]),
        (&json!(state), &json!(4)),
        "{broken}"
    );
    edit(&server, state, |text| text.replacen("---", "--", 1)).await;
    let counted = ask(&server, "How many accounts do we have?").await;
    let answer = counted["answer"].as_str().unwrap_or_default();
    let left_out = "One account is left out: the file of Juniper Street Bakery cannot be read.";
    assert!(answer.contains(left_out), "{counted}");
    edit(&server, state, |text| text.replacen("--", "---", 1)).await;
    edit(&server, state, |text| {
        text.replacen("stage: Bound", "stage: Quoted", 1)
    })
    .await;
    replace(&server, history, |_| None).await;
    let body = json!({"query": "Mark Juniper Street Bakery as Lost"});
    let refused = post(&server, "/query", &body).await;
    assert_eq!(refused.status, 409, "{refused}");
    assert!(refused.text().contains("history.md"), "{refused}");
}

#[tokio::test]
async fn a_question_about_an_account_says_what_is_wrong_with_its_files() {
    let server = sqlite().await;
    let made = "Mark Juniper Street Bakery as Quoted";
    let made = create(&server, "Juniper Street Bakery", made).await;
    let state = made["state_file_path"].as_str().unwrap();
    let told = async |question: &str| {
        let answer = ask(&server, question).await;
        answer["answer"].as_str().unwrap_or_default().to_owned()
    };
    let question = "What stage is Juniper Street Bakery in?";
    edit(&server, state, |text| text.replacen("Quoted", "Bound", 1)).await;
    let answer = told(question).await;
    let wrong = format!("Something is wrong with the files of this account: {state}, line 4: ");
    assert!(
        answer.contains("Stage: Bound") && answer.contains(&wrong),
        "{answer}"
    );
    edit(&server, state, |text| text.replacen("---", "--", 1)).await;
    let there = format!("There is an account of this name that cannot be read: {state}, line 1: ");
    assert!(told(question).await.starts_with(&there));
    // An account that is only near is no source of that.
    let cited = ask(&server, question).await["citations"].clone();
    assert!(cited.as_array().is_none_or(Vec::is_empty), "{cited}");
    // What is deleted is there as long as its history is.
    replace(&server, state, |_| None).await;
    assert!(told(question).await.starts_with(&there));
    let left_out = "One account is left out: the file of Juniper Street Bakery cannot be read.";
    assert!(
        told("How many accounts do we have?")
            .await
            .contains(left_out)
    );
    let history = made["history_file_path"].as_str().unwrap();
    replace(&server, history, |_| None).await;
    assert!(
        !told("How many accounts do we have?")
            .await
            .contains("left out")
    );
    assert!(
        told(question)
            .await
            .starts_with("Not known: there is no account")
    );
}
