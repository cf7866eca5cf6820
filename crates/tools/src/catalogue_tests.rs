use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use steward_agent::{
    Action, AllowList, Capabilities, Capability, Circumstances, Consent, DONE, ESCALATE, Execution,
    Owner, ReplyContext, SubagentDefinition, SubagentRegistry, ToolEntry, ToolOffer, ToolRole,
    build_toolset,
};
use steward_model::{
    ContactId, Integrity, LineId, MemoryMode, SendMode, SystemIds, ToolCall, ToolSpec,
};

use crate::{Catalogue, Reach, TASK, Tool, ToolContext, ToolOutput};

/// A tool of a foreign server, under any name it likes.
struct Foreign(&'static str);

impl Tool for Foreign {
    fn entry(&self) -> ToolEntry {
        ToolEntry {
            spec: ToolSpec {
                name: self.0.to_owned(),
                description: "Whatever you like.".to_owned(),
                input_schema: json!({"type": "object"}),
            }
            .into(),
            toolset: "foreign".to_owned(),
            role: ToolRole::Domain,
            consent: Consent::ByGate,
            right: None,
            least_origin: Integrity::Untrusted,
        }
    }

    fn needs(&self) -> &[Capability] {
        &[Capability::CallForeign]
    }

    fn reach(&self) -> Reach {
        Reach::Once
    }

    fn action(&self, _: &ToolContext, _: &Value) -> Result<Option<Action>, String> {
        let tool = self.0.to_owned();
        Ok(Some(Action::CallForeign { tool }))
    }

    fn call<'a>(&'a self, _: &'a ToolContext, _: Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(async { ToolOutput::done("Done.").trusted(Integrity::Untrusted) })
    }
}

fn names(catalogue: &Catalogue) -> Vec<&str> {
    let entries = catalogue.entries().iter();
    entries.map(|entry| entry.spec.name.as_str()).collect()
}

fn with_subagents() -> Catalogue {
    let writer = SubagentDefinition {
        name: "writer".into(),
        description: "Writes long texts.".into(),
        prompt: "Work.".into(),
        model: None,
        tools: BTreeSet::new(),
        capabilities: Capabilities::default(),
        memory: MemoryMode::Isolated,
        max_steps: 3,
        temperature_milli: 200,
    };
    Catalogue::new(&SubagentRegistry::new(vec![writer]).unwrap())
}

/// What a turn is offered that answers a contact and has every group of tools.
fn offers(catalogue: &Catalogue, send_mode: SendMode, origin: Integrity) -> Vec<ToolOffer> {
    let groups = [
        "accounts",
        "foreign",
        "memory",
        "messaging",
        "reminders",
        "skills",
        "subagents",
    ];
    let circumstances = Circumstances {
        allowed: AllowList {
            tools: BTreeSet::new(),
            toolsets: groups.map(str::to_owned).into(),
        },
        send_mode,
        owner: Owner::Present {
            rights: BTreeSet::new(),
        },
        origin,
        reply: Some(ReplyContext {
            contact: ContactId::generate(&SystemIds),
            message: "SM1".into(),
            line: LineId::generate(&SystemIds),
        }),
        private: false,
        execution: Execution::On,
    };
    build_toolset(catalogue.entries(), &circumstances)
}

fn offered(offers: &[ToolOffer]) -> Vec<&str> {
    offers
        .iter()
        .map(|offer| offer.spec.name.as_str())
        .collect()
}

/// The tools of memory beside `read_history`, which anybody may be remembered by.
const MEMORY: [&str; 9] = [
    "archival_insert",
    "archival_search",
    "conversation_search",
    "memory_append",
    "memory_insert",
    "memory_replace",
    "memory_search",
    "search_conversations",
    "search_sms_history",
];

/// The tools of accounts, two of which change them.
const ACCOUNTS: [&str; 6] = [
    "ask_accounts",
    "create_account",
    "list_files",
    "lookup_account",
    "search_descriptions",
    "update_account",
];

const WORKSPACE: [&str; 5] = [
    "append_to_file",
    "list_directory",
    "read_file",
    "search_files",
    "write_file",
];

/// The tools of schedules, which are the team's alone.
const SCHEDULES: [&str; 3] = ["cancel_schedule", "list_schedules", "schedule_task"];

/// The tools of skills that only read, and the one that runs.
const SKILLS: [&str; 2] = ["load_skill", "load_skill_file"];
const RUNS: &str = "run_skill_script";

#[test]
fn every_tool_is_found_by_the_name_the_model_reads() {
    let catalogue = Catalogue::builtin();
    let others = [
        "propose_sms_replies",
        "read_history",
        RUNS,
        "send_sms",
        "text_contact",
    ];
    let all = [
        &ACCOUNTS[..],
        &MEMORY,
        &SCHEDULES,
        &SKILLS,
        &WORKSPACE,
        &others,
    ];
    let mut expected = all.concat();
    expected.sort_unstable();
    assert_eq!(names(&catalogue), expected);
    for entry in catalogue.entries() {
        let tool = catalogue.find(&entry.spec.name).unwrap();
        assert_eq!(tool.entry(), *entry);
    }
    assert!(catalogue.find("rm").is_none());
}

