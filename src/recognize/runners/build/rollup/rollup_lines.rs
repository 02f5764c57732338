//! The shapes of the lines that Rollup and Vite print, by their sources (`cli/logging.ts`, `packages/vite/src/node/build.ts`).

use crate::event::Place;
use crate::recognize::kit::durations::without_unit;
use crate::recognize::kit::scan;

/// Whether what is after `[!] ` is an error of Rollup's: the class of it comes first, after the plugin that gave it.
/// CocoaPods marks its advice alike.
pub fn is_error(text: &str) -> bool {
    let rest = without(text, "(plugin ", ") ");
    let class = rest.split_once(": ").map_or("", |(class, _)| class);
    class.ends_with("Error") && class.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether the line is below a warning: an address, a file, an excerpt.
pub fn explains(text: &str) -> bool {
    let excerpt = scan::number(text).is_some_and(|(_, rest)| rest.starts_with(": ") || rest == ":");
    let importer = text.contains(" (imported by \"");
    text.starts_with("https://") || text.starts_with("  ") || excerpt || importer || place(text).is_some()
}

/// The message of an error without the class of it, and without the plugin that gave it:
/// `(plugin typescript) RollupError: [plugin typescript] no`.
pub fn message(text: &str) -> &str {
    let text = without(text, "(plugin ", ") ");
    let text = ["RollupError: ", "Error: "].iter().find_map(|class| text.strip_prefix(class)).unwrap_or(text);
    without(text, "[plugin ", "] ")
}

/// The text without what is in brackets in front.
fn without<'a>(text: &'a str, opens: &str, closes: &str) -> &'a str {
    let rest = text.strip_prefix(opens).and_then(|rest| rest.split_once(closes));
    rest.map_or(text, |(_, rest)| rest)
}

/// Splits the place off a message: `src/quay.js (2:22): no`.
pub fn located(text: &str) -> Option<(Place<'_>, &str)> {
    let (file, rest) = text.split_once(" (")?;
    let (line, rest) = position(rest)?;
    is_file(file).then_some((Place { file, line: Some(line) }, rest.strip_prefix(": ")?))
}

/// Reads the line that tells where an error is: `src/quay.js (2:22)`, `src/quay.ts: (3:7)`, `src/main.js`,
/// `file: /home/user/src/quay.js:2:22`, the last one with a page after it in some versions.
pub fn place(text: &str) -> Option<Place<'_>> {
    if let Some(rest) = text.strip_prefix("file: ") {
        let rest = rest.split_once(" (").map_or(rest, |(file, _)| file);
        let placed = scan::place(rest).map(|(place, _)| place);
        return placed.or_else(|| is_file(rest).then_some(Place { file: rest, line: None }));
    }
    if let Some((file, rest)) = text.split_once(" (") {
        let (line, rest) = position(rest)?;
        let file = file.strip_suffix(':').unwrap_or(file);
        return (rest.is_empty() && is_file(file)).then_some(Place { file, line: Some(line) });
    }
    is_file(text).then_some(Place { file: text, line: None })
}

/// The file that asked for what was not found: `Could not resolve "./gone.js" from "src/main.js"`.
pub fn asked_by(message: &str) -> Option<&str> {
    let (_, rest) = message.rsplit_once(" from \"")?;
    let file = rest.trim_end_matches('.').strip_suffix('"')?;
    is_file(file).then_some(file)
}

/// Reads `2:22)` off the front.
fn position(text: &str) -> Option<(u64, &str)> {
    let (line, rest) = scan::number(text)?;
    let (_, rest) = scan::number(rest.strip_prefix(':')?)?;
    Some((line, rest.strip_prefix(')')?))
}

/// Whether the text is a file's path with an extension.
fn is_file(text: &str) -> bool {
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let fits =
        (1..=8).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits && text.len() <= 1024 && !text.contains([' ', '"', '\t']) && !text.contains("://")
}

