//! Single lines of TAP: versions, plans, verdicts, comments. See <https://testanything.org/tap-version-14-specification.html>.

use crate::recognize::kit::scan;

/// What a verdict says of itself after `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize::runners) enum Directive<'a> {
    None,
    /// Expected to fail, with the reason.
    Todo(&'a str),
    /// Not run, with the reason.
    Skip(&'a str),
}

/// `ok 3 - name # SKIP reason {`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize::runners) struct Verdict<'a> {
    pub passed: bool,
    pub number: Option<u64>,
    /// The description without directive and time; may be empty.
    pub name: &'a str,
    pub directive: Directive<'a>,
    /// Whether a `{` opens the subtests that belong to it.
    pub opens: bool,
    /// Whether the description is after ` - `.
    pub dashed: bool,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize::runners) enum Shape<'a> {
    /// `TAP version 13`.
    Version,
    /// `1..5`, with the reason when everything is skipped.
    Plan(u64, Option<&'a str>),
    Verdict(Verdict<'a>),
    /// `Bail out!  reason`.
    Bail(&'a str),
    /// `# Subtest: name`.
    Subtest(&'a str),
    /// `# text`: what is after the `#`.
    Comment(&'a str),
    /// `---`.
    Yaml,
    /// `{` alone: the subtests of the verdict before.
    Open,
    /// `}`.
    Close,
    /// `pragma +strict`.
    Pragma,
    Other,
}

/// The number of blanks before the text, and what the rest is.
pub(in crate::recognize::runners) fn read(line: &str) -> (usize, Shape<'_>) {
    let text = line.trim_ascii_start();
    let indent = line.len().saturating_sub(text.len());
    (indent, shape(text))
}

fn shape(text: &str) -> Shape<'_> {
    let shape = match text.as_bytes().first() {
        Some(b'o' | b'n') => verdict(text).map(Shape::Verdict),
        Some(b'#') => comment(text),
        Some(b'1') => plan(text),
        Some(b'-') => (text.trim_ascii_end() == "---").then_some(Shape::Yaml),
        Some(b'T') => text
            .strip_prefix("TAP version ")
            .and_then(|number| scan::whole_number(number.trim_ascii_end()))
            .map(|_| Shape::Version),
        Some(b'B') => text.strip_prefix("Bail out!").map(|reason| Shape::Bail(reason.trim())),
        Some(b'{') => (text.trim_ascii_end() == "{").then_some(Shape::Open),
        Some(b'}') => (text.trim_ascii_end() == "}").then_some(Shape::Close),
        Some(b'p') => text.starts_with("pragma ").then_some(Shape::Pragma),
        _ => None,
    };
    shape.unwrap_or(Shape::Other)
}

/// Reads the verdict of most tests, `ok 3 - name`: a number, a name, and nothing after it that says more. `None` when the
/// line is another, or wants a closer look.
#[inline]
pub(in crate::recognize::runners) fn plain_pass(text: &str) -> Option<Verdict<'_>> {
    /// No more digits than always fit.
    const MOST_DIGITS: usize = 18;
    let after = text.strip_prefix("ok ")?;
    let (mut number, mut rest) = (0_u64, after.as_bytes());
    while let [digit @ b'0'..=b'9', more @ ..] = rest {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0')));
        rest = more;
    }
    if !(1..=MOST_DIGITS).contains(&after.len().saturating_sub(rest.len())) {
        return None;
    }
    let (dashed, name) = match rest {
        [b' ', b'-', b' ', name @ ..] => (true, name),
        [b' ', b'-', ..] => return None,
        [b' ', name @ ..] => (false, name),
        _ => return None,
    };
    if name.first()?.is_ascii_whitespace() || *name.last()? == b'{' || name.last()?.is_ascii_whitespace() {
        return None;
    }
    if holds_hash(name) {
        return None;
    }
    let name = text.get(text.len().saturating_sub(name.len())..)?;
    Some(Verdict {
        passed: true,
        number: Some(number),
        name,
        directive: Directive::None,
        opens: false,
        dashed,
    })
}

/// Whether a `#` is in the name. Eight bytes at a time: most names are too short for a search that is prepared.
#[inline]
fn holds_hash(name: &[u8]) -> bool {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let holds = |word: &[u8; 8]| {
        let differs = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b'#'; 8]);
        differs.wrapping_sub(EACH) & !differs & (EACH << 7) != 0
    };
    match name.last_chunk() {
        // It overlaps the word before it.
        Some(last) => name.as_chunks().0.iter().any(holds) || holds(last),
        None => name.contains(&b'#'),
    }
}