#[test]
fn the_tools_that_return_changes_touch_nothing_themselves() {
    let reach = |name: &str| Catalogue::builtin().find(name).unwrap().reach();
    for name in [
        "cancel_schedule",
        "propose_sms_replies",
        "schedule_task",
        "send_sms",
        "text_contact",
    ] {
        assert_eq!(reach(name), Reach::Local, "{name}");
    }
    assert_eq!(reach("read_history"), Reach::Reading);
    assert_eq!(reach("write_file"), Reach::Repeatable);
}

#[test]
fn a_task_is_offered_where_there_are_sub_agents_and_is_the_runtimes_to_carry_out() {
    let catalogue = with_subagents();
    assert!(names(&catalogue).contains(&TASK));
    assert!(catalogue.find(TASK).is_none());
}

#[test]
fn an_added_tool_has_no_name_of_ours() {
    let taken = [DONE, ESCALATE, TASK, "send_sms", "read_history"];
    let before = Catalogue::builtin();
    let mut catalogue = before.clone();
    for name in taken {
        catalogue = catalogue.with(Arc::new(Foreign(name)));
    }
    assert_eq!(catalogue.entries(), before.entries());
    let own = catalogue.find("send_sms").unwrap();
    assert_eq!(own.needs(), [Capability::Reply]);
    assert!(catalogue.find(TASK).is_none() && catalogue.find(DONE).is_none());

    let catalogue = catalogue.with(Arc::new(Foreign("weather")));
    let again = catalogue.clone().with(Arc::new(Foreign("weather")));
    assert_eq!(names(&again), names(&catalogue));
    assert!(names(&again).ends_with(&["weather"]));
}

#[test]
fn a_turn_may_do_what_its_tools_need_and_no_more() {
    let catalogue = with_subagents().with(Arc::new(Foreign("weather")));
    let granted = |offers: &[ToolOffer], mode| catalogue.capabilities(offers, mode).granted;

    let autonomous = offers(&catalogue, SendMode::Autonomous, Integrity::User);
    let everything = [
        Capability::CallForeign,
        Capability::ChangeAccounts,
        Capability::Draft,
        Capability::Reply,
        Capability::SendElsewhere,
        Capability::Spawn,
        Capability::WriteNotes,
    ];
    assert_eq!(
        granted(&autonomous, SendMode::Autonomous),
        everything.into()
    );

    let suggest = offers(&catalogue, SendMode::Suggest, Integrity::User);
    let quiet = [
        Capability::CallForeign,
        Capability::ChangeAccounts,
        Capability::Draft,
        Capability::Spawn,
        Capability::WriteNotes,
    ];
    assert_eq!(granted(&suggest, SendMode::Suggest), quiet.into());
    let capabilities = catalogue.capabilities(&suggest, SendMode::Suggest);
    assert_eq!(capabilities.send_mode, SendMode::Suggest);

    assert!(granted(&[], SendMode::Autonomous).is_empty());
}

#[test]
fn whoever_writes_files_may_propose_instructions() {
    let catalogue = Catalogue::builtin();
    for (name, needed, reach) in [
        ("append_to_file", 2, Reach::Repeatable),
        ("write_file", 2, Reach::Repeatable),
        ("read_file", 0, Reach::Reading),
        ("list_directory", 0, Reach::Reading),
    ] {
        let tool = catalogue.find(name).unwrap();
        assert_eq!(tool.needs().len(), needed, "{name}");
        assert_eq!(tool.entry().toolset, "workspace");
        assert_eq!(tool.reach(), reach, "{name}");
    }
}

#[test]
fn a_stranger_gets_an_answer_but_sets_no_schedule_runs_nothing_and_learns_nothing_of_accounts() {
    let catalogue = Catalogue::builtin();
    let by_stranger = offers(&catalogue, SendMode::Autonomous, Integrity::Untrusted);
    let with = |accounts: &[&'static str], others: &[&'static str]| {
        let mut all = [&MEMORY[..], &SKILLS, accounts, others].concat();
        all.sort_unstable();
        all
    };
    let others = [DONE, ESCALATE, "read_history", "send_sms", "text_contact"];
    assert_eq!(offered(&by_stranger), with(&[], &others));
    let by_member = offers(&catalogue, SendMode::Suggest, Integrity::User);
    let others = [DONE, ESCALATE, "propose_sms_replies", "read_history", RUNS];
    let others = [&others[..], &SCHEDULES].concat();
    assert_eq!(offered(&by_member), with(&ACCOUNTS, &others));
}

/// What is not found here outlives whoever it was said by.
#[test]
fn whatever_a_tool_that_remembers_writes_is_known_to_be_written_down() {
    let catalogue = with_subagents();
    let remembers = catalogue
        .entries()
        .iter()
        .filter(|entry| entry.role == ToolRole::Remember);
    let mut seen = 0;
    for entry in remembers {
        let text = |field: &str| {
            let call = ToolCall {
                id: "c".into(),
                name: entry.spec.name.clone(),
                arguments: json!({ field: "The text." }),
            };
            call.written_down() == Some("The text.")
        };
        let fields = entry.spec.input_schema["properties"].as_object().unwrap();
        let texts = fields.keys().filter(|field| text(field)).count();
        assert_eq!(texts, 1, "{}", entry.spec.name);
        seen += 1;
    }
    assert!(seen >= 6, "{seen}");
}
