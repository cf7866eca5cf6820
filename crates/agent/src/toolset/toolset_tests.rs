use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;
use steward_model::{ContactId, Integrity, LineId, SendMode, SequentialIds, ToolSpec};

use super::*;

fn entry(name: &str, toolset: &str, role: ToolRole) -> ToolEntry {
    ToolEntry {
        spec: ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            input_schema: json!({"type": "object"}),
        }
        .into(),
        toolset: toolset.to_owned(),
        role,
        consent: Consent::ByGate,
        right: None,
        least_origin: Integrity::Untrusted,
    }
}

pub(super) fn catalogue() -> Vec<ToolEntry> {
    let mut billing = entry("read_bill", "billing", ToolRole::Domain);
    billing.right = Some("billing".to_owned());
    let mut settings = entry("set_goal", "settings", ToolRole::Domain);
    settings.least_origin = Integrity::User;
    let mut delete = entry("delete_note", "notes", ToolRole::Domain);
    delete.consent = Consent::Always;
    vec![
        entry("send_sms", "texting", ToolRole::Reply),
        entry("propose_sms_replies", "texting", ToolRole::Propose),
        entry("send_email_to", "texting", ToolRole::SendElsewhere),
        entry("task", "agents", ToolRole::Subagent),
        entry("read_note", "notes", ToolRole::Domain),
        delete,
        billing,
        settings,
        entry("send_fax", "foreign", ToolRole::Domain),
        entry("escalate_to_user", "foreign", ToolRole::Domain),
        entry("read_note", "foreign", ToolRole::Domain),
        entry("stop_everything", "foreign", ToolRole::Meta),
    ]
}

