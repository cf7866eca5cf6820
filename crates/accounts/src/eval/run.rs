//! What the answers of a run were worth.

use serde_json::Value;

use super::load::{IntentRow, QuestionRow, UpdateRow};
use super::{Miss, Report, Spent, score};
use crate::book::Book;
use crate::engine::{Reply, Response};
use crate::history::{History, creation};
use crate::intent::Intent;
use crate::resolve::Resolution;
use crate::state::AccountState;
use crate::update;

/// Right answers out of all.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    right: usize,
    all: usize,
}

impl Tally {
    pub(super) fn add(&mut self, right: bool) {
        self.all += 1;
        self.right += usize::from(right);
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    pub(super) fn share(self) -> f64 {
        if self.all == 0 {
            1.0
        } else {
            self.right as f64 / self.all as f64
        }
    }
}

#[derive(Default)]
pub(super) struct Run {
    intent: Tally,
    resolution: Tally,
    updates: Tally,
    levels: [Tally; 3],
    unanswerable: Tally,
    /// Rows that have an answer, and those of them that were answered.
    direct: Tally,
    wrong_fields: usize,
    latencies: Vec<f64>,
    dollars: f64,
    pub(super) texts: Tally,
    misses: Vec<Miss>,
}

impl Run {
    pub(super) fn spend(&mut self, spent: Spent) {
        self.latencies.push(spent.took.as_secs_f64() * 1000.0);
        self.dollars += spent.dollars;
    }

    pub(super) fn miss(
        &mut self,
        kind: &'static str,
        query: &str,
        expected: String,
        got: String,
        rule: &str,
    ) {
        self.misses.push(Miss {
            kind,
            query: query.to_owned(),
            expected,
            got,
            rule: rule.to_owned(),
        });
    }

    pub(super) fn intent(&mut self, row: &IntentRow, response: &Response) {
        let right = response.reading.intent == row.intent;
        self.intent.add(right);
        if !right {
            self.miss(
                "intent",
                &row.query,
                format!("{:?}", row.intent),
                format!("{:?}", response.reading.intent),
                response.reading.rule,
            );
        }
        let got = match &response.found.resolution {
            Resolution::None => None,
            Resolution::One(id) => Some(id.clone()),
            Resolution::Ambiguous(_) => Some("ambiguous".to_owned()),
            Resolution::Unknown(_) => Some("unknown".to_owned()),
        };
        let same = got == row.resolves_to;
        self.resolution.add(same);
        if !same {
            self.miss(
                "resolution",
                &row.query,
                format!("{:?}", row.resolves_to),
                format!(
                    "{:?} {:?}",
                    response.found.resolution, response.found.mention
                ),
                response.found.rule,
            );
        }
        if row.intent != Intent::Unclear
            && row
                .resolves_to
                .as_deref()
                .is_none_or(|id| id != "ambiguous")
        {
            self.direct
                .add(!matches!(response.reply, Reply::Clarify { .. }));
        }
    }

    pub(super) fn update(&mut self, row: &UpdateRow, response: &Response, book: &Book) {
        let outcome = match &response.reply {
            Reply::Update { .. } => "apply",
            Reply::Clarify { .. } => "clarify",
            Reply::ConfirmCreate { .. } => "confirm_create",
            Reply::Refuse { .. } => "refuse",
            Reply::Answer(_) => "answer",
        };
        let wanted = row.account_id.as_deref().and_then(|id| book.account(id));
        let mut problems = Vec::new();
        if outcome != row.outcome {
            problems.push(format!("outcome {outcome} instead of {}", row.outcome));
        }
        let touched = match &response.reply {
            Reply::Update { account_id, plan } => {
                book.account(account_id).map(|account| (account, plan))
            }
            _ => None,
        };
        if let Some((account, plan)) = touched
            && Some(account.id.as_str()) != row.account_id.as_deref()
        {
            problems.push(format!("changed {}", account.name));
            self.wrong_fields += plan.changes.len();
        }
        if let Some(before) = wanted {
            let own = touched
                .filter(|(account, _)| account.id == before.id)
                .map(|(_, plan)| plan);
            let (after, history) = own.map_or_else(
                || (before.clone(), String::new()),
                |plan| applied(before, plan, &row.query),
            );
            let (old, new) = (json(before), json(&after));
            self.wrong_fields += wrong(row, &old, &new);
            problems.extend(score::grade_update(&row.expectation, &old, &new, &history));
        }
        self.updates.add(problems.is_empty());
        if row.outcome == "apply" {
            self.direct.add(outcome != "clarify");
        }
        if !problems.is_empty() {
            let expected = format!(
                "{} {}",
                row.outcome,
                Value::Object(row.expectation.expect.clone())
            );
            self.miss(
                "update",
                &row.query,
                expected,
                format!("{}; {}", problems.join("; "), shown(&response.reply)),
                response.reading.rule,
            );
        }
    }

