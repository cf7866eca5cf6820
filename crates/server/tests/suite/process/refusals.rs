//! A start that cannot go well ends before anything is served, with a sentence and a code of its own.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use steward_testkit::TestDatabase;

use crate::support::process::{Ended, Launch};

#[test]
fn a_second_server_on_the_same_folder_is_refused_at_once() {
    let home = tempfile::tempdir().unwrap();
    let first = Launch::in_folder(home.path());
    let running = first.start();
    let second = Launch::in_folder(home.path()).refuse();
    assert_refused(&second, 4, &["another Steward is using", "--home"]);
    assert!(second.took < Duration::from_secs(1), "{second:?}");
    running.stop();
    Launch::in_folder(home.path()).start().stop();
}

#[test]
fn a_file_in_the_place_of_the_folder_is_explained() {
    let parent = tempfile::tempdir().unwrap();
    let home = parent.path().join("home");
    fs::write(&home, "a file").unwrap();
    assert_refused(
        &Launch::in_folder(&home).refuse(),
        3,
        &["cannot be made", "--home"],
    );
    let below = home.join("deeper");
    assert_refused(
        &Launch::in_folder(&below).refuse(),
        3,
        &["cannot be made", "--home"],
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_explained() {
    // Writing there fails for every user, for root too.
    let ended = Launch::in_folder(Path::new("/proc/self/fdinfo")).refuse();
    assert_refused(&ended, 3, &["cannot be written to", "--home"]);
}

#[test]
fn a_folder_on_a_disk_that_is_read_only_or_full_is_explained() {
    for (options, word) in [("ro", "cannot be written to"), ("size=8m", "is full")] {
        let home = tempfile::tempdir().unwrap();
        let mount = mounting(home.path(), options);
        let mount: Vec<_> = mount.iter().map(String::as_str).collect();
        let ended = Launch::in_folder(home.path()).under(&mount).refuse();
        assert_refused(&ended, 3, &[word, "--home"]);
    }
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused_and_left_alone() {
    let database = TestDatabase::sqlite();
    database.open().await.close().await;
    let later = "insert into schema_migration (version, name, checksum, applied_at) values (9999, 'later', '', 0)";
    database.data().execute(later).await;
    let before = database.data().dump().await;
    let ended = Launch::in_folder(database.folder()).refuse();
    assert_refused(&ended, 5, &["9999", "newer Steward", "backup"]);
    assert_eq!(database.data().dump().await, before);
}

#[test]
fn a_master_key_that_is_wrong_lost_or_readable_is_refused() {
    let home = tempfile::tempdir().unwrap();
    Launch::in_folder(home.path()).start().stop();
    let file = home.path().join("master.key");
    let right = fs::read(&file).unwrap();
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );

    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let readable = Launch::in_folder(home.path()).refuse();
    assert_refused(&readable, 6, &["can be read by others", "chmod 600"]);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();

    fs::write(&file, "00".repeat(32)).unwrap();
    assert_refused(
        &Launch::in_folder(home.path()).refuse(),
        6,
        &["not the master key"],
    );
    fs::write(&file, "not a key").unwrap();
    assert_refused(
        &Launch::in_folder(home.path()).refuse(),
        6,
        &["64 hexadecimal digits"],
    );
    let other = Launch::in_folder(home.path()).with("STEWARD_MASTER_KEY", &"11".repeat(32));
    assert_refused(&other.refuse(), 6, &["not the master key"]);

    fs::remove_file(&file).unwrap();
    assert_refused(
        &Launch::in_folder(home.path()).refuse(),
        6,
        &["is missing", "restore"],
    );
    assert!(
        !file.exists(),
        "a second key was made beside the data of the first"
    );

    fs::write(&file, right).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    Launch::in_folder(home.path()).start().stop();
}

#[test]
fn every_mistake_in_the_configuration_is_listed_at_once() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bad.toml");
    fs::write(
        &file,
        "[http]\nlisten_on = \"x\"\nbody_limit = \"0\"\n[log]\nlevel = \"loud\"\n",
    )
    .unwrap();
    let ended = Launch::in_folder(home.path())
        .with("STEWARD_CONFIG", file.to_str().unwrap())
        .with("STEWARD__SECURITY__SESSION_TTL", "soon")
        .with("STEWARD_ADMIN_TOKEN", "short")
        .refuse();
    let words = ["listen_on", "session_ttl"];
    assert_refused(&ended, 2, &words);
    assert!(
        !home.path().join("steward.db").exists(),
        "something was made"
    );
}

#[test]
fn a_database_that_is_none_is_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        home.path().join("steward.db"),
        "not a database, but long enough to be looked at".repeat(100),
    )
    .unwrap();
    let ended = Launch::in_folder(home.path()).refuse();
    assert_refused(&ended, 3, &["steward.db"]);
}

/// Runs what follows where a small file system lies over `folder`; it is gone with the process.
pub(super) fn mounting(folder: &Path, options: &str) -> Vec<String> {
    let script = "mount -t tmpfs -o \"$1\" steward-test \"$2\" && shift 2 && exec \"$@\"";
    let root = rustix::process::geteuid().is_root();
    let namespace: &[&str] = if root {
        &["--mount"]
    } else {
        &["--map-root-user", "--mount"]
    };
    ["unshare"]
        .iter()
        .chain(namespace)
        .chain(&["sh", "-c", script, "sh", options])
        .map(|&word| word.to_owned())
        .chain([folder.to_str().unwrap().to_owned()])
        .collect()
}

#[track_caller]
fn assert_refused(ended: &Ended, code: i32, words: &[&str]) {
    assert_eq!(ended.code, Some(code), "{ended:?}");
    for word in words {
        assert!(
            ended.errors.contains(word),
            "no {word:?} in {}",
            ended.errors
        );
    }
    assert!(!ended.errors.contains("panicked"), "{}", ended.errors);
}
