//! Never compiled: its build script fails.
