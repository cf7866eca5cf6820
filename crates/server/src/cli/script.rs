//! `steward script`: runs a script of a skill for the server that started this process.
//!
//! Two processes do it. The keeper leaves for namespaces of its own, so that what it starts has no network and is the first of
//! its processes: when that one ends, the system ends every other, whatever they did to get away. The other builds a root that has
//! the programs of this machine and the files of the skill and nothing else (`cell`), gives up every right, and becomes the
//! script. The keeper kills it when nobody waits for it any more. Where the system does not let a
//! process do all that, nothing is run.

mod cell;

use std::fs::File;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use clap::{Args, ValueEnum};
use rustix::process::{
    Resource, Rlimit, Signal, getegid, geteuid, nice, set_parent_process_death_signal, setrlimit,
};
use rustix::stdio::{dup2_stderr, dup2_stdout, stderr, stdin, stdout};
use rustix::thread::{CapabilitySet, UnshareFlags, remove_capability_from_bounding_set};
use steward_tools::{SCRIPT_COMMAND, ScriptEnd, ScriptTask};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::unix::pipe;
use tokio::{process, runtime};

/// More than the server ever gives.
const MOST_GIVEN: u64 = 64 << 20;

/// For each process: bytes of memory and of addresses, seconds of a processor, bytes of a file, open files.
const MEMORY: u64 = 512 << 20;
const ADDRESSES: u64 = 4 << 30;
const SECONDS: u64 = 30;
const FILE: u64 = 64 << 20;
const FILES: u64 = 256;
/// Processes and threads at once.
const PROCESSES: u64 = 64;
/// How far a script steps back for everybody else who wants a processor.
const NICE: i32 = 10;
/// Who is ended first where the machine has no memory left, of -1000 to 1000.
const FIRST: &str = "1000";

/// What runs a script, by the end of its name, and where it is looked for.
const INTERPRETERS: [(&str, &[&str]); 5] = [
    ("js", &["node"]),
    ("pl", &["perl"]),
    ("py", &["python3"]),
    ("rb", &["ruby"]),
    ("sh", &["bash", "sh"]),
];
const PLACES: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Runs a script of a skill
#[derive(Debug, Args)]
pub(super) struct Script {
    stage: Stage,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Stage {
    /// Shuts it in and waits for it.
    Keep,
    /// Becomes it.
    Become,
}

impl Script {
    pub(super) fn run(&self) -> ExitCode {
        let done = match self.stage {
            Stage::Keep => keep().map(|status| tell(stderr(), &end(status))),
            Stage::Become => return become_script(),
        };
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                tell(stderr(), &ScriptEnd::NotBegun(error.to_string()));
                ExitCode::FAILURE
            }
        }
    }
}

/// Tells the server how it ended. One that is gone needs no word.
fn tell(to: impl rustix::fd::AsFd, end: &ScriptEnd) {
    if let (Ok(text), Ok(to)) = (serde_json::to_vec(end), rustix::io::dup(to)) {
        let _ = File::from(to).write_all(&text);
    }
}

fn end(status: ExitStatus) -> ScriptEnd {
    match (status.code(), status.signal()) {
        (Some(code), _) => ScriptEnd::Code(code),
        (None, signal) => ScriptEnd::Signal(signal.unwrap_or_default()),
    }
}

fn keep() -> io::Result<ExitStatus> {
    let mut task = Vec::new();
    let mut input = io::stdin().lock().take(MOST_GIVEN);
    input.read_until(b'\n', &mut task)?;
    drop(input);
    leave()?;
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(attend(&task))
}

/// Begins the script and waits for it, and kills it when nobody waits for it any more: it is not left to the script whether it dies
/// with this process, since it could ask not to. On one thread: whoever has chosen where its children live may not begin another.
async fn attend(task: &[u8]) -> io::Result<ExitStatus> {
    let mut inner = process::Command::new("/proc/self/exe")
        .args([SCRIPT_COMMAND, "become"])
        .env_clear()
        .stdin(Stdio::piped())
        .spawn()?;
    // What is printed ends with the script and not with its keeper.
    dup2_stdout(File::open("/dev/null")?)?;
    if let Some(mut given) = inner.stdin.take() {
        // One that could not begin has closed its end, and says why itself.
        let _ = given.write_all(task).await;
    }
    let mut waiting = pipe::Receiver::from_owned_fd(rustix::io::dup(stdin())?)?;
    let mut more = [0; 64];
    loop {
        tokio::select! {
            ended = inner.wait() => return ended,
            read = waiting.read(&mut more) => {
                if !matches!(read, Ok(1..)) {
                    inner.start_kill()?;
                    return inner.wait().await;
                }
            }
        }
    }
}

