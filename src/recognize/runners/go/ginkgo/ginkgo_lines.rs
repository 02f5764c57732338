//! Single lines of Ginkgo's reporters, of versions 1 and 2.

use crate::budget::Count as _;
use crate::event::{FailureKind, Place};
use crate::recognize::kit::scan;

/// What is before a spec: `+` on Windows.
pub const DENOTERS: [&str; 2] = ["•", "+"];

/// From this length on a line of marks may be longer than what is kept of it, in bytes.
const LONG_LINE: usize = 60_000;

/// Nodes that a line may name in brackets. Those of a whole suite are at the end.
const NODES: [&str; 18] = [
    "It",
    "BeforeEach",
    "JustBeforeEach",
    "AfterEach",
    "JustAfterEach",
    "BeforeAll",
    "AfterAll",
    "DeferCleanup (Each)",
    "DeferCleanup (All)",
    "Measurement",
    "BeforeSuite",
    "AfterSuite",
    "SynchronizedBeforeSuite",
    "SynchronizedAfterSuite",
    "DeferCleanup (Suite)",
    "ReportBeforeSuite",
    "ReportAfterSuite",
    "CleanupAfterSuite",
];

/// How many of `NODES` belong to specs.
const OF_SPECS: usize = 10;

/// A suite's header: its name, how many specs will run, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    pub name: &'a str,
    pub total: u64,
    /// What is after it on the line.
    pub rest: &'a str,
}

/// Reads `Running Suite: NAME`, after whose name version 2 puts the suite's folder.
pub fn banner(text: &str) -> Option<&str> {
    let name = text.strip_prefix("Running Suite: ")?.trim_end();
    let name = name.rsplit_once(" - ").filter(|(_, path)| is_folder(path)).map_or(name, |(name, _)| name);
    (!name.is_empty()).then_some(name)
}

fn is_folder(text: &str) -> bool {
    text.starts_with('/')
        || matches!(text.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
}

/// Reads `Will run 7 of 8 specs` and, of version 1 in parallel, `Will run 8 specs`: how many specs there are.
pub fn will_run(text: &str) -> Option<u64> {
    let (first, rest) = scan::number(text.strip_prefix("Will run ")?)?;
    match rest.trim_end() {
        " specs" => Some(first),
        rest => match scan::number(rest.strip_prefix(" of ")?)? {
            (total, " specs") => Some(total),
            _ => None,
        },
    }
}

/// Reads `[1600000000] NAME - 7/8 specs `, the short header of one suite of several.
pub fn short_header(text: &str) -> Option<Header<'_>> {
    let (_, rest) = scan::number(text.strip_prefix('[')?)?;
    let rest = rest.strip_prefix("] ")?;
    let mut from = 0;
    while let Some(at) = rest.get(from..)?.find(" - ") {
        let dash = from.saturating_add(at);
        from = dash.saturating_add(3);
        let Some((number, trailing)) = scan::number(rest.get(from..)?) else { continue };
        let of = trailing.strip_prefix('/').and_then(scan::number);
        let (total, trailing) = of.unwrap_or((number, trailing));
        if let Some(rest_of_line) =
            trailing.strip_prefix(" specs").filter(|rest| rest.is_empty() || rest.starts_with(' '))
        {
            let name = rest.get(..dash)?;
            return (!name.is_empty()).then_some(Header { name, total, rest: rest_of_line });
        }
    }
    None
}

