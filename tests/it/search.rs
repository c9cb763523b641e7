//! Search: the results in docgen and in the browser, and the properties of the index files.

mod agreement;
mod client;
mod command;
mod damage;
mod floors;
mod identifiers;
mod large;
mod quality;
mod site;
