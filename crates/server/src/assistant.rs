//! The agents that every member has, cloned from those of the system: when the member is made, or the first time they are needed.

mod templates;
#[cfg(test)]
mod tests;

use steward_memory::default_blocks;
use steward_model::{AgentId, MemberId, Scope};
use steward_store::{AgentConfig, NewAgent, OrgStore, OwnAgent, Store, StoreError};

use self::templates::{ASSISTANT, FOLLOW_UP, SEARCHER, TEXT_REPLY};
use crate::config::OFFLINE;

/// What everybody has.
const EVERYBODY: [&str; 3] = [ASSISTANT, TEXT_REPLY, FOLLOW_UP];
/// Members that are looked up at once.
const SOME: u32 = 100;

/// The member's own assistant. One that was deleted is made again: there must be somebody to talk to.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn of(org: &OrgStore<'_>, member: MemberId) -> Result<AgentId, StoreError> {
    own(org, member, ASSISTANT).await
}

/// Who reads the accounts' files for a member, and its model; nobody where no language model is set up for it.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn searcher(
    org: &OrgStore<'_>,
    member: MemberId,
    usual_model: &str,
) -> Result<Option<(AgentId, String)>, StoreError> {
    let id = match (usual_model, org.own_agent(member, SEARCHER).await?) {
        (_, OwnAgent::Here(id)) => id,
        (OFFLINE, OwnAgent::Never | OwnAgent::Deleted) => return Ok(None),
        _ => own(org, member, SEARCHER).await?,
    };
    let agent = org.agent(id).await?;
    let model = agent.and_then(|agent| agent.settings.model);
    let model = model.unwrap_or_else(|| usual_model.to_owned());
    Ok((model != OFFLINE).then_some((id, model)))
}

/// Everything that a member's first use of the agent's own API makes: the agents that everybody has, the blocks that everybody
/// begins with, and the one conversation. What is there stays as it is.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn initialise(
    org: &OrgStore<'_>,
    member: MemberId,
) -> Result<AgentConfig, StoreError> {
    equip(org, member).await?;
    let agent = of(org, member).await?;
    let scope = Scope::Member(member);
    org.ensure_blocks(scope, None, default_blocks()).await?;
    org.add_agent_config(member, agent).await?;
    org.main_thread(member).await?;
    let config = org.agent_config(member).await?;
    config.ok_or(StoreError::Refused("the member is gone"))
}

/// Gives a member who was just made the agents that everybody has. The member is there whatever comes of it: what failed is
/// made when it is needed, or at the next start.
pub(crate) async fn welcome(org: &OrgStore<'_>, member: MemberId) {
    if let Err(error) = equip(org, member).await {
        tracing::warn!(%member, %error, "a member has not got all of their agents; the next start makes the rest");
    }
}

/// Gives every member the agents that they were never given. Looks through the members once and ends.
pub(crate) async fn back_fill(store: Store) {
    for source in EVERYBODY {
        let mut after = None;
        loop {
            let lacking = match store.members_without(source, after, SOME).await {
                Ok(lacking) => lacking,
                Err(error) => {
                    tracing::warn!(%error, "members may be without their agents until the next start");
                    return;
                }
            };
            for member in &lacking {
                welcome(&store.org(member.org_id), member.id).await;
            }
            match lacking.last() {
                // Who could not be given theirs is not asked for again.
                Some(last) => after = Some(last.id),
                None => break,
            }
        }
    }
}

/// What an agent was cloned from, as it is now; nothing if it was not, or if that is no more.
pub(crate) fn original(source: Option<&str>) -> Option<NewAgent> {
    source.and_then(templates::template)
}

/// What a member never had is made; what they had and deleted is not.
async fn equip(org: &OrgStore<'_>, member: MemberId) -> Result<(), StoreError> {
    for source in EVERYBODY {
        if org.own_agent(member, source).await? == OwnAgent::Never {
            give(org, member, source).await?;
        }
    }
    Ok(())
}

/// The member's clone, made if there is none.
async fn own(
    org: &OrgStore<'_>,
    member: MemberId,
    source: &'static str,
) -> Result<AgentId, StoreError> {
    match org.own_agent(member, source).await? {
        OwnAgent::Here(agent) => Ok(agent),
        OwnAgent::Never | OwnAgent::Deleted => give(org, member, source).await,
    }
}

async fn give(
    org: &OrgStore<'_>,
    member: MemberId,
    source: &'static str,
) -> Result<AgentId, StoreError> {
    let template = templates::template(source);
    let template = template.ok_or(StoreError::Refused("there is no such agent to clone"))?;
    org.give_agent(member, source, template).await
}
