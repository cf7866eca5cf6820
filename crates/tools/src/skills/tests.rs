use serde_json::{Value, json};
use steward_agent::VERBATIM_CHARS;
use steward_model::Integrity;
use steward_testkit::TestDatabase;

use super::page::page;
use super::{LoadSkill, LoadSkillFile};
use crate::fixture::{call, refusal, turn};
use crate::{Tool, ToolOutput};

async fn ask(tool: impl Tool, arguments: Value) -> ToolOutput {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    call(tool, &context, arguments).await
}

fn text(output: ToolOutput) -> String {
    output.content.unwrap().join("\n")
}

#[tokio::test]
async fn a_skill_is_its_body_and_the_names_of_its_files() {
    let output = ask(LoadSkill, json!({"name": "router"})).await;
    assert_eq!(output.integrity, Integrity::System);
    let text = text(output);
    assert!(text.starts_with("# Router\n"), "{text}");
    assert!(
        text.ends_with("\n\nFiles, for load_skill_file: confirmation.md"),
        "{text}"
    );
}

#[tokio::test]
async fn a_file_of_a_skill_can_be_read_and_so_can_the_whole_of_it() {
    let file = json!({"name": "update", "path": "history_chain.md"});
    let chain = text(ask(LoadSkillFile, file).await);
    assert!(chain.starts_with("# The history chain\n"), "{chain}");
    let whole = json!({"name": "update", "path": "SKILL.md"});
    let whole = text(ask(LoadSkillFile, whole).await);
    assert!(whole.starts_with("---\nname: update\n"), "{whole}");
}

#[tokio::test]
async fn a_name_that_is_not_there_is_answered_with_those_that_are() {
    let there = "There is no such skill. There are: router, search, text-reply, update.";
    assert_eq!(
        refusal(ask(LoadSkill, json!({"name": "serch"})).await),
        there
    );
    let file = json!({"name": "../search", "path": "SKILL.md"});
    assert_eq!(refusal(ask(LoadSkillFile, file).await), there);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_answered_with_those_that_are() {
    for path in ["../search/SKILL.md", "/etc/passwd", "confirmation", ""] {
        let file = json!({"name": "router", "path": path});
        assert_eq!(
            refusal(ask(LoadSkillFile, file).await),
            "The skill has no such file. It has: confirmation.md."
        );
    }
    let file = json!({"name": "text-reply", "path": "x.md"});
    let none = "The skill has no such file, and none but its SKILL.md.";
    assert_eq!(refusal(ask(LoadSkillFile, file).await), none);
}

#[tokio::test]
async fn an_offset_behind_the_end_is_refused() {
    let far = json!({"name": "router", "offset": 1_000_000});
    let reason = refusal(ask(LoadSkill, far).await);
    assert!(reason.starts_with("Nothing is there: it has "), "{reason}");
}

#[test]
fn a_long_text_is_read_whole_a_page_at_a_time() {
    let line = |n: usize| format!("line {n} äöü\n");
    let whole: String = (0..3_000).map(line).collect();
    let below = "\n\nFiles: none";
    let (mut offset, mut seen, mut pages) = (0, String::new(), 0);
    loop {
        let page = page(&whole, offset, below).unwrap();
        assert!(page.chars().count() <= VERBATIM_CHARS);
        let page = page.strip_suffix(below).unwrap();
        pages += 1;
        let Some((shown, note)) = page.rsplit_once("\n(") else {
            seen += page;
            break;
        };
        seen += shown;
        let next = note.split("offset ").nth(1).unwrap();
        offset = next.trim_end_matches(".)").parse().unwrap();
    }
    assert_eq!(seen, whole);
    assert!(pages > 3, "{pages}");
}

#[test]
fn a_line_without_end_is_read_too() {
    let whole = "é".repeat(25_000);
    let first = page(&whole, 0, "").unwrap();
    assert!(first.chars().count() <= VERBATIM_CHARS);
    assert!(first.contains("(15100 characters are left: go on with offset 9900.)"));
    assert!(page(&whole, 24_999, "").unwrap() == "é");
    assert!(page("", 0, "").unwrap().is_empty());
}
