//! MSBuild, `dotnet build` and Visual Studio.

mod msbuild;
mod words;

pub use msbuild::Msbuild;
