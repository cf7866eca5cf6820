//! The workspace: every revision is kept, and nobody overwrites what they have not read.

use steward_model::{Author, Integrity, WORKSPACE_FILE_BYTES, WorkspacePath};
use steward_store::{
    DroppedFolder, Expect, FileHead, FileWrite, FolderEntry, OrgStore, Sha, StoreError,
    WORKSPACE_FILES,
};
use steward_testkit::{Cell, TestDatabase};

use super::story::{HOUR, all, new_org, page};

stories![
    a_workspace_begins_with_what_helps_to_use_it,
    a_file_is_read_as_it_was_written_and_keeps_every_revision,
    a_write_that_expects_something_else_changes_nothing,
    of_several_files_all_are_written_or_none,
    a_deleted_file_keeps_its_history_and_comes_back,
    a_folder_is_listed_folders_first_page_by_page,
    a_folder_is_there_while_somebody_made_it_or_a_file_is_beneath,
    names_that_differ_by_case_alone_do_not_lie_side_by_side,
    what_is_too_large_or_too_much_is_refused,
    changes_are_seen_in_order_each_file_once,
    two_files_are_read_at_one_moment,
    a_call_that_is_made_again_is_made_once,
    a_conflicting_copy_names_the_file_it_is_of,
    every_change_is_on_the_record,
    the_workspace_of_another_org_is_not_there,
    a_revision_opens_only_where_it_stands,
];

pub(super) fn file(path: &str) -> WorkspacePath {
    WorkspacePath::file(path).unwrap()
}

fn folder(path: &str) -> WorkspacePath {
    WorkspacePath::folder(path).unwrap()
}

pub(super) fn new_file(path: &str, content: &str) -> FileWrite {
    FileWrite {
        path: file(path),
        expect: Expect::Absent,
        content: Some(content.into()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    }
}

pub(super) fn change(path: &str, read: &str, content: Option<&str>) -> FileWrite {
    FileWrite {
        expect: Expect::Sha256(Sha::of(read.as_bytes())),
        content: content.map(str::to_owned),
        ..new_file(path, "")
    }
}

pub(super) async fn put(here: &OrgStore<'_>, write: FileWrite) -> FileHead {
    let written = here.write_files(Author::System, vec![write]).await;
    written.unwrap().remove(0)
}

async fn content(here: &OrgStore<'_>, path: &str) -> Option<String> {
    let found = here.file(&file(path)).await.unwrap();
    found.and_then(|found| found.content)
}

/// The names in a folder; those of folders end with a slash.
async fn names(here: &OrgStore<'_>, path: &str) -> Option<Vec<String>> {
    let found = here.folder(&folder(path), &all()).await.unwrap()?;
    assert_eq!(found.next, None);
    Some(found.entries.iter().map(name).collect())
}

fn name(entry: &FolderEntry) -> String {
    match entry {
        FolderEntry::Folder(path) => format!("{}/", path.name()),
        FolderEntry::File(head) => head.path.name().to_owned(),
    }
}

async fn a_workspace_begins_with_what_helps_to_use_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let begun = names(&here, "").await.unwrap();
    assert_eq!(begun, ["areas/", "daily_notes/", "skills/", "MEMORY.md"]);
    let memory = here.file(&file("MEMORY.md")).await.unwrap().unwrap();
    assert_eq!(memory.head.updated_by, Author::System);
    assert_eq!(memory.head.trust, Integrity::System);
    assert!(memory.content.unwrap().contains("areas/"));
    put(
        &here,
        change(
            "MEMORY.md",
            &content(&here, "MEMORY.md").await.unwrap(),
            None,
        ),
    )
    .await;
    let later = names(&here, "").await.unwrap();
    assert_eq!(later, ["areas/", "daily_notes/", "skills/"]);
}

