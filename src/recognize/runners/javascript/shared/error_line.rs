//! A line of the text of an error below a failure, for runners that are driven.

use crate::event::{Part, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::error_text::ErrorText;

/// Reads the next line of an error. What is known of its message so far is the message when the failure ends here.
pub fn error_line(error: &mut ErrorText, content: &str, run: &mut Run<'_>) -> Seen {
    let part = error.located(content, run).unwrap_or(Part::Where);
    run.message_otherwise(error.message());
    run.text(part)
}
