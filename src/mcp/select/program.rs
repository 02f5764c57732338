//! A program of jq, compiled. It reaches no environment, no file and no further input.

use jaq_core::data::JustLut;
use jaq_core::load::{self, Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Filter, Vars};
use jaq_json::Val;

/// Functions that reach out of the program.
const OUTSIDE: [&str; 1] = ["env"];

/// What a program gives for each value.
pub(super) type Compiled = Filter<JustLut<Val>>;

/// Compiles a program.
///
/// # Errors
/// What is wrong at its first wrong place, which is named.
pub(super) fn compiled(program: &str) -> Result<Compiled, String> {
    let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
    let funs = funs.filter(|(name, ..)| !OUTSIDE.contains(name));
    let arena = Arena::default();
    let file = File { code: program, path: () };
    let modules = Loader::new(defs).load(&arena, file).map_err(|errors| unread(program, errors))?;
    Compiler::default().with_funs(funs).compile(modules).map_err(|errors| {
        let places = errors
            .into_iter()
            .flat_map(|(_, errors)| errors)
            .map(|(part, wrong)| (part, format!("there is no {} {part}", wrong.as_str())));
        first(program, places)
    })
}

/// The outputs of a program for a value, one after the other.
pub(super) fn outputs(compiled: &Compiled, input: Val) -> impl Iterator<Item = Result<Val, String>> {
    let context = Ctx::<JustLut<Val>>::new(&compiled.lut, Vars::new([]));
    compiled.id.run((context, input)).map(|output| {
        output.map_err(|wrong| match wrong.get_err() {
            Ok(error) => message(error),
            Err(_) => "halt is not available".to_owned(),
        })
    })
}

/// The message of an error at run time: a text as it is.
fn message(error: jaq_core::Error<Val>) -> String {
    match error.into_val() {
        Val::TStr(text) => String::from_utf8_lossy(&text).into_owned(),
        value => value.to_string(),
    }
}

/// What is wrong with a program that cannot be read.
fn unread(program: &str, errors: load::Errors<&str, ()>) -> String {
    let places = errors.into_iter().flat_map(|(_, error)| match error {
        load::Error::Io(errors) => {
            let io = |(part, _)| (part, "modules are not available".to_owned());
            errors.into_iter().map(io).collect::<Vec<_>>()
        }
        load::Error::Lex(errors) => {
            let lex =
                |(wanted, part): load::lex::Error<_>| (part, format!("a {} is missing", wanted.as_str()));
            errors.into_iter().map(lex).collect()
        }
        load::Error::Parse(errors) => {
            let parse =
                |(wanted, part): load::parse::Error<_>| (part, format!("a {} is missing", wanted.as_str()));
            errors.into_iter().map(parse).collect()
        }
    });
    first(program, places)
}

/// The first of some wrong places of a program, with its line and column.
fn first<'p>(program: &str, places: impl Iterator<Item = (&'p str, String)>) -> String {
    let at = |part: &str| {
        let at = part.as_ptr().addr().checked_sub(program.as_ptr().addr()).filter(|at| *at <= program.len());
        at.unwrap_or(program.len())
    };
    let first = places.map(|(part, what)| (at(part), what)).min_by_key(|(at, _)| *at);
    let (at, what) = first.unwrap_or((0, "it cannot be compiled".to_owned()));
    let before = program.get(..at).unwrap_or(program);
    let line = before.matches('\n').count().saturating_add(1);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count().saturating_add(1);
    format!("line {line}, column {column}: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(program: &str) -> String {
        compiled(program).err().unwrap_or_default()
    }

    #[test]
    fn a_wrong_program_is_named_by_its_first_wrong_place() {
        assert!(wrong(".[] | selct(.a)").starts_with("line 1, column 7: there is no filter selct"));
        assert!(wrong(".[]\n  | nosuch(1)").starts_with("line 2, column 5: "));
        assert!(wrong("\"\u{fc}\" | selct(1)").starts_with("line 1, column 7: "));
        assert!(wrong("$x").starts_with("line 1, column 1: there is no variable $x"));
        for program in [".[ | ", "map(.a", "", "|", "@", "\"\\q\""] {
            assert!(wrong(program).starts_with("line 1, column "), "{program}: {}", wrong(program));
        }
    }

    #[test]
    fn a_program_reaches_nothing_outside() {
        for program in
            ["env", "$ENV", "input", "inputs", "import \"m\" as m; 1", "include \"m\"; 1", "input_filename"]
        {
            assert!(!wrong(program).is_empty(), "{program}");
        }
    }

    #[test]
    fn outputs_are_as_the_input_was_written() {
        let text = br#"{"z":1.10,"a":[12345678901234567890,1E400],"b":"x"}"#;
        let input = jaq_json::read::parse_single(text).unwrap();
        let of = |program: &str| -> Vec<String> {
            let compiled = compiled(program).unwrap();
            outputs(&compiled, input.clone())
                .map(|output| output.map_or_else(|why| why, |value| value.to_string()))
                .collect()
        };
        assert_eq!(of("."), [r#"{"z":1.10,"a":[12345678901234567890,1E400],"b":"x"}"#]);
        assert_eq!(of(".a[], (.b | ascii_upcase)"), ["12345678901234567890", "1E400", "\"X\""]);
        assert_eq!(of("halt"), ["halt is not available"]);
        assert_eq!(of("error(\"no\")"), ["no"]);
    }
}
