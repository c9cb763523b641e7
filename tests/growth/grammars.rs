//! The grammars: each makes a site of a size, whose files grow in proportion to a number.

/// The files of a site, by path.
pub(crate) type Files = Vec<(String, String)>;

/// A way in which a site can grow.
pub(crate) struct Grammar {
    pub(crate) name: &'static str,
    /// The number at 1×: few enough for a test, and enough that a square shows above what everything costs.
    pub(crate) size: usize,
    pub(crate) files: Box<dyn Fn(usize) -> Files + Sync>,
}

/// Every grammar.
pub(crate) fn all() -> Vec<Grammar> {
    let mut all = Vec::new();
    super::markdown::add(&mut all);
    super::openapi::add(&mut all);
    super::site::add(&mut all);
    all
}

/// A grammar of one page.
pub(crate) fn page(
    name: &'static str,
    size: usize,
    text: impl Fn(usize) -> String + Sync + 'static,
) -> Grammar {
    Grammar { name, size, files: Box::new(move |n| vec![("content/docs/page.md".to_owned(), text(n))]) }
}

/// A page that repeats a text, in which `#` becomes the number of the repetition.
pub(crate) fn repeated(name: &'static str, size: usize, text: &'static str) -> Grammar {
    page(name, size, move |n| format!("# Page\n\n{}\n", many(n, text)))
}

/// A text so often, with `#` for the number of each.
pub(crate) fn many(n: usize, text: &str) -> String {
    (0..n).map(|at| text.replace('#', &at.to_string())).collect()
}

/// The same with something in between.
pub(crate) fn list(n: usize, separator: &str, text: &str) -> String {
    (0..n).map(|at| text.replace('#', &at.to_string())).collect::<Vec<_>>().join(separator)
}
