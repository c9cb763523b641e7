//! The grammars. Each grammar creates the files for a site of any size. The size is proportional to a number.

/// A site's files, by path.
pub(crate) type Files = Vec<(String, String)>;

/// A way for a site to grow.
pub(crate) struct Grammar {
    pub(crate) name: &'static str,
    /// The number for the 1× size, which must be small enough for a test, but large enough that quadratic growth
    /// exceeds the fixed costs.
    pub(crate) size: usize,
    pub(crate) files: Box<dyn Fn(usize) -> Files + Sync>,
}

/// Returns every grammar.
pub(crate) fn all() -> Vec<Grammar> {
    let mut all = Vec::new();
    super::markdown::add(&mut all);
    super::openapi::add(&mut all);
    super::site::add(&mut all);
    all
}

/// Returns a grammar for sites with one page.
pub(crate) fn page(
    name: &'static str,
    size: usize,
    text: impl Fn(usize) -> String + Sync + 'static,
) -> Grammar {
    Grammar { name, size, files: Box::new(move |n| vec![("content/docs/page.md".to_owned(), text(n))]) }
}

/// Returns a grammar for sites with a page that repeats `text`. In each repetition, `#` is replaced with the
/// repetition's number.
pub(crate) fn repeated(name: &'static str, size: usize, text: &'static str) -> Grammar {
    page(name, size, move |n| format!("# Page\n\n{}\n", many(n, text)))
}

/// Repeats `text`. In each repetition, `#` is replaced with the repetition's number.
pub(crate) fn many(n: usize, text: &str) -> String {
    (0..n).map(|at| text.replace('#', &at.to_string())).collect()
}

/// Repeats `text` like `many`, with a separator between the repetitions.
pub(crate) fn list(n: usize, separator: &str, text: &str) -> String {
    (0..n).map(|at| text.replace('#', &at.to_string())).collect::<Vec<_>>().join(separator)
}
