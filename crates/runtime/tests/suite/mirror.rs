//! The workspace and its folder on disk are alike, whoever changes either, and no text is lost.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::Duration;

use steward_model::{Author, Integrity, OrgId, Role, WorkspacePath};
use steward_store::{Expect, FileRevision, FileWrite, NewMember, Page, Sha};
use steward_testkit::{TestDatabase, on_both};
use tempfile::TempDir;

use super::mind::says;
use super::scene::Scene;

/// A scene whose workspace lies in a folder.
struct Mirrored {
    scene: Scene,
    folder: TempDir,
}

impl Mirrored {
    async fn new(db: TestDatabase) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene.settings.mirror = Some(folder.path().join("workspace"));
        let mirrored = Self { scene, folder };
        fs::create_dir(mirrored.disk("")).unwrap();
        mirrored
    }

    fn disk(&self, path: &str) -> PathBuf {
        self.folder.path().join("workspace").join(path)
    }

    fn on_disk(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.disk(path)).ok()
    }

    /// Makes one more organisation.
    async fn another(&self, name: &str) -> OrgId {
        let owner = NewMember {
            name: format!("Owner of {name}"),
            role: Role::Owner,
            identifiers: Vec::new(),
        };
        let made = self.scene.store.create_org(name, owner).await;
        made.unwrap().0.id
    }

    /// The folder of another organisation.
    fn beside(&self, org: OrgId) -> PathBuf {
        self.folder.path().join(format!("workspace-{org}"))
    }

    async fn of(&self, org: OrgId, path: &str) -> Option<String> {
        let row = self.scene.store.org(org).file(&file(path)).await.unwrap();
        row.and_then(|row| row.content)
    }

    async fn write_of(&self, org: OrgId, path: &str, content: &str) {
        let write = FileWrite {
            path: file(path),
            expect: Expect::Absent,
            content: Some(content.to_owned()),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        let org = self.scene.store.org(org);
        org.write_files(Author::System, vec![write]).await.unwrap();
    }

    async fn row(&self, path: &str) -> Option<FileRevision> {
        let org = self.scene.store.org(self.scene.org);
        org.file(&file(path)).await.unwrap()
    }

    async fn content(&self, path: &str) -> Option<String> {
        self.row(path).await.and_then(|row| row.content)
    }

    async fn write(&self, path: &str, content: Option<&str>) {
        let expect = self.row(path).await.and_then(|row| row.head.sha256);
        let write = FileWrite {
            path: file(path),
            expect: expect.map_or(Expect::Absent, Expect::Sha256),
            content: content.map(str::to_owned),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        let org = self.scene.store.org(self.scene.org);
        let author = Author::Member(self.scene.owner);
        org.write_files(author, vec![write]).await.unwrap();
    }

    async fn until_disk(&self, path: &str, content: Option<&str>) {
        self.scene
            .until("the disk has it", async || {
                self.on_disk(path).as_deref() == content
            })
            .await;
    }

    async fn until_row(&self, path: &str, content: Option<&str>) {
        self.scene
            .until("the row has it", async || {
                self.content(path).await.as_deref() == content
            })
            .await;
    }

    /// Waits until a change made now has gone all the way, and with it every change before.
    async fn settle(&self) {
        let before = self.on_disk("settled.md").unwrap_or_default();
        let now = format!("{before}and so on\n");
        fs::write(self.disk("settled.md"), &now).unwrap();
        self.until_row("settled.md", Some(&now)).await;
    }

    /// What was told about files.
    async fn told(&self) -> Vec<String> {
        let page = Page {
            after: None,
            limit: 100,
        };
        let org = self.scene.store.org(self.scene.org);
        let notices = org.notices(&page, true).await.unwrap();
        notices
            .into_iter()
            .filter_map(|notice| notice.text)
            .collect()
    }

    /// The one file that lies beside another because both sides changed.
    async fn kept_beside(&self, path: &str) -> FileRevision {
        let org = self.scene.store.org(self.scene.org);
        let heads = org.files_changed_since(0, 10_000).await.unwrap();
        let mut beside = heads
            .iter()
            .filter(|head| head.conflict_of.as_ref() == Some(&file(path)));
        let head = beside.next().expect("a conflicting copy");
        assert_eq!(beside.next(), None);
        org.file(&head.path).await.unwrap().unwrap()
    }
}

fn file(path: &str) -> WorkspacePath {
    WorkspacePath::file(path).unwrap()
}

#[test]
fn a_change_on_either_side_reaches_the_other() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        story.scene.start().await;
        story
            .scene
            .until("the seeds are on disk", async || {
                story.on_disk("MEMORY.md").is_some()
            })
            .await;
        story.write("areas/leases/a.md", Some("one")).await;
        story.until_disk("areas/leases/a.md", Some("one")).await;
        story.write("areas/leases/a.md", Some("two")).await;
        story.until_disk("areas/leases/a.md", Some("two")).await;

        fs::write(story.disk("areas/leases/a.md"), "three, on disk").unwrap();
        story
            .until_row("areas/leases/a.md", Some("three, on disk"))
            .await;
        let head = story.row("areas/leases/a.md").await.unwrap().head;
        assert_eq!(
            (head.updated_by, head.trust),
            (Author::Mirror, Integrity::User)
        );
        assert_eq!(head.revision, 3);
        fs::create_dir(story.disk("new")).unwrap();
        fs::write(story.disk("new/b.txt"), "new on disk").unwrap();
        story.until_row("new/b.txt", Some("new on disk")).await;

        fs::remove_file(story.disk("new/b.txt")).unwrap();
        story.until_row("new/b.txt", None).await;
        story.write("areas/leases/a.md", None).await;
        story.until_disk("areas/leases/a.md", None).await;
        let is_gone = async || !story.disk("areas/leases").exists();
        story.scene.until("its folder goes too", is_gone).await;
        assert_eq!(story.told().await, Vec::<String>::new());
        story.scene.finish().await;
    });
}

