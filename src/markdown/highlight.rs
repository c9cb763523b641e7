//! Highlighting.