async fn a_file_is_read_as_it_was_written_and_keeps_every_revision(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::Member(owner));
    let path = file("areas/leases/ä b.md");
    assert_eq!(here.file(&path).await.unwrap(), None);
    assert_eq!(here.file_history(&path, None, 9).await.unwrap(), []);
    let one = put(&here, new_file("areas/leases/ä b.md", "one")).await;
    assert_eq!((one.revision, one.size, &one.path), (1, 3, &path));
    assert_eq!(one.sha256, Some(Sha::of(b"one")));
    db.clock().advance(HOUR);
    let write = FileWrite {
        trust: Integrity::Untrusted,
        ..change("areas/leases/ä b.md", "one", Some("two"))
    };
    let two = here.write_files(by, vec![write]).await.unwrap().remove(0);
    assert_eq!((two.id, two.revision, two.updated_by), (one.id, 2, by));
    let found = here.file(&path).await.unwrap().unwrap();
    assert_eq!((&found.head, found.content.as_deref()), (&two, Some("two")));
    let old = here.file_revision(&path, 1).await.unwrap().unwrap();
    assert_eq!(old.content.as_deref(), Some("one"));
    assert_eq!((old.head.revision, old.head.latest_revision), (1, 2));
    assert_eq!(here.file_revision(&path, 3).await.unwrap(), None);
    let history = here.file_history(&path, None, 9).await.unwrap();
    let told: Vec<_> = history.iter().map(|it| (it.revision, it.trust)).collect();
    assert_eq!(told, [(2, Integrity::Untrusted), (1, Integrity::User)]);
    let earlier = here.file_history(&path, Some(2), 9).await.unwrap();
    assert_eq!(earlier, [old.head]);
    assert_eq!(here.file_history(&path, None, 1).await.unwrap(), [two]);
}

async fn a_write_that_expects_something_else_changes_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    put(&here, new_file("a.md", "one")).await;
    let before = db.data().dump().await;
    let stale = [
        (new_file("a.md", "x"), Some("one")),
        (change("a.md", "zero", Some("x")), Some("one")),
        (change("a.md", "zero", None), Some("one")),
        (change("b.md", "one", Some("x")), None),
    ];
    for (write, there) in stale {
        let at = write.path.clone();
        let written = here.write_files(Author::System, vec![write]).await;
        let Err(StoreError::Stale { path, there: found }) = written else {
            panic!("{written:?}");
        };
        assert_eq!(path, at);
        assert_eq!(found, there.map(|text| Sha::of(text.as_bytes())));
    }
    let nothing = FileWrite {
        content: None,
        ..new_file("b.md", "")
    };
    let deleted = here.write_files(Author::System, vec![nothing]).await;
    assert_err!(deleted, StoreError::Refused(_));
    assert_eq!(db.data().dump().await, before);
}

async fn of_several_files_all_are_written_or_none(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    put(&here, new_file("a/state.md", "one")).await;
    let before = db.data().dump().await;
    let half = vec![
        change("a/state.md", "one", Some("two")),
        new_file("b/new.md", "new"),
        change("a/history.md", "nothing", Some("two")),
    ];
    let written = here.write_files(Author::System, half).await;
    let Err(StoreError::Stale { path, there: None }) = written else {
        panic!("{written:?}");
    };
    assert_eq!(path.as_str(), "a/history.md");
    assert_eq!(db.data().dump().await, before);
    let both = vec![
        change("a/state.md", "one", Some("two")),
        new_file("a/history.md", "two"),
        // The second of two writes to one file has read the first.
        change("a/state.md", "two", Some("three")),
    ];
    let written = here.write_files(Author::System, both).await.unwrap();
    let revisions: Vec<_> = written.iter().map(|head| head.revision).collect();
    assert_eq!(revisions, [2, 1, 3]);
    assert_eq!(content(&here, "a/state.md").await.unwrap(), "three");
    assert_eq!(here.write_files(Author::System, vec![]).await.unwrap(), []);
}