fn comment(text: &str) -> Option<Shape<'_>> {
    // What CI services are reported begins with two (`##teamcity[`, `##[error]`), and no producer of TAP comments so.
    let rest = text.strip_prefix('#').filter(|rest| !rest.starts_with('#'))?;
    if let Some(name) = rest.strip_prefix(" Subtest") {
        match name.strip_prefix(':') {
            Some(name) => return Some(Shape::Subtest(scan::trim(name))),
            None if name.trim().is_empty() => return Some(Shape::Subtest("")),
            None => {}
        }
    }
    Some(Shape::Comment(rest))
}

fn plan(text: &str) -> Option<Shape<'_>> {
    let (count, rest) = scan::number(text.strip_prefix("1..")?)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(Shape::Plan(count, None));
    }
    let reason = rest.strip_prefix('#')?.trim_start();
    let skip = without_word(reason, "skip").map(without_punctuation);
    Some(Shape::Plan(count, if count == 0 { Some(skip.unwrap_or(reason)) } else { None }))
}

/// Reads `ok`, `ok 3`, `ok 3 - name`, `ok - name`, `not ok 3 name # TODO reason`.
pub(in crate::recognize::runners) fn verdict(text: &str) -> Option<Verdict<'_>> {
    let (passed, rest) = match text.strip_prefix("ok") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("not ok")?),
    };
    let rest = rest.trim_ascii_end();
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let (number, rest) = match scan::number(rest) {
        Some((number, trailing)) if trailing.is_empty() || trailing.starts_with(' ') => {
            (Some(number), trailing.trim_ascii_start())
        }
        _ => (None, rest),
    };
    // pg_regress has a plus for tests that ran beside others.
    let (dashed, rest) = match rest.strip_prefix(['-', '+']) {
        Some(trailing) if trailing.is_empty() || trailing.starts_with(' ') => {
            (true, trailing.trim_ascii_start())
        }
        _ => (false, rest),
    };
    if number.is_none() && !dashed && !rest.is_empty() && !rest.starts_with('#') {
        return None;
    }
    let (rest, opens) = match rest.strip_suffix('{') {
        Some(before) if before.is_empty() || before.ends_with(' ') => (before.trim_ascii_end(), true),
        _ => (rest, false),
    };
    let (name, directive) = split_directive(rest);
    let name = without_duration(name).unwrap_or(name);
    Some(Verdict { passed, number, name, directive, opens, dashed })
}

/// Splits ` # TODO reason`, ` # SKIP reason` and ` # time=3ms` off the end. A `\#` is part of the name.
fn split_directive(text: &str) -> (&str, Directive<'_>) {
    let mut name = text;
    let mut directive = Directive::None;
    for at in memchr::memrchr_iter(b'#', text.as_bytes()) {
        let Some((before, after)) = text.split_at_checked(at) else { break };
        if !(before.is_empty() || before.ends_with(' ')) {
            continue;
        }
        let printed = after.trim_start_matches('#').trim_start();
        let found = if let Some(reason) = without_word(printed, "todo") {
            Directive::Todo(without_time(without_punctuation(reason)))
        } else if let Some(reason) = without_word(printed, "skip") {
            Directive::Skip(without_time(without_punctuation(reason)))
        } else if printed.starts_with("time=") {
            directive
        } else {
            continue;
        };
        (name, directive) = (before.trim_ascii_end(), found);
    }
    (name, directive)
}

/// The name of `ferry                      22 ms`, as pg_regress prints it: in a column, and its time in the next one.
fn without_duration(text: &str) -> Option<&str> {
    let (name, number) = text.strip_suffix(" ms")?.rsplit_once(' ')?;
    (name.ends_with(' ') && scan::whole_number(number).is_some()).then_some(name.trim_ascii_end())
}

fn without_time(reason: &str) -> &str {
    reason.split_once("# time=").map_or(reason, |(reason, _)| reason.trim_end())
}

/// What follows the word at the front, in any case; `skipped`, `skip:` and `todo=` are the word too.
fn without_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (front, rest) = text.split_at_checked(word.len())?;
    if !front.eq_ignore_ascii_case(word) {
        return None;
    }
    let rest = rest.strip_prefix("ped").unwrap_or(rest);
    (!rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')).then_some(rest)
}

