//! The list of all settings, read from the JSON Schema of `Config`, so that a setting is described in one place only.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Config;
use super::kind::Kind;

/// Every section with its settings, in the order of the structs.
pub(super) struct Catalogue {
    pub(super) sections: Vec<Section>,
}

pub(super) struct Section {
    /// Empty for the settings at the top of the file.
    pub(super) path: String,
    pub(super) meaning: String,
    /// Whether the section may be left out as a whole; then its required settings are only wanted if it is not.
    pub(super) optional: bool,
    pub(super) settings: Vec<Setting>,
}

pub(super) struct Setting {
    /// The full name, such as `http.listen`.
    pub(super) path: String,
    pub(super) kind: Kind,
    pub(super) meaning: String,
    pub(super) default: Option<Value>,
    pub(super) example: Option<Value>,
    pub(super) required: bool,
}

/// How a name refers to a setting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Value,
    /// The name of a secret with `_file` at its end: its value is the path of a file that holds the secret.
    File,
}

impl Catalogue {
    pub(super) fn new() -> Self {
        let schema = SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true)
            .into_generator()
            .into_root_schema_for::<Config>();
        let mut catalogue = Self {
            sections: Vec::new(),
        };
        catalogue.collect("", schema.as_value());
        catalogue
    }

    pub(super) fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.sections.iter().flat_map(|section| &section.settings)
    }

    /// The setting that a name in a file means.
    pub(super) fn find(&self, name: &str) -> Option<(&Setting, Form)> {
        self.settings()
            .flat_map(Setting::forms)
            .find(|(setting, form)| setting.name(*form) == name)
    }

    /// Whether a name in a file opens a section or leads to one.
    pub(super) fn is_section(&self, name: &str) -> bool {
        self.sections.iter().any(|section| {
            section
                .path
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Every name that a file may use, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.settings()
            .flat_map(Setting::forms)
            .map(|(setting, form)| setting.name(form))
    }

    fn collect(&mut self, path: &str, schema: &Value) {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut section = Section {
            path: path.to_owned(),
            meaning: text(&schema["description"]),
            optional: allows_null(schema),
            settings: Vec::new(),
        };
        let mut inner = Vec::new();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let path = match path {
                "" => key.clone(),
                path => format!("{path}.{key}"),
            };
            if property["properties"].is_object() {
                inner.push((path, property));
            } else {
                section.settings.push(Setting {
                    required: required.iter().any(|name| name == key),
                    ..Setting::new(path, property)
                });
            }
        }
        if !section.settings.is_empty() {
            self.sections.push(section);
        }
        for (path, property) in inner {
            self.collect(&path, property);
        }
    }
}

impl Setting {
    /// The name in a file.
    pub(super) fn name(&self, form: Form) -> String {
        match form {
            Form::Value => self.path.clone(),
            Form::File => format!("{}_file", self.path),
        }
    }

    /// The name without its section.
    pub(super) fn key(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    /// The ways in which this setting can be given.
    pub(super) fn forms(&self) -> impl Iterator<Item = (&Self, Form)> {
        let file = (self.kind == Kind::Secret).then_some(Form::File);
        [Form::Value]
            .into_iter()
            .chain(file)
            .map(move |form| (self, form))
    }

    fn new(path: String, schema: &Value) -> Self {
        Self {
            path,
            kind: Kind::new(schema),
            meaning: text(&schema["description"]),
            default: schema
                .get("default")
                .filter(|value| !value.is_null())
                .cloned(),
            example: schema["examples"].get(0).cloned(),
            required: false,
        }
    }
}

fn allows_null(schema: &Value) -> bool {
    schema["type"]
        .as_array()
        .is_some_and(|types| types.iter().any(|name| name == "null"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace('\n', " ")
}
