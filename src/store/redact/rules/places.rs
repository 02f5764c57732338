//! Places at which secrets are whatever they look like: addresses, headers, commands, keys of settings, key files.

use super::super::headers::{authorization, cookies};
use super::super::named::{nuget_password, registry};
use super::super::names::Word;
use super::super::nested::pair;
use super::super::shapes::Secret;
use super::super::shell::{arguments, identified, oracle, piped};
use super::super::special::{bearer, json_key, masked, next_string, pgpass, putty_code, redis, session};
use super::super::urls::{dsn, url};
use super::{Matcher, Rule};

const fn shape(
    id: &'static str,
    literals: &'static [&'static str],
    by: fn(&[u8], usize, usize) -> Option<Secret>,
) -> Rule {
    Rule { id, literals, by: Matcher::Shape(by) }
}

const fn named(id: &'static str, literals: &'static [&'static str], word: Word) -> Rule {
    Rule { id, literals, by: Matcher::Named(word) }
}

fn cookies_after(text: &[u8], _start: usize, end: usize, hidden: &mut Vec<Secret>) {
    cookies(text, end, hidden);
}

fn arguments_of(text: &[u8], start: usize, _end: usize, hidden: &mut Vec<Secret>) {
    arguments(text, start, hidden);
}

const fn several(
    id: &'static str,
    literals: &'static [&'static str],
    by: fn(&[u8], usize, usize, &mut Vec<Secret>),
) -> Rule {
    Rule { id, literals, by: Matcher::Several(by) }
}

fn nuget(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    nuget_password(text, end)
}

/// The rules.
pub(in crate::store::redact) const PLACES: &[Rule] = &[
    // RFC 3986, section 3.2.1; and how JSON and queries escape `://`.
    shape("url-password", &["://", ":\\/\\/", ":\\\\/\\\\/", "%3A%2F%2F", "%3a%2f%2f"], url),
    shape("dsn-password", &["@tcp(", "@unix("], dsn),
    // RFC 6750, RFC 9110, RFC 6265.
    shape("bearer-token", &["earer ", "EARER ", "earer%20"], bearer),
    shape("authorization-header", &["uthorization", "UTHORIZATION"], authorization),
    Rule { id: "cookie-header", literals: &["ookie", "OOKIE"], by: Matcher::Several(cookies_after) },
    shape("session-cookie", &["SESSID=", "SESSIONID="], session),
    // Arguments that commands take, as a shell's trace (`set -x`) and a CI print them: at the name of a command, at a
    // subcommand, or at an option.
    several(
        "command-argument",
        &[
            "curl ",
            "mysql",
            "mariadb",
            "sshpass ",
            "ldap",
            "smbclient ",
            "openssl ",
            " login ",
            "7z ",
            "7za ",
            "rar ",
            "lftp ",
            "snmp",
            "signtool ",
            "gh secret ",
            "snyk auth ",
            " push ",
            " -p ",
            " -P ",
            " -k ",
            " -a ",
            " -t ",
            " -pw ",
            "-creds",
            "-from-literal",
            " --value ",
            "--secret-string",
            " unseal ",
            " unlock ",
            "encrypt_string ",
            " alias set ",
            "bbitmqctl ",
            "net use",
            "htpasswd ",
            "http-basic.",
            "hub-oauth.",
            "bundle config ",
        ],
        arguments_of,
    ),
    several("piped-argument", &["echo ", "printf ", "<<<"], piped),
    shape("sql-password", &["IDENTIFIED", "identified"], identified),
    shape("oracle-password", &["sqlplus ", "pdp ", "oracle:thin:"], oracle),
    shape("pgpass-password", &[":543", ":*:"], pgpass),
    shape("redis-password", &["AUTH ", "requirepass", "masterauth"], redis),
    shape("powershell-string", &["ConvertTo-SecureString"], next_string),
    shape("masked-value", &["add-mask"], masked),
    // RFC 7468, RFC 4880, RFC 4716, and PuTTY's manual, appendix C.
    Rule {
        id: "private-key",
        literals: &["PRIVATE KEY", "PRIVATE%20KEY", "PRIVATE+KEY"],
        by: Matcher::KeyBlock,
    },
    Rule { id: "putty-key", literals: &["Private-Lines:"], by: Matcher::KeyLines },
    shape("putty-code", &["Private-MAC: "], putty_code),
    // Files of credentials: Docker's `config.json`, npm's `.npmrc`, NuGet's settings.
    shape("registry-auth", &["auth\"", "auth\\", "_auth", "configjson"], registry),
    several("json-web-key", &["kty"], json_key),
    several("basic-auth-pair", &["auth=("], pair),
    shape("nuget-config-password", &["=\"ClearTextPassword", "=\"Password"], nuget),
    // Names of keys. What begins with a capital letter and what does not are found by one literal.
    named(
        "named-password",
        &["assword", "ASSWORD", "asswd", "ASSWD", "assphrase", "ASSPHRASE", "torepass", "eypass"],
        Word::Password,
    ),
    named(
        "named-pass",
        &[
            "_PASS", "_pass", "PASS=", "ass=", "PASS\"", "ass\"", "ass:", "PWD=", "pwd=", "Pwd=", "_PWD",
            "_pwd",
        ],
        Word::Pass,
    ),
    named(
        "named-token",
        &["ecret", "ECRET", "oken", "OKEN", "redential", "REDENTIAL", "onar.login"],
        Word::Token,
    ),
    named("named-key", &["KEY", "Key", "key"], Word::Key),
];
