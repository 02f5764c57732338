//! Whole runs of minitest and test-unit.
