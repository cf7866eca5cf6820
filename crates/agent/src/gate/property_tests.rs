use proptest::prelude::*;
use steward_model::{ApproverRole, Integrity, SendMode};

use super::gate_tests::{EVERYTHING, all, fetch, labels, policy, write};
use super::{Action, Capabilities, Decision, Labels, Policy, Sensitive, Setting, Verdict, decide};

fn any_integrity() -> impl Strategy<Value = Integrity> {
    prop::sample::select(Integrity::ALL)
}

fn any_address() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "+14155550123",
        "+14155550100",
        "ann@team.example",
        "plumber@known.example",
        "eve@evil.example",
    ])
    .prop_map(str::to_owned)
}

fn any_capabilities() -> impl Strategy<Value = Capabilities> {
    let granted = prop::collection::btree_set(
        prop::sample::select(EVERYTHING.to_vec()),
        0..=EVERYTHING.len(),
    );
    (granted, prop::sample::select(SendMode::ALL))
        .prop_map(|(granted, send_mode)| Capabilities { granted, send_mode })
}

fn any_action() -> impl Strategy<Value = Action> {
    let bodies = vec![
        "Hi",
        "https://book.example/now",
        "https://evil.example",
        "gate code 4711",
        "call 415 555 0199",
    ];
    let urls = vec![
        "https://book.example/now",
        "https://book.example/x",
        "https://evil.example/",
        "nonsense",
    ];
    let paths = vec!["MEMORY.md", "notes/a.md", "../x", "skills/a/SKILL.md"];
    prop_oneof![
        Just(Action::Unknown),
        Just(Action::Draft),
        (any_address(), any_address(), prop::sample::select(bodies)).prop_map(
            |(to, from, body)| Action::Send {
                to,
                from,
                body: body.to_owned()
            }
        ),
        prop::sample::select(paths).prop_map(write),
        prop::sample::select(urls).prop_map(fetch),
        prop::sample::select(vec![Sensitive::Spend, Sensitive::Delete, Sensitive::Share])
            .prop_map(|kind| Action::Sensitive { kind }),
        prop::sample::select(vec![
            Setting::Persona,
            Setting::AgentConfig,
            Setting::Policy
        ])
        .prop_map(|setting| Action::Change { setting }),
        "[a-z]{1,5}".prop_map(|tool| Action::CallForeign { tool }),
        (any_capabilities(), any_integrity()).prop_map(|(capabilities, label)| Action::Spawn {
            capabilities,
            label
        }),
    ]
}

/// A permit never grows: `Allow` from `Deny` or `Approve`, or a lesser approver.
#[track_caller]
fn permits_no_more(before: Decision, after: Decision) {
    assert!(
        freedom(after.verdict) <= freedom(before.verdict),
        "{before:?} became {after:?}"
    );
}

/// How much a verdict lets happen.
fn freedom(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Deny => 0,
        Verdict::Approve(ApproverRole::Operator) => 1,
        Verdict::Approve(ApproverRole::Member) => 2,
        Verdict::Allow => 3,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn losing_trust_or_power_never_permits_more(
        action in any_action(),
        capabilities in any_capabilities(),
        context in any_integrity(),
        lower in any_integrity(),
        lost in prop::sample::select(EVERYTHING.to_vec()),
        addressed in prop::collection::btree_set(any_address(), 0..5),
    ) {
        let mut labels = labels(context);
        labels.addressed = addressed;
        let before = decide(&action, &labels, &capabilities, &policy());

        let mut lowered = labels.clone();
        lowered.context = context.mixed_with(lower);
        permits_no_more(before, decide(&action, &lowered, &capabilities, &policy()));

        let mut poorer = capabilities.clone();
        poorer.granted.remove(&lost);
        permits_no_more(before, decide(&action, &labels, &poorer, &policy()));
        poorer = Capabilities { send_mode: SendMode::Suggest, ..capabilities.clone() };
        permits_no_more(before, decide(&action, &labels, &poorer, &policy()));

        let mut unexplained = labels.clone();
        unexplained.trusted_text.clear();
        unexplained.named.clear();
        permits_no_more(before, decide(&action, &unexplained, &capabilities, &policy()));
        permits_no_more(before, decide(&action, &labels, &capabilities, &Policy::default()));
    }

    #[test]
    fn an_untrusted_turn_reaches_only_the_contact_who_wrote(action in any_action()) {
        let decision = decide(&action, &labels(Integrity::Untrusted), &all(), &policy());
        if let (Action::Send { to, from, .. }, Verdict::Allow) = (&action, decision.verdict) {
            prop_assert_eq!((to.as_str(), from.as_str()), ("+14155550123", "+14155550100"));
        }
    }

    #[test]
    fn a_decision_survives_json(action in any_action(), capabilities in any_capabilities(), context in any_integrity()) {
        let labels = labels(context);
        let decision = decide(&action, &labels, &capabilities, &policy());
        let text = serde_json::to_string(&(&action, &labels, &capabilities, policy(), decision)).unwrap();
        let (action, labels, capabilities, policy, recorded): (Action, Labels, Capabilities, Policy, Decision) = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(decision, recorded);
        prop_assert_eq!(decide(&action, &labels, &capabilities, &policy), decision);
    }
}
