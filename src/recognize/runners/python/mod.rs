//! Runners of tests in Python, and tools of its projects.

pub mod avocado;
pub mod behave;
pub mod cocotb;
pub mod coverage;
pub mod green;
pub mod mkdocs;
pub mod pytest;
pub mod robot;
pub mod schemathesis;
pub mod shared;
pub mod sphinx;
pub mod stestr;
pub mod trial;
pub mod unittest;
pub mod ward;
pub mod zope_testrunner;