/// Whether the line tells how long a build took that failed: `✗ Build failed in 48ms`.
pub fn failed(text: &str) -> bool {
    let reported = text.strip_prefix("\u{2717} ").or_else(|| text.strip_prefix("x "));
    reported.and_then(|rest| rest.strip_prefix("Build failed in ")).is_some_and(is_duration)
}

/// Whether the line tells how long a build took that went well: `✓ built in 4.02s`.
pub fn built(text: &str) -> bool {
    let reported = text.trim_start_matches(['\u{2713}', '\u{221a}', ' ']);
    reported.strip_prefix("built in ").is_some_and(|time| is_duration(time.trim_end_matches('.')))
}

/// Whether the line is what plugins, adapters and the package manager print below that.
pub fn is_below_built(text: &str) -> bool {
    const BELOW: [&str; 13] = [
        "Done in ",
        "\u{2728}  Done in ",
        "PWA v",
        "mode ",
        "format: ",
        "precache ",
        "files generated",
        "dist/",
        "(!) Some chunks are larger than ",
        "- Using dynamic import()",
        "- Use build.ro",
        "- Adjust chunk size limit ",
        "Run npm run preview to preview ",
    ];
    BELOW.iter().any(|start| text.starts_with(start))
}

/// Whether the text is `98ms`, `1.2s` or `1m 2s`.
fn is_duration(text: &str) -> bool {
    without_unit(text).is_some_and(|number| {
        number.starts_with(|first: char| first.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || b". m".contains(&byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_reported_in_several_forms() {
        let read = |text| place(text).map(|place| (place.file, place.line));
        assert_eq!(read("src/quay.js (2:22)"), Some(("src/quay.js", Some(2))));
        assert_eq!(read("src/quay.ts: (3:7)"), Some(("src/quay.ts", Some(3))));
        assert_eq!(read("src/main.js"), Some(("src/main.js", None)));
        assert_eq!(read("file: /a/quay.js:2:22"), Some(("/a/quay.js", Some(2))));
        assert_eq!(read("file: /a/quay.ts:2:19 (/a/quay.ts.html)"), Some(("/a/quay.ts", Some(2))));
        assert_eq!(read("file: /a/quay.js"), Some(("/a/quay.js", None)));
        for text in
            ["no place", "file: no place", "https://a.b/c.html", "1: import a.js", "main.js (old)", ""]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_message_has_its_place_or_who_asked() {
        assert_eq!(
            located("good/lost.js (1:15): \"sail\" is not exported").map(|(place, rest)| (place.line, rest)),
            Some((Some(1), "\"sail\" is not exported"))
        );
        assert_eq!(asked_by("Could not resolve \"./gone.js\" from \"src/main.js\""), Some("src/main.js"));
        assert_eq!(asked_by("failed to resolve import \"a\" from \"/a/main.js\"."), Some("/a/main.js"));
        assert_eq!(asked_by("a letter from \"home\""), None);
        assert_eq!(message("(plugin typescript) RollupError: [plugin typescript] no"), "no");
    }

    #[test]
    fn an_error_has_its_class() {
        for text in [
            "RollupError: no",
            "(plugin typescript) RollupError: no",
            "Error: no",
            "(plugin a) TypeError: no",
        ] {
            assert!(is_error(text), "{text}");
        }
        for text in
            ["Automatically assigning platform `iOS`", "Error installing Quay", "An Error: no", "no: yes"]
        {
            assert!(!is_error(text), "{text}");
        }
        assert!(
            explains("1: eval()")
                && explains("left-pad (imported by \"src/a.js\")")
                && !explains("error: no")
        );
    }

    #[test]
    fn the_ends_tell_a_time() {
        assert!(failed("\u{2717} Build failed in 48ms") && failed("x Build failed in 1.20s"));
        assert!(!failed("x Build failed in the night") && failed("x Build failed in 1m 2s"));
    }
}
