//! prettier --check.
//!
//! `Checking formatting...`, then `[warn] PATH` for a file in another style, `[error] PATH: SyntaxError: ...` with an
//! excerpt, each line behind `[error]`, for one that cannot be read; the end is `[warn] Code style issues found in N
//! files. Run Prettier with --write to fix.` or `All matched files use Prettier code style!`. Source: prettier's
//! `cli/format.js`.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// prettier.
#[derive(Debug, Default)]
pub struct Prettier {
    /// Whether it is checking: before and after, its marks are anybody's.
    checking: bool,
}

impl Recognizer for Prettier {
    fn runner(&self) -> Runner {
        Runner("prettier")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Checking formatting..."], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.checking { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("Checking formatting...") {
            self.checking = true;
            return Seen::Mine(Class::Noise);
        }
        if !self.checking {
            return Seen::No;
        }
        if text == "All matched files use Prettier code style!" {
            self.checking = false;
            all_is_well(sink);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("Error occurred when checking code style in ") {
            return self.closing(text, sink);
        }
        if let Some(rest) = text.strip_prefix("[error] ") {
            return error(rest, text, sink);
        }
        let Some(rest) = text.strip_prefix("[warn] ") else {
            self.checking = text.is_empty();
            sink.emit(Event::BlockClosed);
            return Seen::No;
        };
        if rest.starts_with("Code style issues ") || rest.starts_with("Forgot to run Prettier?") {
            return self.closing(rest, sink);
        }
        let place = Place { file: rest, line: None };
        let message = "not in the code style of prettier";
        Finding { place, column: None, weight: Weight::Fails, message }.tell(text, sink);
        Seen::Mine(Class::Detail)
    }
}

impl Prettier {
    fn closing(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.checking = false;
        sink.emit(Event::BlockClosed);
        sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
        Seen::Mine(Class::Totals)
    }
}

/// `[error] PATH: SyntaxError: Unexpected token (1:9)`, and the excerpt below it.
fn error(rest: &str, text: &str, sink: &mut dyn Sink) -> Seen {
    let heading = rest.split_once(": ").filter(|(file, reason)| {
        !file.starts_with([' ', '>']) && !file.contains('|') && reason.contains("Error")
    });
    let Some((file, message)) = heading else {
        sink.emit(Event::Text(Part::Where));
        return Seen::Mine(Class::Detail);
    };
    let line = message.rsplit_once('(').and_then(|(_, place)| scan::number(place)).map(|(line, _)| line);
    let place = Place { file, line };
    Finding { place, column: None, weight: Weight::Fails, message }.open(text, sink);
    Seen::Mine(Class::Detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn files_in_another_style_are_failures() {
        let rows = drive(
            &mut Prettier::default(),
            "Checking formatting...\n[warn] a.js\n[error] b.js: SyntaxError: Unexpected token (1:9)\n[error] > 1 | let x = ;\n[warn] Code style issues found in 2 files. Run Prettier with --write to fix.\n[warn] a.js",
        );
        assert!(rows[1].contains("file: \"a.js\", line: None"), "{rows:?}");
        assert!(rows[2].contains("file: \"b.js\", line: Some(1)"), "{rows:?}");
        assert_eq!(rows[3], "4 Mine(Detail) Text(Where)");
        assert!(rows[4].contains("Consequence"), "{rows:?}");
        assert_eq!(rows[5], "6 No ");
    }

    #[test]
    fn all_files_in_style_are_a_pass() {
        let rows = drive(
            &mut Prettier::default(),
            "Checking formatting...\nAll matched files use Prettier code style!",
        );
        assert!(rows[1].contains("SectionEnded(Passed)"), "{rows:?}");
    }
}
