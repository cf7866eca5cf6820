//! Contacts of the organisation.

pub(crate) mod consent;
pub(crate) mod forget;
pub(crate) mod identifiers;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{AgentId, ContactId, Identifier, IdentifierKind, Scope};
use steward_store::{Contact, NewContact, Page, StoreError};
use utoipa::{IntoParams, ToSchema};

use super::members::IdentifierView;
use super::page::{self, List};
use super::text;
use super::words::AnsweringWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query, given};
use crate::openapi::Failures;

/// As long as the longest address.
const LONGEST_QUERY: usize = 254;

/// A person outside. A forgotten one has its id and nothing else.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Contact)]
pub(crate) struct ContactView {
    #[schema(format = "uuid")]
    id: String,
    name: Option<String>,
    identifiers: Vec<IdentifierView>,
    /// What was known of them was destroyed.
    forgotten: bool,
    /// `usual` is what their line says. With `drafts` an agent only drafts; with `people` none is asked.
    answering: AnsweringWord,
    /// The agent that answers them in place of their line's.
    #[schema(format = "uuid")]
    answering_agent_id: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A contact to be made. At least one of the fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewContact)]
pub(crate) struct NewContactBody {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 30)]
    phone: Option<String>,
    #[schema(max_length = 254)]
    email: Option<String>,
}

/// What to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ContactChange)]
pub(crate) struct ContactChangeBody {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// Who answers them: never more than the agent of their line may.
    answering: Option<AnsweringWord>,
    /// The agent that answers them in place of their line's; null for the line's own. Admins choose it.
    #[serde(default, deserialize_with = "given")]
    #[schema(format = "uuid", value_type = Option<String>)]
    answering_agent_id: Option<Option<AgentId>>,
}

/// Which contacts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactQuery {
    /// Part of a name, or a whole phone number or email address.
    #[param(max_length = 254)]
    query: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// List or find contacts
#[utoipa::path(
    get, path = "/api/contacts", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(ContactQuery), responses((status = 200, body = List<ContactView>), Failures)
)]
pub(crate) async fn list_contacts(
    caller: Caller,
    Query(query): Query<ContactQuery>,
) -> Result<Json<List<ContactView>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    if query
        .query
        .as_ref()
        .is_some_and(|query| query.chars().count() > LONGEST_QUERY)
    {
        return Err(ApiError::invalid_field(
            "query",
            "This must have at most 254 characters.",
        ));
    }
    let contacts = match query
        .query
        .as_deref()
        .map(str::trim)
        .filter(|query| !query.is_empty())
    {
        Some(query) => find(&caller, query, &page).await?,
        None => caller.org().contacts(&page).await?,
    };
    Ok(Json(List::cut(
        contacts,
        &page,
        |contact| contact.id.to_string(),
        ContactView::from,
    )))
}

/// An address is looked up; a name is compared, since names are encrypted and no database can search them.
async fn find(caller: &Caller, query: &str, page: &Page) -> Result<Vec<Contact>, ApiError> {
    for kind in [IdentifierKind::Email, IdentifierKind::Phone] {
        if let Ok(identifier) = Identifier::parse(kind, query) {
            return Ok(caller
                .org()
                .contact_by_identifier(&identifier)
                .await?
                .into_iter()
                .collect());
        }
    }
    let wanted = query.to_lowercase();
    let mut found = Vec::new();
    let mut next = Page {
        after: page.after.clone(),
        limit: 500,
    };
    loop {
        let batch = caller.org().contacts(&next).await?;
        next.after = batch.last().map(|contact| contact.id.to_string());
        let last = batch.len() < next.limit as usize;
        found.extend(batch.into_iter().filter(|contact| {
            contact
                .name
                .as_ref()
                .is_some_and(|name| name.to_lowercase().contains(&wanted))
        }));
        if last || found.len() >= page.limit as usize {
            found.truncate(page.limit as usize);
            return Ok(found);
        }
    }
}

