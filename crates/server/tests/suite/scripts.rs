//! Scripts of skills are shut in: what they can see, reach, take and leave behind. By the program itself, as a server starts it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use steward_tools::{Ran, ScriptEnd, ScriptRunner, ScriptTask};

fn runner() -> ScriptRunner {
    ScriptRunner::new(env!("CARGO_BIN_EXE_steward").into()).within(Duration::from_secs(60))
}

fn task(path: &str, text: &str, arguments: &[&str]) -> ScriptTask {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    ScriptTask {
        script: path.to_owned(),
        arguments: arguments.iter().map(|one| (*one).to_owned()).collect(),
        files: vec![file("SKILL.md", "Body."), file(path, text)],
    }
}

async fn ran(path: &str, text: &str, arguments: &[&str]) -> Ran {
    let task = task(path, text, arguments);
    runner().run(&task).await.unwrap()
}

/// What a script of the shell printed that ended well.
async fn shell(text: &str) -> String {
    match ran("scripts/a.sh", text, &[]).await {
        Ran::Ended(ScriptEnd::Code(0), printed) => printed,
        other => panic!("{other:?}"),
    }
}

/// The commands of all processes of this machine.
fn processes() -> Vec<String> {
    let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let commands = all.map(|process| fs::read(process.path().join("cmdline")).unwrap_or_default());
    commands
        .map(|command| String::from_utf8_lossy(&command).replace('\0', " "))
        .collect()
}

/// The folder of a process with this command.
fn process(command: &str) -> Option<PathBuf> {
    let mut folders = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let is = |folder: &PathBuf| {
        let said = fs::read(folder.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&said).replace('\0', " ").trim() == command
    };
    folders.find_map(|folder| Some(folder.path()).filter(is))
}

/// How far a process steps back for others.
fn nice_of(folder: &Path) -> i32 {
    let stat = fs::read_to_string(folder.join("stat")).unwrap();
    let (_, numbers) = stat.rsplit_once(") ").unwrap();
    numbers.split(' ').nth(16).unwrap().parse().unwrap()
}

/// Waits until no process has this in its command.
async fn until_gone(mark: &str) {
    let gone = async {
        while processes().iter().any(|command| command.contains(mark)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), gone)
        .await
        .expect("a process is left");
}

#[tokio::test]
async fn a_script_gets_its_arguments_as_they_are_and_the_files_of_its_skill() {
    let text = "for one in \"$@\"; do echo \"[$one]\"; done; cat /skill/SKILL.md; echo; pwd; ls -A; exit 3";
    let arguments = ["a b", "$(id)", "; echo no", "'\""];
    let Ran::Ended(end, printed) = ran("scripts/a.sh", text, &arguments).await else {
        panic!("it ended by itself");
    };
    assert_eq!(end, ScriptEnd::Code(3));
    assert_eq!(
        printed,
        "[a b]\n[$(id)]\n[; echo no]\n['\"]\nBody.\n/work\n"
    );
}

#[tokio::test]
async fn a_script_in_python_finds_the_modules_beside_it() {
    let mut task = task(
        "scripts/main.py",
        "import sys, beside\nprint(beside.WORD, sys.argv[1:])\nprint('wrong', file=sys.stderr)\n",
        &["x"],
    );
    let beside = (
        "scripts/beside.py".to_owned(),
        "WORD = 'found'\n".to_owned(),
    );
    task.files.push(beside);
    let ran = runner().run(&task).await.unwrap();
    let Ran::Ended(ScriptEnd::Code(0), printed) = ran else {
        panic!("{ran:?}");
    };
    assert!(printed.contains("found ['x']"), "{printed}");
    assert!(printed.contains("wrong"), "{printed}");
}

