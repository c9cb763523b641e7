//! Tests for the API references of Docusaurus plugins.

use super::{imported, text};
use crate::path::SourcePath;

const API: &str = "openapi: 3.1.0
info: { title: Tea API, version: '1' }
paths:
  /pots:
    get: { operationId: listPots, tags: [Big Pots], responses: { '200': { description: OK } } }
";

#[test]
fn documents_of_plugins_become_api_references() {
    let site = imported(&format!(
        "//- docusaurus.config.js
module.exports = {{
  title: 'Tea',
  presets: [['classic', {{}}], ['redocusaurus', {{ specs: [{{ spec: 'specs/tea.yaml', route: '/reference/' }}] }}]],
  plugins: [
    ['@scalar/docusaurus', {{ label: 'Tea', route: '/scalar', configuration: {{ url: '/tea.yaml' }} }}],
    ['@scalar/docusaurus', {{ route: '/else', configuration: {{ url: 'https://tea.example/api.json' }} }}],
  ],
}};
//- specs/tea.yaml
{API}//- static/tea.yaml
{API}//- docs/intro.md
# Intro
"
    ));
    let config = text(&site, "docgen.toml");
    for part in [
        "file = \"openapi/specs/tea.yaml\"",
        "route = \"/reference\"",
        "file = \"openapi/tea.yaml\"",
        "route = \"/scalar\"",
    ] {
        assert!(config.contains(part), "{config}");
    }
    assert!(site.files.contains_key(&SourcePath::new("openapi/specs/tea.yaml")));
    let lost: Vec<&str> = site.left.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(lost, ["not imported: the OpenAPI document `https://tea.example/api.json`"]);
}

#[test]
fn a_set_of_generated_documents_is_an_api_reference() {
    let site = imported(&format!(
        "//- docusaurus.config.js
module.exports = {{
  title: 'Tea',
  presets: [['classic', {{}}]],
  plugins: [
    ['@docusaurus/plugin-content-docs', {{ id: 'reference', path: 'reference', routeBasePath: 'api', sidebarPath: './bar.js' }}],
    ['openapi-docs', {{ docsPluginId: 'reference', config: {{ tea: {{ specPath: 'tea.yaml', outputDir: 'reference' }} }} }}],
  ],
}};
//- bar.js
module.exports = {{ docs: ['list-pots'] }};
//- tea.yaml
{API}//- docs/intro.md
# Intro
//- reference/list-pots.api.mdx
# List
"
    ));
    let config = text(&site, "docgen.toml");
    assert!(config.contains("route = \"/api\"") && config.matches("[[docs]]").count() == 1, "{config}");
}

#[test]
fn generated_documents_are_replaced() {
    let site = imported(&format!(
        "//- docusaurus.config.js
module.exports = {{
  title: 'Tea',
  presets: [['classic', {{ docs: {{ sidebarPath: './sidebars.js' }} }}]],
  plugins: [['docusaurus-plugin-openapi-docs', {{ id: 'api', docsPluginId: 'classic', config: {{
    tea: {{ specPath: 'tea.yaml', outputDir: 'docs/api' }},
  }} }}]],
  themes: ['docusaurus-theme-openapi-docs'],
}};
//- sidebars.js
module.exports = {{ docs: ['intro', {{ type: 'category', label: 'API', link: {{ type: 'doc', id: 'api/tea-api' }}, items: require('./docs/api/sidebar.js') }}] }};
//- tea.yaml
{API}//- docs/intro.md
# Intro
//- docs/api/sidebar.js
module.exports = [{{ type: 'doc', id: 'api/tea-api' }}, {{ type: 'category', label: 'Pots', items: [{{ type: 'doc', id: 'api/list-pots' }}] }}];
//- docs/api/tea-api.info.mdx
# Tea API
//- docs/api/list-pots.api.mdx
---
id: list-pots
api: eJx
---
<Method />
"
    ));
    let config = text(&site, "docgen.toml");
    let item = "{ category = \"API\", items = [{ href = \"/docs/api\", label = \"Tea API\" }] }";
    assert!(config.contains(item), "{config}");
    assert!(config.contains("from = \"/docs/api/tea-api\"\nto = \"/docs/api\""), "{config}");
    assert!(
        site.files
            .keys()
            .all(|path| path.strip_dir("content/docs/api").is_none_or(|rest| !rest.ends_with(".mdx")))
    );
    assert!(site.left.is_empty(), "{:?}", site.left);
}

#[test]
fn versions_of_generated_documents_are_api_references() {
    let site = imported(&format!(
        "//- docusaurus.config.js
module.exports = {{
  title: 'Tea',
  presets: [['classic', {{ docs: {{ sidebarPath: './sidebars.js' }} }}]],
  plugins: [['docusaurus-plugin-openapi-docs', {{ docsPluginId: 'classic', config: {{
    tea: {{ specPath: 'tea.yaml', outputDir: 'docs/tea', version: '2.0', versions: {{
      '1.0': {{ specPath: 'tea-1.yaml', outputDir: 'docs/tea/1.0', label: 'Tea 1.0' }},
    }} }},
  }} }}]],
}};
//- sidebars.js
import {{ versionSelector }} from 'docusaurus-plugin-openapi-docs/lib/sidebars/utils';
import missing from './docs/other/sidebar';
export default {{
  one: ['intro', {{ type: 'html', value: versionSelector([]), className: 'x' }}, {{ type: 'doc', id: 'tea/1.0/list-pots' }}],
  two: [{{ type: 'doc', id: 'tea/list-pots' }}, {{ type: 'category', label: 'Other', link: {{ type: 'generated-index', title: 'T' }}, items: missing }}],
}};
//- tea.yaml
{API}//- tea-1.yaml
{API}//- docs/intro.md
# Intro
//- docs/tea/list-pots.api.mdx
# List
//- docs/tea/1.0/list-pots.api.mdx
# List
"
    ));
    let config = text(&site, "docgen.toml");
    for part in [
        "one = [\n    \"intro\",\n    { href = \"/docs/tea/1.0\", label = \"Tea 1.0\" },\n]",
        "[[docs.sidebars.two]]\nhref = \"/docs/tea\"\nlabel = \"Tea API\"\n\n[diagnostics]",
        "file = \"openapi/tea-1.yaml\"",
    ] {
        assert!(config.contains(part), "{part}: {config}");
    }
    assert!(site.files.keys().all(|path| path.strip_dir("content/docs/tea").is_none()));
    let lost: Vec<&str> = site.left.iter().map(|one| one.message.as_str()).collect();
    for what in [
        "not imported: HTML in the sidebar that docgen can't compute",
        "not imported: the sidebar category `Other`, which is empty",
    ] {
        assert!(lost.contains(&what), "{lost:?}");
    }
}
