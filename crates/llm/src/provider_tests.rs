use std::sync::Arc;

use crate::{
    ApiKey, ModelName, Models, Provider, ProviderAccess, ProviderSettings, Providers, Scripted,
};

fn providers(settings: ProviderSettings) -> Models {
    Models::of(Providers::new(settings).unwrap())
}

fn refusal(models: &Models, name: &str) -> String {
    models.find(name).err().unwrap().to_string()
}

#[test]
fn a_name_has_a_provider_and_a_model() {
    let parsed = |name: &str| name.parse::<ModelName>().unwrap();
    let name = |provider, model: &str| ModelName {
        provider,
        model: model.to_owned(),
    };
    assert_eq!(
        parsed("anthropic:claude-sonnet-4-5"),
        name(Provider::Anthropic, "claude-sonnet-4-5")
    );
    assert_eq!(
        parsed("openrouter:google/gemini-2.0-flash-exp:free"),
        name(Provider::OpenRouter, "google/gemini-2.0-flash-exp:free")
    );
    assert_eq!(
        parsed("ollama:qwen3:8b"),
        name(Provider::Ollama, "qwen3:8b")
    );
    assert_eq!(
        parsed("http://127.0.0.1:8000/v1/#org/model"),
        name(
            Provider::Url("http://127.0.0.1:8000/v1".to_owned()),
            "org/model"
        )
    );
}

#[test]
fn a_wrong_name_is_told_what_to_write() {
    let models = providers(ProviderSettings::default());
    for name in [
        "",
        "gpt-4o",
        "anthropic:",
        "http://localhost/v1",
        "http://localhost/v1#",
        "openai:a b",
    ] {
        assert!(
            refusal(&models, name).contains("write `provider:model`"),
            "{name}"
        );
    }
    let message = refusal(&models, "antropic:claude");
    assert!(message.contains("use anthropic, openai, openrouter or ollama"));
}

#[test]
fn a_missing_key_is_told_where_it_belongs() {
    let models = providers(ProviderSettings::default());
    for provider in ["anthropic", "openai", "openrouter"] {
        let message = refusal(&models, &format!("{provider}:m"));
        let expected =
            format!("{provider} needs an API key; set `api_key` or `api_key_file` of {provider}");
        assert_eq!(message, expected);
    }
    assert!(models.find("ollama:m").is_ok());
    assert!(models.find("https://models.example.com/v1#m").is_ok());
}

#[test]
fn a_key_that_no_header_takes_is_refused_without_being_shown() {
    let models = providers(ProviderSettings {
        openai: ProviderAccess {
            api_key: Some(ApiKey::new("sk-secret\n")),
            base_url: None,
        },
        ..ProviderSettings::default()
    });
    let message = refusal(&models, "openai:m");
    assert!(message.contains("cannot be sent"));
    assert!(!message.contains("secret"));
}

#[test]
fn a_base_url_holds_no_secrets() {
    let models = providers(ProviderSettings::default());
    for url in [
        "http://user:secret@host/v1",
        "http://secret@host/v1",
        "http://host/v1?key=secret",
        "https://",
    ] {
        let message = refusal(&models, &format!("{url}#m"));
        assert!(message.contains("no base URL"), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
    let models = providers(ProviderSettings {
        ollama: ProviderAccess {
            api_key: None,
            base_url: Some("ftp://host".to_owned()),
        },
        ..ProviderSettings::default()
    });
    assert!(refusal(&models, "ollama:m").contains("begins with http"));
}

#[test]
fn settings_do_not_print_their_keys() {
    let settings = ProviderSettings {
        anthropic: ProviderAccess {
            api_key: Some(ApiKey::new("sk-secret")),
            base_url: None,
        },
        keys: [("http://host".to_owned(), ApiKey::new("sk-secret"))].into(),
        ..ProviderSettings::default()
    };
    assert!(!format!("{settings:?}").contains("secret"));
}

#[test]
fn a_model_given_by_hand_comes_before_a_providers() {
    let models = providers(ProviderSettings::default());
    let models = models.with("anthropic:claude", Arc::new(Scripted::default()));
    assert!(models.find("anthropic:claude").is_ok());
    assert!(models.find("anthropic:other").is_err());
    assert!(Models::default().find("anthropic:claude").is_err());
}

#[test]
fn a_lent_model_is_there_for_every_clone_until_it_is_taken_back() {
    let models = Models::default();
    let clone = models.clone();
    let lent = models.lend(
        "scripted:1",
        std::sync::Arc::new(crate::Scripted::default()),
    );
    assert!(clone.find("scripted:1").is_ok());
    drop(lent);
    assert!(clone.find("scripted:1").is_err());
}
