//! Master keys: they wrap data keys and nothing else.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use steward_seal::Cipher;
use zeroize::Zeroizing;

use super::{random, seal};
use crate::StoreError;

/// The master keys at hand. The first wraps new data keys; the others still unwrap old ones.
pub struct MasterKeys {
    keys: Vec<MasterKey>,
    /// Where they came from, so that a rotation by another process can be followed.
    file: Option<PathBuf>,
    /// Made because the file was missing, and not in it yet.
    fresh: bool,
}

struct MasterKey {
    id: String,
    text: Zeroizing<String>,
    cipher: Cipher,
}

impl MasterKeys {
    /// Reads keys from text: 64 hexadecimal digits each, newest first, separated by commas or line ends.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        let keys = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'))
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .filter(|key| !key.is_empty())
            .map(MasterKey::parse)
            .collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err(StoreError::MasterKey(
                "the master key is empty: give 64 hexadecimal digits".into(),
            ));
        }
        Ok(Self {
            keys,
            file: None,
            fresh: false,
        })
    }

    /// Reads the key file. Where there is none, makes a key; opening a new store with it makes the file, and opening
    /// one that has a key already is refused.
    pub fn from_file(path: &Path) -> Result<Self, StoreError> {
        match Self::read_file(path)? {
            Some(keys) => Ok(keys),
            None => Ok(Self {
                keys: vec![MasterKey::generate()?],
                file: Some(path.to_owned()),
                fresh: true,
            }),
        }
    }

    /// Saves keys that are not in their file yet.
    pub(crate) fn save(&mut self) -> Result<(), StoreError> {
        if let Some(path) = self.unsaved() {
            self.create_file(path)?;
            self.fresh = false;
        }
        Ok(())
    }

    /// The file these keys should be in but are not.
    pub(crate) fn unsaved(&self) -> Option<&Path> {
        self.file.as_deref().filter(|_| self.fresh)
    }

    /// Keeps others from changing the file, until the lock is dropped.
    pub(crate) fn lock_file(&self) -> Result<Option<File>, StoreError> {
        let Some(path) = &self.file else {
            return Ok(None);
        };
        let failed = |error: &dyn std::fmt::Display| {
            StoreError::MasterKey(format!("cannot lock {}: {error}", path.display()))
        };
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.with_extension("key.lock"))
            .map_err(|error| failed(&error))?;
        lock.try_lock().map_err(|error| failed(&error))?;
        Ok(Some(lock))
    }

    /// The id of the key that wraps new data keys.
    pub(crate) fn current(&self) -> &str {
        self.keys.first().map_or("", |key| &key.id)
    }

    /// Whether the keys can be changed by this program.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.keys.iter().any(|key| key.id == id)
    }

    /// The keys as they stand in the file now.
    pub(crate) fn reload(&self) -> Result<Self, StoreError> {
        match &self.file {
            Some(path) => Self::read_file(path)?.ok_or_else(|| {
                StoreError::MasterKey(format!("{} is gone: restore it", path.display()))
            }),
            None => Err(StoreError::MasterKey(
                "this master key does not come from a file".into(),
            )),
        }
    }

    /// Puts a fresh key in front and saves.
    pub(crate) fn with_new_key(mut self) -> Result<Self, StoreError> {
        self.keys.insert(0, MasterKey::generate()?);
        self.replace_file()?;
        Ok(self)
    }

    /// Drops every key but the first and saves.
    pub(crate) fn without_old_keys(mut self) -> Result<Self, StoreError> {
        self.keys.truncate(1);
        self.replace_file()?;
        Ok(self)
    }

    /// Wraps a data key under the master key with this id, bound to its scope.
    pub(crate) fn wrap(
        &self,
        id: &str,
        scope: &str,
        version: i64,
        raw: &[u8; 32],
    ) -> Result<Vec<u8>, StoreError> {
        let key = self.find(id)?;
        seal(&key.cipher, raw, associated(scope, version).as_bytes())
    }

    /// Unwraps a data key.
    pub(crate) fn unwrap(
        &self,
        id: &str,
        scope: &str,
        version: i64,
        wrapped: &[u8],
    ) -> Result<[u8; 32], StoreError> {
        let tampered = StoreError::Tampered {
            table: "data_key",
            column: "wrapped",
        };
        let key = self.find(id)?;
        let bound_to = associated(scope, version);
        let opened = key.cipher.open(wrapped, bound_to.as_bytes());
        let raw = Zeroizing::new(opened.ok_or(tampered)?);
        raw.as_slice().try_into().map_err(|_| StoreError::Tampered {
            table: "data_key",
            column: "wrapped",
        })
    }

    fn find(&self, id: &str) -> Result<&MasterKey, StoreError> {
        self.keys.iter().find(|key| key.id == id).ok_or_else(|| {
            StoreError::MasterKey(format!(
                "the data was encrypted under master key {id}, which is not at hand: give the right master key"
            ))
        })
    }

    fn read_file(path: &Path) -> Result<Option<Self>, StoreError> {
        let failed = |error: std::io::Error| {
            StoreError::MasterKey(format!("cannot read {}: {error}", path.display()))
        };
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let mode = file.metadata().map_err(failed)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(StoreError::MasterKey(format!(
                "{} can be read by others (mode {:03o}): run `chmod 600 {0}`",
                path.display(),
                mode & 0o777,
            )));
        }
        let mut text = Zeroizing::new(String::new());
        file.read_to_string(&mut text).map_err(failed)?;
        let mut keys = Self::parse(&text)?;
        keys.file = Some(path.to_owned());
        Ok(Some(keys))
    }

    fn create_file(&self, path: &Path) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| {
            StoreError::MasterKey(format!("cannot write {}: {error}", path.display()))
        };
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .map_err(failed)?;
        file.write_all(self.to_text().as_bytes()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        sync_folder(path).map_err(failed)
    }

    /// Replaces the file in one step: whoever reads it sees the old keys or the new ones.
    fn replace_file(&self) -> Result<(), StoreError> {
        let Some(path) = &self.file else {
            return Err(StoreError::MasterKey(
                "this master key does not come from a file".into(),
            ));
        };
        let failed = |error: std::io::Error| {
            StoreError::MasterKey(format!("cannot write {}: {error}", path.display()))
        };
        let next = path.with_extension("key.new");
        match std::fs::remove_file(&next) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        self.create_file(&next)?;
        std::fs::rename(&next, path).map_err(failed)?;
        sync_folder(path).map_err(failed)
    }

    fn to_text(&self) -> Zeroizing<String> {
        let mut text = String::from(
            "# Steward's master keys, newest first. Whoever has them can read everything.\n",
        );
        for key in &self.keys {
            text.push_str(&key.text);
            text.push('\n');
        }
        Zeroizing::new(text)
    }
}

impl MasterKey {
    fn generate() -> Result<Self, StoreError> {
        let raw = Zeroizing::new(random::<32>()?);
        Self::parse(&hex::encode(raw.as_ref()))
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let mut raw = Zeroizing::new([0; 32]);
        hex::decode_to_slice(text, raw.as_mut()).map_err(|_| {
            StoreError::MasterKey(
                "a master key has 64 hexadecimal digits; make one with `steward key new`".into(),
            )
        })?;
        let mut hash = Sha256::new();
        hash.update(b"steward master key id v1");
        hash.update(raw.as_ref());
        Ok(Self {
            id: hex::encode(&hash.finalize()[..8]),
            text: Zeroizing::new(text.to_owned()),
            cipher: Cipher::new(&raw),
        })
    }
}

fn associated(scope: &str, version: i64) -> String {
    format!("data key|{scope}|{version}")
}

/// A new name is durable only when its folder is.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
