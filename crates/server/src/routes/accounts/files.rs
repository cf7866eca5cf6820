//! The files of accounts, for whoever wants to look.

use serde::{Deserialize, Serialize};
use steward_memory::accounts::Folder;
use steward_model::WorkspacePath;
use utoipa::{IntoParams, ToSchema};

use crate::app::sentence;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;

/// The folders of all accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountTree {
    path: &'static str,
    children: Vec<AccountNode>,
}

/// A file or a folder of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountNode {
    name: String,
    path: String,
    kind: NodeKind,
    /// Of the folder of an account, if its state can be read.
    account_name: Option<String>,
    #[schema(no_recursion)]
    children: Vec<AccountNode>,
}

/// What lies there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AccountNodeKind)]
pub(crate) enum NodeKind {
    Folder,
    File,
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
        children: folders.iter().map(AccountNode::of).collect(),
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
        .map_err(|error| ApiError::invalid_field("path", sentence(&error.to_string())))?;
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

impl AccountNode {
    fn of(folder: &Folder) -> Self {
        let mut node = Self::new(&format!("accounts/{}", folder.id()), NodeKind::Folder);
        node.account_name = folder.state().map(|file| file.state.name.clone());
        for path in folder.paths() {
            let inside = path.strip_prefix(&node.path).unwrap_or(&path);
            let names: Vec<&str> = inside.trim_start_matches('/').split('/').collect();
            node.put(&names);
        }
        node
    }

    fn new(path: &str, kind: NodeKind) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        Self {
            name: name.to_owned(),
            path: path.to_owned(),
            kind,
            account_name: None,
            children: Vec::new(),
        }
    }

    /// Puts a file where it lies, by the names from here.
    fn put(&mut self, names: &[&str]) {
        let [name, rest @ ..] = names else { return };
        let path = format!("{}/{name}", self.path);
        if rest.is_empty() {
            self.children.push(Self::new(&path, NodeKind::File));
            return;
        }
        let there = self.children.iter().position(|child| child.path == path);
        let place = there.unwrap_or_else(|| {
            self.children.push(Self::new(&path, NodeKind::Folder));
            self.children.len() - 1
        });
        self.children[place].put(rest);
    }
}
