//! Texts that a carrier has and never told us of. A carrier tries its webhook once or twice; while we were away, not even that. So it is
//! asked now and then what came in, and what is not here yet comes in by the same door: what is here already changes nothing.

use std::time::Duration;

use steward_model::OrgId;
use steward_store::{Line, OrgStore, Page, StoreError};

use super::take_in_at;
use crate::app::App;
use crate::error::ApiError;

/// How often carriers are asked.
const EVERY: Duration = Duration::from_secs(60);
/// How far their clocks may be behind ours, and how late a text may be in their lists.
const OVERLAP: Duration = Duration::from_secs(10 * 60);
/// What is read of organisations or lines at once.
const SOME: u32 = 100;

/// Asks the carriers from now on, for as long as it is polled.
pub(crate) async fn keep_catching_up(app: App) {
    loop {
        if let Err(error) = catch_up(&app).await {
            tracing::warn!(%error, "carriers were not asked what came in");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Asks the carrier of every line once. One that cannot be asked is asked again for the same time the next time.
pub(crate) async fn catch_up(app: &App) -> Result<(), StoreError> {
    let mut page = first();
    loop {
        let orgs = app.store.orgs(&page).await?;
        for org in &orgs {
            catch_up_org(app, org.id).await?;
        }
        match orgs.last() {
            Some(last) if orgs.len() == SOME as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(()),
        }
    }
}

async fn catch_up_org(app: &App, org: OrgId) -> Result<(), StoreError> {
    let here = app.store.org(org);
    let mut page = first();
    loop {
        let lines = here.lines(&page).await?;
        for line in &lines {
            if let Err(reason) = catch_up_line(app, (org, &here), line).await {
                tracing::warn!(line = %line.id, %reason, "a carrier was not asked what came in");
            }
        }
        match lines.last() {
            Some(last) if lines.len() == SOME as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(()),
        }
    }
}

async fn catch_up_line(
    app: &App,
    (org, here): (OrgId, &OrgStore<'_>),
    line: &Line,
) -> Result<(), ApiError> {
    let carrier = line
        .provider
        .and_then(|provider| app.runtime.carrier(provider));
    let Some(carrier) = carrier else {
        return Ok(());
    };
    let Some(since) = here.asks_since(line.id).await? else {
        return Ok(());
    };
    let asked = app.now().minus(OVERLAP);
    let texts = carrier.received(&line.address, since).await;
    for text in texts.map_err(ApiError::internal)? {
        take_in_at(app, (org, line), text).await?;
    }
    // Not written down every time: asking for a little more costs less than the disk.
    if since.plus(OVERLAP) < asked {
        here.ask_since(line.id, asked).await?;
    }
    Ok(())
}

fn first() -> Page {
    Page {
        after: None,
        limit: SOME,
    }
}
