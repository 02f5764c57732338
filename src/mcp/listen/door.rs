//! Who may ask: which names of this machine a request may be sent to, from which pages, and with which token.
//!
//! A page in a browser may send requests to this machine, under a name of its own that leads here. It is known by the
//! `Origin` that browsers send, and by the `Host`.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{StatusCode, Uri};
use sha2::{Digest as _, Sha256};

/// Who may ask.
pub(super) struct Door {
    /// Whether only this machine can ask.
    local: bool,
    names: Vec<String>,
    /// The hash of the token, when there is one.
    token: Option<[u8; 32]>,
}

impl std::fmt::Debug for Door {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Door").field("local", &self.local).finish_non_exhaustive()
    }
}

/// Why somebody may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) why: &'static str,
}

const fn refusal(status: StatusCode, why: &'static str) -> Refusal {
    Refusal { status, why }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The only value of a header; none when it is there more than once, or is no text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

impl Door {
    /// A door at this address.
    pub(super) fn new(address: &SocketAddr, names: &[String], token: Option<&str>) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { local: address.ip().is_loopback(), names, token: token.map(hash) }
    }

    /// Whether a token is asked for.
    pub(super) const fn asks_for_token(&self) -> bool {
        self.token.is_some()
    }

    /// Whether a request may be sent here, whoever sends it: to this host, and from the page that it comes from. Gives the
    /// origin of that page, when it names one.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn admits<'h>(
        &self,
        uri: &Uri,
        headers: &'h HeaderMap,
    ) -> Result<Option<&'h HeaderValue>, Refusal> {
        let foreign = refusal(StatusCode::FORBIDDEN, "this host is not served here; --allow-host names more");
        let bad = refusal(StatusCode::BAD_REQUEST, "a request names its host once");
        let host = only(headers, &HOST).map_err(|()| bad)?.ok_or(bad)?;
        let named = |text: &str| text.parse::<Authority>().ok().filter(|_| !text.contains('@'));
        let host = named(host).filter(|host| self.knows(host.host())).ok_or(foreign)?;
        if uri.host().is_some_and(|host| !self.knows(host)) {
            return Err(foreign);
        }
        let foreign = refusal(StatusCode::FORBIDDEN, "pages of this origin may not ask here");
        if let Some(origin) = only(headers, &ORIGIN).map_err(|()| foreign)? {
            let (scheme, rest) = origin.split_once("://").ok_or(foreign)?;
            // An address of another machine may have pages, too: one that is no name of ours is the host that is asked.
            let known = named(rest).is_some_and(|origin| {
                self.is_named(origin.host()) || origin.host().eq_ignore_ascii_case(host.host())
            });
            if !matches!(scheme, "http" | "https") || !known {
                return Err(foreign);
            }
        }
        Ok(headers.get(ORIGIN))
    }

    /// Whether a request has the token, when one is asked for.
    ///
    /// # Errors
    /// When it has not.
    pub(super) fn has_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let wrong = refusal(StatusCode::UNAUTHORIZED, "the token is missing or wrong");
        let value = only(headers, &AUTHORIZATION).map_err(|()| wrong)?.ok_or(wrong)?;
        let (scheme, given) = value.split_once(' ').ok_or(wrong)?;
        // Every byte is looked at, whatever those before it are.
        let differs =
            hash(given.trim()).iter().zip(token).fold(0_u8, |sum, (one, other)| sum | (one ^ other));
        let same = std::hint::black_box(differs) == 0;
        if same && scheme.eq_ignore_ascii_case("bearer") { Ok(()) } else { Err(wrong) }
    }

    /// Whether a name or an address is this machine's, wherever it is looked up.
    fn is_named(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_local = address.map_or(host == "localhost", |address| address.is_loopback());
        is_local || self.names.contains(&host)
    }

    /// Whether a request may be sent to this name. An address is nobody's name: it does not lead from elsewhere to here.
    fn knows(&self, host: &str) -> bool {
        let is_address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        (is_address && !self.local) || self.is_named(host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(door: &Door, headers: &[(&'static str, &str)]) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let admitted = door.admits(&Uri::from_static("/mcp"), &map).and_then(|_| door.has_token(&map));
        admitted.map_or_else(|refusal| refusal.status.as_u16(), |()| 200)
    }

    fn door(address: &str, names: &[&str], token: Option<&str>) -> Door {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Door::new(&address.parse().unwrap(), &names, token)
    }

    #[test]
    fn a_name_that_leads_here_from_elsewhere_is_refused() {
        let local = door("127.0.0.1:80", &["box.example"], None);
        for host in [
            "localhost",
            "localhost:8080",
            "LOCALHOST:1",
            "127.0.0.1:80",
            "127.9.9.9",
            "[::1]:80",
            "Box.example:1",
        ] {
            assert_eq!(asked(&local, &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "192.0.2.1", "a@localhost", "", "[::2]"] {
            assert_eq!(asked(&local, &[("host", host)]), 403, "{host}");
        }
        assert_eq!(asked(&local, &[]), 400);
        assert_eq!(asked(&local, &[("host", "localhost"), ("host", "localhost")]), 400);
        let wide = door("0.0.0.0:80", &[], None);
        assert_eq!(
            [asked(&wide, &[("host", "192.0.2.1:80")]), asked(&wide, &[("host", "evil.example")])],
            [200, 403]
        );
        let elsewhere = Uri::from_static("http://evil.example/mcp");
        let mut map = HeaderMap::new();
        map.insert("host", "localhost".parse().unwrap());
        assert!(local.admits(&elsewhere, &map).is_err());
    }

    #[test]
    fn a_page_of_another_origin_is_refused() {
        let local = door("127.0.0.1:80", &[], None);
        let from = |origin: &str| asked(&local, &[("host", "localhost"), ("origin", origin)]);
        assert_eq!(
            [from("http://localhost:3000"), from("https://127.0.0.1"), from("http://[::1]:5")],
            [200; 3]
        );
        for origin in [
            "null",
            "http://evil.example",
            "file://",
            "http://localhost.evil.example",
            "localhost",
            "ftp://localhost",
        ] {
            assert_eq!(from(origin), 403, "{origin}");
        }
    }

    #[test]
    fn a_page_of_another_address_is_refused_where_every_address_is_served() {
        let wide = door("0.0.0.0:80", &["box.example"], None);
        let from = |origin: &str| asked(&wide, &[("host", "192.0.2.1:80"), ("origin", origin)]);
        for origin in
            ["http://192.0.2.1:3000", "http://localhost:1", "http://127.0.0.1", "https://box.example"]
        {
            assert_eq!(from(origin), 200, "{origin}");
        }
        for origin in
            ["http://192.0.2.2", "http://203.0.113.9:80", "http://[2001:db8::1]", "http://evil.example"]
        {
            assert_eq!(from(origin), 403, "{origin}");
        }
    }

    #[test]
    fn a_token_is_asked_for_and_compared_as_a_whole() {
        let closed = door("127.0.0.1:80", &[], Some("0123456789abcdef"));
        let with = |value: &str| asked(&closed, &[("host", "localhost"), ("authorization", value)]);
        assert_eq!([with("Bearer 0123456789abcdef"), with("bearer  0123456789abcdef")], [200; 2]);
        for value in [
            "Bearer 0123456789abcdeg",
            "Bearer 0123456789abcde",
            "0123456789abcdef",
            "Basic 0123456789abcdef",
            "Bearer ",
        ] {
            assert_eq!(with(value), 401, "{value}");
        }
        assert_eq!(asked(&closed, &[("host", "localhost")]), 401);
    }
}
