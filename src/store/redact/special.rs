//! Tokens that have more shape than a prefix and a number of bytes.
//!
//! Each function is given where a literal lies, and decides whether a secret is there.

use super::escapes::{before, begins, blanks, has, one, past_quote, run, run_before, sign};
use super::shapes::{Alphabet, Left, Secret, Token, part_before, parted, parts};
use super::words::{changes, has_digit, is_chosen, is_mixed, is_placeholder, is_stand_in, is_worded};
use crate::budget::Count as _;

use Alphabet::{Base64, Dotted, Hex, Lower, Plain, Upper, Url};

const fn secret(start: usize, end: usize, kind: &'static str) -> Secret {
    Secret { at: start..end, kind }
}

/// The most bytes of a signed token's head, body and signature.
const JWT_PARTS: [usize; 3] = [512, 16 * 1024, 2048];

/// A signed token of three parts (RFC 7519), whose second one begins within `.ey`, from `start` to `end`.
pub(super) fn signed_token(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let [most_head, most_body, most_signature] = JWT_PARTS;
    let head = run_before(text, start, most_head, |byte| Url.has(byte));
    let first = start.saturating_sub(head);
    let token = text.get(first..start)?;
    // A letter of an escape may be before it.
    let from = first.saturating_add(
        memchr::memmem::find(token, b"eyJ").or_else(|| token.starts_with(b"ey").then_some(0))?,
    );
    let body = Url.run(text, end, most_body);
    let dot = end.saturating_add(body);
    let last = dot.saturating_add(1);
    let signature = Dotted.run(text, last, most_signature);
    let fits =
        start.saturating_sub(from) >= 12 && body >= 12 && text.get(dot) == Some(&b'.') && signature >= 10;
    fits.then(|| secret(from, last.saturating_add(signature), "jwt"))
}

/// A key of Grafana in base64: what is before `end` is an object with a key.
pub(super) fn grafana_key(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let [most, ..] = JWT_PARTS;
    let dot = end.saturating_add(Url.run(text, end, most));
    let after = dot.saturating_add(run(text, dot, 3, |byte| byte == b'='));
    (dot.saturating_sub(end) >= 65 && Left::Word.fits(text, start))
        .then(|| secret(start, after, "grafana-key"))
}

/// A signed token as base64 text; `ZXlK` is `eyJ`.
pub(super) fn signed_token_in_base64(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 4096, |byte| Base64.has(byte) || matches!(byte, b'_' | b'-'));
    let body = text.get(end..end.saturating_add(length))?;
    let fits = Left::Word.fits(text, start) && length >= 48 && changes(body) > 4;
    fits.then(|| secret(start, end.saturating_add(length), "jwt"))
}

/// What follows `Bearer `, whose last bytes lie before `end`.
pub(super) fn bearer(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 4096, |byte| Dotted.has(byte) || b"~+/|".contains(&byte));
    let value = text.get(end..end.saturating_add(length))?;
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_alphabetic());
    let turns = |pair: &&[u8]| pair.first().map(|byte| kind(*byte)) != pair.last().map(|byte| kind(*byte));
    // A name of several words has some turns, too, but seldom digits on both sides of a letter.
    let mixed = has_digit(value) && value.windows(2).filter(turns).take(3).count() == 3;
    (length >= 16 && mixed && !is_worded(value) && !is_placeholder(value))
        .then(|| secret(end, end.saturating_add(length), "bearer-token"))
}

/// A token of Slack, whose first bytes `xox` lie before `end`: one letter tells for whom, and a dash comes.
pub(super) fn slack(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let letter = text.get(end).is_some_and(|byte| b"baprsceod".contains(byte));
    let dash = end.saturating_add(1);
    // `xoxe.xoxp-`: a token that can be turned into others.
    let dash = if has(text, dash, b".xox") { dash.saturating_add(5) } else { dash };
    let token = Token { kind: "slack-token", alphabet: Url, least: 10, most: 200, left: Left::Any };
    let body = dash.saturating_add(1);
    if !letter || text.get(dash) != Some(&b'-') {
        return None;
    }
    let found = token.at(text, start, body)?;
    has_digit(text.get(body..found.at.end)?).then_some(found)
}

