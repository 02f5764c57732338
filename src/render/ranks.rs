//! How much each line of a failure says: what differs comes before what is equal, the user's frames before the runtime's.
//!
//! The rules are the same for all runners. They use the part that a recognizer gave to a line and the shapes of
//! comparisons, and know no limits.

use super::again::{Replay, again};
use super::frames::Runtime;
use super::source;
use crate::budget::Count as _;
use crate::event::Part;
use crate::report::{Detail, Stored, is_advice};

/// How useful a line is, the most useful rank first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The first lines of the message, and where it failed.
    Head,
    /// What differs.
    Reason,
    /// The other lines that say why.
    Why,
    /// Source and frames of the user.
    Where,
    /// Captured output.
    Output,
    /// Source around the line that failed, but not right before it.
    Around,
    /// What both sides of a comparison have.
    Equal,
    /// The runtime's frames.
    Runtime,
    /// Lines that repeat the ones before them.
    Replay,
    /// It is already in the answer, or says nothing.
    Twice,
}

/// How many lines of a message come first.
const MESSAGE_LINES: usize = 2;
/// How many lines on each side of a difference are shown with it.
const CONTEXT: usize = 2;
/// The longest row of marks below a line, in bytes: longer ones are not visible beside what they mark.
const LONGEST_MARKS: usize = 150;
/// Fewer equal lines are not worth the line that counts them.
const FEWEST_EQUAL: usize = 3;

/// Fewer frames of the runtime are not worth the line that counts them.
const FEWEST_FRAMES: u64 = 3;

/// The ranks of the lines of a failure, and what is counted when they are left out.
#[derive(Debug)]
pub(super) struct Ranks {
    pub(super) of: Vec<Rank>,
    /// How many frames are the runtime's.
    pub(super) frames: u64,
    /// The groups of lines that were repeated.
    pub(super) again: Vec<Replay>,
}

impl Ranks {
    /// Ranks the lines of a failure.
    pub(super) fn of(detail: &Detail) -> Self {
        let runtime = Runtime::of(detail.lines.iter().map(|(_, line)| &*line.text));
        let frames = if runtime.frames < FEWEST_FRAMES { 0 } else { runtime.frames };
        let mut of: Vec<Rank> = Vec::with_capacity(detail.lines.len());
        let mut message = 0_usize;
        for (at, (part, line)) in detail.lines.iter().enumerate() {
            let heading = detail.heading.as_ref().is_some_and(|heading| is_same(heading, line));
            of.push(match part {
                _ if heading => Rank::Twice,
                _ if runtime.has(at) && frames > 0 => Rank::Runtime,
                Part::Output => Rank::Output,
                Part::Where => Rank::Where,
                Part::Why if message < MESSAGE_LINES && !bare(&line.text).is_empty() => {
                    message.up(1);
                    Rank::Head
                }
                Part::Why if tells_place(detail, &line.text) => Rank::Head,
                Part::Why => Rank::Why,
            });
        }
        compare(&detail.lines, &mut of);
        source::lower(&detail.lines, &mut of);
        let again = again(&detail.lines, &mut of);
        Self { of, frames, again }
    }

    /// Lowers the lines that say nothing of the failure: advice of a tool, how to ask pytest for more, the origin of a
    /// value of which only the address is printed, and pytest's blank lines.
    pub(super) fn hush(&mut self, detail: &Detail) {
        let heading = detail.heading.as_ref().map_or("", |heading| &heading.text);
        for (rank, (part, line)) in self.of.iter_mut().zip(&detail.lines) {
            let idle = *part == Part::Why && is_idle(&line.text);
            let advice = *part != Part::Output && is_advice(&line.text);
            if idle || advice || *part != Part::Output && begins_test(&line.text, heading) {
                *rank = Rank::Twice;
            }
        }
    }

    /// The rank of a line.
    pub(super) fn get(&self, at: usize) -> Rank {
        self.of.get(at).copied().unwrap_or(Rank::Output)
    }
}

/// Whether a line begins with the place of the failure.
fn tells_place(detail: &Detail, line: &str) -> bool {
    let Some((file, Some(number))) = &detail.place else { return false };
    let rest = bare(line).strip_prefix(&**file).and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.and_then(|rest| rest.strip_prefix(&*number.to_string()));
    rest.is_some_and(|rest| !rest.starts_with(|char: char| char.is_ascii_digit()))
}

/// Whether a line repeats the heading.
fn is_same(heading: &Stored, line: &Stored) -> bool {
    let (heading, line) = (heading.text.trim(), line.text.trim());
    !line.is_empty() && heading == line
}

/// A line without pytest's mark before it.
fn bare(line: &str) -> &str {
    let line = line.strip_prefix("E  ").unwrap_or(line);
    line.trim()
}

