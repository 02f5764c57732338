//! What runtimes printed while no test ran: the only word about why a process died before its tests.
//!
//! A process writes its last words twice: bare to its standard error, and to the system's log with its number. The
//! number tells, when xcodebuild names the dead processes at the end, whose words they were.

use std::collections::VecDeque;

use super::xcodebuild::clipped;
use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::scan::whole_number;
use crate::recognize::runners::apple::shared::runtime::{Fatal, log_message};

/// Of how many processes the last words are held; the oldest are forgotten.
const HELD: usize = 16;

/// The last words of several processes, oldest first.
#[derive(Debug, Default)]
pub(super) struct LastWords(VecDeque<Words>);

/// The last words of one process.
#[derive(Debug)]
pub(super) struct Words {
    /// The whole line, the log's if there is one.
    line: String,
    /// From `Fatal error` on.
    pub message: String,
    place: Option<(String, u64)>,
    process: Option<u64>,
}

impl LastWords {
    /// A line of last words, bare or from the log.
    pub(super) fn add(&mut self, fatal: &Fatal<'_>, text: &str) {
        let process = log_message(text).and_then(|_| process(text));
        let line = clipped(text).to_owned();
        let message = clipped(fatal.message);
        if let Some(last) = self.0.back_mut()
            && last.process.is_none()
            && process.is_some()
            && last.message == message
        {
            last.line = line;
            last.process = process;
            return;
        }
        if self.0.len() >= HELD {
            self.0.pop_front();
        }
        let place = fatal.place.and_then(|place| Some((clipped(place.file).to_owned(), place.line?)));
        self.0.push_back(Words { line, message: message.to_owned(), place, process });
    }

    /// The words of this process; failing that, the oldest of nobody known.
    pub(super) fn take(&mut self, process: Option<u64>) -> Option<Words> {
        let own = self.0.iter().position(|words| process.is_some() && words.process == process);
        let at =
            own.or_else(|| self.0.iter().position(|words| words.process.is_none() || process.is_none()))?;
        self.0.remove(at)
    }
}

impl Words {
    /// Adds them to the open block.
    pub(super) fn tell(&self, sink: &mut dyn Sink) {
        sink.emit(Event::Decoded { part: Part::Why, text: &self.line });
        if let Some((file, line)) = &self.place {
            sink.emit(Event::At { place: Place { file, line: Some(*line) }, better: false });
        }
        sink.emit(Event::Message(&self.message));
    }
}

/// The process in `2018-11-04 10:33:21.838307-0800 App[30007:2321848] `.
fn process(text: &str) -> Option<u64> {
    let (_, ids) = text.split_once("] ")?.0.rsplit_once('[')?;
    whole_number(ids.split(':').next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> LastWords {
        let mut words = LastWords::default();
        for line in lines {
            words.add(&Fatal::read(line).unwrap(), line);
        }
        words
    }

    #[test]
    fn both_copies_are_one_and_belong_to_the_process_of_the_log() {
        let bare = "Fatal error: a: file /A.swift, line 3";
        let logged = |process: u32| format!("2018-11-04 10:33:21.8-0800 App[{process}:9] {bare}");
        let mut words = heard(&[bare, &logged(7), bare, &logged(8), "Fatal error: b: file /B.swift, line 4"]);
        let mut take = |process| words.take(process).map(|words| words.line);
        assert_eq!(take(Some(8)), Some(logged(8)));
        assert_eq!(take(Some(9)), Some("Fatal error: b: file /B.swift, line 4".to_owned()));
        assert_eq!(take(Some(9)), None);
        assert_eq!(take(None), Some(logged(7)));
    }
}
