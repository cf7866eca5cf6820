//! `text_contact`: a text to somebody other than who wrote. A person agrees to every one.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, Consent, ToolRole};
use steward_channels::Message;
use steward_model::{ContactId, IdentifierKind, LineId, LineKind};
use steward_store::{Changes, Page};

use crate::outgoing::{Outgoing, SMS, check_text};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// More lines than an organisation has.
const LINES: u32 = 1_000;

pub(crate) struct TextContact;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextContactInput {
    /// The id of the contact who gets the text.
    contact_id: String,
    /// What the text says, in plain words. At most 1,600 characters.
    text: String,
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
        let from = context.reply.as_ref().map(|reply| reply.from.clone());
        Ok(Some(Action::Send {
            to: format!("contact:{}", contact_id(input)?),
            from: from.unwrap_or_default(),
            body: input.text.clone(),
        }))
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
    if context.approval.is_none() {
        return Err("Nothing was sent: a person must agree first.".to_owned());
    }
    let contact = contact_id(&input)?;
    let to = number_of(context, contact).await?;
    let (line, from) = line(context).await?;
    let outgoing = Outgoing {
        contact,
        line,
        channel: SMS.to_owned(),
        message: Message {
            to,
            from,
            text: input.text,
        },
    };
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

/// The line that the conversation is on, also in a turn that answers no text, as after a decision; without one, the organisation's
/// first.
async fn line(context: &ToolContext) -> Result<(LineId, String), String> {
    if let Some(reply) = context.reply.as_ref().filter(|reply| reply.channel == SMS) {
        return Ok((reply.context.line, reply.from.clone()));
    }
    let org = context.store().org(context.org_id);
    let last = org.last_text(context.thread_id).await;
    if let Some(sms) = last.map_err(|error| unreadable(&error))? {
        return Ok((sms.line_id, sms.to));
    }
    let page = Page {
        after: None,
        limit: LINES,
    };
    let lines = context.store().org(context.org_id).lines(&page).await;
    let mut lines = lines.map_err(|error| unreadable(&error))?.into_iter();
    let phone = lines.find(|line| line.kind == LineKind::Phone);
    let phone = phone.ok_or("The team has no phone line to send from.")?;
    Ok((phone.id, phone.address))
}