    pub(super) fn question(&mut self, row: &QuestionRow, response: &Response) {
        let (text, cited) = match &response.reply {
            Reply::Answer(answer) => (
                answer.text.clone(),
                answer
                    .citations
                    .iter()
                    .map(|citation| citation.id.clone())
                    .collect(),
            ),
            other => (shown(other), Vec::new()),
        };
        let (missing, forbidden) = score::grade_answer(
            &row.answer_must_contain,
            &row.answer_must_not_contain,
            &text,
        );
        let uncited: Vec<&String> = row
            .cite_must_include
            .iter()
            .filter(|id| !cited.contains(id))
            .collect();
        let right = missing.is_empty() && forbidden.is_empty() && uncited.is_empty();
        let unanswerable = row
            .answer_must_contain
            .iter()
            .any(|clause| clause.iter().any(|phrase| phrase == "not known"));
        if unanswerable {
            self.unanswerable.add(right);
        } else {
            self.direct
                .add(!matches!(response.reply, Reply::Clarify { .. }));
        }
        let level = match row.level.as_str() {
            "L1" => 0,
            "L2" => 1,
            _ => 2,
        };
        self.levels[level].add(right);
        if !right {
            let kind = ["L1", "L2", "L3"][level];
            let short: Vec<&[String]> = missing
                .iter()
                .map(|clause| &clause[..clause.len().min(3)])
                .collect();
            self.miss(
                kind,
                &row.query,
                format!("missing {short:?} forbidden {forbidden:?} uncited {uncited:?}"),
                text,
                rule(&response.reply),
            );
        }
    }

    pub(super) fn report(mut self) -> Report {
        self.latencies.sort_by(f64::total_cmp);
        Report {
            intent_accuracy: self.intent.share(),
            resolution_accuracy: self.resolution.share(),
            updates_exact: self.updates.share(),
            wrong_fields: self.wrong_fields,
            l1: self.levels[0].share(),
            l2: self.levels[1].share(),
            l3: self.levels[2].share(),
            unanswerable: self.unanswerable.share(),
            clarification_rate: 1.0 - self.direct.share(),
            sms: (self.texts.all > 0).then(|| self.texts.share()),
            cost_dollars: self.dollars,
            latency_ms_p50: self
                .latencies
                .get(self.latencies.len() / 2)
                .copied()
                .unwrap_or(0.0),
            misses: self.misses,
        }
    }
}

/// The account and the text of its history after a plan.
fn applied(before: &AccountState, plan: &update::Plan, query: &str) -> (AccountState, String) {
    let mut history = History::default();
    let at = before.created.unwrap_or_default();
    history.append(at, "Created.", creation(before), "import");
    history.append(
        at,
        &update::prose(before, plan),
        update::deltas(before, plan),
        query,
    );
    (update::apply(before, plan), history.render())
}

/// Fields that changed against the row: forbidden ones, and expected ones with another value.
fn wrong(row: &UpdateRow, before: &Value, after: &Value) -> usize {
    let Some(fields) = before.as_object() else {
        return 0;
    };
    let changed = fields
        .keys()
        .filter(|key| before[key.as_str()] != after[key.as_str()]);
    let forbidden = |key: &str| {
        row.expectation
            .forbid_fields_changed
            .iter()
            .any(|field| field == key || field == "*")
    };
    let expected = |key: &str| {
        row.expectation
            .expect
            .keys()
            .any(|name| name == key || (key == "contacts" && name.starts_with("contacts")))
    };
    let graded = |key: &str| {
        !score::grade_update(&row.expectation, before, after, "")
            .iter()
            .any(|problem| problem.starts_with(key))
    };
    changed
        .filter(|key| forbidden(key) || (expected(key) && !graded(key)))
        .count()
}

fn json(account: &AccountState) -> Value {
    serde_json::to_value(account).unwrap_or(Value::Null)
}

fn shown(reply: &Reply) -> String {
    serde_json::to_string(reply).unwrap_or_default()
}

fn rule(reply: &Reply) -> &str {
    match reply {
        Reply::Answer(answer) => &answer.rule,
        _ => "no answer",
    }
}
