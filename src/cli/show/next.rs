//! Commands that go on where a sheet ends.

use crate::budget::{FITS, Mode};
use crate::settings::Settings;

/// A word as a shell takes it. `None` for one that no line can carry.
pub(super) fn quoted(text: &str) -> Option<String> {
    if text.chars().any(char::is_control) || !crate::text::is_safe(text) {
        return None;
    }
    let plain = |each: char| each.is_ascii_alphanumeric() || "/._-+@%,:=".contains(each);
    if !text.is_empty() && text.chars().all(plain) {
        return Some(text.to_owned());
    }
    Some(format!("'{}'", text.replace('\'', "'\\''")))
}

/// The end of every command: the mode, when it is not the usual one.
fn mode(settings: &Settings) -> String {
    if settings.mode == Mode::Standard { String::new() } else { format!(" -m {}", settings.mode) }
}

/// The limits that are not the mode's own; a reader that counts bytes by its name, for no other option does.
fn limits(settings: &Settings) -> String {
    let fit = FITS.iter().find(|fit| fit.bytes.is_some() && fit.bytes == settings.bytes);
    let own = settings.limits;
    let usual = fit.map_or(settings.mode.limits(), |fit| fit.lower(settings.mode.limits()));
    let limit = |name: &str, own: u64, usual: u64| {
        if own == usual { String::new() } else { format!(" --max-{name} {own}") }
    };
    let reader = fit.map_or_else(String::new, |fit| format!(" --fit {}", fit.name));
    [
        reader,
        limit("chars", own.chars, usual.chars),
        limit("lines", own.lines, usual.lines),
        limit("line-chars", own.line_chars, usual.line_chars),
    ]
    .concat()
}

/// A command with everything that it was called with, and without what it works without.
pub(super) fn commands(words: &str, settings: &Settings) -> Vec<String> {
    let (mode, limits) = (mode(settings), limits(settings));
    let mut commands = vec![format!("weir show {words}{mode}{limits}"), format!("weir show {words}{mode}")];
    commands.push(format!("weir show {words}"));
    commands.dedup();
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    #[test]
    fn a_command_keeps_mode_and_limits_while_there_is_room() {
        let settings =
            Settings { mode: Mode::Minimal, limits: Mode::Minimal.limits(), ..Settings::default() };
        assert_eq!(
            commands("x --from 2", &settings),
            ["weir show x --from 2 -m minimal", "weir show x --from 2"]
        );
        let limits = Limits { lines: 7, ..settings.limits };
        let settings = Settings { limits, ..settings };
        assert_eq!(
            commands("x --from 2", &settings),
            [
                "weir show x --from 2 -m minimal --max-lines 7",
                "weir show x --from 2 -m minimal",
                "weir show x --from 2"
            ]
        );
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a::b").as_deref(), Some("a::b"));
        assert_eq!(quoted("it's").as_deref(), Some("'it'\\''s'"));
        assert_eq!(quoted("a\u{1b}b"), None);
    }
}
