//! Whole logs of jest: what each of them tells.
