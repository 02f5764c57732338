//! Whole runs of RSpec.
