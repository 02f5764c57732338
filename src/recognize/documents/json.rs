//! Reading JSON as a stream: scalars of any type, lists element by element, and errors in our words.
//!
//! The shapes come from other people's tools and change between versions, so a field of an unexpected type is passed
//! over instead of ending the parse.

use std::fmt;
use std::io;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::bounded_json::BoundedJson;
use super::dispatch::FormatError;
use super::limits::{MARKS, STRING_BYTES, TREE_NESTING};
use crate::recognize::kit::scan;

/// Takes the keys of an object one by one. Implemented by what a parser wants to build.
pub trait Fields {
    /// Reads the value of `key` from `map`: exactly one call of `next_value` or `next_value_seed`.
    ///
    /// # Errors
    /// Those of `map`.
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error>;
}

/// Reads an object into `Fields`; a value of another type is passed over.
pub struct Object<'f, F>(pub &'f mut F);

/// Reads a list, calling the function for each element; a value of another type is passed over.
///
/// The function gets a place to deserialize the element from, and has to do so.
pub struct List<E>(pub E);

/// Reads one element of a [`List`].
pub trait Element {
    /// Reads it: exactly one deserialization.
    ///
    /// # Errors
    /// Those of `element`.
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error>;
}

macro_rules! pass_over_scalars {
    () => {
        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("any value")
        }
        fn visit_bool<X: Error>(self, _: bool) -> Result<(), X> {
            Ok(())
        }
        fn visit_i64<X: Error>(self, _: i64) -> Result<(), X> {
            Ok(())
        }
        fn visit_u64<X: Error>(self, _: u64) -> Result<(), X> {
            Ok(())
        }
        fn visit_f64<X: Error>(self, _: f64) -> Result<(), X> {
            Ok(())
        }
        fn visit_str<X: Error>(self, _: &str) -> Result<(), X> {
            Ok(())
        }
        fn visit_unit<X: Error>(self) -> Result<(), X> {
            Ok(())
        }
    };
}

impl<'de, F: Fields> DeserializeSeed<'de> for Object<'_, F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, F: Fields> Visitor<'de> for Object<'_, F> {
    type Value = ();
    pass_over_scalars!();
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.0.field(&key, &mut map)?;
        }
        Ok(())
    }
}

struct One<'e, E>(&'e mut E);

impl<'de, E: Element> DeserializeSeed<'de> for One<'_, E> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.0.element(from)
    }
}

impl<'de, E: Element> DeserializeSeed<'de> for List<E> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, E: Element> Visitor<'de> for List<E> {
    type Value = ();
    pass_over_scalars!();
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(One(&mut self.0))?.is_some() {}
        Ok(())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// A string, number or truth value as text; anything else is empty.
#[derive(Debug, Default)]
pub struct Scalar(pub String);

impl Scalar {
    /// As a number from 0; a fraction is cut off.
    pub fn number(&self) -> Option<u64> {
        scan::number(self.0.trim()).map(|(number, _)| number)
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }
    fn visit_bool<X: Error>(self, value: bool) -> Result<Scalar, X> {
        Ok(Scalar(value.to_string()))
    }
    fn visit_i64<X: Error>(self, value: i64) -> Result<Scalar, X> {
        Ok(Scalar(value.to_string()))
    }
    fn visit_u64<X: Error>(self, value: u64) -> Result<Scalar, X> {
        Ok(Scalar(value.to_string()))
    }
    fn visit_f64<X: Error>(self, value: f64) -> Result<Scalar, X> {
        Ok(Scalar(value.to_string()))
    }
    fn visit_str<X: Error>(self, value: &str) -> Result<Scalar, X> {
        Ok(Scalar(value.to_owned()))
    }
    fn visit_unit<X: Error>(self) -> Result<Scalar, X> {
        Ok(Scalar::default())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::default())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Scalar, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::default())
    }
}

/// Parses one document into `fields`.
///
/// # Errors
/// When the input cannot be read, is broken or ends early. What came before has been given to `fields`.
pub fn document(json: &mut BoundedJson<'_>, fields: &mut impl Fields) -> Result<(), FormatError> {
    let mut reader = serde_json::Deserializer::from_reader(&mut *json);
    let result = Object(fields).deserialize(&mut reader);
    drop(reader);
    result.map_err(|error| trouble(&error, json.offset()))
}

/// Reads a string, number or truth value into `into`.
///
/// # Errors
/// Those of `map`.
pub fn text<'de, M: MapAccess<'de>>(map: &mut M, into: &mut String) -> Result<(), M::Error> {
    *into = map.next_value::<Scalar>()?.0;
    Ok(())
}

/// Reads a number from 0; anything else leaves `None`.
///
/// # Errors
/// Those of `map`.
pub fn number<'de, M: MapAccess<'de>>(map: &mut M, into: &mut Option<u64>) -> Result<(), M::Error> {
    *into = map.next_value::<Scalar>()?.number();
    Ok(())
}

