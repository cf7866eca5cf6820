//! What every prompt of an agent takes before anybody has said anything.

use steward_agent::{
    AllowList, Circumstances, ContextInputs, Owner, Protocol, RUN_SKILL_SCRIPT, ReplyContext,
    Tokens, ToolOffer, assemble, build_toolset, count_tokens,
};
use steward_model::{Integrity, LineId, OrgId, Scope};
use steward_store::NewAgent;

use super::prepare::{by_text, execution, has_skills, instruction, loadable, persona};
use super::recalled::skills;
use super::window::described;
use crate::{Inner, Runtime};

/// What must be free for what is said and what comes to mind.
const ROOM: usize = 1_000;

/// What every prompt of an agent takes, in tokens as we count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The most a prompt may hold.
    pub budget: usize,
    /// What the agent is told of itself, of its skills and of how to answer.
    pub instructions: usize,
    /// What it is told of its tools.
    pub tools: usize,
    /// The least that the model's context may be set to, in tokens of the model, so that there is room for a conversation.
    pub least: usize,
}

impl Standing {
    /// Whether there is room for a conversation.
    pub fn leaves_room(&self) -> bool {
        self.instructions + self.tools + ROOM <= self.budget
    }
}

impl Runtime {
    /// What every prompt of an agent with these settings would take.
    pub async fn standing(&self, org: OrgId, agent: &NewAgent) -> Standing {
        standing(&self.inner, org, agent, Scope::Org(org)).await
    }
}

/// What every prompt takes on a thread of this scope.
pub(crate) async fn standing(
    runtime: &Inner,
    org: OrgId,
    agent: &NewAgent,
    scope: Scope,
) -> Standing {
    let settings = &runtime.settings;
    let model = agent.model.as_ref().unwrap_or(&settings.model);
    let (skills, scripts) = match has_skills(agent) {
        true => skills(runtime, org).await,
        false => (None, false),
    };
    let mut tools = offered(runtime, org, agent, scope);
    tools.retain(|offer| scripts || offer.spec.name != RUN_SKILL_SCRIPT);
    let guidance = match scope {
        Scope::Contact(_) => by_text(&tools),
        Scope::Member(_) | Scope::Agent(_) | Scope::Org(_) => "",
    };
    let untold = ContextInputs {
        instruction: instruction(runtime, org, agent),
        channel_guidance: guidance.to_owned(),
        skills: loadable(skills, &tools),
        input: Vec::new(),
        current_time: String::new(),
        persona_block: persona(&agent.profile.persona),
        human_block: None,
        memory: Vec::new(),
        memory_metadata: String::new(),
        previous_context_summary: None,
        relevant_memories: None,
        recent_conversation: Vec::new(),
        available_tools: Vec::new(),
        is_first_time_user: false,
        protocol: settings.protocol(model),
    };
    let instructions = system_tokens(&untold);
    let tools = match untold.protocol {
        Protocol::Native => described(tools.iter()),
        Protocol::Structured => {
            let specs = tools.into_iter().map(|offer| offer.spec);
            let told = ContextInputs {
                available_tools: specs.collect(),
                ..untold
            };
            system_tokens(&told).saturating_sub(instructions)
        }
    };
    let own = agent.profile.preferences.context_tokens;
    let tokens = own.map_or(settings.context_tokens, |own| own as usize);
    Standing {
        budget: Tokens::of_model(tokens, model).limit(),
        instructions,
        tools,
        least: Tokens::needed(instructions + tools + ROOM, model),
    }
}

fn system_tokens(inputs: &ContextInputs) -> usize {
    let system = assemble(inputs).system;
    system.iter().map(|part| count_tokens(&part.text)).sum()
}

/// The tools that an agent has where somebody of this scope writes.
fn offered(runtime: &Inner, org: OrgId, agent: &NewAgent, scope: Scope) -> Vec<ToolOffer> {
    let (reply, origin) = match scope {
        // That there is somebody to answer is all that counts here.
        Scope::Contact(contact) => {
            let reply = ReplyContext {
                contact,
                message: String::new(),
                line: LineId::from_uuid(*contact.as_uuid()),
            };
            (Some(reply), Integrity::Untrusted)
        }
        Scope::Member(_) | Scope::Agent(_) | Scope::Org(_) => (None, Integrity::User),
    };
    let circumstances = Circumstances {
        allowed: AllowList::from_names(&agent.tools),
        send_mode: agent.send_mode,
        owner: Owner::Present {
            rights: Default::default(),
        },
        origin,
        reply,
        private: false,
        execution: execution(runtime, org),
    };
    build_toolset(runtime.tools.entries(), &circumstances)
}