/// Reads `••• SUCCESS! 1.5ms PASS`: what is before the word, when a run in the short form ends well.
pub fn short_success(text: &str) -> Option<&str> {
    let (marks, rest) = text.rsplit_once(" SUCCESS! ")?;
    let (time, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let timed = time.starts_with(|first: char| first.is_ascii_digit()) && time.ends_with(['s', 'm', 'h']);
    (timed && matches!(rest.trim_end(), "" | "PASS" | "PASS | FOCUSED")).then_some(marks)
}

/// Whether these are marks of specs and nothing else.
pub fn are_marks(text: &str) -> bool {
    text.chars().all(|mark| matches!(mark, '•' | '+' | 'P' | 'S' | ' '))
}

/// How many of the marks are of specs that passed.
pub fn passed_marks(marks: &str) -> u64 {
    let passed = marks.chars().filter(|mark| matches!(mark, '•' | '+')).count();
    u64::try_from(passed).unwrap_or(u64::MAX)
}

/// How many marks of specs that passed a line holds at most.
pub fn count_marks(text: &str) -> u64 {
    let marks = if text.len() < LONG_LINE { text.matches(['•', '↺']).count() } else { usize::MAX };
    u64::try_from(marks).unwrap_or(u64::MAX)
}

/// Reads `Ran 7 of 8 Specs in 0.001 seconds`: how many specs there are.
pub fn ran(text: &str) -> Option<u64> {
    let (_, rest) = scan::number(text.strip_prefix("Ran ")?)?;
    let (total, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let time = rest.strip_prefix(" Specs in ")?.trim_end().strip_suffix(" seconds")?;
    time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.').then_some(total)
}

/// How a suite ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    pub passed: bool,
    /// Why it failed apart from its specs.
    pub reason: &'a str,
    /// What follows the dashes.
    pub counts: &'a str,
}

/// Reads `FAIL! - Interrupted by User -- 3 Passed | 5 Failed | 1 Pending | 1 Skipped`.
pub fn status(text: &str) -> Option<Status<'_>> {
    let text = text.trim_end();
    let (passed, rest) = match text.strip_prefix("SUCCESS!") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("FAIL!")?),
    };
    if let Some(counts) = rest.strip_prefix(" -- ") {
        return Some(Status { passed, reason: "", counts });
    }
    // Several reasons are on a line of their own.
    let reasons = rest.strip_prefix(" - ")?;
    let (reason, counts) = reasons.split_once(" -- ").unwrap_or((reasons, ""));
    Some(Status { passed, reason, counts })
}

/// The numbers of a suite's last line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub flaked: u64,
    /// Pending and skipped.
    pub skipped: u64,
}

/// Reads `3 Passed | 5 Failed | 1 Flaked | 1 Pending | 1 Skipped`.
pub fn counts(text: &str) -> Option<Counts> {
    let mut counts = Counts::default();
    let mut seen = 0_u32;
    for part in text.trim_end().split(" | ") {
        let (number, word) = scan::number(part)?;
        match word {
            " Passed" => counts.passed = number,
            " Failed" => counts.failed = number,
            " Flaked" => counts.flaked = number,
            " Repeated" => {}
            " Pending" | " Skipped" => counts.skipped.up(number),
            _ => return None,
        }
        seen.up(1);
    }
    (seen >= 4).then_some(counts)
}

/// What a block is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    Failed(FailureKind),
    Skipped,
    /// It passed, or needed several attempts.
    Other,
}

/// Reads the first line of a block: `• [FAILED] [0.001 seconds]`, `•! Panic [0.001 seconds]`, `P [PENDING]`.
pub fn block(text: &str) -> Option<Reported> {
    let text = text.trim_end();
    let timed = text.ends_with(" seconds]");
    let bare = DENOTERS.iter().find_map(|denoter| text.strip_prefix(denoter));
    if text == "P [PENDING]" || timed && (text.starts_with("S [SKIPPING]") || text.starts_with("S [SKIPPED]"))
    {
        return Some(Reported::Skipped);
    }
    if !timed {
        return None;
    }
    if text.starts_with("↺ [FLAKEY TEST") || text.starts_with("R [FLAKEY TEST") {
        return Some(Reported::Other);
    }
    // Of version 1; those of a suite's set-up have no mark.
    let rest = bare.map_or(text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
    for (words, kind) in [
        ("Failure", FailureKind::Test),
        ("! Panic", FailureKind::Test),
        ("Panic", FailureKind::Test),
        ("... Timeout", FailureKind::Timeout),
        ("Timeout", FailureKind::Timeout),
    ] {
        if let Some(rest) = rest.strip_prefix(words)
            && (rest.starts_with(" [") || rest.starts_with(" in S"))
        {
            return Some(Reported::Failed(kind));
        }
    }
    let (node, rest) = match bare {
        Some(rest) => ("", rest.strip_prefix(' ')?),
        None => text.strip_prefix('[')?.split_once("] ").filter(|(node, _)| NODES.contains(node))?,
    };
    let state = rest.strip_prefix('[')?.split_once(']')?.0;
    Some(match state_of(state) {
        Some(_) if !node.is_empty() => Reported::Failed(FailureKind::Setup),
        Some(kind) => Reported::Failed(kind),
        None => Reported::Other,
    })
}

fn state_of(state: &str) -> Option<FailureKind> {
    Some(match state {
        "FAILED" | "PANICKED" => FailureKind::Test,
        "TIMEDOUT" => FailureKind::Timeout,
        "INTERRUPTED" | "ABORTED" => FailureKind::Crash,
        _ => return None,
    })
}

/// Reads `[FAILED] MESSAGE` of version 2.
pub fn message(text: &str) -> Option<&str> {
    let (state, message) = text.strip_prefix('[')?.split_once("] ")?;
    // `[FAILED] in [It] - a_test.go:3 @ ...` points to it.
    let known = state == "SKIPPED" || state_of(state).is_some();
    (known && !message.starts_with("in [")).then_some(message)
}

/// Reads `In [It] at: a_test.go:23 @ 01/02/26 03:04:05.678`.
pub fn failed_at(text: &str) -> Option<Place<'_>> {
    let (node, rest) = text.strip_prefix("In [")?.split_once("] at: ")?;
    let place = rest.split_once(" @ ").map_or(rest, |(place, _)| place);
    NODES.contains(&node).then(|| place_of(place)).flatten()
}

