//! Titles in boxes of `#`, three lines each.

/// A title with this in it is the suite's own.
const SUITE: &str = " test suite";
/// The longest title.
const TITLE_BYTES: usize = 400;

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing of a box.
    Nothing,
    /// A part of one.
    Part,
    /// Its last line: the title, without the full stop.
    Title(String),
}

/// Reads the boxes.
#[derive(Debug, Default)]
pub(super) struct Boxes {
    /// How many chars the ruler above has, and the title below it.
    ruler: Option<usize>,
    title: Option<String>,
}

impl Boxes {
    /// Whether the next line may be of one.
    pub(super) fn is_open(&self) -> bool {
        self.ruler.is_some()
    }

    /// Judges a line.
    pub(super) fn line(&mut self, text: &str) -> Found {
        let (above, title) = (self.ruler.take(), self.title.take());
        if !text.starts_with("## ") {
            return Found::Nothing;
        }
        if let Some(chars) = ruler(text) {
            if let Some(title) = title.filter(|_| above == Some(chars)) {
                return Found::Title(title);
            }
            self.ruler = Some(chars);
            return Found::Part;
        }
        let inner = text.strip_prefix("## ").and_then(|rest| rest.strip_suffix(" ##"));
        let Some((chars, inner)) = above.zip(inner.filter(|_| text.len() <= TITLE_BYTES)) else {
            return Found::Nothing;
        };
        // Without a locale the shell draws as many dashes as there are bytes.
        if text.chars().count() != chars && text.len() != chars {
            return Found::Nothing;
        }
        self.ruler = Some(chars);
        self.title = Some(inner.strip_suffix('.').unwrap_or(inner).to_owned());
        Found::Part
    }
}

/// The chars of `## ---- ##`.
pub(super) fn ruler(text: &str) -> Option<usize> {
    let dashes = text.strip_prefix("## ")?.strip_suffix(" ##")?;
    (!dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')).then_some(text.len())
}

/// Whether a title is that of a suite.
pub(super) fn is_suite(title: &str) -> bool {
    title.ends_with(SUITE) || title.contains(" test suite: ")
}

/// What a suite's title names: the package, and a name of the suite when there is one.
pub(super) fn label(title: &str) -> String {
    title.replacen(SUITE, "", 1)
}
