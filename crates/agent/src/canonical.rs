//! One spelling for equal JSON, whatever order its keys came in.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The value as JSON without spaces and with sorted keys. `serde_json` keeps or sorts keys depending on a feature that
/// any crate of the build may switch on, so its own order proves nothing.
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// Adds a string as JSON spells it.
pub(crate) fn write_string(text: &str, out: &mut String) {
    // Most strings need no escape, and then nothing is copied twice.
    let plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&Value::from(text).to_string());
    }
}

/// Names a call by what it does: equal tool and equal arguments give equal fingerprints.
pub fn call_fingerprint(tool: &str, arguments: &Value) -> String {
    let mut hash = Sha256::new();
    hash.update(tool.as_bytes());
    // No tool's name has a zero byte, so that no name can run over into the arguments.
    hash.update([0]);
    hash.update(canonical_json(arguments).as_bytes());
    hex::encode(hash.finalize())
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (index, (key, value)) in entries.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::String(text) => write_string(text, out),
        Value::Null | Value::Bool(_) | Value::Number(_) => out.push_str(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let one: Value = serde_json::from_str(r#"{"b":[1,{"d":1,"c":2}],"a":"x\"y"}"#).unwrap();
        let other: Value = serde_json::from_str(r#"{"a":"x\"y","b":[1,{"c":2,"d":1}]}"#).unwrap();
        assert_eq!(
            canonical_json(&one),
            r#"{"a":"x\"y","b":[1,{"c":2,"d":1}]}"#
        );
        assert_eq!(call_fingerprint("t", &one), call_fingerprint("t", &other));
    }

    #[test]
    fn strings_are_spelled_as_serde_spells_them() {
        for text in [
            "",
            "plain",
            "a\"b",
            "back\\slash",
            "line\n",
            "\u{7f}",
            "\u{2028}",
            "é😀",
            "\u{1}",
        ] {
            let value = json!({ text: text });
            assert_eq!(canonical_json(&value), value.to_string());
        }
    }

    #[test]
    fn the_order_of_items_and_the_tool_do_matter() {
        let base = call_fingerprint("t", &json!([1, 2]));
        assert_ne!(base, call_fingerprint("t", &json!([2, 1])));
        assert_ne!(base, call_fingerprint("u", &json!([1, 2])));
        assert_ne!(base, call_fingerprint("t", &json!(["1", 2])));
    }
}
