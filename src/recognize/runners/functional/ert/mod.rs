//! ERT for Emacs Lisp.

mod lines;
mod recognizer;

pub use recognizer::Ert;
