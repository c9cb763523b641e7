//! A server for the Model Context Protocol: lets AI agents search and read a documentation site.
//!
//! [`Docs`] reads the files that every docgen site contains (Markdown pages, `llms.txt`, navigation trees, and the
//! search index) from [`SiteFiles`], which can be a folder, a published site, or a site that isn't built. `tools`
//! answers questions with these files, `prompts` writes requests for agents, and `protocol` sends both. Only this
//! module uses rmcp. It must not know where the files come from, and it never reads a path that could be outside the
//! site.

mod docs;
mod headings;
mod lines;
mod listing;
mod passage;
mod prompts;
mod protocol;
mod tools;
mod tree;

pub(crate) use docs::Docs;
pub(crate) use protocol::{serve, serve_http};

/// The output files of a site.
pub(crate) trait SiteFiles: Send + Sync {
    /// Returns a file by its path below the output folder, or `None` if it doesn't exist. The caller makes sure that
    /// the path can't lead outside the folder. If the file can't be read, returns the reason.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// The origin of the page URLs, such as `https://example.com`. If it's unknown, the site's own setting is used.
    fn origin(&self) -> Option<&str> {
        None
    }
}

#[cfg(test)]
mod tests;
