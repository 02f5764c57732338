//! Rules of the recognizer, each on the smallest log that shows it.
