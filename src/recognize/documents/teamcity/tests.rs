//! Rules of the recognizer, each on the smallest log that shows it.

use super::message::parse;

#[test]
fn a_value_is_decoded_up_to_its_quote() {
    let text = "##teamcity[testFailed name='a |'b|' |[c|]' message = \"x|ny|r|nz ||\" details='|0x2014|0x']";
    let message = parse(text).unwrap();
    assert_eq!((message.kind, message.whole), ("testFailed", true));
    assert_eq!(message.get("name"), "a 'b' [c]");
    assert_eq!(message.get("message"), "x\ny\nz |");
    assert_eq!(message.get("details"), "\u{2014}|0x");
    assert_eq!(message.get("flowId"), "");
}

#[test]
fn a_cut_message_has_what_is_left_of_it() {
    let message = parse("##teamcity[testFailed name='a' message='it sa").unwrap();
    assert_eq!((message.get("name"), message.get("message"), message.whole), ("a", "it sa", false));
    for text in ["##teamcity[", "##teamcity[testFailed", "##teamcity[ x]", "##teamcity[9]", "teamcity[x]"] {
        assert_eq!(parse(text), None, "{text}");
    }
}
