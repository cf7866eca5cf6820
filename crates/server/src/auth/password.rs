//! Passwords: slow to check on purpose, so only so many at once.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

use crate::error::ApiError;

/// Each check takes 19 MiB; more at once than this wait.
const AT_ONCE: usize = 2;
/// How many may wait; whoever comes then is told to try again, rather than that everybody waits for ever.
const WAITING: usize = 16;

/// Hashes and checks passwords away from the threads that answer requests.
#[derive(Clone)]
pub(crate) struct Passwords {
    room: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self {
            room: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
        }
    }

    /// What the database keeps of a password.
    pub(crate) async fn hash(&self, password: &str) -> Result<String, ApiError> {
        let password = Zeroizing::new(password.to_owned());
        self.aside(move || {
            Argon2::default()
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(ApiError::internal)
        })
        .await?
    }

    /// Whether the password is the right one. Without a hash the answer is no, after the same work: the time it takes
    /// must not tell who is a member.
    pub(crate) async fn verify(
        &self,
        password: &str,
        hash: Option<&str>,
    ) -> Result<bool, ApiError> {
        let password = Zeroizing::new(password.to_owned());
        let hash = hash.map(str::to_owned);
        self.aside(move || {
            let Some(hash) = hash else {
                let _ = Argon2::default().hash_password(password.as_bytes());
                return false;
            };
            PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            })
        })
        .await
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.queue.try_acquire().map_err(|_| {
            ApiError::unavailable("Too many passwords are being checked. Try again.")
        })?;
        let _place = self.room.acquire().await.map_err(ApiError::internal)?;
        tokio::task::spawn_blocking(work)
            .await
            .map_err(ApiError::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_alone() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse battery").await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(
            passwords
                .verify("correct horse battery", Some(&hash))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horse", Some(&hash))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horse battery", Some("garbage"))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horse battery", None)
                .await
                .unwrap()
        );
    }
}
