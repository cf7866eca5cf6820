use super::licence::is_allowed;

#[test]
fn an_expression_is_met_as_spdx_reads_it() {
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned);
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0-only OR MIT", true),
        ("GPL-3.0-only AND MIT", false),
        ("(MIT OR GPL-3.0-only) AND Unicode-3.0", true),
        ("MIT OR GPL-3.0-only AND BSL-1.0", true),
        ("(MIT OR GPL-3.0-only) AND BSL-1.0", false),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("Apache-2.0 WITH LLVM-exception OR MIT", true),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let allowed = ["MIT".to_owned()];
    for expression in [
        "", "MIT MIT", "(MIT", "MIT)", "MIT OR", "OR MIT", "MIT WITH",
    ] {
        assert!(!is_allowed(expression, &allowed), "{expression:?}");
    }
}
