//! black and isort, checking only.
//!
//! black names a file that it would change (`would reformat PATH`) or cannot read (`error: cannot format PATH: reason`,
//! lately `error: cannot parse: PATH:LINE:COL` with the source below), and ends with `Oh no!` or `All done!` and a sentence of counts; isort says `ERROR: PATH Imports are incorrectly
//! sorted and/or formatted.` and nothing when all is well. Without `--check` black rewrites the files, which is no
//! failure. Source: black's `report.py`, isort's `main.py`.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::Below;
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, position};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What isort says of a file.
const UNSORTED: &str = " Imports are incorrectly sorted and/or formatted.";

/// black.
#[derive(Debug, Default)]
pub struct Black {
    /// Whether the lines below an error are its own.
    below: Option<Below>,
}

impl Recognizer for Black {
    fn runner(&self) -> Runner {
        Runner("black")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "would reformat ",
                "error: cannot format ",
                "error: cannot parse: ",
                "Oh no! \u{1f4a5}",
                "All done! \u{2728}",
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.below.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(below) = &mut self.below {
            if let Some(seen) = below.line(text, sink) {
                return seen;
            }
            self.below = None;
            if text.starts_with("ParseError: ") {
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                return Seen::Mine(Class::Detail);
            }
            sink.emit(Event::BlockClosed);
        }
        if let Some(file) = text.strip_prefix("error: cannot parse: ") {
            let Some((place, column, _)) = position(file) else { return Seen::No };
            let message = "cannot parse";
            Finding { place, column, weight: Weight::Fails, message }.open(text, sink);
            self.below = Some(Below::new(Class::Detail));
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) = text.strip_prefix("would reformat ") {
            return tell(file, "would reformat", text, sink);
        }
        if let Some(rest) = text.strip_prefix("error: cannot format ") {
            let (file, reason) = rest.split_once(": ").unwrap_or((rest, "cannot format"));
            return tell(file, reason, text, sink);
        }
        if text.starts_with("Oh no! \u{1f4a5}") {
            sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("All done! \u{2728}") {
            all_is_well(sink);
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }
}

/// isort.
#[derive(Debug, Default)]
pub struct Isort;

impl Recognizer for Isort {
    fn runner(&self) -> Runner {
        Runner("isort")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["ERROR: "], ..Signs::default() }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let file = text.strip_prefix("ERROR: ").and_then(|rest| rest.strip_suffix(UNSORTED));
        file.map_or(Seen::No, |file| tell(file, UNSORTED.trim_start(), text, sink))
    }
}

fn tell(file: &str, message: &str, text: &str, sink: &mut dyn Sink) -> Seen {
    let (place, column) =
        position(file).map_or((Place { file, line: None }, None), |(place, column, _)| (place, column));
    Seen::Mine(Finding { place, column, weight: Weight::Fails, message }.tell(text, sink))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn files_that_would_change_or_cannot_be_read_are_failures() {
        let rows = drive(
            &mut Black::default(),
            "would reformat a.py\nerror: cannot format b.py: Cannot parse: 1:3: x y\nOh no! \u{1f4a5} \u{1f494} \u{1f4a5}\n",
        );
        assert!(rows[0].contains("file: \"a.py\", line: None"), "{rows:?}");
        assert!(rows[1].contains("message: \"Cannot parse: 1:3: x y\""), "{rows:?}");
        assert!(rows[2].contains("Consequence"), "{rows:?}");
    }

    #[test]
    fn a_parse_error_takes_its_source() {
        let rows = drive(
            &mut Black::default(),
            "error: cannot parse: /p/a.py:1:6\n    def f(:\n         ^\nParseError: bad input\nelse",
        );
        assert!(rows[0].contains("line: Some(1)"), "{rows:?}");
        assert_eq!(rows[3], "4 Mine(Detail) Text(Why) | BlockClosed");
        assert_eq!(rows[4], "5 No ");
    }

    #[test]
    fn only_the_sentence_of_isort_is_taken() {
        let row = |text| drive(&mut Isort, text).remove(0);
        assert!(row("ERROR: /p/a.py Imports are incorrectly sorted and/or formatted.").contains("Mine"));
        assert_eq!(row("ERROR: no"), "1 No ");
    }
}
