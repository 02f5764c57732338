//! The text of one failure in a browser: messages, and frames with the addresses under which Karma serves the files.

use crate::budget::Count as _;
use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::frames::v8::library;

/// The most lines of one failure that tell why.
const TELLING_LINES: u32 = 60;

/// Reads the lines of a failure.
#[derive(Debug, Default)]
pub(super) struct Body {
    lines: u32,
    placed: bool,
}

impl Body {
    /// A line of the failure, without its indentation.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) {
        if let Some(place) = frame(text) {
            let own = place.is_some_and(|place| !library(place.file)) && !self.placed;
            if let Some(place) = place.filter(|_| own) {
                self.placed = true;
                sink.emit(Event::At { place, better: true });
            }
            if !text.contains("<Jasmine>") {
                sink.emit(Event::Text(if own { Part::Why } else { Part::Where }));
            }
            return;
        }
        if self.lines == 0 {
            sink.emit(Event::Message(text));
        }
        self.lines.up(1);
        sink.emit(Event::Text(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }));
    }
}

/// A frame of a stack, and its place when it names a file: V8's `at f (http://localhost:9876/base/a.js?1f:4:42)`, and
/// `f@http://localhost:9876/base/a.js?1f:4:42` of the other engines.
fn frame(text: &str) -> Option<Option<Place<'_>>> {
    let address = match text.strip_prefix("at ") {
        Some(rest) => match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
            Some((_, inner)) => inner,
            None => rest.strip_prefix("async ").unwrap_or(rest),
        },
        None => {
            let (function, address) = text.split_once('@')?;
            if function.contains(' ') || !(address.starts_with("http") || address.starts_with("webpack")) {
                return None;
            }
            address
        }
    };
    Some(place(address))
}

fn place(address: &str) -> Option<Place<'_>> {
    let (before, column) = address.rsplit_once(':')?;
    let (file, line) = before.rsplit_once(':')?;
    let (line, _) = (line.parse::<u64>().ok()?, column.parse::<u64>().ok()?);
    // The server's own address, and what webpack puts before a path.
    let file = ["webpack:///", "webpack:/", "/base/", "/absolute"]
        .iter()
        .find_map(|part| file.split_once(part).map(|(_, path)| path))
        .unwrap_or(file);
    let file = file.strip_prefix("./").unwrap_or(file);
    let file = file.split('?').next().unwrap_or(file);
    (!file.is_empty() && !file.starts_with("http")).then_some(Place { file, line: Some(line) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Option<(&str, u64)>> {
        frame(text).map(|place| place.map(|place| (place.file, place.line.unwrap_or(0))))
    }

    #[test]
    fn the_servers_address_is_no_part_of_a_place() {
        assert_eq!(read("at f (http://localhost:9876/base/src/a.js?1f:4:42)"), Some(Some(("src/a.js", 4))));
        assert_eq!(read("f@http://localhost:9876/base/src/a.js?1f:4:42"), Some(Some(("src/a.js", 4))));
        let webpack = "at f (http://localhost:9876/_karma_webpack_/webpack:/src/app/a.spec.ts:18:17)";
        assert_eq!(read(webpack), Some(Some(("src/app/a.spec.ts", 18))));
        assert_eq!(read("at UserContext.<anonymous> (failing.js:4:42)"), Some(Some(("failing.js", 4))));
        assert_eq!(read("at <Jasmine>"), Some(None));
        assert_eq!((read("mail me@home"), read("Expected 1 to be 2.")), (None, None));
    }
}