/// A key of Stripe, whose `k_live_`, `k_test_` or `k_prod_` lies from `start` to `end`.
pub(super) fn stripe(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first = start.checked_sub(1).filter(|at| one(text, *at, b"sr"))?;
    let token = Token { kind: "stripe-key", alphabet: Plain, least: 10, most: 255, left: Left::Any };
    let key = token.at(text, first, end)?;
    // A function may be called so; a key has digits among its letters, or mixes them.
    let body = text.get(end..key.at.end)?;
    (has_digit(body) || is_mixed(body)).then_some(key)
}

/// A key of SendGrid: 22 and 43 bytes, or as many with other signs.
pub(super) fn sendgrid(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Url, 22), (Url, 43)], b'.', "sendgrid-key").or_else(|| {
        let length = Dotted.run(text, end, 67);
        let made = length == 66 && changes(text.get(end..end.saturating_add(length))?) > 6;
        (made && Left::Word.fits(text, start))
            .then(|| secret(start, end.saturating_add(length), "sendgrid-key"))
    })
}

/// A key of OpenAI, in which `T3BlbkFJ` lies from `start` to `end`.
pub(super) fn openai(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let after = Url.run(text, end, 255);
    let near = start.saturating_sub(255);
    let first = near.saturating_add(memchr::memmem::rfind(text.get(near..start)?, b"sk-")?);
    let between = text.get(first..start)?;
    let fits = between.iter().all(|byte| Url.has(*byte)) && between.len() >= 16 && after >= 16;
    fits.then(|| secret(first, end.saturating_add(after), "openai-key"))
}

/// A secret key of 1Password: `A3-` and groups of capitals and digits.
pub(super) fn one_password(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let five = [(Upper, 5), (Upper, 5), (Upper, 5)];
    let [one, other, last] = five;
    parted(text, (start, end), &[(Upper, 6), (Upper, 11), one, other, last], b'-', "1password-key").or_else(
        || {
            parted(
                text,
                (start, end),
                &[(Upper, 6), (Upper, 6), (Upper, 5), one, other, last],
                b'-',
                "1password-key",
            )
        },
    )
}

/// A secret of an application of Azure: a digit and `Q~` lie from `start` to `end`, three bytes are before them.
pub(super) fn azure_client(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let wanted = |byte: u8| Plain.has(byte) || b"_~.".contains(&byte);
    let first = start.checked_sub(3)?;
    let after = run(text, end, 40, |byte| wanted(byte) || byte == b'-');
    let fits = text.get(first..start)?.iter().all(|byte| wanted(*byte)) && (31..=34).contains(&after);
    fits.then(|| secret(first, end.saturating_add(after), "azure-secret"))
}

/// A token of Authress, in which `.acc` and `_` or `-` lie from `start` to `end`.
pub(super) fn authress(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first = start.saturating_sub(run_before(text, start, 64, |byte| Dotted.has(byte)));
    let before = text.get(first..start)?;
    let prefix = [b"sc_".as_slice(), b"ext_", b"scauth_", b"authress_"];
    let at = prefix.iter().filter_map(|prefix| memchr::memmem::find(before, prefix)).min()?;
    let tenant = Url.run(text, end, 32);
    let dot = end.saturating_add(tenant);
    let body = run(text, dot.saturating_add(1), 160, |byte| Base64.has(byte) || Url.has(byte));
    let fits = tenant >= 10 && text.get(dot) == Some(&b'.') && body >= 30;
    fits.then(|| secret(first.saturating_add(at), dot.saturating_add(body).saturating_add(1), "authress-key"))
}

/// A key of Cloudflare's origin CA: `v1.0-`, 24 and 146 digits.
pub(super) fn cloudflare_ca(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Hex, 24), (Hex, 146)], b'-', "cloudflare-key")
}

/// A token of Dynatrace: what it is for, 24 and 64 bytes.
pub(super) fn dynatrace(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Lower, 3), (Plain, 24), (Plain, 64)], b'.', "dynatrace-token")
}

