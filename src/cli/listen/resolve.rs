//! What was meant by `--listen`.

use std::io::{self, Read as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use super::args::ListenArgs;
use crate::cli::exit::Problem;
use crate::cli::words::shown;
use crate::source::open_regular;

/// The most bytes of a file with a token.
const MOST_BYTES: u64 = 64 * 1024;
/// The fewest chars of a token: it is guessed over the network.
const FEWEST_CHARS: usize = 16;

/// Where it is listened, and to whom.
#[derive(Clone, PartialEq, Eq)]
pub struct Listen {
    /// The address.
    pub address: SocketAddr,
    /// The token that every request must have.
    pub token: Option<String>,
    /// Further names of this machine.
    pub hosts: Vec<String>,
}

impl std::fmt::Debug for Listen {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Listen").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Decides it; nothing when it is not asked for.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn listen(typed: &ListenArgs) -> Result<Option<Listen>, Problem> {
    let Some(word) = &typed.listen else { return Ok(None) };
    if cfg!(not(feature = "listen")) {
        return Err(Problem::usage("this build of weir has no --listen")
            .hint("build it with the feature 'listen', which is one of the default ones"));
    }
    let address = address(word).ok_or_else(|| {
        Problem::usage(format!("--listen must be an address and a port, not {}", shown(word)))
            .hint("as in 127.0.0.1:8080, [::1]:8080 or 8080")
    })?;
    let token = typed.token_file.as_deref().map(token).transpose()?;
    if token.is_none() && !address.ip().is_loopback() {
        return Err(Problem::usage(format!(
            "--listen {address} is reached from beyond this machine: it needs a token"
        ))
        .hint("--token-file FILE names a file that holds one"));
    }
    Ok(Some(Listen { address, token, hosts: typed.allow_host.clone() }))
}

/// `IP:PORT`, `localhost:PORT`, `:PORT` or `PORT`.
fn address(word: &str) -> Option<SocketAddr> {
    if let Ok(address) = word.parse() {
        return Some(address);
    }
    let port = word.strip_prefix("localhost:").or_else(|| word.strip_prefix(':')).unwrap_or(word);
    let plain = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port.parse().ok().filter(|_| plain)?;
    Some(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
}

/// The token in a file: its only line.
fn token(path: &Path) -> Result<String, Problem> {
    let name = shown(&path.to_string_lossy());
    let failed = |why: &str| Problem::usage(format!("--token-file {name} {why}"));
    let unread =
        |error: io::Error| Problem::unusable(error).context(format!("--token-file {name} cannot be read"));
    let mut text = String::new();
    let file = open_regular(path).map_err(unread)?;
    file.take(MOST_BYTES.saturating_add(1)).read_to_string(&mut text).map_err(unread)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MOST_BYTES {
        return Err(failed("is too large for a token"));
    }
    let token = text.trim();
    let plain = |char: char| char.is_ascii_graphic();
    if token.len() < FEWEST_CHARS || !token.chars().all(plain) {
        return Err(failed("must hold one word of 16 plain chars at least")
            .hint("openssl rand -hex 32 > FILE makes one"));
    }
    Ok(token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_of_this_machine_unless_it_says_otherwise() {
        let printed = |word: &str| address(word).map(|address| address.to_string());
        assert_eq!(printed("8080").as_deref(), Some("127.0.0.1:8080"));
        assert_eq!(printed(":0").as_deref(), Some("127.0.0.1:0"));
        assert_eq!(printed("localhost:1").as_deref(), Some("127.0.0.1:1"));
        assert_eq!(printed("0.0.0.0:80").as_deref(), Some("0.0.0.0:80"));
        assert_eq!(printed("[::1]:80").as_deref(), Some("[::1]:80"));
        for word in ["", "x", "example.org:80", "127.0.0.1", "70000", "-1", "+1", "localhost:"] {
            assert_eq!(printed(word), None, "{word}");
        }
    }

    #[test]
    fn a_token_is_one_long_plain_word() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            token(&path).map_err(|problem| problem.to_string())
        };
        assert_eq!(read("0123456789abcdef\n").as_deref(), Ok("0123456789abcdef"));
        for text in ["", "short", "0123456789abcdef 0123456789abcdef", "0123456789abcd\u{e9}f"] {
            let wrong = read(text).unwrap_err();
            assert!(wrong.contains("16 plain chars") && !wrong.contains("0123456789abcdef"), "{wrong}");
        }
        assert_eq!(read(&format!("{}\n", "x".repeat(65_535))).map(|token| token.len()), Ok(65_535));
        assert!(read(&"x".repeat(65_537)).unwrap_err().contains("too large"));
        assert!(token(&folder.path().join("none")).is_err());
    }
}
