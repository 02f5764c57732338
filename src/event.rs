//! The events between recognizing and reporting.
//!
//! A recognizer turns the lines of one runner into [`Event`]s and says of each line whether it is the runner's
//! ([`Seen`]). A report merges the events of all recognizers into one result. Both know this module and not each
//! other: a recognizer sees no limits and drops nothing, a report knows no runner's format.
//!
//! An event is always about the line that is being judged. So events that put the line into the answer (`Text`,
//! `Heading`, `Group`, `Rerun`) have no text of their own. `Decoded`, `Earlier` and `Instead` are the exceptions: their
//! text is not the current line, or came before it was known to matter.

mod listener;
mod place;
mod stream;
mod strength;
mod test_id;
mod totals;

pub use listener::{DOCUMENT, Listener, ReadPasses, Sink};
pub use place::Place;
pub use stream::Stream;
pub use strength::Strength;
pub use test_id::TestId;
pub use totals::{Ended, Level, Totals};

/// A runner's name as the verdict line and the JSON print it, for example `cargo test`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Runner(pub &'static str);

/// How a section began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opened {
    /// With the runner's own header: it owns the lines up to its totals.
    Own,
    /// Without a header, first seen through a verdict line: it owns nothing.
    Headless,
}

/// The outcome of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed; the kind says how.
    Failed(FailureKind),
    /// It was skipped or ignored. The line that says so is shown as a skip with its reason.
    Skipped,
    /// It counts, but as none of these: an expected failure, or an unexpected pass that the runner does not count as a
    /// failure.
    Other,
}

/// The kinds of failure. All of them count as `failed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureKind {
    /// A test failed.
    Test,
    /// A fixture, hook, set-up or tear-down failed.
    Setup,
    /// A file or suite could not be loaded or collected.
    Collection,
    /// A compiler's, linker's or linter's diagnostic of severity error.
    Diagnostic,
    /// A process died: signal, abort, panic outside a test, exit without totals.
    Crash,
    /// A test or a run took too long.
    Timeout,
    /// A named test was still running when the stream or its section ended.
    Unfinished,
    /// A suite, file, package or test bundle failed as a whole.
    Suite,
    /// A build tool or a build command failed: `make: *** ... Error 1`.
    Build,
}

/// How sure a claim is, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// A status line, which any output can imitate.
    Line,
    /// Its own block in the runner's report.
    Block,
    /// The runner's closing list of failures.
    Listed,
}

/// The number of an attempt on one test, from 1; 0 when the runner does not number them.
pub type Attempt = u32;

/// The part of a failure that a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// What says why: message, location, expected and actual. It is recognized by its shape, and is never just the first
    /// lines.
    Why,
    /// Source excerpt and stack frames.
    Where,
    /// Captured output of the test.
    Output,
}

/// What a block is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block<'a> {
    /// The report of one failed test. Opening it is a claim of grade `Block`.
    Test {
        /// The test.
        id: TestId<'a>,
        /// How it failed.
        kind: FailureKind,
    },
    /// A suite, file, package, target or process that failed as a whole. Opening it is a claim of grade `Block`.
    Whole {
        /// Its name as shown.
        name: &'a str,
        /// How it failed.
        kind: FailureKind,
    },
    /// More text of a failure of this section that was reported before, found by its name; ignored when there is none.
    More {
        /// The name as shown, or the alias of a block.
        name: &'a str,
    },
    /// A compiler's or linter's error. Counted once per section, file, line, column,
    /// code and message; one that is reported without a column is the same as one that is reported with one.
    Diagnostic {
        /// Where. The file is empty when the tool prints it on a later line of the block (rustc's ` --> `): then an `At`
        /// that is `better` has it, and the error is counted when the block closes.
        place: Place<'a>,
        /// The tool's code (`E0308`, `-Wunused`), or empty.
        code: &'a str,
        /// The message's first line, without severity.
        message: &'a str,
    },
    /// A warning; shown after the failures, once for equal keys.
    Warning {
        /// What makes two warnings equal: normally the message, with its place when the tool repeats messages.
        key: &'a str,
    },
}