/// A token whose prefix begins at `start` and is told by one of the marks that may be at `end`.
fn marked(text: &[u8], (start, end): (usize, usize), marks: &[&[u8]], token: &Token) -> Option<Secret> {
    let mark = marks.iter().find(|mark| has(text, end, mark))?;
    token.at(text, start, end.saturating_add(mark.len()))
}

/// A token of DigitalOcean, in which `_v1_` lies from `start` to `end`.
pub(super) fn digitalocean(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first = start
        .checked_sub(3)
        .filter(|first| has(text, *first, b"do") && one(text, start.saturating_sub(1), b"opr"))?;
    let token = Token { kind: "digitalocean-token", alphabet: Hex, least: 64, most: 64, left: Left::Any };
    token.at(text, first, end)
}

/// A token of Doppler.
pub(super) fn doppler(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let token = Token { kind: "doppler-token", alphabet: Dotted, least: 40, most: 80, left: Left::Any };
    marked(text, (start, end), &[b"pt.", b"st.", b"ct.", b"sa.", b"scim.", b"audit."], &token)
}

/// A key of Flutterwave.
pub(super) fn flutterwave(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let token = Token { kind: "flutterwave-key", alphabet: Url, least: 12, most: 64, left: Left::Any };
    marked(text, (start, end), &[b"SECK_TEST-", b"SECK-", b"PUBK_TEST-"], &token)
}

/// A token of Square.
pub(super) fn square(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let token = Token { kind: "square-token", alphabet: Url, least: 22, most: 64, left: Left::Any };
    marked(text, (start, end), &[b"atp-", b"csp-"], &token)
}

/// A token of Shopify.
pub(super) fn shopify(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let token = Token { kind: "shopify-token", alphabet: Hex, least: 32, most: 32, left: Left::Any };
    marked(text, (start, end), &[b"at_", b"ca_", b"pa_", b"ss_", b"ua_"], &token)
}

/// A key of Lob (35 digits) or a token of GoCardless (40 bytes) after `live_`.
pub(super) fn live(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let from = if has(text, end, b"pub_") { end.saturating_add(4) } else { end };
    let (hex, url) = (Hex.run(text, from, 36), Url.run(text, from, 41));
    let after = from.saturating_add(url);
    let body = text.get(from..after)?;
    let lob = if from > end { 31 } else { 35 };
    let fits = (hex == lob && url == lob) || (from == end && url == 40 && changes(body) > 2);
    let made = has_digit(body) && !is_worded(body) && Left::Word.fits(text, start);
    (fits && made).then(|| secret(start, after, "live-key"))
}

/// A token of Harness: `pat.` or `sat.`, and three parts.
pub(super) fn harness(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Url, 22), (Plain, 24), (Plain, 20)], b'.', "harness-token")
}

/// A token of Terraform, in which `.atlasv1.` lies from `start` to `end`.
pub(super) fn terraform(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let before = run_before(text, start, 14, |byte| Plain.has(byte));
    let body = Dotted.run(text, end, 80);
    (body >= 50 && before >= 10)
        .then(|| secret(start.saturating_sub(before), end.saturating_add(body), "terraform-token"))
}

/// A key of Mailchimp: 32 digits before `-us`, one or two after.
pub(super) fn mailchimp(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let region = run(text, end, 3, |byte| byte.is_ascii_digit());
    let fits = (1..=2).contains(&region);
    let first =
        start.saturating_sub(if fits { part_before(text, start, Hex, 32, 32)? } else { return None });
    begins(text, first, |byte| byte.is_ascii_hexdigit())
        .then(|| secret(first, end.saturating_add(region), "mailchimp-key"))
}

/// A token of Mapbox: 60 and 22 bytes.
pub(super) fn mapbox(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let head = Url.run(text, end, 256);
    let dot = end.saturating_add(head);
    let body = Url.run(text, dot.saturating_add(1), 64);
    let fits = head >= 50
        && text.get(dot) == Some(&b'.')
        && (20..=64).contains(&body)
        && !is_worded(text.get(end..dot)?)
        && Left::Word.fits(text, start);
    fits.then(|| secret(start, dot.saturating_add(body).saturating_add(1), "mapbox-token"))
}

