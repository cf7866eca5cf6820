use std::collections::BTreeSet;

use proptest::prelude::*;
use steward_model::{Integrity, SendMode};

use crate::gate::{Capabilities, Capability, Labels, Policy, Verdict, decide};
use crate::subagent::*;

fn definition(name: &str) -> SubagentDefinition {
    SubagentDefinition {
        name: name.to_owned(),
        description: "Finds things.".to_owned(),
        prompt: "Find it.".to_owned(),
        tools: ["search", "read_note"].map(str::to_owned).into(),
        capabilities: Capabilities {
            granted: [Capability::Fetch, Capability::Spawn].into(),
            send_mode: SendMode::Autonomous,
        },
        memory: MemoryMode::Shared,
        max_steps: MAX_SUBAGENT_STEPS,
        temperature_milli: SUBAGENT_TEMPERATURE_MILLI,
    }
}

fn parent(depth: u32) -> Parent {
    Parent {
        depth,
        tools: ["search", "send_sms"].map(str::to_owned).into(),
        capabilities: Capabilities {
            granted: [Capability::Spawn, Capability::Delete].into(),
            send_mode: SendMode::Suggest,
        },
        label: Integrity::User,
    }
}

#[test]
fn a_sub_agent_has_what_it_shares_with_its_parent() {
    let registry = SubagentRegistry::new(vec![definition("finder")]).unwrap();
    let spawn = registry.spawn("finder", &parent(0)).unwrap();
    let expected = Spawn {
        definition: definition("finder"),
        depth: 1,
        tools: ["search".to_owned()].into(),
        capabilities: Capabilities {
            granted: [Capability::Spawn].into(),
            send_mode: SendMode::Suggest,
        },
        label: Integrity::User,
    };
    assert_eq!(spawn, expected);
}

#[test]
fn the_third_level_is_the_last() {
    let registry = SubagentRegistry::new(vec![definition("finder")]).unwrap();
    assert_eq!(registry.spawn("finder", &parent(2)).unwrap().depth, 3);
    assert_eq!(
        registry.spawn("finder", &parent(3)),
        Err(SpawnRefused::TooDeep)
    );
}

#[test]
fn an_unknown_kind_is_told_what_there_is() {
    let registry = SubagentRegistry::new(vec![definition("b"), definition("a")]).unwrap();
    let refused = registry.spawn("c", &parent(0)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there is no sub-agent `c`. There are: a, b."
    );
    assert_eq!(registry.iter().count(), 2);
}

#[test]
fn unsound_definitions_are_refused() {
    let refused = |change: fn(&mut SubagentDefinition)| {
        let mut wrong = definition("finder");
        change(&mut wrong);
        SubagentRegistry::new(vec![wrong]).unwrap_err()
    };
    assert_eq!(
        refused(|wrong| wrong.name = "Fin der".to_owned()),
        RegistryError::Name("Fin der".to_owned())
    );
    assert_eq!(
        refused(|wrong| wrong.name.clear()),
        RegistryError::Name(String::new())
    );
    assert_eq!(
        refused(|wrong| wrong.prompt = " ".to_owned()),
        RegistryError::NoPrompt("finder".to_owned())
    );
    assert_eq!(
        refused(|wrong| wrong.max_steps = 6),
        RegistryError::Steps("finder".to_owned())
    );
    assert_eq!(
        refused(|wrong| wrong.max_steps = 0),
        RegistryError::Steps("finder".to_owned())
    );
    let twice = SubagentRegistry::new(vec![definition("a"), definition("a")]);
    assert_eq!(twice, Err(RegistryError::Duplicate("a".to_owned())));
}

#[test]
fn the_configuration_may_leave_the_limits_out() {
    let text = r#"{"name":"a","description":"","prompt":"p","tools":[],"capabilities":{"granted":[]},"memory":"overlay"}"#;
    let read: SubagentDefinition = serde_json::from_str(text).unwrap();
    assert_eq!((read.max_steps, read.temperature_milli), (5, 200));
    assert_eq!(read.capabilities.send_mode, SendMode::Suggest);
}

proptest! {
    #[test]
    fn the_gate_agrees_with_every_spawn(depth in 0u32..3, label in prop::sample::select(Integrity::ALL)) {
        let registry = SubagentRegistry::new(vec![definition("finder")]).unwrap();
        let parent = Parent { label, ..parent(depth) };
        let spawn = registry.spawn("finder", &parent).unwrap();
        let labels = Labels {
            context: label,
            reply: None,
            named: BTreeSet::new(),
            addressed: BTreeSet::new(),
            trusted_text: Vec::new(),
            confidential: Vec::new(),
        };
        let decision = decide(&spawn.action(), &labels, &parent.capabilities, &Policy::default());
        prop_assert_eq!(decision.verdict, Verdict::Allow);
        prop_assert!(spawn.tools.is_subset(&parent.tools));
    }
}
