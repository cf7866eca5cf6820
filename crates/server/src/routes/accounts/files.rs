//! The files of accounts, for whoever wants to look.

use serde::{Deserialize, Serialize};
use steward_memory::accounts::Folder;
use steward_model::WorkspacePath;
use utoipa::{IntoParams, ToSchema};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;

/// The folders of all accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountTree {
    path: &'static str,
    children: Vec<AccountFolder>,
}

/// The folder of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountFolder {
    /// The account's id.
    name: String,
    path: String,
    account_name: Option<String>,
    /// The paths of its files that can be read.
    files: Vec<String>,
}

/// What a file says.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountFile {
    path: String,
    content: String,
    revision: i64,
    sha256: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// Which file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichFile {
    /// Below `accounts/`.
    #[param(max_length = 800)]
    path: String,
}

/// The files of all accounts
#[utoipa::path(
    get, path = "/tree", tag = "accounts", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = AccountTree), Failures)
)]
pub(crate) async fn get_account_tree(caller: Caller) -> Result<Json<AccountTree>, ApiError> {
    let (folders, _) = caller.app().accounts.all(caller.org_id).await?;
    Ok(Json(AccountTree {
        path: "accounts",
        children: folders.iter().map(AccountFolder::of).collect(),
    }))
}

/// A file of an account
#[utoipa::path(
    get, path = "/file", tag = "accounts", security(("bearer" = []), ("session" = [])),
    params(WhichFile), responses((status = 200, body = AccountFile), Failures)
)]
pub(crate) async fn get_account_file(
    caller: Caller,
    Query(query): Query<WhichFile>,
) -> Result<Json<AccountFile>, ApiError> {
    let path = WorkspacePath::file(&query.path)
        .map_err(|error| ApiError::invalid_field("path", error.to_string()))?;
    if !path.as_str().starts_with("accounts/") {
        return Err(ApiError::not_found());
    }
    let file = caller.org().file(&path).await?;
    let file = file.ok_or_else(ApiError::not_found)?;
    let (Some(content), Some(sha256)) = (file.content, file.head.sha256) else {
        return Err(ApiError::not_found());
    };
    Ok(Json(AccountFile {
        path: path.as_str().to_owned(),
        content,
        revision: file.head.revision,
        sha256: sha256.to_string(),
        updated_at: file.head.updated_at.to_string(),
    }))
}

impl AccountFolder {
    fn of(folder: &Folder) -> Self {
        let id = folder.id();
        let path = format!("accounts/{id}");
        let state = folder.state().map(|_| format!("{path}/state.md"));
        let history = folder.history().map(|_| format!("{path}/history.md"));
        let sources = folder.sources().map(|(path, _)| path.to_owned());
        Self {
            name: id.to_owned(),
            account_name: folder.state().map(|file| file.state.name.clone()),
            files: state.into_iter().chain(history).chain(sources).collect(),
            path,
        }
    }
}
