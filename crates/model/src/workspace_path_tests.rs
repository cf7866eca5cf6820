use proptest::prelude::*;

use super::WorkspacePathError as Wrong;
use super::*;

#[test]
fn files_lie_where_they_are_said_to() {
    let path = WorkspacePath::file("areas/Größe und Lage/a.b.md").unwrap();
    assert_eq!(path.as_str(), "areas/Größe und Lage/a.b.md");
    assert_eq!(path.name(), "a.b.md");
    assert_eq!(
        path.segments().collect::<Vec<_>>(),
        ["areas", "Größe und Lage", "a.b.md"]
    );
    let folder = path.parent().unwrap();
    assert_eq!(folder.as_str(), "areas/Größe und Lage");
    let root = folder.parent().and_then(|areas| areas.parent()).unwrap();
    assert_eq!(root, WorkspacePath::folder("").unwrap());
    assert!(root.is_root() && root.parent().is_none() && root.segments().next().is_none());
    assert_eq!(root.name(), "");
    assert_eq!(format!("{path:?}"), "WorkspacePath(***)");
}

#[test]
fn what_could_lead_elsewhere_or_mislead_is_refused() {
    for (text, wrong) in [
        ("", Wrong::Empty),
        ("/etc/passwd.txt", Wrong::Slashes),
        ("areas/", Wrong::Slashes),
        ("a//b.md", Wrong::Slashes),
        ("/", Wrong::Slashes),
        ("..", Wrong::Dots),
        ("a/../b.md", Wrong::Dots),
        ("./a.md", Wrong::Dots),
        ("a/./b.md", Wrong::Dots),
        (".rev", Wrong::Hidden),
        ("a/.hidden.md", Wrong::Hidden),
        ("...md", Wrong::Hidden),
        ("．rev.md", Wrong::Hidden),
        ("‥/a.md", Wrong::Dots),
        ("a\\b.md", Wrong::Separator),
        ("C:a.md", Wrong::Separator),
        ("a.md:stream.md", Wrong::Separator),
        ("a／b.md", Wrong::Separator),
        ("a℀b.md", Wrong::Separator),
        ("a：b.md", Wrong::Separator),
        ("a\0.md", Wrong::Invisible),
        ("a\n.md", Wrong::Invisible),
        ("a\u{7f}.md", Wrong::Invisible),
        ("a\u{2028}.md", Wrong::Invisible),
        ("a\u{202e}dm.md", Wrong::Invisible),
        ("a\u{200b}.md", Wrong::Invisible),
        ("\u{feff}a.md", Wrong::Invisible),
        ("a/b./c.md", Wrong::Ends),
        ("a/b /c.md", Wrong::Ends),
        ("a/b\u{a0}/c.md", Wrong::Ends),
        ("a/b…/c.md", Wrong::Ends),
        (" a.md", Wrong::Ends),
        ("con.md", Wrong::Reserved),
        ("NUL.tar.md", Wrong::Reserved),
        ("Aux /a.md", Wrong::Ends),
        ("aux .md", Wrong::Reserved),
        ("com1.md", Wrong::Reserved),
        ("LPT¹.txt", Wrong::Reserved),
        ("conout$.md", Wrong::Reserved),
        ("cafe\u{301}.md", Wrong::Form),
        ("a.exe", Wrong::Suffix),
        ("a", Wrong::Suffix),
        ("a.MD", Wrong::Suffix),
        ("a.md/b", Wrong::Suffix),
    ] {
        assert_eq!(WorkspacePath::file(text), Err(wrong), "{text:?}");
    }
    for text in ["context.md", "com10.md", "company.md", "null.md", "a…b.md"] {
        assert!(WorkspacePath::file(text).is_ok(), "{text}");
    }
}

#[test]
fn a_skill_may_have_programs_and_templates_and_nothing_else_may() {
    for text in [
        "skills/a/b.py",
        "skills/a/ooxml/schemas/wml.xsd",
        "skills/a/templates/viewer.html",
    ] {
        assert!(WorkspacePath::file(text).is_ok(), "{text}");
    }
    for text in [
        "areas/a.py",
        "skills/a.py",
        "skills/a/logo.png",
        "skills/a/LICENSE",
    ] {
        assert_eq!(WorkspacePath::file(text), Err(Wrong::Suffix), "{text}");
    }
}

#[test]
fn lengths_and_depth_end_where_they_say() {
    let name = |bytes: usize| format!("{}.md", "n".repeat(bytes - 3));
    assert!(WorkspacePath::file(&name(200)).is_ok());
    assert_eq!(WorkspacePath::file(&name(201)), Err(Wrong::Length));
    let deep = |parts: usize| format!("{}a.md", "d/".repeat(parts - 1));
    assert!(WorkspacePath::file(&deep(16)).is_ok());
    assert_eq!(WorkspacePath::file(&deep(17)), Err(Wrong::Length));
    let wide = |bytes: usize| {
        format!(
            "{}{}",
            format!("{}/", "w".repeat(199)).repeat(3),
            name(bytes)
        )
    };
    assert!(WorkspacePath::file(&wide(200)).is_ok());
    let one_more = format!("x{}", wide(200));
    assert_eq!(WorkspacePath::file(&one_more), Err(Wrong::Length));
    assert!(WorkspacePath::folder("areas.v2").is_ok());
}

#[test]
fn names_that_some_disk_takes_for_one_have_one_key() {
    let key = |text: &str| WorkspacePath::file(text).unwrap().fold_key();
    for (one, other) in [
        ("Areas/A.md", "areas/a.md"),
        ("straße.md", "STRASSE.md"),
        ("STRAẞE.md", "strasse.md"),
        ("ΟΔΟΣ.md", "οδος.md"),
        ("οδοσ.md", "οδος.md"),
        ("ｗｉｄｅ.md", "wide.md"),
        ("ﬁle.md", "FILE.md"),
        ("É.md", "é.md"),
    ] {
        assert_eq!(key(one), key(other), "{one} {other}");
    }
    assert_ne!(key("a.md"), key("b.md"));
    assert_ne!(key("e.md"), key("é.md"));
}

#[test]
fn the_key_of_a_key_is_itself_for_every_character() {
    let fold = |text: String| WorkspacePath(text).fold_key();
    for c in '\0'..=char::MAX {
        let once = fold(c.to_string());
        assert_eq!(fold(once.clone()), once, "{c:?}");
    }
}

/// Pieces that paths break at.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9 _-]{1,8}",
        2 => Just("/".to_owned()),
        1 => "[./\\\\: ]{1,3}",
        1 => ".{0,3}",
        1 => prop::sample::select(vec![".md", ".txt", ".json", "..", "con", "\u{301}", "ß", "／", "\u{202e}", "\0"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_accepted_goes_straight_down(text in pieces()) {
        if let Ok(path) = WorkspacePath::file(&text) {
            prop_assert_eq!(path.as_str(), &text);
            prop_assert!(std::path::Path::new(&text).components().all(|part| matches!(part, std::path::Component::Normal(_))));
            prop_assert_eq!(path.segments().collect::<Vec<_>>().join("/"), text.clone());
            prop_assert!(!path.segments().any(|name| name.starts_with('.')));
            let parent = path.parent().unwrap();
            prop_assert_eq!(&WorkspacePath::folder(parent.as_str()), &Ok(parent));
            prop_assert!(!path.fold_key().contains(['\\', ':', '\0']));
            prop_assert_eq!(path.fold_key().split('/').count(), path.segments().count());
        }
    }
}
