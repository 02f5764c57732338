//! A list of paths, on standard input or in a file.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::source::{Got, Input, Inputs, Signals, Source};

/// The most bytes of one path: no system takes longer ones.
const PATH_BYTES: usize = 64 * 1024;
/// Bytes of a list that are read at once.
const BLOCK_BYTES: usize = 64 * 1024;

/// What is between the paths of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// A line end or a NUL: no path holds a NUL, and hardly one a line end.
    Line,
    /// NULs alone.
    Nul,
}

/// The name of a list in messages.
pub(super) fn name(input: &Input) -> PathBuf {
    match input {
        Input::Stdin => PathBuf::from("-"),
        Input::File(path) => path.clone(),
    }
}

/// Gives every path of a list to `each`, until that breaks off or a signal comes.
pub(super) fn read(
    input: &Input,
    separator: Separator,
    signals: Option<&Signals>,
    each: &mut dyn FnMut(Result<PathBuf, String>) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut source = Inputs::new(vec![input.clone()], signals);
    let mut block = vec![0; BLOCK_BYTES];
    let mut splitter = Splitter { separator, path: Vec::new(), too_long: false };
    loop {
        let got = source.read(&mut block)?;
        let flow = match got {
            Got::Bytes(count) => splitter.add(block.get(..count).unwrap_or_default(), each),
            Got::NextFile => ControlFlow::Continue(()),
            Got::End => splitter.end(each),
            Got::ReaderLeft | Got::Signal(_) => ControlFlow::Break(()),
        };
        let interrupted = signals.is_some_and(|signals| signals.interrupted_by().is_some());
        if flow.is_break() || interrupted || got == Got::End {
            return Ok(());
        }
    }
}

struct Splitter {
    separator: Separator,
    path: Vec<u8>,
    too_long: bool,
}

impl Splitter {
    fn add(
        &mut self,
        bytes: &[u8],
        each: &mut dyn FnMut(Result<PathBuf, String>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for byte in bytes {
            if *byte == 0 || (*byte == b'\n' && self.separator == Separator::Line) {
                self.end(each)?;
            } else if self.path.len() < PATH_BYTES {
                self.path.push(*byte);
            } else {
                self.too_long = true;
            }
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, each: &mut dyn FnMut(Result<PathBuf, String>) -> ControlFlow<()>) -> ControlFlow<()> {
        let path = std::mem::take(&mut self.path);
        if std::mem::take(&mut self.too_long) {
            return each(Err(format!("a path in the list has more than {PATH_BYTES} bytes")));
        }
        if path.is_empty() { ControlFlow::Continue(()) } else { each(Ok(path_of(path))) }
    }
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(windows)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(separator: Separator, blocks: &[&[u8]]) -> Vec<Result<String, String>> {
        let mut paths = Vec::new();
        let mut each = |path: Result<PathBuf, String>| {
            paths.push(path.map(|path| path.to_string_lossy().into_owned()));
            ControlFlow::Continue(())
        };
        let mut splitter = Splitter { separator, path: Vec::new(), too_long: false };
        for block in blocks {
            let _ = splitter.add(block, &mut each);
        }
        let _ = splitter.end(&mut each);
        paths
    }

    #[test]
    fn lines_and_nuls_end_a_path_and_empty_ones_are_none() {
        let all = |names: &[&str]| names.iter().map(|name| Ok((*name).to_owned())).collect::<Vec<_>>();
        assert_eq!(split(Separator::Line, &[b"a\nb", b"c\n\nd"]), all(&["a", "bc", "d"]));
        assert_eq!(split(Separator::Line, &[b"a\0b\0"]), all(&["a", "b"]));
        assert_eq!(split(Separator::Nul, &[b"a\nb\0c"]), all(&["a\nb", "c"]));
        assert_eq!(split(Separator::Line, &[]), all(&[]));
    }

    #[test]
    fn a_path_at_its_bound_is_one_and_a_longer_one_is_reported() {
        let long = "x".repeat(PATH_BYTES);
        assert_eq!(split(Separator::Line, &[long.as_bytes()]), [Ok(long.clone())]);
        let longer = format!("{long}y\nz");
        let reported = split(Separator::Line, &[longer.as_bytes()]);
        assert_eq!(
            reported,
            [Err("a path in the list has more than 65536 bytes".to_owned()), Ok("z".to_owned())]
        );
    }
}
