use serde_json::json;
use steward_agent::Action;
use steward_model::Integrity;
use steward_testkit::TestDatabase;

use super::*;
use crate::fixture::{call, refusal, turn};
use crate::{Tool, ToolOutput};

/// The turn of a member, at another call.
fn at(context: &ToolContext, call: &str) -> ToolContext {
    ToolContext {
        idem_key: format!("{call}-and-the-rest-of-its-key"),
        label: Integrity::User,
        ..context.clone()
    }
}

fn said(output: &ToolOutput) -> String {
    output.content.clone().unwrap().join("\n")
}

async fn bakery(context: &ToolContext) -> String {
    let arguments = json!({
        "name": "Maple Street Bakery LLC",
        "request": "Maple Street Bakery is quoted at $2,400 with Pacific Mutual."
    });
    let made = call(CreateAccount, &at(context, "made"), arguments.clone()).await;
    assert!(
        said(&made).starts_with("Created the account Maple Street Bakery LLC ("),
        "{made:?}"
    );
    let again = call(CreateAccount, &at(context, "made"), arguments).await;
    assert!(said(&again).ends_with("is there."), "{again:?}");
    let (_, rest) = said(&made)
        .split_once("LLC (")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    rest.split(')').next().unwrap().to_owned()
}

#[tokio::test]
async fn an_account_is_made_once_asked_about_and_changed_with_proof() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let id = bakery(&context).await;
    let question = json!({"question": "What premium does Maple Street Bakery pay?"});
    let answer = call(AskAccounts, &context, question).await;
    assert!(said(&answer).contains("2,400"), "{answer:?}");
    assert!(
        said(&answer).contains(&format!("`accounts/{id}/state.md` line ")),
        "{answer:?}"
    );
    assert_eq!(answer.integrity, Integrity::User);
    let change = json!({"request": "Their premium is now $2,600.", "before": ["Who is Maple Street Bakery?"]});
    let changed = call(UpdateAccount, &at(&context, "changed"), change.clone()).await;
    assert!(
        said(&changed).contains("premium: 2400 → 2600"),
        "{changed:?}"
    );
    let again = refusal(call(UpdateAccount, &at(&context, "changed"), change).await);
    assert!(again.contains("done before"), "{again}");
    let folder = context
        .memory
        .accounts()
        .account(context.org_id, &id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(folder.problem(), None, "the history adds up");
    let history = folder.history().unwrap();
    let evidence = &history.entries.last().unwrap().evidence;
    assert!(
        evidence.contains("Their premium is now $2,600."),
        "{evidence}"
    );
}

#[tokio::test]
async fn what_asks_for_a_change_is_told_and_not_done() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    bakery(&context).await;
    let asked = async |question: &str| {
        let output = call(AskAccounts, &context, json!({"question": question})).await;
        said(&output)
    };
    let change = asked("Set the premium of Maple Street Bakery to $3,000.").await;
    assert_eq!(AccountsFinding::read(&change), AccountsFinding::Change);
    let pay = asked("What premium does Maple Street Bakery pay?").await;
    assert!(pay.contains("2,400"), "{pay}");
    let nobody = asked("Move Zephyr Kayak Rentals to quoted.").await;
    assert_eq!(
        AccountsFinding::read(&nobody),
        AccountsFinding::Nobody("Zephyr Kayak Rentals")
    );
    let hello = asked("Good morning").await;
    assert_eq!(AccountsFinding::read(&hello), AccountsFinding::Unrelated);
}

#[tokio::test]
async fn accounts_are_found_by_name_and_by_what_they_are() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let id = bakery(&context).await;
    let found = call(
        LookupAccount,
        &context,
        json!({"name": "Mapel Street Bakery"}),
    )
    .await;
    assert!(
        said(&found).starts_with(&format!("{id}: Maple Street Bakery LLC")),
        "{found:?}"
    );
    let unknown = call(
        LookupAccount,
        &context,
        json!({"name": "Zephyr Kayak Rentals"}),
    )
    .await;
    assert!(
        said(&unknown).starts_with("There is no account for Zephyr Kayak Rentals."),
        "{unknown:?}"
    );
    let quoted = call(
        SearchDescriptions,
        &context,
        json!({"query": "quoted bakery"}),
    )
    .await;
    assert!(said(&quoted).starts_with(&id), "{quoted:?}");
    let none = call(SearchDescriptions, &context, json!({"query": "kayak"})).await;
    assert_eq!(said(&none), "No account has any of these words.");
    let files = call(ListFiles, &context, json!({"account_id": id})).await;
    assert_eq!(
        said(&files),
        format!("accounts/{id}/state.md\naccounts/{id}/history.md")
    );
    let gone = refusal(call(ListFiles, &context, json!({"account_id": "1"})).await);
    assert!(gone.contains("lookup_account"), "{gone}");
}

