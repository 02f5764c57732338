//! sorbet: a message on a file of Ruby that ends with its page.

use super::printed::Printed;

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    printed.place.file.ends_with(".rb")
        && printed.message.rsplit_once(' ').is_some_and(|(_, page)| page.starts_with("https://srb.help/"))
}
