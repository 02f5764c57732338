//! Arguments of a tool that the protocol wants in headers, too: the list of tools names them, each call carries them.
//!
//! A property of a tool's `inputSchema` may have `x-mcp-header`: its value goes into `Mcp-Param-NAME`. A tool whose schema
//! breaks the rules for that is no tool to a client over HTTP, and is left out of the list.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::splice::{Splice, range_of};
use crate::text::json::{Json, Kind};

/// What every such header begins with.
const PREFIX: &str = "Mcp-Param-";

/// The member of a schema that asks for a header.
const ASKS: &str = "x-mcp-header";

/// How deep a schema is looked into.
const MOST_DEPTH: usize = 64;

/// Tools whose headers are remembered.
const MOST_TOOLS: usize = 10_000;

/// The largest whole number that every program reads as it is.
const EXACT: f64 = 9_007_199_254_740_991.0;

/// Members of a schema that hold values, not schemas.
const VALUES: [&str; 4] = ["default", "const", "enum", "examples"];

/// Members of a schema that hold schemas by names.
const NAMED: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// A header of a call, and where its value is in the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mirror {
    header: String,
    path: Vec<String>,
}

/// A call whose headers repeat some of its arguments.
pub struct Repeating<'a> {
    /// The tool.
    pub tool: &'a str,
    /// Its arguments.
    pub arguments: Option<Json<'a>>,
    /// Gives the value of a header as it came.
    pub header: &'a dyn Fn(&str) -> Result<Option<String>, String>,
}

/// What is known of the tools of a server.
#[derive(Debug, Default)]
pub struct Mirrors(HashMap<String, Vec<Mirror>>);

impl Mirrors {
    /// A list of tools begins anew.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The first header of a call that does not say what its argument says.
    pub fn differs(&self, call: &Repeating<'_>) -> Option<String> {
        let Repeating { tool, arguments, header } = call;
        let mirrors = self.0.get(*tool).map(Vec::as_slice).unwrap_or_default();
        let differs = |mirror: &&Mirror| {
            let argument =
                arguments.and_then(|all| mirror.path.iter().try_fold(all, |value, key| value.get(key)));
            let argument = argument.filter(|value| value.kind() != Kind::Null);
            match (header(&mirror.header), argument) {
                (Ok(None), None) => None,
                (Ok(Some(value)), Some(argument)) => {
                    let value = decoded(&value);
                    let same = value.is_some()
                        && (value == plain(argument) || value.as_deref() == Some(argument.text()));
                    (!same).then_some(())
                }
                (Ok(Some(_)), None) | (Ok(None), Some(_)) | (Err(_), _) => Some(()),
            }
        };
        let found = mirrors.iter().find(|mirror| differs(mirror).is_some());
        found.map(|mirror| mirror.header.clone())
    }

    /// The headers of a call, by the tool's name and its arguments.
    pub fn headers(&self, tool: &str, arguments: Option<Json<'_>>) -> Vec<(String, String)> {
        let mirrors = self.0.get(tool).map(Vec::as_slice).unwrap_or_default();
        let value = |mirror: &Mirror| {
            let value = mirror.path.iter().try_fold(arguments?, |value, key| value.get(key))?;
            Some((mirror.header.clone(), header_value(&plain(value)?)))
        };
        mirrors.iter().filter_map(value).collect()
    }

    /// Reads a part of the list of tools, the member `result` of the answer. Gives each tool that breaks the rules, as it
    /// is written, with its name and the reason.
    pub fn learn<'a>(&mut self, list: Json<'a>) -> Vec<(Json<'a>, String)> {
        let mut wrong = Vec::new();
        for tool in list.get("tools").into_iter().flat_map(Json::elements) {
            let (Some(name), Some(schema)) =
                (tool.get("name").and_then(Json::string), tool.get("inputSchema"))
            else {
                continue;
            };
            match mirrors(schema) {
                Ok(mirrors) if mirrors.is_empty() => {
                    self.0.remove(name.as_ref());
                }
                Ok(mirrors) if self.0.len() < MOST_TOOLS => {
                    self.0.insert(name.into_owned(), mirrors);
                }
                Ok(_) => {}
                Err(why) => {
                    self.0.remove(name.as_ref());
                    wrong.push((tool, format!("{name}: {why}")));
                }
            }
        }
        wrong
    }
}

