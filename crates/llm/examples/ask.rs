//! Asks a model one question and prints what became of it as JSON:
//! `cargo run --package steward-llm --example ask -- 'http://127.0.0.1:8000/v1#model' 'Hello?' 50`
//!
//! Only for models that need no key: a key does not belong on a command line.

use std::error::Error;
use std::io::Write;

use serde_json::json;
use steward_llm::{Models, Pipeline, PipelineSettings, ProviderSettings, Providers, Unlimited};
use steward_model::{CachePoint, ChatMessage, ChatRequest, SystemText};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, question, max_tokens] = arguments.as_slice() else {
        return Err("give the model, the question and the most tokens of the answer".into());
    };
    let request = ChatRequest {
        model: model.clone(),
        system: vec![SystemText {
            text: "You are brief.".to_owned(),
            cache: CachePoint::After,
        }],
        messages: vec![ChatMessage::User {
            text: question.clone(),
        }],
        tools: Vec::new(),
        server_tools: Vec::new(),
        temperature_milli: 0,
        max_tokens: max_tokens.parse()?,
        stop: Vec::new(),
    };
    let providers = Providers::new(ProviderSettings::default())?;
    let pipeline = Pipeline::new(Models::of(providers), PipelineSettings::default());
    let mut deltas = Vec::new();
    let call = pipeline
        .call(&request, &Unlimited, &mut |delta| deltas.push(delta))
        .await;
    let report = json!({
        "answer": call.result.as_ref().ok(),
        "failure": call.result.as_ref().err(),
        "attempts": call.attempts.len(),
        "deltas": deltas,
    });
    writeln!(std::io::stdout(), "{report}")?;
    Ok(())
}
