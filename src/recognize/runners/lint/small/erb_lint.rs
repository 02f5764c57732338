//! erb-lint, buf and luacheck: `PATH:LINE:COL: message` on files that only they read.

use super::printed::Printed;

/// Endings of files in which a bare message after a place is one of these tools'.
const ALONE: [&str; 5] = ["erb", "proto", "lua", "hs", "lhs"];

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.is_in(&ALONE) && printed.column.is_some() && !printed.is_severe()
}
