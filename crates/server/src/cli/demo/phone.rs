//! A line to try texts on: its carrier is the phone on the screen, and an agent drafts what it answers.

use steward_model::{Identifier, IdentifierKind, LineProvider, MemoryMode, OrgId, SendMode};
use steward_store::{AgentProfile, NewAgent, NewContact, NewLine, Page, Store};

use super::super::Failure;

/// Numbers that are kept free for stories.
const LINE: &str = "+14155550100";
const CALLER: &str = "+14155550142";
const NAME: &str = "Front desk";

/// Connects the phone where there is no line yet.
pub(in crate::cli) async fn connect(store: &Store, org: OrgId) -> Result<(), Failure> {
    let here = store.org(org);
    let first = Page {
        after: None,
        limit: 1,
    };
    if !here.lines(&first).await?.is_empty() {
        return Ok(());
    }
    let phone = |number: &str| {
        Identifier::parse(IdentifierKind::Phone, number)
            .map_err(|error| Failure::other(error.to_string()))
    };
    let caller = phone(CALLER)?;
    if here.contact_by_identifier(&caller).await?.is_none() {
        let contact = NewContact {
            name: Some("Dana Okafor".to_owned()),
            identifiers: vec![caller],
        };
        here.create_contact(contact).await?;
    }
    let agent = here.create_agent(front_desk()).await?;
    let line = NewLine {
        address: phone(LINE)?,
        label: NAME.to_owned(),
        agent_id: Some(agent.id),
        provider: LineProvider::Loopback,
    };
    here.create_line(line).await?;
    Ok(())
}

fn front_desk() -> NewAgent {
    NewAgent {
        member_id: None,
        name: NAME.to_owned(),
        source: None,
        profile: AgentProfile {
            persona: "Friendly, brief and exact.".to_owned(),
            goals: "Draft answers to those who text the front desk.".to_owned(),
            ..AgentProfile::default()
        },
        model: None,
        tools: vec!["messaging".to_owned()],
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}