/// Whether a line only begins the test that the heading names, without a fixture or a decorator.
fn begins_test(line: &str, heading: &str) -> bool {
    let text = line.trim();
    let text = text.strip_prefix("async ").unwrap_or(text);
    let name = text
        .strip_prefix("def ")
        .and_then(|rest| rest.strip_suffix("():").or_else(|| rest.strip_suffix("(self):")));
    let ends = |rest: &str| !rest.starts_with(|char: char| char.is_alphanumeric() || char == '_');
    name.filter(|name| !name.is_empty()).and_then(|name| {
        heading
            .split_once("::")
            .map(|(_, test)| test.rsplit("::").any(|part| part.strip_prefix(name).is_some_and(ends)))
    }) == Some(true)
}

/// Whether a line of pytest says nothing of the failure.
fn is_idle(line: &str) -> bool {
    let Some(text) = line.strip_prefix('E').filter(|rest| rest.is_empty() || rest.starts_with("  ")) else {
        return false;
    };
    let text = text.trim();
    let asks = text.starts_with("Use -v to get ") || text == "use -vv to show";
    let omits = text.starts_with("Omitting ") && text.ends_with(" identical items, use -vv to show");
    // `+    where total = <shop.Cart object at 0x7f>.total`
    let address = || {
        let (name, value) = text.strip_prefix('+')?.trim_start().strip_prefix("where ")?.split_once(" = ")?;
        let of = value.strip_suffix(name)?.strip_suffix('.')?;
        Some(of.starts_with('<') && of.ends_with('>') && of.contains(" object at 0x"))
    };
    text.is_empty() || asks || omits || address() == Some(true)
}

/// What a line is in a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Only on one side.
    Differs,
    /// Says that what differs is below it.
    HeadsDifferences,
    /// Says that what is equal is below it.
    HeadsEqual,
    /// Begins a comparison line by line.
    HeadsLines,
    /// Marks what differs in the line above.
    Marks,
    /// Ends any list or comparison.
    Blank,
    /// Anything else.
    Other,
}

fn side(line: &str) -> Side {
    let text = bare(line);
    if text.is_empty() {
        return Side::Blank;
    }
    let lines = text.starts_with("@@")
        || text.starts_with("--- ")
        || text.starts_with("+++ ")
        || text.starts_with("Full diff:")
        || matches!(
            text,
            "Diff:" | "- Expected" | "+ Received" | "+ actual - expected" | "+ expected - actual"
        )
        || text.starts_with("- Expected  ")
        || text.starts_with("+ Received  ")
        || text.ends_with("(-want +got):")
        || text.ends_with("(-got +want):")
        || text.ends_with("Diff:")
        || text.starts_with("Diff < left / right >");
    if lines {
        return Side::HeadsLines;
    }
    if text.starts_with("Common items:") || text.starts_with("Matching attributes:") {
        return Side::HeadsEqual;
    }
    let heads = [
        "Differing items:",
        "Differing attributes:",
        "Left contains ",
        "Right contains ",
        "Extra items in the ",
        "At index ",
        "Drill down into differing attribute",
        "First differing element",
    ];
    if heads.iter().any(|head| text.starts_with(head)) {
        return Side::HeadsDifferences;
    }
    if text.starts_with('?')
        && text
            .get(1..)
            .is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b' ' | b'^' | b'+' | b'-')))
    {
        return Side::Marks;
    }
    let mut chars = text.chars();
    if matches!(chars.next(), Some('-' | '+')) && chars.next() != Some('-') || tells_a_side(text) {
        return Side::Differs;
    }
    Side::Other
}

/// `expected: 3`, `Received: 4`, ` left: 5`, `got 6`.
fn tells_a_side(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "expected", "received", "actual", "left", "right", "got", "want", "wanted", "but was", "found",
        "which is", "to be",
    ];
    let begins = |word: &&str| {
        let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
        head && text.get(word.len()..).is_some_and(|rest| {
            rest.trim_start().starts_with([':', '=']) || rest.starts_with(' ') && text.len() < 400
        })
    };
    WORDS.iter().any(begins)
}

