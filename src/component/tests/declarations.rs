//! The declarations for editors.

use super::Site;
use crate::component::resolve::builtin_exports;
use crate::component::{BLOCKS, declarations, shims};

#[test]
fn every_module_that_only_docgen_has_is_declared() {
    let text = declarations::modules();
    for name in shims::names() {
        assert!(text.contains(&format!("declare module \"{name}\" {{")), "{name}");
    }
    let (_, exports) = builtin_exports("docgen").expect("it's a module");
    for name in exports.iter().filter(|name| BLOCKS.iter().all(|(block, _)| block != *name)) {
        let is_declared = ["function", "const"].iter().any(|kind| {
            let start = text.find(&format!("  export {kind} {name}"));
            start.is_some_and(|at| {
                !text[at + 10 + kind.len() + name.len()..].starts_with(char::is_alphanumeric)
            })
        });
        assert!(is_declared, "{name}");
    }
    for extension in ["md", "mdx", "css", "csv", "toml", "yaml", "yml", "svg", "png", "pdf", "woff2"] {
        assert!(text.contains(&format!("declare module \"*.{extension}\"")), "{extension}");
    }
}

#[test]
fn components_with_a_default_export_have_names() {
    let site = Site::new(
        "
//- components/A.tsx
export default () => null;
//- components/B.tsx
\"use client\";
export { B as default } from \"./b/B\";
//- components/b/B.tsx
export const B = () => null;
//- components/None.tsx
export const None = () => null;
//- components/Wrong.tsx
export default <
//- components/Two.words.tsx
export default () => null;
",
    );
    let named = site.library.named().into_iter();
    let named: Vec<_> = named.map(|one| (one.name, one.path.to_string(), one.is_client)).collect();
    let expected = [("A", "components/A.tsx", false), ("B", "components/B.tsx", true)];
    assert_eq!(named, expected.map(|(name, path, is_client)| (name.to_owned(), path.to_owned(), is_client)));
}