#[test]
fn every_organisation_has_a_folder_of_its_own_and_none_sees_anothers() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        let other = story.another("Other").await;
        story.scene.start().await;
        story.write("areas/a.md", Some("ours")).await;
        story.until_disk("areas/a.md", Some("ours")).await;
        // One that comes while everything runs has a folder too.
        let late = story.another("Late").await;
        for (org, text) in [(other, "theirs"), (late, "late")] {
            story.write_of(org, "areas/a.md", text).await;
            let there = story.beside(org).join("areas/a.md");
            let is_there = async || fs::read_to_string(&there).is_ok_and(|read| read == text);
            story
                .scene
                .until("it is in the folder beside", is_there)
                .await;
        }
        fs::write(story.beside(other).join("areas/b.md"), "on their disk").unwrap();
        let taken_in = async || story.of(other, "areas/b.md").await.is_some();
        story.scene.until("their disk is taken in", taken_in).await;
        story.settle().await;

        assert_eq!(story.content("areas/a.md").await.as_deref(), Some("ours"));
        assert_eq!(story.content("areas/b.md").await, None);
        assert_eq!(story.on_disk("areas/a.md").as_deref(), Some("ours"));
        assert_eq!(story.on_disk("areas/b.md"), None);
        assert_eq!(story.of(other, "settled.md").await, None);
        assert_eq!(story.of(late, "areas/b.md").await, None);
        let folders = fs::read_dir(story.folder.path()).unwrap().count();
        assert_eq!(folders, 3, "one each, and nothing else");
        story.scene.finish().await;
    });
}

#[test]
fn where_both_sides_changed_both_texts_are_kept() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        story.scene.start().await;
        for path in ["areas/a.md", "areas/deleted.md"] {
            story.write(path, Some("agreed")).await;
            story.until_disk(path, Some("agreed")).await;
        }
        story.settle().await;
        // Nobody mirrors while both sides change.
        story.scene.stop(Duration::from_secs(20)).await;
        for path in ["areas/a.md", "areas/deleted.md"] {
            fs::write(story.disk(path), format!("{path} from disk")).unwrap();
        }
        story.write("areas/a.md", Some("from the API")).await;
        story.write("areas/deleted.md", None).await;
        story.scene.start().await;

        story.until_disk("areas/a.md", Some("from the API")).await;
        story.until_disk("areas/deleted.md", None).await;
        for path in ["areas/a.md", "areas/deleted.md"] {
            let beside = story.kept_beside(path).await;
            let text = format!("{path} from disk");
            assert_eq!(beside.content.as_ref(), Some(&text));
            assert_eq!(beside.head.updated_by, Author::Mirror);
            story
                .until_disk(beside.head.path.as_str(), Some(&text))
                .await;
            let stem = path.trim_end_matches("md");
            assert!(
                beside
                    .head
                    .path
                    .as_str()
                    .starts_with(&format!("{stem}conflict-"))
            );
        }
        assert_eq!(
            story.content("areas/a.md").await.as_deref(),
            Some("from the API")
        );
        assert_eq!(story.told().await.len(), 2);
        story.scene.finish().await;
    });
}

