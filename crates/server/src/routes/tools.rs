//! Tools: what agents can be given.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use steward_agent::{
    AllowList, Circumstances, Consent, Execution, Owner, ReplyContext, ToolEntry, ToolOffer,
    ToolRole, build_toolset,
};
use steward_model::{ContactId, Integrity, LineId, SendMode, SystemIds};
use steward_tools::{Catalogue, Reach};
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// Everything an agent can be given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToolList {
    /// By name; never cut into pages.
    items: Vec<ToolView>,
}

/// Something an agent can call.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Tool)]
pub(crate) struct ToolView {
    name: String,
    /// What the model reads about it.
    description: String,
    /// The group it belongs to; null for what no agent is without.
    toolset: Option<String>,
    /// Whether a call can reach somebody or change something outside.
    acts_outside: bool,
    /// Whether a person is asked when the agent drafts; null if the tool is not offered then.
    suggest: Option<AskWord>,
    /// Whether a person is asked when the agent sends; null if the tool is not offered then.
    autonomous: Option<AskWord>,
    /// The arguments, as a JSON schema.
    #[schema(value_type = Object)]
    arguments: Value,
}

/// Whether a person is asked before a call is made: about every one, or only where the rules say so.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ToolConsent)]
pub(crate) enum AskWord {
    Always,
    ByRule,
}

/// List the tools that agents can be given
///
/// What a turn has of them depends on the agent, on who wrote and on what the agent's owner may do.
#[utoipa::path(
    get, path = "/api/tools", tag = "agents", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = ToolList), Failures)
)]
pub(crate) async fn list_tools(caller: Caller) -> Result<Json<ToolList>, ApiError> {
    let items = describe(&caller.app().tools);
    Ok(Json(ToolList { items }))
}

fn describe(tools: &Catalogue) -> Vec<ToolView> {
    let [suggest, autonomous] =
        [SendMode::Suggest, SendMode::Autonomous].map(|mode| offers(tools.entries(), mode));
    let ask = |offers: &BTreeMap<String, ToolOffer>, name: &str| {
        offers.get(name).map(|offer| match offer.consent {
            Consent::Always => AskWord::Always,
            Consent::ByGate => AskWord::ByRule,
        })
    };
    let toolset = |name: &str| {
        let mut entries = tools.entries().iter();
        let entry = entries.find(|entry| entry.spec.name == name);
        entry.map(|entry| entry.toolset.clone())
    };
    let every: BTreeMap<_, _> = suggest.iter().chain(&autonomous).collect();
    let views = every.into_iter().map(|(name, offer)| ToolView {
        name: name.clone(),
        description: offer.spec.description.clone(),
        toolset: toolset(name),
        acts_outside: acts_outside(tools, offer),
        suggest: ask(&suggest, name),
        autonomous: ask(&autonomous, name),
        arguments: offer.spec.input_schema.clone(),
    });
    views.collect()
}

/// What an agent that was given everything has in a turn that may do everything: asked of the one place that decides it,
/// so that this list cannot tell another story.
fn offers(entries: &[ToolEntry], send_mode: SendMode) -> BTreeMap<String, ToolOffer> {
    let everything = Circumstances {
        allowed: AllowList {
            tools: entries
                .iter()
                .map(|entry| entry.spec.name.clone())
                .collect(),
            toolsets: BTreeSet::new(),
        },
        send_mode,
        owner: Owner::Present {
            rights: entries
                .iter()
                .filter_map(|entry| entry.right.clone())
                .collect(),
        },
        origin: Integrity::System,
        reply: Some(ReplyContext {
            contact: ContactId::generate(&SystemIds),
            message: String::new(),
            line: LineId::generate(&SystemIds),
        }),
        private: false,
        execution: Execution::On,
    };
    let offers = build_toolset(entries, &everything);
    let by_name = offers
        .into_iter()
        .map(|offer| (offer.spec.name.clone(), offer));
    by_name.collect()
}

fn acts_outside(tools: &Catalogue, offer: &ToolOffer) -> bool {
    match offer.role {
        ToolRole::Reply | ToolRole::SendElsewhere => true,
        ToolRole::Remember | ToolRole::Domain => {
            let tool = tools.find(&offer.spec.name);
            tool.is_some_and(|tool| tool.reach() == Reach::Once)
        }
        // A sub-agent acts by tools of its own, each of which is in the list.
        ToolRole::Meta | ToolRole::Propose | ToolRole::Subagent => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_follows_from_the_mode() {
        let words = |tool: &ToolView| {
            let (suggest, autonomous) = (&tool.suggest, &tool.autonomous);
            serde_json::json!([
                tool.name,
                tool.toolset,
                tool.acts_outside,
                suggest,
                autonomous
            ])
        };
        let tools: Vec<_> = describe(&Catalogue::builtin()).iter().map(words).collect();
        let lines: Vec<_> = tools.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(lines.join("\n"), @r#"
        ["append_to_file","workspace",false,"by_rule","by_rule"]
        ["archival_insert","memory",false,"by_rule","by_rule"]
        ["archival_search","memory",false,"by_rule","by_rule"]
        ["ask_accounts","accounts",false,"by_rule","by_rule"]
        ["cancel_schedule","reminders",false,"by_rule","by_rule"]
        ["conversation_search","memory",false,"by_rule","by_rule"]
        ["create_account","accounts",false,"always","always"]
        ["done",null,false,"by_rule","by_rule"]
        ["escalate_to_user",null,false,"by_rule","by_rule"]
        ["list_directory","workspace",false,"by_rule","by_rule"]
        ["list_files","accounts",false,"by_rule","by_rule"]
        ["list_schedules","reminders",false,"by_rule","by_rule"]
        ["load_skill","skills",false,"by_rule","by_rule"]
        ["load_skill_file","skills",false,"by_rule","by_rule"]
        ["lookup_account","accounts",false,"by_rule","by_rule"]
        ["memory_append","memory",false,"by_rule","by_rule"]
        ["memory_insert","memory",false,"by_rule","by_rule"]
        ["memory_replace","memory",false,"by_rule","by_rule"]
        ["memory_search","memory",false,"by_rule","by_rule"]
        ["propose_sms_replies","messaging",false,"by_rule",null]
        ["read_file","workspace",false,"by_rule","by_rule"]
        ["read_history","memory",false,"by_rule","by_rule"]
        ["run_skill_script","skills",false,"always","always"]
        ["schedule_task","reminders",false,"by_rule","by_rule"]
        ["search_conversations","memory",false,"by_rule","by_rule"]
        ["search_descriptions","accounts",false,"by_rule","by_rule"]
        ["search_files","workspace",false,"by_rule","by_rule"]
        ["search_sms_history","memory",false,"by_rule","by_rule"]
        ["send_sms","messaging",true,null,"by_rule"]
        ["text_contact","messaging",true,null,"always"]
        ["update_account","accounts",false,"by_rule","by_rule"]
        ["write_file","workspace",false,"by_rule","by_rule"]
        "#);
    }

    #[test]
    fn every_tool_that_there_is_is_told() {
        let tools = Catalogue::builtin();
        let told: BTreeSet<_> = describe(&tools).into_iter().map(|tool| tool.name).collect();
        for entry in tools.entries() {
            assert!(told.contains(&entry.spec.name), "{}", entry.spec.name);
        }
    }
}
