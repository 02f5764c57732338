//! ERT for Emacs Lisp.

mod ert;
mod ert_lines;

pub use ert::Ert;
