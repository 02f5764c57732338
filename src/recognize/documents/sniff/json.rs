//! JSON: reported by the keys of its outermost object, because their order is arbitrary and a key can be after
//! everything else that fits into the first bytes.
//!
//! A schema that merely describes a format has its keys deeper down and is not taken for it. Of a list, and of lines of
//! objects, the first object decides.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::first::{Begins, SNIFF_BYTES, lines};
use crate::budget::Count as _;
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::dispatch::Kind;

/// Names of legacy object graphs' types that hold results.
const LEGACY_TYPES: [&[u8]; 9] = [
    b"ActionsInvocationRecord",
    b"ActionTestPlanRunSummaries",
    b"ActionTestPlanRunSummary",
    b"ActionTestableSummary",
    b"ActionTestSummaryGroup",
    b"ActionTestMetadata",
    b"ActionTestSummary",
    b"ActionRecord",
    b"ResultIssueSummaries",
];
/// Keys of a summary, any two of which tell it.
const SUMMARY_KEYS: [&[u8]; 7] = [
    b"totalTestCount",
    b"passedTests",
    b"failedTests",
    b"testFailures",
    b"topInsights",
    b"devicesAndConfigurations",
    b"environmentDescription",
];
/// Keys of build results, any three of which tell them.
const BUILD_KEYS: [&[u8]; 6] =
    [b"errorCount", b"warningCount", b"analyzerWarningCount", b"errors", b"actionTitle", b"destination"];

/// The keys of which one begins a flat object that is a report of its own.
const FLAT: [&[u8]; 2] = [b"$report_type\"", b"pytest_version\""];
/// The most keys of one level that are looked at.
const KEYS: usize = 512;

/// The keys of a document's first bytes.
#[derive(Default)]
struct Keys<'b> {
    /// Of the outermost object, or of those in the outermost list.
    outer: Vec<&'b [u8]>,
    /// One and two levels further down, with the outermost key that they are below.
    inner: Vec<(&'b [u8], &'b [u8])>,
    legacy: bool,
    in_list: bool,
    /// Whether the outermost value goes on after these bytes.
    cut: bool,
    /// The bytes of it.
    length: usize,
}

impl Keys<'_> {
    fn has(&self, key: &str) -> bool {
        self.outer.contains(&key.as_bytes())
    }

    fn all(&self, keys: &[&str]) -> bool {
        keys.iter().all(|key| self.has(key))
    }

    fn any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }

    fn below(&self, outer: &str, inner: &str) -> bool {
        self.inner.contains(&(outer.as_bytes(), inner.as_bytes()))
    }

    fn count(&self, wanted: &[&[u8]]) -> usize {
        wanted.iter().filter(|key| self.outer.contains(key)).count()
    }
}

/// Whether a line that begins with `{` or `[` may begin a document. Records of a log are whole objects, most of them flat.
pub fn may_begin(line: &[u8]) -> bool {
    let rest = line.get(1..).unwrap_or_default().trim_ascii_start();
    match (line.first(), rest.split_first()) {
        (_, None) => return true,
        (Some(b'{'), Some((b'"', more))) => {
            let flat = !is_nested(more) && line.trim_ascii_end().ends_with(b"}");
            let reports = || FLAT.iter().any(|key| more.starts_with(key));
            if flat && !reports() {
                return false;
            }
        }
        (Some(b'['), Some((b'{', _))) => {}
        _ => return false,
    }
    let keys = keys(line);
    keys.cut || of(&keys, false).is_some()
}

/// Whether a bracket is where a value may be.
fn is_nested(bytes: &[u8]) -> bool {
    memchr::memchr2_iter(b'{', b'[', bytes).any(|at| {
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
        matches!(before.last(), Some(b':' | b',' | b'['))
    })
}

/// What begins with these bytes, which a line that may begin a document begins with; `enough` of them to decide.
pub fn begins(bytes: &[u8], enough: bool) -> Begins {
    let list = bytes.first() == Some(&b'[');
    let inner = bytes.get(1..).unwrap_or_default().trim_ascii_start().first();
    let may_be = match inner {
        None => !enough,
        Some(b'"') => !list,
        Some(b'{') => list,
        Some(_) => false,
    };
    if !may_be {
        return Begins::Lines(1);
    }
    let keys = keys(bytes);
    if keys.cut && !enough {
        return Begins::Open;
    }
    match of(&keys, keys.cut && bytes.len() >= SNIFF_BYTES) {
        Some(kind) => Begins::Document(kind),
        // What is in a list may be one.
        None if list => Begins::Lines(1),
        None if keys.cut => Begins::Lines(lines(bytes, well_formed(bytes))),
        None => Begins::Lines(lines(bytes, keys.length)),
    }
}

