//! Commands that an answer offers. Only commands that work at that moment are printed.

use super::view::View;
use crate::budget::Mode;
use crate::settings::Offers;
use crate::text::is_safe;

/// The command that shows what is left out, when there is one: of a snapshot only that, of a file all that a larger mode
/// shows.
#[must_use]
pub fn rest(view: &View, snapshot: Option<&str>) -> Option<String> {
    if let Offers::Calls(tool) = &view.offers {
        return snapshot.map(|id| format!("{tool} {{\"id\":\"{id}\",\"lines\":\"1:\"}}"));
    }
    if let Some(id) = snapshot {
        let from = if view.offers == Offers::Following { " --from 1" } else { "" };
        return Some(format!("weir show {id}{from}"));
    }
    let name = view.input_name.as_deref()?;
    if view.mode == Mode::Verbose {
        return None;
    }
    Some(format!("weir -m verbose {}", quoted(name)?))
}

/// The command that lists the failures that are not in the answer.
#[must_use]
pub fn failures(view: &View, snapshot: Option<&str>) -> Option<String> {
    match (snapshot, &view.offers) {
        (Some(id), Offers::Commands | Offers::Following) => Some(format!("weir show {id} --failures")),
        (Some(id), Offers::Calls(tool)) => Some(format!("{tool} {{\"id\":\"{id}\",\"failures\":true}}")),
        (None, _) => rest(view, None),
    }
}

/// A file name as a shell reads it. `None` for a name with chars that cannot be printed on a line.
fn quoted(name: &str) -> Option<String> {
    if name.chars().any(char::is_control) || !is_safe(name) {
        return None;
    }
    let plain = |each: char| each.is_ascii_alphanumeric() || "/._-+@%,:=".contains(each);
    let dashed = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
    if !dashed.is_empty() && dashed.chars().all(plain) {
        return Some(dashed);
    }
    Some(format!("'{}'", dashed.replace('\'', "'\\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_for_a_shell() {
        assert_eq!(quoted("a/b.log").as_deref(), Some("a/b.log"));
        assert_eq!(quoted("my log.txt").as_deref(), Some("'my log.txt'"));
        assert_eq!(quoted("it's").as_deref(), Some("'it'\\''s'"));
        assert_eq!(quoted("-x").as_deref(), Some("./-x"));
        assert_eq!(quoted("a\nb"), None);
        assert_eq!(quoted("a\u{202e}b"), None);
    }
}
