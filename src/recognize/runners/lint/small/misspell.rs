//! misspell: `PATH:LINE:COL: "x" is a misspelling of "y"`.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.message.contains(" is a misspelling of ")
}
