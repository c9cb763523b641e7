//! Tests for imports of packages in the same workspace.

use super::{imported, setting, text};

/// A package next to the site.
const SHARED: &str = "
//- workspace/@kettle/shared/package.json
{\"name\": \"@kettle/shared\", \"dependencies\": {\"cup\": \"catalog:old\"}, \"exports\": {\".\": {\"import\": \"./dist/main.js\"}, \"./parts/*\": \"./src/parts/*.tsx\"}}
//- workspace/@kettle/shared/src/main.ts
export { names } from './names';
//- workspace/@kettle/shared/src/names.ts
export const names = ['Kettle'];
//- workspace/@kettle/shared/src/parts/Pot.tsx
import cup from 'cup';
export default () => <b>{cup}</b>;
//- workspace/@kettle/shared/src/Note.astro
---
const { title } = Astro.props;
const isHot = process.env.HOT === '1';
---
<b>{isHot ? title : title}</b>
";

#[test]
fn docusaurus_pages_can_import_packages_of_the_workspace() {
    let site = imported(&format!(
        "{SHARED}//- docusaurus.config.js\nimport {{ names }} from '@kettle/shared/src/names';\nexport default {{ title: names[0], presets: [['classic', {{}}]] }};\n//- package.json\n{{\"dependencies\": {{\"@kettle/shared\": \"workspace:*\", \"tea\": \"catalog:\"}}}}\n//- docs/a.mdx\nimport {{ names }} from '@kettle/shared';\nimport Pot from '@kettle/shared/parts/Pot';\nimport tea from 'tea';\n\n# A\n\n<Pot /> {{names[0]}} {{tea}}\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    assert!(page.contains("from '@site/workspace/@kettle/shared/src/main'"), "{page}");
    assert!(page.contains("from '@site/workspace/@kettle/shared/src/parts/Pot.tsx'"), "{page}");
    for path in ["src/main.ts", "src/names.ts", "src/parts/Pot.tsx"] {
        let path = crate::path::SourcePath::new(format!("workspace/@kettle/shared/{path}"));
        assert!(site.files.contains_key(&path), "{path}");
    }
    let config: toml::Table = text(&site, "docgen.toml").parse().unwrap();
    assert_eq!(setting(&config, "site.title"), "\"Kettle\"");
    // The versions come from the catalogs of the workspace.
    let package = text(&site, "package.json");
    assert!(package.contains("\"tea\": \"^2.0.0\"") && package.contains("\"cup\": \"^1.0.0\""), "{package}");
}

#[test]
fn starlight_pages_can_import_packages_of_the_workspace() {
    let site = imported(&format!(
        "{SHARED}//- astro.config.mjs\nimport starlight from '@astrojs/starlight';\nimport {{ names }} from '@kettle/shared/src/names';\nexport default {{ integrations: [starlight({{ title: names[0] }})] }};\n//- src/content/docs/index.mdx\n---\ntitle: A\n---\nimport Note from '@kettle/shared/src/Note.astro';\n\n<Note title=\"Hot\" />\n"
    ));
    let page = text(&site, "content/docs/index.mdx");
    assert!(page.contains("import Note from '/workspace/@kettle/shared/src/Note.tsx'"), "{page}");
    // Components can read the environment.
    let note = text(&site, "workspace/@kettle/shared/src/Note.tsx");
    assert!(note.contains("import { astro, process } from"), "{note}");
    let config: toml::Table = text(&site, "docgen.toml").parse().unwrap();
    assert_eq!(setting(&config, "site.title"), "\"Kettle\"");
    assert!(site.left.is_empty(), "{:?}", site.left);
}
