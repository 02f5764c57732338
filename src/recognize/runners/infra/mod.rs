//! Tools for machines, images, services and data, and the installers of packages.

pub mod conftest;
pub mod container_structure_test;
pub mod dbt;
pub mod env;
pub mod forge;
pub mod goss;
pub mod helm_unittest;
pub mod hurl;
pub mod inspec;
pub mod k6;
pub mod locust;
pub mod maestro;
pub mod opa;
pub mod tools;
