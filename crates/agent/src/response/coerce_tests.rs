use proptest::prelude::*;
use serde_json::{Value, json};

use super::coerce;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "ratio": {"type": "number"},
            "urgent": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "place": {"$ref": "#/$defs/Place"},
            "mode": {"enum": ["Fast", "slow"]},
            "until": {"type": ["string", "null"]},
            "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "anything": {},
        },
        "required": ["text"],
        "additionalProperties": false,
        "$defs": {"Place": {"type": "object", "properties": {"floor": {"type": "integer"}}, "required": ["floor"]}},
    })
}

#[track_caller]
fn becomes(key: &str, written: Value, expected: Value) {
    let mut args = json!({"text": "x"});
    args[key] = written;
    let mut wanted = json!({"text": "x"});
    wanted[key] = expected;
    assert_eq!(coerce(&args, &schema()), Ok(wanted));
}

#[track_caller]
fn is_refused(args: &Value, expected: &str) {
    let error = coerce(args, &schema()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_fits_stays() {
    let args = json!({"text": "x", "count": 2, "ratio": 0.5, "urgent": true, "tags": ["a"], "place": {"floor": 1}, "mode": "slow", "until": null, "limit": 3, "anything": [1]});
    assert_eq!(coerce(&args, &schema()), Ok(args.clone()));
}

#[test]
fn one_reading_is_taken() {
    becomes("text", json!(5), json!("5"));
    becomes("text", json!(true), json!("true"));
    becomes("count", json!("5"), json!(5));
    becomes("count", json!(" -5 "), json!(-5));
    becomes("count", json!(5.0), json!(5));
    becomes("ratio", json!("0.25"), json!(0.25));
    becomes("urgent", json!("True"), json!(true));
    becomes("tags", json!("a"), json!(["a"]));
    becomes("tags", json!("[\"a\", \"b\"]"), json!(["a", "b"]));
    becomes("tags", json!([1, "b"]), json!(["1", "b"]));
    becomes("place", json!("{floor: '2'}"), json!({"floor": 2}));
    becomes("mode", json!("fast"), json!("Fast"));
    becomes("limit", json!("3"), json!(3));
    becomes("limit", json!(null), json!(null));
}

#[test]
fn null_for_an_optional_argument_leaves_it_out() {
    assert_eq!(
        coerce(&json!({"text": "x", "count": null}), &schema()),
        Ok(json!({"text": "x"}))
    );
}

#[test]
fn no_arguments_are_an_empty_object() {
    assert_eq!(
        coerce(&Value::Null, &json!({"type": "object"})),
        Ok(json!({}))
    );
    assert_eq!(
        coerce(&json!("{}"), &json!({"type": "object"})),
        Ok(json!({}))
    );
}

#[test]
fn what_could_mean_two_things_is_an_error() {
    is_refused(
        &json!({"text": "x", "count": "many"}),
        "`count` must be integer, got \"many\".",
    );
    is_refused(
        &json!({"text": "x", "count": 1.5}),
        "`count` must be integer, got 1.5.",
    );
    is_refused(
        &json!({"text": "x", "urgent": 1}),
        "`urgent` must be boolean, got 1.",
    );
    is_refused(
        &json!({"text": "x", "urgent": "yes"}),
        "`urgent` must be boolean, got \"yes\".",
    );
    is_refused(&json!({"text": null}), "`text` must be string, got null.");
    is_refused(
        &json!({"text": ["x"]}),
        "`text` must be string, got [\"x\"].",
    );
    is_refused(&json!({}), "`text` is missing.");
    is_refused(
        &json!({"text": "x", "mode": "medium"}),
        "`mode` must be one of \"Fast\", \"slow\", got \"medium\".",
    );
    is_refused(
        &json!({"text": "x", "place": {}}),
        "`place.floor` is missing.",
    );
    is_refused(
        &json!({"text": "x", "place": "{floor: 1"}),
        "`place` must be object, got \"{floor: 1\".",
    );
    is_refused(
        &json!({"text": "x", "tags": [["a"]]}),
        "`tags[0]` must be string, got [\"a\"].",
    );
    is_refused(
        &json!({"text": "x", "limit": "few"}),
        "`limit` is none of the allowed forms, got \"few\".",
    );
    is_refused(
        &json!({"text": "x", "colour": 1}),
        "`colour` is not an argument of this tool.",
    );
    is_refused(&json!([1]), "`arguments` must be object, got [1].");
}

#[test]
fn every_problem_is_named_at_once() {
    is_refused(
        &json!({"count": "many", "urgent": 2}),
        "`count` must be integer, got \"many\". `urgent` must be boolean, got 2. `text` is missing.",
    );
}

#[test]
fn a_long_value_is_shortened_in_the_message() {
    let error = coerce(&json!({"text": "x", "count": "9".repeat(5000)}), &schema()).unwrap_err();
    assert!(error.to_string().len() < 120, "{error}");
}

#[test]
fn a_schema_written_to_take_forever_ends() {
    let schema = json!({
        "$ref": "#/$defs/a",
        "$defs": {
            "a": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/a"}}, {"type": "array", "items": {"$ref": "#/$defs/a"}}]},
            "circle": {"$ref": "#/$defs/circle"},
        },
    });
    let mut value = json!("end");
    for _ in 0..40 {
        value = json!([value]);
    }
    coerce(&value, &schema).unwrap_err();
    assert_eq!(
        coerce(
            &json!({}),
            &json!({"$ref": "#/$defs/circle", "$defs": schema["$defs"]})
        ),
        Ok(json!({}))
    );
}

proptest! {
    #[test]
    fn fitting_twice_changes_nothing(count in any::<i64>(), ratio in -1.0e6..1.0e6f64, text in "\\PC{0,10}") {
        let args = json!({"text": text, "count": count.to_string(), "ratio": ratio.to_string()});
        let once = coerce(&args, &schema()).unwrap();
        prop_assert_eq!(&once["count"], &json!(count));
        prop_assert_eq!(coerce(&once, &schema()), Ok(once));
    }
}
