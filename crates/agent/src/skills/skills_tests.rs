use proptest::prelude::*;
use steward_model::Integrity;

use super::{FolderFile, Skill, SkillFileKind, SkillFolder, SkillProblem, SkillSource, read_skill};

fn folder(name: &str, text: &str) -> SkillFolder {
    SkillFolder {
        name: name.to_owned(),
        source: SkillSource::Workspace,
        skill_file: Some(text.to_owned()),
        integrity: Integrity::User,
        files: Vec::new(),
    }
}

fn read(text: &str) -> Skill {
    read_skill(&folder("lease-check", text)).unwrap()
}

/// The lines and reasons of what is wrong.
fn wrong(text: &str) -> Vec<(usize, String)> {
    let problems = read_skill(&folder("lease-check", text)).unwrap_err();
    let told = |problem: SkillProblem| {
        assert_eq!(problem.file, "skills/lease-check/SKILL.md");
        (problem.line, problem.reason)
    };
    problems.into_iter().map(told).collect()
}

#[test]
fn the_smallest_skill_has_a_name_and_a_description() {
    let skill = read(
        "---\nname: lease-check\ndescription: Checks leases.\n---\n\n# Leases\n\nRead them.\n",
    );
    assert_eq!(skill.name, "lease-check");
    assert_eq!(skill.description, "Checks leases.");
    assert_eq!(skill.body, "# Leases\n\nRead them.");
    assert_eq!(skill.source, SkillSource::Workspace);
    assert_eq!(skill.integrity, Integrity::User);
    assert!(skill.allowed_tools.is_empty() && skill.files.is_empty());
    assert_eq!(skill.compatibility, None);
}

#[test]
fn every_key_of_the_standard_and_keys_beyond_it_are_taken() {
    let skill = read(
        "---\nname: lease-check\ndescription: Checks leases.\nlicense: Apache-2.0\ncompatibility: Needs a PDF reader\n\
         metadata:\n  author: ines\n  version: \"1.0\"\n  nested: {a: [1, 2]}\nallowed-tools: Bash(git add:*) Read, Grep\n\
         user-invocable: true\nversion: 2\nhooks:\n  - on: load\n    run: [a, b]\n---\nBody.",
    );
    assert_eq!(skill.compatibility.as_deref(), Some("Needs a PDF reader"));
    assert_eq!(skill.allowed_tools, ["Bash(git add:*)", "Read", "Grep"]);
    assert_eq!(skill.body, "Body.");
}

#[test]
fn tools_may_be_a_list() {
    let head = "---\nname: lease-check\ndescription: d\nallowed-tools:";
    let inline = read(&format!("{head} [Read, Write]\n---\n"));
    let block = read(&format!("{head}\n- Read\n- Write\n---\n"));
    assert_eq!(inline.allowed_tools, ["Read", "Write"]);
    assert_eq!(block.allowed_tools, inline.allowed_tools);
    assert!(
        read(&format!("{head}\n---\n")).allowed_tools.is_empty(),
        "an empty key is absent"
    );
}

#[test]
fn descriptions_are_written_in_many_ways() {
    let described =
        |text: &str| read(&format!("---\nname: lease-check\n{text}\n---\nBody.")).description;
    assert_eq!(described("description: plain, # not a comment"), "plain,");
    assert_eq!(described("description: goes\n  on here"), "goes on here");
    assert_eq!(
        described("description: >\n  folded\n  lines"),
        "folded lines"
    );
    assert_eq!(described("description: |-\n  two\n  lines"), "two\nlines");
    assert_eq!(described("description: 'it''s: fine'"), "it's: fine");
    assert_eq!(
        described("description: \"say \\\"hi\\\": now\""),
        "say \"hi\": now"
    );
    assert_eq!(
        described("description: Use it when: a lease ends"),
        "Use it when: a lease ends",
        "a colon that should have been quoted"
    );
    assert_eq!(
        described("description: It's here: `done`\nlicense: MIT"),
        "It's here: `done`"
    );
    assert_eq!(
        described("description: @mentions of people"),
        "@mentions of people"
    );
}

#[test]
fn files_come_with_marks_and_ends_of_line_from_anywhere() {
    let skill = read(
        "\u{feff}---\r\nname: lease-check\r\ndescription: >-\r\n  Checks\r\n  leases.\r\n---\r\n\r\nOne.\r\nTwo.\r\n",
    );
    assert_eq!(skill.description, "Checks leases.");
    assert_eq!(skill.body, "One.\nTwo.");
    let dashes = read("---\nname: lease-check\ndescription: d\n---  \nAbove\n\n---\n\nBelow");
    assert_eq!(dashes.body, "Above\n\n---\n\nBelow");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let missing_head = "the file does not start with a line `---`";
    assert_eq!(wrong(""), [(1, missing_head.to_owned())]);
    assert_eq!(wrong("# Leases\n"), [(1, missing_head.to_owned())]);
    let open = "no line `---` ends the head";
    assert_eq!(wrong("---\nname: a\n"), [(1, open.to_owned())]);
    assert_eq!(
        wrong("---\n---\nBody."),
        [
            (1, "`name` is missing".to_owned()),
            (1, "`description` is missing".to_owned())
        ]
    );
    assert_eq!(
        wrong("---\nlicense: MIT\ndescription:\nname: Lease Check\n---\n"),
        [
            (
                4,
                "`name` is made of a-z, 0-9 and single hyphens between them".to_owned()
            ),
            (3, "`description` is missing".to_owned())
        ]
    );
    assert_eq!(
        wrong("---\nname: rent-check\ndescription: d\n---\n"),
        [(2, "`name` is not the name of its folder".to_owned())]
    );
    assert_eq!(
        wrong("---\nname: lease-check\ndescription: [a, b]\n---\n"),
        [(3, "`description` is not a text".to_owned())]
    );
    assert_eq!(
        wrong("---\nname: lease-check\ndescription: d\nname: lease-check\n---\n"),
        [(4, "`name` is given twice".to_owned())]
    );
    assert_eq!(
        wrong("---\n- name\n- description\n---\n"),
        [(2, "the head is not made of `key: value`".to_owned())]
    );
    assert_eq!(
        wrong("---\nname: lease-check\ndescription: d\nallowed-tools: {a: b}\n---\n"),
        [(
            4,
            "`allowed-tools` is neither a text nor a list of texts".to_owned()
        )]
    );
}