/// How many bytes are those of a value, as far as a strict reader goes.
fn well_formed(bytes: &[u8]) -> usize {
    let mut input = bytes;
    let mut bounded = BoundedJson::new(&mut input);
    let read = IgnoredAny::deserialize(&mut serde_json::Deserializer::from_reader(&mut bounded));
    match read {
        Err(error) if error.is_eof() => bytes.len(),
        Ok(_) | Err(_) => usize::try_from(bounded.offset()).unwrap_or(bytes.len()),
    }
}

/// The kind of a document.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    let keys = keys(bytes);
    of(&keys, keys.cut)
}

/// The kind of a document with these keys. A list that fills all the bytes hides those after it: one key is enough then.
fn of(keys: &Keys<'_>, hidden: bool) -> Option<Kind> {
    if keys.in_list {
        return in_list(keys);
    }
    let (summary, build) = (keys.count(&SUMMARY_KEYS), keys.count(&BUILD_KEYS));
    if keys.legacy {
        Some(Kind::XcresultLegacy)
    } else if keys.has("testNodes") {
        Some(Kind::XcresultTests)
    } else if let Some(kind) = of_runners(keys) {
        Some(kind)
    } else if summary >= 2 || (summary == 1 && keys.cut && build == 0) {
        Some(Kind::XcresultSummary)
    } else if build >= 3 || (build >= 1 && hidden && summary == 0) {
        Some(Kind::XcresultBuild)
    } else {
        None
    }
}

/// Formats whose outermost value is a list.
fn in_list(keys: &Keys<'_>) -> Option<Kind> {
    let feature = keys.has("uri") && keys.any(&["elements", "keyword"]);
    let scenarios = keys.below("elements", "steps") || keys.below("elements", "keyword");
    (feature || scenarios || keys.all(&["elements", "keyword"])).then_some(Kind::CucumberJson)
}

fn of_runners(keys: &Keys<'_>) -> Option<Kind> {
    let ctrf = keys.below("results", "tool") || keys.below("results", "summary");
    if keys.any(&["$report_type", "pytest_version"]) {
        Some(Kind::PytestReportlog)
    } else if (keys.has("reportFormat") && keys.has("results")) || (ctrf && keys.below("results", "tests")) {
        Some(Kind::Ctrf)
    } else if keys.has("runs") && (keys.any(&["$schema", "version"]) || keys.below("runs", "tool")) {
        Some(Kind::Sarif)
    } else if keys.any(&["numTotalTests", "numFailedTests", "numTotalTestSuites"])
        || keys.below("testResults", "assertionResults")
        || keys.below("testResults", "testFilePath")
    {
        Some(Kind::JestJson)
    } else if keys.below("stats", "passes") && keys.below("stats", "failures") {
        Some(if keys.has("results") { Kind::Mochawesome } else { Kind::MochaJson })
    } else if keys.has("examples")
        && (keys.any(&["summary_line", "version"]) || keys.below("examples", "full_description"))
    {
        Some(Kind::RspecJson)
    } else if keys.all(&["exitcode", "root"]) && keys.any(&["summary", "tests", "collectors"]) {
        Some(Kind::PytestJson)
    } else if keys.below("meta", "protocolVersion") {
        Some(Kind::CucumberMessages)
    } else {
        None
    }
}

/// Reads the keys, as far as the bytes go or the first value does.
fn keys(bytes: &[u8]) -> Keys<'_> {
    let mut keys = Keys { in_list: bytes.first() == Some(&b'['), ..Keys::default() };
    // Keys of objects in an outermost list are one level further down.
    let top = if keys.in_list { 2_usize } else { 1 };
    let mut depth = 0_usize;
    let mut rest = bytes;
    let mut last: [&[u8]; 2] = [b"", b""];
    let mut outermost: &[u8] = b"";
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b'{' | b'[' => depth.up(1),
            b'}' | b']' => depth.down(1),
            b'"' => {
                let Some((text, tail)) = string(rest) else { break };
                rest = tail;
                let [outer, inner] = last;
                if rest.trim_ascii_start().first() != Some(&b':') {
                    keys.legacy |= outer == b"_type" && inner == b"_name" && LEGACY_TYPES.contains(&text);
                    continue;
                }
                last = [inner, text];
                if depth == top {
                    outermost = text;
                    if keys.outer.len() < KEYS {
                        keys.outer.push(text);
                    }
                } else if depth > top && depth <= top.saturating_add(2) && keys.inner.len() < KEYS {
                    keys.inner.push((outermost, text));
                }
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    (keys.cut, keys.length) = (depth > 0, bytes.len().saturating_sub(rest.len()));
    keys
}

/// The inside of a string that began before, and what follows its quote.
fn string(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut from = 0_usize;
    loop {
        let at = from.saturating_add(memchr::memchr2(b'"', b'\\', bytes.get(from..)?)?);
        if bytes.get(at) == Some(&b'"') {
            return Some((bytes.get(..at)?, bytes.get(at.saturating_add(1)..)?));
        }
        from = at.saturating_add(2);
    }
}