/// A key of MaxMind: six and 29 bytes before `_mmk`.
pub(super) fn maxmind(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let body = part_before(text, start, Plain, 20, 40)?;
    let dash = start.saturating_sub(body).checked_sub(1).filter(|at| text.get(*at) == Some(&b'_'))?;
    let first = dash.saturating_sub(run_before(text, dash, 6, |byte| Plain.has(byte)));
    Some(secret(first, end, "maxmind-key"))
}

/// A webhook: what is after the fixed part of its address.
pub(super) fn webhook(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 512, |byte| Url.has(byte) || b"/@%=&?.+".contains(&byte));
    let path = text.get(end..end.saturating_add(length))?;
    let length = length.saturating_sub(path.iter().rev().take_while(|byte| **byte == b'.').count());
    (length >= 40 && changes(path) >= 3).then(|| secret(end, end.saturating_add(length), "webhook"))
}

/// A key of Postman: 24 and 34 digits.
pub(super) fn postman(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Hex, 24), (Hex, 34)], b'-', "postman-key")
}

/// A key of Sendinblue: 64 and 16 bytes.
pub(super) fn sendinblue(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Hex, 64), (Plain, 16)], b'-', "sendinblue-key")
}

/// A token of Defined Networking: 26 and 52 bytes.
pub(super) fn defined_networking(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Plain, 26), (Plain, 52)], b'-', "defined-networking-token").or_else(|| {
        let token = Token {
            kind: "defined-networking-token",
            alphabet: Dotted,
            least: 70,
            most: 90,
            left: Left::Word,
        };
        token.at(text, start, end)
    })
}

/// A token of a service account of Grafana: 32 bytes, an underscore and eight digits.
pub(super) fn grafana(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let after = parts(text, end, &[(Plain, 32), (Hex, 8)], b'_')?;
    Some(secret(start, after, "grafana-token"))
}

/// What begins with `pat`: tokens of Airtable (14 bytes, and 64 digits), of Harness, and of HubSpot.
pub(super) fn pat(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    match text.get(end)? {
        b'.' => harness(text, start, end.saturating_add(1)),
        b'-' => {
            let from = end.saturating_add(5);
            let region = has(text, end, b"-na1-") || has(text, end, b"-eu1-");
            let after = parts(text, from, &[(Hex, 8), (Hex, 4), (Hex, 4), (Hex, 4), (Hex, 12)], b'-')?;
            region.then(|| secret(start, after, "hubspot-token"))
        }
        _ => parted(text, (start, end), &[(Plain, 14), (Hex, 64)], b'.', "airtable-token"),
    }
}

/// A token of a bot of Telegram: digits, `:AA`, and 33 bytes.
pub(super) fn telegram(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let digits = run_before(text, start, 17, |byte| byte.is_ascii_digit());
    let body = Url.run(text, end, 40);
    ((5..=16).contains(&digits) && (32..=35).contains(&body))
        .then(|| secret(start.saturating_sub(digits), end.saturating_add(body), "telegram-token"))
}

/// A key of Twilio: `SK` and 32 digits, the first of which lies before `end`.
pub(super) fn twilio(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Hex, 31)], b'-', "twilio-key")
}

/// A token of Yandex: some bytes, a full stop and 86 more.
pub(super) fn yandex(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let head = Dotted.run(text, end, 300);
    let dot = memchr::memchr(b'.', text.get(end..end.saturating_add(head))?)?;
    let after = head.saturating_sub(dot).saturating_sub(1);
    ((86..=88).contains(&after) && Left::Word.fits(text, start))
        .then(|| secret(start, end.saturating_add(head), "yandex-token"))
}

/// A token of a page of Facebook, or a long-lived one of Square.
pub(super) fn facebook(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let page = Token { kind: "facebook-token", alphabet: Plain, least: 100, most: 600, left: Left::Any };
    let square = Token { kind: "square-token", alphabet: Url, least: 56, most: 64, left: Left::Word };
    marked(text, (start, end), &[b"M", b"C", b"B", b"G"], &page)
        .or_else(|| marked(text, (start, end), &[b"A"], &square))
}

