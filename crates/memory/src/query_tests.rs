use super::*;

fn ask(text: &str, known: &[&str]) -> Question {
    let mut names = NameWords::default();
    known.iter().for_each(|name| names.insert(name));
    Question::read(Query::new(text, Zoned::default()), &names)
}

#[test]
fn a_person_is_taken_out_of_what_is_embedded() {
    let question = ask("What is Caroline's dog called?", &["Caroline", "Melanie"]);
    assert_eq!(question.dense_text().trim(), "What is dog called?");
    assert_eq!(question.speakers, ["Caroline"]);
    let names: Vec<bool> = question.terms.iter().map(|t| t.names_someone).collect();
    assert_eq!(names, [true, false, false]);
}

#[test]
fn two_people_are_nobody_in_particular() {
    let question = ask("Do Caroline and Melanie sing?", &["Caroline", "Melanie"]);
    assert!(question.speakers.is_empty());
    assert_eq!(question.dense_text().trim(), "Do and sing?");
}

#[test]
fn a_first_name_is_whoever_bears_it_and_a_full_name_is_one() {
    let known = ["Jane Miller", "Jane Smith"];
    assert_eq!(ask("is jane here?", &known).speakers, known);
    assert_eq!(ask("is Jane Smith here?", &known).speakers, ["Jane Smith"]);
}

#[test]
fn a_name_that_is_a_word_needs_its_capital() {
    let known = ["Will", "May"];
    assert!(
        ask("what will happen? it may rain", &known)
            .speakers
            .is_empty()
    );
    assert_eq!(ask("what did Will say", &known).speakers, ["Will"]);
}

#[test]
fn names_of_the_query_count_too() {
    let mut query = Query::new("Zoe's plans", Zoned::default());
    query.names = vec!["Zoe".into()];
    let question = Question::read(query, &NameWords::default());
    assert_eq!(question.dense_text().trim(), "plans");
}

#[test]
fn a_question_of_only_a_name_is_embedded_as_it_is() {
    assert_eq!(ask("Caroline?", &["Caroline"]).dense_text(), "Caroline?");
}

#[test]
fn questions_for_a_time_are_known() {
    for text in [
        "When did it end?",
        "How long was it?",
        "In which month, then?",
        "What year?",
    ] {
        assert!(asks_when(text), "{text}");
    }
    for text in ["Whenever", "What happened?", "how are you", ""] {
        assert!(!asks_when(text), "{text}");
    }
}

#[test]
fn a_pasted_document_is_cut() {
    let question = ask(&"word another ".repeat(1_000_000), &[]);
    assert_eq!(question.terms.len(), 2);
    assert!(question.dense_text().len() <= LONGEST_QUESTION + 1);
}
