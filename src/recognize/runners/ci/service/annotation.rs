//! What a CI is reported to show beside a run: `::error file=a.js,line=3::message` and `##vso[task.logissue type=error]message`.
//!
//! The commands' forms are those of GitHub's runner (`ActionCommand.cs`) and of Azure's agent (`Command.cs`): properties with
//! commas or semicolons between them, and the message after the mark, with `%0A` for a newline.

use crate::event::Place;
use crate::recognize::kit::scan;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// The step is reported to have failed for it.
    Error,
    /// It fails nothing.
    Warning,
    /// A step that is reported to have failed.
    Failed,
}

/// A command to the CI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Annotation<'a> {
    pub(super) weight: Weight,
    pub(super) place: Option<Place<'a>>,
    pub(super) message: &'a str,
}

/// Reads a line that is such a command. `act` draws a mark before it.
pub(super) fn read(text: &str) -> Option<Annotation<'_>> {
    let text = text.trim();
    let text = text.strip_prefix('\u{2757}').map_or(text, str::trim_start);
    if let Some(rest) = text.strip_prefix("::") {
        let (command, message) = rest.split_once("::")?;
        let (word, properties) = command.split_once(' ').unwrap_or((command, ""));
        let weight = match word {
            "error" => Weight::Error,
            "warning" | "notice" | "debug" => Weight::Warning,
            _ => return None,
        };
        return Some(Annotation { weight, place: place(properties, ',', ["file", "line"]), message });
    }
    let (command, message) = text.strip_prefix("##vso[")?.split_once(']')?;
    let (word, properties) = command.split_once(' ')?;
    let property =
        |name: &str| properties.split(';').find_map(|each| each.trim().strip_prefix(name)?.strip_prefix('='));
    let weight = match word {
        "task.logissue" if property("type") == Some("error") => Weight::Error,
        "task.logissue" => Weight::Warning,
        "task.complete" if property("result") == Some("Failed") => Weight::Failed,
        _ => return None,
    };
    Some(Annotation { weight, place: place(properties, ';', ["sourcepath", "linenumber"]), message })
}

/// The place that the properties tell.
fn place<'a>(properties: &'a str, between: char, names: [&str; 2]) -> Option<Place<'a>> {
    let [file, line] = names.map(|name| {
        properties.split(between).find_map(|each| each.trim().strip_prefix(name)?.strip_prefix('='))
    });
    let file = file.filter(|file| !file.is_empty())?;
    Some(Place { file, line: line.and_then(scan::whole_number) })
}

/// What a message says on its first line.
pub(super) fn first_line(message: &str) -> &str {
    message.split("%0A").next().unwrap_or(message).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::type_complexity, reason = "a test compares parts")]
    fn short(text: &str) -> Option<(Weight, Option<(&str, Option<u64>)>, &str)> {
        read(text).map(|read| {
            (read.weight, read.place.map(|place| (place.file, place.line)), first_line(read.message))
        })
    }

    #[test]
    fn commands_of_github_and_azure_are_read() {
        assert_eq!(
            short("::error file=quay.js,line=3,col=5::no rope%0Aat all"),
            Some((Weight::Error, Some(("quay.js", Some(3))), "no rope"))
        );
        assert_eq!(short("::error::no rope"), Some((Weight::Error, None, "no rope")));
        assert_eq!(short("::warning title=Tide::low"), Some((Weight::Warning, None, "low")));
        assert_eq!(
            short("##vso[task.logissue type=error;sourcepath=a/quay.cs;linenumber=3;]no rope"),
            Some((Weight::Error, Some(("a/quay.cs", Some(3))), "no rope"))
        );
        assert_eq!(short("##vso[task.logissue type=warning]low"), Some((Weight::Warning, None, "low")));
        assert_eq!(short("##vso[task.complete result=Failed;]done"), Some((Weight::Failed, None, "done")));
        for text in
            ["::group::a", "::error", "::errors::a", "##vso[task.setvariable variable=a]b", "##vso[a]b"]
        {
            assert_eq!(short(text), None, "{text}");
        }
    }
}
