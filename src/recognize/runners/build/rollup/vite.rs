//! Vite's build: `error during build:`, and what went wrong below it, in words of Rollup's, of a plugin's or of esbuild's.
//! `✓ built in 4.02s` as the last word says that all went well.

use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

use super::lines;
use super::trouble::Trouble;
use crate::recognize::runners::build::shared::esbuild_lines::lists;

/// What announces an error.
const BEGINS: &str = "error during build:";
/// The most lines of a list of esbuild's.
const LIST_LINES: u32 = 40;

/// Vite.
#[derive(Debug, Default)]
pub struct Vite {
    /// The line before announced an error.
    begun: bool,
    /// What printed that the build failed, as long as nothing printed why.
    failed: Option<String>,
    /// Lines of a list of esbuild's that were read.
    listed: Option<u32>,
    error: Option<Trouble>,
    /// Modules were transformed: a build may end.
    transformed: bool,
    good: GoodEnd,
}

impl Recognizer for Vite {
    fn runner(&self) -> Runner {
        Runner("vite")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "error during build:",
                "\u{2717} Build failed in ",
                "x Build failed in ",
                "\u{2713} built in ",
                "\u{221a} built in ",
                "built in ",
            ],
            // No pass, but the end tells what the beginning cannot.
            passes: &[PassShape { start: "", end: " modules transformed." }],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let waits = self.begun || self.failed.is_some() || self.listed.is_some() || self.error.is_some();
        let waits = waits || self.good.is_at();
        if waits { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.ends_with(" modules transformed.") {
            self.transformed = true;
        } else if lines::built(text) {
            self.close(sink);
            if std::mem::take(&mut self.transformed) {
                self.good.say();
            }
            return Seen::Mine(Class::Totals);
        }
        if !lines::is_below_built(text.trim_start()) {
            self.good.line(text);
        }
        if text == BEGINS {
            self.failed = None;
            self.close(sink);
            self.begun = true;
            return Seen::Mine(Class::Noise);
        }
        if lines::failed(text) {
            self.close(sink);
            // Why it failed is reported after it.
            self.failed = Some(text.to_owned());
            return Seen::Mine(Class::Totals);
        }
        if self.begun {
            return self.begin(text);
        }
        if let Some(lines) = self.listed {
            self.listed = Some(lines.saturating_add(1));
            if text.is_empty() || text.starts_with("    at ") || lines > LIST_LINES {
                self.close(sink);
            }
            return Seen::No;
        }
        if self.failed.is_some() && !text.is_empty() {
            self.close(sink);
        }
        let Some(error) = &mut self.error else { return Seen::No };
        if let Some(seen) = error.line(text, sink) {
            return seen;
        }
        self.close(sink);
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.good.end(sink);
    }
}

impl Vite {
    /// The first line of an error.
    fn begin(&mut self, text: &str) -> Seen {
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.begun = false;
        if lists(text) {
            // Its errors are reported by esbuild's own recognizer.
            self.listed = Some(0);
            return Seen::No;
        }
        self.error = Some(Trouble::new(text, text));
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        let unsaid = std::mem::take(&mut self.begun) || self.listed.take().is_some();
        let unsaid = unsaid.then(|| BEGINS.to_owned());
        if let Some(name) = self.failed.take().or(unsaid) {
            sink.emit(Event::Consequence { name: name.trim_end_matches(':'), kind: FailureKind::Build });
        }
        if let Some(error) = self.error.take() {
            error.close(sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan;

    fn printed(log: &str) -> String {
        scan::drive(&mut Vite::default(), log).join("\n")
    }

    #[test]
    fn what_went_wrong_is_below_the_announcement() {
        let printed = printed(
            "\u{2717} Build failed in 48ms\nerror during build:\nsrc/a.js (1:15): \"sail\" is not exported\nfile: /h/src/a.js:1:15\n\n\
             1: import\n   ^\n\n    at x (a.js:1:2)\nnpm error\n",
        );
        assert!(
            printed.contains(
                "file: \"src/a.js\", line: Some(1) }, code: \"\", message: \"\\\"sail\\\" is not exported\""
            ),
            "{printed}"
        );
        assert!(printed.contains("1 Mine(Totals) \n") && printed.contains("10 No"), "{printed}");
    }

    #[test]
    fn who_asked_for_a_module_is_its_place() {
        let printed = printed(
            "error during build:\n[vite]: failed to resolve import \"a\" from \"/h/main.js\".\nThis is\n    at x\n",
        );
        assert!(printed.contains("file: \"/h/main.js\", line: None"), "{printed}");
    }

    #[test]
    fn a_list_is_left_to_who_prints_it() {
        let printed =
            printed("error during build:\nError: Build failed with 1 error:\na.js:2:0: ERROR: no\n");
        assert!(printed.contains("2 No \n") && !printed.contains("BlockOpened"), "{printed}");
        assert!(printed.contains("end Consequence"), "{printed}");
    }

    #[test]
    fn a_build_that_ends_with_its_time_passed() {
        let transformed = "\u{2713} 9 modules transformed.\n";
        for end in
            ["", "Done in 6.11s.\n", "\nPWA v0.20.5\nmode      generateSW\nprecache  9 entries (12.34 KiB)\n"]
        {
            assert!(
                printed(&format!("{transformed}\u{2713} built in 4.02s\n{end}"))
                    .contains("SectionEnded(Passed)"),
                "{end}"
            );
        }
        for text in [
            "\u{2713} built in haste\n",
            "\u{2713} built in 4.02s\nthe quay sinks\n",
            "\u{2713} built in 4s\nerror during build:\n",
        ] {
            assert!(!printed(&format!("{transformed}{text}")).contains("SectionEnded(Passed)"), "{text}");
        }
    }

    #[test]
    fn an_announcement_alone_is_a_failure() {
        assert!(printed("error during build:\n").contains("end Consequence"));
    }
}