async fn a_deleted_file_keeps_its_history_and_comes_back(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, path) = (store.org(org), file("a.md"));
    put(&here, new_file("a.md", "one")).await;
    let gone = put(&here, change("a.md", "one", None)).await;
    assert!(gone.is_deleted());
    assert_eq!((gone.revision, gone.size), (2, 0));
    assert_eq!(content(&here, "a.md").await, None);
    let found = here.file(&path).await.unwrap().unwrap();
    assert_eq!((found.head, found.content), (gone, None));
    let history = here.file_history(&path, None, 9).await.unwrap();
    let deleted: Vec<_> = history.iter().map(FileHead::is_deleted).collect();
    assert_eq!(deleted, [true, false]);
    let old = here.file_revision(&path, 1).await.unwrap().unwrap();
    let back = FileWrite {
        restored_from: Some(1),
        ..new_file("a.md", &old.content.unwrap())
    };
    let back = put(&here, back).await;
    assert_eq!((back.id, back.revision), (old.head.id, 3));
    assert_eq!(back.restored_from, Some(1));
    assert_eq!(content(&here, "a.md").await.unwrap(), "one");
}

async fn a_folder_is_listed_folders_first_page_by_page(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    for path in ["x/b.md", "x/a.txt", "x/z/1.md", "x/y/w/2.json", "x/c.md"] {
        put(&here, new_file(path, path)).await;
    }
    let listed = names(&here, "x").await.unwrap();
    assert_eq!(listed, ["y/", "z/", "a.txt", "b.md", "c.md"]);
    assert_eq!(names(&here, "x/y").await.unwrap(), ["w/"]);
    assert_eq!(names(&here, "x/q").await, None);
    assert_eq!(names(&here, "x/a.txt").await, None);
    let (mut told, mut after) = (Vec::new(), None);
    loop {
        let part = here.folder(&folder("x"), &page(after, 2)).await;
        let part = part.unwrap().unwrap();
        assert!(part.entries.len() <= 2);
        told.extend(part.entries.iter().map(name));
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(told, listed);
    let entries = here.folder(&folder("x"), &all()).await.unwrap().unwrap();
    let FolderEntry::File(head) = &entries.entries[2] else {
        panic!("{entries:?}");
    };
    assert_eq!((head.size, head.path.as_str()), (7, "x/a.txt"));
}

async fn a_folder_is_there_while_somebody_made_it_or_a_file_is_beneath(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::System);
    put(&here, new_file("p/q/a.md", "x")).await;
    let dropped = async |path: &str| here.drop_folder(by, &folder(path)).await.unwrap();
    assert_eq!(dropped("p").await, DroppedFolder::NotEmpty);
    put(&here, change("p/q/a.md", "x", None)).await;
    assert_eq!(
        (names(&here, "p/q").await, names(&here, "p").await),
        (None, None)
    );
    assert_eq!(dropped("p").await, DroppedFolder::Missing);
    assert!(here.make_folder(by, &folder("p/q")).await.unwrap());
    assert!(!here.make_folder(by, &folder("p/q")).await.unwrap());
    assert_eq!(names(&here, "p").await.unwrap(), ["q/"]);
    assert_eq!(names(&here, "p/q").await.unwrap(), [""; 0]);
    // One that is there because of a file is made to stay.
    put(&here, new_file("s/b.md", "x")).await;
    assert!(!here.make_folder(by, &folder("s")).await.unwrap());
    put(&here, change("s/b.md", "x", None)).await;
    assert_eq!(names(&here, "s").await.unwrap(), [""; 0]);
    assert_eq!(dropped("s").await, DroppedFolder::Dropped);
    assert_eq!(dropped("p/q").await, DroppedFolder::Dropped);
    assert_eq!(names(&here, "p").await, None);
    assert!(!here.make_folder(by, &folder("")).await.unwrap());
    let root = here.drop_folder(by, &folder("")).await;
    assert_err!(root, StoreError::Refused(_));
    put(&here, new_file("p/q/a.md", "again")).await;
    assert_eq!(names(&here, "p/q").await.unwrap(), ["a.md"]);
    let counted = db.data().value("select entries from workspace").await;
    assert_eq!(counted, Cell::Int(5), "four seeds and one file");
}

