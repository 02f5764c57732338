//! fasterer: `PATH:LINE X is slower than Y.`

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.message.contains(" is slower than ")
}
