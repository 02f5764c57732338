//! XML and HTML: markup, and characters that XML 1.0 does not have.

/// The character, or U+FFFD if a document cannot hold it.
const fn allowed(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}' => {
            character
        }
        _ => '\u{fffd}',
    }
}

/// Adds text between tags.
pub(in crate::render::documents) fn text(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            // Parsers would turn it into a line end.
            '\r' => into.push_str("&#13;"),
            other => into.push(allowed(other)),
        }
    }
}

/// Adds the value of an attribute, in double quotes.
pub(in crate::render::documents) fn attribute(text: &str, into: &mut String) {
    into.push('"');
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            // Parsers would turn them into blanks.
            '\n' => into.push_str("&#10;"),
            '\r' => into.push_str("&#13;"),
            '\t' => into.push_str("&#9;"),
            other => into.push(allowed(other)),
        }
    }
    into.push('"');
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::*;

    #[test]
    fn what_is_no_character_of_xml_is_replaced() {
        let mut into = String::new();
        text("a\u{0}\u{1b}\u{fffe}]]><b>&", &mut into);
        assert_eq!(into, "a\u{fffd}\u{fffd}\u{fffd}]]&gt;&lt;b&gt;&amp;");
        into.clear();
        attribute("a\"\n\t<", &mut into);
        assert_eq!(into, "\"a&quot;&#10;&#9;&lt;\"");
    }

    proptest::proptest! {
        #[test]
        fn any_attribute_is_one_attribute(value in "\\PC{0,40}") {
            let mut document = "<a b=".to_owned();
            attribute(&value, &mut document);
            document.push_str("/>");
            let mut reader = Reader::from_str(&document);
            let Ok(Event::Empty(tag)) = reader.read_event() else { panic!("{document}") };
            proptest::prop_assert_eq!(tag.attributes().count(), 1);
        }
    }
}
