//! haml-lint and slim-lint: `PATH:LINE [W] Rule: message`.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    ["[W] ", "[E] ", "[F] "].iter().any(|grade| printed.message.starts_with(grade))
}
