//! The contract of a tool.

use futures_util::future::BoxFuture;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use steward_agent::{Action, Capability, Consent, ToolEntry, ToolRole};
use steward_model::{Integrity, ToolSpec};
use steward_store::Changes;

use crate::ToolContext;

/// Something an agent can call.
///
/// Its role: the one shape of everything a model can set in motion. Implemented by [`Typed`] for every tool of this crate. What
/// a tool wants changed it returns; the runtime writes it in the transaction that records the call, so that a call never
/// half happens.
pub trait Tool: Send + Sync {
    /// What the model sees and when it is offered.
    fn entry(&self) -> ToolEntry;

    /// What it needs its agent to be allowed.
    fn needs(&self) -> &[Capability];

    /// How far a call reaches.
    fn reach(&self) -> Reach;

    /// Whether the arguments make a call at all, whoever makes it.
    ///
    /// # Errors
    /// What is wrong with them.
    fn check(&self, _arguments: &Value) -> Result<(), String> {
        Ok(())
    }

    /// What the gate judges a call by; nothing for a call that only reads what the agent may read anyway.
    ///
    /// # Errors
    /// Why the arguments make no call, for the model.
    fn action(&self, context: &ToolContext, arguments: &Value) -> Result<Option<Action>, String>;

    /// The arguments as a person is asked about them: with whatever the call would otherwise choose only when it is made, so that
    /// what they agree to is all of it.
    ///
    /// # Errors
    /// Why nobody can be asked, for the model.
    fn asked<'a>(
        &'a self,
        _context: &'a ToolContext,
        arguments: Value,
    ) -> BoxFuture<'a, Result<Value, String>> {
        Box::pin(std::future::ready(Ok(arguments)))
    }

    /// Carries out a call that the gate let through.
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Value) -> BoxFuture<'a, ToolOutput>;
}

/// How far a call reaches, which decides what a crash in the middle of it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// It returns changes and touches nothing itself: made again, nothing is done twice.
    Local,
    /// It changes nothing anywhere: it can be made again.
    Reading,
    /// It changes something of ours by itself: made again, it changes nothing twice.
    Repeatable,
    /// It may change something outside: it is never made again by itself.
    Once,
}

/// What came of a call.
#[derive(Debug, Clone)]
pub struct ToolOutput {
    /// What the model reads: the items of a list, or one text. Or why it failed, in words it can act on.
    pub content: Result<Vec<String>, String>,
    /// How far that can be trusted.
    pub integrity: Integrity,
    /// What it wants changed.
    pub changes: Changes,
}

impl ToolOutput {
    /// It worked, and this is ours to say.
    pub fn done(text: impl Into<String>) -> Self {
        Self {
            content: Ok(vec![text.into()]),
            integrity: Integrity::System,
            changes: Changes::default(),
        }
    }

    /// It did not work; the model learns why.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self {
            content: Err(reason.into()),
            integrity: Integrity::System,
            changes: Changes::default(),
        }
    }

    /// With these changes.
    #[must_use]
    pub fn changing(mut self, changes: Changes) -> Self {
        self.changes = changes;
        self
    }

    /// With content of this trust.
    #[must_use]
    pub fn trusted(mut self, integrity: Integrity) -> Self {
        self.integrity = integrity;
        self
    }
}

/// A tool with a typed input, whose documentation is what the model reads about the arguments.
pub trait Typed: Send + Sync {
    /// The arguments.
    type Input: DeserializeOwned + JsonSchema + Send;
    /// What the model calls it.
    const NAME: &'static str;
    /// What the model reads about it.
    const DESCRIPTION: &'static str;
    /// The group it belongs to.
    const TOOLSET: &'static str;
    /// What kind of tool it is.
    const ROLE: ToolRole;
    /// How far a call reaches.
    const REACH: Reach;
    /// What it needs its agent to be allowed.
    const NEEDS: &'static [Capability] = &[];
    /// Whether a person must agree to every call.
    const CONSENT: Consent = Consent::ByGate;
    /// The least trust that the text which started the turn must deserve.
    const LEAST_ORIGIN: Integrity = Integrity::Untrusted;

    /// What the gate judges a call by.
    ///
    /// # Errors
    /// Why the arguments make no call.
    fn action(&self, context: &ToolContext, input: &Self::Input) -> Result<Option<Action>, String>;

    /// The arguments as a person is asked about them.
    ///
    /// # Errors
    /// Why nobody can be asked.
    fn asked(
        &self,
        _context: &ToolContext,
        arguments: Value,
    ) -> impl Future<Output = Result<Value, String>> + Send {
        std::future::ready(Ok(arguments))
    }

    /// Carries it out.
    fn call(
        &self,
        context: &ToolContext,
        input: Self::Input,
    ) -> impl Future<Output = ToolOutput> + Send;
}

impl<T: Typed> Tool for T {
    fn entry(&self) -> ToolEntry {
        ToolEntry {
            spec: ToolSpec {
                name: T::NAME.to_owned(),
                description: T::DESCRIPTION.to_owned(),
                input_schema: schema::<T::Input>(),
            }
            .into(),
            toolset: T::TOOLSET.to_owned(),
            role: T::ROLE,
            consent: T::CONSENT,
            right: None,
            least_origin: T::LEAST_ORIGIN,
        }
    }

    fn needs(&self) -> &[Capability] {
        T::NEEDS
    }

    fn reach(&self) -> Reach {
        T::REACH
    }

    fn check(&self, arguments: &Value) -> Result<(), String> {
        parse::<T::Input>(arguments.clone()).map(|_| ())
    }

    fn action(&self, context: &ToolContext, arguments: &Value) -> Result<Option<Action>, String> {
        Typed::action(self, context, &parse(arguments.clone())?)
    }

    fn asked<'a>(
        &'a self,
        context: &'a ToolContext,
        arguments: Value,
    ) -> BoxFuture<'a, Result<Value, String>> {
        Box::pin(Typed::asked(self, context, arguments))
    }

    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(async move {
            match parse(arguments) {
                Ok(input) => Typed::call(self, context, input).await,
                Err(reason) => ToolOutput::failed(reason),
            }
        })
    }
}

pub(crate) fn parse<I: DeserializeOwned>(arguments: Value) -> Result<I, String> {
    serde_json::from_value(arguments).map_err(|error| format!("The arguments do not fit: {error}."))
}

/// The schema of the input without what only a validator would read.
fn schema<I: JsonSchema>() -> Value {
    let mut schema = SchemaGenerator::default().into_root_schema_for::<I>();
    schema.remove("$schema");
    schema.remove("title");
    schema.to_value()
}