fn words(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

pub(super) fn circumstances(send_mode: SendMode) -> Circumstances {
    let ids = SequentialIds::default();
    Circumstances {
        allowed: AllowList {
            tools: BTreeSet::new(),
            toolsets: words(&[
                "texting", "agents", "notes", "billing", "settings", "foreign",
            ]),
        },
        send_mode,
        owner: Owner::Present {
            rights: words(&["billing"]),
        },
        origin: Integrity::User,
        reply: Some(ReplyContext {
            contact: ContactId::generate(&ids),
            message: "m1".to_owned(),
            line: LineId::generate(&ids),
        }),
        private: false,
        execution: Execution::On,
    }
}

fn names(circumstances: &Circumstances) -> Vec<String> {
    let offers = build_toolset(&catalogue(), circumstances);
    offers
        .into_iter()
        .map(|offer| offer.spec.name.clone())
        .collect()
}

#[test]
fn suggest_mode_has_no_way_to_send() {
    assert_eq!(
        names(&circumstances(SendMode::Suggest)),
        [
            "delete_note",
            "done",
            "escalate_to_user",
            "propose_sms_replies",
            "read_bill",
            "read_note",
            "set_goal",
            "task"
        ]
    );
}

#[test]
fn autonomous_mode_sends_instead_of_proposing() {
    assert_eq!(
        names(&circumstances(SendMode::Autonomous)),
        [
            "delete_note",
            "done",
            "escalate_to_user",
            "read_bill",
            "read_note",
            "send_email_to",
            "send_fax",
            "send_sms",
            "set_goal",
            "task"
        ]
    );
}

#[test]
fn the_send_mode_takes_the_sending_of_answers_away_and_gives_the_drafting_of_them() {
    let given = |tool: &str, mode| {
        let allowed = AllowList {
            tools: words(&[tool]),
            toolsets: BTreeSet::new(),
        };
        names(&Circumstances {
            allowed,
            ..circumstances(mode)
        })
    };
    let drafting = ["done", "escalate_to_user", "propose_sms_replies"];
    assert_eq!(given("send_sms", SendMode::Suggest), drafting);
    assert_eq!(
        given("send_sms", SendMode::Autonomous),
        ["done", "escalate_to_user", "send_sms"]
    );
    let neither = ["done", "escalate_to_user"];
    assert_eq!(given("read_bill", SendMode::Suggest)[..2], neither);
    assert_eq!(
        given("propose_sms_replies", SendMode::Autonomous),
        neither,
        "who may only draft does not send"
    );
}

#[test]
fn nobody_to_answer_means_no_tool_to_answer() {
    for mode in SendMode::ALL {
        let alone = Circumstances {
            reply: None,
            ..circumstances(*mode)
        };
        let names = names(&alone);
        assert!(
            !names.contains(&"send_sms".to_owned())
                && !names.contains(&"propose_sms_replies".to_owned())
        );
    }
}

#[test]
fn an_owner_who_left_can_only_escalate() {
    let orphan = Circumstances {
        owner: Owner::Gone,
        ..circumstances(SendMode::Autonomous)
    };
    assert_eq!(names(&orphan), ["done", "escalate_to_user"]);
}

#[test]
fn switched_off_tools_leave_what_ends_a_turn() {
    for mode in SendMode::ALL {
        let off = Circumstances {
            execution: Execution::Off,
            ..circumstances(*mode)
        };
        assert_eq!(names(&off), ["done", "escalate_to_user"]);
    }
}

#[test]
fn in_private_nothing_is_at_hand_to_remember_with() {
    let mut catalogue = catalogue();
    catalogue.push(entry("keep_note", "notes", ToolRole::Remember));
    for private in [false, true] {
        let circumstances = Circumstances {
            private,
            ..circumstances(SendMode::Suggest)
        };
        let offers = build_toolset(&catalogue, &circumstances);
        let has = |name: &str| offers.iter().any(|offer| offer.spec.name == name);
        assert_eq!(has("keep_note"), !private);
        assert!(has("read_note"));
    }
}

#[test]
fn a_right_the_owner_lost_takes_its_tools_along() {
    let poorer = Circumstances {
        owner: Owner::Present { rights: words(&[]) },
        ..circumstances(SendMode::Suggest)
    };
    assert!(!names(&poorer).contains(&"read_bill".to_owned()));
}

#[test]
fn an_untrusted_origin_takes_tools_away() {
    let stranger = Circumstances {
        origin: Integrity::Untrusted,
        ..circumstances(SendMode::Suggest)
    };
    let names = names(&stranger);
    assert!(!names.contains(&"set_goal".to_owned()));
    assert!(names.contains(&"read_note".to_owned()));
}

#[test]
fn a_tool_may_be_allowed_by_name() {
    let single = Circumstances {
        allowed: AllowList {
            tools: words(&["read_note"]),
            toolsets: BTreeSet::new(),
        },
        ..circumstances(SendMode::Suggest)
    };
    assert_eq!(names(&single), ["done", "escalate_to_user", "read_note"]);
}

#[test]
fn writing_to_somebody_else_always_needs_a_person() {
    let offers = build_toolset(&catalogue(), &circumstances(SendMode::Autonomous));
    let consent = |name: &str| {
        offers
            .iter()
            .find(|offer| offer.spec.name == name)
            .map(|offer| offer.consent)
    };
    assert_eq!(consent("send_email_to"), Some(Consent::Always));
    assert_eq!(consent("delete_note"), Some(Consent::Always));
    assert_eq!(consent("send_sms"), Some(Consent::ByGate));
}

#[test]
fn a_foreign_tool_cannot_pass_for_ours() {
    let offers = build_toolset(&catalogue(), &circumstances(SendMode::Suggest));
    let escalate: Vec<_> = offers
        .iter()
        .filter(|offer| offer.spec.name == ESCALATE)
        .collect();
    assert_eq!(escalate.len(), 1);
    assert_eq!(escalate[0].role, ToolRole::Meta);
    assert!(
        offers
            .iter()
            .all(|offer| offer.spec.name != "stop_everything")
    );
}

proptest! {
    #[test]
    fn less_is_never_more(
        mode in prop::sample::select(SendMode::ALL),
        lost in prop::sample::select(vec!["texting", "agents", "notes", "billing", "settings", "foreign"]),
        origin in prop::sample::select(Integrity::ALL),
    ) {
        let before = circumstances(mode);
        let mut after = before.clone();
        after.allowed.toolsets.remove(lost);
        after.origin = before.origin.mixed_with(origin);
        let had: BTreeSet<String> = names(&before).into_iter().collect();
        let has: BTreeSet<String> = names(&after).into_iter().collect();
        prop_assert!(has.is_subset(&had));
        prop_assert!(has.contains(DONE) && has.contains(ESCALATE));
        if mode == SendMode::Suggest {
            prop_assert!(has.iter().all(|name| !name.starts_with("send_")));
        }
    }
}
