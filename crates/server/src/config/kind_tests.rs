use std::num::NonZeroU32;

use schemars::{JsonSchema, schema_for};

use super::*;
use crate::config::{ByteSize, HttpUrl, HumanDuration, LogFormat, Network, Secret};

fn kind<T: JsonSchema>() -> Kind {
    Kind::new(schema_for!(T).as_value())
}

fn both<T: JsonSchema>(expected: &Kind) {
    assert_eq!(kind::<T>(), *expected);
    assert_eq!(kind::<Option<T>>(), *expected);
}

#[test]
fn a_setting_has_the_kind_of_its_type_whether_it_may_be_left_out_or_not() {
    let choices = ["auto", "json", "text"].map(str::to_owned).to_vec();
    both::<String>(&Kind::Text);
    both::<Secret>(&Kind::Secret);
    both::<HumanDuration>(&Kind::Duration);
    both::<ByteSize>(&Kind::Size);
    both::<HttpUrl>(&Kind::Url);
    both::<bool>(&Kind::Bool);
    both::<f64>(&Kind::Number);
    both::<LogFormat>(&Kind::Choice(choices));
    both::<Vec<Network>>(&Kind::Networks);
    both::<Vec<String>>(&Kind::List);
}

#[test]
fn a_whole_number_has_the_bounds_of_its_type() {
    let integer = |minimum, maximum| Kind::Integer { minimum, maximum };
    both::<NonZeroU32>(&integer(1, i64::from(u32::MAX)));
    both::<u32>(&integer(0, i64::from(u32::MAX)));
    both::<i32>(&integer(i64::from(i32::MIN), i64::from(i32::MAX)));
    both::<u16>(&integer(0, i64::from(u16::MAX)));
    both::<u64>(&integer(0, i64::MAX));
    both::<i64>(&integer(i64::MIN, i64::MAX));
}

#[test]
fn a_list_is_read_from_commas_or_from_toml() {
    let list = toml::Value::from(vec!["a", "b"]);
    for text in ["a,b", " a , b ,", "[\"a\", 'b']", " [ 'a', 'b' ] "] {
        assert_eq!(Kind::List.read(text), list, "{text}");
    }
    assert_eq!(Kind::List.read("[]"), toml::Value::Array(Vec::new()));
    assert_eq!(Kind::List.read("['a'"), toml::Value::from("['a'"));
}
