//! Lines of an unknown tool that begin with a place: errors, unless the line says that it is not one.

use super::verdicts;
use crate::recognize::kit::scan;

/// How a message at a place begins when it is not an error.
const HARMLESS: [&str; 9] =
    ["note", "warning", "warnings", "info", "information", "debug", "trace", "hint", "remark"];

/// Whether the line is an error at a place, `PATH:LINE[:COL]: text`: a path with an extension and a message, at the line's
/// beginning. Tests' own logs have the same form, indented.
#[must_use]
pub(super) fn is_error(begin: &str) -> bool {
    let Some((place, rest)) = scan::place(begin) else { return false };
    let extension = place.file.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
    let message = rest.trim_start();
    extension
        && !message.is_empty()
        && !HARMLESS.iter().any(|level| begins_with_word(message, level))
        && !is_warning_class(message)
        && !verdicts::ends_well(message)
}

/// Whether the line is an error at a place in quotes, `"FILE", line N: text` or `"FILE",N  Error[CODE]: text`, as compilers of
/// embedded systems (IAR, Arm) and of older Unix systems print it.
#[must_use]
#[inline(never)]
pub(super) fn is_quoted_error(begin: &str) -> bool {
    let Some((file, rest)) = begin.strip_prefix('"').and_then(|rest| rest.split_once("\",")) else {
        return false;
    };
    let named = file.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
    if !named || file.contains('"') {
        return false;
    }
    if let Some((_, rest)) = rest.strip_prefix(" line ").and_then(scan::number) {
        let message = rest.trim_start_matches(|each: char| each == '.' || each.is_ascii_digit());
        let Some(message) = message.strip_prefix(": ").map(str::trim_start) else { return false };
        // The compilers of AIX write the severity after their code: (S) and (E), or (W) and (I).
        let mild = [" (W) ", " (I) "].iter().any(|severity| message.contains(severity));
        return !message.is_empty()
            && !mild
            && !HARMLESS.iter().any(|level| begins_with_word(message, level));
    }
    scan::number(rest).is_some_and(|(_, rest)| {
        let message = rest.trim_start();
        message.starts_with("Error[") || message.starts_with("Fatal error[")
    })
}

/// Endings of the source files of Elm and related languages, and of their project files.
const TITLED: [&str; 4] = ["elm", "gren", "roc", "json"];
/// The least length of the line, in bytes: the rule fills it, even when a few columns are cut off.
const FILLED: usize = 72;

/// Whether the line is the title of an error with the file after a rule, as Elm and related languages print it:
/// `-- TYPE MISMATCH ---------- src/Main.elm`. Banners in comments of other languages look alike.
#[must_use]
pub(super) fn is_titled(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("-- ") else { return false };
    let Some((title, rest)) = rest.split_once(" ---") else { return false };
    let file = rest.trim_start_matches('-').trim();
    let shouts = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let extension =
        file.rsplit(['/', '\\']).next().and_then(|name| name.rsplit_once('.')).map(|(_, after)| after);
    title.split(' ').all(shouts)
        && extension.is_some_and(|extension| TITLED.contains(&extension) || text.trim_end().len() >= FILLED)
        && !file.contains(' ')
}

fn begins_with_word(text: &str, word: &str) -> bool {
    let Some((begin, rest)) = text.split_at_checked(word.len()) else { return false };
    begin.eq_ignore_ascii_case(word) && !rest.starts_with(|next: char| next.is_alphanumeric())
}

/// `DeprecationWarning: old`, as Python prints it at a place.
fn is_warning_class(message: &str) -> bool {
    message.split_once(": ").is_some_and(|(class, _)| class.ends_with("Warning") && !class.contains(' '))
}
