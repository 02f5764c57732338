//! Single lines of RSpec: headers, numbered headings, totals, the closing list.
//!
//! Source: rspec-core 3, `formatters/base_text_formatter.rb`, `notifications.rb`, `exception_presenter.rb`.

use crate::budget::Count as _;
use crate::event::{Place, Totals};
use crate::recognize::kit::hspec::is_hspecs;
use crate::recognize::kit::scan;

/// The longest description, in bytes.
const LONGEST: usize = 4096;

/// Reads `  12) description`: the number and the description. RSpec indents by two blanks.
pub(super) fn heading(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text.strip_prefix("  ")?)?;
    let description = rest.strip_prefix(") ")?.trim_end();
    (!description.is_empty() && description.len() <= LONGEST).then_some((number, description))
}

/// Whether a line at the margin is one of RSpec's own, which ends a list.
pub(super) fn is_own(text: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "Finished in ",
        "Failures:",
        "Pending:",
        "Failed examples:",
        "Top ",
        "Randomized with seed ",
        "Run options:",
        "An error occurred ",
        "No examples found.",
    ];
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) || sum(text).is_some()
}

/// Reads `Finished in 0.05 seconds (files took 0.1 seconds to load)`, or what only RSpec before 3.0 and Crystal print.
pub(super) fn is_finished(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("Finished in ").map(str::trim_end) else { return false };
    rest.contains(" (files took ") && rest.ends_with(" to load)") || is_duration(rest)
}

/// `1.5 seconds` or `2 minutes 3.25 seconds` of RSpec, `3.2 milliseconds` or `1:02 minutes` of Crystal.
fn is_duration(text: &str) -> bool {
    let seconds = text.split_once(" minute").filter(|(minutes, _)| scan::whole_number(minutes).is_some());
    let text = match seconds {
        Some((_, "" | "s")) => return true,
        Some((_, rest)) => rest.trim_start_matches('s').trim_start(),
        None => text,
    };
    let Some((time, unit)) = text.split_once(' ') else { return false };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match unit {
        "seconds" | "second" => {
            let (whole, decimals) = time.split_once('.').unwrap_or((time, "0"));
            digits(whole) && digits(decimals) && (seconds.is_some() || !is_hspecs(text))
        }
        "milliseconds" | "microseconds" => time.split('.').all(digits),
        "minutes" | "hours" => time.contains(':') && time.split(':').all(digits),
        _ => false,
    }
}

/// What RSpec's last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) examples: u64,
    pub(super) failures: u64,
    pub(super) pending: u64,
    /// Errors outside of examples.
    pub(super) errors: u64,
}

impl Sum {
    /// The sums of two processes.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            examples: self.examples.saturating_add(other.examples),
            failures: self.failures.saturating_add(other.failures),
            pending: self.pending.saturating_add(other.pending),
            errors: self.errors.saturating_add(other.errors),
        }
    }

    pub(super) fn totals(self) -> Totals {
        let passed = self.examples.saturating_sub(self.failures).saturating_sub(self.pending);
        Totals {
            passed: Some(passed),
            failed: Some(self.failures),
            errors: Some(self.errors),
            skipped: Some(self.pending),
            other: None,
            total: Some(self.examples.saturating_add(self.errors)),
        }
    }
}

/// Reads `171 examples, 3 failures, 2 pending, 1 error occurred outside of examples`.
pub(super) fn sum(text: &str) -> Option<Sum> {
    let mut parts = text.trim_end().split(", ");
    let (examples, word) = scan::number(parts.next()?)?;
    if !matches!(word, " examples" | " example") {
        return None;
    }
    let (failures, word) = scan::number(parts.next()?)?;
    if !matches!(word, " failures" | " failure") {
        return None;
    }
    let mut sum = Sum { examples, failures, ..Sum::default() };
    for part in parts {
        match scan::number(part)? {
            (number, " pending" | " pendings") => sum.pending = number,
            // Crystal tells failed expectations from exceptions; both are in its list of failures.
            (number, " errors" | " error") => sum.failures.up(number),
            (number, " error occurred outside of examples" | " errors occurred outside of examples") => {
                sum.errors = number;
            }
            _ => return None,
        }
    }
    Some(sum)
}

/// Reads `An error occurred while loading ./spec/a_spec.rb.` and its like: what the error is about.
pub(super) fn outside(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("An error occurred ")?.trim_end();
    if let Some(file) = rest.strip_prefix("while loading ") {
        // A file that is not found is followed by others that are spelled alike.
        let file = scan::split_once(file, ". - ").map_or(file, |(file, _)| file);
        return Some(file.strip_suffix('.').unwrap_or(file)).filter(|file| !file.is_empty());
    }
    let hook = rest.strip_prefix("in an ").or_else(|| rest.strip_prefix("in a "))?;
    let hook = hook.strip_suffix('.').unwrap_or(hook);
    hook.contains("hook").then_some(hook)
}

