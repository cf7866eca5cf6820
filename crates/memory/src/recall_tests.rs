use super::*;
use crate::StaticEmbedder;

const SMALL: &str = r#"[{
    "sample_id": "one",
    "conversation": {
        "speaker_a": "Ann", "speaker_b": "Bob",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Where did you go on holiday?"},
            {"speaker": "Bob", "dia_id": "D1:2", "text": "Portugal!", "blip_caption": "a photo of a beach"}
        ],
        "session_2_date_time": "9:00 am on 9 June, 2023",
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "I bought a piano."}]
    },
    "qa": [
        {"question": "Where did Bob go on holiday?", "answer": "Portugal", "evidence": ["D1:2"], "category": 4},
        {"question": "What did Ann buy in June?", "answer": "a piano", "evidence": ["D2:1", "D9:9"], "category": 1},
        {"question": "What did Ann sell?", "evidence": ["D2:1"], "category": 5},
        {"question": "Nothing to show", "evidence": [], "category": 1}
    ]
}]"#;

#[test]
fn evidence_is_counted_for_questions_that_have_some() {
    let report = measure(
        &Dataset::parse(SMALL).unwrap(),
        StaticEmbedder::shared().unwrap(),
    )
    .unwrap();
    assert_eq!(report.questions, 2);
    // One of the two pieces of evidence of the second question does not exist.
    assert_eq!(report.recall_at_5, 0.75);
    assert_eq!(report.recall_at_20, 0.75);
    assert_eq!(report.mrr, 1.0);
}

#[test]
fn a_broken_data_set_is_an_error() {
    for text in ["", "{}", "[{}]", &SMALL.replace("1:56 pm on", "noon of")] {
        assert!(matches!(Dataset::parse(text), Err(Error::Dataset(_))));
    }
}
