//! Skills: what agents can learn when a task asks for it.

use serde::Serialize;
use steward_agent::{Skill, SkillFile, SkillFileKind, SkillProblem, SkillSource};
use steward_tools::shelf;
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// The skills there are, and what is wrong with others.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SkillList {
    /// The built-in ones first, then the organisation's, by name; never cut into pages.
    skills: Vec<SkillView>,
    /// Why a skill of the organisation was left out.
    problems: Vec<SkillProblemView>,
}

/// Something an agent can learn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Skill)]
pub(crate) struct SkillView {
    name: String,
    /// What it is for, as agents read it.
    description: String,
    source: SkillSourceWord,
    /// What lies beside its `SKILL.md`.
    files: Vec<SkillFileView>,
    /// Of all its files: the hash of what `sha256sum` prints for them, in the order of their paths.
    sha256: String,
}

/// A file beside a `SKILL.md`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SkillFile)]
pub(crate) struct SkillFileView {
    path: String,
    kind: SkillFileWord,
}

/// What is wrong with a skill.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SkillProblem)]
pub(crate) struct SkillProblemView {
    file: String,
    #[schema(minimum = 1)]
    line: usize,
    /// In a sentence.
    reason: String,
}

/// Where a skill comes from: the program, or the organisation's files.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SkillSource)]
pub(crate) enum SkillSourceWord {
    BuiltIn,
    Workspace,
}

/// What a file of a skill is. Scripts are read by agents, and run by nobody.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SkillFileKind)]
pub(crate) enum SkillFileWord {
    Reference,
    Script,
    Asset,
}

/// List the skills that agents can load
///
/// An agent is told of them if it was given `load_skill`.
#[utoipa::path(
    get, path = "/api/skills", tag = "agents", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = SkillList), Failures)
)]
pub(crate) async fn list_skills(caller: Caller) -> Result<Json<SkillList>, ApiError> {
    let shelf = shelf(&caller.org()).await?;
    Ok(Json(SkillList {
        skills: shelf.skills.iter().map(SkillView::from).collect(),
        problems: shelf.problems.iter().map(SkillProblemView::from).collect(),
    }))
}

impl From<&Skill> for SkillView {
    fn from(skill: &Skill) -> Self {
        Self {
            name: skill.name.clone(),
            description: skill.description.clone(),
            source: match skill.source {
                SkillSource::BuiltIn => SkillSourceWord::BuiltIn,
                SkillSource::Workspace => SkillSourceWord::Workspace,
            },
            files: skill.files.iter().map(SkillFileView::from).collect(),
            sha256: skill.sha256.clone(),
        }
    }
}

impl From<&SkillFile> for SkillFileView {
    fn from(file: &SkillFile) -> Self {
        Self {
            path: file.path.clone(),
            kind: match file.kind {
                SkillFileKind::Reference => SkillFileWord::Reference,
                SkillFileKind::Script => SkillFileWord::Script,
                SkillFileKind::Asset => SkillFileWord::Asset,
            },
        }
    }
}

impl From<&SkillProblem> for SkillProblemView {
    fn from(problem: &SkillProblem) -> Self {
        Self {
            file: problem.file.clone(),
            line: problem.line,
            reason: problem.reason.clone(),
        }
    }
}
