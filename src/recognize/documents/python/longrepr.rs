//! `longrepr`: how pytest tells a failure, as a text, as a place with a reason, or as a tree of tracebacks.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

use crate::budget::Count as _;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{
    Element, Fields, List, Scalar, Strings, each, number, object, skip, text,
};
use crate::recognize::documents::limits;

/// What was read of it.
#[derive(Debug, Default)]
pub struct LongRepr {
    /// The text: lines of the tracebacks, in order.
    pub text: String,
    /// The exception's line.
    pub message: String,
    /// The reason of a skip.
    pub reason: String,
}

impl LongRepr {
    /// Reads the value of a key.
    ///
    /// # Errors
    /// Those of `map`.
    pub fn read<'de, M: MapAccess<'de>>(&mut self, map: &mut M) -> Result<(), M::Error> {
        map.next_value_seed(Seed(self))
    }

    /// As what is reported a failure.
    pub fn reported(self) -> Reported {
        Reported { message: self.message, text: self.text, ..Reported::default() }
    }
}

struct Seed<'l>(&'l mut LongRepr);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
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
        limits::append(&mut self.0.text, text);
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // Of a skip: path, line, reason.
        while let Some(part) = list.next_element::<Scalar>()? {
            self.0.reason = part.0;
        }
        let reason = self.0.reason.strip_prefix("Skipped: ").map(str::to_owned);
        self.0.reason = reason.unwrap_or_else(|| std::mem::take(&mut self.0.reason));
        Ok(())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let mut chained = String::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "reprcrash" => {
                    let mut crash = Location::default();
                    object(&mut map, &mut crash)?;
                    self.0.message = crash.message;
                }
                "reprtraceback" => object(&mut map, &mut Traceback(&mut self.0.text))?,
                "chain" => map.next_value_seed(List(Chain(&mut chained)))?,
                // Of an error of collection.
                "longrepr" => self.0.text = map.next_value::<Scalar>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        // The chain holds the last exception too, after those that caused it.
        if chained.len() > self.0.text.len() {
            self.0.text = chained;
        }
        Ok(())
    }
}

/// A list of (traceback, crash, what links it to the next).
struct Chain<'t>(&'t mut String);

impl Element for Chain<'_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        List(Link(self.0, 0)).deserialize(element)
    }
}

struct Link<'t>(&'t mut String, u8);

impl Element for Link<'_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let position = self.1;
        self.1.up(1);
        match position {
            0 => crate::recognize::documents::json::Object(&mut Traceback(self.0)).deserialize(element),
            2 => {
                let linked = <Scalar as serde::Deserialize>::deserialize(element)?.0;
                if !linked.is_empty() {
                    limits::append(self.0, &linked);
                    limits::append(self.0, "\n");
                }
                Ok(())
            }
            _ => <IgnoredAny as serde::Deserialize>::deserialize(element).map(drop),
        }
    }
}

struct Traceback<'t>(&'t mut String);

impl Fields for Traceback<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "reprentries" => each(map, |entry: Entry| entry.data.append_to(self.0)),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Entry {
    data: Data,
}

impl Fields for Entry {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "data" { object(map, &mut self.data) } else { skip(map) }
    }
}

#[derive(Default)]
struct Data {
    lines: Strings,
    at: Location,
}

impl Data {
    fn append_to(&self, text: &mut String) {
        for line in &self.lines.0 {
            limits::append(text, line);
            limits::append(text, "\n");
        }
        if let Some(line) = self.at.line.filter(|_| !self.at.path.is_empty()) {
            limits::append(text, &format!("{}:{line}: {}\n", self.at.path, self.at.message));
        }
    }
}

impl Fields for Data {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "lines" => self.lines.read(map),
            "reprfileloc" => object(map, &mut self.at),
            _ => skip(map),
        }
    }
}

/// A place with a message.
#[derive(Debug, Default)]
pub struct Location {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is printed there.
    pub message: String,
}

impl Fields for Location {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "path" => text(map, &mut self.path),
            "lineno" => number(map, &mut self.line),
            "message" => text(map, &mut self.message),
            _ => skip(map),
        }
    }
}
