//! What a runner emits through. It keeps the open run, the open failure and the names that came.

use super::clip::clipped;
use super::driven::EqualNames;
use super::frames::python;
use super::message;
use super::names::Names;
use super::shape::Fields;
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId,
    Totals,
};
use crate::text::Line;

/// The state of the present run.
#[derive(Debug, Default)]
pub(in crate::recognize) struct State {
    running: bool,
    names: Names,
    /// How many tests were reported.
    counts: Counts,
    failure: Failure,
    /// The message of the open failure, if no better one comes.
    otherwise: String,
    /// Totals that close the run unless more of it follows.
    held: Option<Totals>,
    /// Numbers that came on lines of their own.
    collected: Collected,
    /// The traceback below the open failure.
    traceback: Traceback,
    ended: bool,
}

/// A failure of a test, as [`Run::report`] takes it.
pub const FAILED: Outcome = Outcome::Failed(FailureKind::Test);

/// Numbers of tests that passed and failed.
#[must_use]
pub fn passed_failed(passed: u64, failed: u64) -> Totals {
    Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() }
}

/// The numbers that shapes read, without their texts.
type Collected = Fields<'static>;

/// Whether a failure is open, and whether it has a message and a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Failure {
    #[default]
    None,
    Open {
        message: bool,
        place: bool,
    },
}

/// Tests by their outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
    /// Skipped.
    pub skipped: u64,
    /// None of these.
    pub other: u64,
    /// Failures of a whole suite or file, which are not tests.
    pub whole: u64,
}

impl State {
    pub(in crate::recognize) fn is_running(&self) -> bool {
        self.running
    }

    pub(in crate::recognize) fn is_open(&self) -> bool {
        self.failure != Failure::None
    }

    pub(in crate::recognize) fn take_ended(&mut self) -> bool {
        std::mem::take(&mut self.ended)
    }
}

/// What the last line of a traceback was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Traceback {
    #[default]
    Outside,
    Inside,
    /// The line above was a frame: its source follows.
    Frame,
}

enum Traced<'a> {
    Head,
    Frame(Place<'a>),
    Source,
    Exception,
}

impl Traceback {
    fn read<'a>(&mut self, content: &'a str) -> Option<Traced<'a>> {
        let source = *self == Self::Frame;
        if source {
            *self = Self::Inside;
        }
        if content == "Traceback (most recent call last):" {
            *self = Self::Inside;
            return Some(Traced::Head);
        }
        if *self == Self::Outside {
            return None;
        }
        if let Some((place, _)) = python::frame(content) {
            *self = Self::Frame;
            return Some(Traced::Frame(place));
        }
        if source || content.bytes().all(|byte| matches!(byte, b'^' | b'~' | b' ')) {
            return Some(Traced::Source);
        }
        python::is_exception(content).then(|| {
            *self = Self::Outside;
            Traced::Exception
        })
    }
}

/// The functions with which a runner emits.
pub struct Run<'a> {
    state: &'a mut State,
    equal_names: EqualNames,
    line: &'a Line<'a>,
    sink: &'a mut dyn Sink,
}

impl<'a> Run<'a> {
    pub(in crate::recognize) fn new(
        state: &'a mut State,
        equal_names: EqualNames,
        line: &'a Line<'a>,
        sink: &'a mut dyn Sink,
    ) -> Self {
        Self { state, equal_names, line, sink }
    }

    /// The line that is being read, with what its text alone does not say. At the end of the log it is empty.
    #[must_use]
    pub fn line(&self) -> &'a Line<'a> {
        self.line
    }

