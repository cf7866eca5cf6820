//! Every statement runs on both databases, and every one that reaches a tenant's rows names the tenant.

use std::collections::BTreeSet;

use futures_util::{StreamExt as _, stream};
use steward_store::{dialect_statements, statements};
use steward_testkit::{Backend, Recorder, Schema, TestDatabase, on_both};

use super::story::Story;
use super::{
    agents, api_keys, claims, contacts, inbox, keys, lines, members, migrations, orgs, rotation,
    sessions,
};

/// Statements that reach a tenant's rows without its id, and why.
const WITHOUT_ORG: &[(&str, &str)] = &[
    (
        "claims::RECOVER",
        "whoever held a thread before this process began is gone, in every organisation",
    ),
    ("api_keys::PRINCIPAL", "the token tells the organisation"),
    ("api_keys::TOUCH", "only who has the token comes here"),
    (
        "members::ANYWHERE",
        "says only whether an id is in use, to nobody outside",
    ),
    (
        "members::CANDIDATES",
        "the identifier tells the organisations",
    ),
    ("sessions::PRINCIPAL", "the token tells the organisation"),
    ("sessions::PRUNE", "what has expired is nobody's"),
    ("sessions::PRUNE_LINKS", "what has expired is nobody's"),
    ("sessions::TAKE_LINK", "the token tells the organisation"),
];

fn stories() -> impl Iterator<Item = &'static Story> {
    let lists = [
        agents::STORIES,
        api_keys::STORIES,
        claims::STORIES,
        contacts::STORIES,
        inbox::STORIES,
        keys::STORIES,
        lines::STORIES,
        members::STORIES,
        migrations::STORIES,
        orgs::STORIES,
        rotation::STORIES,
        sessions::STORIES,
    ];
    lists.into_iter().flatten()
}

#[test]
fn the_stories_run_every_statement_and_no_other() {
    on_both(|db| async move {
        let (backend, recorder) = (db.backend(), Recorder::default());
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

        let [sqlite, postgres] = dialect_statements();
        let own = match backend {
            Backend::Sqlite => sqlite,
            Backend::Postgres => postgres,
        };
        let known: BTreeSet<_> = statements()
            .into_iter()
            .chain(own.iter().copied())
            .collect();
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
        .any(|pair| *pair[0] == "org_id" && pair[1].starts_with('$'))
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
