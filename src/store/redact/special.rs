//! Tokens that have more shape than a prefix and a number of bytes.
//!
//! Each function is given where a literal lies, and decides whether a secret is there.

use super::escapes::{before, begins, has, one, run, run_before};
use super::shapes::{Alphabet, Left, Secret, Token, part_before, parted, parts};
use super::words::{changes, has_digit, is_mixed, is_placeholder, is_worded};

use Alphabet::{Base64, Dotted, Hex, Plain, Upper, Url};

const fn secret(start: usize, end: usize, kind: &'static str) -> Secret {
    Secret { at: start..end, kind }
}

/// The most bytes of a signed token's head, body and signature.
const JWT_PARTS: [usize; 3] = [512, 16 * 1024, 2048];

/// A signed token of three parts (RFC 7519), whose first `eyJ` lies at `start`; Grafana's keys begin so too.
pub(super) fn signed_token(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let [most_head, most_body, most_signature] = JWT_PARTS;
    if has(text, end, b"rIjoi") && Left::Word.fits(text, start) {
        let head = Url.run(text, end, most_head);
        let dot = end.saturating_add(head);
        let after = dot.saturating_add(run(text, dot, 3, |byte| byte == b'='));
        return (head >= 70).then(|| secret(start, after, "grafana-key"));
    }
    let rest = text.get(end..)?;
    let head = memchr::memchr(b'.', rest.get(..most_head).unwrap_or(rest))?;
    let dot = end.saturating_add(head);
    if head < 9 || !has(text, dot, b".eyJ") || Url.run(text, end, most_head) != head {
        return None;
    }
    let from = dot.saturating_add(1);
    let body = Url.run(text, from, most_body);
    let dot = from.saturating_add(body);
    let from = dot.saturating_add(1);
    let signature = Dotted.run(text, from, most_signature);
    (body >= 12 && text.get(dot) == Some(&b'.') && signature >= 10)
        .then(|| secret(start, from.saturating_add(signature), "jwt"))
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
    let length = run(text, end, 4096, |byte| Dotted.has(byte) || b"~+/".contains(&byte));
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

/// A key of SendGrid: 22 and 43 bytes.
pub(super) fn sendgrid(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Url, 22), (Url, 43)], b'.', "sendgrid-key")
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

/// A token of Dynatrace: 24 and 64 bytes.
pub(super) fn dynatrace(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    parted(text, (start, end), &[(Plain, 24), (Plain, 64)], b'.', "dynatrace-token")
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
    let before = part_before(text, start, Hex, 32, 32)?;
    let first = start.saturating_sub(before);
    // The digit of the region that belongs to the literal is one of two at most.
    (region <= 1 && begins(text, first, |byte| byte.is_ascii_hexdigit()))
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
    let length = run(text, end, 512, |byte| Url.has(byte) || b"/@%=&?.".contains(&byte));
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

/// A token of a page of Facebook.
pub(super) fn facebook(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let token = Token { kind: "facebook-token", alphabet: Plain, least: 100, most: 600, left: Left::Any };
    token.at(text, start, end)
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
