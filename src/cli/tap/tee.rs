//! A source whose bytes go on before they are judged.

use std::io::{self, Write};

use crate::source::{Ending, Got, Source};

/// Reads, and writes what was read.
pub(super) struct Tee<'a> {
    source: &'a mut dyn Source,
    out: &'a mut dyn Write,
    /// Why it could not be written.
    trouble: Option<io::Error>,
}

impl<'a> Tee<'a> {
    /// Nothing was read yet.
    pub(super) fn new(source: &'a mut dyn Source, out: &'a mut dyn Write) -> Self {
        Self { source, out, trouble: None }
    }

    /// Why it could not be written, if it could not.
    pub(super) fn trouble(self) -> Option<io::Error> {
        self.trouble
    }
}

impl Source for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.source.read(buffer)?;
        let Got::Bytes(count) = got else { return Ok(got) };
        let read = buffer.get(..count).unwrap_or_default();
        if let Err(error) = self.out.write_all(read).and_then(|()| self.out.flush()) {
            self.trouble = Some(error);
            return Ok(Got::ReaderLeft);
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a text, a few bytes at once.
    struct Few<'a>(&'a [u8]);

    impl Source for Few<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
            let count = self.0.len().min(3).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(if count == 0 { Got::End } else { Got::Bytes(count) })
        }

        fn ending(&self) -> Option<Ending> {
            None
        }
    }

    #[test]
    fn every_byte_goes_on() {
        let text = b"a\x00\xff\x1b[31m\r\nno end";
        let (mut source, mut out) = (Few(text), Vec::new());
        let mut tee = Tee::new(&mut source, &mut out);
        while let Got::Bytes(_) = tee.read(&mut [0; 64]).unwrap() {}
        assert!(tee.trouble().is_none());
        assert_eq!(out, text);
    }

    #[test]
    fn what_takes_nothing_more_ends_it() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (mut source, mut out) = (Few(b"abc"), Full);
        let mut tee = Tee::new(&mut source, &mut out);
        assert_eq!(tee.read(&mut [0; 64]).unwrap(), Got::ReaderLeft);
        assert_eq!(tee.trouble().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
    }
}
