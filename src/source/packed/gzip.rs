//! gzip as it is in the wild: several members after each other, and zeros at the end.
//!
//! flate2's reader of many members calls anything after the last one a broken header. Zeros are padding (gzip's manual);
//! anything else is damage, because it may be what is left of a member.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The members of a gzip file, one after the other.
pub(super) struct Members<R> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    /// Reads the members of `input`.
    pub(super) fn new(input: R) -> Self {
        Self { member: Some(GzDecoder::new(input)) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut input) = self.member.take().map(GzDecoder::into_inner) else { break };
            skip_zeros(&mut input)?;
            if !input.fill_buf()?.is_empty() {
                self.member = Some(GzDecoder::new(input));
            }
        }
        Ok(0)
    }
}

/// Skips zeros: no member begins with one.
fn skip_zeros(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let all = zeros == bytes.len();
        input.consume(zeros);
        if zeros == 0 || !all {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn packed(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> Result<String, io::ErrorKind> {
        let mut text = String::new();
        Members::new(bytes).read_to_string(&mut text).map(|_| text).map_err(|error| error.kind())
    }

    #[test]
    fn members_are_read_one_after_the_other_and_zeros_after_them_are_padding() {
        let two = [packed("one "), packed(""), packed("two")].concat();
        assert_eq!(read(&two), Ok("one two".to_owned()));
        assert_eq!(read(&[&two[..], &[0; 700]].concat()), Ok("one two".to_owned()));
        assert_eq!(read(&[&two[..], &[0; 7], &packed("three")].concat()), Ok("one twothree".to_owned()));
    }

    #[test]
    fn what_is_cut_off_or_followed_by_something_else_is_an_error() {
        let one = packed("one and a half");
        assert_eq!(read(&one[..one.len() - 3]), Err(io::ErrorKind::UnexpectedEof));
        assert!(read(&[&one[..], b"rubbish, and more of it"].concat()).is_err());
    }
}
