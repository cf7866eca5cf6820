use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;

use super::*;

const SECRET: &str = "the text of somebody else";

/// A folder to mirror in, and a folder outside with a file that nobody may read or change.
struct Place {
    folder: TempDir,
    disk: Beneath,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let disk = Beneath::open(&folder.path().join("in")).unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        fs::write(folder.path().join("out/a.md"), SECRET).unwrap();
        Self { folder, disk }
    }

    fn inside(&self, path: &str) -> PathBuf {
        self.folder.path().join("in").join(path)
    }

    fn outside(&self, path: &str) -> PathBuf {
        self.folder.path().join("out").join(path)
    }

    fn is_untouched(&self) -> bool {
        fs::read_dir(self.outside("")).unwrap().count() == 1
            && fs::read_to_string(self.outside("a.md")).unwrap() == SECRET
    }

    fn text(&self, path: &str) -> Option<Text> {
        match self.disk.read(&file(path)).unwrap() {
            Found::Text(text) => Some(text),
            Found::Absent => None,
            Found::Foreign(why) => panic!("{path}: {why}"),
        }
    }

    fn seen(&self) -> Vec<String> {
        let seen = self.disk.scan(&|_| {}).unwrap().files;
        seen.into_keys()
            .map(|path| path.as_str().to_owned())
            .collect()
    }
}

fn file(path: &str) -> WorkspacePath {
    WorkspacePath::file(path).unwrap()
}

#[test]
fn a_text_is_written_read_replaced_and_taken_away() {
    let place = Place::new();
    let path = file("areas/leases/a.md");
    let first = place.disk.write(&path, "one", None).unwrap().unwrap();
    let text = place.text("areas/leases/a.md").unwrap();
    assert_eq!((text.content.as_str(), text.sha), ("one", Sha::of(b"one")));
    assert_eq!(text.print, first);
    let second = place
        .disk
        .write(&path, "two", Some(first))
        .unwrap()
        .unwrap();
    assert_eq!(place.text("areas/leases/a.md").unwrap().content, "two");
    let mode = fs::metadata(place.inside("areas/leases/a.md"))
        .unwrap()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(place.seen(), ["areas/leases/a.md"]);
    assert!(place.disk.remove(&path, second).unwrap());
    assert_eq!(place.text("areas/leases/a.md"), None);
    assert!(
        !place.inside("areas").exists(),
        "folders that are empty go too"
    );
}

#[test]
fn a_text_that_somebody_saved_meanwhile_is_not_written_over() {
    let place = Place::new();
    let path = file("a.md");
    let print = place.disk.write(&path, "ours", None).unwrap().unwrap();
    fs::write(place.inside("a.md"), "a person's text").unwrap();
    assert_eq!(place.disk.write(&path, "newer", Some(print)).unwrap(), None);
    assert_eq!(place.disk.write(&path, "newer", None).unwrap(), None);
    assert!(!place.disk.remove(&path, print).unwrap());
    assert_eq!(place.text("a.md").unwrap().content, "a person's text");
    fs::remove_file(place.inside("a.md")).unwrap();
    assert_eq!(place.disk.write(&path, "newer", Some(print)).unwrap(), None);
    assert_eq!(place.text("a.md"), None);
    let left = fs::read_dir(place.inside("")).unwrap().count();
    assert_eq!(left, 1, "nothing unfinished is left beside the lock");
}

#[test]
fn links_are_neither_followed_nor_written_through() {
    let place = Place::new();
    symlink(place.outside("a.md"), place.inside("link.md")).unwrap();
    symlink(place.outside(""), place.inside("folder")).unwrap();
    fs::write(place.inside("b.md"), "b").unwrap();
    symlink(place.inside("b.md"), place.inside("near.md")).unwrap();
    for path in ["link.md", "folder/a.md", "near.md", "folder/new.md"] {
        let found = place.disk.read(&file(path)).unwrap();
        let behind = path.starts_with("folder/");
        let expected = if behind { Foreign::Kind } else { Foreign::Link };
        assert_eq!(found, Found::Foreign(expected), "{path}");
        let written = place.disk.write(&file(path), "ours", None);
        assert!(!matches!(written, Ok(Some(_))), "{path}");
        let print = print_at(&place.disk.root, path.split('/').next().unwrap()).unwrap();
        let removed = place.disk.remove(&file(path), print.unwrap());
        // What goes is the link at the most.
        assert!(behind == removed.is_err(), "{path}");
    }
    assert!(place.is_untouched());
    assert_eq!(place.seen(), ["b.md"]);
}

#[test]
fn a_hard_link_is_not_read_and_its_other_name_keeps_its_text() {
    let place = Place::new();
    fs::hard_link(place.outside("a.md"), place.inside("a.md")).unwrap();
    let found = place.disk.read(&file("a.md")).unwrap();
    assert_eq!(found, Found::Foreign(Foreign::Shared));
    let print = print_at(&place.disk.root, "a.md").unwrap();
    place
        .disk
        .write(&file("a.md"), "ours", print)
        .unwrap()
        .unwrap();
    assert_eq!(place.text("a.md").unwrap().content, "ours");
    assert!(place.is_untouched());
}