/// Leaves for namespaces of its own: no network, no mounts, no processes of others.
fn leave() -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let apart = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    #[expect(
        deprecated,
        reason = "what makes it unsafe is a flag for open files, which is not among these"
    )]
    let left = rustix::thread::unshare(apart);
    left.map_err(|error| {
        io::Error::other(format!(
            "this system lets no process have namespaces of its own ({error})"
        ))
    })?;
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("0 {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("0 {group} 1"))
}

fn become_script() -> ExitCode {
    // Kept for a word to the server, and closed by becoming the script.
    let Ok(control) = rustix::io::fcntl_dupfd_cloexec(stderr(), 3) else {
        return ExitCode::FAILURE;
    };
    let error = match shut_in() {
        // It comes back only if it could not.
        Ok(mut script) => script.exec(),
        Err(error) => error,
    };
    tell(&control, &ScriptEnd::NotBegun(error.to_string()));
    ExitCode::FAILURE
}

/// Everything that comes before the script; the order matters: each step needs rights that a later one gives up.
fn shut_in() -> io::Result<Command> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    dup2_stderr(stdout())?;
    let mut given = Vec::new();
    io::stdin()
        .lock()
        .take(MOST_GIVEN)
        .read_to_end(&mut given)?;
    let task: ScriptTask = serde_json::from_slice(&given)?;
    // Each process has a limit and all together have none: where memory ends, the system is to end these and not the server.
    std::fs::write("/proc/self/oom_score_adj", FIRST)?;
    nice(NICE)?;
    // No namespaces within these, which would bring rights back; a system that has no such limit has other ones.
    let _ = std::fs::write("/proc/sys/user/max_user_namespaces", "0");
    cell::enter(&task.files)?;
    let program = interpreter(&task.script)?;
    limit()?;
    give_up_rights()?;
    let mut script = Command::new(program);
    script
        .arg(format!("{}/{}", cell::SKILL, task.script))
        .args(&task.arguments)
        .env_clear()
        .env("PATH", PLACES.join(":"))
        .env("HOME", cell::WORK)
        .env("LANG", "C.UTF-8")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(cell::WORK)
        .stdin(Stdio::null());
    Ok(script)
}

fn interpreter(script: &str) -> io::Result<PathBuf> {
    let ending = script.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = INTERPRETERS.iter().find(|(own, _)| *own == ending);
    let Some((_, names)) = known else {
        return Err(io::Error::other(format!(
            "nothing runs files that end with .{ending}"
        )));
    };
    let found = names.iter().find_map(|name| {
        let mut places = PLACES.iter().map(|place| PathBuf::from(place).join(name));
        places.find(|path| path.exists())
    });
    found.ok_or_else(|| io::Error::other(format!("there is no {} on this machine", names[0])))
}

/// From here on, too much is the end of the script and of nothing else.
fn limit() -> io::Result<()> {
    for (resource, most) in [
        (Resource::Data, MEMORY),
        (Resource::As, ADDRESSES),
        (Resource::Cpu, SECONDS),
        (Resource::Fsize, FILE),
        (Resource::Nofile, FILES),
        (Resource::Nproc, PROCESSES),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}

/// Nothing that is started from here on has a right of root, also not within its own namespace.
fn give_up_rights() -> io::Result<()> {
    for bit in 0..u64::BITS {
        let one = CapabilitySet::from_bits_retain(1 << bit);
        match remove_capability_from_bounding_set(one) {
            Ok(()) => {}
            // There are no more of them.
            Err(rustix::io::Errno::INVAL) if bit > 0 => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(rustix::thread::set_no_new_privs(true)?)
}
