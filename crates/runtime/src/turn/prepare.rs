//! From a thread as it was seen to what its next turn starts from.

use steward_agent::{
    AllowList, Circumstances, ContextInputs, Execution, Fragment, FragmentKind, HISTORY_ITEMS,
    LOAD_SKILL, Limits, Owner, RUN_SKILL_SCRIPT, SYSTEM_RULES, ToolOffer, ToolRole, WEB_FETCH,
    WEB_SEARCH, build_toolset,
};
use steward_llm::searches_by_itself;
use steward_model::{Flag, Integrity, OrgId, Scope, ServerTool, Timestamp};
use steward_store::{Agent, AgentProfile, Limit, NewAgent, ThreadView};
use steward_tools::{Reply, SKILLS};

use super::arrived::Arrived;
use super::conversation::Conversation;
use super::recalled::Recalled;
use super::recorded::Recorded;
use super::window;
use crate::Inner;
use crate::settings::DailyLimit;

/// Items to read for a prompt of [`HISTORY_ITEMS`]: a tool call is two of them.
pub(crate) const ITEMS_READ: u32 = 2 * HISTORY_ITEMS as u32;

/// What the key of a thread begins with whose model is scripted.
pub const SCRIPTED: &str = "scripted:";

const INSTRUCTION: &str = "\
You are an agent of a team. Answer what came in, truthfully and briefly, with what you know and what your tools tell you.
If you do not know, or may not, or a person is asked for, call escalate_to_user. Never make anything up.";

const BY_SMS: &str = "\
The person writes text messages. Only the tool send_sms reaches them: short, plain text, no Markdown.
What you say without a tool is seen by the team alone.";

const BY_DRAFTS: &str = "\
The person writes text messages, and you may not answer them yourself. Call propose_sms_replies with two or three short
answers in plain text for your team to choose from, or escalate_to_user. What you say without a tool is seen by the team alone.";

const DRAFTS_ONLY: &str = "\
The person writes text messages, and you may not answer them yourself. What you say is seen by the team alone: write the
answer you would give, or call escalate_to_user.";

/// How somebody who writes text messages is answered with these tools.
pub(super) fn by_text(tools: &[ToolOffer]) -> &'static str {
    let has = |role: ToolRole| tools.iter().any(|offer| offer.role == role);
    if has(ToolRole::Reply) {
        BY_SMS
    } else if has(ToolRole::Propose) {
        BY_DRAFTS
    } else {
        DRAFTS_ONLY
    }
}

/// What the turn starts from.
pub(crate) fn prepare(
    runtime: &Inner,
    view: &ThreadView,
    arrived: &Arrived,
    conversation: &Conversation,
    recalled: &Recalled,
) -> Recorded {
    let agent = &view.agent.settings;
    let settings = &runtime.settings;
    let model = model(runtime, view);
    let server_tools = server_tools(runtime, view, &model);
    let origin = match server_tools.as_slice() {
        [] => arrived.origin,
        // The first answer may already repeat what a page says.
        _ => arrived.origin.mixed_with(Integrity::Untrusted),
    };
    let mut tools = tools(runtime, view, arrived.reply.as_ref(), origin);
    // A tool that nothing can be done with would only tempt.
    tools.retain(|offer| recalled.scripts || offer.spec.name != RUN_SKILL_SCRIPT);
    let profile = &agent.profile;
    let protocol = settings.protocol(&model);
    Recorded {
        call_prefix: format!("t{}", view.last_turn + 1),
        protocol,
        context: ContextInputs {
            instruction: instruction(runtime, view.org_id(), agent),
            channel_guidance: match &arrived.reply {
                None => String::new(),
                Some(_) => by_text(&tools).to_owned(),
            },
            skills: loadable(recalled.skills.clone(), &tools),
            input: window::shortened(arrived, window::budget(runtime, &view.agent, &model)),
            current_time: runtime.now().spoken_in(zone(runtime, profile)),
            persona_block: persona(&profile.persona),
            human_block: recalled.human.clone(),
            memory: recalled.blocks.clone(),
            memory_metadata: recalled.metadata(conversation),
            previous_context_summary: conversation.summary(),
            relevant_memories: recalled.relevant.clone(),
            recent_conversation: Vec::new(),
            available_tools: Vec::new(),
            is_first_time_user: view.last_item == 0,
            protocol,
        },
        history: conversation.range_from(window::opening(conversation)),
        excerpts: Vec::new(),
        tools,
        server_tools,
        temperature_milli: settings.temperature_milli,
        max_tokens: settings.max_tokens,
        limits: Limits::for_agent(),
        agent_revision: view.agent.revision,
        send_mode: agent.send_mode,
        memory_mode: agent.memory_mode,
        reply: arrived.reply.clone(),
        trusted_text: trusted_text(profile, arrived),
        began_at: runtime.now(),
        model,
    }
}

/// The skills that the turn can load. Without the tool a name would only tempt.
pub(super) fn loadable(skills: Option<Fragment>, tools: &[ToolOffer]) -> Option<Fragment> {
    let loads = tools.iter().any(|offer| offer.spec.name == LOAD_SKILL);
    skills.filter(|_| loads)
}

/// The time zone that the agent is told the time in.
pub(super) fn zone<'a>(runtime: &'a Inner, profile: &'a AgentProfile) -> &'a str {
    let own = profile.preferences.zone.as_deref();
    own.unwrap_or(&runtime.settings.zone)
}

