//! weir: bounded answers from the output of test runners and build tools.
//!
//! The library is four modules: [`filter`] makes an answer, [`settings`] says how, [`source`] is where the bytes come
//! from, and [`budget`] has the limits. Their enums may get more variants, and their results more fields. Every other
//! module is internal, although it is public for the binary, the tests, the benches and the fuzz targets: any version may
//! change it.
//!
//! The floors, from the ground up; a module uses only floors below its own:
//! `budget`; `text`, `source` and `settings`; `event`; `recognize` and `report`; `render`, `store`, `config`, `telemetry` and `agents`; `filter`, `pack`,
//! `page`, `digest` and `chunk`; `batch` and `compile`; `mcp`; `cli`.

#![cfg_attr(test, allow(clippy::arithmetic_side_effects, reason = "tests count small numbers"))]

pub mod agents;
pub mod batch;
pub mod budget;
pub mod chunk;
pub mod cli;
pub mod compile;
pub mod config;
pub mod digest;
pub mod event;
pub mod filter;
pub mod mcp;
pub mod pack;
pub mod page;
pub mod recognize;
pub mod render;
pub mod report;
pub mod settings;
pub mod source;
pub mod store;
pub mod telemetry;
pub mod text;
