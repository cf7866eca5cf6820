//! A name that is only near an account's changes nothing before somebody said which account is meant.

use jiff::civil::date;

use super::dialogue::Caution;
use super::engine::{Reply, Scene, go_on, respond};
use super::engine_tests::book;
use super::resolve::Conversation;

/// What comes of a sentence: the account that is changed, `ask` with those that are offered, or something else.
fn told(text: &str) -> String {
    let book = book();
    let scene = Scene::new(&book, date(2027, 5, 10));
    match respond(&scene, text, &Conversation::default()).reply {
        Reply::Update { account_id, .. } => account_id,
        Reply::ConfirmCreate { name, alternatives } => {
            format!("ask {name}: {}", alternatives.join(" "))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn a_name_with_two_other_letters_is_asked_about_before_a_change() {
    for (text, expected) in [
        (
            "Mark Vandermoor Orchards as Bound",
            "ask Vandermoor Orchards: 3",
        ),
        ("Vandemer Orchards is bound", "ask Vandemer Orchards: 3"),
        (
            "Mark Brigth Path Acadamy as Bound",
            "ask Brigth Path Acadamy: 1",
        ),
        (
            "Set the premium of Vandermoor Orchards to $900",
            "ask Vandermoor Orchards: 3",
        ),
        (
            "mark vandermoor orchards as bound",
            "ask vandermoor orchards: 3",
        ),
        // The only word is not as it is spelled.
        ("Mark Vandermeet as Bound", "ask Vandermeet: 3"),
        // Another company beside the same beginning.
        (
            "Mark Vandermeer Orchards North as Bound",
            "ask Vandermeer Orchards North: 3",
        ),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn a_slip_of_one_letter_in_a_name_of_several_words_is_no_other_name() {
    for text in [
        "Mark Vandermere Orchards as Bound",
        "Mark Vandermeer as Bound",
        "Mark Ilse Vandermeer's orchard as Bound",
    ] {
        assert_eq!(told(text), "3", "{text}");
    }
    assert_eq!(told("Bright Path Acadamy is bound"), "1");
}

#[test]
fn a_near_name_is_read_of_without_asking() {
    let book = book();
    let scene = Scene::new(&book, date(2027, 5, 10));
    let asked = "What stage is Vandermoor Orchards in?";
    let response = respond(&scene, asked, &Conversation::default());
    let Reply::Answer(answer) = response.reply else {
        panic!("{response:?}");
    };
    assert!(answer.text.contains("Submitted"), "{}", answer.text);
}

#[test]
fn what_was_asked_back_goes_on_with_the_account_that_is_chosen_and_is_not_talked_of_before() {
    let book = book();
    let scene = Scene::new(&book, date(2027, 5, 10));
    let request = "Mark Vandermoor Orchards as Bound";
    let asked = respond(&scene, request, &Conversation::default());
    let conversation = Conversation::default().after(request, &asked);
    assert_eq!(conversation.account, None);
    assert_eq!(conversation.choices, ["3"]);
    let went_on = go_on(&scene, request, "3", Caution::Asks);
    assert!(
        matches!(&went_on.reply, Reply::Update { account_id, plan } if account_id == "3" && plan.changes.len() == 1),
        "{went_on:?}"
    );
    let chosen = respond(&scene, "Vandermeer Orchards", &conversation);
    assert!(matches!(chosen.reply, Reply::Update { .. }), "{chosen:?}");
}
