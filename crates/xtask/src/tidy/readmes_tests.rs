use super::readmes::check;

fn problem(text: Option<&str>) -> String {
    check("crates/x/README.md", text)
        .map(|problem| problem.to_string())
        .unwrap_or_default()
}

#[test]
fn a_purpose_below_the_title_or_in_its_own_section_passes() {
    assert_eq!(
        problem(Some("# x\n\nDoes this.\n\n## Non-goals\n\nNot that.\n")),
        ""
    );
    assert_eq!(
        problem(Some(
            "# x\n\n## Purpose\nThis.\n\n## Non-goals\n- Not that.\n"
        )),
        ""
    );
}

#[test]
fn what_is_missing_is_named() {
    assert!(problem(None).contains("no README.md"));
    assert!(problem(Some("# x\n")).contains("what the crate is for"));
    assert!(problem(Some("# x\n\nDoes this.\n")).contains("no non-goals"));
    assert!(
        problem(Some(
            "# x\n\nDoes this.\n\n## Non-goals\n\n## Types\nOne.\n"
        ))
        .contains("no non-goals")
    );
}
