//! Tells a structured format by its first bytes.
//!
//! Judged by content alone, never by a file's name. XML is told by its root element. JSON is told by the keys of its
//! outermost object, because their order is arbitrary and a key can stand behind everything else that fits into the
//! first bytes; a schema that merely describes the format has them deeper down and is not taken for it. Nothing is
//! parsed here, and nothing fails.

use super::dispatch::Kind;

/// The most bytes that are looked at.
pub const SNIFF_BYTES: usize = 64 * 1024;

/// The format of an input that begins with these bytes, `None` when it is none of ours.
#[must_use]
pub fn sniff(first_bytes: &[u8]) -> Option<Kind> {
    let bytes = first_bytes.get(..SNIFF_BYTES).unwrap_or(first_bytes);
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    match bytes.first() {
        Some(b'<') => xml(bytes),
        Some(b'{') => json(bytes),
        _ => None,
    }
}

/// By the root element, behind declaration, comments and DOCTYPE.
fn xml(bytes: &[u8]) -> Option<Kind> {
    let mut rest = bytes;
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with(b"<?") {
            rest = after(rest, b"?>")?;
        } else if rest.starts_with(b"<!--") {
            rest = after(rest.get(4..)?, b"-->")?;
        } else if rest.starts_with(b"<!") {
            let subset = memchr::memchr2(b'[', b'>', rest)?;
            let end: &[u8] = if rest.get(subset) == Some(&b'[') { b"]>" } else { b">" };
            rest = after(rest, end)?;
        } else {
            break;
        }
    }
    let name = rest.strip_prefix(b"<testsuite")?;
    let name = name.strip_prefix(b"s").unwrap_or(name);
    matches!(name.first()?, b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/').then_some(Kind::JunitXml)
}

/// What follows the first `end`.
fn after<'b>(bytes: &'b [u8], end: &[u8]) -> Option<&'b [u8]> {
    let at = memchr::memmem::find(bytes, end)?;
    bytes.get(at.saturating_add(end.len())..)
}

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

/// By the keys of the outermost object, and by the type names of the legacy form wherever they stand.
fn json(bytes: &[u8]) -> Option<Kind> {
    let mut depth = 0_usize;
    let mut rest = bytes;
    let (mut summary, mut build, mut nodes) = (0_usize, 0_usize, false);
    let mut legacy = false;
    let mut keys: [&[u8]; 2] = [b"", b""];
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let Some((text, tail)) = string(rest) else { break };
                rest = tail;
                let [outer, inner] = keys;
                if rest.trim_ascii_start().first() != Some(&b':') {
                    legacy |= outer == b"_type" && inner == b"_name" && LEGACY_TYPES.contains(&text);
                    continue;
                }
                keys = [inner, text];
                if depth == 1 {
                    nodes |= text == b"testNodes";
                    summary = summary.saturating_add(usize::from(SUMMARY_KEYS.contains(&text)));
                    build = build.saturating_add(usize::from(BUILD_KEYS.contains(&text)));
                }
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    // A list that fills all the bytes hides the keys behind it: one key is enough then.
    let cut = depth > 0;
    if legacy {
        Some(Kind::XcresultLegacy)
    } else if nodes {
        Some(Kind::XcresultTests)
    } else if summary >= 2 || (summary == 1 && cut && build == 0) {
        Some(Kind::XcresultSummary)
    } else if build >= 3 || (build >= 1 && cut && summary == 0) {
        Some(Kind::XcresultBuild)
    } else {
        None
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_told_by_its_root() {
        let junit = Some(Kind::JunitXml);
        assert_eq!(sniff(b"<testsuites>"), junit);
        assert_eq!(sniff(b"\xEF\xBB\xBF\n<?xml version=\"1.0\"?>\n<!-- <a> -->\n<!DOCTYPE x [<!ENTITY a \"b\">]>\n<testsuite\nname='a'"), junit);
        assert_eq!(sniff(b"<testsuite/>"), junit);
        for other in [
            &b"<testsuitesx>"[..],
            b"<test-run>",
            b"<test-results>",
            b"<TestRun>",
            b"<suites>",
            b"<?xml",
            b"<",
            b"",
            b"x<testsuite>",
        ] {
            assert_eq!(sniff(other), None, "{}", String::from_utf8_lossy(other));
        }
    }

    #[test]
    fn json_is_told_by_its_outermost_keys() {
        assert_eq!(sniff(br#"{"devices":[],"testNodes":[]}"#), Some(Kind::XcresultTests));
        assert_eq!(
            sniff(br#" {"title":"x","passedTests":1,"totalTestCount":1}"#),
            Some(Kind::XcresultSummary)
        );
        assert_eq!(
            sniff(br#"{"actions":{"_type":{"_name":"Array"}},"_type":{"_name":"ActionsInvocationRecord"}}"#),
            Some(Kind::XcresultLegacy)
        );
        assert_eq!(
            sniff(br#"{"_type" : { "_name" : "ActionTestPlanRunSummaries" }"#),
            Some(Kind::XcresultLegacy)
        );
        assert_eq!(
            sniff(br#"{"errorCount":1,"errors":[],"status":"failed","warningCount":0}"#),
            Some(Kind::XcresultBuild)
        );
        for other in [
            &br#"{"$defs":{"Tests":{"properties":{"testNodes":1,"totalTestCount":1,"passedTests":1}}}}"#[..],
            br#"{"name":"ActionsInvocationRecord"}"#,
            br#"{"Action":"run","Package":"a"}"#,
            br#"{"errors":[]}"#,
            br#"["testNodes"]"#,
            br#"{"a":"testNodes"}"#,
            br#"{"a\"#,
        ] {
            assert_eq!(sniff(other), None, "{}", String::from_utf8_lossy(other));
        }
    }

    #[test]
    fn a_key_behind_a_list_that_fills_the_first_bytes_is_not_missed() {
        let long = format!(r#"{{"testFailures":[{}"#, r#"{"failureText":"x"},"#.repeat(5000));
        assert_eq!(sniff(long.as_bytes()), Some(Kind::XcresultSummary));
    }
}
