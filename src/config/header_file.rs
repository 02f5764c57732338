//! A file with headers for a server over HTTP, a line for each: their values are secret, and on no command line.

use std::path::{Path, PathBuf};

use super::error::ConfigError;
use super::file::{self, Stamp};
use crate::text::words::shown;

/// The key of the configuration that names the file.
const KEY: &str = "headerFile";

/// Names and values.
type Headers = Vec<(String, String)>;

/// Headers that follow their file.
#[derive(Clone)]
pub struct HeaderFile {
    path: PathBuf,
    headers: Headers,
    /// Its stamp as it was read last; none when it must be read.
    seen: Option<Stamp>,
    /// What was wrong with it when it was read last, and is reported.
    reported: Option<String>,
}

impl std::fmt::Debug for HeaderFile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("HeaderFile").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Whether a word can be the name of a header.
#[must_use]
pub fn is_header_name(word: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !word.is_empty() && word.bytes().all(is_token)
}

/// Whether a text can be the value of a header.
#[must_use]
pub fn is_header_value(text: &str) -> bool {
    !text.is_empty() && !text.contains(|char: char| char.is_control() && char != '\t')
}

/// The headers of a text. What is wrong names the line and never repeats it.
fn parsed(text: &str) -> Result<Headers, String> {
    let mut headers = Vec::new();
    for (number, line) in (1_u64..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let header = line.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
        let header = header.filter(|(name, value)| is_header_name(name) && is_header_value(value));
        let (name, value) = header.ok_or_else(|| format!("line {number} must be NAME: VALUE"))?;
        headers.push((name.to_owned(), value.to_owned()));
    }
    Ok(headers)
}

/// Something wrong with the file.
fn wrong(path: &Path, what: &str) -> ConfigError {
    ConfigError::of(KEY, format!("{}: {what}", shown(&path.to_string_lossy())))
}

fn read(path: &Path) -> Result<(Headers, Option<Stamp>), ConfigError> {
    let text = file::text(path).map_err(|error| wrong(path, &error.what))?;
    Ok((parsed(&text.text).map_err(|what| wrong(path, &what))?, text.stamp))
}

impl HeaderFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is no list of headers.
    pub fn open(path: &Path) -> Result<Self, ConfigError> {
        let (headers, seen) = read(path)?;
        Ok(Self { path: path.to_owned(), headers, seen, reported: None })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The headers that hold now. A file that is wrong or gone leaves them as they are; once for each state of such a file
    /// there is a line for standard error.
    pub fn current(&mut self) -> (&[(String, String)], Option<String>) {
        let stamp = Stamp::at(&self.path);
        let mut trouble = None;
        if stamp.is_none() || stamp != self.seen {
            match read(&self.path) {
                Ok((headers, seen)) => {
                    self.headers = headers;
                    self.seen = seen;
                    self.reported = None;
                }
                Err(wrong) => {
                    let wrong = wrong.to_string();
                    self.seen = None;
                    if self.reported.as_ref() != Some(&wrong) {
                        trouble = Some(format!("{wrong}; the headers stay as they are"));
                        self.reported = Some(wrong);
                    }
                }
            }
        }
        (&self.headers, trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_header_a_comment_or_nothing() {
        let headers = parsed("# of the server\n\nAuthorization:  Bearer a:b \r\nX-A: 1\n").unwrap();
        let pairs = [("Authorization", "Bearer a:b"), ("X-A", "1")];
        assert_eq!(headers, pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
        for text in ["A: 1\nsecret", "a b: secret", ": secret", "A:", "A: sec\u{7}ret"] {
            let what = parsed(text).unwrap_err();
            assert!(what.contains("line") && !what.contains("sec"), "{what}");
        }
    }

    #[test]
    fn headers_follow_their_file_and_stay_when_it_is_wrong_or_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("headers");
        assert!(HeaderFile::open(&path).unwrap_err().to_string().starts_with("headerFile "));
        std::fs::write(&path, "A: 1\n").unwrap();
        let mut file = HeaderFile::open(&path).unwrap();
        std::fs::write(&path, "A: 2\n").unwrap();
        let (headers, trouble) = file.current();
        assert_eq!((headers, trouble), (&[("A".to_owned(), "2".to_owned())][..], None));
        std::fs::write(&path, "no header secret\n").unwrap();
        let trouble = file.current().1.unwrap();
        assert!(trouble.contains("headerFile") && !trouble.contains("secret"), "{trouble}");
        assert_eq!(file.current(), (&[("A".to_owned(), "2".to_owned())][..], None));
        std::fs::remove_file(&path).unwrap();
        assert!(file.current().1.is_some_and(|trouble| trouble.contains("no such file")));
    }
}
