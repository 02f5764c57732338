//! Which descriptors a command gets that we run: the three standard ones, and no others that we were given.
//!
//! Two kinds were opened for the command, so it gets them: those that its own words name (`/dev/fd/63`, which is what a
//! shell writes for `<(...)`), and those of make's job server.

use std::ffi::OsString;
use std::os::fd::RawFd;

/// The first descriptor that is not a standard one.
const FIRST: RawFd = 3;

/// Sees to it that a command that is started from now on does not get our descriptors.
pub(super) fn keep_to_ourselves(command: &[OsString]) {
    let make = std::env::var_os("MAKEFLAGS").unwrap_or_default();
    let words = command.iter().map(|word| word.to_string_lossy());
    let mut kept: Vec<RawFd> = words.flat_map(|word| named(&word)).collect();
    kept.extend(job_server(&make.to_string_lossy()));
    close_fds::set_fds_cloexec_threadsafe(FIRST, &kept);
}

/// The same, whatever the words of the command name: they may be somebody else's.
pub(super) fn keep_all_to_ourselves() {
    close_fds::set_fds_cloexec_threadsafe(FIRST, &[]);
}

/// The descriptors that a word names as files.
fn named(word: &str) -> Vec<RawFd> {
    ["/dev/fd/", "/proc/self/fd/"]
        .iter()
        .flat_map(|folder| word.match_indices(folder))
        .filter_map(|(at, folder)| number(word.get(at..)?.strip_prefix(folder)?))
        .collect()
}

/// The two ends of the pipe of make's job server: `--jobserver-auth=3,4`, before make 4.2 `--jobserver-fds=3,4` (GNU
/// make manual, "POSIX Jobserver").
fn job_server(flags: &str) -> Vec<RawFd> {
    let mut ends = flags
        .split_ascii_whitespace()
        .filter_map(|flag| {
            flag.strip_prefix("--jobserver-auth=").or_else(|| flag.strip_prefix("--jobserver-fds="))
        })
        .filter_map(|ends| ends.split_once(','))
        .filter_map(|(read, write)| Some([number(read)?, number(write)?]));
    // The last one counts.
    ends.next_back().map(Vec::from).unwrap_or_default()
}

/// The number at the beginning of a text.
fn number(text: &str) -> Option<RawFd> {
    let digits = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    text.get(..digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_descriptors_as_files() {
        assert_eq!(named("/dev/fd/63"), [63]);
        assert_eq!(named("--from=/dev/fd/5,/proc/self/fd/12x"), [5, 12]);
        for word in ["", "63", "/dev/fd/", "/dev/fd/x", "/dev/fd/99999999999", "/dev/fdx/3"] {
            assert_eq!(named(word), [0; 0], "{word}");
        }
    }

    #[test]
    fn the_job_server_of_make_is_the_last_one_that_is_named() {
        assert_eq!(job_server(" -j8 --jobserver-auth=3,4 -- A=b"), [3, 4]);
        assert_eq!(job_server("--jobserver-fds=3,4 -j"), [3, 4]);
        assert_eq!(job_server("--jobserver-auth=3,4 --jobserver-auth=7,8"), [7, 8]);
        for flags in ["", "-j8", "--jobserver-auth=fifo:/tmp/GMfifo1", "--jobserver-auth=-2,-2"] {
            assert_eq!(job_server(flags), [0; 0], "{flags}");
        }
    }
}