/// A signature of a shared access to Azure's storage: base64, percent-encoded.
pub(super) fn azure_signature(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 128, |byte| Base64.has(byte) || byte == b'%');
    let value = text.get(end..end.saturating_add(length))?;
    let ends = value.ends_with(b"=") || value.ends_with(b"%3D") || value.ends_with(b"%3d");
    let fits = length >= 43 && ends && before(text, start).is_some_and(|byte| b"?&;\"' ".contains(&byte));
    fits.then(|| secret(end, end.saturating_add(length), "azure-signature"))
}

/// The code of a key file of PuTTY over its own contents.
pub(super) fn putty_code(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let length = Hex.run(text, end, 128);
    (length >= 40).then(|| secret(end, end.saturating_add(length), "private-key"))
}

/// A session of a server, as a cookie has it.
pub(super) fn session(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 512, |byte| Url.has(byte) || b".%".contains(&byte));
    let value = text.get(end..end.saturating_add(length))?;
    (length >= 16 && changes(value) >= 2).then(|| secret(end, end.saturating_add(length), "cookie"))
}

/// The license of Sidekiq: two numbers of eight digits.
pub(super) fn sidekiq(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let from = end.saturating_add(run(text, end, 6, |byte| b"=: \"'".contains(&byte)));
    let after = parts(text, from, &[(Hex, 8), (Hex, 8)], b':')?;
    (from > end).then(|| secret(from, after, "sidekiq-key"))
}

/// The hash of a password, as `crypt` and frameworks for the web have it, whose first bytes lie from `start` to `end`.
pub(super) fn password_hash(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let length = run(text, end, 512, |byte| Base64.has(byte) || b"$.,-_".contains(&byte));
    let rest = text.get(end..end.saturating_add(length))?;
    let last = rest.rsplit(|byte| *byte == b'$').next()?;
    let fits = last.len() < rest.len() && last.len() >= 20 && changes(last) >= 2 && !is_worded(last);
    fits.then(|| secret(start, end.saturating_add(length), "password-hash"))
}

/// The hash of a password in a directory: a scheme in braces, which ends before `end`, and base64.
pub(super) fn directory_hash(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let scheme = run(text, end, 8, |byte| byte.is_ascii_alphanumeric());
    let from = end.saturating_add(scheme).saturating_add(1);
    let length = Base64.run(text, from, 256);
    (has(text, end.saturating_add(scheme), b"}") && length >= 24)
        .then(|| secret(from, from.saturating_add(length), "password-hash"))
}

/// The most bytes of a key in JSON that are looked at on each side.
const JWK: usize = 4096;
/// Which of its fields are secret: of an elliptic curve, of RSA, of a symmetric key (RFC 7518).
const JWK_FIELDS: [&[u8]; 7] = [b"d", b"p", b"q", b"dp", b"dq", b"qi", b"k"];

/// The secret fields of a key in JSON, in which `kty` lies from `start` to `end`.
pub(super) fn json_key(text: &[u8], start: usize, end: usize, hidden: &mut Vec<Secret>) {
    if !before(text, start).is_some_and(|byte| b"\"'".contains(&byte)) {
        return;
    }
    let near = text.get(start.saturating_sub(JWK)..start).unwrap_or_default();
    let from = start.saturating_sub(
        memchr::memrchr2(b'{', b'}', near).map_or(near.len(), |at| near.len().saturating_sub(at)),
    );
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.get(..JWK).unwrap_or(rest);
    let to = end.saturating_add(memchr::memchr2(b'{', b'}', rest).unwrap_or(rest.len()));
    let mut at = from;
    while at < to {
        let (quote, name) = past_quote(text, at);
        let Some(quote) = quote else {
            at.up(1);
            continue;
        };
        let length = quote.length(text, name);
        let field = text.get(name..name.saturating_add(length)).unwrap_or_default();
        let (_, after) = past_quote(text, name.saturating_add(length));
        at = after.max(at.saturating_add(1));
        let Some((_, value)) = sign(text, at.saturating_add(blanks(text, at))) else { continue };
        let (quote, value) = past_quote(text, value.saturating_add(blanks(text, value)));
        let length = Url.run(text, value, JWK);
        if quote.is_some() && JWK_FIELDS.contains(&field) && length >= 20 {
            hidden.push(secret(value, value.saturating_add(length), "json-key"));
        }
        if quote.is_some() {
            at = past_quote(text, value.saturating_add(length)).1.max(at);
        }
    }
}

