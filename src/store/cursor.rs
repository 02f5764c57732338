//! Cursors: where the next page of something stored begins, as a word that tells nothing and cannot be made up.
//!
//! A cursor is `w1.` and 88 chars of base64url: a tag of 16 bytes and 50 bytes that are hidden. The tag is an
//! HMAC-SHA256 of the query and of what the cursor says; the hidden bytes are the latter under a stream of bytes that
//! another HMAC makes from the tag (the construction of RFC 5297, with HMAC for its functions). So one claim has one
//! cursor in a second, no two claims share a stream, and reading is: unhide, make the tag again, compare in constant
//! time. The key is random, made once in a store and kept beside the snapshots.
//!
//! A cursor says when it was made and how long it leads on: one from the future, which a clock that was set back makes, is as
//! bad as an old one. What lies after the pages, and in what they are counted, is the caller's.

use std::io::{self, Read as _, Write as _};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::error::StoreError;
use super::folder::Folder;
use super::format::base32;
use super::shelf::{Shelf, Temporary};

/// How long a cursor leads on, in seconds.
pub const CURSOR_SECONDS: i64 = 600;
/// How many seconds the clock may be after the one that a cursor was made by.
pub const CURSOR_SKEW_SECONDS: i64 = 5;

/// What every cursor of this form begins with.
const VERSION: &str = "w1.";
/// The name of the key's file in the store.
const KEY_NAME: &str = "cursor.key";
/// Bytes of the key.
const KEY_BYTES: usize = 32;
/// Bytes of the tag.
const TAG_BYTES: usize = 16;
/// Bytes for an id, which has 26 chars at most, padded with zeros.
const ID_BYTES: usize = 28;
/// Bytes of what is printed: id, offset, when, for how long, and the number of the try. With the tag they are a multiple of
/// three, so that a cursor has one spelling only.
const PRINTED_BYTES: usize = ID_BYTES + 8 + 8 + 4 + 2;
/// Chars of a cursor: its version, and four chars for each three bytes.
pub const CURSOR_CHARS: usize = VERSION.len() + (TAG_BYTES + PRINTED_BYTES) / 3 * 4;
/// Digits of the mark of an owner.
const MARK_CHARS: usize = 26;
/// How often a cursor is made anew whose bytes look like the beginning of an object of JSON to those who peep inside.
const MOST_TRIES: u16 = 64;

/// What a cursor leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The id of the snapshot that the pages are of.
    pub snapshot: String,
    /// What was asked for, in any words: with other words the cursor is refused.
    pub query: String,
    /// Where the next page begins, counted as the caller does.
    pub offset: u64,
}

/// Why a cursor leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// It does not look like one.
    #[error("invalid cursor format")]
    Malformed,
    /// Its time is over.
    #[error("the cursor has expired")]
    Expired,
    /// It was changed, or made for another question or by another store.
    #[error("the cursor is not one of this question and this store, or its key has expired")]
    Foreign,
}

/// What makes and reads the cursors of one store.
pub struct Cursors {
    tag: Hmac<Sha256>,
    stream: Hmac<Sha256>,
    owner: Hmac<Sha256>,
}

impl std::fmt::Debug for Cursors {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Cursors").finish_non_exhaustive()
    }
}

impl Shelf {
    /// The cursors of this store. Its key is made when there is none.
    ///
    /// # Errors
    /// When the key can be neither read nor made.
    pub fn cursors(&self) -> Result<Cursors, StoreError> {
        let key = key(&self.folder).map_err(StoreError::file("failed to make the key of the store"))?;
        Cursors::of(&key).ok_or_else(|| {
            StoreError::file("failed to use the key of the store")(io::ErrorKind::InvalidData.into())
        })
    }
}

