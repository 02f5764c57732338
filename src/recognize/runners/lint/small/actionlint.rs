//! actionlint: `PATH:LINE:COL: message [rule]`.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.is_in(&["yml", "yaml"])
        && printed.column.is_some()
        && printed.message.strip_suffix(']').is_some_and(|rest| rest.contains(" ["))
}
