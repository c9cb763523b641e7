//! Tests of merging.
