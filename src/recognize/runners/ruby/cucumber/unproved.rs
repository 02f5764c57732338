//! What is below steps of Behat's pretty form, which marks no step that failed: an error, when the list at the end has
//! the scenario.

use super::pretty::Reported;

/// The most scenarios, and the most bytes of all their texts, that wait for the list.
const MOST: (usize, usize) = (512, 256 * 1024);

/// What is below a step of a scenario.
#[derive(Debug)]
pub(super) struct Below {
    file: String,
    line: u64,
    /// The scenario's name, the line that heads it, and that of the step.
    pub(super) name: String,
    pub(super) heading: String,
    pub(super) step: String,
    pub(super) lines: Vec<String>,
}

impl Below {
    fn bytes(&self) -> usize {
        let texts = [&self.file, &self.name, &self.heading, &self.step].into_iter().chain(&self.lines);
        texts.map(String::len).sum()
    }
}

/// What is below steps of scenarios that may have failed.
#[derive(Debug, Default)]
pub(super) struct Unproved {
    all: Vec<Below>,
    bytes: usize,
}

/// Whether the line is an argument of a step, or what a hook printed.
fn is_argument(text: &str, quoted: &mut bool) -> bool {
    let bare = text.trim_start();
    let quotes = bare.starts_with("\"\"\"");
    *quoted ^= quotes;
    quotes || *quoted || ["| ", "\u{2502}", "\u{250c}", "\u{2514}"].iter().any(|mark| bare.starts_with(mark))
}

impl Unproved {
    /// Keeps what is below a step, arguments aside.
    pub(super) fn keep(&mut self, reported: &Reported, held: Vec<String>) {
        let mut quoted = false;
        let lines: Vec<String> = held.into_iter().filter(|text| !is_argument(text, &mut quoted)).collect();
        if lines.is_empty() {
            return;
        }
        let Reported { file, line, name, heading, step, .. } = reported;
        let (file, name, heading, step) = (file.clone(), name.clone(), heading.clone(), step.clone());
        let below = Below { file, line: *line, name, heading, step, lines };
        let bytes = self.bytes.saturating_add(below.bytes());
        if self.all.len() < MOST.0 && bytes <= MOST.1 {
            self.bytes = bytes;
            self.all.push(below);
        }
    }

    /// What is below the step of the scenario at this place that was reported last.
    pub(super) fn take(&mut self, file: &str, line: Option<u64>) -> Option<Below> {
        let is = |below: &Below| below.file == file && Some(below.line) == line;
        let last = self.all.iter().rposition(is)?;
        let below = self.all.remove(last);
        self.all.retain(|below| !is(below));
        self.bytes = self.all.iter().map(Below::bytes).sum();
        Some(below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(line: u64) -> Reported {
        let mut reported = Reported::default();
        reported.file.push_str("f.feature");
        reported.line = line;
        reported
    }

    #[test]
    fn what_waits_for_the_list_is_bounded_and_goes_when_it_is_taken() {
        let mut unproved = Unproved::default();
        for line in 0..=u64::try_from(MOST.0).unwrap() {
            unproved.keep(&reported(line), vec!["no".to_owned()]);
        }
        assert_eq!(unproved.all.len(), MOST.0);
        assert!(unproved.take("f.feature", Some(512)).is_none() && unproved.take("g", Some(1)).is_none());
        assert_eq!(unproved.take("f.feature", Some(7)).unwrap().lines, ["no"]);
        assert_eq!(unproved.bytes, (MOST.0 - 1) * "f.featureno".len());
        unproved.keep(&reported(600), vec!["x".repeat(MOST.1)]);
        assert!(unproved.take("f.feature", Some(600)).is_none());
    }
}
