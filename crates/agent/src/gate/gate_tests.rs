use std::collections::BTreeSet;

use steward_model::{ApproverRole, Integrity, SendMode};

use super::{
    Action, Capabilities, Capability, Confidential, Decision, GATE_VERSION, Labels, PathKind,
    Policy, ReplyAddress, Rule, Sensitive, Setting, Verdict, decide, kind_of_path,
};

pub(super) const EVERYTHING: [Capability; 12] = [
    Capability::Reply,
    Capability::SendElsewhere,
    Capability::Draft,
    Capability::WriteNotes,
    Capability::ChangeAccounts,
    Capability::WriteInstructions,
    Capability::Fetch,
    Capability::Spend,
    Capability::Delete,
    Capability::Share,
    Capability::CallForeign,
    Capability::Spawn,
];

const MEMBER: Verdict = Verdict::Approve(ApproverRole::Member);

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

pub(super) fn labels(context: Integrity) -> Labels {
    Labels {
        context,
        reply: Some(ReplyAddress {
            contact: "+14155550123".to_owned(),
            line: "+14155550100".to_owned(),
        }),
        named: set(&["ann@team.example"]),
        addressed: BTreeSet::new(),
        trusted_text: vec!["Book at https://book.example/now or call +1 415 555 0199.".to_owned()],
        confidential: vec![Confidential {
            text: "gate code 4711".to_owned(),
            audience: set(&["ann@team.example"]),
        }],
    }
}

pub(super) fn all() -> Capabilities {
    Capabilities {
        granted: EVERYTHING.into(),
        send_mode: SendMode::Autonomous,
    }
}

pub(super) fn policy() -> Policy {
    Policy {
        directory: set(&["plumber@known.example"]),
        fetch_hosts: set(&["book.example", "*.wiki.example"]),
        ..Policy::default()
    }
}

fn reply(body: &str) -> Action {
    send("+14155550123", body)
}

fn send(to: &str, body: &str) -> Action {
    Action::Send {
        to: to.to_owned(),
        from: "+14155550100".to_owned(),
        body: body.to_owned(),
    }
}

pub(super) fn write(path: &str) -> Action {
    Action::WriteFile {
        path: path.to_owned(),
    }
}

pub(super) fn fetch(url: &str) -> Action {
    Action::Fetch {
        url: url.to_owned(),
    }
}

#[track_caller]
fn judged(action: &Action, context: Integrity, verdict: Verdict, rule: Rule) {
    let expected = Decision {
        verdict,
        rule,
        version: GATE_VERSION,
    };
    assert_eq!(
        decide(action, &labels(context), &all(), &policy()),
        expected,
        "{action:?}"
    );
}

