//! The search: what it finds, on both sides of the wire, and what its files are like.

mod agreement;
mod client;
mod command;
mod damage;
mod floors;
mod quality;
mod site;