/// Reads `rspec ./spec/a_spec.rb:102 # description` of the closing list; Crystal's begins with `crystal spec`.
pub(super) fn listed(text: &str) -> Option<(Place<'_>, &str)> {
    let rest = text.strip_prefix("rspec ").or_else(|| text.strip_prefix("crystal spec "))?;
    let (what, description) = scan::split_once(rest, " # ")?;
    let what = what.trim().trim_matches('\'');
    let file = what.split_once('[').map_or(what, |(file, _)| file);
    let place = match scan::place(file) {
        Some((place, _)) => place,
        None => Place { file, line: None },
    };
    (!file.is_empty() && !description.is_empty()).then_some((place, description.trim_end()))
}

/// Reads a frame `# ./spec/a_spec.rb:103:in ...` without its indentation.
pub(super) fn frame(content: &str) -> Option<Place<'_>> {
    let (place, _) = scan::place(content.strip_prefix("# ")?.trim_start())?;
    let name = place.file.rsplit('/').next().unwrap_or(place.file);
    (name.contains('.') && !place.file.starts_with('<')).then_some(place)
}

/// Whether a frame is in a gem, or in Ruby itself.
pub(super) fn is_foreign(file: &str) -> bool {
    ["/gems/", "/vendor/bundle/", "/lib/ruby/", "/rubygems/", "/bin/"].iter().any(|part| file.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_read_strictly() {
        assert_eq!(
            sum("171 examples, 3 failures, 2 pending, 1 error occurred outside of examples"),
            Some(Sum { examples: 171, failures: 3, pending: 2, errors: 1 })
        );
        assert_eq!(sum("1 example, 0 failures"), Some(Sum { examples: 1, ..Sum::default() }));
        assert_eq!(sum("12 examples, 3 failures (pretend)"), None);
        assert_eq!(sum("12 examples of failures"), None);
    }

    #[test]
    fn the_time_of_rspec_before_3_is_reported_from_hspecs() {
        for text in [
            "Finished in 0.001 seconds",
            "Finished in 57.28 seconds",
            "Finished in 3 seconds",
            "Finished in 1 minute 44.48 seconds",
            "Finished in 2 minutes 3.0412 seconds",
            "Finished in 1 minute",
            "Finished in 1.75 milliseconds",
            "Finished in 1:02 minutes",
            "Finished in 0.0512 seconds (files took 0.1 seconds to load)",
        ] {
            assert!(is_finished(text), "{text}");
        }
        for text in
            ["Finished in 0.0512 seconds", "Finished in 0.2 seconds (0.1s async)", "Finished in a minute"]
        {
            assert!(!is_finished(text), "{text}");
        }
        assert!(is_hspecs("0.0512 seconds") && !is_hspecs("0.051 seconds"));
    }

    #[test]
    fn crystals_errors_are_failures() {
        let read = sum("5 examples, 1 failures, 2 errors, 1 pending");
        assert_eq!(read, Some(Sum { examples: 5, failures: 3, pending: 1, errors: 0 }));
    }

    #[test]
    fn an_error_outside_of_examples_names_a_file_or_a_hook() {
        assert_eq!(outside("An error occurred while loading ./spec/a_spec.rb."), Some("./spec/a_spec.rb"));
        assert_eq!(
            outside("An error occurred while loading ./spec/a_spec.rb. - Did you mean?"),
            Some("./spec/a_spec.rb")
        );
        assert_eq!(
            outside("An error occurred in an `after(:context)` hook."),
            Some("`after(:context)` hook")
        );
        assert_eq!(outside("An error occurred in the engine"), None);
    }

    #[test]
    fn the_closing_list_names_a_place_or_an_example_by_its_numbers() {
        let read = |text| listed(text).map(|(place, name)| (place.file, place.line, name));
        assert_eq!(
            read("rspec ./spec/a_spec.rb:102 # cart is empty"),
            Some(("./spec/a_spec.rb", Some(102), "cart is empty"))
        );
        assert_eq!(
            read("rspec './spec/a_spec.rb[1:2:1]' # cart is empty"),
            Some(("./spec/a_spec.rb", None, "cart is empty"))
        );
        assert_eq!(
            read("crystal spec spec/quay_spec.cr:3 # quay is long"),
            Some(("spec/quay_spec.cr", Some(3), "quay is long"))
        );
        assert_eq!(read("rspec is a tool"), None);
    }
}
