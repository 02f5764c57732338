//! MSBuild, `dotnet build` and Visual Studio.

mod recognizer;
mod words;

pub use recognizer::Msbuild;
