//! One file or folder per runner, in the folder of its family. `dispatch/registry.rs` lists them; nothing else names them.
//! What the runners of a family share is in its `shared`, and what runners of several families share is in `kit`.

pub mod apple;
pub mod build;
pub mod ci;
pub mod dotnet;
pub mod functional;
pub mod go;
pub mod infra;
pub mod javascript;
pub mod jvm;
pub mod lint;
pub mod native;
pub mod php;
pub mod python;
pub mod ruby;
pub mod rust;
pub mod script;
