//! `steward member`: for whoever has the machine but cannot sign in.

use clap::{Args, Subcommand, ValueEnum};
use steward_model::{Clock as _, Identifier, IdentifierKind, MemberId, OrgId, Role, SystemClock};
use steward_store::{Access, Member, NewMember, Page, Store};

use super::open::Location;
use super::{Failure, say};
use crate::assistant;
use crate::config::Config;
use crate::routes::text;
use crate::sign_in_link;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the members
    List,
    /// Add a member and print a sign-in link
    Add(Add),
    /// Print a link that signs a member in once
    Link {
        /// Email address, phone number or id of the member
        who: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct Add {
    /// Their name
    name: String,
    /// Email address they are known by
    #[arg(long)]
    email: Option<String>,
    /// Phone number with country code they are known by
    #[arg(long)]
    phone: Option<String>,
    /// What they may do
    #[arg(long, value_enum, default_value = "member")]
    role: RoleFlag,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RoleFlag {
    Owner,
    Admin,
    Member,
}

pub(super) async fn run(command: Command, config: &Config) -> Result<(), Failure> {
    let store = Location::existing(config)?.open(Access::Beside).await?;
    let org = store.first_org().await?;
    let org = org.ok_or_else(|| {
        Failure::other("there is no organisation yet: start `steward serve` once")
    })?;
    let done = match command {
        Command::List => list(&store, org).await,
        Command::Add(add) => add_member(&store, org, config, add).await,
        Command::Link { who } => {
            let member = find(&store, org, &who).await?;
            print_link(&store, org, config, member).await
        }
    };
    store.close().await;
    done
}

async fn list(store: &Store, org: OrgId) -> Result<(), Failure> {
    for member in all(store, org).await? {
        let known: Vec<_> = member
            .identifiers
            .iter()
            .map(|known| known.value.as_str())
            .collect();
        say(format_args!(
            "{}  {:6}  {}  {}",
            member.id,
            member.role.as_str(),
            member.name,
            known.join(", ")
        ));
    }
    Ok(())
}

async fn add_member(store: &Store, org: OrgId, config: &Config, add: Add) -> Result<(), Failure> {
    let parse = |kind, text: &Option<String>| {
        text.as_deref()
            .map(|text| Identifier::parse(kind, text).map_err(Failure::configuration))
            .transpose()
    };
    let identifiers = [
        parse(IdentifierKind::Email, &add.email)?,
        parse(IdentifierKind::Phone, &add.phone)?,
    ];
    let role = match add.role {
        RoleFlag::Owner => Role::Owner,
        RoleFlag::Admin => Role::Admin,
        RoleFlag::Member => Role::Member,
    };
    let new = NewMember {
        name: text::name("name", &add.name)?,
        role,
        identifiers: identifiers.into_iter().flatten().collect(),
    };
    let member = store.org(org).create_member(new).await?;
    assistant::welcome(&store.org(org), member.id).await;
    say(format_args!("Added {} ({}).", member.name, member.id));
    print_link(store, org, config, member.id).await
}

async fn print_link(
    store: &Store,
    org: OrgId,
    config: &Config,
    member: MemberId,
) -> Result<(), Failure> {
    let expires_at = SystemClock
        .now()
        .plus(config.security.sign_in_link_ttl.get());
    let link =
        sign_in_link::create(store, org, member, &config.http.base_url(), expires_at).await?;
    say(format_args!("Sign in: {link}"));
    say(format_args!("The link works once, until {expires_at}."));
    Ok(())
}

async fn find(store: &Store, org: OrgId, who: &str) -> Result<MemberId, Failure> {
    let nobody = || {
        Failure::other(format!(
            "no member is known as {who}: see `steward member list`"
        ))
    };
    if let Ok(id) = who.parse::<MemberId>() {
        return store
            .org(org)
            .member(id)
            .await?
            .map(|member| member.id)
            .ok_or_else(nobody);
    }
    for kind in [
        IdentifierKind::Email,
        IdentifierKind::Phone,
        IdentifierKind::External,
    ] {
        let Ok(identifier) = Identifier::parse(kind, who) else {
            continue;
        };
        let candidates = store.sign_in_candidates(&identifier).await?;
        if let Some(found) = candidates
            .into_iter()
            .find(|candidate| candidate.org_id == org)
        {
            return Ok(found.member_id);
        }
    }
    Err(nobody())
}

async fn all(store: &Store, org: OrgId) -> Result<Vec<Member>, Failure> {
    let mut members: Vec<Member> = Vec::new();
    loop {
        let after = members.last().map(|member| member.id.to_string());
        let page = store.org(org).members(&Page { after, limit: 200 }).await?;
        if page.is_empty() {
            return Ok(members);
        }
        members.extend(page);
    }
}