/// The key of the store; of several processes that make it at once, one does.
fn key(folder: &Arc<Folder>) -> io::Result<[u8; KEY_BYTES]> {
    for _ in 0..3 {
        match folder.read(KEY_NAME) {
            Ok(mut file) => {
                let mut key = [0; KEY_BYTES];
                let whole = file.metadata()?.len() == KEY_BYTES as u64 && Folder::is_private(&file)?;
                if whole && file.read_exact(&mut key).is_ok() {
                    return Ok(key);
                }
                // Half a key, or one that others can read, is none.
                folder.remove(KEY_NAME)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
        let (temporary, mut file) = Temporary::new(folder)?;
        file.write_all(&key)?;
        match temporary.link(KEY_NAME) {
            Ok(()) => return Ok(key),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("the key changes all the time"))
}

/// What a cursor says, as bytes.
fn printed(claim: &Claim, now: i64, seconds: u32, nth: u16) -> [u8; PRINTED_BYTES] {
    let id = claim.snapshot.bytes().chain(std::iter::repeat(0)).take(ID_BYTES);
    let numbers = claim.offset.to_be_bytes().into_iter().chain(now.to_be_bytes());
    let numbers = numbers.chain(seconds.to_be_bytes()).chain(nth.to_be_bytes());
    let mut printed = [0; PRINTED_BYTES];
    for (to, from) in printed.iter_mut().zip(id.chain(numbers)) {
        *to = from;
    }
    printed
}

/// The bytes of a cursor.
fn decoded(cursor: &str) -> Result<Vec<u8>, CursorError> {
    let body = cursor.strip_prefix(VERSION).filter(|body| !body.is_empty() && body.len() <= 4096);
    URL_SAFE_NO_PAD.decode(body.ok_or(CursorError::Malformed)?).map_err(|_| CursorError::Malformed)
}

impl Cursors {
    fn of(key: &[u8]) -> Option<Self> {
        let derived = |purpose: &[u8]| {
            let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
            mac.update(purpose);
            Hmac::<Sha256>::new_from_slice(&mac.finalize().into_bytes()).ok()
        };
        let (tag, stream) = (derived(b"weir cursor tag")?, derived(b"weir cursor stream")?);
        Some(Self { tag, stream, owner: derived(b"weir owner")? })
    }

    /// The mark of an owner by something that it shows. Nobody makes it without the key.
    #[must_use]
    pub(super) fn mark(&self, kind: &str, shown: &[u8]) -> String {
        let mut mac = self.owner.clone();
        mac.update(kind.as_bytes());
        mac.update(&[0]);
        mac.update(shown);
        base32(&mac.finalize().into_bytes(), MARK_CHARS)
    }

    fn tag(&self, query: &str, printed: &[u8; PRINTED_BYTES]) -> Hmac<Sha256> {
        let mut mac = self.tag.clone();
        mac.update(printed);
        mac.update(query.as_bytes());
        mac
    }

    /// Hides and unhides.
    fn under_stream(&self, tag: &[u8; TAG_BYTES], text: &mut [u8; PRINTED_BYTES]) {
        for (counter, block) in (0_u8..).zip(text.chunks_mut(32)) {
            let mut mac = self.stream.clone();
            mac.update(tag);
            mac.update(&[counter]);
            for (byte, hiding) in block.iter_mut().zip(mac.finalize().into_bytes()) {
                *byte ^= hiding;
            }
        }
    }

    /// The cursors of a key that somebody chose: 64 hexadecimal digits, or any word of 32 bytes at least. Nothing for
    /// a shorter one.
    #[must_use]
    pub fn with_key(word: &str) -> Option<Self> {
        let digits =
            word.len() == KEY_BYTES.saturating_mul(2) && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key: Vec<u8> = if digits {
            let pairs = word.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
            pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
        } else {
            word.as_bytes().to_vec()
        };
        (key.len() >= KEY_BYTES).then(|| Self::of(&key)).flatten()
    }

    /// The cursors of a key that nobody else has and nobody keeps.
    #[must_use]
    pub fn of_this_process() -> Option<Self> {
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key).ok()?;
        Self::of(&key)
    }

    /// The cursor of a claim, made at `now`, in seconds since the epoch.
    #[must_use]
    pub fn sign(&self, claim: &Claim, now: i64) -> String {
        self.sign_for(claim, now, u32::try_from(CURSOR_SECONDS).unwrap_or(u32::MAX))
    }

    /// The cursor of a claim, made at `now`, in seconds since the epoch, that leads on for so many seconds.
    #[must_use]
    pub fn sign_for(&self, claim: &Claim, now: i64, seconds: u32) -> String {
        let mut bytes = Vec::new();
        for nth in 0..MOST_TRIES {
            bytes = self.hidden(claim, printed(claim, now, seconds, nth));
            if !bytes.contains(&b'{') {
                break;
            }
        }
        format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The tag of what is printed, and what is printed, hidden.
    fn hidden(&self, claim: &Claim, mut text: [u8; PRINTED_BYTES]) -> Vec<u8> {
        let mut tag = [0; TAG_BYTES];
        for (to, from) in tag.iter_mut().zip(self.tag(&claim.query, &text).finalize().into_bytes()) {
            *to = from;
        }
        self.under_stream(&tag, &mut text);
        tag.into_iter().chain(text).collect()
    }

    /// Whether a word has the form of a cursor, whoever made it.
    ///
    /// # Errors
    /// When it has not.
    pub fn looks_like_one(cursor: &str) -> Result<(), CursorError> {
        decoded(cursor).map(|_| ())
    }

    /// What a cursor of this query leads to at `now`, in seconds since the epoch.
    ///
    /// # Errors
    /// When it leads nowhere; which part of it is wrong is not reported.
    pub fn read(&self, cursor: &str, query: &str, now: i64) -> Result<Claim, CursorError> {
        let bytes = decoded(cursor)?;
        let (tag, text) = bytes.split_at_checked(TAG_BYTES).ok_or(CursorError::Foreign)?;
        let tag: [u8; TAG_BYTES] = tag.try_into().map_err(|_| CursorError::Foreign)?;
        let mut text: [u8; PRINTED_BYTES] = text.try_into().map_err(|_| CursorError::Foreign)?;
        self.under_stream(&tag, &mut text);
        // Compares in constant time.
        self.tag(query, &text).verify_truncated_left(&tag).map_err(|_| CursorError::Foreign)?;
        let (id, numbers) = text.split_at_checked(ID_BYTES).ok_or(CursorError::Foreign)?;
        let (offset, times) = numbers.split_at_checked(8).ok_or(CursorError::Foreign)?;
        let (made, seconds) = times.split_at_checked(8).ok_or(CursorError::Foreign)?;
        let (seconds, _) = seconds.split_at_checked(4).ok_or(CursorError::Foreign)?;
        let seconds = u32::from_be_bytes(seconds.try_into().map_err(|_| CursorError::Foreign)?);
        let made = i64::from_be_bytes(made.try_into().map_err(|_| CursorError::Foreign)?);
        let age = i128::from(now).saturating_sub(i128::from(made));
        if !(CURSOR_SKEW_SECONDS.saturating_neg().into()..=seconds.into()).contains(&age) {
            return Err(CursorError::Expired);
        }
        let offset = u64::from_be_bytes(offset.try_into().map_err(|_| CursorError::Foreign)?);
        let id = id.split(|byte| *byte == 0).next().unwrap_or_default();
        let snapshot = String::from_utf8(id.to_vec()).map_err(|_| CursorError::Foreign)?;
        Ok(Claim { snapshot, query: query.to_owned(), offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MADE: i64 = 1_800_000_000;

    fn cursors(key: u8) -> Cursors {
        Cursors::of(&[key; KEY_BYTES]).unwrap()
    }

    fn claim() -> Claim {
        Claim { snapshot: "k3v7q2ma".into(), query: "page limit=50".into(), offset: 150 }
    }

    fn read(cursor: &str) -> Result<Claim, CursorError> {
        cursors(1).read(cursor, "page limit=50", MADE)
    }

    #[test]
    fn a_cursor_leads_to_what_was_claimed() {
        for offset in [0, 1, 150, u64::MAX] {
            for snapshot in ["k3v7q2ma", &"z".repeat(26)] {
                let claim = Claim { snapshot: snapshot.into(), offset, ..claim() };
                assert_eq!(read(&cursors(1).sign(&claim, MADE)), Ok(claim));
            }
        }
    }

    #[test]
    fn a_cursor_tells_nothing_of_itself() {
        let cursor = cursors(1).sign(&claim(), MADE);
        let bytes = URL_SAFE_NO_PAD.decode(&cursor[3..]).unwrap();
        assert_eq!((cursor.len(), bytes.len()), (CURSOR_CHARS, 66));
        for hidden in [b"k3v7".as_slice(), b"page", b"limi", &150_u64.to_be_bytes()[6..], &[0, 0, 0]] {
            assert!(memchr::memmem::find(&bytes, hidden).is_none());
        }
        let next = cursors(1).sign(&Claim { offset: 151, ..claim() }, MADE);
        let same = cursor.bytes().zip(next.bytes()).skip(3).filter(|(one, other)| one == other).count();
        assert!(same < 13, "{same}");
    }

    #[test]
    fn every_change_of_a_cursor_is_refused() {
        let cursor = cursors(1).sign(&claim(), MADE);
        for at in 0..cursor.len() {
            for bit in 0..7 {
                let mut bytes = cursor.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert!(read(&changed).is_err(), "{at} {bit}");
            }
            assert!(read(&cursor[..at]).is_err());
            let mut swapped = cursor.clone().into_bytes();
            swapped.swap(at, (at + 1) % cursor.len());
            let swapped = String::from_utf8(swapped).unwrap();
            assert!(swapped == cursor || read(&swapped).is_err());
        }
        for longer in [format!("{cursor}A"), format!("{cursor}AAAA"), format!("{cursor}{}", &cursor[3..])] {
            assert!(read(&longer).is_err());
        }
    }

    #[test]
    fn what_is_no_cursor_is_malformed_and_everything_else_foreign() {
        for word in ["", "xx", "w1.", "w1", "w2.AAAA", "w1.A", "w1.AA=", "w1.AA A", "w1.++++", "w1.é"] {
            assert_eq!(read(word), Err(CursorError::Malformed), "{word:?}");
        }
        let cursor = cursors(1).sign(&claim(), MADE);
        for word in ["w1.AAAA", &format!("w1.{}", "A".repeat(80)), &cursor[..79], &format!("{cursor}AAAA")] {
            assert_eq!(read(word), Err(CursorError::Foreign), "{word:?}");
        }
        assert_eq!(cursors(1).read(&cursor, "page limit=51", MADE), Err(CursorError::Foreign));
        assert_eq!(cursors(2).read(&cursor, "page limit=50", MADE), Err(CursorError::Foreign));
    }

    #[test]
    fn a_cursor_lives_ten_minutes_whatever_the_clock_does() {
        let cursor = cursors(1).sign(&claim(), MADE);
        let at = |now: i64| cursors(1).read(&cursor, "page limit=50", now).map(|claim| claim.offset);
        for good in [-CURSOR_SKEW_SECONDS, 0, 599, 600] {
            assert_eq!(at(MADE + good), Ok(150), "{good}");
        }
        for bad in [601, 660, 86_400, -CURSOR_SKEW_SECONDS - 1, -86_400] {
            assert_eq!(at(MADE + bad), Err(CursorError::Expired), "{bad}");
        }
        for clock in [i64::MIN, -1, 0, 2_147_483_648, i64::MAX] {
            assert_eq!(at(clock), Err(CursorError::Expired));
            let made = cursors(1).sign(&claim(), clock);
            assert!(cursors(1).read(&made, "page limit=50", clock).is_ok());
            assert_eq!(cursors(1).read(&made, "page limit=50", MADE), Err(CursorError::Expired));
        }
    }

    #[test]
    fn a_cursor_lives_as_long_as_it_says() {
        let cursor = cursors(1).sign_for(&claim(), MADE, 2);
        let at = |now: i64| cursors(1).read(&cursor, "page limit=50", now).map(|claim| claim.offset);
        assert_eq!((at(MADE + 2), at(MADE + 3)), (Ok(150), Err(CursorError::Expired)));
        let cursor = cursors(1).sign_for(&claim(), MADE, 86_400);
        assert!(cursors(1).read(&cursor, "page limit=50", MADE + 86_400).is_ok());
    }

    #[test]
    fn a_key_of_ones_own_is_64_digits_or_any_long_word() {
        let digits = "0f".repeat(32);
        let cursor = Cursors::with_key(&digits).unwrap().sign(&claim(), MADE);
        assert!(cursors(0x0f).read(&cursor, "page limit=50", MADE).is_ok());
        let word = Cursors::with_key("a word that is long enough for it").unwrap();
        assert!(word.read(&cursor, "page limit=50", MADE).is_err());
        assert!(Cursors::with_key("too short").is_none() && Cursors::with_key("").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_made_once_and_only_ours() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let shelf = Shelf::make(&path).unwrap();
        let cursor = shelf.cursors().unwrap().sign(&claim(), MADE);
        assert!(shelf.cursors().unwrap().read(&cursor, "page limit=50", MADE).is_ok());
        let key = path.join(KEY_NAME);
        assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
        // Half a key is none, and one that others read neither.
        std::fs::write(&key, [0; 31]).unwrap();
        assert!(shelf.cursors().unwrap().read(&cursor, "page limit=50", MADE).is_err());
        let cursor = shelf.cursors().unwrap().sign(&claim(), MADE);
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(shelf.cursors().unwrap().read(&cursor, "page limit=50", MADE).is_err());
    }

    #[test]
    fn many_that_make_the_key_at_once_have_one() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::make(&folder.path().join("store")).unwrap();
        let made: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..16).map(|_| scope.spawn(|| shelf.cursors().unwrap().sign(&claim(), MADE))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(made.iter().all(|cursor| *cursor == made[0]), "{made:?}");
    }
}
