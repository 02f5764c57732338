//! Which packages' builds are explained by messages that were read.
//!
//! `FAIL pkg [build failed]` follows from the compiler's messages, of that package or of one that it imports. Here it is
//! followed, without telling anything, whether messages were recognised below the package's own header: what nobody
//! explained (a linker's message in an unknown form) is a failure of its own.

use crate::event::{Event, Sink};

use super::diagnostic::{Diagnostics, Origin, header};

/// The most packages that are remembered.
const PACKAGES: usize = 1024;

/// Follows headers and messages.
#[derive(Debug, Default)]
pub struct Builds {
    messages: Diagnostics,
    any: bool,
    package: String,
    explained: bool,
    unexplained: Vec<Box<str>>,
}

struct Nobody {
    heard: bool,
}

impl Sink for Nobody {
    fn emit(&mut self, event: Event<'_>) {
        self.heard |= matches!(event, Event::BlockOpened(_));
    }
}

impl Builds {
    /// Whether the line begins a package's messages.
    pub fn begins(text: &str) -> bool {
        text.starts_with("# ") && header(text).is_some()
    }

    /// Whether the next lines matter.
    pub fn waits(&self) -> bool {
        self.messages.waits()
    }

    /// Reads a line.
    #[inline(never)]
    pub fn line(&mut self, text: &str) {
        if let Some(header) = header(text).and_then(|header| header.strip_prefix("# ")) {
            self.next_package();
            self.package.push_str(crate::text::head(header.split(' ').next().unwrap_or(header), 256));
        }
        let mut nobody = Nobody { heard: false };
        self.messages.line(text, Origin::Line, &mut nobody);
        self.explained |= nobody.heard;
        self.any |= nobody.heard;
    }

    fn next_package(&mut self) {
        if !self.package.is_empty() && !self.explained && self.unexplained.len() < PACKAGES {
            self.unexplained.push(self.package.as_str().into());
        }
        self.package.clear();
        self.explained = false;
    }

    /// Whether the failed build of a package is reported by messages.
    pub fn explains(&mut self, package: &str) -> bool {
        self.next_package();
        self.any && !self.unexplained.iter().any(|each| **each == *package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explains(text: &str, package: &str) -> bool {
        let mut builds = Builds::default();
        text.lines().for_each(|line| builds.line(line));
        builds.explains(package)
    }

    #[test]
    fn a_build_is_explained_by_messages_of_the_package_or_of_another_one() {
        assert!(explains("# a.com/b\nb.go:1:2: no", "a.com/b"));
        assert!(explains("# a.com/b\nb.go:1:2: no", "a.com/importer"));
    }

    #[test]
    fn a_build_is_not_explained_by_nothing_or_by_a_header_with_unknown_text() {
        assert!(!explains("", "a.com/b"));
        assert!(!explains("# a.com/x\nx.go:1:2: no\n# a.com/b\nthe linker gave up", "a.com/b"));
    }
}
