//! esbuild, alone and inside of what is built on it: tsup, Vite, Angular, Wrangler.

mod recognizer;

pub use recognizer::Esbuild;
