//! `task`: starts a sub-agent. The runtime carries it out, since it is a turn of its own; here is what the model reads.

use serde::Deserialize;
use serde_json::json;
use steward_agent::{Consent, SubagentRegistry, ToolEntry, ToolRole};
use steward_model::{Integrity, ToolSpec};

/// What the model calls it.
pub const TASK: &str = "task";

/// The arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskInput {
    /// The kind of sub-agent.
    pub agent: String,
    /// What it is to do.
    pub task: String,
}

/// The tool, with the kinds of sub-agents there are; nothing where there are none.
pub fn task_entry(subagents: &SubagentRegistry) -> Option<ToolEntry> {
    let names: Vec<&str> = subagents.iter().map(|kind| kind.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let kinds: Vec<String> = subagents
        .iter()
        .map(|kind| format!("- {}: {}", kind.name, kind.description))
        .collect();
    let input_schema = json!({
        "type": "object",
        "properties": {
            "agent": {
                "type": "string",
                "description": "Which of them.",
                "enum": names,
            },
            "task": {
                "type": "string",
                "description": "What it is to do and what you want to know, in full: it does not see this conversation.",
            },
        },
        "required": ["agent", "task"],
        "additionalProperties": false,
    });
    Some(ToolEntry {
        spec: ToolSpec {
            name: TASK.to_owned(),
            description: format!(
                "Gives a task to another agent and brings back its answer. There are:\n{}",
                kinds.join("\n")
            ),
            input_schema,
        }
        .into(),
        toolset: "subagents".to_owned(),
        role: ToolRole::Subagent,
        consent: Consent::ByGate,
        right: None,
        least_origin: Integrity::Untrusted,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use steward_agent::{Capabilities, SubagentDefinition, coerce};
    use steward_model::MemoryMode;

    use super::*;

    fn kind(name: &str, description: &str) -> SubagentDefinition {
        SubagentDefinition {
            name: name.into(),
            description: description.into(),
            prompt: "Work.".into(),
            model: None,
            tools: BTreeSet::new(),
            capabilities: Capabilities::default(),
            memory: MemoryMode::Isolated,
            max_steps: 3,
            temperature_milli: 200,
        }
    }

    fn registry() -> SubagentRegistry {
        let kinds = vec![
            kind("writer", "Writes long texts."),
            kind("researcher", "Finds things out."),
        ];
        SubagentRegistry::new(kinds).unwrap()
    }

    #[test]
    fn without_sub_agents_there_is_no_task() {
        assert_eq!(task_entry(&SubagentRegistry::default()), None);
    }

    #[test]
    fn a_call_that_fits_the_schema_is_read_and_no_other() {
        let schema = task_entry(&registry()).unwrap().spec.input_schema.clone();
        let arguments = json!({"agent": "writer", "task": "A poem."});
        let fitted = coerce(&arguments, &schema).unwrap();
        let input = TaskInput {
            agent: "writer".into(),
            task: "A poem.".into(),
        };
        assert_eq!(serde_json::from_value::<TaskInput>(fitted).unwrap(), input);
        for arguments in [
            json!({"agent": "thief", "task": "A poem."}),
            json!({"agent": "writer"}),
        ] {
            assert!(coerce(&arguments, &schema).is_err(), "{arguments}");
        }
    }

    #[test]
    fn the_model_reads_this() {
        insta::assert_json_snapshot!(task_entry(&registry()), @r#"
        {
          "spec": {
            "name": "task",
            "description": "Gives a task to another agent and brings back its answer. There are:\n- researcher: Finds things out.\n- writer: Writes long texts.",
            "input_schema": {
              "type": "object",
              "properties": {
                "agent": {
                  "type": "string",
                  "description": "Which of them.",
                  "enum": [
                    "researcher",
                    "writer"
                  ]
                },
                "task": {
                  "type": "string",
                  "description": "What it is to do and what you want to know, in full: it does not see this conversation."
                }
              },
              "required": [
                "agent",
                "task"
              ],
              "additionalProperties": false
            }
          },
          "toolset": "subagents",
          "role": {
            "role": "subagent"
          },
          "consent": "by_gate",
          "right": null,
          "least_origin": "untrusted"
        }
        "#);
    }
}
