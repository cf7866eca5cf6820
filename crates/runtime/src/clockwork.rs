//! What happens by itself: schedules, what has run out, what is to be kept tidy.

use std::sync::Arc;

use steward_model::{NoticeKind, Plan, Timestamp, Timetable, plan_once};
use steward_store::{DueSchedule, Fire, Fired, Missed, NewNotice, StoreError};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::dispatcher::stopped;
use crate::purse::Rest;
use crate::{Inner, maintenance};

/// What is done at one tick at the most.
const SOME: u32 = 100;

/// Puts in order what an earlier process left. Only a process that has the database to itself knows that nobody else is
/// at it; the others wait until leases run out.
pub(crate) async fn put_in_order(runtime: &Inner) -> Result<(), StoreError> {
    if runtime.store.is_shared() {
        return Ok(());
    }
    let threads = runtime.store.recover_threads().await?;
    let effects = runtime
        .store
        .recover_effects(&runtime.settings.send)
        .await?;
    let jobs = runtime.store.recover_jobs().await?;
    runtime.store.recover_budgets().await?;
    if threads + effects + jobs > 0 {
        tracing::info!(
            threads,
            effects,
            jobs,
            "took over what an earlier process left"
        );
    }
    Ok(())
}

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    loop {
        tick(&runtime).await;
        if timeout(runtime.settings.poll, stopped(&mut stop))
            .await
            .is_ok()
        {
            break;
        }
    }
    if let Err(error) = runtime.purse.write_down(&runtime.store, Rest::Return).await {
        tracing::warn!(%error, "what was spent could not be written down");
    }
    if let Err(error) = runtime.store.seal_audit().await {
        tracing::warn!(%error, "the record could not be sealed");
    }
}

/// One look at the clock. What fails is tried again at the next.
pub(crate) async fn tick(runtime: &Inner) {
    let failed = |what: &'static str| move |error: StoreError| tracing::warn!(%error, "{what} failed and is tried again");
    fire_schedules(runtime)
        .await
        .unwrap_or_else(failed("firing schedules"));
    expire(runtime)
        .await
        .unwrap_or_else(failed("looking for what has run out"));
    maintenance::run(runtime)
        .await
        .unwrap_or_else(failed("maintenance"));
    if let Err(error) = runtime.purse.write_down(&runtime.store, Rest::Keep).await {
        failed("writing down what was spent")(error);
    }
    if let Err(error) = runtime.store.seal_audit().await {
        failed("sealing the record")(error);
    }
}

async fn fire_schedules(runtime: &Inner) -> Result<(), StoreError> {
    let now = runtime.now();
    for due in runtime.store.due_schedules(now, SOME).await? {
        let plan = plan(&due, now);
        let fire = if plan.run { Fire::Run } else { Fire::Report };
        let store = &runtime.store;
        let mut fired = store
            .fire_schedule(&due, plan.next_at, plan.missed, fire)
            .await;
        if let Err(error) = &fired
            && !error.is_passing()
        {
            // One that cannot be read must not stand in the way of all the others.
            tracing::error!(schedule = %due.id, %error, "a schedule could not run and is reported");
            let missed = plan.missed + i64::from(plan.run);
            fired = store
                .fire_schedule(&due, plan.next_at, missed, Fire::Report)
                .await;
        }
        match fired? {
            Fired::Told(_) => runtime.wakes.everything(),
            Fired::Missed(missed) => report(runtime, missed).await?,
            Fired::Forgotten | Fired::Passed => {}
        }
    }
    Ok(())
}

fn plan(due: &DueSchedule, now: Timestamp) -> Plan {
    let Some(cron) = &due.cron else {
        return plan_once(due.next_at, now, due.misfire);
    };
    match Timetable::parse(cron, &due.zone) {
        Ok(timetable) => timetable.plan(due.next_at, now, due.misfire),
        Err(error) => {
            // It was checked when it was made; a zone that has gone since leaves nothing to go by.
            tracing::error!(schedule = %due.id, %error, "a schedule cannot be read and ends");
            plan_once(due.next_at, now, due.misfire)
        }
    }
}

async fn report(runtime: &Inner, missed: Missed) -> Result<(), StoreError> {
    let text = format!(
        "The schedule `{}` did not run {} time(s) since {}: nobody was there.",
        missed.name, missed.count, missed.since
    );
    let notice = NewNotice {
        kind: NoticeKind::Missed,
        text,
        dedupe_key: format!(
            "schedule:{}:{}",
            missed.schedule_id,
            missed.since.as_micros()
        ),
    };
    let org = runtime.store.org(missed.org_id);
    org.raise_notice(None, notice).await.map(|_| ())
}

/// Approvals nobody gave, sends nobody settled, jobs nobody finished.
async fn expire(runtime: &Inner) -> Result<(), StoreError> {
    if runtime.store.expire_approvals(SOME).await? > 0 {
        runtime.wakes.everything();
    }
    runtime.store.expire_effects(&runtime.settings.send).await?;
    Ok(())
}
