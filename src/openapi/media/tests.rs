//! Tests of representations.