/// Reads `::error file=a_test.go,line=23::It 01/02/26 03:04:05.678`, by which version 2 tells it to GitHub.
pub fn annotated(text: &str) -> Option<Place<'_>> {
    let (file, rest) = text.strip_prefix("::error file=")?.split_once(",line=")?;
    Some(Place { file, line: Some(scan::number(rest)?.0) })
}

/// Reads a whole line that is a place in a file of Go, which a node may precede: `[It] /a/b_test.go:12`.
pub fn place_of(text: &str) -> Option<Place<'_>> {
    let (_, text) = node_before(text.trim());
    let (file, line) = text.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (file.ends_with(".go") && !file.contains(": ")).then_some(Place { file, line: Some(line) })
}

/// Splits `[BeforeEach] ` off the front.
pub fn node_before(text: &str) -> (&str, &str) {
    let split = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match split {
        Some((node, rest)) if NODES.contains(&node) => (node, rest.trim_start()),
        _ => ("", text),
    }
}

/// Splits ` [BeforeEach]` off the end.
pub fn node_after(text: &str) -> (&str, &str) {
    let split = text.strip_suffix(']').and_then(|rest| rest.rsplit_once(" ["));
    match split {
        Some((rest, node)) if NODES.contains(&node) => (node, rest),
        _ => ("", text),
    }
}

/// A spec's name without the node that failed, or a suite's node alone.
pub fn plain_name(text: &str) -> String {
    let text = text.trim();
    let (first, _) = node_before(text);
    if NODES.get(OF_SPECS..).is_some_and(|nodes| nodes.contains(&first)) {
        return format!("[{first}]");
    }
    for node in NODES.get(..OF_SPECS).unwrap_or_default() {
        let tag = format!("[{node}] ");
        if let Some(at) = text.find(&tag)
            && let (Some(before), Some(after)) = (text.get(..at), text.get(at.saturating_add(tag.len())..))
            && (before.is_empty() || before.ends_with(' '))
        {
            return format!("{before}{after}");
        }
    }
    text.to_owned()
}

/// Whether a name is that of a suite's node.
pub fn is_of_suite(name: &str) -> bool {
    name.starts_with('[')
        && NODES.get(OF_SPECS..).is_some_and(|nodes| nodes.contains(&name.trim_matches(['[', ']'])))
}

/// Reads `Summarizing 5 Failures:`.
pub fn summarizing(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Summarizing ")?)?;
    matches!(rest.trim_end(), " Failures:" | " Failure:").then_some(number)
}

/// Reads a line of that list: `[Fail] Crane [It] lifts`, indented in version 2.
pub fn listed(text: &str) -> Option<(FailureKind, &str)> {
    let (state, name) = text.trim().strip_prefix('[')?.split_once("] ")?;
    let kind = match state {
        "Fail" | "FAIL" | "Panic!" | "PANICKED!" => FailureKind::Test,
        "Timeout..." | "TIMEDOUT" => FailureKind::Timeout,
        "INTERRUPTED" | "ABORTED" => FailureKind::Crash,
        _ => return None,
    };
    Some((kind, name))
}

/// Reads `•panic: MESSAGE`: Go's last words after the marks of specs.
pub fn last_words(text: &str) -> Option<&str> {
    let words = text.strip_prefix('•')?.trim_start_matches(['•', 'S', 'P']);
    (words.starts_with("panic: ") || words.starts_with("fatal error: ")).then_some(words)
}

/// Whether a line after such words shows that the process died: `goroutine 9 [running]:`.
pub fn is_goroutine(text: &str) -> bool {
    let rest = text.strip_prefix("goroutine ").and_then(scan::number);
    rest.is_some_and(|(_, rest)| rest.starts_with(" [") && rest.ends_with("]:"))
}

/// Whether a line goes on with marks of specs: nothing of this is after a suite's end.
pub fn goes_on(text: &str) -> bool {
    text.starts_with('•') && !text.starts_with("• ") || block(text).is_some()
}
