//! next build, after the compiler: pages that cannot be rendered, data that cannot be collected.
//!
//! `Error occurred prerendering page "/quay". Read more: ...` is above the exception of each such page; a list of them
//! (`> Export encountered errors on following paths:`, or `Export encountered an error on /quay/page: /quay, exiting the build.`) and
//! the words of the worker follow. `> Build error occurred` has the last exception below it, whose cause is above. What
//! the compiler says is webpack's. The table of routes is the last thing that a good build prints. Source: Next's
//! `build/index.ts`, `export/index.ts`, `export/worker.ts`.

use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;

/// What the lines below are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    #[default]
    Nothing,
    /// The exception of a page, of which so many lines came.
    Page(u32),
    /// `> Build error occurred` was the line before.
    Error,
    /// The list of paths.
    Paths,
}

/// next build.
#[derive(Debug, Default)]
pub struct NextBuild {
    below: Below,
    /// A build runs.
    building: bool,
    /// Something failed.
    failed: bool,
}

impl Runner for NextBuild {
    const SPEC: Spec = Spec {
        name: "next build",
        reads: "next build: pages that cannot be rendered or collected",
        starts: &[
            "\u{25b2} Next.js ",
            "> next build",
            "$ next build",
            "Error occurred prerendering page ",
            "Export encountered ",
            "> Export encountered errors on following paths:",
            "> Build error occurred",
            "Build error occurred",
            "Error: Failed to collect page data for ",
            "[Error: Failed to collect page data for ",
            "\u{2a2f} Next.js build worker exited with code: ",
            "Next.js build worker exited with code: ",
            "Route (",
            "Page  ",
            "info  - Creating an optimized production build",
            "Creating an optimized production build",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.below != Below::Nothing
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        match std::mem::take(&mut self.below) {
            Below::Page(lines) => {
                if let Some(seen) = self.page(lines, bare, run) {
                    return seen;
                }
            }
            Below::Error if bare.is_empty() => {
                self.below = Below::Error;
                return Seen::No;
            }
            // The bundler's errors follow, each with its place.
            Below::Error
                if bare.trim_start_matches('[').starts_with("Error: Turbopack build failed with ") =>
            {
                return Seen::No;
            }
            Below::Error => {
                let printed =
                    bare.strip_prefix('[').map_or(bare, |rest| rest.split("] {").next().unwrap_or(rest));
                self.consequence(printed.trim_end_matches(']'), run);
                return Seen::Mine(Class::Detail);
            }
            Below::Paths if text.starts_with(['\t', ' ']) && bare.starts_with('/') => {
                self.below = Below::Paths;
                return Seen::Mine(Class::Detail);
            }
            Below::Paths | Below::Nothing => {}
        }
        self.alone(text, bare, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.below == Below::Error {
            self.consequence("Build error occurred", run);
        }
    }
}

impl NextBuild {
    fn alone(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        if let Some(page) =
            bare.strip_prefix("Error occurred prerendering page \"").and_then(|rest| rest.split_once('"'))
        {
            let name = format!("prerendering page {}", head(page.0, NAME_BYTES));
            (self.below, self.failed) = (Below::Page(0), true);
            return run.fail_whole(&name, FailureKind::Build);
        }
        let exported = bare.starts_with("Export encountered an error on ");
        let worker = bare.trim_start_matches(['\u{2a2f}', ' ']);
        let died = worker
            .strip_prefix("Next.js build worker exited with code: ")
            .is_some_and(|code| !code.starts_with('0'));
        let data = bare.strip_prefix("Error: ").or_else(|| bare.strip_prefix("[Error: "));
        let data = data.filter(|printed| printed.starts_with("Failed to collect page data for "));
        if let Some(printed) = data {
            self.consequence(printed.split(']').next().unwrap_or(printed), run);
        } else if exported || died {
            self.consequence(worker, run);
        } else if bare.trim_start_matches("> ") == "Export encountered errors on following paths:" {
            self.consequence(bare.trim_start_matches("> ").trim_end_matches(':'), run);
            self.below = Below::Paths;
        } else if bare.trim_start_matches("> ") == "Build error occurred" {
            self.below = Below::Error;
        } else if bare.starts_with("\u{25b2} Next.js ")
            || text == "> next build"
            || text == "$ next build"
            || bare.trim_start_matches("info  - ").starts_with("Creating an optimized production build")
        {
            (self.building, self.failed) = (true, false);
            return Seen::Mine(Class::Noise);
        } else if self.building && is_table(bare) && !self.failed {
            // What is before it is reported by others, where it failed.
            self.building = false;
            all_is_well(run);
            return Seen::Inside(Class::Noise);
        } else {
            return Seen::No;
        }
        Seen::Mine(Class::Detail)
    }

    /// What follows from a failure that was reported, or whose reason is above.
    fn consequence(&mut self, name: &str, run: &mut Run<'_>) {
        self.failed = true;
        run.consequence(head(name.trim(), NAME_BYTES), FailureKind::Build);
        run.emit(Event::LastLines { since: 0, until: None });
    }

    /// A line of the exception of a page.
    fn page(&mut self, lines: u32, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        let over = bare.is_empty() && lines > 0
            || lines >= MESSAGE_LINES
            || bare.starts_with("Error occurred prerendering page ")
            || bare.starts_with("Export encountered ")
            || bare.starts_with("> ")
            || bare.starts_with('\u{2a2f}')
            || bare.starts_with("Generating static pages");
        if over {
            run.close();
            return None;
        }
        self.below = Below::Page(lines.saturating_add(1));
        if bare.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        let frame = bare.starts_with("at ");
        if lines == 0 {
            run.message(bare.trim_start_matches('['));
        }
        Some(run.text(if frame { Part::Where } else { Part::Why }))
    }
}

/// Whether the line heads the table of routes, to version 12 that of pages.
fn is_table(bare: &str) -> bool {
    bare.starts_with("Route (") && bare.contains(")  ")
        || bare.starts_with("Page  ") && bare.ends_with("First Load JS")
}
