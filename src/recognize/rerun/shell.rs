//! A line of a shell, taken apart: which commands it has, and which words the last of them.

/// What a shell would run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The text before the last command, as it is.
    pub(super) head: String,
    /// The words of the commands in it.
    pub(super) before: Vec<Vec<String>>,
    /// The words of the last command.
    pub(super) last: Vec<String>,
    /// Whether these words are what the shell makes of them: no wildcard, no variable.
    pub(super) literal: bool,
}

/// The most bytes of a line that is read.
const MOST_BYTES: usize = 16 * 1024;

/// Takes a line apart; nothing where it has more than commands one after the other.
pub(super) fn line(text: &str) -> Option<Line> {
    let text = text.trim();
    let text = text.strip_suffix("2>&1").map_or(text, str::trim_end);
    let mut line = Line { literal: true, ..Line::default() };
    let mut word: Option<String> = None;
    let mut chars = text.char_indices().peekable();
    if text.len() > MOST_BYTES {
        return None;
    }
    while let Some((at, char)) = chars.next() {
        match char {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()?.1 {
                        '\'' => break,
                        char => word.push(char),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()?.1 {
                        '"' => break,
                        '`' => return None,
                        '$' if chars.peek().is_some_and(|(_, next)| *next == '(') => return None,
                        '$' => line.literal = false,
                        '\\' => {
                            let next = chars.next()?.1;
                            if !"$`\"\\".contains(next) {
                                word.push('\\');
                            }
                            word.push(next);
                        }
                        char => word.push(char),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?.1),
            ' ' | '\t' => line.last.extend(word.take()),
            '&' | ';' | '\n' => {
                line.last.extend(word.take());
                if char == '&' && chars.next().is_none_or(|(_, next)| next != '&') || line.last.is_empty() {
                    return None;
                }
                line.before.push(std::mem::take(&mut line.last));
                let next = at.saturating_add(if char == '&' { 2 } else { 1 });
                line.head = text.get(..next)?.to_owned();
                line.literal = true;
            }
            '|' | '<' | '>' | '(' | ')' | '`' | '{' | '}' | '!' => return None,
            '#' if word.is_none() => return None,
            '$' if chars.peek().is_some_and(|(_, next)| *next == '(') => return None,
            '$' | '*' | '?' | '[' => {
                line.literal = false;
                word.get_or_insert_default().push(char);
            }
            '~' if word.is_none() => {
                line.literal = false;
                word = Some("~".to_owned());
            }
            char => word.get_or_insert_default().push(char),
        }
    }
    line.last.extend(word);
    // A program that replaces the shell is run like any other.
    if line.last.first().is_some_and(|word| word == "exec") {
        line.last.remove(0);
    }
    if line.last.first().is_some_and(|word| super::command::is_variable(word)) {
        line.last.insert(0, "env".to_owned());
    }
    (!line.last.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn has(text: &str, head: &str, last: &[&str], literal: bool) {
        let line = line(text).unwrap();
        let last: Vec<String> = last.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!((line.head.as_str(), line.last, line.literal), (head, last, literal), "{text}");
    }

    #[test]
    fn the_last_command_has_its_words_and_what_comes_before_stays_as_it_is() {
        has("jest --ci", "", &["jest", "--ci"], true);
        has("A=b 'my jest' \"a \\$b\" c\\ d", "", &["env", "A=b", "my jest", "a $b", "c d"], true);
        has("cd 'a b' && exec pytest -q 2>&1", "cd 'a b' &&", &["pytest", "-q"], true);
        has("set -e; x\ny", "set -e; x\n", &["y"], true);
        has("mocha test/*.js", "", &["mocha", "test/*.js"], false);
        has("pytest \"$A\"", "", &["pytest", "A"], false);
        has("echo $A && pytest", "echo $A &&", &["pytest"], true);
    }

    #[test]
    fn what_is_more_than_commands_one_after_the_other_is_not_taken_apart() {
        for text in [
            "",
            "a | b",
            "a > b",
            "a & b",
            "(a)",
            "a $(b)",
            "a `b`",
            "a 'b",
            "a || b",
            "a #b",
            "a \"$(b)\"",
            "; a",
        ] {
            assert_eq!(line(text), None, "{text}");
        }
    }
}
