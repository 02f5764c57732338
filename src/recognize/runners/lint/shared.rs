//! What the linters of one language share.

/// The endings of files that tools for Python read.
pub(super) const ENDINGS: [&str; 6] = ["py", "pyi", "pyx", "pyw", "ipynb", ""];