/// What a CI is asked to hide: `::add-mask::...`.
pub(super) fn masked(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let from = end.saturating_add(run(text, end, 2, |byte| b"]:".contains(&byte)));
    let length = run(text, from, 1024, |byte| byte >= b' ' && !b"\"'".contains(&byte));
    let value = text.get(from..from.saturating_add(length))?.trim_ascii_end();
    let fits = from > end && value.len() >= 4 && !is_placeholder(value);
    fits.then(|| secret(from, from.saturating_add(value.len()), "masked"))
}

/// The password of a line of `.pgpass`, in whose fields a port or a star lies from `start` to `end`.
pub(super) fn pgpass(text: &[u8], start: usize, _end: usize) -> Option<Secret> {
    let begin = start.saturating_sub(run_before(text, start, 256, |byte| byte > b' '));
    let length = run(text, begin, 512, |byte| byte > b' ' && !b"\"'`".contains(&byte));
    let line = text.get(begin..begin.saturating_add(length))?;
    let mut fields = line.splitn(5, |byte| *byte == b':');
    let (_, port, _, user, password) =
        (fields.next()?, fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let is_port = port == b"*" || (port.len() >= 4 && port.iter().all(u8::is_ascii_digit));
    let fits = is_port
        && !user.is_empty()
        && is_chosen(password)
        && !is_placeholder(password)
        && !password.contains(&b':');
    let from = begin.saturating_add(line.len()).saturating_sub(password.len());
    fits.then(|| secret(from, begin.saturating_add(length), "password"))
}

/// The password of Redis, after `AUTH` or a setting, whose name ends at `end`: the last of one or two words.
pub(super) fn redis(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let left = before(text, start).is_none_or(|byte| b" \n\"'>\t".contains(&byte));
    let word = |at: usize| run(text, at, 256, |byte| byte > b' ' && !b"\"'\\".contains(&byte));
    let gap = |at: usize| at.saturating_add(run(text, at, 4, |byte| b" \t\"'".contains(&byte)));
    let first = gap(end);
    let after = first.saturating_add(word(first));
    let second = gap(after);
    let last = second.saturating_add(word(second));
    let place = if last > second { second..last } else { first..after };
    let ends = text.get(gap(place.end)).is_none_or(|byte| b"\r\n".contains(byte));
    let value = text.get(place.clone())?;
    let apart = before(text, first).is_some_and(|byte| b" \t\"'".contains(&byte));
    let fits = left
        && apart
        && ends
        && is_chosen(value)
        && !is_worded(value)
        && !is_placeholder(value)
        && value.len() >= LEAST_CHOSEN
        && value.iter().any(u8::is_ascii_lowercase);
    fits.then_some(Secret { at: place, kind: "password" })
}

/// The least bytes of a password that only its place tells of.
const LEAST_CHOSEN: usize = 8;

/// The string that is the next argument of a command, whose name ends at `end`.
pub(super) fn next_string(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let at =
        end.saturating_add(run(text, end, 24, |byte| byte.is_ascii_alphabetic() || b" -(".contains(&byte)));
    let (quote, from) = past_quote(text, at);
    let length = quote?.length(text, from);
    let value = text.get(from..from.saturating_add(length))?;
    (length >= 4 && !is_placeholder(value) && !is_stand_in(value))
        .then(|| secret(from, from.saturating_add(length), "password"))
}

/// The tokens of applications of Facebook: a number, a bar, and the secret.
pub(super) fn facebook_apps(text: &[u8], hidden: &mut Vec<Secret>) {
    for bar in memchr::memchr_iter(b'|', text) {
        if !before(text, bar).is_some_and(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let digits = run_before(text, bar, 17, |byte| byte.is_ascii_digit());
        let from = bar.saturating_add(1);
        let body = Url.run(text, from, 41);
        let value = text.get(from..from.saturating_add(body)).unwrap_or_default();
        if (15..=16).contains(&digits) && (27..=40).contains(&body) && changes(value) >= 2 {
            hidden.push(secret(bar.saturating_sub(digits), from.saturating_add(body), "facebook-token"));
        }
    }
}