/// Add a contact
#[utoipa::path(
    post, path = "/api/contacts", tag = "contacts", security(("bearer" = []), ("session" = [])),
    request_body = NewContactBody, responses((status = 201, body = ContactView), Failures)
)]
pub(crate) async fn create_contact(
    caller: Caller,
    Json(body): Json<NewContactBody>,
) -> Result<(StatusCode, Json<ContactView>), ApiError> {
    let name = body
        .name
        .as_deref()
        .map(|name| text::name("name", name))
        .transpose()?;
    let identifiers = text::identifiers(body.email.as_deref(), body.phone.as_deref())?;
    if name.is_none() && identifiers.is_empty() {
        return Err(ApiError::invalid_field(
            "name",
            "Give a name, a phone number or an email address.",
        ));
    }
    let contact = caller
        .org()
        .create_contact(NewContact { name, identifiers })
        .await?;
    Ok((StatusCode::CREATED, Json(contact.into())))
}

/// One contact
#[utoipa::path(
    get, path = "/api/contacts/{contact_id}", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ContactView), Failures)
)]
pub(crate) async fn get_contact(
    caller: Caller,
    Path(id): Path<ContactId>,
) -> Result<Json<ContactView>, ApiError> {
    let contact = caller
        .org()
        .contact(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(contact.into()))
}

/// Rename a contact, or say who answers them
#[utoipa::path(
    patch, path = "/api/contacts/{contact_id}", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    request_body = ContactChangeBody, responses((status = 200, body = ContactView), Failures)
)]
pub(crate) async fn update_contact(
    caller: Caller,
    Path(id): Path<ContactId>,
    Json(body): Json<ContactChangeBody>,
) -> Result<Json<ContactView>, ApiError> {
    let name = body.name.as_deref();
    let name = name.map(|name| text::name("name", name)).transpose()?;
    let org = caller.org();
    let mut contact = org.contact(id).await?.ok_or_else(ApiError::not_found)?;
    if body.answering.is_some() || body.answering_agent_id.is_some() {
        contact = answer(&caller, contact, &body).await?;
    }
    if let Some(name) = name {
        let renamed = org.rename_contact(id, &name).await?;
        contact = renamed.ok_or_else(ApiError::not_found)?;
    }
    Ok(Json(contact.into()))
}

/// Says who answers a contact from now on.
async fn answer(
    caller: &Caller,
    contact: Contact,
    body: &ContactChangeBody,
) -> Result<Contact, ApiError> {
    if contact.forgotten {
        return Err(StoreError::Forgotten.into());
    }
    let agent = match body.answering_agent_id {
        None => contact.answering_agent,
        Some(same) if same == contact.answering_agent => same,
        Some(agent) => {
            caller.require_admin()?;
            agent
        }
    };
    let answering = body.answering.map_or(contact.answering, Into::into);
    let org = caller.org();
    let by = caller.actor();
    let answered = org.answer_contact(contact.id, (answering, agent), &by);
    let unknown = || ApiError::invalid_field("answering_agent_id", "There is no such agent.");
    answered.await?.ok_or_else(unknown)
}

/// Delete a contact
///
/// Removes the contact with everything known of them.
#[utoipa::path(
    delete, path = "/api/contacts/{contact_id}", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_contact(
    caller: Caller,
    Path(id): Path<ContactId>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    if !caller.org().delete_contact(id, &caller.actor()).await? {
        return Err(ApiError::not_found());
    }
    let scope = Scope::Contact(id);
    caller.app().runtime.drop_scope(caller.org_id, scope);
    Ok(StatusCode::NO_CONTENT)
}

impl From<Contact> for ContactView {
    fn from(contact: Contact) -> Self {
        Self {
            id: contact.id.to_string(),
            name: contact.name,
            identifiers: contact
                .identifiers
                .into_iter()
                .map(IdentifierView::from)
                .collect(),
            forgotten: contact.forgotten,
            answering: contact.answering.into(),
            answering_agent_id: contact.answering_agent.map(|id| id.to_string()),
            created_at: contact.created_at.to_string(),
        }
    }
}
