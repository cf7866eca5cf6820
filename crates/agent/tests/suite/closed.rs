//! Whatever this version does not know permits nothing: an unknown word in a stored policy, capability, mode or verdict is
//! refused when it is read, or denied when it is judged.

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use steward_agent::{
    Action, Capabilities, Consent, Decision, GATE_VERSION, Labels, Policy, Rule, ToolEntry,
    ToolOffer, ToolRole, Verdict, decide,
};
use steward_model::{ApproverRole, EffectVerdict, Integrity, SendMode};

use super::scene::{EVERYTHING, Scene, everything};

/// Every kind of action, as it is stored.
fn actions() -> Vec<Value> {
    vec![
        json!({"type": "send", "to": "member", "from": "web", "body": "Hi"}),
        json!({"type": "draft"}),
        json!({"type": "write_file", "path": "notes/a.md"}),
        json!({"type": "change", "setting": "policy"}),
        json!({"type": "fetch", "url": "https://book.example/"}),
        json!({"type": "sensitive", "kind": "spend"}),
        json!({"type": "call_foreign", "tool": "x"}),
        json!({"type": "spawn", "capabilities": {"granted": []}, "label": "untrusted"}),
    ]
}

fn labels() -> Labels {
    Scene::by_member("Hi", Policy::default()).labels
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

/// Every way to get a field wrong: another value, none at all, or one more beside it.
fn spoilt(value: &Value, field: &str, wrong: &Value) -> [Value; 3] {
    let mut replaced = value.clone();
    replaced[field] = wrong.clone();
    let mut missing = value.clone();
    missing.as_object_mut().unwrap().remove(field);
    let mut more = value.clone();
    more[format!("{field}_2")] = wrong.clone();
    [replaced, missing, more]
}

fn any_wrong() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<String>().prop_map(Value::from),
        "(off|none|all|\\*|true|Allow|ALLOW|auto|autonomous |Autonomous|v1|latest)"
            .prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        (0u32..9).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(|number| json!(number)),
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!(["autonomous"])),
    ]
}

#[test]
fn the_probes_are_judged_as_they_should_be() {
    let allowed = actions().into_iter().filter(|action| {
        let action: Action = read(action).unwrap();
        decide(&action, &labels(), &everything(), &Policy::default()).verdict == Verdict::Allow
    });
    assert_eq!(allowed.count(), 4, "reply, draft, note and sub-agent");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_policy_of_another_version_allows_nothing(wrong in any_wrong()) {
        let policy = serde_json::to_value(Policy::default()).unwrap();
        for spoilt in spoilt(&policy, "version", &wrong) {
            if spoilt.get("version") == Some(&json!(GATE_VERSION)) && spoilt.get("version_2").is_none() {
                continue;
            }
            let Some(policy) = read::<Policy>(&spoilt) else { continue };
            for action in actions() {
                let action: Action = read(&action).unwrap();
                let decision = decide(&action, &labels(), &everything(), &policy);
                prop_assert_eq!((decision.verdict, decision.rule), (Verdict::Deny, Rule::R0));
            }
        }
    }

    #[test]
    fn a_send_mode_nobody_knows_does_not_send(wrong in any_wrong()) {
        prop_assume!(wrong != json!("autonomous"));
        let capabilities = serde_json::to_value(everything()).unwrap();
        let send: Action = read(&actions()[0]).unwrap();
        for spoilt in spoilt(&capabilities, "send_mode", &wrong) {
            let Some(capabilities) = read::<Capabilities>(&spoilt) else { continue };
            prop_assert_eq!(capabilities.send_mode, SendMode::Suggest);
            let decision = decide(&send, &labels(), &capabilities, &Policy::default());
            prop_assert_eq!((decision.verdict, decision.rule), (Verdict::Deny, Rule::R1));
        }
    }

    #[test]
    fn a_capability_nobody_knows_is_not_granted(wrong in any_wrong()) {
        let words = EVERYTHING.map(|one| serde_json::to_value(one).unwrap());
        prop_assume!(!words.contains(&wrong));
        let given = json!({"granted": [wrong], "send_mode": "autonomous"});
        prop_assert!(read::<Capabilities>(&given).is_none());
        let given = json!({"granted": wrong, "send_mode": "autonomous"});
        let granted = read::<Capabilities>(&given).map(|read| read.granted.len());
        prop_assert!(granted.unwrap_or(0) == 0);
    }

    #[test]
    fn an_action_nobody_knows_is_denied(wrong in any_wrong()) {
        let known: Vec<Value> = actions().iter().map(|action| action["type"].clone()).collect();
        prop_assume!(!known.contains(&wrong));
        for action in actions() {
            for spoilt in spoilt(&action, "type", &wrong) {
                if known.contains(&spoilt["type"]) { continue }
                let Some(action) = read::<Action>(&spoilt) else { continue };
                let decision = decide(&action, &labels(), &everything(), &Policy::default());
                prop_assert_eq!((decision.verdict, decision.rule), (Verdict::Deny, Rule::R0));
            }
        }
    }

    #[test]
    fn words_of_trust_and_verdicts_are_read_exactly(wrong in any::<String>()) {
        let word = json!(wrong);
        prop_assert_eq!(read::<Integrity>(&word).map(Integrity::as_str).unwrap_or(&wrong), &wrong);
        prop_assert_eq!(wrong.parse::<SendMode>().is_ok(), ["suggest", "autonomous"].contains(&wrong.as_str()));
        prop_assert_eq!(wrong.parse::<EffectVerdict>().is_ok(), ["allow", "approved"].contains(&wrong.as_str()));
        prop_assert_eq!(wrong.parse::<ApproverRole>().is_ok(), ["member", "operator"].contains(&wrong.as_str()));
        let verdicts = ["deny", "approve", "allow"];
        let approvers = ["member", "operator"];
        for (known, value) in [
            (verdicts.as_slice(), json!({"verdict": wrong})),
            (verdicts.as_slice(), json!({"verdict": wrong, "by": "member"})),
            (approvers.as_slice(), json!({"verdict": "approve", "by": wrong})),
        ] {
            let is_known = known.contains(&wrong.as_str());
            prop_assert!(is_known || read::<Verdict>(&value).is_none());
        }
    }

    #[test]
    fn a_label_nobody_knows_is_no_label(wrong in any_wrong()) {
        let known: Vec<Value> = Integrity::ALL.iter().map(|word| json!(word.as_str())).collect();
        prop_assume!(!known.contains(&wrong));
        let value = serde_json::to_value(labels()).unwrap();
        for spoilt in spoilt(&value, "context", &wrong) {
            prop_assert!(read::<Labels>(&spoilt).is_none());
        }
    }
}

