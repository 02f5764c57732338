//! Paths as hosts need them: below the root of the project, with slashes.

use std::fmt::Write as _;

use super::model::{Entry, Model, Places};

/// The path of a failure below the workspace, or as its runner prints it.
pub(super) fn relative(entry: &Entry<'_>, places: &dyn Places) -> Option<String> {
    let file = entry.file.as_deref()?;
    Some(places.below_workspace(file).unwrap_or_else(|| {
        let slashed = file.replace('\\', "/");
        let below = slashed.trim_start_matches("./").trim_start_matches('/');
        if below.is_empty() { slashed.clone() } else { below.to_owned() }
    }))
}

/// The path for a host that drops findings without one: that of the failure, or of the input in which it is.
pub(super) fn required(entry: &Entry<'_>, model: &Model<'_>, places: &dyn Places) -> String {
    relative(entry, places).unwrap_or_else(|| of_input(model))
}

/// The input as a path.
pub(super) fn of_input(model: &Model<'_>) -> String {
    let slashed = model.input.replace('\\', "/");
    slashed.trim_start_matches("./").trim_start_matches('/').to_owned()
}

/// A path as a URI reference (RFC 3986): chars with a meaning there are escaped.
pub(super) fn as_uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte);
        if plain {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::super::model::Unplaced;
    use super::*;

    #[test]
    fn a_path_is_below_the_root_and_a_uri_has_no_blanks() {
        let of = |file: &'static str| {
            relative(&Entry { file: Some(file.into()), ..Entry::default() }, &Unplaced).unwrap()
        };
        assert_eq!(of("./src/a.rs"), "src/a.rs");
        assert_eq!(of("/home/x/a b.rs"), "home/x/a b.rs");
        assert_eq!(of(r"src\a.cs"), "src/a.cs");
        assert_eq!(of("/"), "/");
        assert_eq!(as_uri("src/a b%é.rs"), "src/a%20b%25%C3%A9.rs");
    }
}