/// A text as the value of a header: as it is when every program reads it so, else encoded.
#[must_use]
pub fn header_value(text: &str) -> String {
    let plain = text.bytes().all(|byte| byte == b'\t' || (0x20..0x7f).contains(&byte));
    if plain
        && text.trim() == text
        && !text.is_empty()
        && !(text.starts_with("=?base64?") && text.ends_with("?="))
    {
        return text.to_owned();
    }
    format!("=?base64?{}?=", STANDARD.encode(text))
}

/// A value as it was before it was made fit for a header; none when that is damaged.
#[must_use]
pub fn decoded(value: &str) -> Option<String> {
    let Some(inner) = value.strip_prefix("=?base64?").and_then(|value| value.strip_suffix("?=")) else {
        return Some(value.to_owned());
    };
    String::from_utf8(STANDARD.decode(inner).ok()?).ok()
}

/// A line without some of the tools of its list.
pub fn without(line: &str, tools: &[Json<'_>], list: Json<'_>) -> Option<String> {
    let array = list.get("tools")?;
    let left: Vec<&str> = array
        .elements()
        .map(Json::text)
        // Equal tools are one to a client: each is known by its place.
        .filter(|each| !tools.iter().any(|tool| std::ptr::eq(tool.text(), *each)))
        .collect();
    let mut splice = Splice::new(line);
    splice.replace(range_of(line, array.text())?, &format!("[{}]", left.join(",")));
    Some(splice.finish())
}

/// A value as the text of a header; none for what has no place there.
fn plain(value: Json<'_>) -> Option<String> {
    match value.kind() {
        Kind::String => value.string().map(std::borrow::Cow::into_owned),
        Kind::Bool => Some(value.text().to_owned()),
        Kind::Number => {
            let number: f64 = value.text().parse().ok()?;
            let whole = number.fract() == 0.0 && number.abs() <= EXACT;
            whole.then(|| if number == 0.0 { "0".to_owned() } else { number.to_string() })
        }
        Kind::Null | Kind::Array | Kind::Object => None,
    }
}

/// The headers that a schema asks for.
fn mirrors(schema: Json<'_>) -> Result<Vec<Mirror>, String> {
    let mut found = Vec::new();
    // Most schemas ask for none: one look shows it.
    if memchr::memmem::find(schema.text().as_bytes(), ASKS.as_bytes()).is_some() {
        look(schema, Some(&mut Vec::new()), 0, &mut found)?;
    }
    let names: HashSet<String> = found.iter().map(|mirror| mirror.header.to_ascii_lowercase()).collect();
    if names.len() < found.len() {
        return Err(format!("two properties have the same {ASKS}"));
    }
    Ok(found)
}

/// Looks into a schema. `path` is where its value is in the arguments, when that is known.
fn look(
    schema: Json<'_>,
    mut path: Option<&mut Vec<String>>,
    depth: usize,
    found: &mut Vec<Mirror>,
) -> Result<(), String> {
    if depth > MOST_DEPTH {
        return Ok(());
    }
    let deeper = depth.saturating_add(1);
    for (name, value) in schema.fields() {
        match name.as_ref() {
            ASKS => {
                let path = path.as_ref().filter(|path| !path.is_empty());
                let path = path.ok_or_else(|| format!("{ASKS} is at a place whose value cannot be told"))?;
                found.push(mirror(schema, value, path)?);
            }
            "properties" if path.is_some() => {
                for (key, property) in value.fields() {
                    if let Some(path) = path.as_deref_mut() {
                        path.push(key.into_owned());
                        look(property, Some(path), deeper, found)?;
                        path.pop();
                    }
                }
            }
            name if NAMED.contains(&name) => {
                for (_, part) in value.fields() {
                    look(part, None, deeper, found)?;
                }
            }
            name if VALUES.contains(&name) => {}
            _ => {
                look(value, None, deeper, found)?;
                for part in value.elements() {
                    look(part, None, deeper, found)?;
                }
            }
        }
    }
    Ok(())
}

/// The header that a property asks for.
fn mirror(schema: Json<'_>, name: Json<'_>, path: &[String]) -> Result<Mirror, String> {
    let name = name.string().unwrap_or_default();
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Err(format!("{ASKS} is no name of a header"));
    }
    let allowed = |kind: Json<'_>| {
        kind.string().is_some_and(|kind| matches!(kind.as_ref(), "string" | "integer" | "boolean"))
    };
    let is_null = |kind: &Json<'_>| kind.string().is_some_and(|kind| kind == "null");
    let kinds = schema.get("type");
    let simple = kinds.is_some_and(|kinds| match kinds.kind() {
        Kind::Array => {
            let mut kinds = kinds.elements().filter(|kind| !is_null(kind)).peekable();
            kinds.peek().is_some() && kinds.all(allowed)
        }
        _ => allowed(kinds),
    });
    if !simple {
        return Err(format!("{ASKS} is at a property that is no string, integer or boolean"));
    }
    Ok(Mirror { header: format!("{PREFIX}{name}"), path: path.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(text: &str) -> Result<Vec<(String, String)>, String> {
        let found = mirrors(Json::parse(text).unwrap())?;
        Ok(found.into_iter().map(|mirror| (mirror.header, mirror.path.join("/"))).collect())
    }

    #[test]
    fn properties_ask_for_headers_at_any_depth() {
        let text = r#"{"properties":{
            "region":{"type":"string","x-mcp-header":"Region"},
            "where":{"type":"object","properties":{"floor":{"type":["integer","null"],"x-mcp-header":"Floor"}}},
            "x-mcp-header":{"type":"string","default":{"x-mcp-header":"none"}}
        },"examples":[{"x-mcp-header":7}]}"#;
        let both = [("Mcp-Param-Region", "region"), ("Mcp-Param-Floor", "where/floor")];
        assert_eq!(schema(text).unwrap(), both.map(|(header, path)| (header.to_owned(), path.to_owned())));
        assert_eq!(schema(r#"{"properties":{"a":{"type":"string"}}}"#), Ok(Vec::new()));
        assert_eq!(schema("true"), Ok(Vec::new()));
    }

    #[test]
    fn a_schema_that_breaks_the_rules_has_none() {
        let of = |property: &str| format!(r#"{{"properties":{{"a":{property}}}}}"#);
        for text in [
            of(r#"{"type":"string","x-mcp-header":""}"#),
            of(r#"{"type":"string","x-mcp-header":7}"#),
            of(r#"{"type":"string","x-mcp-header":"a b"}"#),
            of(r#"{"type":"string","x-mcp-header":"a\r\nb"}"#),
            of(r#"{"type":"number","x-mcp-header":"N"}"#),
            of(r#"{"type":"object","x-mcp-header":"N"}"#),
            of(r#"{"type":["null"],"x-mcp-header":"N"}"#),
            of(r#"{"x-mcp-header":"N"}"#),
            of(r#"{"type":"array","items":{"type":"string","x-mcp-header":"N"}}"#),
            of(r#"{"oneOf":[{"type":"string","x-mcp-header":"N"}]}"#),
            r#"{"x-mcp-header":"N","type":"string"}"#.to_owned(),
            r#"{"$defs":{"d":{"properties":{"a":{"type":"string","x-mcp-header":"N"}}}}}"#.to_owned(),
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"n"},"b":{"type":"string","x-mcp-header":"N"}}}"#
                .to_owned(),
        ] {
            assert!(schema(&text).is_err(), "{text}");
        }
        let deep = format!("{}{}", r#"{"not":"#.repeat(20_000), "{}") + &"}".repeat(20_000);
        let deep = deep.replacen("{}", r#"{"x-mcp-header":"N"}"#, 1);
        assert_eq!(schema(&deep), Ok(Vec::new()));
    }

    #[test]
    fn a_header_says_what_its_argument_says_or_neither_is_there() {
        let list = r#"{"tools":[{"name":"t","inputSchema":{"properties":{"n":{"type":"integer","x-mcp-header":"N"},"s":{"type":"string","x-mcp-header":"S"}}}}]}"#;
        let mut mirrors = Mirrors::default();
        assert!(mirrors.learn(Json::parse(list).unwrap()).is_empty());
        let differs = |arguments: &str, headers: &[(&str, &str)]| {
            let one = |name: &str| {
                Ok(headers.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
            };
            let arguments = Json::parse(arguments).ok();
            mirrors.differs(&Repeating { tool: "t", arguments, header: &one })
        };
        let (number, text) = (Some("Mcp-Param-N".to_owned()), Some("Mcp-Param-S".to_owned()));
        assert_eq!(
            differs(
                r#"{"n":1e1,"s":"\u00fc"}"#,
                &[("Mcp-Param-N", "10"), ("Mcp-Param-S", "=?base64?w7w=?=")]
            ),
            None
        );
        assert_eq!(differs(r#"{"n":null}"#, &[]), None);
        assert_eq!(differs(r#"{"n":1}"#, &[]), number);
        assert_eq!(differs(r#"{"n":1}"#, &[("Mcp-Param-N", "2")]), number);
        assert_eq!(differs("{}", &[("Mcp-Param-S", "a")]), text);
        assert_eq!(differs(r#"{"s":"a"}"#, &[("Mcp-Param-S", "=?base64?w7?=")]), text);
    }

    #[test]
    fn a_value_that_a_header_cannot_hold_is_encoded() {
        assert_eq!(header_value("a b"), "a b");
        assert_eq!(header_value("é"), "=?base64?w6k=?=");
        assert_eq!(header_value(" a"), "=?base64?IGE=?=");
        assert_eq!(header_value("a\r\nb: c"), "=?base64?YQ0KYjogYw==?=");
        assert_eq!(header_value("=?base64?w6k=?="), "=?base64?PT9iYXNlNjQ/dzZrPT89?=");
    }

    #[test]
    fn values_are_as_the_protocol_wants_them() {
        let tool = |property: &str| {
            format!(
                r#"{{"tools":[{{"name":"t","inputSchema":{{"properties":{{"a":{{"properties":{{"v":{property}}}}}}}}}}}]}}"#
            )
        };
        let list = tool(r#"{"type":"string","x-mcp-header":"V"}"#);
        let mut mirrors = Mirrors::default();
        assert!(mirrors.learn(Json::parse(&list).unwrap()).is_empty());
        for (value, header) in [
            ("\"us-west1\"", Some("us-west1")),
            ("\" padded \"", Some("=?base64?IHBhZGRlZCA=?=")),
            ("\"Hello, \\u4e16\\u754c\"", Some("=?base64?SGVsbG8sIOS4lueVjA==?=")),
            ("42", Some("42")),
            ("-7", Some("-7")),
            ("4.2e1", Some("42")),
            ("-0", Some("0")),
            ("true", Some("true")),
            ("0.5", None),
            ("1e300", None),
            ("null", None),
            ("{}", None),
            ("[]", None),
        ] {
            let arguments = format!(r#"{{"a":{{"v":{value}}}}}"#);
            let headers = mirrors.headers("t", Json::parse(&arguments).ok());
            let wanted = header.map(|header| ("Mcp-Param-V".to_owned(), header.to_owned()));
            assert_eq!(headers, wanted.into_iter().collect::<Vec<_>>(), "{value}");
        }
        assert!(mirrors.headers("t", None).is_empty() && mirrors.headers("other", None).is_empty());
        let plain = tool(r#"{"type":"string"}"#);
        mirrors.learn(Json::parse(&plain).unwrap());
        let arguments = r#"{"a":{"v":"x"}}"#;
        assert!(mirrors.headers("t", Json::parse(arguments).ok()).is_empty());
    }

    #[test]
    fn a_tool_that_breaks_the_rules_is_left_out() {
        let bad = r#"{"name":"b","inputSchema":{"x-mcp-header":"N"}}"#;
        let line =
            format!(r#"{{"id":1,"result":{{"tools":[{{"name":"a"}}, {bad} ,{{"name":"c"}}],"x":1.0}}}}"#);
        let list = Json::parse(&line).unwrap().get("result").unwrap();
        let wrong = Mirrors::default().learn(list);
        assert_eq!(wrong.iter().map(|(tool, _)| tool.text()).collect::<Vec<_>>(), [bad]);
        assert!(wrong[0].1.starts_with("b: "));
        let tools: Vec<_> = wrong.iter().map(|(tool, _)| *tool).collect();
        assert_eq!(
            without(&line, &tools, list).unwrap(),
            r#"{"id":1,"result":{"tools":[{"name":"a"},{"name":"c"}],"x":1.0}}"#
        );
    }
}
