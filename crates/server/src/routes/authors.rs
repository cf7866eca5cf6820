//! Who wrote what is remembered.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use steward_model::Author;
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;

/// Who wrote something.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Author)]
pub(crate) struct AuthorView {
    kind: AuthorKind,
    #[schema(format = "uuid")]
    id: Option<String>,
    /// Null if they are gone.
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AuthorKind {
    Member,
    Agent,
    /// The folder on disk that mirrors the workspace.
    Mirror,
    System,
}

/// Several authors, each looked up once.
pub(crate) struct Authors(BTreeMap<Author, AuthorView>);

impl Authors {
    pub(crate) async fn of(caller: &Caller, authors: BTreeSet<Author>) -> Result<Self, ApiError> {
        let mut views = BTreeMap::new();
        for author in authors {
            views.insert(author, view(caller, author).await?);
        }
        Ok(Self(views))
    }

    pub(crate) fn view(&self, author: Author) -> AuthorView {
        let known = self.0.get(&author).cloned();
        known.unwrap_or_else(|| nameless(author))
    }
}

async fn view(caller: &Caller, author: Author) -> Result<AuthorView, ApiError> {
    let org = caller.org();
    let name = match author {
        Author::Member(id) => org.member(id).await?.map(|member| member.name),
        Author::Agent(id) => org.agent(id).await?.map(|agent| agent.settings.name),
        Author::Mirror | Author::System => None,
    };
    Ok(AuthorView {
        name,
        ..nameless(author)
    })
}

fn nameless(author: Author) -> AuthorView {
    let (kind, id) = match author {
        Author::Member(id) => (AuthorKind::Member, Some(id.to_string())),
        Author::Agent(id) => (AuthorKind::Agent, Some(id.to_string())),
        Author::Mirror => (AuthorKind::Mirror, None),
        Author::System => (AuthorKind::System, None),
    };
    AuthorView {
        kind,
        id,
        name: None,
    }
}
