//! Flags: what an organisation, or whoever runs the installation, has switched off. What nobody touched is on.

mod switches;

use steward_model::{Flag, FlagSet, MemberEventKind, MemberId, OrgId, Scope, Timestamp};
use tokio::sync::watch;

pub(crate) use self::switches::Board;
pub use self::switches::{StoppedBy, Switches};
use crate::audit::{self, Entry};
use crate::crypto::Place;
use crate::db::transaction;
use crate::member_events::News;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

/// That an organisation switched one of these off, for statements that serve every organisation: the rows themselves
/// decide, and not what this process last knew of them.
macro_rules! switched_off {
    ($flags:literal for $org:expr) => {
        concat!(
            "exists (select 1 from org_flag where org_flag.org_id = ",
            $org,
            " and org_flag.enabled = 0 and org_flag.name in (",
            $flags,
            "))"
        )
    };
}
pub(crate) use switched_off;

statements! {
    LIST = "select id, name, enabled, reason_enc, changed_by, changed_at from org_flag where org_id = $1 order by name";
    // Only what changes is written, so that the record and the row name whoever did it.
    OFF = "insert into org_flag (id, org_id, name, enabled, reason_enc, changed_by, changed_at)
        values ($1, $2, $3, 0, $4, $5, $6)
        on conflict (org_id, name) do update set id = excluded.id, enabled = 0, reason_enc = excluded.reason_enc,
            changed_by = excluded.changed_by, changed_at = excluded.changed_at
        where org_flag.enabled = 1";
    ON = "update org_flag set id = $1, enabled = 1, reason_enc = $4, changed_by = $5, changed_at = $6
        where org_id = $2 and name = $3 and enabled = 0";
    LIST_INSTANCE = "select name, enabled, changed_at from instance_flag order by name";
    SET_INSTANCE = "insert into instance_flag (name, enabled, changed_at) values ($1, $2, $3)
        on conflict (name) do update set enabled = excluded.enabled, changed_at = excluded.changed_at
        where instance_flag.enabled <> excluded.enabled";
    ORGS = "select id as value from org order by id";
    ALL_OFF = "select org_id, name from org_flag where enabled = 0
        union all select cast(null as text) as org_id, name from instance_flag where enabled = 0";
}

/// Who the record names for what was done at the command line.
const OPERATOR: &str = "operator";

/// What an organisation last did to a flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgFlag {
    /// Which.
    pub flag: Flag,
    /// Whether it is on.
    pub enabled: bool,
    /// Why, in somebody's words.
    pub reason: Option<String>,
    /// Who did it; nobody once they have left.
    pub changed_by: Option<MemberId>,
    /// When.
    pub changed_at: Timestamp,
}

/// What whoever runs the installation last did to a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstanceFlag {
    /// Which.
    pub flag: Flag,
    /// Whether it is on.
    pub enabled: bool,
    /// When that changed.
    pub changed_at: Timestamp,
}

struct SealedFlag {
    id: String,
    name: Flag,
    enabled: bool,
    reason_enc: Option<Vec<u8>>,
    changed_by: Option<MemberId>,
    changed_at: Timestamp,
}
from_row!(SealedFlag {
    id,
    name,
    enabled,
    reason_enc,
    changed_by,
    changed_at
});

struct InstanceRow {
    name: Flag,
    enabled: bool,
    changed_at: Timestamp,
}
from_row!(InstanceRow {
    name,
    enabled,
    changed_at
});

struct Off {
    org_id: Option<OrgId>,
    name: Flag,
}
from_row!(Off { org_id, name });

impl Store {
    /// What the configuration of this process allows at all. Everything until this is called.
    pub fn allow_flags(&self, allowed: FlagSet) {
        self.board().allow(allowed);
    }

    /// What is on, as this process last knew it. Costs nothing.
    pub fn switches(&self) -> std::sync::Arc<Switches> {
        self.board().known()
    }

    /// The same, for whoever waits for a change.
    pub fn watch_switches(&self) -> watch::Receiver<std::sync::Arc<Switches>> {
        self.board().watch()
    }