#[test]
fn a_folder_without_marks_is_compared_by_its_texts() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        story.scene.start().await;
        for path in ["late.md", "edited.md", "same.md", "gone.md"] {
            story.write(path, Some("first")).await;
            story.until_disk(path, Some("first")).await;
        }
        story.settle().await;
        story.scene.stop(Duration::from_secs(20)).await;
        fs::remove_file(story.disk(".rev")).unwrap();
        story.write("late.md", Some("second")).await;
        story.write("edited.md", Some("second")).await;
        fs::write(story.disk("edited.md"), "from disk").unwrap();
        fs::remove_file(story.disk("gone.md")).unwrap();
        story.scene.start().await;

        // A text that the row once had is only late; one that it never had is kept.
        story.until_disk("late.md", Some("second")).await;
        story.until_disk("edited.md", Some("second")).await;
        story.until_disk("gone.md", Some("first")).await;
        assert_eq!(
            story.kept_beside("edited.md").await.content.as_deref(),
            Some("from disk")
        );
        assert_eq!(story.told().await.len(), 1);
        assert_eq!(story.row("same.md").await.unwrap().head.revision, 1);
        story.scene.finish().await;
    });
}

#[test]
fn a_folder_that_was_emptied_is_written_anew_and_not_taken_for_a_deletion() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        story.scene.start().await;
        story.write("a.md", Some("text")).await;
        story.until_disk("a.md", Some("text")).await;
        story.settle().await;
        // Both go at once, as far as that is possible: a look in between would rightly see a deletion.
        let mut stayed = false;
        for _ in 0..10 {
            let before = story.row("a.md").await.unwrap().head.revision;
            fs::remove_file(story.disk("a.md")).unwrap();
            fs::remove_file(story.disk(".rev")).unwrap();
            story
                .scene
                .until("the folder is whole again", async || {
                    story.disk(".rev").exists()
                })
                .await;
            story.settle().await;
            stayed = story.row("a.md").await.unwrap().head.revision == before;
            if stayed {
                break;
            }
            story.write("a.md", Some("text")).await;
            story.until_disk("a.md", Some("text")).await;
        }
        assert!(stayed);
        assert_eq!(story.on_disk("a.md").as_deref(), Some("text"));
        story.scene.finish().await;
    });
}

#[test]
fn what_a_kill_left_behind_is_put_in_order() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        story.scene.start().await;
        story.write("areas/a.md", Some("one")).await;
        story.until_disk("areas/a.md", Some("one")).await;
        story.settle().await;
        story.scene.crash().await;
        // Killed before the rename of one file, after the rename but before the mark of another, and while it noted a third.
        fs::write(story.disk("areas/.steward-tmp-0"), "tw").unwrap();
        story.write("areas/a.md", Some("two")).await;
        story.write("areas/b.md", Some("one of b")).await;
        fs::write(story.disk("areas/b.md"), "one of b").unwrap();
        story.write("areas/b.md", Some("two of b")).await;
        let mut marks = fs::read(story.disk(".rev")).unwrap();
        marks.extend(b"{\"path\":\"areas/a.md\",\"sha2");
        fs::write(story.disk(".rev"), marks).unwrap();
        story.scene.start().await;
        story.until_disk("areas/a.md", Some("two")).await;
        story.until_disk("areas/b.md", Some("two of b")).await;
        assert!(!story.disk("areas/.steward-tmp-0").exists());
        assert_eq!(
            story.told().await,
            Vec::<String>::new(),
            "nothing was in conflict"
        );
        story.scene.finish().await;
    });
}

