//! The table of commands that take secrets as arguments: which option has one, or after which words one is.

use super::shell::Part;

use Part::{Last, Marked, Second, Whole};

/// A command and its arguments that are secrets.
pub(super) struct Command {
    /// What it is called; one with a star begins so.
    pub(super) names: &'static [&'static [u8]],
    /// One of these has to be among its words, when there are any.
    pub(super) needs: &'static [&'static [u8]],
    /// Options whose argument is or holds a secret.
    pub(super) options: &'static [(&'static [u8], Part)],
    /// Whether and where the argument of an option may be.
    pub(super) place: Place,
    /// Whether a word without an option may be one, after those that it needs.
    pub(super) rest: Rest,
}

/// Where the argument of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the same word.
    Same,
    /// In the next word.
    Next,
    /// In either.
    Both,
}

/// Which words without an option are secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    None,
    /// Those that look chosen or made.
    Chosen,
    /// Those that can hardly be anything but made.
    Made,
}

type Words = &'static [&'static [u8]];
type Options = &'static [(&'static [u8], Part)];

const fn of(names: Words, needs: Words, options: Options, place: Place) -> Command {
    Command { names, needs, options, place, rest: Rest::None }
}

const fn word(names: Words, needs: Words, rest: Rest) -> Command {
    Command { names, needs, options: &[], place: Place::Next, rest }
}

const P: Options = &[(b"-p", Whole)];
const CAPITAL_P: Options = &[(b"-P", Whole)];
const CREDS: Options =
    &[(b"--creds", Second(b':')), (b"--src-creds", Second(b':')), (b"--dest-creds", Second(b':'))];

/// The commands.
pub(super) const COMMANDS: &[Command] = &[
    of(
        &[b"curl"],
        &[],
        &[
            (b"-u", Second(b':')),
            (b"--user", Second(b':')),
            (b"-U", Second(b':')),
            (b"--proxy-user", Second(b':')),
            (b"--oauth2-bearer", Whole),
            (b"--pass", Whole),
            (b"-E", Last(b':')),
            (b"--cert", Last(b':')),
        ],
        Place::Both,
    ),
    of(&[b"http", b"https", b"xh"], &[], &[(b"-a", Second(b':'))], Place::Both),
    of(&[b"mysql*", b"mariadb*"], &[], P, Place::Same),
    word(&[b"mysqladmin"], &[b"password"], Rest::Chosen),
    of(&[b"sshpass", b"unrar", b"7z", b"7za", b"7zr", b"7zz", b"twine", b"conan"], &[], P, Place::Both),
    of(&[b"rar"], &[], &[(b"-hp", Whole), (b"-p", Whole)], Place::Same),
    of(&[b"plink", b"pscp", b"psftp", b"putty", b"kitty"], &[], &[(b"-pw", Whole)], Place::Next),
    of(&[b"redis-cli"], &[], &[(b"-a", Whole), (b"--pass", Whole)], Place::Next),
    of(
        &[
            b"mongo*",
            b"cqlsh",
            b"rdesktop",
            b"evil-winrm",
            b"certutil",
            b"useradd",
            b"usermod",
            b"ncftpput",
            b"npm-cli-login",
        ],
        &[],
        P,
        Place::Next,
    ),
    of(&[b"ldap*", b"kadmin"], &[], &[(b"-w", Whole)], Place::Both),
    of(
        &[
            b"sqlcmd",
            b"bcp",
            b"osql",
            b"zip",
            b"unzip",
            b"ipmitool",
            b"mosquitto_pub",
            b"mosquitto_sub",
            b"p4",
            b"knife",
        ],
        &[],
        CAPITAL_P,
        Place::Both,
    ),
    of(&[b"smbclient", b"rpcclient", b"smbmap"], &[], &[(b"-U", Second(b'%'))], Place::Both),
    of(
        &[b"openssl"],
        &[],
        &[(b"-passin", Marked), (b"-passout", Marked), (b"-pass", Marked), (b"-k", Whole)],
        Place::Next,
    ),
    of(&[b"ssh-keygen"], &[], &[(b"-N", Whole), (b"-P", Whole)], Place::Next),
    of(&[b"snmp*"], &[], &[(b"-A", Whole), (b"-X", Whole), (b"-c", Whole)], Place::Both),
    of(&[b"lftp"], &[], &[(b"-u", Second(b',')), (b"--user", Second(b','))], Place::Both),
    of(
        &[b"security"],
        &[
            b"unlock-keychain",
            b"create-keychain",
            b"import",
            b"set-key-partition-list",
            b"add-generic-password",
        ],
        &[(b"-p", Whole), (b"-P", Whole), (b"-k", Whole), (b"-w", Whole)],
        Place::Next,
    ),
    of(&[b"signtool"], &[], &[(b"/p", Whole)], Place::Both),
    of(&[b"skopeo", b"podman", b"buildah"], &[], CREDS, Place::Both),
    of(
        &[b"docker", b"podman", b"helm", b"nerdctl", b"buildah", b"skopeo", b"oras", b"crane", b"regctl"],
        &[b"login"],
        P,
        Place::Both,
    ),
    of(&[b"az", b"cf", b"oc", b"cosign", b"expo", b"eas", b"balena", b"conan"], &[b"login"], P, Place::Both),
    of(&[b"poetry", b"flit"], &[b"publish"], P, Place::Both),
    of(&[b"xcrun"], &[b"altool"], P, Place::Next),
    of(
        &[b"dotnet", b"nuget", b"choco", b"gem"],
        &[b"push", b"apikey"],
        &[(b"-k", Whole), (b"--key", Whole)],
        Place::Both,
    ),
    of(&[b"gh"], &[b"secret"], &[(b"-b", Whole), (b"--body", Whole)], Place::Both),
    of(&[b"codecov*", b"doctl", b"rancher"], &[], &[(b"-t", Whole)], Place::Next),
    of(&[b"az"], &[b"secret"], &[(b"--value", Whole)], Place::Both),
    of(&[b"aws"], &[b"put-parameter"], &[(b"--value", Whole)], Place::Both),
    of(&[b"aws"], &[b"secretsmanager"], &[(b"--secret-string", Whole)], Place::Both),
    of(&[b"kubectl", b"oc"], &[b"secret"], &[(b"--from-literal", Second(b'='))], Place::Both),
    word(
        &[b"cargo", b"vault", b"snyk", b"npm", b"bw"],
        &[b"login", b"auth", b"unseal", b"unlock"],
        Rest::Chosen,
    ),
    word(&[b"conan"], &[b"login"], Rest::Chosen),
    word(&[b"mc"], &[b"alias"], Rest::Chosen),
    word(&[b"rabbitmqctl"], &[b"add_user", b"change_password"], Rest::Chosen),
    word(&[b"net"], &[b"use", b"user"], Rest::Chosen),
    word(
        &[b"htpasswd"],
        &[b"-b", b"-nb", b"-cb", b"-bc", b"-bnBC", b"-nbB", b"-Bb", b"-bB", b"-nbBC"],
        Rest::Chosen,
    ),
    word(&[b"ansible-vault"], &[b"encrypt_string"], Rest::Chosen),
    word(&[b"nuget"], &[b"push"], Rest::Made),
    word(&[b"composer", b"poetry", b"bundle", b"npm", b"yarn", b"pnpm"], &[b"config"], Rest::Made),
];