/// Passes a value over.
///
/// # Errors
/// Those of `map`.
pub fn skip<'de, M: MapAccess<'de>>(map: &mut M) -> Result<(), M::Error> {
    map.next_value::<IgnoredAny>().map(drop)
}

/// Reads an object; anything else leaves it as it is.
///
/// # Errors
/// Those of `map`.
pub fn object<'de, M: MapAccess<'de>>(map: &mut M, into: &mut impl Fields) -> Result<(), M::Error> {
    map.next_value_seed(Object(into))
}

/// Reads a list of objects one by one.
///
/// # Errors
/// Those of `map`.
pub fn each<'de, M: MapAccess<'de>, F: Fields + Default>(
    map: &mut M,
    each: impl FnMut(F),
) -> Result<(), M::Error> {
    map.next_value_seed(List(Each(each, PhantomData)))
}

/// An [`Element`] that reads an object and hands it on.
pub struct Each<F, E>(pub E, pub PhantomData<F>);

impl<F: Fields + Default, E: FnMut(F)> Element for Each<F, E> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut fields = F::default();
        Object(&mut fields).deserialize(element)?;
        (self.0)(fields);
        Ok(())
    }
}

/// Strings of a list, or a single string; at most [`MARKS`] of them and [`STRING_BYTES`] bytes together.
#[derive(Debug, Default)]
pub struct Strings(pub Vec<String>);

impl Strings {
    fn push(&mut self, text: String) {
        let held: usize = self.0.iter().map(String::len).sum();
        if self.0.len() < MARKS && held.saturating_add(text.len()) <= STRING_BYTES.saturating_mul(2) {
            self.0.push(text);
        }
    }

    /// Reads the value of a key.
    ///
    /// # Errors
    /// Those of `map`.
    pub fn read<'de, M: MapAccess<'de>>(&mut self, map: &mut M) -> Result<(), M::Error> {
        map.next_value_seed(StringsSeed(self))
    }

    /// Reads an element of a list.
    ///
    /// # Errors
    /// Those of `from`.
    pub fn read_from<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        StringsSeed(self).deserialize(from)
    }
}

struct StringsSeed<'s>(&'s mut Strings);

impl<'de> DeserializeSeed<'de> for StringsSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StringsSeed<'_> {
    type Value = ();
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }
    fn visit_bool<X: Error>(self, _: bool) -> Result<(), X> {
        Ok(())
    }
    fn visit_i64<X: Error>(self, _: i64) -> Result<(), X> {
        Ok(())
    }
    fn visit_u64<X: Error>(self, _: u64) -> Result<(), X> {
        Ok(())
    }
    fn visit_f64<X: Error>(self, _: f64) -> Result<(), X> {
        Ok(())
    }
    fn visit_unit<X: Error>(self) -> Result<(), X> {
        Ok(())
    }
    fn visit_str<X: Error>(self, text: &str) -> Result<(), X> {
        self.0.push(text.to_owned());
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(text) = list.next_element::<Scalar>()? {
            self.0.push(text.0);
        }
        Ok(())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Parses a document whose outermost value is a list.
///
/// # Errors
/// When the input cannot be read, is broken or ends early.
pub fn elements(json: &mut BoundedJson<'_>, element: impl Element) -> Result<(), FormatError> {
    let mut reader = serde_json::Deserializer::from_reader(&mut *json);
    let result = List(element).deserialize(&mut reader);
    drop(reader);
    result.map_err(|error| trouble(&error, json.offset()))
}

/// Parses a document of objects one after the other, a line each. Stops at the first that is broken.
///
/// # Errors
/// When the input cannot be read, is broken or ends early.
pub fn lines<F: Fields + Default>(
    json: &mut BoundedJson<'_>,
    mut each: impl FnMut(F),
) -> Result<(), FormatError> {
    while !json.at_end().map_err(FormatError::Read)? {
        let mut fields = F::default();
        document(json, &mut fields)?;
        each(fields);
    }
    Ok(())
}

/// The error of a tree that is nested too deep.
pub fn too_deep<E: Error>() -> E {
    E::custom(format_args!("a tree nested deeper than {TREE_NESTING}"))
}

/// A note for what was left out, if anything was.
pub fn dropped_note(json: &BoundedJson<'_>) -> Vec<String> {
    match json.dropped() {
        0 => Vec::new(),
        bytes => vec![format!("{bytes} bytes of overlong texts left out")],
    }
}

fn trouble(error: &serde_json::Error, byte: u64) -> FormatError {
    match (error.classify(), error.io_error_kind()) {
        (serde_json::error::Category::Eof, _) => {
            FormatError::Ended { inside: "a JSON value".to_owned(), byte }
        }
        (_, Some(kind)) if kind != io::ErrorKind::InvalidData => {
            FormatError::Read(io::Error::new(kind, error.to_string()))
        }
        _ => {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or(&what).to_owned();
            FormatError::Broken { what, byte }
        }
    }
}
