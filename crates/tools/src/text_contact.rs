//! `text_contact`: a text to somebody other than who wrote. A person agrees to every one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use steward_agent::{Action, Capability, Consent, ToolRole};
use steward_channels::Message;
use steward_model::{ContactId, Identifier, IdentifierKind, LineId, LineKind};
use steward_store::{Changes, Page};

use crate::outgoing::{Outgoing, SMS, check_text};
use crate::reading::unreadable;
use crate::tool::parse;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// More lines than an organisation has.
const LINES: u32 = 1_000;

/// What a model reads that names a line.
const NOT_CHOSEN: &str = "The arguments do not fit: unknown field `from`, the line is not chosen.";
/// Why a text does not leave whose line nobody was shown.
const NOT_SHOWN: &str = "`from` is missing: the line that it leaves from is agreed to as well.";

pub(crate) struct TextContact;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextContactInput {
    /// The id of the contact who gets the text.
    contact_id: String,
    /// What the text says, in plain words. At most 1,600 characters.
    text: String,
    // The number it leaves from. No model chooses it: it is filled in when a person is asked, who thereby agrees to it, and it stays
    // wherever the conversation goes since. Empty if the team had no line.
    #[serde(default)]
    #[schemars(skip)]
    from: Option<String>,
}

impl Typed for TextContact {
    type Input = TextContactInput;
    const NAME: &'static str = "text_contact";
    const DESCRIPTION: &'static str = "Sends a text message to a contact other than the one who wrote. A person of the \
        team is asked first, and sees exactly what you write.";
    const TOOLSET: &'static str = "messaging";
    const ROLE: ToolRole = ToolRole::SendElsewhere;
    const REACH: Reach = Reach::Local;
    const NEEDS: &'static [Capability] = &[Capability::SendElsewhere];
    const CONSENT: Consent = Consent::Always;

    /// The gate hears the contact's id in the place of their number, which takes the store to find. No directory and no
    /// audience holds an id, so the gate can only be stricter for it.
    fn action(
        &self,
        context: &ToolContext,
        input: &TextContactInput,
    ) -> Result<Option<Action>, String> {
        check_text(&input.text)?;
        let to = format!("contact:{}", contact_id(input)?);
        let from = match (context.approval, &input.from) {
            (None, None) => {
                let from = context.reply.as_ref().map(|reply| reply.from.clone());
                from.unwrap_or_default()
            }
            (None, Some(_)) => return Err(NOT_CHOSEN.to_owned()),
            (Some(_), from) => from.clone().ok_or(NOT_SHOWN)?,
        };
        Ok(Some(Action::Send {
            to,
            from,
            body: input.text.clone(),
        }))
    }

    async fn asked(&self, context: &ToolContext, arguments: Value) -> Result<Value, String> {
        let input: TextContactInput = parse(arguments)?;
        let from = from(context).await?;
        Ok(json!({ "contact_id": input.contact_id, "text": input.text, "from": from }))
    }

    async fn call(&self, context: &ToolContext, input: TextContactInput) -> ToolOutput {
        match changes(context, input).await {
            Ok(changes) => ToolOutput::done("The text is on its way.").changing(changes),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn changes(context: &ToolContext, input: TextContactInput) -> Result<Changes, String> {
    check_text(&input.text)?;
    let agreed = context.approval;
    let agreed = agreed.ok_or("Nothing was sent: a person must agree first.")?;
    let from = input.from.as_deref().ok_or(NOT_SHOWN)?.to_owned();
    let contact = contact_id(&input)?;
    let to = number_of(context, contact).await?;
    let line = line(context, &from).await?;
    let message = Message {
        to,
        from,
        text: input.text,
    };
    let outgoing = Outgoing::agreed(agreed, contact, line, message);
    Ok(Changes {
        effects: vec![outgoing.effect(context)?],
        ..Changes::default()
    })
}

fn contact_id(input: &TextContactInput) -> Result<ContactId, String> {
    input
        .contact_id
        .parse()
        .map_err(|_| "`contact_id` is not the id of a contact.".to_owned())
}

async fn number_of(context: &ToolContext, id: ContactId) -> Result<String, String> {
    let contact = context.store().org(context.org_id).contact(id).await;
    let contact = contact.map_err(|error| unreadable(&error))?;
    let contact = contact.ok_or("There is no contact with this id.")?;
    let mut known = contact.identifiers.into_iter();
    let phone = known.find(|identifier| identifier.kind == IdentifierKind::Phone);
    let phone = phone.ok_or("This contact has no phone number.")?;
    Ok(phone.value)
}

/// The number of the line that the conversation is on, also in a turn that answers no text, as after a decision; without one, of
/// the organisation's first. Nothing if it has none: who is asked sees that, and can make one before the agent asks again.
async fn from(context: &ToolContext) -> Result<String, String> {
    if let Some(reply) = context.reply.as_ref().filter(|reply| reply.channel == SMS) {
        return Ok(reply.from.clone());
    }
    let org = context.store().org(context.org_id);
    let last = org.last_text(context.thread_id).await;
    if let Some(sms) = last.map_err(|error| unreadable(&error))? {
        let line = org.line(sms.line_id).await;
        if line.map_err(|error| unreadable(&error))?.is_some() {
            return Ok(sms.to);
        }
    }
    let page = Page {
        after: None,
        limit: LINES,
    };
    let lines = org.lines(&page).await;
    let mut lines = lines.map_err(|error| unreadable(&error))?.into_iter();
    let phone = lines.find(|line| line.kind == LineKind::Phone);
    Ok(phone.map(|phone| phone.address).unwrap_or_default())
}

/// The line with the number that was agreed to, and no other.
async fn line(context: &ToolContext, from: &str) -> Result<LineId, String> {
    if from.is_empty() {
        return Err("The team had no phone line to send from when a person was asked.".to_owned());
    }
    let gone = || {
        format!("The team has no line {from}, which a person agreed to. Ask again if it is wanted.")
    };
    let number = Identifier::parse(IdentifierKind::Phone, from).map_err(|_| gone())?;
    let org = context.store().org(context.org_id);
    let line = org.line_by_address(&number).await;
    let line = line.map_err(|error| unreadable(&error))?;
    Ok(line.ok_or_else(gone)?.id)
}
