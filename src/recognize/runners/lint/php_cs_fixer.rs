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
    /// The files that were reported.
    reported: Vec<String>,
}

/// What is being printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Nothing: the header did not come.
    #[default]
    Outside,
    /// Files that it would change.
    Files,
    /// The difference of one.
    Difference,
    /// Files that it could not read.
    Unread,
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

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with(UNREAD) {
            run.close();
            self.reported.clear();
            *zone = Zone::Unread;
            return Seen::Mine(Class::Noise);
        }
        if *zone == Zone::Unread && !text.is_empty() && numbered(text).is_none() {
            self.fails(run);
            *zone = Zone::Outside;
        }
        if text.starts_with("PHP CS Fixer ") && !self.reported.is_empty() {
            // The run before has no end.
            self.fails(run);
            *zone = Zone::Outside;
        }
        if text.starts_with("PHP CS Fixer ") || text.starts_with("Loaded config default") {
            if *zone == Zone::Outside {
                *zone = Zone::Files;
            }
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
            self.reported.clear();
            *zone = Zone::Outside;
            return Seen::Mine(Class::Totals);
        }
        if *zone == Zone::Outside {
            return Seen::No;
        }
        let bare = text.trim_start();
        if bare == "----------- end diff -----------" {
            *zone = Zone::Files;
            run.close();
            return Seen::Mine(Class::Detail);
        }
        if *zone == Zone::Difference {
            return run.text(Part::Where);
        }
        if bare == "---------- begin diff ----------" {
            *zone = Zone::Difference;
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) = numbered(text) {
            let (file, rules) = file.split_once(" (").unwrap_or((file, ""));
            let file = head(file, NAME_BYTES);
            let seen = run.fail_whole(file, FailureKind::Diagnostic);
            if *zone == Zone::Unread {
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

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::Unread {
            self.fails(run);
        }
    }
}

impl PhpCsFixer {
    /// The run is over, and would change the files that were reported, or could not read them.
    fn fails(&mut self, run: &mut Run<'_>) {
        run.close();
        if !std::mem::take(&mut self.reported).is_empty() {
            run.emit(Event::SectionEnded(Ended::Failed));
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