    /// Reads what is off. Should that fail, what was known stays.
    pub async fn refresh_switches(&self) -> Result<(), StoreError> {
        let board = self.board();
        // One after the other, so that no older answer replaces a newer one.
        let _alone = board.reading.lock().await;
        let off: Vec<Off> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(ALL_OFF, params![]).await
            }))
            .await?;
        board.learn(off.into_iter().map(|off| (off.org_id, off.name)));
        Ok(())
    }

    /// What whoever runs the installation did to flags.
    pub async fn instance_flags(&self) -> Result<Vec<InstanceFlag>, StoreError> {
        let rows: Vec<InstanceRow> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LIST_INSTANCE, params![]).await
            }))
            .await?;
        let flags = rows.into_iter().map(|row| InstanceFlag {
            flag: row.name,
            enabled: row.enabled,
            changed_at: row.changed_at,
        });
        Ok(flags.collect())
    }

    /// Turns a flag on or off for the whole installation, puts it on every organisation's record and tells its members.
    /// Tells whether that changed anything.
    pub async fn set_instance_flag(&self, flag: Flag, enabled: bool) -> Result<bool, StoreError> {
        let (store, now) = (self.clone(), self.now());
        // Held until this process knows of it, so that no older answer is learned after it.
        let _alone = self.board().reading.lock().await;
        let changed = self
            .db()
            .write(transaction!(|tx| {
                // A row that says what was so anyway changes nothing.
                let known: Vec<InstanceRow> = tx.fetch_all(LIST_INSTANCE, params![]).await?;
                let was = known.iter().find(|row| row.name == flag);
                if was.is_none_or(|row| row.enabled) == enabled {
                    return Ok(false);
                }
                let row = params![flag, i64::from(enabled), now];
                if tx.execute(SET_INSTANCE, row).await? == 0 {
                    return Ok(false);
                }
                let orgs: Vec<Only<OrgId>> = tx.fetch_all(ORGS, params![]).await?;
                for Only(org) in orgs {
                    let action = match enabled {
                        true => "flag.instance_on",
                        false => "flag.instance_off",
                    };
                    let noted = Entry::new(store.ids(), OPERATOR, action, flag, b"");
                    audit::note(tx, org, &noted, now).await?;
                    tx.tell(news(org, flag, enabled, now));
                }
                Ok(true)
            }))
            .await?;
        self.board().set(None, flag, enabled);
        Ok(changed)
    }

    fn board(&self) -> &Board {
        &self.inner.board
    }
}

impl OrgStore<'_> {
    /// What the organisation did to flags.
    pub async fn flags(&self) -> Result<Vec<OrgFlag>, StoreError> {
        let org = self.org;
        let rows: Vec<SealedFlag> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LIST, params![org]).await
            }))
            .await?;
        let mut flags = Vec::with_capacity(rows.len());
        for row in rows {
            let reason = match &row.reason_enc {
                Some(sealed) => {
                    let scope = Scope::Org(org).to_string();
                    let key = self.store.inner.keys.existing(&scope).await?;
                    Some(text(key.open(place(&row.id), sealed)?)?)
                }
                None => None,
            };
            flags.push(OrgFlag {
                flag: row.name,
                enabled: row.enabled,
                reason,
                changed_by: row.changed_by,
                changed_at: row.changed_at,
            });
        }
        Ok(flags)
    }

    /// Turns a flag on or off for the organisation, puts it on the record and tells the members. This process obeys at
    /// once. Tells whether that changed anything.
    pub async fn set_flag(
        &self,
        flag: Flag,
        enabled: bool,
        reason: Option<&str>,
        by: MemberId,
    ) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let id = self.store.ids().next().to_string();
        let reason_enc = match reason {
            Some(reason) => {
                let scope = Scope::Org(org).to_string();
                let key = self.store.inner.keys.key(&scope).await?;
                Some(key.seal(place(&id), reason.as_bytes())?)
            }
            None => None,
        };
        let (set, action) = match enabled {
            true => (ON, "flag.on"),
            false => (OFF, "flag.off"),
        };
        let detail = reason.unwrap_or_default().as_bytes();
        let actor = format!("member:{by}");
        let noted = Entry::new(self.store.ids(), actor, action, flag, detail);
        let board = self.store.board();
        // Held until this process knows of it, so that no older answer is learned after it.
        let _alone = board.reading.lock().await;
        let changed = self
            .db()
            .write(transaction!(|tx| {
                let sealed = reason_enc.as_ref();
                let row = params![id.as_str(), org, flag, sealed, by, now];
                if tx.execute(set, row).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                tx.tell(news(org, flag, enabled, now));
                Ok(true)
            }))
            .await?;
        board.set(Some(org), flag, enabled);
        Ok(changed)
    }
}

fn news(org: OrgId, flag: Flag, enabled: bool, now: Timestamp) -> News {
    let state = if enabled { "on" } else { "off" };
    News::new(org, MemberEventKind::Flag, now)
        .about(&flag)
        .state(state)
}

fn text(bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|_| StoreError::Internal("a reason is not text".into()))
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "org_flag",
        column: "reason_enc",
        row,
    }
}
