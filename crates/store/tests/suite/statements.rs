//! Every statement runs on both databases, and every one that reaches a tenant's rows names the tenant.

use std::collections::BTreeSet;

use futures_util::{StreamExt as _, stream};
use steward_store::statements;
use steward_testkit::{Backend, Recorder, Schema, TestDatabase, on_both};

use super::story::{Story, soak};
use super::{
    agent_configs, agents, alarms, api_keys, approvals, audit, audit_contents, audit_tampered,
    blocks, blocks_changed, budgets, chats, consent, contacts, documents, draft_records, files,
    files_indexed, flags, forgetting, forgetting_meanwhile, forgetting_quotes, forgetting_written,
    idempotency, inbox, instructions, jobs, keys, lines, mails, member_events, members,
    memory_forget, memory_index, migrations, notices, opt_outs, orgs, outbox, outbox_pace,
    outbox_rules, outbox_settle, own_agents, own_schedules, passages, passages_found, phone,
    responses, rotation, schedules, scopes, sessions, skill_grants, streams, suggestions,
    summaries, team_inbox, text_files, texts, tokens, turn_records, turns,
};

/// Statements that reach a tenant's rows without its id, and why.
const WITHOUT_ORG: &[(&str, &str)] = &[
    (
        "threads::RECOVER",
        "whoever held a thread before this process began is gone, in every organisation",
    ),
    (
        "budgets::FREE",
        "whoever set money aside before this process began is gone, in every organisation",
    ),
    (
        "audit::seal::UNSEALED_ORGS",
        "one round seals what is new in every organisation",
    ),
    (
        "chats::LEFT",
        "what was left behind is taken away in every organisation; what is then deleted names its own",
    ),
    ("api_keys::PRINCIPAL", "the token tells the organisation"),
    ("api_keys::TOUCH", "only who has the token comes here"),
    (
        "approvals::decide::OVERDUE",
        "time runs out in every organisation; what is then written names its own",
    ),
    (
        "outbox::claim::DUE",
        "senders serve every organisation; what is then written names its own",
    ),
    (
        "outbox::lookup::DUE",
        "senders serve every organisation; what is then written names its own",
    ),
    (
        "outbox::settle::SILENT",
        "senders serve every organisation; what is then written names its own",
    ),
    (
        "outbox::status::BY_ID",
        "a carrier's report knows no organisation; what is then written names its own",
    ),
    (
        "outbox::status::BY_REF",
        "a carrier's report knows no organisation; what is then written names its own",
    ),
    (
        "memory_index::snapshots::GROWN",
        "workers serve every organisation; what is then read and written names its own",
    ),
    (
        "memory_index::THREADS",
        "whoever indexes does so for every organisation; what is then read and written names its own",
    ),
    (
        "member_events::MOVED",
        "who listens in a process may be of every organisation; what is then read names its own",
    ),
    (
        "member_events::TRIM",
        "what is old is forgotten in every organisation",
    ),
    (
        "members::ANYWHERE",
        "says only whether an id is in use, to nobody outside",
    ),
    (
        "members::CANDIDATES",
        "the identifier tells the organisations",
    ),
    (
        "open::OLDEST_MEMBER",
        "asks whether the keys fit the data, before there is anybody to tell",
    ),
    (
        "flags::ALL_OFF",
        "a process serves every organisation, and obeys what each of them switched off",
    ),
    (
        "own_agents::WITHOUT",
        "what everybody has is given in every organisation; what is then written names its own",
    ),
    ("idempotency::PRUNE", "what has expired is nobody's"),
    (
        "jobs::DUE",
        "whoever does jobs does those of every organisation",
    ),
    (
        "jobs::DUE_COMPACTIONS",
        "whoever does jobs does those of every organisation",
    ),
    (
        "jobs::DUE_OF_KIND",
        "whoever does jobs does those of every organisation",
    ),
    (
        "jobs::LOST",
        "a process that went silent had jobs of every organisation",
    ),
    ("jobs::PRUNE", "what was done long ago is nobody's"),
    (
        "schedules::fire::DUE",
        "whoever fires schedules fires those of every organisation",
    ),
    (
        "threads::QUEUED",
        "workers serve every organisation; what is then read and written names its own",
    ),
    (
        "threads::EXPIRED",
        "workers serve every organisation; what is then read and written names its own",
    ),
    ("threads::NEXT_WAKE", "tells a time and nothing else"),
    (
        "turns::records::ANYWHERE",
        "tells an operator at the command line whose turn it is",
    ),
    ("sessions::PRINCIPAL", "the token tells the organisation"),
    ("sessions::PRUNE", "what has expired is nobody's"),
    ("sessions::PRUNE_LINKS", "what has expired is nobody's"),
    ("sessions::TAKE_LINK", "the token tells the organisation"),
    (
        "streams::TRIM",
        "what is old is forgotten in every organisation",
    ),
];

