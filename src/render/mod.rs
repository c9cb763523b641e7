//! Site to artifacts.

pub mod content;
