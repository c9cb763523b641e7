//! Components: compiles the modules of a site and of its pages, and renders pages that use them to HTML, in a sandbox.

pub(crate) mod syntax;