fn model(runtime: &Inner, view: &ThreadView) -> String {
    // A thread of a scripted turn is named after its model, which is there for this one turn.
    let scripted = view.correlation_key.starts_with(SCRIPTED);
    match &view.agent.settings.model {
        _ if scripted => view.correlation_key.clone(),
        Some(own) => own.clone(),
        None => runtime.settings.model.clone(),
    }
}

/// The tools that the provider runs by itself: those the agent may use, and only within the hosts that were allowed.
fn server_tools(runtime: &Inner, view: &ThreadView, model: &str) -> Vec<ServerTool> {
    let hosts = &runtime.settings.policy.fetch_hosts;
    let off = execution(runtime, view.org_id()) == Execution::Off;
    if off || hosts.is_empty() || !searches_by_itself(model) {
        return Vec::new();
    }
    let allowed_domains: Vec<String> = hosts.iter().cloned().collect();
    let named = |name: &str| view.agent.settings.tools.iter().any(|tool| tool == name);
    let search = named(WEB_SEARCH).then(|| ServerTool::WebSearch {
        allowed_domains: allowed_domains.clone(),
    });
    let fetch = named(WEB_FETCH).then(|| ServerTool::WebFetch {
        allowed_domains: allowed_domains.clone(),
    });
    search.into_iter().chain(fetch).collect()
}

/// What members and operators wrote: addresses in it may be passed on.
fn trusted_text(profile: &AgentProfile, arrived: &Arrived) -> Vec<String> {
    let own_words = [&profile.instructions, &profile.goals, &profile.persona];
    let told = arrived.inputs.iter();
    told.filter(|input| input.integrity >= Integrity::User)
        .map(|input| &input.text)
        .chain(own_words)
        .filter(|text| !text.is_empty())
        .cloned()
        .collect()
}

/// The tools of a turn that answers `reply` and was started by text of this trust.
pub(crate) fn tools(
    runtime: &Inner,
    view: &ThreadView,
    reply: Option<&Reply>,
    origin: Integrity,
) -> Vec<ToolOffer> {
    let agent = &view.agent.settings;
    let owner = match (agent.member_id, view.owner) {
        (Some(_), None) => Owner::Gone,
        _ => Owner::Present {
            rights: Default::default(),
        },
    };
    let circumstances = Circumstances {
        allowed: AllowList::from_names(&agent.tools),
        send_mode: agent.send_mode,
        owner,
        origin,
        reply: reply.map(|reply| reply.context.clone()),
        private: view.private,
        execution: execution(runtime, view.org_id()),
    };
    build_toolset(runtime.tools.entries(), &circumstances)
}

/// Whether the agents of an organisation may call tools now.
pub(crate) fn execution(runtime: &Inner, org: OrgId) -> Execution {
    match runtime.store.switches().is_on(org, Flag::Tools) {
        true => Execution::On,
        false => Execution::Off,
    }
}

/// What the calls of an agent on a thread of this scope count against.
pub(crate) fn limits(runtime: &Inner, org: OrgId, agent: &Agent, scope: Scope) -> Vec<Limit> {
    let daily = &runtime.settings.daily;
    let limit = |scope: String, limit: DailyLimit| Limit {
        scope,
        micros: limit.micros,
        tokens: limit.tokens,
    };
    let own = DailyLimit {
        micros: agent.settings.daily_micros.or(daily.agent.micros),
        tokens: agent.settings.daily_tokens.or(daily.agent.tokens),
    };
    let mut limits = vec![
        limit(Scope::Org(org).to_string(), daily.org),
        limit(Scope::Agent(agent.id).to_string(), own),
    ];
    if let Scope::Contact(contact) = scope {
        limits.push(limit(Scope::Contact(contact).to_string(), daily.contact));
    }
    limits
}

/// The day that spending counts for.
pub(crate) fn period(now: Timestamp) -> String {
    now.to_string().chars().take(10).collect()
}

/// Whether an agent was given skills.
pub(crate) fn has_skills(agent: &NewAgent) -> bool {
    let names = [LOAD_SKILL, RUN_SKILL_SCRIPT, SKILLS];
    agent
        .tools
        .iter()
        .any(|tool| names.contains(&tool.as_str()))
}

/// What an agent is told to do: what an optimiser wrote if that is used, else what people wrote, else the usual.
pub(crate) fn instruction(runtime: &Inner, org: OrgId, agent: &NewAgent) -> String {
    let (switches, profile) = (runtime.store.switches(), &agent.profile);
    let optimised = profile.optimised.as_deref();
    let optimised = optimised.filter(|_| switches.is_on(org, Flag::PromptOptimisation));
    let own = [optimised, Some(&profile.instructions)];
    let mut own = own
        .into_iter()
        .flatten()
        .filter(|own| !own.trim().is_empty());
    let mut told = match own.next() {
        Some(own) => own.to_owned(),
        None if has_skills(agent) => INSTRUCTION.to_owned(),
        None => format!("{INSTRUCTION}\n\n{SYSTEM_RULES}"),
    };
    if !profile.goals.trim().is_empty() {
        told += &format!("\n\nYour goals:\n{}", profile.goals);
    }
    for (what, liked) in [
        ("Answer in this language:", &profile.preferences.language),
        ("Answer in this style:", &profile.preferences.style),
    ] {
        if let Some(liked) = liked {
            told += &format!("\n\n{what} {liked}");
        }
    }
    told
}

pub(super) fn persona(text: &str) -> Option<Fragment> {
    let fragment = Fragment::lines(FragmentKind::Persona, text, Integrity::Operator);
    (!text.trim().is_empty()).then_some(fragment)
}
