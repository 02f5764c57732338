//! Standard input, or any descriptor like it.
//!
//! A stream that was closed before we started is empty: Rust's start-up puts `/dev/null` in its place. A directory is an
//! error of the first read.

use std::io;
use std::os::fd::AsFd;

use super::origin::{Got, Source};
use super::signals::Signals;
use super::wait::{Watch, widen};

/// A stream that is read to its end.
#[derive(Debug)]
pub struct Stdin<'a, I> {
    input: I,
    watch: Watch<'a>,
}

impl<'a, I: AsFd> Stdin<'a, I> {
    /// Reads `input`, watching for signals and, if `output` is a pipe or a socket, for its reader to leave.
    #[must_use]
    pub fn new<O: AsFd>(input: I, output: Option<&'a O>, signals: Option<&'a Signals>) -> Self {
        widen(&input);
        Self { input, watch: Watch::new(signals, output.map(AsFd::as_fd)) }
    }
}

impl<I: AsFd> Source for Stdin<'_, I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match self.watch.read(self.input.as_fd(), buffer)? {
            Got::Bytes(0) => Ok(Got::End),
            got => Ok(got),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::signals::tests::{raise, turn, with_grace};
    use super::*;
    use std::fs::File;
    use std::io::{PipeReader, PipeWriter, Write, pipe};
    use std::time::{Duration, Instant};

    fn read<I: AsFd>(stdin: &mut Stdin<'_, I>) -> Result<Got, io::ErrorKind> {
        stdin.read(&mut [0; 64]).map_err(|error| error.kind())
    }

    fn alone(input: PipeReader) -> Stdin<'static, PipeReader> {
        Stdin::new::<File>(input, None, None)
    }

    #[test]
    fn bytes_come_as_they_are_written_until_the_end() {
        let (input, mut writer) = pipe().unwrap();
        let mut stdin = alone(input);
        writer.write_all(b"abc").unwrap();
        assert_eq!(read(&mut stdin), Ok(Got::Bytes(3)));
        drop(writer);
        assert_eq!(read(&mut stdin), Ok(Got::End));
    }

    #[test]
    fn a_descriptor_that_would_block_is_waited_for() {
        let (input, mut writer) = pipe().unwrap();
        rustix::fs::fcntl_setfl(&input, rustix::fs::OFlags::NONBLOCK).unwrap();
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            writer.write_all(b"a").unwrap();
        });
        assert_eq!(read(&mut alone(input)), Ok(Got::Bytes(1)));
        late.join().unwrap();
    }

    #[test]
    fn a_directory_is_an_error_and_a_file_ends() {
        let folder = tempfile::tempdir().unwrap();
        let mut stdin = Stdin::new::<File>(File::open(folder.path()).unwrap(), None, None);
        assert_eq!(read(&mut stdin), Err(io::ErrorKind::IsADirectory));
        let path = folder.path().join("a");
        std::fs::write(&path, "ab").unwrap();
        let mut stdin = Stdin::new::<File>(File::open(&path).unwrap(), None, None);
        assert_eq!(read(&mut stdin), Ok(Got::Bytes(2)));
        assert_eq!(read(&mut stdin), Ok(Got::End));
    }

    fn piped() -> (PipeReader, PipeWriter) {
        pipe().unwrap()
    }

    #[test]
    fn a_reader_that_left_is_noticed_while_the_writer_is_silent() {
        let (input, _writer) = piped();
        let (reader, output) = piped();
        let mut stdin = Stdin::new(input, Some(&output), None);
        drop(reader);
        assert_eq!(read(&mut stdin), Ok(Got::ReaderLeft));
    }

    #[test]
    fn an_output_without_a_reader_is_not_watched() {
        let (input, writer) = piped();
        drop(writer);
        let output = tempfile::tempfile().unwrap();
        assert_eq!(read(&mut Stdin::new(input, Some(&output), None)), Ok(Got::End));
    }

    #[test]
    fn after_the_first_interrupt_reading_goes_on_to_the_end() {
        let _turn = turn();
        let signals = with_grace(Duration::from_secs(10));
        let (input, mut writer) = piped();
        let mut stdin = Stdin::new::<File>(input, None, Some(&signals));
        raise(2);
        writer.write_all(b"summary").unwrap();
        assert_eq!(read(&mut stdin), Ok(Got::Bytes(7)));
        drop(writer);
        assert_eq!(read(&mut stdin), Ok(Got::End));
        assert_eq!(signals.interrupted_by(), Some(2));
    }

    #[test]
    fn a_signal_ends_a_stream_whose_writer_never_does() {
        let _turn = turn();
        for signal in [15, 1] {
            let signals = with_grace(Duration::from_secs(10));
            let (input, _writer) = piped();
            let mut stdin = Stdin::new::<File>(input, None, Some(&signals));
            raise(signal);
            assert_eq!(read(&mut stdin), Ok(Got::Signal(signal)));
        }
    }

    #[test]
    fn a_silent_writer_is_left_when_the_grace_is_over() {
        let _turn = turn();
        let signals = with_grace(Duration::from_millis(50));
        let (input, _writer) = piped();
        let mut stdin = Stdin::new::<File>(input, None, Some(&signals));
        let begun = Instant::now();
        raise(2);
        assert_eq!(read(&mut stdin), Ok(Got::Signal(2)));
        assert!(begun.elapsed() >= Duration::from_millis(50));
    }
}