#[test]
fn what_is_no_text_is_told_apart_and_left() {
    let place = Place::new();
    fs::write(
        place.inside("long.md"),
        vec![b'a'; WORKSPACE_FILE_BYTES + 1],
    )
    .unwrap();
    fs::write(place.inside("just.md"), vec![b'a'; WORKSPACE_FILE_BYTES]).unwrap();
    fs::write(place.inside("latin.md"), b"caf\xe9").unwrap();
    fs::write(place.inside("zero.md"), b"a\0b").unwrap();
    fs::create_dir(place.inside("folder.md")).unwrap();
    fs::write(place.inside("way"), "a file where a folder must be").unwrap();
    rustix::fs::mkfifoat(&place.disk.root, "pipe.md", OWN).unwrap();
    for (path, why) in [
        ("long.md", Foreign::Size),
        ("latin.md", Foreign::Encoding),
        ("zero.md", Foreign::Nul),
        ("folder.md", Foreign::Kind),
        ("way/a.md", Foreign::Kind),
        ("pipe.md", Foreign::Kind),
    ] {
        let found = place.disk.read(&file(path)).unwrap();
        assert_eq!(found, Found::Foreign(why), "{path}");
    }
    assert_eq!(
        place.text("just.md").unwrap().content.len(),
        WORKSPACE_FILE_BYTES
    );
    assert_eq!(place.seen(), ["just.md", "latin.md", "long.md", "zero.md"]);
}

#[test]
fn other_files_are_not_seen_and_wrong_names_are_counted() {
    let place = Place::new();
    for name in ["a.md", "a.exe", "notes", ".hidden.md", ".rev", "b.md~"] {
        fs::write(place.inside(name), "text").unwrap();
    }
    for name in ["con.md", "a:b.md", "line\nbreak.md", "cafe\u{301}.md"] {
        fs::write(place.inside(name), "text").unwrap();
    }
    let odd: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"caf\xe9.md");
    fs::write(place.inside("").join(odd), "text").unwrap();
    fs::create_dir_all(place.inside(".git/objects")).unwrap();
    fs::write(place.inside(".git/objects/a.md"), "text").unwrap();
    let seen = place.disk.scan(&|_| {}).unwrap();
    assert_eq!(seen.files.keys().collect::<Vec<_>>(), [&file("a.md")]);
    assert_eq!(seen.misnamed, 5);
}

#[test]
fn what_a_killed_process_left_unfinished_is_swept_away() {
    let place = Place::new();
    fs::create_dir(place.inside("areas")).unwrap();
    for name in [".steward-tmp-0", "areas/.steward-tmp-7"] {
        fs::write(place.inside(name), "half a te").unwrap();
    }
    place
        .disk
        .write(&file("a.md"), "whole", None)
        .unwrap()
        .unwrap();
    place.disk.sweep().unwrap();
    assert!(!place.inside(".steward-tmp-0").exists());
    assert!(!place.inside("areas/.steward-tmp-7").exists());
    assert_eq!(place.text("a.md").unwrap().content, "whole");
}

#[test]
fn a_folder_is_mirrored_by_one_process() {
    let place = Place::new();
    let error = Beneath::open(&place.inside("")).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
}

/// Test 50: a folder that is swapped for a link to elsewhere, over and over, while files in it are written, read, listed and
/// taken away.
#[test]
fn a_folder_swapped_for_a_link_leads_nowhere_50() {
    const ROUNDS: usize = 300;
    let place = Place::new();
    let path = file("swapped/a.md");
    fs::create_dir(place.inside("swapped")).unwrap();
    // It is never empty, and so it stays when the file in it goes.
    fs::write(place.inside("swapped/stays.txt"), "stays").unwrap();
    symlink(place.outside(""), place.inside("decoy")).unwrap();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let root = &place.disk.root;
            while !over.load(Ordering::Relaxed) {
                renameat_with(root, "decoy", root, "swapped", RenameFlags::EXCHANGE).unwrap();
            }
        });
        let mut written = 0;
        for _ in 0..ROUNDS {
            // Whatever is refused is refused; what must not be is an effect on what lies outside.
            let found = place.disk.read(&path);
            let print = match &found {
                Ok(Found::Text(text)) => {
                    assert_ne!(text.content, SECRET);
                    Some(text.print)
                }
                _ => None,
            };
            if let Ok(Some(print)) = place.disk.write(&path, "ours", print) {
                written += 1;
                // The folder may be a link again by now.
                let _ = place.disk.remove(&path, print);
            }
            if let Ok(seen) = place.disk.scan(&|_| {}) {
                let stays = [file("swapped/stays.txt"), file("decoy/stays.txt")];
                let known = |seen: &WorkspacePath| stays.contains(seen) || seen.name() == "a.md";
                assert!(seen.files.keys().all(known));
            }
        }
        over.store(true, Ordering::Relaxed);
        assert!(written > 0, "the folder was itself now and then");
    });
    assert!(place.is_untouched());
}
