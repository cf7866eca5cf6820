//! What a program wants of a model, however it asked.

use serde_json::{Value, json};
use steward_model::{CachePoint, ChatRequest, SystemText};

use super::format::Form;
use super::items;
use super::tools::Tools;
use super::truncation::{Truncation, fit};
use super::wrong;
use crate::app::Asking;
use crate::error::ApiError;

/// What a program wants of a model.
#[derive(Debug, Default)]
pub(super) struct Wish {
    pub(super) instructions: Option<String>,
    /// The whole conversation, oldest first.
    pub(super) items: Vec<Value>,
    pub(super) tools: Tools,
    pub(super) max_tokens: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) truncation: Truncation,
    /// Where the answer ends.
    pub(super) stop: Vec<String>,
    /// How the answer is to be written, if not in plain words.
    pub(super) form: Option<Form>,
}

impl Wish {
    /// The same as a model is asked.
    pub(super) fn request(&self, model: &str, asking: &Asking) -> Result<ChatRequest, ApiError> {
        let read = items::readable(&self.items)?;
        if read.messages.is_empty() {
            return Err(wrong("input", "There must be a message to answer."));
        }
        let mut system = Vec::new();
        // An empty text means none; some providers refuse it.
        let says = |text: &&String| !text.trim().is_empty();
        let instructions = self.instructions.as_ref().filter(says);
        system.extend(instructions.cloned().map(plain));
        system.extend(read.system_texts());
        system.extend(self.demands().into_iter().map(plain));
        let mut request = ChatRequest {
            model: model.to_owned(),
            system,
            messages: read.messages,
            tools: self.tools.specs.clone(),
            server_tools: Vec::new(),
            temperature_milli: self.temperature_milli(asking)?,
            max_tokens: self
                .max_tokens
                .unwrap_or(asking.max_tokens)
                .min(asking.max_tokens),
            stop: self.stop.clone(),
        };
        fit(&mut request, asking.context_tokens.into(), self.truncation)?;
        Ok(request)
    }

    /// How freely it is to be answered.
    pub(super) fn temperature_milli(&self, asking: &Asking) -> Result<u32, ApiError> {
        match self.temperature {
            None => Ok(asking.temperature_milli),
            Some(asked) if (0.0..=2.0).contains(&asked) => Ok((asked * 1000.0).round() as u32),
            Some(_) => Err(wrong("temperature", "This must be from 0 to 2.")),
        }
    }

    /// What providers have words of their own for, said in plain ones that all of them understand.
    fn demands(&self) -> Vec<String> {
        let mut demands = Vec::new();
        if self.tools.required {
            demands.push("Call one of the tools; do not answer in words alone.".to_owned());
        }
        match &self.form {
            None => {}
            Some(Form::Object) => {
                demands.push("Answer with one JSON object and nothing else.".to_owned())
            }
            Some(Form::Matching(schema)) => demands.push(format!(
                "Answer with JSON and nothing else. It must match this JSON Schema: {}",
                json!(schema)
            )),
        }
        demands
    }
}

fn plain(text: String) -> SystemText {
    SystemText {
        text,
        cache: CachePoint::None,
    }
}