#[test]
fn words_in_another_dress_are_other_words() {
    for word in [
        "Autonomous",
        "AUTONOMOUS",
        " autonomous",
        "autonomous\n",
        "autonomous\0",
        "auto",
        "",
        "on",
        "true",
    ] {
        assert!(word.parse::<SendMode>().is_err(), "{word:?}");
        assert!(read::<SendMode>(&json!(word)).is_none(), "{word:?}");
    }
    let decision = json!({"verdict": {"verdict": "allow"}, "rule": "R2", "version": 1});
    assert!(read::<Decision>(&decision).is_some());
    for (field, wrong) in [
        ("rule", json!("R10")),
        ("rule", json!("r2")),
        ("verdict", json!("allow")),
        ("version", json!(-1)),
    ] {
        let mut spoilt = decision.clone();
        spoilt[field] = wrong;
        assert!(read::<Decision>(&spoilt).is_none(), "{spoilt}");
    }
}

#[test]
fn a_tool_whose_conditions_are_unknown_is_no_tool() {
    let entry = json!({
        "spec": {"name": "x", "description": "", "input_schema": {}}, "toolset": "t", "role": {"role": "domain"},
        "consent": "always", "right": null, "least_origin": "user",
    });
    assert!(read::<ToolEntry>(&entry).is_some());
    for (field, wrong) in [
        ("consent", json!("never")),
        ("consent", Value::Null),
        ("role", json!({"role": "admin"})),
        ("least_origin", json!("anyone")),
        ("needs", json!("nothing")),
    ] {
        let mut spoilt = entry.clone();
        spoilt[field] = wrong;
        assert!(read::<ToolEntry>(&spoilt).is_none(), "{spoilt}");
    }
    for field in ["consent", "role", "least_origin"] {
        let mut spoilt = entry.clone();
        spoilt.as_object_mut().unwrap().remove(field);
        assert!(read::<ToolEntry>(&spoilt).is_none(), "{field}");
    }
    assert!(read::<Consent>(&json!("by gate")).is_none());
    assert!(read::<ToolRole>(&json!({"role": "Reply"})).is_none());
    assert!(read::<ToolOffer>(&json!({})).is_none());
}