#[tokio::test]
async fn a_script_sees_nothing_of_this_machine_but_its_programs() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("master.key");
    fs::write(&secret, "the secret").unwrap();
    let here = std::env::current_dir().unwrap();
    let text = format!(
        "cat {} {}/Cargo.toml /etc/passwd /proc/1/environ /etc/shadow 2>&1 | sed 's/.*: //' | sort -u; ls /; env | sort",
        secret.display(),
        here.display()
    );
    let printed = shell(&text).await;
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("No such file or directory"), "{printed}");
    for line in lines {
        let known = [
            "bin", "dev", "etc", "lib", "lib32", "lib64", "sbin", "skill", "tmp", "usr", "work",
        ];
        let variable = [
            "HOME=/work",
            "LANG=",
            "PATH=/usr",
            "PWD=",
            "PYTHONDONT",
            "SHLVL=",
            "_=",
            "OLDPWD",
        ];
        assert!(
            known.contains(&line) || variable.iter().any(|own| line.starts_with(own)),
            "{line}"
        );
    }
}

#[tokio::test]
async fn settings_that_lie_among_the_programs_are_not_seen() {
    let text =
        "for place in /usr/etc /usr/local/etc; do if [ -e $place ]; then ls -A $place; fi; done";
    assert_eq!(shell(text).await, "");
}

#[tokio::test]
async fn what_nobody_would_see_is_left_out_of_what_was_printed() {
    let text = "printf 'a\\033[31mb\\342\\200\\256c\\342\\200\\213d\\000e\\tf\\n'";
    assert_eq!(shell(text).await, "a[31mbcde\tf\n");
}

#[tokio::test]
async fn a_script_gives_way_to_the_server_and_is_ended_before_it_where_memory_is_short() {
    let task = task("scripts/a.sh", "sleep 98766; true", &[]);
    let runner = runner();
    let work = tokio::spawn(async move { runner.run(&task).await });
    let begun = async {
        loop {
            match process("sleep 98766") {
                Some(folder) => break folder,
                None => tokio::task::yield_now().await,
            }
        }
    };
    let begun = tokio::time::timeout(Duration::from_secs(30), begun).await;
    let folder = begun.expect("it begins");
    let first = fs::read_to_string(folder.join("oom_score_adj")).unwrap();
    assert_eq!(first.trim(), "1000");
    let own = nice_of(Path::new("/proc/self"));
    assert_eq!(nice_of(&folder), (own + 10).min(19));
    work.abort();
    until_gone("sleep 98766").await;
}

#[tokio::test]
async fn a_script_writes_nothing_but_into_its_own_folder_and_that_is_gone_afterwards() {
    let text = "for place in /skill /usr /etc /dev /; do (echo x > $place/planted) 2>/dev/null && echo wrote $place; done; \
        ln -s /etc/shadow out; cat out 2>/dev/null; echo x > planted; cat planted; ls";
    assert_eq!(shell(text).await, "x\nout\nplanted\n");
    assert_eq!(shell("ls -A /work").await, "");
}

