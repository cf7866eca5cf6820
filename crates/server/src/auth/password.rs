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
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn whoever_comes_when_the_queue_is_full_is_told_to_try_again() {
        let passwords = Passwords::new();
        let busy = u32::try_from(AT_ONCE).unwrap();
        let busy = passwords.room.acquire_many(busy).await.unwrap();
        let waiting: Vec<_> = (0..AT_ONCE + WAITING)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verify("a password", Some("garbage")).await })
            })
            .collect();
        let full = async {
            while passwords.queue.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), full)
            .await
            .expect("there is room for everybody");
        let refused = passwords.verify("a password", None).await.unwrap_err();
        assert_eq!(
            (refused.status.as_u16(), refused.code),
            (503, "unavailable")
        );
        let refused = passwords.hash("a password").await.unwrap_err();
        assert_eq!(refused.code, "unavailable");

        drop(busy);
        for one in waiting {
            assert!(!one.await.unwrap().unwrap(), "whoever waited is served");
        }
        assert!(
            !passwords
                .verify("a password", Some("garbage"))
                .await
                .unwrap()
        );
    }

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
