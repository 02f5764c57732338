//! The go tool and the runners on top of it.

pub mod ginkgo;
pub mod go_build;
pub mod go_json;
pub mod go_test;
pub mod gotestsum;
pub mod shared;
