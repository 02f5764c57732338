//! Whole runs of ExUnit.