async fn names_that_differ_by_case_alone_do_not_lie_side_by_side(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::System);
    put(&here, new_file("notes/a.md", "x")).await;
    let refused = ["notes/A.md", "Notes/b.md", "notes/a.md/c.md", "memory.md"];
    // These would keep accounts and skills from ever being made.
    let own = ["Accounts/x.md", "SKILLS/a/SKILL.md"];
    for path in refused.into_iter().chain(own) {
        let written = here.write_files(by, vec![new_file(path, "x")]).await;
        assert_err!(written, StoreError::Refused(_));
    }
    for path in ["NOTES", "notes/a.md", "Memory.md"] {
        let made = here.make_folder(by, &folder(path)).await;
        assert_err!(made, StoreError::Refused(_));
    }
    // Once the other is deleted, the name is free, and then the other cannot come back.
    put(&here, change("notes/a.md", "x", None)).await;
    put(&here, new_file("Notes/A.md", "y")).await;
    let back = here
        .write_files(by, vec![new_file("notes/a.md", "x")])
        .await;
    assert_err!(back, StoreError::Refused(_));
    let old = here.file_revision(&file("notes/a.md"), 1).await.unwrap();
    assert_eq!(old.unwrap().content.as_deref(), Some("x"));
}

async fn what_is_too_large_or_too_much_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::System);
    let most = "x".repeat(WORKSPACE_FILE_BYTES);
    let size = put(&here, new_file("most.md", &most)).await.size;
    assert_eq!(size, WORKSPACE_FILE_BYTES as i64);
    let more = here.write_files(by, vec![new_file("more.md", &format!("{most}x"))]);
    assert_err!(more.await, StoreError::Refused(_));
    db.data()
        .execute(&format!("update workspace set entries = {WORKSPACE_FILES}"))
        .await;
    let more = here.write_files(by, vec![new_file("more.md", "x")]).await;
    assert_err!(more, StoreError::Refused(_));
    assert_err!(
        here.make_folder(by, &folder("more")).await,
        StoreError::Refused(_)
    );
    put(&here, change("most.md", &most, None)).await;
    put(&here, new_file("more.md", "x")).await;
}

async fn two_files_are_read_at_one_moment(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    put(&here, new_file("a.md", "one")).await;
    let (a, b) = (file("a.md"), file("b.md"));
    let [first, second] = here.two_files([&a, &b]).await.unwrap();
    assert_eq!(first.unwrap().content.as_deref(), Some("one"));
    assert_eq!(second, None);
    put(&here, new_file("b.md", "two")).await;
    let both = here.two_files([&b, &a]).await.unwrap();
    let texts = both.map(|file| file.unwrap().content.unwrap());
    assert_eq!(texts, ["two", "one"]);
}

async fn changes_are_seen_in_order_each_file_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let seeds = here.files_changed_since(0, 99).await.unwrap();
    assert_eq!(seeds.len(), 4);
    let seen = seeds.last().unwrap().change_no;
    put(&here, new_file("a.md", "one")).await;
    put(&here, new_file("b.md", "one")).await;
    put(&here, change("a.md", "one", Some("two"))).await;
    put(&here, change("b.md", "one", None)).await;
    put(&here, new_file("c.md", "one")).await;
    let changed = here.files_changed_since(seen, 99).await.unwrap();
    let told = changed
        .iter()
        .map(|head| (head.path.as_str(), head.revision, head.is_deleted()));
    let expected = [("a.md", 2, false), ("b.md", 2, true), ("c.md", 1, false)];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    let read = here.files_read_since(seen, 99).await.unwrap();
    let texts: Vec<_> = read.iter().map(|file| file.content.as_deref()).collect();
    assert_eq!(texts, [Some("two"), None, Some("one")]);
    assert_eq!(
        read.into_iter().map(|file| file.head).collect::<Vec<_>>(),
        changed
    );
    let first = here.files_changed_since(seen, 1).await.unwrap();
    assert_eq!(first, changed[..1]);
    let rest = here.files_changed_since(first[0].change_no, 99).await;
    assert_eq!(rest.unwrap(), changed[1..]);
}

async fn a_call_that_is_made_again_is_made_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::System);
    let writes = || vec![new_file("a.md", "one"), new_file("b.md", "one")];
    let first = here.write_files_once(by, writes(), "call 1").await.unwrap();
    let before = db.data().dump().await;
    let again = here.write_files_once(by, writes(), "call 1").await.unwrap();
    assert_eq!(again, first);
    assert_eq!(db.data().dump().await, before);
    let other = here.write_files_once(by, writes(), "call 2").await;
    assert_err!(other, StoreError::Stale { .. });
}

