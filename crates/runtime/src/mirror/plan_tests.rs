use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn sha(text: &str) -> Sha {
    Sha::of(text.as_bytes())
}

#[test]
fn every_combination_has_its_step() {
    let (a, b, c) = (Some(sha("a")), Some(sha("b")), Some(sha("c")));
    let expect = |sha: Option<Sha>| Step::TakeIn(Expect::Sha256(sha.unwrap()));
    let table = [
        // Agreed, disk, row.
        ((None, None, None), Step::Nothing),
        ((None, None, a), Step::WriteDisk),
        ((None, a, None), Step::TakeIn(Expect::Absent)),
        ((None, a, a), Step::Nothing),
        ((None, a, b), Step::Conflict),
        ((a, None, None), Step::Nothing),
        ((a, None, a), expect(a)),
        ((a, None, b), Step::WriteDisk),
        ((a, a, None), Step::DeleteDisk),
        ((a, a, a), Step::Nothing),
        ((a, a, b), Step::WriteDisk),
        ((a, b, None), Step::Conflict),
        ((a, b, a), expect(a)),
        ((a, b, b), Step::Nothing),
        ((a, b, c), Step::Conflict),
    ];
    for ((agreed, disk, row), step) in table {
        assert_eq!(plan(agreed, disk, row), step, "{agreed:?} {disk:?} {row:?}");
    }
}

/// A file on both sides, as texts of one letter.
#[derive(Debug, Default)]
struct World {
    agreed: Option<char>,
    disk: Option<char>,
    row: Option<char>,
    /// Every text that a row ever had, and the texts that were kept beside.
    kept: BTreeSet<char>,
}

#[derive(Debug, Clone)]
enum Act {
    EditDisk(Option<char>),
    EditRow(Option<char>),
    Sync,
    /// The mirror forgets what it knew.
    LoseMarks,
    /// The mirror did what the plan said and was killed before it noted that.
    SyncAndDie,
}

impl World {
    fn set_row(&mut self, text: Option<char>) {
        self.row = text;
        self.kept.extend(text);
    }

    fn sync(&mut self) {
        let hash = |text: Option<char>| text.map(|text| sha(&text.to_string()));
        match plan(hash(self.agreed), hash(self.disk), hash(self.row)) {
            Step::Nothing => {}
            Step::WriteDisk | Step::DeleteDisk => self.disk = self.row,
            Step::TakeIn(expect) => {
                assert_eq!(
                    expect,
                    hash(self.row).map_or(Expect::Absent, Expect::Sha256)
                );
                self.set_row(self.disk);
            }
            Step::Conflict => {
                self.kept.extend(self.disk);
                self.disk = self.row;
            }
        }
    }
}

fn act() -> impl Strategy<Value = Act> {
    let text = || prop::option::of(prop::char::range('a', 'e'));
    prop_oneof![
        3 => text().prop_map(Act::EditDisk),
        3 => text().prop_map(Act::EditRow),
        4 => Just(Act::Sync),
        1 => Just(Act::LoseMarks),
        1 => Just(Act::SyncAndDie),
    ]
}

proptest! {
    #[test]
    fn no_text_is_ever_lost_and_both_sides_come_to_agree(acts in prop::collection::vec(act(), 1..40)) {
        let mut world = World::default();
        for act in acts {
            let on_disk = world.disk;
            match act {
                Act::EditDisk(text) => world.disk = text,
                Act::EditRow(text) => world.set_row(text),
                Act::LoseMarks => world.agreed = None,
                Act::Sync | Act::SyncAndDie => {
                    world.sync();
                    prop_assert_eq!(world.disk, world.row);
                    if let Some(text) = on_disk {
                        prop_assert!(world.kept.contains(&text), "{text} is gone");
                    }
                    if matches!(act, Act::Sync) {
                        world.agreed = world.disk;
                    }
                    let settled = world.row;
                    world.sync();
                    prop_assert_eq!((world.disk, world.row), (settled, settled));
                }
            }
        }
    }
}

#[test]
fn a_conflict_lies_beside_under_a_name_with_the_time() {
    let at = Timestamp::from_micros(1_794_824_100_123_456);
    let beside = |path: &str| {
        let path = WorkspacePath::file(path).unwrap();
        super::beside(&path, at).map(|beside| beside.as_str().to_owned())
    };
    assert_eq!(
        beside("areas/a.b.md").as_deref(),
        Some("areas/a.b.conflict-20261116T101500Z.md")
    );
    let long = beside(&format!("areas/{}.json", "ü".repeat(97))).unwrap();
    assert!(long.ends_with("ü.conflict-20261116T101500Z.json") && long.len() <= 206);
    let deep = format!(
        "{}{}/a.md",
        format!("{}/", "d".repeat(198)).repeat(3),
        "e".repeat(198)
    );
    assert_eq!(beside(&deep), None);
}
