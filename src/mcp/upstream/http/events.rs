//! Server-sent events: the data of each as one line.

use std::io::{self, Read};
use std::time::Duration;

use crate::budget::Count as _;
use crate::mcp::wire::{Got, Lines, Shape, Skim, shape};

/// What is before the data of an event in its line.
const FIELD: &str = "data: ";

/// What came next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The data of an event, on one line.
    Data(String),
    /// A whole message at the end of the stream, whose event has no end.
    Rest(String),
    /// An event that is longer than the bound, and its bytes.
    TooLong(u64),
    /// The end of the stream.
    End,
}

/// Reads events.
#[derive(Debug)]
pub(super) struct Events<R> {
    lines: Lines<R>,
    data: String,
    /// The id of the event that is being read, and of the last whole event that had one.
    id: Option<String>,
    last_id: Option<String>,
    /// How long the server wants to be left alone before the stream is asked for again.
    retry: Option<Duration>,
    /// Events that are whole.
    whole: u64,
    /// What was skimmed of an event that is too long.
    skim: Skim,
    ended: bool,
}

impl<R: Read> Events<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
            data: String::new(),
            id: None,
            last_id: None,
            retry: None,
            whole: 0,
            skim: Skim::default(),
            ended: false,
        }
    }

    /// The id of the last whole event that had one.
    pub(super) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long the server wants to be left alone before the stream is asked for again.
    pub(super) const fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// How many events were whole.
    pub(super) const fn whole(&self) -> u64 {
        self.whole
    }

    /// What was skimmed of the event that is too long.
    pub(super) fn skim(&self) -> &Skim {
        &self.skim
    }

    /// The next event, if its data has no more than `most` bytes.
    pub(super) fn next(&mut self, most: usize) -> io::Result<Event> {
        while !self.ended {
            let line = match self.lines.next(most.saturating_add(FIELD.len()))? {
                Got::Line(line) => line,
                Got::Rest(rest) => rest,
                Got::TooLong(skim, bytes) => {
                    self.skim = skim.clone();
                    self.data.clear();
                    let field = u64::try_from(FIELD.len()).unwrap_or(0);
                    return Ok(Event::TooLong(bytes.saturating_sub(field)));
                }
                Got::End => {
                    self.ended = true;
                    break;
                }
            };
            let text = String::from_utf8_lossy(line);
            let text = text.trim_end_matches(['\n', '\r']);
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            if text.is_empty() {
                if self.id.is_some() || !self.data.is_empty() {
                    self.whole.up(1);
                }
                self.last_id = self.id.take().or_else(|| self.last_id.take());
                if !self.data.is_empty() {
                    return Ok(Event::Data(std::mem::take(&mut self.data)));
                }
                continue;
            }
            let (field, value) = text.split_once(':').unwrap_or((text, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "data" if self.data.len().saturating_add(value.len()) > most => {
                    self.skim = Skim::of(self.data.as_bytes());
                    self.skim.feed(value.as_bytes());
                    let bytes =
                        u64::try_from(self.data.len().saturating_add(value.len())).unwrap_or(u64::MAX);
                    self.data.clear();
                    return Ok(Event::TooLong(bytes));
                }
                // Data on several lines is one value, whose line ends are blanks to JSON.
                "data" => {
                    if !self.data.is_empty() {
                        self.data.push(' ');
                    }
                    self.data.push_str(value);
                }
                "id" => self.id = Some(value.to_owned()).filter(|id| id.len() < 1000 && !id.is_empty()),
                "retry" => self.retry = value.parse().ok().map(Duration::from_millis).or(self.retry),
                _ => {}
            }
        }
        // Half an event is none, but a whole message without the blank line after it is one.
        let rest = std::mem::take(&mut self.data);
        Ok(if matches!(shape(&rest), Shape::One(_) | Shape::Batch(_)) {
            Event::Rest(rest)
        } else {
            Event::End
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, most: usize) -> Vec<String> {
        let mut events = Events::new(text.as_bytes());
        let mut got = Vec::new();
        loop {
            got.push(match events.next(most).unwrap() {
                Event::Data(data) | Event::Rest(data) => data,
                Event::TooLong(bytes) => {
                    format!(
                        "{bytes} bytes, {:?}",
                        events.skim().found().first().and_then(|found| found.id.clone())
                    )
                }
                Event::End => return got,
            });
        }
    }

    #[test]
    fn the_data_of_an_event_is_one_line() {
        let text =
            ": hi\n\nevent: message\nid: 7\ndata: {\"a\":\ndata: 1}\n\nretry: 5\r\n\r\ndata:[]\r\n\r\n";
        assert_eq!(all(text, 100), ["{\"a\": 1}", "[]"]);
        let mut events = Events::new(text.as_bytes());
        events.next(100).unwrap();
        assert_eq!(events.last_id(), Some("7"));
        events.next(100).unwrap();
        assert_eq!(events.retry(), Some(Duration::from_millis(5)));
    }

    #[test]
    fn the_id_of_half_an_event_is_not_that_of_a_whole_one() {
        let mut events = Events::new("id: a\nretry: 50\ndata:\n\nid: b\ndata: {\"a\":1}".as_bytes());
        assert_eq!(events.next(100).unwrap(), Event::Rest("{\"a\":1}".to_owned()));
        assert_eq!((events.last_id(), events.whole()), (Some("a"), 1));
    }

    #[test]
    fn half_an_event_at_the_end_is_none_and_a_whole_message_is_one() {
        assert_eq!(all("data: {\"a\":1", 100), [""; 0]);
        assert_eq!(all("data: {\"a\":1}", 100), ["{\"a\":1}"]);
        assert_eq!(all("data: {\"a\":1}\n", 100), ["{\"a\":1}"]);
    }

    #[test]
    fn an_event_that_is_too_long_is_known_by_its_id() {
        let long = format!("data: {{\"id\":5,\"result\":\"{}\"}}\n\ndata: []\n\n", "x".repeat(200));
        assert_eq!(all(&long, 100), ["220 bytes, Some(\"5\")", "[]"]);
        let split = format!("data: {{\"id\":6,\"result\":\ndata: \"{}\"}}\n\n", "x".repeat(90));
        assert_eq!(all(&split, 100), ["110 bytes, Some(\"6\")"]);
    }
}
