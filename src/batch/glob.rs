//! Patterns of paths for those whose shell does not expand them: `*`, `?`, `[...]`, `{a,b}` and `**`.

use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

/// A pattern of paths.
#[derive(Debug)]
pub(super) struct Pattern {
    matcher: GlobMatcher,
    base: PathBuf,
    depth: usize,
}

fn is_special(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

impl Pattern {
    /// The pattern of this path, if it is one, or what is wrong with it.
    pub(super) fn of(path: &Path) -> Option<Result<Self, String>> {
        let text = path.to_str().filter(|text| is_special(text))?;
        // Where a backslash parts folders it takes no meaning away.
        let escapes = !std::path::is_separator('\\');
        let glob = GlobBuilder::new(text).literal_separator(true).backslash_escape(escapes).build();
        let glob = match glob {
            Ok(glob) => glob,
            Err(error) => {
                return Some(Err(format!("no file of this name, and no pattern: {}", error.kind())));
            }
        };
        let special = |part: &Component<'_>| part.as_os_str().to_str().is_some_and(is_special);
        let base: PathBuf = path.components().take_while(|part| !special(part)).collect();
        let rest = path.components().skip_while(|part| !special(part)).count();
        let deep = text.contains("**");
        Some(Ok(Self { matcher: glob.compile_matcher(), base, depth: if deep { usize::MAX } else { rest } }))
    }

    /// The folder under which everything is that can match.
    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    /// How many folders deep a match can be below it.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether a path matches.
    pub(super) fn matches(&self, path: &Path) -> bool {
        self.matcher.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Pattern {
        Pattern::of(Path::new(text)).unwrap().unwrap()
    }

    #[test]
    fn a_pattern_has_a_base_and_a_depth() {
        let seen = |text: &str| (of(text).base().to_owned(), of(text).depth());
        assert_eq!(seen("/var/log/*.log"), ("/var/log".into(), 1));
        assert_eq!(seen("*/x/*.log"), (PathBuf::new(), 3));
        assert_eq!(seen("logs/**/*.txt"), ("logs".into(), usize::MAX));
        assert!(Pattern::of(Path::new("plain.log")).is_none());
        assert!(Pattern::of(Path::new("a[")).unwrap().is_err());
    }

    #[cfg(windows)]
    #[test]
    fn a_backslash_parts_folders() {
        let seen = |text: &str| (of(text).base().to_owned(), of(text).depth());
        assert_eq!(seen(r"C:\logs\*.log"), (r"C:\logs".into(), 1));
        assert!(of(r"logs\*.txt").matches(Path::new(r"logs\a.txt")));
    }

    #[test]
    fn a_star_stays_within_a_folder() {
        assert!(of("logs/*.txt").matches(Path::new("logs/a.txt")));
        assert!(!of("logs/*.txt").matches(Path::new("logs/b/a.txt")));
        assert!(of("logs/**/*.{txt,gz}").matches(Path::new("logs/b/c/a.gz")));
    }
}
