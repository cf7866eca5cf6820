//! The API's own description, from which tests are generated: a route that is added later is covered without being named.

use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::{HeaderName, Method};
use serde_json::{Map, Value, json};
use steward_store::Sha;

use super::request::Request;
use super::seeds::{FILE, FILE_CONTENT};
use super::server::TestServer;
use super::tenant::Ids;

/// Operations that anyone may call. There is no other list of them.
pub(crate) const PUBLIC: [&str; 8] = [
    "GET /health",
    "GET /metrics",
    "GET /ready",
    "POST /auth/link",
    "POST /auth/sign-in",
    "POST /webhooks/quo",
    "POST /webhooks/twilio/sms",
    "POST /webhooks/twilio/status",
];

/// `/openapi.json`.
pub(crate) struct Document(pub(crate) Value);

/// One method of one path.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) description: Value,
    /// The schema of the body with its references resolved.
    pub(crate) body: Option<Value>,
    /// Whether there need not be one.
    pub(crate) may_lack_body: bool,
}

impl Document {
    pub(crate) async fn fetch(server: &TestServer) -> Self {
        Self(server.get("/openapi.json").send().await.expect(200))
    }

    pub(crate) fn operations(&self) -> Vec<Operation> {
        let paths = self.0["paths"].as_object().unwrap();
        let operations: Vec<_> = paths
            .iter()
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().unwrap();
                methods
                    .iter()
                    .map(|(method, description)| self.operation(path, method, description))
            })
            .collect();
        assert!(operations.len() > 30, "the document is nearly empty");
        operations
    }

    fn operation(&self, path: &str, method: &str, description: &Value) -> Operation {
        let body = description.pointer("/requestBody/content/application~1json/schema");
        // What may be left out is described as this, or nothing.
        let optional = body.and_then(|schema| schema.pointer("/oneOf/0"));
        Operation {
            may_lack_body: optional.is_some(),
            method: method.to_uppercase().parse().unwrap(),
            path: path.to_owned(),
            description: description.clone(),
            body: optional.or(body).map(|schema| self.resolve(schema)),
        }
    }

    /// Replaces references by what they name.
    fn resolve(&self, schema: &Value) -> Value {
        match schema {
            Value::Object(fields) => match fields.get("$ref").and_then(Value::as_str) {
                Some(name) => self.resolve(self.0.pointer(&name[1..]).unwrap()),
                None => fields
                    .iter()
                    .map(|(name, value)| (name.clone(), self.resolve(value)))
                    .collect::<Map<_, _>>()
                    .into(),
            },
            Value::Array(items) => items.iter().map(|item| self.resolve(item)).collect(),
            other => other.clone(),
        }
    }
}

impl Operation {
    /// `GET /api/org`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Whether fields that it does not know are let pass.
    pub(crate) fn is_lenient(&self) -> bool {
        let body = self.body.as_ref();
        body.is_some_and(|body| body["additionalProperties"] != false)
    }

    /// Whether it speaks as OpenAI does, errors included.
    pub(crate) fn is_openai(&self) -> bool {
        self.description["tags"][0] == "openai"
    }

    /// The status of a request that is understood and not acceptable.
    pub(crate) fn refusal(&self) -> u16 {
        if self.is_openai() { 400 } else { 422 }
    }

    pub(crate) fn is_public(&self) -> bool {
        PUBLIC.contains(&self.name().as_str())
    }

    pub(crate) fn is_safe(&self) -> bool {
        self.method.is_safe()
    }

    /// The names between braces.
    pub(crate) fn parameters(&self) -> Vec<&str> {
        let parts = self.path.split('/');
        parts
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .collect()
    }

    /// Those of them that are ids; a label is a name, which means something else to every caller, as does that of a flag.
    pub(crate) fn ids(&self) -> Vec<&str> {
        let mut ids = self.parameters();
        ids.retain(|name| !matches!(*name, "label" | "name"));
        ids
    }

    /// The path with a value for each parameter.
    pub(crate) fn path_with(&self, mut value: impl FnMut(usize, &str) -> String) -> String {
        let mut path = self.path.clone();
        for (at, name) in self.parameters().into_iter().enumerate() {
            path = path.replace(&format!("{{{name}}}"), &value(at, name));
        }
        match (self.needs("path"), self.needs("number")) {
            (true, _) => format!("{path}?path={FILE}"),
            (_, true) => format!("{path}?number=%2B14156660000"),
            (false, false) => path,
        }
    }

    /// Whether a query without this is refused.
    fn needs(&self, name: &str) -> bool {
        let parameters = self.description["parameters"].as_array();
        let mut parameters = parameters.into_iter().flatten();
        parameters.any(|parameter| parameter["name"] == name && parameter["required"] == true)
    }

    /// What a change of a file must have read; nothing for other operations.
    fn condition(&self) -> Option<(HeaderName, String)> {
        match self.path.strip_prefix("/api/workspace/") {
            Some("write") => Some((IF_NONE_MATCH, "*".into())),
            Some("delete" | "restore") => {
                let sha = Sha::of(FILE_CONTENT.as_bytes());
                Some((IF_MATCH, format!("\"{sha}\"")))
            }
            _ => None,
        }
    }

    /// The path of what these ids name.
    pub(crate) fn path_of(&self, ids: &Ids) -> String {
        if self.path == "/file" {
            return format!("/file?path=accounts/{}/state.md", ids.account);
        }
        self.path_with(|_, name| match ids.for_parameter(&self.path, name) {
            Some(id) => id.to_owned(),
            None => panic!(
                "nobody knows an id for `{name}` of {}: add one to `Ids`",
                self.name()
            ),
        })
    }

