//! The header of a text in columns: each piece of the text carries it.

/// Bytes of a header.
const MOST_BYTES: usize = 1000;
/// Lines that are looked at, and the fewest that there have to be.
const LINES: usize = 12;
const FEWEST: usize = 4;
/// What is between two columns.
const BETWEEN: [char; 4] = [',', ';', '\t', '|'];
/// Chars of a column's name.
const NAME_CHARS: usize = 60;

/// The fields of a line; nothing when a quote in it is not closed.
fn fields(line: &str, between: char) -> Option<Vec<&str>> {
    let mut quoted = false;
    let parts: Vec<&str> = line
        .split(|char| {
            quoted ^= char == '"';
            char == between && !quoted
        })
        .collect();
    (!quoted).then_some(parts)
}

/// The first line of a text whose lines all have the same columns, and that names them.
pub(super) fn header(text: &str) -> Option<&str> {
    let lines: Vec<&str> = text.lines().take(LINES).collect();
    let first = *lines.first().filter(|line| line.len() <= MOST_BYTES && lines.len() >= FEWEST)?;
    let is_table = |between: &char| {
        let Some(names) = fields(first, *between).filter(|names| names.len() > 1) else { return false };
        let is_name = |name: &&str| {
            let name = name.trim().trim_matches('"');
            let is_number = name.parse::<f64>().is_ok();
            !name.is_empty()
                && !is_number
                && name.chars().count() <= NAME_CHARS
                && !name.ends_with(['.', ':'])
        };
        let distinct = names.iter().collect::<std::collections::HashSet<_>>().len() == names.len();
        let same = |line: &&&str| fields(line, *between).is_some_and(|fields| fields.len() == names.len());
        // The last line that is looked at may be a part of one.
        distinct && names.iter().all(is_name) && lines.iter().skip(1).all(|line| same(&line))
    };
    BETWEEN.iter().any(is_table).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_the_columns_that_each_line_has() {
        assert_eq!(header("id,name\n1,a\n2,\"b, c\"\n3,d\n4,e\n"), Some("id,name"));
        assert_eq!(header("id\tname\n1\ta\n2\tb\n3\tc\n"), Some("id\tname"));
        for text in [
            "1,2\n3,4\n5,6\n7,8\n",
            "id,name\n1\n2\n3\n",
            "a,b\nc,d\n",
            "Well, no.\nOh, yes\nSo, it\nIs, this\n",
            "a,a\n1,2\n3,4\n5,6\n",
        ] {
            assert_eq!(header(text), None, "{text}");
        }
    }
}