#[test]
fn r0_what_is_unknown_is_denied() {
    judged(&Action::Unknown, Integrity::System, Verdict::Deny, Rule::R0);
    let unknown: Action = serde_json::from_str(r#"{"type":"teleport","to":"Mars"}"#).unwrap();
    assert_eq!(unknown, Action::Unknown);
    for version in [0, GATE_VERSION + 1] {
        let policy = Policy {
            version,
            ..policy()
        };
        let decision = decide(&Action::Draft, &labels(Integrity::System), &all(), &policy);
        assert_eq!((decision.verdict, decision.rule), (Verdict::Deny, Rule::R0));
    }
    for url in [
        "ftp://book.example",
        "https://a@book.example",
        "https://book.example\\@evil.example",
        "https:// book.example",
        "https://",
        "book.example",
        "https://book.example:x/",
    ] {
        judged(&fetch(url), Integrity::System, Verdict::Deny, Rule::R0);
    }
    for path in [
        "",
        "/etc/passwd",
        "a/../MEMORY.md",
        "a//b",
        "a\\b",
        "a/./b",
        "a\0",
        "C:x",
        "skills ",
        "notes/.hidden.",
        "MEM\u{200b}ORY.md",
    ] {
        judged(&write(path), Integrity::System, Verdict::Deny, Rule::R0);
    }
}

#[test]
fn r1_without_the_capability_nothing_happens() {
    let none = Capabilities::default();
    let actions = [
        reply("Hi"),
        send("ann@team.example", "Hi"),
        Action::Draft,
        write("notes/a.md"),
        write("MEMORY.md"),
        fetch("https://book.example/"),
        Action::Sensitive {
            kind: Sensitive::Spend,
        },
        Action::CallForeign {
            tool: "x".to_owned(),
        },
        Action::Spawn {
            capabilities: Capabilities::default(),
            label: Integrity::Untrusted,
        },
    ];
    for action in actions {
        let decision = decide(&action, &labels(Integrity::System), &none, &policy());
        assert_eq!(
            (decision.verdict, decision.rule),
            (Verdict::Deny, Rule::R1),
            "{action:?}"
        );
    }
}

#[test]
fn r1_suggest_mode_never_sends() {
    let suggesting = Capabilities {
        send_mode: SendMode::Suggest,
        ..all()
    };
    for to in ["+14155550123", "ann@team.example", "eve@evil.example"] {
        for context in Integrity::ALL {
            let decision = decide(&send(to, "Hi"), &labels(*context), &suggesting, &policy());
            assert_eq!((decision.verdict, decision.rule), (Verdict::Deny, Rule::R1));
        }
    }
}

#[test]
fn capabilities_that_lost_their_send_mode_cannot_send() {
    let copied: Capabilities = serde_json::from_str(r#"{"granted":["reply"]}"#).unwrap();
    assert_eq!(
        decide(&reply("Hi"), &labels(Integrity::System), &copied, &policy()).verdict,
        Verdict::Deny
    );
}

#[test]
fn r2_a_clean_reply_goes_out_even_in_an_untrusted_turn() {
    judged(
        &reply("Your visit is on 2026-05-31."),
        Integrity::Untrusted,
        Verdict::Allow,
        Rule::R2,
    );
    judged(
        &reply("Book at https://book.example/now please"),
        Integrity::Untrusted,
        Verdict::Allow,
        Rule::R2,
    );
}

#[test]
fn a_reply_from_another_line_is_no_reply() {
    let other_line = Action::Send {
        to: "+14155550123".to_owned(),
        from: "+14155550999".to_owned(),
        body: "Hi".to_owned(),
    };
    judged(&other_line, Integrity::Untrusted, MEMBER, Rule::R4);
    let nobody = Labels {
        reply: None,
        ..labels(Integrity::Untrusted)
    };
    assert_eq!(
        decide(&reply("Hi"), &nobody, &all(), &policy()).rule,
        Rule::R4
    );
}

#[test]
fn r3_trusted_text_may_write_to_known_people() {
    judged(
        &send("ann@team.example", "Hi"),
        Integrity::User,
        Verdict::Allow,
        Rule::R3,
    );
    judged(
        &send("plumber@known.example", "Hi"),
        Integrity::Operator,
        Verdict::Allow,
        Rule::R3,
    );
}

#[test]
fn r4_whatever_else_leaves_needs_a_person() {
    judged(
        &send("eve@evil.example", "Hi"),
        Integrity::System,
        MEMBER,
        Rule::R4,
    );
    judged(
        &send("ann@team.example", "Hi"),
        Integrity::Untrusted,
        MEMBER,
        Rule::R4,
    );
    judged(
        &Action::CallForeign {
            tool: "x".to_owned(),
        },
        Integrity::System,
        MEMBER,
        Rule::R4,
    );
}

#[test]
fn r5_notes_are_free_and_instructions_are_not() {
    for context in Integrity::ALL {
        judged(
            &write("daily_notes/2026-05-31.md"),
            *context,
            Verdict::Allow,
            Rule::R5,
        );
        judged(&Action::Draft, *context, Verdict::Allow, Rule::R5);
    }
    let operator = Verdict::Approve(ApproverRole::Operator);
    for action in [
        write("MEMORY.md"),
        write("ＭＥＭＯＲＹ.md"),
        write("memory.MD"),
        write("skills/billing/SKILL.md"),
        write("areas/x/skill.md"),
        Action::Change {
            setting: Setting::Persona,
        },
        Action::Change {
            setting: Setting::AgentConfig,
        },
        Action::Change {
            setting: Setting::Policy,
        },
    ] {
        judged(&action, Integrity::User, operator, Rule::R5);
        judged(&action, Integrity::Untrusted, Verdict::Deny, Rule::R5);
    }
    assert_eq!(kind_of_path("accounts/7/state.md"), Some(PathKind::Note));
}

#[test]
fn r6_fetching_needs_an_allowed_host_and_a_trusted_reason() {
    judged(
        &fetch("https://book.example/any"),
        Integrity::User,
        Verdict::Allow,
        Rule::R6,
    );
    judged(
        &fetch("https://en.wiki.example:443/x"),
        Integrity::User,
        Verdict::Allow,
        Rule::R6,
    );
    judged(
        &fetch("https://book.example/now"),
        Integrity::Untrusted,
        Verdict::Allow,
        Rule::R6,
    );
    for url in [
        "https://book.example/no",
        "https://book.example/now?leak=1",
        "https://book.example/",
        "https://en.wiki.example/x",
    ] {
        judged(&fetch(url), Integrity::Untrusted, MEMBER, Rule::R6);
    }
    for url in [
        "https://evil.example/",
        "https://wiki.example.evil.example/",
        "https://wiki.example/",
        "https://notbook.example/",
    ] {
        judged(&fetch(url), Integrity::System, MEMBER, Rule::R6);
    }
}

#[test]
fn r7_addresses_nobody_trusted_wrote_need_a_person() {
    for body in [
        "Pay at https://evil.example",
        "Call +1 415 555 0666",
        "Write to eve@evil.example",
        "IBAN DE89 3704 0044 0532 0130 00",
        "Book at https://book.example/now/extra",
        "The Gate Code is... gate-code 4711",
    ] {
        judged(&reply(body), Integrity::Untrusted, MEMBER, Rule::R7);
    }
    judged(
        &send("ann@team.example", "gate code 4711"),
        Integrity::User,
        Verdict::Allow,
        Rule::R3,
    );
    judged(
        &send("plumber@known.example", "gate code 4711"),
        Integrity::User,
        MEMBER,
        Rule::R7,
    );
}

#[test]
fn r8_many_money_deletion_and_sharing_need_a_person() {
    for kind in [Sensitive::Spend, Sensitive::Delete, Sensitive::Share] {
        judged(
            &Action::Sensitive { kind },
            Integrity::System,
            MEMBER,
            Rule::R8,
        );
    }
    let mut busy = labels(Integrity::User);
    busy.addressed = set(&["a@x.example", "b@x.example", "ann@team.example"]);
    assert_eq!(
        decide(&send("ann@team.example", "Hi"), &busy, &all(), &policy()).verdict,
        Verdict::Allow
    );
    let fourth = decide(
        &send("plumber@known.example", "Hi"),
        &busy,
        &all(),
        &policy(),
    );
    assert_eq!((fourth.verdict, fourth.rule), (MEMBER, Rule::R8));
}

#[test]
fn r9_a_sub_agent_has_no_more_than_its_parent() {
    let parent = Capabilities {
        granted: [Capability::Spawn, Capability::Fetch].into(),
        send_mode: SendMode::Suggest,
    };
    let spawn = |capabilities: &Capabilities, label| {
        let action = Action::Spawn {
            capabilities: capabilities.clone(),
            label,
        };
        let decision = decide(&action, &labels(Integrity::User), &parent, &policy());
        assert_eq!(decision.rule, Rule::R9);
        decision.verdict
    };
    assert_eq!(spawn(&parent, Integrity::User), Verdict::Allow);
    assert_eq!(
        spawn(&Capabilities::default(), Integrity::Untrusted),
        Verdict::Allow
    );
    assert_eq!(spawn(&parent, Integrity::Operator), Verdict::Deny);
    let more = Capabilities {
        granted: [Capability::Delete].into(),
        ..Capabilities::default()
    };
    assert_eq!(spawn(&more, Integrity::User), Verdict::Deny);
    let sends = Capabilities {
        send_mode: SendMode::Autonomous,
        ..Capabilities::default()
    };
    assert_eq!(spawn(&sends, Integrity::User), Verdict::Deny);
}

#[test]
fn r5_accounts_change_by_a_members_words_and_by_others_only_with_a_person() {
    let change = Action::ChangeAccount;
    for trusted in [Integrity::User, Integrity::Operator, Integrity::System] {
        judged(&change, trusted, Verdict::Allow, Rule::R5);
    }
    judged(&change, Integrity::Untrusted, MEMBER, Rule::R5);
}
