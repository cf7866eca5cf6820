//! Backups are put in place whole and fitting, or not at all; and nothing begins anew where something was lost.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::process::{Ended, Launch, TOKEN, client, create_contact};

/// A data folder with a contact from before its backup and one from after it.
struct Scene {
    home: TempDir,
    launch: Launch,
    backup: PathBuf,
    before: String,
    after: String,
}

impl Scene {
    async fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let launch = Launch::in_folder(&home.path().join("data"));
        let backup = home.path().join("backup.db");
        let server = launch.start();
        let client = client();
        let make = async |name| {
            let (status, made) = create_contact(&client, &server.url, name).await.unwrap();
            assert_eq!(status, 201, "{made}");
            made["id"].as_str().unwrap().to_owned()
        };
        let before = make("Before").await;
        let ended = launch.run(&["backup", text(&backup)]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let after = make("After").await;
        stop(server).await;
        Self {
            before,
            after,
            home,
            launch,
            backup,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.home.path().join("data").join(name)
    }

    /// What lies in the data folder under names with this in them.
    fn names(&self, part: &str) -> Vec<String> {
        let files = fs::read_dir(self.home.path().join("data")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(part)).collect()
    }

    fn restore(&self, file: &Path) -> Ended {
        self.launch.run(&["restore", text(file)])
    }

    /// Which of the two contacts the server has.
    async fn has(&self) -> (bool, bool) {
        let server = self.launch.start();
        let mut found = Vec::new();
        for id in [&self.before, &self.after] {
            let request = client().get(format!("{}/api/contacts/{id}", server.url));
            let answer = request.bearer_auth(TOKEN).send().await.unwrap();
            found.push(answer.status() == 200);
        }
        stop(server).await;
        (found[0], found[1])
    }
}

#[tokio::test]
async fn what_was_backed_up_comes_back_and_what_it_replaces_is_kept() {
    let scene = Scene::new().await;
    fs::set_permissions(&scene.backup, fs::Permissions::from_mode(0o644)).unwrap();
    for round in 1..=2 {
        let kept = scene.file(&format!("steward.before-restore-{round}.db"));
        assert!(!kept.exists());
        let ended = scene.restore(&scene.backup);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.output.contains(text(&kept)), "{ended:?}");
        assert!(kept.exists());
        let mode = fs::metadata(scene.file("steward.db"))
            .unwrap()
            .permissions();
        assert_eq!(mode.mode() & 0o777, 0o600, "the copy is for everybody");
        assert_eq!(scene.has().await, (true, false));
    }
    // What was replaced is whole: it can be put back.
    let kept = scene.file("steward.before-restore-1.db");
    assert_eq!(scene.restore(&kept).code, Some(0));
    assert_eq!(scene.has().await, (true, true));
    assert_eq!(scene.names("restoring"), [""; 0]);
}

#[tokio::test]
async fn a_file_that_does_not_fit_is_not_put_in_place() {
    let scene = Scene::new().await;
    let stranger = Scene::new().await;
    let cut = scene.home.path().join("cut.db");
    let whole = fs::read(&scene.backup).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let garbage = scene.home.path().join("garbage.db");
    fs::write(
        &garbage,
        "not a database, but long enough to be looked at".repeat(100),
    )
    .unwrap();
    let empty = scene.home.path().join("empty.db");
    fs::write(&empty, "").unwrap();
    let absent = scene.home.path().join("absent.db");
    let data = scene.file("steward.db");
    let was = fs::read(&data).unwrap();
    for file in [&cut, &garbage, &empty, &absent, &stranger.backup] {
        let ended = scene.restore(file);
        assert_eq!(ended.code, Some(1), "{file:?}: {ended:?}");
        assert!(ended.errors.contains("was not restored"), "{ended:?}");
        assert!(!ended.errors.contains("panicked"), "{ended:?}");
        assert!(fs::read(&data).unwrap() == was, "{file:?} left something");
        assert_eq!(scene.names("restor"), [""; 0]);
    }
    assert_eq!(scene.has().await, (true, true));
}

#[tokio::test]
async fn nothing_is_restored_under_a_running_server() {
    let scene = Scene::new().await;
    let server = scene.launch.start();
    let ended = scene.restore(&scene.backup);
    assert_eq!(ended.code, Some(4), "{ended:?}");
    stop(server).await;
    assert_eq!(scene.has().await, (true, true));
}

#[tokio::test]
async fn what_was_lost_is_not_taken_for_a_fresh_start() {
    let scene = Scene::new().await;
    for (lost, code) in [("steward.db", 3), ("keys.db", 6)] {
        let away = scene.home.path().join(lost);
        fs::rename(scene.file(lost), &away).unwrap();
        let ended = scene.launch.refuse();
        assert_eq!(ended.code, Some(code), "{lost}: {ended:?}");
        assert!(ended.errors.contains("missing"), "{lost}: {ended:?}");
        assert!(ended.errors.contains("restore"), "{lost}: {ended:?}");
        assert!(!scene.file(lost).exists(), "a new {lost} was made");
        fs::rename(&away, scene.file(lost)).unwrap();
    }
    assert_eq!(scene.has().await, (true, true));
    // Data that is missing is what a restore is for.
    fs::remove_file(scene.file("steward.db")).unwrap();
    let ended = scene.restore(&scene.backup);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(scene.has().await, (true, false));
}

async fn stop(server: crate::support::process::Running) {
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
