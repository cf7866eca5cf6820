//! The root that a script sees: the programs of this machine, the files of its skill, a few devices, and an empty folder to work
//! in. All but that folder can only be read.

use std::ffi::{CStr, OsString};
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, mount_remount, unmount,
};
use rustix::process::{chdir, pivot_root};

/// Where the files of the skill are.
pub(super) const SKILL: &str = "/skill";
/// Where a script begins, and can write.
pub(super) const WORK: &str = "/work";

/// Where the new root is put together; nothing of what lies there is seen by the script.
const PLACE: &str = "/tmp";
/// What programs need of this machine.
const PROGRAMS: [&str; 6] = ["usr", "bin", "sbin", "lib", "lib32", "lib64"];
const SETTINGS: [&str; 2] = ["etc/ld.so.cache", "etc/alternatives"];
/// Settings that lie among the programs: passwords of registries are kept there.
const HIDDEN: [&str; 2] = ["usr/etc", "usr/local/etc"];
const DEVICES: [&str; 4] = ["dev/null", "dev/zero", "dev/random", "dev/urandom"];

const QUIET: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// Leaves everything else behind. It takes namespaces of its own.
pub(super) fn enter(files: &[(String, String)]) -> io::Result<()> {
    // What is mounted from here on is mounted here alone.
    mount_change(
        "/",
        MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
    )?;
    let tmpfs = |at: &Path, options: &CStr| mount("tmpfs", at, "tmpfs", QUIET, options);
    let root = &fs::canonicalize(PLACE)?;
    tmpfs(root, c"size=32m,nr_inodes=4096,mode=0755")?;
    for path in PROGRAMS.iter().chain(&SETTINGS) {
        bring(root, path, Access::Read)?;
    }
    for hidden in HIDDEN.map(|path| root.join(path)) {
        if hidden.is_dir() {
            let only_read = QUIET | MountFlags::RDONLY;
            mount(
                "tmpfs",
                &hidden,
                "tmpfs",
                only_read,
                c"size=4k,nr_inodes=1,mode=0755",
            )?;
        }
    }
    for path in DEVICES {
        bring(root, path, Access::Device)?;
    }
    let skill = root.join(&SKILL[1..]);
    folder(&skill)?;
    for (path, text) in files {
        let file = skill.join(path);
        if let Some(parent) = file.parent() {
            folder(parent)?;
        }
        fs::write(file, text)?;
    }
    let work = root.join(&WORK[1..]);
    folder(&work)?;
    symlink(WORK, root.join("tmp"))?;
    tmpfs(&work, c"size=64m,nr_inodes=4096,mode=0755")?;
    mount_remount(root, MountFlags::BIND | MountFlags::RDONLY | QUIET, c"")?;
    // The old root lies over the new one for a moment, and then nowhere.
    chdir(root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    Ok(chdir("/")?)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Device,
}

/// Shows something of this machine in the new root, if it is there.
fn bring(root: &Path, path: &str, access: Access) -> io::Result<()> {
    let (from, to) = (Path::new("/").join(path), root.join(path));
    let Ok(there) = fs::symlink_metadata(&from) else {
        return Ok(());
    };
    if let Some(parent) = to.parent() {
        folder(parent)?;
    }
    if there.is_symlink() {
        return symlink(fs::read_link(&from)?, &to);
    }
    if there.is_dir() {
        folder(&to)?;
        mount_bind_recursive(&from, &to)?;
    } else {
        File::create(&to)?;
        mount_bind(&from, &to)?;
    }
    match access {
        Access::Read => close(&to)?,
        // Remounting would have to name whatever else the system says of it, and takes nothing away.
        Access::Device => {}
    }
    Ok(())
}

/// What is mounted at a place can only be read from here on, and so can what came with it and is mounted below: remounting takes
/// one of them at a time.
fn close(place: &Path) -> io::Result<()> {
    let mounts = fs::read("/proc/self/mountinfo")?;
    let mut closed = 0;
    for line in mounts.split(|byte| *byte == b'\n') {
        let mut fields = line.split(|byte| *byte == b' ');
        let (Some(at), Some(options)) = (fields.nth(4), fields.next()) else {
            continue;
        };
        let at = PathBuf::from(OsString::from_vec(plain(at)));
        if !at.starts_with(place) {
            continue;
        }
        let mut flags = MountFlags::BIND | MountFlags::RDONLY | QUIET;
        // What the system forbids there stays forbidden, or it refuses.
        if options
            .split(|byte| *byte == b',')
            .any(|it| it == b"noexec")
        {
            flags |= MountFlags::NOEXEC;
        }
        match mount_remount(&at, flags, c"") {
            // Where we cannot go, the script cannot either.
            Ok(()) | Err(Errno::ACCESS) => closed += 1,
            Err(error) => return Err(error.into()),
        }
    }
    match closed {
        0 => Err(io::Error::other("what is mounted here is not known")),
        _ => Ok(()),
    }
}

/// A path as it is: the system writes some of its characters as octal numbers.
fn plain(path: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(path.len());
    let mut rest = path;
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'\\', [a, b, c, after @ ..]) => {
                let value = |digit: &u8| digit.wrapping_sub(b'0');
                plain.push(value(a) << 6 | value(b) << 3 | value(c));
                rest = after;
            }
            _ => plain.push(*first),
        }
    }
    plain
}

fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(path)
}
