//! Whole logs of vitest: what each of them tells.