#[test]
fn yaml_that_does_not_parse_is_told_with_its_line() {
    let [(line, reason)] = &wrong("---\nname: lease-check\ndescription: \"open\n---\nBody.")[..]
    else {
        panic!("one problem");
    };
    assert!(*line >= 3, "{line}");
    assert!(reason.starts_with("the head is not YAML: "), "{reason}");
}

#[test]
fn names_are_what_the_standard_says() {
    for name in ["a", "a-1", &"x".repeat(64)] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        read_skill(&folder(name, &text)).unwrap();
    }
    for name in [
        "-a",
        "a-",
        "a--b",
        "A",
        "a_b",
        "ä",
        "sеarch",
        "a b",
        &"x".repeat(65),
    ] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        assert_eq!(
            read_skill(&folder(name, &text)).unwrap_err()[0].line,
            2,
            "{name}"
        );
    }
}

#[test]
fn texts_have_the_length_of_the_standard() {
    let with = |description: usize, compatibility: usize| {
        let (d, c) = ("é".repeat(description), "c".repeat(compatibility));
        format!("---\nname: lease-check\ndescription: {d}\ncompatibility: {c}\n---\n")
    };
    read(&with(1_024, 500));
    assert_eq!(wrong(&with(1_025, 500))[0].0, 3);
    assert_eq!(wrong(&with(1_024, 501))[0].0, 4);
}

#[test]
fn a_head_cannot_grow_beyond_its_bounds() {
    let bomb = "---\nname: lease-check\ndescription: d\na: &a [x, x]\nb: [*a, *a]\n---\n";
    let alias = "an alias is not followed; write it out";
    assert_eq!(wrong(bomb), [(5, alias.to_owned())]);

    let deep = format!("---\nx: {}\n---\n", "[".repeat(500));
    assert!(wrong(&deep)[0].1.starts_with("the head is not YAML"));
    let many = format!("---\nx: [{}]\n---\n", "1,".repeat(4_000));
    assert_eq!(wrong(&many)[0].1, "the head has too many keys and values");
    let long = format!("---\nx: {}\n{}---\n", "y".repeat(20_000), "\n".repeat(10));
    assert_eq!(
        wrong(&long)[0].1,
        "no line `---` ends the head within 16384 bytes"
    );
    let directive = "---\n%TAG ! tag:x,2000:\n---\nBody.";
    assert!(wrong(directive)[0].1.starts_with("the head is not YAML"));
}

#[test]
fn a_folder_without_its_file_is_no_skill() {
    let mut empty = folder("notes", "");
    empty.skill_file = None;
    let problems = read_skill(&empty).unwrap_err();
    assert_eq!(problems[0].reason, "the folder has no `SKILL.md`");
}

#[test]
fn what_an_agent_wrote_after_reading_strangers_is_no_skill() {
    let mut tainted = folder(
        "lease-check",
        "---\nname: lease-check\ndescription: d\n---\n",
    );
    tainted.integrity = Integrity::Untrusted;
    let problems = read_skill(&tainted).unwrap_err();
    assert!(problems[0].reason.contains("a member must save it"));
}

#[test]
fn files_are_told_apart_and_hashed() {
    let file = |path: &str, digit: &str| FolderFile {
        path: path.to_owned(),
        sha256: digit.repeat(64),
    };
    let mut full = folder(
        "lease-check",
        "---\nname: lease-check\ndescription: d\n---\n",
    );
    full.files = vec![
        file("scripts/run", "1"),
        file("SKILL.md", "2"),
        file("assets/form.json", "3"),
        file("assets/fill.py", "4"),
        file("references/terms.md", "5"),
        file("REFERENCE.md", "6"),
    ];
    let skill = read_skill(&full).unwrap();
    let files: Vec<_> = skill
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.kind))
        .collect();
    use SkillFileKind::{Asset, Reference, Script};
    assert_eq!(
        files,
        [
            ("REFERENCE.md", Reference),
            ("assets/fill.py", Script),
            ("assets/form.json", Asset),
            ("references/terms.md", Reference),
            ("scripts/run", Script),
        ]
    );
    full.files.reverse();
    assert_eq!(read_skill(&full).unwrap().sha256, skill.sha256);
    full.files[0].sha256 = "7".repeat(64);
    assert_ne!(read_skill(&full).unwrap().sha256, skill.sha256);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(---\n|name: |description: |lease-check|\n|- |  |\\[|\\{|\\]|\\}|&a|\\*a|!!|\"|'|>|\\||\\?|:|#|%|\u{feff}|\r|\t|[a-zé ]){0,60}") {
        let text = format!("---\n{text}\n---\nBody.");
        match read_skill(&folder("lease-check", &text)) {
            Ok(skill) => prop_assert_eq!(skill.name, "lease-check"),
            Err(problems) => {
                let lines = text.replace('\r', "\n").lines().count();
                prop_assert!(!problems.is_empty());
                prop_assert!(problems.iter().all(|one| (1..=lines + 1).contains(&one.line)), "{problems:?}");
            }
        }
    }
}
