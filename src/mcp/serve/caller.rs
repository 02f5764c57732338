//! Who calls, and how much of one answer it takes.

use crate::budget::{Fit, Limits};

/// What a caller takes that is not known: bytes and lines of one answer.
const ANYBODY: Fit =
    Fit { bytes: Some(50_000), lines: Some(2000), source: "the least that is usual", ..Fit::ANY };

/// The ceiling of a client, by the name that it gives itself.
pub(super) fn ceiling(client: Option<&str>) -> Fit {
    let name = client.unwrap_or_default().to_ascii_lowercase();
    let known = [("claude", "claude-code"), ("codex", "codex"), ("gemini", "gemini-cli")];
    let fit = known.into_iter().find(|(part, _)| name.contains(part)).and_then(|(_, fit)| Fit::named(fit));
    fit.unwrap_or(ANYBODY)
}

/// The lower of two ceilings.
pub(super) fn lower(limits: Limits, fits: &[Fit]) -> (Limits, Option<u64>) {
    let limits = fits.iter().fold(limits, |limits, fit| fit.lower(limits));
    (limits, fits.iter().filter_map(|fit| fit.bytes).min())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Mode;

    #[test]
    fn a_client_is_known_by_its_name_and_nobody_gets_all() {
        assert_eq!(ceiling(Some("codex-mcp-client")).name, "codex");
        assert_eq!(ceiling(Some("claude-code")).name, "claude-code");
        let (limits, bytes) = lower(Mode::Verbose.limits(), &[ceiling(None)]);
        assert_eq!((limits.chars, limits.lines, bytes), (50_000, 2000, Some(50_000)));
        let (limits, _) = lower(Mode::Standard.limits(), &[ceiling(Some("x")), ceiling(Some("codex"))]);
        assert_eq!((limits.chars, limits.lines), (10_000, 800));
    }
}
