//! Skills: what agents can learn when a task asks for it, and whether their scripts may be run.

use serde::{Deserialize, Serialize};
use steward_agent::{Shelf, Skill, SkillFile, SkillFileKind, SkillProblem, SkillSource};
use steward_store::{OrgStore, SkillGrant, StoreError};
use steward_tools::{grants, shelf};
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
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
    /// Whether its scripts may be run; null if it has none.
    scripts: Option<SkillScriptsView>,
}

/// Whether the scripts of a skill may be run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SkillScripts)]
pub(crate) struct SkillScriptsView {
    /// Whether an admin allowed them as the files of the skill are now.
    allowed: bool,
    /// Whether they were allowed before a file of the skill was changed, which took the permission away.
    changed_since: bool,
    /// Who allowed them last; null if nobody did, or if they have left.
    allowed_by: Option<SkillAllowedBy>,
    /// When.
    #[schema(format = DateTime)]
    allowed_at: Option<String>,
}

/// A member who allowed something.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SkillAllowedBy {
    #[schema(format = "uuid")]
    id: String,
    name: String,
}

/// Whether the scripts of a skill may be run from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SkillScriptsChange)]
pub(crate) struct SkillScriptsBody {
    allowed: bool,
    /// The hash of the skill as you saw it: to be given where its scripts are allowed.
    sha256: Option<String>,
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

/// What a file of a skill is. Scripts are read by agents, and run if an admin allowed those of the skill.
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
    let org = caller.org();
    let shelf = shelf(&org).await?;
    Ok(Json(SkillList {
        skills: views(&org, &shelf.skills).await?,
        problems: shelf.problems.iter().map(SkillProblemView::from).collect(),
    }))
}

/// Allow the scripts of a skill to be run, or no longer
///
/// For admins. What is allowed are the files as they are: once one of them is changed, the permission is gone. Agents that have the
/// skill can then run its scripts, apart from everything else, and a person is asked before every call.
#[utoipa::path(
    put, path = "/api/skills/{name}/scripts", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("name" = String, Path)),
    request_body = SkillScriptsBody, responses((status = 200, body = SkillView), Failures)
)]
pub(crate) async fn put_skill_scripts(
    caller: Caller,
    Path(name): Path<String>,
    Json(body): Json<SkillScriptsBody>,
) -> Result<Json<SkillView>, ApiError> {
    caller.require_admin()?;
    let seen = body.sha256.as_ref().filter(|_| body.allowed);
    if body.allowed && seen.is_none() {
        let missing = "Give the hash of the skill as you saw it.";
        return Err(ApiError::invalid_field("sha256", missing));
    }
    let org = caller.org();
    let shelf = shelf(&org).await?;
    let skill = with_scripts(&shelf, &name)?;
    match seen {
        Some(seen) if *seen != skill.sha256 => {
            let changed = "The files of the skill have changed since you looked at them.";
            return Err(ApiError::conflict(changed));
        }
        Some(seen) => {
            let what = (skill.name.as_str(), seen.as_str());
            org.allow_skill_scripts(what, caller.member_id).await?
        }
        None => {
            let by = caller.member_id;
            org.withdraw_skill_scripts(&skill.name, by).await?
        }
    };
    let view = views(&org, std::slice::from_ref(skill)).await?.pop();
    view.map(Json).ok_or_else(ApiError::not_found)
}

fn with_scripts<'s>(shelf: &'s Shelf, name: &str) -> Result<&'s Skill, ApiError> {
    let skill = shelf.find(name).ok_or_else(ApiError::not_found)?;
    match skill.has_scripts() {
        true => Ok(skill),
        false => Err(ApiError::conflict("This skill has no scripts.")),
    }
}

async fn views(org: &OrgStore<'_>, skills: &[Skill]) -> Result<Vec<SkillView>, StoreError> {
    let grants = grants(org, skills).await?;
    let mut views = Vec::with_capacity(skills.len());
    for (skill, grant) in skills.iter().zip(grants) {
        let scripts = match skill.has_scripts() {
            true => Some(scripts_view(org, grant).await?),
            false => None,
        };
        views.push(SkillView {
            name: skill.name.clone(),
            description: skill.description.clone(),
            source: match skill.source {
                SkillSource::BuiltIn => SkillSourceWord::BuiltIn,
                SkillSource::Workspace => SkillSourceWord::Workspace,
            },
            files: skill.files.iter().map(SkillFileView::from).collect(),
            sha256: skill.sha256.clone(),
            scripts,
        });
    }
    Ok(views)
}

async fn scripts_view(
    org: &OrgStore<'_>,
    grant: Option<SkillGrant>,
) -> Result<SkillScriptsView, StoreError> {
    let by = match grant.and_then(|grant| grant.by) {
        Some(member) => org.member(member).await?,
        None => None,
    };
    Ok(SkillScriptsView {
        allowed: grant.is_some_and(|grant| grant.holds),
        changed_since: grant.is_some_and(|grant| !grant.holds),
        allowed_by: by.map(|member| SkillAllowedBy {
            id: member.id.to_string(),
            name: member.name,
        }),
        allowed_at: grant.map(|grant| grant.at.to_string()),
    })
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
