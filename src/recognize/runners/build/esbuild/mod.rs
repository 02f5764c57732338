//! esbuild, alone and inside of what is built on it: tsup, Vite, Angular, Wrangler.

mod esbuild;

pub use esbuild::Esbuild;
