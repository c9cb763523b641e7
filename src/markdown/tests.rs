//! Markdown to documents.