#[tokio::test]
async fn a_named_account_is_changed_and_another_one_is_not() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let id = bakery(&context).await;
    let change = json!({"request": "The premium is now $3,100.", "account": id});
    let changed = call(UpdateAccount, &at(&context, "one"), change).await;
    assert!(
        said(&changed).contains("premium: 2400 → 3100"),
        "{changed:?}"
    );
    let nobody = json!({"request": "The premium is now $3,100.", "account": "Zephyr Kayaks"});
    let refused = refusal(call(UpdateAccount, &at(&context, "two"), nobody).await);
    assert!(refused.starts_with("Nothing was changed"), "{refused}");
    let question = json!({"request": "What premium does Maple Street Bakery pay?"});
    let refused = refusal(call(UpdateAccount, &at(&context, "three"), question).await);
    assert!(refused.contains("reads as a question"), "{refused}");
}

#[tokio::test]
async fn a_name_that_is_only_near_changes_nothing_and_is_asked_back() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let id = bakery(&context).await;
    let request = "Set the premium of Mapel Streat Bakery to $3,000.";
    let asked = said(&call(AskAccounts, &context, json!({"question": request})).await);
    assert!(
        matches!(AccountsFinding::read(&asked), AccountsFinding::Said(_)),
        "no account is made of a slip: {asked}"
    );
    let changes = [
        json!({"request": request}),
        json!({"request": "The premium is now $3,000.", "account": "Mapel Streat Bakery"}),
    ];
    for (change, key) in changes.into_iter().zip(["sentence", "name"]) {
        let refused = refusal(call(UpdateAccount, &at(&context, key), change).await);
        assert!(
            refused.contains("nothing was changed") && refused.contains(&id),
            "{refused}"
        );
    }
    let chosen = json!({"request": "Maple Street Bakery", "before": [request]});
    let changed = call(UpdateAccount, &at(&context, "chosen"), chosen).await;
    assert!(
        said(&changed).contains("premium: 2400 → 3000"),
        "{changed:?}"
    );
}

#[tokio::test]
async fn only_changes_pass_the_gate_and_only_for_a_members_words() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let reads: [(&dyn Tool, _); 4] = [
        (&AskAccounts, json!({"question": "x"})),
        (&LookupAccount, json!({"name": "x"})),
        (&SearchDescriptions, json!({"query": "x"})),
        (&ListFiles, json!({"account_id": "x"})),
    ];
    for (tool, arguments) in reads {
        assert_eq!(tool.action(&context, &arguments), Ok(None));
        assert!(tool.needs().is_empty());
        assert_eq!(tool.entry().least_origin, Integrity::User);
    }
    let changes: [(&dyn Tool, _); 2] = [
        (&UpdateAccount, json!({"request": "x"})),
        (&CreateAccount, json!({"name": "x"})),
    ];
    for (tool, arguments) in changes {
        assert_eq!(
            tool.action(&context, &arguments),
            Ok(Some(Action::ChangeAccount))
        );
        assert_eq!(tool.needs(), [Capability::ChangeAccounts]);
        assert_eq!(tool.entry().least_origin, Integrity::User);
    }
    let nameless = CreateAccount.action(&context, &json!({"name": " "}));
    assert!(nameless.is_err());
}

#[tokio::test]
async fn what_was_asked_back_about_goes_on_in_a_conversation() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    bakery(&context).await;
    let request = "Set the premium of Maple Street Bakery to $50,000.";
    let asked = call(AskAccounts, &context, json!({"question": request})).await;
    assert!(
        said(&asked).contains("should it really become"),
        "{asked:?}"
    );
    let yes = json!({"question": "yes", "before": [request]});
    let change = said(&call(AskAccounts, &context, yes).await);
    assert_eq!(AccountsFinding::read(&change), AccountsFinding::Change);
    let yes = json!({"request": "yes", "before": [request]});
    let changed = call(UpdateAccount, &at(&context, "yes"), yes).await;
    assert!(
        said(&changed).contains("premium: 2400 → 50000"),
        "{changed:?}"
    );
    let again = json!({"question": "yes", "before": [request, "yes"]});
    let again = said(&call(AskAccounts, &context, again).await);
    assert_ne!(AccountsFinding::read(&again), AccountsFinding::Change);
}
