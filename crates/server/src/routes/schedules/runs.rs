//! When a schedule runs next, for people to check.

use jiff::tz::TimeZone;
use serde::Serialize;
use steward_model::{Timestamp, Timetable};
use steward_store::NewSchedule;
use utoipa::ToSchema;

const RUNS: usize = 3;

/// A time at which a schedule runs.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ScheduledRun {
    #[schema(format = DateTime)]
    at: String,
    /// The same moment by the clocks of the schedule's zone.
    #[schema(format = DateTime, example = "2026-11-15T09:00:00+01:00")]
    local: String,
}

/// The next three times; none if it is over or switched off.
pub(super) fn next_runs(settings: &NewSchedule) -> Vec<ScheduledRun> {
    let Some(first) = settings.next_at.filter(|_| settings.enabled) else {
        return Vec::new();
    };
    let timetable = settings.cron.as_deref();
    let timetable = timetable.and_then(|cron| Timetable::parse(cron, &settings.zone).ok());
    let next = |at: &Timestamp| timetable.as_ref()?.next_after(*at);
    // It was checked when it was made; one that has gone since is told in UTC.
    let zone = TimeZone::get(&settings.zone).unwrap_or(TimeZone::UTC);
    std::iter::successors(Some(first), next)
        .take(RUNS)
        .map(|at| ScheduledRun {
            at: at.to_string(),
            local: local(at, &zone),
        })
        .collect()
}

fn local(at: Timestamp, zone: &TimeZone) -> String {
    match jiff::Timestamp::from_microsecond(at.as_micros()) {
        Ok(moment) => {
            let shown = moment.to_zoned(zone.clone());
            shown.strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()
        }
        Err(_) => at.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use steward_model::{AgentId, Misfire, Scope, SystemIds};

    use super::*;

    fn schedule(cron: Option<&str>, zone: &str, next_at: Option<&str>) -> NewSchedule {
        let agent = AgentId::generate(&SystemIds);
        NewSchedule {
            agent_id: agent,
            correlation_key: "schedules".into(),
            scope: Scope::Agent(agent),
            name: "Report".into(),
            cron: cron.map(str::to_owned),
            zone: zone.into(),
            payload: json!({}),
            next_at: next_at.map(|at| Timestamp::parse_rfc3339(at).unwrap()),
            misfire: Misfire::RunOnce,
            enabled: true,
            created_by: None,
            made_in: None,
        }
    }

    fn told(settings: &NewSchedule) -> Vec<[String; 2]> {
        let runs = next_runs(settings).into_iter();
        runs.map(|run| [run.at, run.local]).collect()
    }

    #[test]
    fn nine_in_the_morning_stays_nine_when_the_clocks_change() {
        let settings = schedule(
            Some("0 9 * * *"),
            "Europe/Berlin",
            Some("2026-03-28T08:00:00Z"),
        );
        assert_eq!(
            told(&settings),
            [
                ["2026-03-28T08:00:00Z", "2026-03-28T09:00:00+01:00"],
                ["2026-03-29T07:00:00Z", "2026-03-29T09:00:00+02:00"],
                ["2026-03-30T07:00:00Z", "2026-03-30T09:00:00+02:00"],
            ]
        );
    }

    #[test]
    fn a_moment_that_comes_once_is_told_once() {
        let settings = schedule(None, "Asia/Kolkata", Some("2026-03-28T08:00:00.25Z"));
        assert_eq!(
            told(&settings),
            [["2026-03-28T08:00:00.25Z", "2026-03-28T13:30:00.25+05:30"]]
        );
    }

    #[test]
    fn what_is_over_or_off_runs_no_more() {
        let over = schedule(None, "UTC", None);
        assert_eq!(next_runs(&over), []);
        let off = NewSchedule {
            enabled: false,
            ..schedule(Some("0 9 * * *"), "UTC", Some("2026-03-28T09:00:00Z"))
        };
        assert_eq!(next_runs(&off), []);
    }
}