/// One thing that a recognizer read out of the current line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// A section begins. Every later event of this recognizer belongs to it until it ends. A recognizer that emits
    /// anything without an open section gets a headless one automatically.
    SectionStarted {
        /// How it began.
        opened: Opened,
        /// How many tests the runner says it will run.
        announced: Option<u64>,
        /// What the section is about (a binary, a package, a session), or empty.
        label: &'a str,
    },
    /// A section may have begun with the current line: a runner without a header of its own prints its first points.
    /// Means nothing by itself; the last such line counts.
    MayHaveBegun,
    /// The section that opens next is of a runner that prints nothing of its own before its tests do: the tests may have
    /// printed everything since the last thing that another recognizer reported, and since the last command that failed.
    MayHaveBegunBefore,
    /// The section may have ended with the current line: it holds totals, and only what follows shows whether a test
    /// printed them. Means nothing by itself; when totals are reported, the last such line counts as theirs.
    MayHaveEnded,
    /// A document on the input begins: up to its end, events are not about a line.
    DocumentBegins,
    /// The document ended. The text is what is wrong with it, or empty.
    DocumentEnds(&'a str),
    /// The program that ran a command says that it failed: the lines before belong to it. Only the recognizer for the
    /// rest emits it.
    CommandFailed,
    /// The section that was just opened as the runner's own began at the last `MayHaveBegun`: what was
    /// found since then outside of sections is inside of it.
    BeganThere,
    /// As `BeganThere`, for a runner that sums up what others reported: its section is also outside of sections that
    /// began since then and are still open.
    SumsUp,
    /// The head of the open section's run is not in the log: what failed before may be output of one of its tests.
    HeadIsCut,
    /// The open section's runner reports this many results, although it announced another number of tests: what it counts
    /// besides tests is known only at the end.
    Announced(u64),
    /// Which of the recognizer's tools prints what it reads: the open section, or the next one, gets this name.
    Tool(Runner),
    /// Names the open section later than at its start (go prints the package last).
    SectionLabel(&'a str),
    /// A test began; when it never finishes it is a failure of kind `Unfinished`.
    Started(TestId<'a>),
    /// A test finished.
    Finished {
        /// The test.
        id: TestId<'a>,
        /// Its result.
        outcome: Outcome,
        /// How sure this is.
        grade: Grade,
        /// Which attempt this was.
        attempt: Attempt,
        /// The name under which a block of this section reported the same failure earlier, or empty. The first such
        /// block that is not listed yet becomes this test.
        alias: &'a str,
    },
    /// Results without names (progress dots). They count until named results or totals replace them.
    Counted {
        /// Passed.
        passed: u64,
        /// Failed and errors.
        failed: u64,
        /// Skipped.
        skipped: u64,
        /// Expected failures and the like.
        other: u64,
    },
    /// The name of a test that did not fail and that this recognizer counts without a name. Counts nothing.
    Named(TestId<'a>, Outcome),
    /// A block opens; an open one of this recognizer is closed first. The line itself is added by `Heading` or `Text`.
    BlockOpened(Block<'a>),
    /// The current line is the heading of the failure of the open block, or of the one that was just finished. The
    /// last heading wins: a runner's closing list names what can be rerun.
    Heading,
    /// The current line belongs to the open block.
    Text(Part),
    /// Like `Text`, with the decoded text of structured input, or with lines that came before their failure was known,
    /// instead of the current line; may hold several lines. Also allowed at the end of the stream.
    Decoded {
        /// The part.
        part: Part,
        /// The text.
        text: &'a str,
    },
    /// Like `Text`, with a line that came before its failure was known and that is shown as an input line.
    Earlier {
        /// The part.
        part: Part,
        /// The line's number.
        number: u64,
        /// How many chars the line has, with its end.
        chars: u64,
        /// The line.
        text: &'a str,
    },
    /// What the next `Heading` or `Group` shows instead of the current line. Also allowed at the end of the stream.
    Instead(&'a str),
    /// The failure that this section reported under this id does not count anymore: other failures report it better
    /// (those of the subtests of a parent without text of its own).
    Withdrawn(TestId<'a>),
    /// How many milliseconds the test took that was just finished, when no line shows it.
    Took(u64),
    /// The reason of the skip that was just finished, when the current line does not show it.
    Reason(&'a str),
    /// What to show of a test that neither passed nor failed nor was skipped, with its name.
    Remark(&'a str),
    /// Where the failure is, of the open block or just finished. The first place stays unless `better`.
    At {
        /// The place.
        place: Place<'a>,
        /// Replaces a place reported before.
        better: bool,
    },
    /// The column of a diagnostic, from 1. It comes before the place: before the block of a diagnostic that has a place,
    /// or in the block before the `At` of one that has none yet. It is part of the name; in the latter case only where
    /// the current line prints it too.
    Column(u64),
    /// The one-line message of the failure, of the open block or just finished, when its first why line is not the
    /// message.
    Message(&'a str),
    /// The same, instead of the message `before`, which says less.
    Restated {
        /// The message so far; another one stays.
        before: &'a str,
        /// The message.
        message: &'a str,
    },
    /// The last unclaimed lines above the current one say why the failure failed, of the open block or just finished. The
    /// last of them is its message when it has none.
    LastLines {
        /// The number of the first line that may be one of them.
        since: u64,
        /// The number of the line above which they are, when that is not the current one.
        until: Option<u64>,
    },
    /// The open block ends.
    BlockClosed,
    /// The current line heads a group of failures (`Running unittests ...`, `FAIL pkg`); shown once above them.
    Group,
    /// The current line says how to rerun; shown once below the section's failures.
    Rerun,
    /// The runner's own totals. They close the section when they reconcile.
    Declared {
        /// The numbers.
        totals: Totals,
        /// What they cover.
        level: Level,
    },
    /// The section ends without totals.
    SectionEnded(Ended),
    /// The open section was stopped before its end: its numbers are those so far.
    Interrupted,
    /// From here on something runs whose failure this recognizer's next `Consequence` would report: only what fails in
    /// between explains it.
    ScopeBegins,
    /// What `ScopeBegins` began went well, or the next consequence is about more: any failure explains it.
    ScopeEnds,
    /// A step of a CI begins with the current line: consequences without a scope are explained only by what fails in it.
    StepBegins,
    /// What was reported since this recognizer's last `ScopeBegins`, or up to its consequence of this name when there is
    /// one, belongs to an attempt of something that passed in the end: it is not a failure, and the consequence is not
    /// one either.
    ScopeForgiven {
        /// The consequence's name, or empty.
        name: &'a str,
    },
    /// The current line is a consequence of a failure that is reported elsewhere. Alone it is a failure of this kind.
    Consequence {
        /// What failed when nothing else explains it.
        name: &'a str,
        /// Its kind.
        kind: FailureKind,
    },
    /// One more in a list that this recognizer's last consequence began: what explains the first one explains it; else it
    /// is a failure beside the first one.
    Besides {
        /// What failed when nothing else explains it.
        name: &'a str,
        /// Its kind.
        kind: FailureKind,
    },
    /// A strong sign of a failure outside of anything known; only the recognizer for the rest emits it.
    Sign(Strength),
    /// Worth showing, but evidence of nothing: the shape of a strong sign on a line inside a recognizer's block, or a
    /// line beside signs.
    Hint(Strength),
    /// The unclaimed line with which the stream ends says that something went wrong: it is after every run.
    LastWord,
    /// A tool that runs several programs says on this line that one of them failed. Inside of a run it may be that run's
    /// output, or not.
    Stopped(&'a str),
    /// No run goes on over the current line: a command or a step begins, or a command failed or died. Only the scanner emits it.
    Bound,
    /// The command that wrote the present stream ended with status 0: the errors that it printed did not make it fail.
    CommandSucceeded,
    /// A CI says that the job succeeded, and so all of its commands. It counts if nothing comes below.
    JobSucceeded,
    /// An unknown tool says that all passed: this counts only as its last word.
    SaysPassed,
}

impl<'a> Event<'a> {
    /// A test finished, as a status line reports it: the weakest grade, an attempt without a number, no alias.
    #[must_use]
    pub const fn finished(id: TestId<'a>, outcome: Outcome) -> Self {
        Self::Finished { id, outcome, grade: Grade::Line, attempt: 0, alias: "" }
    }
}

/// The class of a line: how it is counted, and in which mode it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Part of a failure.
    Detail,
    /// The runner's own totals.
    Totals,
    /// A test that passed.
    Passed,
    /// A skipped test.
    Skipped,
    /// A warning.
    Warning,
    /// Build noise and progress.
    Noise,
    /// Everything else.
    Other,
}

impl Class {
    /// All classes, in the order in which a footer lists them.
    pub const ALL: [Self; 7] =
        [Self::Passed, Self::Noise, Self::Detail, Self::Warning, Self::Skipped, Self::Totals, Self::Other];

    /// The name that footers and JSON use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Detail => "detail",
            Self::Totals => "totals",
            Self::Passed => "passed",
            Self::Skipped => "skipped",
            Self::Warning => "warnings",
            Self::Noise => "noise",
            Self::Other => "other",
        }
    }
}

/// What a recognizer says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The line is not this runner's.
    No,
    /// The line is this runner's, by its shape.
    Mine(Class),
    /// The line is inside this runner's open block (for example captured output), but any program could have printed it:
    /// other runners' headers and verdict lines are still looked for.
    Inside(Class),
}
