//! PHP CS Fixer, with `--dry-run` and with `check`.
//!
//! Files that it would change are numbered (`   1) src/Quay.php (braces)`), each with a difference below it when that was asked for.
//! The end is `Found 2 of 68 files that can be fixed in 2.4 seconds`; when it fixed them itself it says `Fixed 2 of 68 files`, and no
//! file is a failure. Files that it could not read come last, below `Files that were not fixed due to errors reported during linting
//! before fixing:`. Source: PHP-CS-Fixer's `TextReporter.php`.

use crate::event::{Class, Ended, Event, FailureKind, Part, Seen, TestId};
use crate::recognize::kit::lint::finding::{all_is_well, declared};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with(UNREAD) {
            run.close();
            *self = Self { running: true, unread: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if self.unread && !text.is_empty() && numbered(text).is_none() {
            self.over(run);
        }
        if text.starts_with("PHP CS Fixer ") && !self.reported.is_empty() {
            // The run before has no end, and its files would be changed.
            run.close();
            run.emit(Event::SectionEnded(Ended::Failed));
            *self = Self { running: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("PHP CS Fixer ") || text.starts_with("Loaded config default") {
            self.running = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some((would, number)) = sum(text) {
            run.close();
            match (would, number) {
                (true, 0) if self.reported.is_empty() => all_is_well(run),
                (true, _) if self.reported.is_empty() => run.consequence(text, FailureKind::Build),
                (true, _) => declared(number, run),
                (false, _) => {
                    for file in &self.reported {
                        run.emit(Event::Withdrawn(TestId::bare(file)));
                    }
                    all_is_well(run);
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
            self.differs = false;
            run.close();
            return Seen::Mine(Class::Detail);
        }
        if self.differs {
            return run.text(Part::Where);
        }
        if bare == "---------- begin diff ----------" {
            self.differs = true;
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) = numbered(text) {
            self.differs = false;
            let (file, rules) = file.split_once(" (").unwrap_or((file, ""));
            let file = head(file, NAME_BYTES);
            let seen = run.fail_whole(file, FailureKind::Diagnostic);
            if self.unread {
                run.message("not fixed: linting reports an error");
            } else if let Some(rules) = rules.strip_suffix(')') {
                run.message(rules);
            }
            if self.reported.len() < MOST {
                self.reported.push(file.to_owned());
            }
            return seen;
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl PhpCsFixer {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        run.close();
        if self.unread {
            if !self.reported.is_empty() {
                run.emit(Event::SectionEnded(Ended::Failed));
            }
            *self = Self::default();
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