    /// A request that is right in everything but perhaps its path and its caller.
    pub(crate) fn request<'s>(
        &self,
        server: &'s TestServer,
        path: &str,
        number: usize,
    ) -> Request<'s> {
        let mut request = server.request(self.method.clone(), path);
        if let Some((name, value)) = self.condition() {
            request = request.header(name, &value);
        }
        match self.good_body(&server.ours.ids, number) {
            Some(body) => request.json(&body),
            None => request,
        }
    }

    /// The properties of the body, and whether each is required.
    pub(crate) fn fields(&self) -> Vec<(String, Value, bool)> {
        let Some(body) = &self.body else {
            return Vec::new();
        };
        let required = body["required"].as_array().cloned().unwrap_or_default();
        let properties = body["properties"].as_object().unwrap();
        properties
            .iter()
            .map(|(name, schema)| {
                let needed = required.contains(&Value::from(name.as_str()));
                (name.clone(), schema.clone(), needed)
            })
            .collect()
    }

    /// A body the operation accepts; `number` makes addresses differ.
    pub(crate) fn good_body(&self, ids: &Ids, number: usize) -> Option<Value> {
        self.body.as_ref()?;
        if self.is_openai() {
            return Some(self.openai_body());
        }
        let fields = self.fields().into_iter().map(|(name, schema, _)| {
            let value = match name.as_str() {
                "path" if self.path.ends_with("/restore") => json!(FILE),
                "session_id" if self.path == "/confirm" => json!(ids.account_session),
                "session_id" | "account_id" => Value::Null,
                // None is set up for members to choose.
                "model" if self.path == "/v1/agent/config" => Value::Null,
                // The seeded member has no number.
                "text_escalations" => json!(false),
                "agent_id" => json!(ids.agent),
                // Admins alone choose another than the line's.
                "answering_agent_id" => Value::Null,
                "thread_id" => json!(ids.thread),
                "contact_id" => json!(ids.contact),
                // A block that is written may not be there yet, and one that is restored has one version.
                "version" if !self.path.ends_with("/undo") => Value::Null,
                // Others have written it before.
                "seen" => Value::Null,
                // Of the tool that the seeded approval is about.
                "arguments" => json!({"contact_id": ids.contact, "text": "Sample"}),
                "option" => json!(0),
                "up_to" => json!(ids.effect),
                "client_id" => json!(format!("sample-{number}")),
                "id" => json!(format!("sample-{number}")),
                "messages" => {
                    json!([{"id": "m", "role": "user", "parts": [{"type": "text", "text": "Hi"}]}])
                }
                "message" => Value::Null,
                _ => sample(&name, &schema, number),
            };
            (name, value)
        });
        Some(fields.collect::<Map<_, _>>().into())
    }
}

impl Operation {
    /// What a client of OpenAI would send.
    fn openai_body(&self) -> Value {
        let message = json!({"role": "user", "content": "Hi"});
        match self.path.rsplit('/').next().unwrap() {
            "embeddings" => {
                json!({"model": steward_memory::Meaning::built_in().unwrap().name(), "input": "Hi"})
            }
            "responses" => json!({"model": "steward:assistant", "input": "Hi"}),
            "completions" => json!({"model": "steward:assistant", "messages": [message]}),
            "items" => json!({"items": [message]}),
            "batch-delete" => json!({"ids": ["conv_1"]}),
            "instructions" | "{instruction_id}" => json!({"name": "Brief", "prompt": "Be brief."}),
            _ => json!({"metadata": {"a": "b"}}),
        }
    }
}

/// The type of what may also be null.
fn type_name(schema: &Value) -> Option<&str> {
    match &schema["type"] {
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|n| *n != "null"),
        name => name.as_str(),
    }
}

/// A value of a property, by its name where the schema cannot say enough.
fn sample(name: &str, schema: &Value, number: usize) -> Value {
    if let Some(words) = schema["enum"].as_array() {
        // The last role is the one that anybody who may make members may make.
        return words[if name == "role" { words.len() - 1 } else { 0 }].clone();
    }
    match name {
        "path" => json!(format!("areas/sample-{number}.md")),
        "email" | "value" => json!(format!("sample-{number}@example.org")),
        "phone" | "address" | "number" => json!(format!("+1415666{number:04}")),
        "expires_at" => json!("2030-01-01T00:00:00Z"),
        "current_password" | "new_password" => json!("a long enough password"),
        "model" => json!("ollama:sample"),
        "cron" => json!("0 9 * * 1-5"),
        "zone" => json!("Europe/Berlin"),
        "scope" => json!("org"),
        "char_limit" => json!(1000),
        "max_context_tokens" => json!(8000),
        "compaction_threshold" => json!(0.8),
        "scopes" if schema["items"]["enum"].is_null() => json!(["org"]),
        "after" | "before" => json!("2026-01-01T00:00:00Z"),
        // A schedule has the one or the other.
        "at" => Value::Null,
        _ => match type_name(schema) {
            Some("object") => json!({}),
            Some("array") => json!([sample("item", &schema["items"], number)]),
            Some("boolean") => json!(true),
            Some("integer" | "number") => json!(1),
            _ => match schema["oneOf"].as_array() {
                Some(choices) => {
                    let mut choices = choices.iter();
                    let choice = choices.find(|choice| choice["type"] != "null");
                    sample(name, choice.unwrap(), number)
                }
                None => json!(format!("Sample {number}")),
            },
        },
    }
}
