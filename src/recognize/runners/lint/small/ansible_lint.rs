//! ansible-lint: `PATH:LINE: [rule] message` and `PATH:LINE: rule[tag]: message`.

use super::printed::Printed;
use crate::recognize::kit::lint::finding::code;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.is_in(&["yml", "yaml"])
        && match printed.message.strip_prefix('[') {
            Some(rest) => code(rest).is_some_and(|(_, rest)| rest.starts_with("] ")),
            None => printed
                .message
                .split_once(": ")
                .is_some_and(|(rule, _)| rule.ends_with(']') && rule.contains('[') && !rule.contains(' ')),
        }
}
