//! Front matter: the settings at the top of a Markdown file.
/// The settings of one page.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {}
