//! Fields of bodies that serde alone would read otherwise than their callers mean them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A field that is there, whose null says something else than its absence.
pub(crate) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// An object or null.
pub(crate) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let read = Option::<AsObject<T>>::deserialize(deserializer)?;
    Ok(read.map(|AsObject(value)| value))
}

/// What is written as an object. An array is none: serde would read it into a struct, field by field and without their names.
#[derive(Debug, Clone)]
pub(crate) struct AsObject<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for AsObject<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = AsObject<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(AsObject)
    }
}
