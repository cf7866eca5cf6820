use proptest::prelude::*;

use super::*;

/// The first six numbers of each vector, as the Python package `model2vec` 0.10 gives them.
const EXPECTED: [(&str, [f32; 6]); 9] = [
    (
        "When did Caroline go to the support group?",
        [-0.24748, -0.01707, -0.08363, 0.05974, 0.15873, -0.26114],
    ),
    (
        "Café déjà vu: naïve coöperation!",
        [-0.42326, 0.05935, 0.03247, 0.02575, 0.08398, 0.03807],
    ),
    (
        "call +1 (415) 555-0100 or mail jane.doe@example.com",
        [-0.37253, 0.05162, -0.00673, 0.16681, -0.02768, -0.04638],
    ),
    (
        "日本語のテスト",
        [-0.4552, 0.15573, 0.11679, -0.11979, 0.04292, 0.02895],
    ),
    (
        "$1,250.00 — due 2024-05-07",
        [-0.15039, 0.08389, -0.00921, 0.14834, -0.01023, -0.15346],
    ),
    (
        "supercalifragilisticexpialidocious antidisestablishmentarianism",
        [-0.41715, 0.0135, 0.13076, -0.33258, 0.19401, 0.03766],
    ),
    (
        "שלום עולם",
        [-0.46396, 0.05302, 0.06349, -0.13744, 0.02512, 0.01326],
    ),
    (
        "emoji 🎉 party",
        [-0.38179, 0.07093, -0.0918, -0.06259, 0.04798, -0.03129],
    ),
    (
        "HELLO\tWORLD\u{200b} zero\u{0}width",
        [-0.26239, 0.05556, 0.06482, -0.00154, 0.00772, 0.02161],
    ),
];

#[test]
fn vectors_are_those_of_an_independent_implementation() {
    let embedder = StaticEmbedder::shared().unwrap();
    for (text, expected) in EXPECTED {
        let vector = embedder.embed_one(text);
        for (found, expected) in vector.as_slice().iter().zip(expected) {
            assert!(
                (found - expected).abs() < 2e-5,
                "{text}: {:?}",
                &vector.as_slice()[..6]
            );
        }
    }
}

#[test]
fn a_text_without_known_words_has_no_direction() {
    let embedder = StaticEmbedder::shared().unwrap();
    for text in [
        "",
        " \n\t",
        "🎉🎉",
        "\u{0}\u{fffd}\u{200b}",
        &"x".repeat(101),
    ] {
        assert!(embedder.embed_one(text).is_zero(), "{text:?}");
    }
    assert!(!embedder.embed_one(&"x".repeat(100)).is_zero());
}

#[test]
fn texts_are_embedded_in_order() {
    let embedder = StaticEmbedder::shared().unwrap();
    let vectors = embedder.embed(&["one", "two"]).unwrap();
    assert_eq!(
        vectors,
        [embedder.embed_one("one"), embedder.embed_one("two")]
    );
    assert_eq!(vectors[0].as_slice().len(), embedder.dimensions());
}

#[test]
fn numbers_that_are_not_finite_say_nothing() {
    assert!(Vector::new(vec![1.0, f32::NAN]).is_zero());
    assert!(Vector::new(vec![f32::INFINITY, 1.0]).is_zero());
    assert_eq!(Vector::new(vec![3.0, 4.0]).as_slice(), [0.6, 0.8]);
}

proptest! {
    #[test]
    fn any_text_has_a_direction_or_none(text in ".{0,200}") {
        let vector = StaticEmbedder::shared().unwrap().embed_one(&text);
        let length = vector.as_slice().iter().map(|x| x * x).sum::<f32>();
        prop_assert!(vector.is_zero() || (length - 1.0).abs() < 1e-4);
    }
}
