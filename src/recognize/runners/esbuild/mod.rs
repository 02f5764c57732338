//! esbuild, alone and inside of what is built on it: tsup, Vite, Angular, Wrangler.

mod lines;
mod recognizer;

pub use lines::lists;
pub use recognizer::Esbuild;
