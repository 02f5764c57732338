//! dotenv-linter: `.env:LINE Rule: message`.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.place.file.rsplit('/').next().is_some_and(|name| name.starts_with(".env"))
}