/// Lifts lines that differ, and lowers lines that are equal.
fn compare(lines: &[(Part, Stored)], ranks: &mut [Rank]) {
    let is_why = |at: usize| lines.get(at).is_some_and(|(part, _)| *part == Part::Why);
    let mut at = 0_usize;
    while at < lines.len() {
        let Some((Part::Why, line)) = lines.get(at) else {
            at.up(1);
            continue;
        };
        match side(&line.text) {
            Side::HeadsEqual => {
                let end = end_of_list(lines, at.saturating_add(1));
                lower(ranks, at, end);
                at = end;
            }
            Side::HeadsDifferences => {
                let end = end_of_list(lines, at.saturating_add(1));
                (at..end).for_each(|at| lift(ranks, at));
                at = end;
            }
            Side::HeadsLines => {
                let mut end = at.saturating_add(1);
                let text = |at: usize| lines.get(at).map(|(_, line)| side(&line.text));
                // The heads may have a blank line below them.
                while matches!(text(end), Some(Side::HeadsLines))
                    || text(end) == Some(Side::Blank) && end == at.saturating_add(1)
                {
                    end.up(1);
                }
                while is_why(end)
                    && !matches!(text(end), Some(Side::Blank | Side::HeadsEqual | Side::HeadsDifferences))
                {
                    end.up(1);
                }
                line_by_line(lines, ranks, at, end);
                at = end;
            }
            Side::Differs => {
                lift(ranks, at);
                at.up(1);
            }
            Side::Marks if line.text.len() > LONGEST_MARKS => {
                if let Some(rank) = ranks.get_mut(at) {
                    *rank = Rank::Twice;
                }
                at.up(1);
            }
            Side::Marks | Side::Blank | Side::Other => at.up(1),
        }
    }
}

/// Where a list below its head ends: at a blank line or the next head.
fn end_of_list(lines: &[(Part, Stored)], from: usize) -> usize {
    let goes_on = |(part, line): &(Part, Stored)| {
        *part == Part::Why
            && matches!(side(&line.text), Side::Other | Side::Differs)
            && !bare(&line.text).ends_with(':')
    };
    let length = lines.get(from..).unwrap_or_default().iter().take_while(|line| goes_on(line)).count();
    from.saturating_add(length)
}

/// Ranks a comparison line by line: lifts lines that are only on one side, and a few lines around them.
fn line_by_line(lines: &[(Part, Stored)], ranks: &mut [Rank], from: usize, to: usize) {
    for at in from..to {
        let marks = lines
            .get(at)
            .is_some_and(|(_, line)| line.text.len() > LONGEST_MARKS && side(&line.text) == Side::Marks);
        if let Some(rank) = ranks.get_mut(at).filter(|_| marks) {
            *rank = Rank::Twice;
        }
    }
    let differs = |at: usize| lines.get(at).is_some_and(|(_, line)| side(&line.text) == Side::Differs);
    if !(from..to).any(differs) {
        return;
    }
    let mut equal_since = None;
    let mut since_difference = usize::MAX;
    for at in from..to {
        if differs(at) {
            lift(ranks, at);
            since_difference = 0;
            if let Some(since) = equal_since.take() {
                lower(ranks, since, at.saturating_sub(CONTEXT));
            }
            continue;
        }
        since_difference.up(1);
        let head = lines.get(at).is_some_and(|(_, line)| side(&line.text) == Side::HeadsLines);
        if !head && since_difference > CONTEXT && equal_since.is_none() {
            equal_since = Some(at);
        }
    }
    if let Some(since) = equal_since {
        lower(ranks, since, to);
    }
}

fn lift(ranks: &mut [Rank], at: usize) {
    if let Some(rank) = ranks.get_mut(at)
        && *rank < Rank::Equal
    {
        *rank = Rank::Reason;
    }
}

fn lower(ranks: &mut [Rank], from: usize, to: usize) {
    if to.saturating_sub(from) < FEWEST_EQUAL {
        return;
    }
    for rank in ranks.get_mut(from..to).unwrap_or_default() {
        // A line that is already in the answer keeps its low rank.
        *rank = (*rank).max(Rank::Equal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_begins_the_test_says_what_its_heading_says() {
        let heading = "FAILED t/test_quay.py::TestQuay::test_moor[2] - assert 1 == 2";
        for (line, twice) in [
            ("    def test_moor(self):", true),
            ("async def test_moor():", true),
            ("    def test_moor(self, rope):", false),
            ("    def test_moo():", false),
            ("    def quay():", false),
        ] {
            assert_eq!(begins_test(line, heading), twice, "{line}");
        }
        assert!(!begins_test("def test_moor():", "test_moor"));
    }

    #[test]
    fn lines_of_pytest_that_tell_nothing_are_known() {
        for idle in [
            "E",
            "E         ",
            "E         Use -v to get more diff",
            "E         Omitting 2 identical items, use -vv to show",
            "E        +    where depth = <quay.Berth object at 0x7f00>.depth",
        ] {
            assert!(is_idle(idle), "{idle}");
        }
        for telling in [
            "",
            "Use -v to get more diff",
            "E         ...Full output truncated (9 lines hidden), use '-vv' to show",
            "E        +  where 3 = depth()",
            "E        +    where depth = <quay.Berth object at 0x7f00>.height",
            "E        +    where depth = 'low'.depth",
            "Every rope",
        ] {
            assert!(!is_idle(telling), "{telling}");
        }
    }
}
