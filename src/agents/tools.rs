//! The tools that have a link, and the calls of them that run tests or builds.

/// The names of all links.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

/// A tool with a link.
#[derive(Debug)]
struct Tool {
    name: &'static str,
}

/// All of them, in order of their names.
const TOOLS: &[Tool] = &[Tool { name: "cargo" }, Tool { name: "npm" }, Tool { name: "pytest" }];
