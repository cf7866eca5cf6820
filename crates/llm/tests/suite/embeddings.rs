use serde_json::{Value, json};
use steward_llm::ProviderError;
use steward_model::ModelFailure;

use super::provider::{Answer, FakeProvider, KEY};

fn answer(vectors: &[(usize, &[f32])]) -> Answer {
    let data = vectors.iter();
    let data: Vec<Value> = data
        .map(|(index, vector)| json!({"object": "embedding", "index": index, "embedding": vector}))
        .collect();
    Answer::json(200, "", &json!({"object": "list", "data": data}))
}

async fn embed(answer: Answer, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelFailure> {
    let provider = FakeProvider::start([answer]).await;
    let model = provider
        .providers()
        .embeddings("openai:text-embedding-3-small");
    model.unwrap().embed(texts).await
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts() {
    let answer = answer(&[(1, &[0.5, 1.0]), (0, &[0.25, -1.0])]);
    let provider = FakeProvider::start([answer]).await;
    let model = provider
        .providers()
        .embeddings("openai:text-embedding-3-small");
    let vectors = model.unwrap().embed(&["one", "two"]).await.unwrap();
    assert_eq!(vectors, [[0.25, -1.0], [0.5, 1.0]]);
    let asked = &provider.asked()[0];
    assert!(asked.head.starts_with("post /v1/embeddings http/1.1\r\n"));
    let expected = json!({"model": "text-embedding-3-small", "input": ["one", "two"], "encoding_format": "float"});
    assert_eq!(asked.body, expected);
}

#[tokio::test]
async fn many_texts_are_asked_for_in_several_requests() {
    let sixteen: Vec<(usize, &[f32])> = (0..16).map(|index| (index, &[1.0_f32][..])).collect();
    let provider = FakeProvider::start([answer(&sixteen), answer(&[(0, &[2.0])])]).await;
    let model = provider
        .providers()
        .embeddings("openai:text-embedding-3-small")
        .unwrap();
    let vectors = model.embed(&["text"; 17]).await.unwrap();
    assert_eq!((vectors.len(), &vectors[16]), (17, &vec![2.0]));
    assert_eq!(provider.asked().len(), 2);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_no_answer() {
    let wrong = [
        answer(&[(0, &[1.0])]),
        answer(&[(0, &[1.0]), (2, &[1.0])]),
        answer(&[(0, &[1.0]), (1, &[])]),
        answer(&[(0, &[1.0]), (1, &[1.0, 2.0])]),
        answer(&[(0, &[1.0]), (1, &[0.0])]),
        Answer::json(
            200,
            "",
            &json!({"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1e39]}]}),
        ),
        Answer::json(
            200,
            "",
            &json!({"data": [{"index": 0, "embedding": ["x"]}]}),
        ),
        Answer::json(200, "", &json!("nothing")),
    ];
    for answer in wrong {
        let vectors = embed(answer, &["one", "two"]).await;
        assert!(
            matches!(vectors, Err(ModelFailure::Interrupted { .. })),
            "{vectors:?}"
        );
    }
}

#[tokio::test]
async fn a_refusal_is_told_without_the_key() {
    let refusal = json!({"error": {"message": format!("Incorrect key {KEY}"), "type": "invalid_request_error"}});
    let failure = embed(Answer::json(400, "", &refusal), &["one"])
        .await
        .unwrap_err();
    let ModelFailure::Refused { reason } = failure else {
        panic!("{failure:?}");
    };
    assert!(
        reason.contains("Incorrect key") && !reason.contains(KEY),
        "{reason}"
    );
}

#[tokio::test]
async fn a_provider_without_embeddings_is_not_asked() {
    let provider = FakeProvider::start([]).await;
    let refused = provider
        .providers()
        .embeddings("anthropic:claude-sonnet-4-5");
    assert!(matches!(refused, Err(ProviderError::NoEmbeddings { .. })));
}
