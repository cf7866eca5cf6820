//! Who may come in on a fresh machine.

use steward_model::{ApiKeyId, KeyScope, MemberId, OrgId, Role};
use steward_store::{NewApiKey, NewMember, Page, Store, StoreError};

use crate::auth::Token;
use crate::error::ApiError;

/// What the key made from the configuration is called.
const CONFIGURED: &str = "STEWARD_ADMIN_TOKEN";
/// What the key made on first start is called.
const FIRST: &str = "First key";

/// The owner a fresh start made, or the first one there is.
pub(crate) struct FirstOwner {
    pub(crate) org: OrgId,
    pub(crate) member: MemberId,
    /// A key that was just made and is shown this once.
    pub(crate) new_token: Option<Token>,
    /// Whether this start made the organisation.
    pub(crate) is_new: bool,
}

/// Makes the organisation and its owner on first start, and sees to it that a configured token opens the door.
///
/// Without a configured token a fresh start makes one, to be printed once.
pub(crate) async fn ensure(
    store: &Store,
    configured: Option<&str>,
) -> Result<FirstOwner, ApiError> {
    let mut owner = match store.first_org().await? {
        Some(org) => existing(store, org).await?,
        None => set_up(store).await?,
    };
    match configured {
        Some(token) => adopt(store, &owner, &Token::given(token)).await?,
        None if owner.is_new => {
            let token = Token::generate_api_key()?;
            add_key(store, &owner, FIRST, &token).await?;
            owner.new_token = Some(token);
        }
        None => revoke_configured(store, &owner, None).await?,
    }
    Ok(owner)
}

async fn set_up(store: &Store) -> Result<FirstOwner, ApiError> {
    let new = NewMember {
        name: "Owner".into(),
        role: Role::Owner,
        identifiers: Vec::new(),
    };
    match store.create_first_org("My organisation", new).await {
        Ok((org, member)) => Ok(FirstOwner {
            org: org.id,
            member: member.id,
            new_token: None,
            is_new: true,
        }),
        // Another node was faster.
        Err(StoreError::Conflict(_)) => {
            let org = store
                .first_org()
                .await?
                .ok_or_else(|| ApiError::internal("the organisation is gone"))?;
            existing(store, org).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The oldest owner.
async fn existing(store: &Store, org: OrgId) -> Result<FirstOwner, ApiError> {
    let mut page = Page {
        after: None,
        limit: 200,
    };
    loop {
        let members = store.org(org).members(&page).await?;
        if let Some(owner) = members.iter().find(|member| member.role == Role::Owner) {
            return Ok(FirstOwner {
                org,
                member: owner.id,
                new_token: None,
                is_new: false,
            });
        }
        let Some(last) = members.last() else {
            return Err(ApiError::internal("the organisation has no owner"));
        };
        page.after = Some(last.id.to_string());
    }
}

/// Makes a key of the configured token, in place of the one that was configured before.
async fn adopt(store: &Store, owner: &FirstOwner, token: &Token) -> Result<(), ApiError> {
    let known = store.api_key_principal(&token.hash()).await?;
    let keep = known.as_ref().map(|known| known.key_id);
    revoke_configured(store, owner, keep).await?;
    if known.is_none() {
        add_key(store, owner, CONFIGURED, token).await?;
    }
    Ok(())
}

/// Revokes what was configured before: changing the setting, or taking it away, must take the old token's power away.
async fn revoke_configured(
    store: &Store,
    owner: &FirstOwner,
    keep: Option<ApiKeyId>,
) -> Result<(), ApiError> {
    let mut page = Page {
        after: None,
        limit: 200,
    };
    loop {
        let keys = store.org(owner.org).api_keys(&page).await?;
        for key in &keys {
            if key.name == CONFIGURED && key.revoked_at.is_none() && keep != Some(key.id) {
                store.org(owner.org).revoke_api_key(key.id).await?;
            }
        }
        match keys.last() {
            Some(last) => page.after = Some(last.id.to_string()),
            None => return Ok(()),
        }
    }
}

async fn add_key(
    store: &Store,
    owner: &FirstOwner,
    name: &str,
    token: &Token,
) -> Result<(), ApiError> {
    let new = NewApiKey {
        member_id: owner.member,
        name: name.to_owned(),
        prefix: token.prefix(),
        token_hash: token.hash().to_vec(),
        scopes: KeyScope::ALL.to_vec(),
        expires_at: None,
    };
    match store.org(owner.org).create_api_key(new).await {
        Ok(_) => Ok(()),
        Err(StoreError::Conflict(_)) => Err(ApiError::internal(
            "the configured token was revoked before; choose another STEWARD_ADMIN_TOKEN",
        )),
        Err(error) => Err(error.into()),
    }
}
