//! Reads environment variables into a layer.

use super::catalogue::{Catalogue, Form, Setting};
use super::layer::{Entry, Layer};
use super::nearest::{NO_SUGGESTION, nearest};
use super::problem::{Origin, Problem, Problems};
use super::source::Environment;

/// Short names of settings, beside the long one that every setting has. A secret's may end in `_FILE` too.
const SHORT_NAMES: [(&str, &str); 15] = [
    ("STEWARD_HOME", "home"),
    ("STEWARD_LISTEN", "http.listen"),
    ("STEWARD_DATABASE_URL", "database.url"),
    ("STEWARD_MASTER_KEY", "security.master_key"),
    ("STEWARD_ADMIN_TOKEN", "security.admin_token"),
    ("STEWARD_MODEL", "models.default"),
    ("STEWARD_SUB_MODEL", "models.sub_model"),
    ("ANTHROPIC_API_KEY", "models.anthropic.api_key"),
    ("ANTHROPIC_BASE_URL", "models.anthropic.base_url"),
    ("OPENAI_API_KEY", "models.openai.api_key"),
    ("OPENAI_BASE_URL", "models.openai.base_url"),
    ("OPENROUTER_API_KEY", "models.openrouter.api_key"),
    ("TWILIO_ACCOUNT_SID", "twilio.account_sid"),
    ("TWILIO_AUTH_TOKEN", "twilio.auth_token"),
    ("QUO_API_KEY", "quo.api_key"),
];

/// Names that start like ours and are not settings.
const OTHER_NAMES: [&str; 4] = [
    "STEWARD_CONFIG",
    // Set by the tests, whose servers inherit them.
    "STEWARD_SIGN_IN_LINK",
    "STEWARD_SOAK",
    "STEWARD_URL",
];

/// Kubernetes sets variables that start like these for a service called `steward`, and `STEWARD_PORT` to an address.
const OTHER_PREFIXES: &[&str] = &["STEWARD_PORT_", "STEWARD_SERVICE_"];

/// All our names start like this; it is left out when names are compared, or all would seem near to each other.
const PREFIX: &str = "STEWARD_";

/// The settings in the environment.
pub(super) fn read(
    environment: &Environment,
    catalogue: &Catalogue,
    problems: &mut Problems,
) -> Layer {
    let mut layer = Layer::default();
    for (setting, form) in catalogue.settings().flat_map(Setting::forms) {
        for name in names(setting, form) {
            let Some(text) = environment.get(&name) else {
                continue;
            };
            let origin = Origin::Variable(name);
            if text.contains(char::REPLACEMENT_CHARACTER) {
                let text = format!("`{}` is not UTF-8; write it as UTF-8", setting.path);
                problems.push(Problem::new(origin, text));
                continue;
            }
            let value = match form {
                Form::Value => setting.kind.read(text),
                Form::File => toml::Value::String(text.to_owned()),
            };
            layer.insert(
                setting,
                Entry {
                    value,
                    form,
                    origin,
                },
                problems,
            );
        }
    }
    report_unknown(environment, catalogue, problems);
    layer
}

/// The variables that give a setting, the shortest first.
pub(super) fn names(setting: &Setting, form: Form) -> impl Iterator<Item = String> {
    let suffix = match form {
        Form::Value => "",
        Form::File => "_FILE",
    };
    let short = SHORT_NAMES
        .iter()
        .filter(|(_, path)| *path == setting.path)
        .map(|(name, _)| (*name).to_owned());
    let long = format!(
        "STEWARD__{}",
        setting.path.to_uppercase().replace('.', "__")
    );
    short.chain([long]).map(move |name| name + suffix)
}

fn report_unknown(environment: &Environment, catalogue: &Catalogue, problems: &mut Problems) {
    let known: Vec<String> = catalogue
        .settings()
        .flat_map(Setting::forms)
        .flat_map(|(setting, form)| names(setting, form))
        .collect();
    for name in environment.names() {
        let Some(wrong) = name.strip_prefix(PREFIX) else {
            continue;
        };
        if known.iter().any(|known| known == name) || is_other(environment, name) {
            continue;
        }
        let candidates = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let advice = match nearest(wrong, candidates) {
            Some(right) => format!("did you mean `{PREFIX}{right}`?"),
            None => NO_SUGGESTION.to_owned(),
        };
        let origin = Origin::Variable(name.to_owned());
        problems.push(Problem::new(
            origin,
            format!("this is not a setting; {advice}"),
        ));
    }
}

fn is_other(environment: &Environment, name: &str) -> bool {
    let is_address = |name| {
        environment
            .get(name)
            .is_some_and(|value| value.contains("://"))
    };
    OTHER_NAMES.contains(&name)
        || OTHER_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || (name == "STEWARD_PORT" && is_address(name))
}