    /// Whether a run is open.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state.running
    }

    /// Whether a failure is open: what follows says why.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state.is_open()
    }

    /// Whether the open failure has a place.
    #[must_use]
    pub fn has_place(&self) -> bool {
        matches!(self.state.failure, Failure::Open { place: true, .. })
    }

    /// How many tests of this run were reported so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.state.counts
    }

    /// [`counts`](Self::counts) as totals.
    #[must_use]
    pub fn counted(&self) -> Totals {
        let Counts { passed, failed, skipped, other, .. } = self.state.counts;
        Totals {
            passed: Some(passed),
            failed: Some(failed),
            skipped: Some(skipped),
            other: Some(other),
            ..Totals::default()
        }
    }

    /// The runner's own header: another run begins.
    pub fn begin(&mut self, announced: Option<u64>) -> Seen {
        self.begin_as(Opened::Own, announced);
        Seen::Mine(Class::Noise)
    }

    /// A run begins, with or without the runner's own header.
    pub fn begin_as(&mut self, opened: Opened, announced: Option<u64>) {
        self.close();
        *self.state = State { running: true, ..State::default() };
        self.emit(Event::SectionStarted { opened, announced, label: "" });
    }

    /// A line of which any run has one, at its beginning or later: one begins here unless it is open.
    pub fn begin_once(&mut self) -> Seen {
        if self.is_running() { Seen::Mine(Class::Noise) } else { self.begin(None) }
    }

    /// A line that shows that a run is open; the runner prints no header.
    pub fn open(&mut self) -> Seen {
        if !self.state.running {
            self.emit(Event::MayHaveBegunBefore);
            self.begin(None);
        }
        Seen::Mine(Class::Noise)
    }

    /// Forgets the present run; the next line of a run begins another one.
    pub fn forget(&mut self) {
        self.close();
        *self.state = State::default();
    }

    /// A test begins.
    pub fn start(&mut self, id: TestId<'_>) -> Seen {
        self.emit(Event::Started(id));
        Seen::Mine(Class::Noise)
    }

    /// A test passed.
    pub fn pass(&mut self, id: TestId<'_>) -> Seen {
        self.finished(id, Outcome::Passed);
        Seen::Mine(Class::Passed)
    }

    /// A test was skipped.
    pub fn skip(&mut self, id: TestId<'_>) -> Seen {
        self.finished(id, Outcome::Skipped);
        Seen::Mine(Class::Skipped)
    }

    /// A test neither passed nor failed, and was not skipped.
    pub fn other(&mut self, id: TestId<'_>) -> Seen {
        self.finished(id, Outcome::Other);
        Seen::Mine(Class::Other)
    }

    /// The outcome of a test. A failed one is open: what follows says why.
    pub fn report(&mut self, id: TestId<'_>, outcome: Outcome) -> Seen {
        match outcome {
            Outcome::Passed => self.pass(id),
            Outcome::Skipped => self.skip(id),
            Outcome::Other => self.other(id),
            Outcome::Failed(kind) => self.fail_as(id, kind),
        }
    }

    fn finished(&mut self, id: TestId<'_>, outcome: Outcome) -> String {
        self.close();
        let name = self.name_of(id);
        self.emit(Event::finished(TestId { name: &name, ..id }, outcome));
        let counts = &mut self.state.counts;
        let slot = match outcome {
            Outcome::Passed => &mut counts.passed,
            Outcome::Failed(_) => &mut counts.failed,
            Outcome::Skipped => &mut counts.skipped,
            Outcome::Other => &mut counts.other,
        };
        slot.up(1);
        name
    }

    fn name_of(&mut self, id: TestId<'_>) -> String {
        match self.equal_names {
            EqualNames::Numbered => self.state.names.next_of(id),
            EqualNames::Same => id.name.to_owned(),
        }
    }

    /// A test failed: the current line heads it, and what follows says why.
    pub fn fail(&mut self, id: TestId<'_>) -> Seen {
        self.fail_as(id, FailureKind::Test)
    }

    /// The same for a failure of another kind.
    pub fn fail_as(&mut self, id: TestId<'_>, kind: FailureKind) -> Seen {
        self.close();
        let name = self.name_of(id);
        self.emit(Event::BlockOpened(Block::Test { id: TestId { name: &name, ..id }, kind }));
        self.headed();
        self.state.counts.failed.up(1);
        Seen::Mine(Class::Detail)
    }

    /// A test failed, as a line among others says, which may also be output: the current line heads it, and what follows
    /// says why.
    pub fn fail_by_line(&mut self, id: TestId<'_>, kind: FailureKind) -> Seen {
        self.finished(id, Outcome::Failed(kind));
        self.headed();
        Seen::Mine(Class::Detail)
    }

    /// A test failed, as a line of its own says. The lines that say why come later, through [`more`](Self::more) with the
    /// returned name.
    pub fn failed(&mut self, id: TestId<'_>) -> String {
        let name = self.finished(id, FAILED);
        self.emit(Event::Heading);
        format!("{}{}{name}", id.module, id.separator)
    }

    /// A test failed for this reason, and more of it may follow.
    pub fn fail_because(&mut self, id: TestId<'_>, message: &str) -> Seen {
        let seen = self.fail(id);
        self.message(message);
        seen
    }

    /// A failure of which the line says everything.
    pub fn fail_at_once(&mut self, id: TestId<'_>, place: Option<Place<'_>>, message: &str) -> Seen {
        let seen = self.fail(id);
        if let Some(place) = place {
            self.at(place);
        }
        self.message(message);
        self.close();
        seen
    }

    /// Something failed as a whole: a suite, a file, the runner itself.
    pub fn fail_whole(&mut self, name: &str, kind: FailureKind) -> Seen {
        self.close();
        let name = self.name_of(TestId::bare(name));
        self.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
        self.headed();
        self.state.counts.whole.up(1);
        Seen::Mine(Class::Detail)
    }

    /// The same when the line says everything.
    pub fn fail_whole_at_once(&mut self, name: &str, kind: FailureKind, message: &str) -> Seen {
        let seen = self.fail_whole(name, kind);
        self.message(message);
        self.close();
        seen
    }

    /// A compiler or a linter found this: the current line heads it, and what follows says more.
    pub fn diagnostic(&mut self, place: Place<'_>, code: &str, message: &str) -> Seen {
        self.close();
        self.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
        self.headed();
        Seen::Mine(Class::Detail)
    }

    /// The same, when a line before the current one says it, which tells more of it.
    pub fn diagnostic_earlier(&mut self, place: Place<'_>, code: &str, message: &str) -> Seen {
        self.open_block(Block::Diagnostic { place, code, message });
        self.text(Part::Why)
    }

    /// The current line warns, and what follows belongs to the warning. Warnings with one key are one.
    pub fn warn(&mut self, key: &str) -> Seen {
        self.open_block(Block::Warning { key });
        self.text(Part::Why);
        Seen::Mine(Class::Warning)
    }

    /// The same, when this line of it came before the current one.
    pub fn warn_earlier(&mut self, key: &str, text: &str) -> Seen {
        self.open_block(Block::Warning { key });
        self.emit(Event::Decoded { part: Part::Why, text });
        Seen::Mine(Class::Warning)
    }

    /// A warning of which the line says everything.
    pub fn warn_at_once(&mut self, key: &str) -> Seen {
        let seen = self.warn(key);
        self.close();
        seen
    }

    fn headed(&mut self) {
        self.emit(Event::Heading);
        self.opened();
    }

    fn opened(&mut self) {
        self.state.failure = Failure::Open { message: false, place: false };
        self.state.traceback = Traceback::default();
    }

    /// More of the failure that was reported under this name: what follows says why.
    pub fn more(&mut self, name: &str) -> Seen {
        self.open_block(Block::More { name })
    }

    /// A failure of the closing list, with the name under which a block reported it, or an empty one.
    pub fn listed(&mut self, id: TestId<'_>, alias: &str) -> Seen {
        self.close();
        let outcome = Outcome::Failed(FailureKind::Test);
        self.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias });
        self.emit(Event::Heading);
        Seen::Mine(Class::Detail)
    }

    /// The runner says that something failed: a failure only when nothing says what.
    pub fn consequence(&mut self, name: &str, kind: FailureKind) {
        self.emit(Event::Consequence { name, kind });
    }

    /// The same when what follows says why.
    pub fn open_consequence(&mut self, name: &str, kind: FailureKind) -> Seen {
        self.open_by(Event::Consequence { name, kind })
    }

    /// A failure that the current line does not head: what follows says why. It is not among the [`counts`](Self::counts).
    pub fn open_block(&mut self, block: Block<'_>) -> Seen {
        self.open_by(Event::BlockOpened(block))
    }

    /// Emits an event that begins a failure and has no method of its own: what follows says more of it.
    pub fn open_by(&mut self, event: Event<'_>) -> Seen {
        self.close();
        self.emit(event);
        self.opened();
        Seen::Mine(Class::Detail)
    }

    /// Sets what is shown instead of the current line.
    pub fn instead(&mut self, text: &str) {
        self.emit(Event::Instead(text));
    }

    /// The reason of the open failure. The first one counts.
    pub fn message(&mut self, text: &str) {
        let text = text.trim();
        if let Failure::Open { message, .. } = &mut self.state.failure
            && !*message
            && !text.is_empty()
        {
            *message = true;
            self.emit(Event::Message(text));
        }
    }

    /// The reason of the open failure if none comes until it ends. The last one counts.
    pub fn message_otherwise(&mut self, text: &str) {
        if self.is_open() {
            self.state.otherwise = clipped(text.trim());
        }
    }

    /// Adds a piece after a comma to the reason that counts if no better one comes.
    pub fn message_piece(&mut self, piece: &str) {
        if self.is_open() {
            message::add(&mut self.state.otherwise, piece);
        }
    }

    /// That reason so far, for a caller that adds lines to it.
    #[must_use]
    pub fn otherwise(&self) -> &str {
        &self.state.otherwise
    }

    /// Where the open failure is. The first place counts.
    pub fn at(&mut self, place: Place<'_>) {
        if let Failure::Open { place: placed, .. } = &mut self.state.failure
            && !std::mem::replace(placed, true)
        {
            self.emit(Event::At { place, better: false });
        }
    }

    /// The current line says why the open failure failed; the first such line is its message.
    pub fn why(&mut self, text: &str) -> Seen {
        self.message(text);
        self.text(Part::Why)
    }

    /// The current line belongs to the open failure.
    pub fn text(&mut self, part: Part) -> Seen {
        if self.is_open() {
            self.emit(Event::Text(part));
        }
        Seen::Mine(Class::Detail)
    }

    /// The current line belongs to the open failure only by its position: any program could have printed it.
    pub fn below(&mut self, part: Part) -> Seen {
        self.text(part);
        Seen::Inside(Class::Detail)
    }

    /// Such a line that says why. The first one is the message.
    pub fn why_below(&mut self, text: &str) -> Seen {
        self.message(text);
        self.below(Part::Why)
    }

    /// Reads a line of the open failure, without the blanks before it, if it is one of a Python traceback.
    pub fn traceback(&mut self, content: &str) -> Option<Seen> {
        let mut traceback = self.state.traceback;
        let read = traceback.read(content);
        self.state.traceback = traceback;
        match read? {
            Traced::Head | Traced::Source => self.text(Part::Where),
            Traced::Frame(place) if python::is_own(place.file) => {
                self.emit(Event::At { place, better: true });
                self.text(Part::Why)
            }
            Traced::Frame(_) => self.text(Part::Where),
            Traced::Exception => self.why(content),
        }
        .into()
    }

    /// The open failure has a traceback without a head: its frames follow. Only green prints this; it is here because
    /// only `Run` knows the state of the traceback.
    pub fn traceback_follows(&mut self) {
        self.state.traceback = Traceback::Inside;
    }

    /// Ends the open failure.
    pub fn close(&mut self) {
        let otherwise = std::mem::take(&mut self.state.otherwise);
        self.message(&otherwise);
        if std::mem::take(&mut self.state.failure) != Failure::None {
            self.emit(Event::BlockClosed);
        }
    }

    /// The run may have ended with the current line.
    pub fn may_have_ended(&mut self) {
        self.emit(Event::MayHaveEnded);
    }

    /// The run ends here, without numbers.
    pub fn end(&mut self, how: Ended) {
        self.close();
        self.emit(Event::SectionEnded(how));
        *self.state = State { ended: true, ..State::default() };
    }

    /// The runner's numbers: the run ends.
    pub fn totals(&mut self, totals: Totals) -> Seen {
        self.close();
        self.emit(Event::Declared { totals, level: Level::Section });
        *self.state = State { ended: true, ..State::default() };
        Seen::Mine(Class::Totals)
    }

    /// The same, when this line is printed for all runs, and the run may have ended before it: what follows belongs to
    /// others.
    pub fn last_totals(&mut self, totals: Totals) -> Seen {
        self.close();
        self.may_have_ended();
        self.totals(totals)
    }

    /// A line with one of the runner's numbers: [`collected`](Self::collected) returns all of them.
    pub fn collect(&mut self, numbers: &Fields<'_>) -> Seen {
        self.state.collected.take_numbers(numbers);
        Seen::Mine(Class::Totals)
    }

    /// The numbers of this run that came on lines of their own.
    #[must_use]
    pub fn collected(&self) -> Fields<'static> {
        self.state.collected
    }

    /// The runner's numbers, which end the run unless more of it follows: [`release`](Self::release) says that nothing did.
    pub fn hold_totals(&mut self, totals: Totals) -> Seen {
        self.close();
        self.may_have_ended();
        self.state.held = Some(totals);
        Seen::Mine(Class::Totals)
    }

    /// The totals that are held: more of them may follow.
    pub fn held(&mut self) -> Option<&mut Totals> {
        self.state.held.as_mut()
    }

    /// Nothing of the run followed the held totals. Without such totals nothing happens.
    pub fn release(&mut self) {
        if let Some(totals) = self.state.held.take() {
            self.totals(totals);
        }
    }

    /// More of the run follows the held totals, and other totals will come: the held ones do not count.
    pub fn drop_totals(&mut self) {
        self.state.held = None;
    }

    /// Emits what is not covered by a function of its own.
    pub fn emit(&mut self, event: Event<'_>) {
        self.sink.emit(event);
    }
}

/// Code that emits into a sink can emit into a run too.
impl Sink for Run<'_> {
    fn emit(&mut self, event: Event<'_>) {
        self.sink.emit(event);
    }
}
