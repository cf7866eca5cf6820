//! What a tool says when the store does not answer.

use steward_store::StoreError;

/// The model learns that it did not work; why is for whoever runs Steward.
pub(crate) fn unreadable(error: &StoreError) -> String {
    if matches!(error, StoreError::Forgotten) {
        return "This was forgotten: it cannot be read any more.".to_owned();
    }
    tracing::error!(%error, "A tool could not read from the store.");
    "This could not be looked up. It may work later.".to_owned()
}