#[test]
fn what_is_mounted_among_the_programs_can_only_be_read_either() {
    // A machine whose /usr has a part of its own, that everybody may write to, with a space in its name.
    let machine = "mount -t tmpfs -o mode=0777 none /usr/share && mkdir -m 0777 '/usr/share/a b' && \
        mount -t tmpfs -o mode=0777,noexec none '/usr/share/a b' && exec \"$0\" script keep";
    let mut keeper = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", machine])
        .arg(env!("CARGO_BIN_EXE_steward"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text = "for place in /usr/share '/usr/share/a b'; do [ -d \"$place\" ] || echo \"no $place\"; \
        (echo x > \"$place/planted\") 2>/dev/null && echo \"wrote $place\"; done; echo done";
    let mut task = serde_json::to_vec(&task("scripts/a.sh", text, &[])).unwrap();
    task.push(b'\n');
    // It ends the script when this end is closed, and so it is not until then.
    let mut input = keeper.stdin.take().unwrap();
    input.write_all(&task).unwrap();
    let ended = keeper.wait_with_output().unwrap();
    drop(input);
    let (printed, told) = (ended.stdout, String::from_utf8(ended.stderr).unwrap());
    assert_eq!(String::from_utf8(printed).unwrap(), "done\n", "{told}");
    assert_eq!(told, r#"{"code":0}"#);
}

#[tokio::test]
async fn a_script_has_no_network_and_no_rights() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let text = format!(
        "(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo connected; mount -t tmpfs none /work 2>/dev/null && echo mounted; \
         unshare -U true 2>/dev/null && echo apart; chroot / true 2>/dev/null && echo root; kill -9 -1 2>/dev/null; echo alive"
    );
    assert_eq!(shell(&text).await, "alive\n");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
}

#[tokio::test]
async fn one_that_takes_too_long_is_ended_with_all_it_started_however_it_hides() {
    let text = "echo begun; (setsid setsid sleep 98761 & ) ; sleep 98761 & sleep 98761";
    let task = task("scripts/a.sh", text, &[]);
    let ran = runner().within(Duration::from_secs(2)).run(&task).await;
    assert_eq!(ran.unwrap(), Ran::TooLong("begun\n".to_owned()));
    until_gone("sleep 98761").await;
}

#[tokio::test]
async fn one_that_asks_to_outlive_its_keeper_is_ended_too() {
    let text = "import ctypes, os\nctypes.CDLL(None).prctl(1, 0)\nprint('begun', flush=True)\nos.system('sleep 98765')\n";
    let task = task("scripts/a.py", text, &[]);
    let ran = runner().within(Duration::from_secs(3)).run(&task).await;
    assert_eq!(ran.unwrap(), Ran::TooLong("begun\n".to_owned()));
    until_gone("sleep 98765").await;
}

#[tokio::test]
async fn one_that_nobody_waits_for_any_more_is_ended() {
    let task = task("scripts/a.sh", "setsid sleep 98762 & sleep 98762", &[]);
    let runner = runner();
    let work = tokio::spawn(async move { runner.run(&task).await });
    let begun = async {
        while !processes()
            .iter()
            .any(|command| command.contains("sleep 98762"))
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), begun)
        .await
        .unwrap();
    work.abort();
    until_gone("sleep 98762").await;
}

#[tokio::test]
async fn one_that_multiplies_comes_to_an_end() {
    let text = "bomb() { bomb 98763 | bomb 98763 & }; bomb 98763; sleep 98763";
    let task = task("scripts/bomb98763.sh", text, &[]);
    let runner = runner().within(Duration::from_secs(3));
    let most = std::sync::atomic::AtomicUsize::new(0);
    let watch = async {
        loop {
            let count = processes()
                .iter()
                .filter(|one| one.contains("bomb98763"))
                .count();
            most.fetch_max(count, std::sync::atomic::Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        ran = runner.run(&task) => drop(ran.unwrap()),
        () = watch => {}
    }
    until_gone("bomb98763").await;
    // The keeper and what becomes the script are told by other names.
    assert!(most.into_inner() <= 64, "too many at once");
}

#[tokio::test]
async fn one_that_prints_without_end_is_ended() {
    let text = "head -c 10000000 /dev/zero | tr '\\0' 'x'; sleep 98764";
    let Ran::TooMuch(printed) = ran("scripts/a.sh", text, &[]).await else {
        panic!("it was heard to the end");
    };
    assert!(printed.len() <= (256 << 10) + 1 && printed.starts_with("xxx"));
    until_gone("sleep 98764").await;
}

#[tokio::test]
async fn one_that_takes_more_memory_or_room_than_there_is_fails() {
    let greedy = "x = bytearray(3 << 30)\nprint('had it')\n";
    let ran = ran("scripts/a.py", greedy, &[]).await;
    assert!(
        matches!(&ran, Ran::Ended(ScriptEnd::Code(1), printed) if printed.contains("MemoryError")),
        "{ran:?}"
    );
    let full = "(head -c 100000000 /dev/zero > a; true) 2>/dev/null; wc -c < a";
    let full: u64 = shell(full).await.trim().parse().unwrap();
    assert!(full <= 64 << 20, "{full} bytes");
}

#[tokio::test]
async fn what_nothing_runs_is_told() {
    let reasons = [
        ("scripts/a.md", "nothing runs files that end with .md"),
        ("scripts/a.exe", "nothing runs files that end with .exe"),
    ];
    for (path, reason) in reasons {
        let Ran::Ended(ScriptEnd::NotBegun(told), _) = ran(path, "x", &[]).await else {
            panic!("it was run");
        };
        assert_eq!(told, reason);
    }
}
