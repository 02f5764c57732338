//! pytest's node ids, and what its outcomes mean.

use crate::event::FailureKind;
use crate::recognize::documents::failure::Name;

/// Splits `tests/test_a.py::TestA::test_b[x::y]` before the test; parameters may hold anything.
pub fn name(node: &str) -> Name {
    if node.trim().is_empty() {
        return Name::bare("pytest");
    }
    let plain = node.find("::").and_then(|first| {
        let rest = node.get(first..)?;
        Some(first.saturating_add(rest.find(['[', '(']).unwrap_or(rest.len())))
    });
    let split = plain.and_then(|end| node.get(..end)).and_then(|plain| plain.rfind("::"));
    match split.and_then(|at| Some((node.get(..at)?, node.get(at.saturating_add(2)..)?))) {
        Some((module, test)) if !test.is_empty() => Name::new(module, "::", test),
        _ => Name::bare(node),
    }
}

/// A failure by the phase it happened in.
pub fn kind(phase: &str) -> FailureKind {
    match phase {
        "setup" | "teardown" => FailureKind::Setup,
        "collect" => FailureKind::Collection,
        _ => FailureKind::Test,
    }
}

/// What an exit status of pytest says beside its tests, `None` when the tests say it all.
pub fn trouble(status: u64) -> Option<&'static str> {
    match status {
        0 | 1 | 5 => None,
        2 => Some("the session was interrupted"),
        3 => Some("internal error"),
        4 => Some("usage error"),
        _ => Some("the session ended with an unknown status"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_split_before_its_test_whatever_its_parameters() {
        assert_eq!(name("a/t.py::test_b"), Name::new("a/t.py", "::", "test_b"));
        assert_eq!(name("a/t.py::C::test_b[x::y-[1]]"), Name::new("a/t.py::C", "::", "test_b[x::y-[1]]"));
        assert_eq!(name("a/t.py"), Name::bare("a/t.py"));
        assert_eq!(name(""), Name::bare("pytest"));
    }
}
