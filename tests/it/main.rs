//! Tests.

mod init;
mod serve;
