//! vulture: `PATH:LINE: unused x (90% confidence)`.

use super::printed::Printed;
use crate::recognize::kit::scan;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.is_in(&["py"]) && printed.column.is_none() && is_dead(printed.message)
}

/// Whether vulture prints this of a line: `unused import 'os' (90% confidence)`, with the number of lines when it sorts by it.
fn is_dead(message: &str) -> bool {
    let dead = ["unused ", "unreachable ", "unsatisfiable ", "redundant "];
    let sure = message.rsplit_once(" (").and_then(|(_, sure)| sure.split_once("% confidence"));
    dead.iter().any(|word| message.starts_with(word))
        && sure.is_some_and(|(percent, rest)| {
            scan::whole_number(percent).is_some() && (rest == ")" || rest.starts_with(", "))
        })
}
