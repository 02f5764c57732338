//! Names of .NET tests: a class with its name spaces, a method, and arguments that may hold anything.

use crate::recognize::documents::failure::Name;

/// Splits `Space.Class.Method(a: "x.y")` before its method. A title of several words is a name of its own.
pub fn dotted(shown: &str) -> Name {
    let plain = shown.split(['(', '<', '[']).next().unwrap_or(shown);
    if plain.contains(' ') {
        return Name::bare(shown);
    }
    let split = plain.rfind('.').and_then(|at| shown.split_at_checked(at));
    match split.and_then(|(class, rest)| rest.strip_prefix('.').map(|method| (class, method))) {
        Some((class, method)) if !class.is_empty() && !method.is_empty() => Name::new(class, ".", method),
        _ => Name::bare(shown),
    }
}

/// A test's name by its class and the name that is shown, which may begin with the class.
pub fn in_class(class: &str, shown: &str) -> Name {
    let class = class.trim();
    if class.is_empty() {
        return dotted(shown);
    }
    match shown.strip_prefix(class).and_then(|rest| rest.strip_prefix('.')) {
        Some(method) if !method.is_empty() => Name::new(class, ".", method),
        _ if shown.trim().is_empty() => dotted(class),
        _ => Name::new(class, ".", shown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_before_its_method_whatever_its_arguments() {
        for (shown, module, name) in [
            ("A.B.Adds", "A.B", "Adds"),
            ("A.B.Adds(x: 1.5, y: \"a.b\")", "A.B", "Adds(x: 1.5, y: \"a.b\")"),
            ("Should be even (i: 3)", "", "Should be even (i: 3)"),
            ("Adds", "", "Adds"),
            (".", "", "."),
        ] {
            assert_eq!(dotted(shown), Name::new(module, ".", name), "{shown}");
        }
        assert_eq!(in_class("A.B", "A.B.Adds(1)"), Name::new("A.B", ".", "Adds(1)"));
        assert_eq!(in_class("A.B", "is even"), Name::new("A.B", ".", "is even"));
        assert_eq!(in_class("A.B", ""), Name::new("A", ".", "B"));
    }
}
