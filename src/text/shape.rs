//! What messages of one kind have in common.

/// A message without numbers and quoted words.
#[must_use]
pub fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut quote: Option<char> = None;
    for each in text.chars() {
        match quote {
            Some(end) if each == end => quote = None,
            Some(_) => {}
            None => match each {
                '`' | '"' => quote = Some(each),
                '\u{2018}' => quote = Some('\u{2019}'),
                '\'' if !shape.ends_with(char::is_alphanumeric) => quote = Some('\''),
                digit if digit.is_ascii_digit() => {
                    if !shape.ends_with('#') {
                        shape.push('#');
                    }
                }
                other => shape.push(other),
            },
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_quoted_values_are_no_part_of_a_shape() {
        assert_eq!(shape("a.c:12:5: unused 'x1'"), shape("a.c:3:40: unused 'other'"));
        assert_ne!(shape("a.c:12:5: unused 'x1'"), shape("b.c:12:5: unused 'x1'"));
    }
}
