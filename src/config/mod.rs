//! The configuration: one file in YAML or JSON, the environment and flags become validated settings, once.
//!
//! [`Sources`] says where values come from; [`load`] reads them all, and [`Watch`] goes on looking at the file. A flag comes
//! before a variable, a variable before the file, the file before the profile, the profile before the defaults. A file
//! is read into `node`s, which know their lines, `read` makes a `layer` of them, and `merge` lays the layers above each
//! other. The environment itself is read by the caller. No file is ever looked for in the working folder.

mod environment;
mod error;
mod field;
mod file;
mod header_file;
mod json;
mod layer;
mod load;
mod merge;
mod node;
mod numbers;
mod profile;
mod read;
mod shown;
mod tools;
mod watch;
mod wishes;
mod yaml;

pub use environment::{Flags, VARIABLES};
pub use error::ConfigError;
pub use file::Place;
pub use header_file::{HeaderFile, is_header_name, is_header_value};
pub use load::{Config, Loaded, Sources, check, load, profile};
pub use merge::Merged;
pub use shown::{Changes, Shown};
pub use watch::{Reloaded, TIMER, Watch};
pub use wishes::{FilterWishes, ModelWish, Wishes};
pub use yaml::yaml_of;
