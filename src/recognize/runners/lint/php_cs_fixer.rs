//! PHP CS Fixer, with `--dry-run` and with `check`.
//!
//! Files that it would change are numbered (`   1) src/Quay.php (braces)`), each with a difference below it when that was asked for.
//! The end is `Found 2 of 68 files that can be fixed in 2.4 seconds`; when it fixed them itself it says `Fixed 2 of 68 files`, and no
//! file is a failure. Files that it could not read come last, below `Files that were not fixed due to errors reported during linting
//! before fixing:`. Source: PHP-CS-Fixer's `TextReporter.php`.

use crate::event::{Block, Class, Ended, Event, FailureKind, Part, Seen, Sink, TestId};
use crate::recognize::kit::lint::finding::{all_is_well, declared};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The longest name that is held, in bytes.
const NAME_BYTES: usize = 400;
/// The most names that are held, to take them back when they were fixed.
const MOST: usize = 2000;

/// PHP CS Fixer.
#[derive(Debug, Default)]
pub struct PhpCsFixer {
    /// Its header was read.
    running: bool,
    /// The files that were reported.
    reported: Vec<String>,
    /// In the difference of a file.
    differs: bool,
    /// In the list of files that it could not read.
    unread: bool,
}

/// What is above that list.
const UNREAD: &str = "Files that were not fixed due to errors reported during ";

impl Runner for PhpCsFixer {
    const SPEC: Spec = Spec {
        name: "php-cs-fixer",
        reads: "PHP CS Fixer: files that it would change",
        starts: &["PHP CS Fixer ", "Loaded config default", "Found ", "Fixed ", UNREAD],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, sink: &mut Run<'_>) -> Seen {
        if text.starts_with(UNREAD) {
            self.close(sink);
            *self = Self { running: true, unread: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if self.unread && !text.is_empty() && numbered(text).is_none() {
            self.over(sink);
        }
        if text.starts_with("PHP CS Fixer ") && !self.reported.is_empty() {
            // The run before has no end, and its files would be changed.
            self.close(sink);
            sink.emit(Event::SectionEnded(Ended::Failed));
            *self = Self { running: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("PHP CS Fixer ") || text.starts_with("Loaded config default") {
            self.running = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some((would, number)) = sum(text) {
            self.close(sink);
            match (would, number) {
                (true, 0) if self.reported.is_empty() => all_is_well(sink),
                (true, _) if self.reported.is_empty() => {
                    sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
                }
                (true, _) => declared(number, sink),
                (false, _) => {
                    for file in &self.reported {
                        sink.emit(Event::Withdrawn(TestId::bare(file)));
                    }
                    all_is_well(sink);
                }
            }
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if !self.running {
            return Seen::No;
        }
        let bare = text.trim_start();
        if bare == "----------- end diff -----------" {
            self.close(sink);
            return Seen::Mine(Class::Detail);
        }
        if self.differs {
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if bare == "---------- begin diff ----------" {
            self.differs = true;
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) = numbered(text) {
            self.close(sink);
            let (file, rules) = file.split_once(" (").unwrap_or((file, ""));
            let file = head(file, NAME_BYTES);
            sink.emit(Event::BlockOpened(Block::Whole { name: file, kind: FailureKind::Diagnostic }));
            sink.emit(Event::Heading);
            if self.unread {
                sink.emit(Event::Message("not fixed: linting reports an error"));
            } else if let Some(rules) = rules.strip_suffix(')') {
                sink.emit(Event::Message(rules));
            }
            if self.reported.len() < MOST {
                self.reported.push(file.to_owned());
            }
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl PhpCsFixer {
    /// The run is over, or the log.
    fn over(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if self.unread {
            if !self.reported.is_empty() {
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
            *self = Self::default();
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.differs = false;
        if !self.reported.is_empty() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `   1) src/Quay.php`.
fn numbered(text: &str) -> Option<&str> {
    let (_, rest) = scan::number(text.strip_prefix("  ")?.trim_start())?;
    let file = rest.strip_prefix(") ")?;
    file.contains(".php").then_some(file)
}

/// Whether the files would be changed, or were, and how many.
fn sum(text: &str) -> Option<(bool, u64)> {
    let (would, rest) = match text.strip_prefix("Found ") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("Fixed ")?),
    };
    let (number, rest) = scan::number(rest)?;
    let (_, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let fits =
        if would { rest.starts_with(" files that can be fixed in ") } else { rest.starts_with(" files in ") };
    fits.then_some((would, number))
}