fn without_punctuation(reason: &str) -> &str {
    let reason = reason.trim_start_matches([':', '=', ' ', '-']).trim();
    reason.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Option<(bool, Option<u64>, &str, Directive<'_>, bool)> {
        verdict(text).map(|read| (read.passed, read.number, read.name, read.directive, read.opens))
    }

    #[test]
    fn a_verdict_is_split_into_number_name_and_directive() {
        use Directive::{None as Plain, Skip, Todo};
        assert_eq!(plain("ok"), Some((true, None, "", Plain, false)));
        assert_eq!(plain("ok 12 - adds # 3 items"), Some((true, Some(12), "adds # 3 items", Plain, false)));
        assert_eq!(
            plain("ok 20 emits # skip needs network"),
            Some((true, Some(20), "emits", Skip("needs network"), false))
        );
        assert_eq!(plain("ok 2 # skip (no db)"), Some((true, Some(2), "", Skip("no db"), false)));
        assert_eq!(
            plain("not ok 3 - x # TODO known bug"),
            Some((false, Some(3), "x", Todo("known bug"), false))
        );
        assert_eq!(plain("not ok 1 - stock # time=15.31ms {"), Some((false, Some(1), "stock", Plain, true)));
        assert_eq!(plain("ok 1 - a # SKIP # time=1ms"), Some((true, Some(1), "a", Skip(""), false)));
        assert_eq!(plain("ok - no number"), Some((true, None, "no number", Plain, false)));
        assert_eq!(plain(r"ok 1 - a \# TODO b"), Some((true, Some(1), r"a \# TODO b", Plain, false)));
    }

    #[test]
    fn a_name_of_pg_regress_is_in_a_column_after_a_plus_or_a_dash() {
        let none = Directive::None;
        assert_eq!(
            plain("not ok 3     + ferry                                      22 ms"),
            Some((false, Some(3), "ferry", none, false))
        );
        assert_eq!(
            plain("ok 1         - opens                                     118 ms"),
            Some((true, Some(1), "opens", none, false))
        );
        assert_eq!(plain("ok 2 - waits 20 ms"), Some((true, Some(2), "waits 20 ms", none, false)));
    }

    #[test]
    fn the_verdict_of_most_tests_is_read_as_any_other() {
        for name in [
            "a",
            "adds an item",
            "1",
            "12 - 3",
            "adds-",
            "-adds",
            "a { b",
            "\u{e9}",
            "eight by eight, and more",
        ] {
            for text in [format!("ok 3 - {name}"), format!("ok 0123456789 - {name}"), format!("ok 1 {name}")]
            {
                // A name that begins like the dash before a name wants a closer look.
                if !text.starts_with("ok 1 -") {
                    assert!(plain_pass(&text).is_some() && plain_pass(&text) == verdict(&text), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_verdict_with_more_to_it_wants_a_closer_look() {
        for text in [
            "",
            "ok",
            "ok ",
            "ok 3",
            "ok 3 ",
            "ok 3 -",
            "ok 3 - ",
            "ok 3 -a",
            "ok  3 - a",
            "ok 3  - a",
            "ok 3 -  a",
            "ok 3\t- a",
            "ok 3 - a ",
            "ok 3 - a\t",
            "ok 3 - a {",
            "ok 3 - {",
            "ok 3 - a # SKIP",
            "ok 3 - #",
            "ok 3 - # TODO a name that is longer",
            "ok 3 - a name that is longer # TODO",
            "ok 3 - a longer # TODO",
            "ok 3x - a",
            "ok - a",
            "ok a",
            "ok 1234567890123456789 - a",
            "not ok 3 - a",
            "okay 3 - a",
        ] {
            assert_eq!(plain_pass(text), None, "{text}");
        }
    }

    #[test]
    fn prose_and_results_of_other_tools_are_no_verdicts() {
        for text in [
            "okay 1",
            "ok, fine",
            "ok  \tpkg\t0.01s",
            "ok then",
            "not okay",
            "not ok then",
            "ok example.com/a 0.1s",
        ] {
            assert_eq!(verdict(text), None, "{text}");
        }
    }

    #[test]
    fn lines_are_reported_by_their_beginning() {
        assert_eq!(read("TAP version 13"), (0, Shape::Version));
        assert_eq!(read("    1..18"), (4, Shape::Plan(18, None)));
        assert_eq!(read("1..0 # SKIP no display"), (0, Shape::Plan(0, Some("no display"))));
        assert_eq!(read("1..5 and more"), (0, Shape::Other));
        assert_eq!(read("# Subtest: cart"), (0, Shape::Subtest("cart")));
        assert_eq!(read("# pass 3"), (0, Shape::Comment(" pass 3")));
        assert_eq!(read("Bail out!  no database"), (0, Shape::Bail("no database")));
        assert_eq!(read("  ---"), (2, Shape::Yaml));
        assert_eq!(read("}"), (0, Shape::Close));
    }
}
