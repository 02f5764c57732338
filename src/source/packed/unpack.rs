//! One packed stream as the bytes that it holds.

use std::io::{self, BufReader, Read};

use crate::budget::Count as _;

use flate2::bufread::DeflateDecoder;
use lzma_rust2::XzReader;

use super::gzip::Members;
use super::kind::Packing;
use super::section::Section;
use super::trouble::Trouble;

/// Packed bytes that are read at once.
const PACKED_BYTES: usize = 64 * 1024;
/// The most memory that an xz file may ask for, in KiB: `xz -9` asks for 65 MiB.
const XZ_KIB: u32 = 96 * 1024;
/// The largest window that a zstd file may ask for, as a power of two: 128 MiB, what zstd itself allows unasked.
const ZSTD_WINDOW: u32 = 27;

/// The bytes of a packed stream.
pub(super) struct Unpacked {
    packing: Packing,
    decoder: Box<dyn Read + Send>,
}

impl std::fmt::Debug for Unpacked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Unpacked").field("packing", &self.packing).finish_non_exhaustive()
    }
}

impl Unpacked {
    /// Unpacks a whole file.
    ///
    /// # Errors
    /// When no decoder can be made.
    pub(super) fn new(packing: Packing, file: Section) -> io::Result<Self> {
        let input = BufReader::with_capacity(PACKED_BYTES, file);
        let decoder: Box<dyn Read + Send> = match packing {
            Packing::Plain | Packing::Zip => Box::new(input),
            Packing::Gzip => Box::new(Members::new(input)),
            Packing::Xz => Box::new(XzReader::new_mem_limit(input, true, XZ_KIB)),
            Packing::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(input)?;
                decoder.window_log_max(ZSTD_WINDOW)?;
                Box::new(decoder)
            }
        };
        Ok(Self { packing, decoder })
    }

    /// The bytes of a zip's entry, deflated or not.
    pub(super) fn entry(deflated: bool, entry: Section) -> Self {
        let input = BufReader::with_capacity(PACKED_BYTES, entry);
        let decoder: Box<dyn Read + Send> =
            if deflated { Box::new(DeflateDecoder::new(input)) } else { Box::new(input) };
        Self { packing: Packing::Zip, decoder }
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| Trouble::from_decoder(self.packing, error))
    }
}

/// Reads until the buffer is full or nothing more comes.
pub(super) fn fill(input: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0_usize;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(count) => filled.up(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
