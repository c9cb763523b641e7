//! Documents to HTML.
