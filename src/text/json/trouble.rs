//! What is wrong with a text that is not JSON, in plain words.

/// Messages of serde_json, and the same in plain words.
const WORDS: &[(&str, &str)] = &[
    ("EOF while parsing a list", "the text ends inside a list"),
    ("EOF while parsing an object", "the text ends inside an object"),
    ("EOF while parsing a string", "the text ends inside a string"),
    ("EOF while parsing a value", "the text ends where a value is missing"),
    ("expected `:`", "a colon is missing after a key"),
    ("expected `,` or `]`", "a comma or ']' is missing"),
    ("expected `,` or `}`", "a comma or '}' is missing"),
    ("expected ident", "this word is not true, false or null"),
    ("expected value", "this is not the beginning of a value"),
    ("expected `\"`", "a double quote is missing"),
    ("key must be a string", "a key must be in double quotes"),
    ("trailing comma", "there is a comma after the last item"),
    ("trailing characters", "there is more text after the value"),
    ("control character", "a string holds a control character that is not escaped"),
    ("invalid escape", "a string holds a backslash with a letter that means nothing"),
    ("invalid number", "this is not a number"),
    ("number out of range", "this number is too large"),
    ("invalid unicode code point", "a string holds an escape that is not a character"),
    ("lone leading surrogate", "a string holds one half of a character"),
    ("unexpected end of hex escape", "a string holds one half of a character"),
    ("recursion limit exceeded", "lists and objects are nested too deeply"),
];

/// The message of an error of serde_json, without its place; in plain words, when it is about the text.
#[must_use]
pub fn in_words(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    match WORDS.iter().find(|(words, _)| what.starts_with(words)) {
        Some((_, meant)) => (*meant).to_owned(),
        None => what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_text_is_in_plain_words() {
        for (text, words) in [
            ("[1", "the text ends inside a list"),
            ("{\"a\": 1", "the text ends inside an object"),
            ("\"a", "the text ends inside a string"),
            ("", "the text ends where a value is missing"),
            ("{\"a\" 1}", "a colon is missing after a key"),
            ("[1 2]", "a comma or ']' is missing"),
            ("{\"a\": 1 \"b\": 2}", "a comma or '}' is missing"),
            ("nope", "this word is not true, false or null"),
            ("x", "this is not the beginning of a value"),
            ("{a: 1}", "a key must be in double quotes"),
            ("[1,]", "there is a comma after the last item"),
            ("1 1", "there is more text after the value"),
            ("\"\n\"", "a string holds a control character that is not escaped"),
            (r#""\q""#, "a string holds a backslash with a letter that means nothing"),
            ("-", "the text ends where a value is missing"),
            ("1.x", "this is not a number"),
            ("1e999", "this number is too large"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
            assert_eq!(in_words(&error), words, "{text}: {error}");
        }
    }

    #[test]
    fn what_is_missing_in_a_value_is_printed_as_it_is() {
        let error = serde_json::from_str::<u8>("\"a\"").unwrap_err();
        assert_eq!(in_words(&error), "invalid type: string \"a\", expected u8");
    }
}
