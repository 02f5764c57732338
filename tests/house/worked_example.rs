//! The worked example of docs/dev/adding-a-tool.md compiles, does what the text says, and is in it word for word.

mod tinytest;

use tinytest::Tinytest;
use weir::event::{Event, Seen, Sink};
use weir::recognize::kit::Driven;
use weir::text::Line;

const LOG: &str = "\
tinytest: 3 tests
PASS adds
PASS subtracts
FAIL divides: expected 2, got 3
Ran: 2 passed, 1 failed
";

/// What kinds of events were reported.
#[derive(Default)]
struct Kinds(Vec<&'static str>);

impl Sink for Kinds {
    fn emit(&mut self, event: Event<'_>) {
        self.0.push(match event {
            Event::SectionStarted { .. } => "a run",
            Event::Finished { .. } => "a result",
            Event::BlockOpened(_) => "a failure",
            Event::Message(_) => "its reason",
            Event::Declared { .. } => "totals",
            _ => "more",
        });
    }
}

#[test]
fn the_example_reads_its_log() {
    let mut runner = Driven::<Tinytest>::default();
    let judged: Vec<_> = LOG
        .lines()
        .map(|line| {
            let mut kinds = Kinds::default();
            let seen = runner.read(&Line::of(line), &mut kinds);
            assert_eq!(seen == Seen::No, kinds.0.is_empty(), "{line}");
            kinds.0
        })
        .collect();
    let expected: [&[&str]; 5] =
        [&["a run"], &["a result"], &["a result"], &["a failure", "more", "its reason", "more"], &["totals"]];
    assert_eq!(judged, expected);
}

#[test]
fn the_example_leaves_other_lines_alone() {
    // Before its header nothing is tinytest's, and after it only lines of its exact shapes are.
    let mut runner = Driven::<Tinytest>::default();
    for header in ["PASS adds", "tinytest: 3 tests"] {
        runner.read(&Line::of(header), &mut Kinds::default());
        for line in ["", "PASSED", "FAIL", "FAIL: no", "tinytest: no tests", "Ran: for a while"] {
            let mut kinds = Kinds::default();
            assert_eq!(runner.read(&Line::of(line), &mut kinds), Seen::No, "{line}");
            assert!(kinds.0.is_empty(), "{line}");
        }
    }
}

#[test]
fn the_page_shows_the_example_as_it_is() {
    const PAGE: &str = "docs/dev/adding-a-tool.md";
    let text = include_str!("../../docs/dev/adding-a-tool.md");
    let source = include_str!("worked_example/tinytest.rs").replace("use weir::", "use crate::");
    assert!(text.contains(&source), "{PAGE} does not show tests/house/worked_example/tinytest.rs");
    assert!(text.contains(LOG), "{PAGE} does not show the example's log");
}
