//! What the runners of PHP share.

pub mod fatal;
pub mod phpunit_body;
pub mod phpunit_lines;
