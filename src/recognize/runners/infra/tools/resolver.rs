//! Resolvers that argue in sentences: poetry's, pub's of Dart, Bundler's and Swift's; and those that head what they found: Bundler's
//! before version 2.4, cabal's and stack's. Also poetry's installer, which heads the error of a package.
//!
//! `Because quay depends on rope ^9.0.0 which does not match any versions, version solving failed.` ends an argument whose other
//! sentences are on the lines above it, some of them numbered. See `PubGrub`'s error reporting. `Bundler could not find compatible
//! versions for gem "quay":` and `cabal: Could not resolve dependencies:` have their arguments below. Poetry: `• Installing quay
//! (0.1.0): Failed`, the class of the error, and its message, each after an empty line.

use crate::event::{Block, Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 300;

/// How poetry says that its lock file is too old.
const STALE: &str = "pyproject.toml changed significantly since poetry.lock was last generated.";

/// The error of poetry's when a package cannot be built.
const BUILD: &str = "ChefBuildError";

/// What heads an argument.
const HEADS: [&str; 9] = [
    "Bundler could not find compatible versions for gem \"",
    "Could not find gem '",
    "Your bundle is locked to ",
    "cabal: Could not resolve dependencies:",
    "Error: cabal: Could not resolve dependencies:",
    "Error: [Cabal-7107]",
    "While constructing the build plan, the following exceptions were encountered:",
    "Error: While constructing the build plan, the following exceptions were encountered:",
    "Error: [S-4804]",
];

/// A resolver.
#[derive(Debug, Default)]
pub struct Resolver(Open);

/// What is open.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// An argument, of which so many lines came.
    Argument(u32),
    /// A package that poetry did not install: the class of the error follows.
    Package(String),
    /// Its message follows.
    Class,
    /// In its message.
    Message(u32),
}

impl Runner for Resolver {
    const SPEC: Spec = Spec {
        name: "resolver",
        reads: "poetry, pub, Bundler, cabal and stack: versions that do not go together",
        starts: &[
            "Because ",
            "So, because ",
            "Thus, because ",
            "And because ",
            "So, ",
            "Thus, ",
            "version solving",
            STALE,
            "Error: pyproject.toml changed ",
            "Bundler could not find compatible versions for gem ",
            "Could not find gem '",
            "Your bundle is locked to ",
            "cabal: Could not resolve dependencies:",
            "Error: cabal: Could not resolve dependencies:",
            "Error: [Cabal-7107]",
            "While constructing the build plan",
            "Error: While constructing the build plan",
            "Error: [S-4804]",
            "\u{2022} Installing ",
            "\u{2022} Updating ",
            "- Installing ",
            "- Updating ",
            BUILD,
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.0, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let whole = line.judged().trim_end();
        let text = whole.trim();
        if let Some(seen) = self.inside(whole, run) {
            return seen;
        }
        if HEADS.iter().any(|head| text.starts_with(head)) {
            let name = head(text.trim_end_matches(':'), NAME_BYTES);
            self.0 = Open::Argument(0);
            let seen = run.fail_whole(name, FailureKind::Build);
            run.message(name);
            return seen;
        }
        if text == BUILD && whole.starts_with("  ") {
            // The line with the package is not in the log.
            self.0 = Open::Class;
            return run.fail_whole(text, FailureKind::Build);
        }
        if let Some(package) = not_installed(text) {
            self.0 = Open::Package(head(package, NAME_BYTES).to_owned());
            return Seen::Mine(Class::Detail);
        }
        let ends = text.strip_suffix('.').is_some_and(|printed| {
            printed.ends_with("version solving failed") || printed.ends_with("version solving has failed")
        });
        // poetry refuses to install by a lock file that is older than what was asked for.
        let stale = text.strip_prefix("Error: ").unwrap_or(text).starts_with(STALE);
        if !ends && !stale {
            return Seen::No;
        }
        let name = head(text, NAME_BYTES);
        let seen = run.fail_whole(name, FailureKind::Build);
        run.message(name);
        run.emit(Event::LastLines { since: 0, until: None });
        run.close();
        seen
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let Open::Package(name) = &self.0 {
            unexplained(name, run);
        }
    }
}

impl Resolver {
    /// A line below a heading.
    fn inside(&mut self, whole: &str, run: &mut Run<'_>) -> Option<Seen> {
        let text = whole.trim();
        match std::mem::take(&mut self.0) {
            Open::Nothing => return None,
            Open::Argument(lines) if lines < MESSAGE_LINES && argues(whole) => {
                if !text.is_empty() {
                    run.text(Part::Why);
                }
                self.0 = Open::Argument(lines.saturating_add(1));
            }
            Open::Package(package) if text.is_empty() => self.0 = Open::Package(package),
            Open::Package(package) if whole.starts_with("  ") && is_class(text) => {
                run.fail_whole(&format!("{package}: {text}"), FailureKind::Build);
                self.0 = Open::Class;
            }
            // Another package is installed beside it.
            Open::Package(package) if text.contains(" Installing ") || text.contains(" Updating ") => {
                self.0 = Open::Package(package);
            }
            Open::Class if text.is_empty() => self.0 = Open::Class,
            Open::Class => {
                run.why(text);
                self.0 = Open::Message(0);
            }
            Open::Message(lines) if lines < MESSAGE_LINES && (text.is_empty() || whole.starts_with("  ")) => {
                let frames = lines > 0 && text.starts_with("at ");
                if frames {
                    run.close();
                    return Some(Seen::Mine(Class::Detail));
                }
                if !text.is_empty() {
                    run.text(Part::Why);
                }
                self.0 = Open::Message(lines.saturating_add(1));
            }
            Open::Package(package) => {
                unexplained(&package, run);
                return None;
            }
            Open::Argument(_) | Open::Message(_) => {
                run.close();
                return None;
            }
        }
        Some(Seen::Mine(if text.is_empty() { Class::Noise } else { Class::Detail }))
    }
}

/// A package was not installed, and its error did not come.
fn unexplained(name: &str, run: &mut Run<'_>) {
    run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
    run.emit(Event::BlockClosed);
}

/// Whether a line belongs to the argument above it.
fn argues(whole: &str) -> bool {
    const GOES_ON: [&str; 9] = [
        "Could not find gem '",
        "Could not resolve dependencies:",
        "This Gemfile requires a different version of Bundler.",
        "Perhaps you need to update Bundler ",
        "The source contains ",
        "Running `bundle update` ",
        "In the dependencies for ",
        "After searching the rest of the dependency tree ",
        "Some different approaches to resolving this:",
    ];
    whole.is_empty()
        || whole.starts_with([' ', '\t', '['])
        || GOES_ON.iter().any(|start| whole.starts_with(start))
}

/// Reads the package of `• Installing quay (0.1.0): Failed`.
fn not_installed(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("\u{2022} ").or_else(|| text.strip_prefix("- "))?;
    let package = rest.strip_prefix("Installing ").or_else(|| rest.strip_prefix("Updating "))?;
    package.strip_suffix(": Failed").filter(|package| package.contains(" (") && package.ends_with(')'))
}

/// Whether the text is the class of an error.
fn is_class(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