#[test]
fn what_cannot_be_taken_in_is_left_and_told_once() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        let secret = story.folder.path().join("secret.md");
        fs::write(&secret, "a secret").unwrap();
        story.scene.start().await;
        story.write("a.md", Some("row")).await;
        story.until_disk("a.md", Some("row")).await;
        symlink(&secret, story.disk("link.md")).unwrap();
        fs::hard_link(&secret, story.disk("hard.md")).unwrap();
        fs::write(story.disk("latin.md"), b"caf\xe9").unwrap();
        fs::write(story.disk("A.md"), "the same name in capitals").unwrap();
        story.write("link.md", Some("a row where a link is")).await;
        story
            .scene
            .until("all was told", async || story.told().await.len() == 4)
            .await;
        story.settle().await;
        assert_eq!(story.told().await.len(), 4, "{:?}", story.told().await);
        for path in ["hard.md", "latin.md", "A.md"] {
            assert_eq!(story.row(path).await, None, "{path}");
        }
        assert_eq!(fs::read_to_string(&secret).unwrap(), "a secret");
        assert_eq!(fs::read(story.disk("latin.md")).unwrap(), b"caf\xe9");
        story.scene.finish().await;
    });
}

#[test]
fn a_skill_keeps_what_its_author_put_beside_it_and_the_rest_is_named() {
    on_both(async |db| {
        let mut story = Mirrored::new(db).await;
        for folder in [
            "skills/slides/ooxml/scripts",
            "skills/slides/fonts",
            "areas",
        ] {
            fs::create_dir_all(story.disk(folder)).unwrap();
        }
        let texts = [
            ("skills/slides/SKILL.md", "---\nname: slides\n---\n"),
            ("skills/slides/ooxml/scripts/pack.py", "print(1)\n"),
            ("skills/slides/template.html", "<p>{{ title }}</p>\n"),
            ("skills/slides/palette.yaml", "ink: black\n"),
        ];
        for (path, text) in texts {
            fs::write(story.disk(path), text).unwrap();
        }
        fs::write(story.disk("skills/slides/fonts/a.ttf"), b"\0\x01").unwrap();
        fs::write(story.disk("skills/slides/LICENSE"), "MIT").unwrap();
        fs::write(story.disk("areas/logo.png"), b"\x89PNG").unwrap();
        story.scene.start().await;
        for (path, text) in texts {
            story.until_row(path, Some(text)).await;
        }
        story.settle().await;
        let named = "skills/slides has files on disk that agents do not get, because the workspace holds no files of their kind: \
            LICENSE, fonts/a.ttf.";
        assert_eq!(story.told().await, [named]);
        story.scene.finish().await;
    });
}

/// Test 19, the folder's part: a thousand files are compared at a start and those that differ are put in order, and none of them is torn.
#[tokio::test]
async fn a_thousand_files_are_put_in_order_19() {
    // What is compared is the disk with hashes, whichever database they come from.
    let mut story = Mirrored::new(TestDatabase::sqlite()).await;
    let name = |no: usize| format!("accounts/{}/{no}.md", no % 20);
    let text = |no: usize, version: &str| format!("{version} of {no}\n").repeat(50);
    let org = story.scene.store.org(story.scene.org);
    let writes = (0..1_000).map(|no| FileWrite {
        path: file(&name(no)),
        expect: Expect::Absent,
        content: Some(text(no, "one")),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    });
    let author = Author::Member(story.scene.owner);
    org.write_files(author, writes.collect()).await.unwrap();
    // All but twenty are on disk, one of them late.
    for no in 0..980 {
        fs::create_dir_all(story.disk(&name(no)).parent().unwrap()).unwrap();
        fs::write(story.disk(&name(no)), text(no, "one")).unwrap();
    }
    story.write(&name(0), Some(&text(0, "two"))).await;
    story.scene.start().await;
    story.until_disk(&name(0), Some(&text(0, "two"))).await;
    story.until_disk(&name(999), Some(&text(999, "one"))).await;
    story.settle().await;
    for no in 1..1_000 {
        let content = story.on_disk(&name(no));
        assert_eq!(
            content.map(|text| Sha::of(text.as_bytes())),
            Some(Sha::of(text(no, "one").as_bytes())),
            "{no}"
        );
    }
    assert_eq!(story.told().await, Vec::<String>::new());
    story.scene.finish().await;
}
