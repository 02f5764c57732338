//! ktlint, `PATH:LINE:COL: message (rule)`, and detekt, `PATH:LINE:COL: message [Rule]`, on Kotlin's files.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.is_in(&["kt", "kts"])
        && printed.column.is_some()
        && !printed.is_severe()
        && ends_in_rule(printed.message)
}

/// Whether a message ends with its rule: `(standard:indent)` of ktlint, `[MagicNumber]` of detekt.
fn ends_in_rule(message: &str) -> bool {
    let named = |open: &str, close: char| message.strip_suffix(close).and_then(|rest| rest.rsplit_once(open));
    let rule = |rule: &str| {
        !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":-_".contains(&byte))
    };
    named(" (", ')').or_else(|| named(" [", ']')).is_some_and(|(_, name)| rule(name))
}