const LISTS: &[&[Story]] = &[
    agent_configs::STORIES,
    agents::STORIES,
    alarms::STORIES,
    api_keys::STORIES,
    approvals::STORIES,
    audit::STORIES,
    audit_contents::STORIES,
    audit_tampered::STORIES,
    blocks::STORIES,
    blocks_changed::STORIES,
    budgets::STORIES,
    chats::STORIES,
    consent::STORIES,
    contacts::STORIES,
    documents::STORIES,
    draft_records::STORIES,
    files::STORIES,
    files_indexed::STORIES,
    flags::STORIES,
    forgetting::STORIES,
    forgetting_meanwhile::STORIES,
    forgetting_quotes::STORIES,
    forgetting_written::STORIES,
    idempotency::STORIES,
    inbox::STORIES,
    jobs::STORIES,
    keys::STORIES,
    lines::STORIES,
    mails::STORIES,
    member_events::STORIES,
    members::STORIES,
    memory_forget::STORIES,
    memory_index::STORIES,
    migrations::STORIES,
    notices::STORIES,
    opt_outs::STORIES,
    orgs::STORIES,
    outbox::STORIES,
    outbox_pace::STORIES,
    outbox_rules::STORIES,
    outbox_settle::STORIES,
    own_agents::STORIES,
    own_schedules::STORIES,
    passages::STORIES,
    passages_found::STORIES,
    instructions::STORIES,
    responses::STORIES,
    rotation::STORIES,
    schedules::STORIES,
    scopes::STORIES,
    sessions::STORIES,
    skill_grants::STORIES,
    streams::STORIES,
    suggestions::STORIES,
    summaries::STORIES,
    phone::STORIES,
    team_inbox::STORIES,
    text_files::STORIES,
    turn_records::STORIES,
    texts::STORIES,
    tokens::STORIES,
    turns::STORIES,
];

fn stories() -> impl Iterator<Item = &'static Story> {
    LISTS.iter().copied().flatten()
}

/// Each story is a test of its own on both databases. To tell all of them once more on Postgres takes minutes, and would show
/// only a statement that a story runs on one of the two: that is left to the long runs.
#[test]
fn the_stories_run_every_statement_and_no_other() {
    let long = soak(0, 1) == 1;
    on_both(move |db| async move {
        let (backend, recorder) = (db.backend(), Recorder::default());
        if backend == Backend::Postgres && !long {
            return;
        }
        // The stories find their tables.
        db.wipe().await;
        let db = db.with_probe(recorder.probe());
        db.open().await.close().await;
        let runs = stories().map(|story| {
            let probe = recorder.probe();
            async move {
                let db = TestDatabase::on(backend).await.with_probe(probe);
                (story.run)(db).await;
                story.name
            }
        });
        let told: Vec<_> = stream::iter(runs).buffer_unordered(6).collect().await;
        assert!(told.len() > 50, "stories are missing: {told:?}");

        let known: BTreeSet<_> = statements().into_iter().collect();
        let run = recorder.statements();
        let not_run: Vec<_> = known.difference(&run).map(|sql| sql.name).collect();
        assert!(not_run.is_empty(), "no story runs {not_run:?}");
        // A migration's statements carry the name of its file.
        let unknown: BTreeSet<_> = run.difference(&known).map(|sql| sql.name).collect();
        let files = migrations::names("sqlite");
        let unknown: Vec<_> = unknown
            .iter()
            .filter(|name| !files.contains(**name))
            .collect();
        assert!(unknown.is_empty(), "statements() does not list {unknown:?}");
    });
}

#[test]
fn a_statement_that_reaches_a_tenants_rows_names_the_tenant() {
    on_both(|db| async move {
        db.open().await.close().await;
        let schema = Schema::of(&db.data()).await;
        let tenants = schema.tables_with("org_id");
        assert!(tenants.contains("member") && !tenants.contains("org"));
        let free: BTreeSet<_> = statements()
            .iter()
            .filter(|sql| touches(sql.text, &tenants) && !names_org(sql.text))
            .map(|sql| sql.name.trim_start_matches("steward_store::"))
            .collect();
        let excepted: BTreeSet<_> = WITHOUT_ORG.iter().map(|(name, _)| *name).collect();
        assert_eq!(free, excepted);
    });
}

fn words(sql: &str) -> Vec<&str> {
    let part_of_word = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    sql.split(|c| !part_of_word(c))
        .filter(|word| !word.is_empty())
        .collect()
}

fn touches(sql: &str, tables: &BTreeSet<&str>) -> bool {
    let opens = |word: &str| matches!(word, "from" | "join" | "into" | "update");
    let words = words(sql);
    words
        .windows(2)
        .any(|pair| opens(pair[0]) && tables.contains(pair[1]))
}

/// An insert fills the column; anything else compares it with a parameter.
fn names_org(sql: &str) -> bool {
    let words = words(sql);
    if words[0] == "insert" {
        return words.contains(&"org_id");
    }
    let condition = words.iter().skip_while(|word| **word != "where");
    let condition: Vec<_> = condition.collect();
    condition
        .windows(2)
        .any(|pair| pair[0].split('.').next_back() == Some("org_id") && pair[1].starts_with('$'))
}

#[test]
fn the_lint_sees_a_forgotten_tenant() {
    let tables = BTreeSet::from(["member"]);
    for (sql, touched, named) in [
        ("select id from member where id = $1", true, false),
        ("select org_id from member where id = $1", true, false),
        ("select id from member where org_id = org_id", true, false),
        (
            "select id from member where org_id = $1 and id = $2",
            true,
            true,
        ),
        (
            "insert into member (id, org_id) values ($1, $2)",
            true,
            true,
        ),
        ("insert into member (id) values ($1)", true, false),
        ("delete from org where id = $1", false, false),
    ] {
        assert_eq!(
            (touches(sql, &tables), names_org(sql)),
            (touched, named),
            "{sql}"
        );
    }
}
