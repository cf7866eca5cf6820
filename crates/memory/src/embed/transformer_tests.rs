use std::fs;
use std::path::PathBuf;

use super::*;

/// A model of two layers with weights by chance, and what an independent implementation makes of some texts.
fn tiny() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tiny-bert"))
}

#[test]
fn vectors_are_those_of_another_implementation() {
    let model = Transformer::load(&tiny()).unwrap();
    let expected: [(&str, [f32; 8]); 5] = [
        (
            "The cat sat on the mat.",
            [
                0.265886, -0.142013, 0.318513, -0.752946, 0.140136, -0.188065, 0.064426, 0.426147,
            ],
        ),
        (
            "Cats, sitting?",
            [
                0.303487, 0.033399, 0.220149, -0.7112, 0.023563, -0.213384, -0.021682, 0.553129,
            ],
        ),
        (
            "wombat a b c",
            [
                0.218557, -0.019592, 0.157467, -0.754353, 0.003256, 0.282112, -0.174657, 0.497897,
            ],
        ),
        (
            "über UNKNOWN the cat sat on the mat the cat sat on",
            [
                0.258412, -0.170528, 0.351688, -0.731948, 0.129602, -0.203309, 0.071626, 0.425968,
            ],
        ),
        (
            "a",
            [
                0.271027, -0.088934, 0.282243, -0.740489, 0.131416, -0.172699, -0.026975, 0.492774,
            ],
        ),
    ];
    for (text, vector) in expected {
        let ours = model.embed_one(text);
        let cosine = ours.cosine(&Vector::new(vector.to_vec()));
        assert!(cosine > 0.999_99, "{text}: {cosine} {ours:?}");
    }
}

#[test]
fn nothing_has_no_direction() {
    let model = Transformer::load(&tiny()).unwrap();
    assert_eq!(model.dimensions(), 8);
    for text in ["", " \n", "\u{200b}"] {
        assert!(model.embed_one(text).is_zero(), "{text:?}");
    }
}

#[test]
fn another_model_in_the_same_folder_has_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("mine");
    fs::create_dir(&home).unwrap();
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(tiny().join(file), home.join(file)).unwrap();
    }
    let first = Transformer::load(&home).unwrap();
    assert!(first.name().starts_with("folder:mine:"), "{}", first.name());
    let mut weights = fs::read(home.join("model.safetensors")).unwrap();
    *weights.last_mut().unwrap() ^= 1;
    fs::write(home.join("model.safetensors"), &weights).unwrap();
    assert_ne!(Transformer::load(&home).unwrap().name(), first.name());
}

#[test]
fn files_that_do_not_fit_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Transformer::load(folder.path()).unwrap_err().to_string();
    assert!(missing.contains("config.json"), "{missing}");
    let whole = |name: &str| fs::read(tiny().join(name)).unwrap();
    let replaced = |name: &str, from: &str, to: &str| {
        let text = String::from_utf8(whole(name)).unwrap();
        assert!(text.contains(from), "{from}");
        text.replace(from, to).into_bytes()
    };
    let cut = |keep: usize| whole("model.safetensors")[..keep].to_vec();
    for (name, content, reason) in [
        (
            "config.json",
            replaced("config.json", "bert", "gpt2"),
            "only BERT",
        ),
        (
            "config.json",
            replaced("config.json", ": 8", ": 9"),
            "do not fit",
        ),
        (
            "config.json",
            replaced("config.json", ": 16", ": 17"),
            "shape",
        ),
        ("config.json", b"{}".to_vec(), "config.json"),
        ("tokenizer.json", b"{}".to_vec(), "word pieces"),
        (
            "tokenizer.json",
            replaced(
                "tokenizer.json",
                "\"lowercase\": true",
                "\"lowercase\": false",
            ),
            "upper case",
        ),
        (
            "tokenizer.json",
            replaced("tokenizer.json", "[CLS]", "[ABC]"),
            "[CLS]",
        ),
        ("model.safetensors", cut(4), "cut off"),
        ("model.safetensors", cut(100), "cut off"),
        ("model.safetensors", cut(9_000), "shape"),
    ] {
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            fs::write(folder.path().join(file), whole(file)).unwrap();
        }
        fs::write(folder.path().join(name), content).unwrap();
        let error = Transformer::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains(reason), "{name}: {error}");
    }
}
