//! Whole runs of PHPUnit.