async fn a_conflicting_copy_names_the_file_it_is_of(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    put(&here, new_file("a.md", "mine")).await;
    let copy = "a.conflict-20261116T101500Z.md";
    let write = FileWrite {
        conflict_of: Some(file("a.md")),
        ..new_file(copy, "theirs")
    };
    let written = here.write_files(Author::Mirror, vec![write]).await;
    let written = written.unwrap().remove(0);
    assert_eq!(written.updated_by, Author::Mirror);
    assert_eq!(written.conflict_of, Some(file("a.md")));
    // It stays one when somebody edits it.
    let edited = put(&here, change(copy, "theirs", Some("both"))).await;
    assert_eq!(edited.conflict_of, Some(file("a.md")));
    let listed = here.folder(&folder(""), &all()).await.unwrap().unwrap();
    assert!(listed.entries.contains(&FolderEntry::File(edited)));
}

async fn every_change_is_on_the_record(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::System);
    let id = put(&here, new_file("a.md", "one")).await.id;
    put(&here, change("a.md", "one", None)).await;
    let back = FileWrite {
        restored_from: Some(1),
        ..new_file("a.md", "one")
    };
    put(&here, back).await;
    let sql = format!("select action from audit where subject = '{id}' order by id");
    let noted: Vec<Cell> = db.data().rows(&sql).await.into_iter().flatten().collect();
    let expected = ["file.written", "file.deleted", "file.restored"];
    assert_eq!(noted, expected.map(|action| Cell::Text(action.into())));
    here.make_folder(by, &folder("f")).await.unwrap();
    here.drop_folder(by, &folder("f")).await.unwrap();
    let sql = "select action from audit where action like 'folder.%' order by id";
    let noted: Vec<Cell> = db.data().rows(sql).await.into_iter().flatten().collect();
    let expected = ["folder.made", "folder.dropped"];
    assert_eq!(noted, expected.map(|action| Cell::Text(action.into())));
    store.seal_audit().await.unwrap();
    let report = here.verify_audit(None, &|_| {}).await.unwrap();
    assert!(report.is_whole(), "{report:?}");
}

async fn the_workspace_of_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let (here, there) = (store.org(mine), store.org(other));
    put(&here, new_file("secret/a.md", "one")).await;
    there.folder(&folder(""), &all()).await.unwrap();
    let before = db.data().dump().await;
    assert_eq!(content(&there, "secret/a.md").await, None);
    assert_eq!(names(&there, "secret").await, None);
    let (path, by) = (file("secret/a.md"), Author::System);
    assert_eq!(there.file_revision(&path, 1).await.unwrap(), None);
    assert_eq!(there.file_history(&path, None, 9).await.unwrap(), []);
    let changed = there.files_changed_since(0, 99).await.unwrap();
    assert_eq!(changed.len(), 4);
    let dropped = there.drop_folder(by, &folder("secret")).await.unwrap();
    assert_eq!(dropped, DroppedFolder::Missing);
    let written = there.write_files(by, vec![change("secret/a.md", "one", None)]);
    assert_err!(written.await, StoreError::Stale { .. });
    assert_eq!(db.data().dump().await, before);
}

async fn a_revision_opens_only_where_it_stands(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    put(&here, new_file("a.md", "one")).await;
    put(&here, change("a.md", "one", Some("two"))).await;
    for (column, no) in [("content_enc", 1), ("sha_enc", 1)] {
        let swapped = format!(
            "update workspace_revision set {column} = (select r.{column} from workspace_revision r
                where r.entry_id = workspace_revision.entry_id and r.no = 2)
            where no = {no} and exists (select 1 from workspace_revision r
                where r.entry_id = workspace_revision.entry_id and r.no = 2)"
        );
        db.data().execute(&swapped).await;
        let opened = here.file_revision(&file("a.md"), 1).await;
        assert_err!(opened, StoreError::Tampered { .. });
    }
    let raised = "update workspace_revision set integrity = 'operator' where no = 2";
    db.data().execute(raised).await;
    assert_err!(here.file(&file("a.md")).await, StoreError::Tampered { .. });
}
