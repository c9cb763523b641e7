//! Tests for the code of Docusaurus sites: components, replaced theme components, and expressions on pages.

use super::docusaurus::CONFIG;
use super::{imported, text};
use crate::path::SourcePath;

#[test]
fn components_that_use_hooks_of_interactive_modules_are_interactive() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- src/mode.tsx\nimport {{ useState }} from 'react';\nexport const MODES = ['a'];\nexport function useMode() {{ return useState(0); }}\nexport function Provider() {{ return null; }}\n//- src/hooks/useDeep.ts\nimport {{ useMode }} from '../mode';\nexport default function useDeep() {{ return useMode(); }}\n//- src/components/Own.tsx\nimport {{ useMode }} from '../mode';\nexport default () => <b>{{useMode()}}</b>;\n//- src/components/List.tsx\nimport React from 'react';\nimport {{\n  MODES,\n}} from '@site/src/mode';\nexport default () => <b>{{MODES}}</b>;\n//- src/components/Deep.jsx\nimport useDeep from '../hooks/useDeep';\nexport default () => <b>{{useDeep()}}</b>;\n//- src/components/Static.tsx\nimport {{ Provider }} from '../mode';\nexport default () => <Provider />;\n"
    ));
    let mut interactive = Vec::new();
    for (name, content) in site.files.iter().filter(|(path, _)| path.strip_dir("src").is_some()) {
        if matches!(content, crate::import::Content::Text(text) if text.starts_with("\"use client\"")) {
            interactive.push(name.as_str());
        }
    }
    let expected = [
        "src/components/Counter.js",
        "src/components/Deep.jsx",
        "src/components/List.tsx",
        "src/components/Own.tsx",
        "src/mode.tsx",
    ];
    assert_eq!(interactive, expected);
}

#[test]
fn code_on_pages_reads_the_front_matter() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md\n---\ntitle: Tea\nkind: black\n---\n\n<Kind of={{frontMatter.kind}} />\n\nText.\n//- docs/b.mdx\n---\nkind: green\n---\n\n```js\nfoo(frontMatter.kind)\n```\n\n<B />\n//- docs/c.mdx\nexport const frontMatter = {{ a: 1 }};\n\n{{frontMatter.a}}\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    let expected = "---\ntitle: \"Tea\"\nhide_title: true\n---\nexport const frontMatter = {\n  \"title\": \"Tea\",\n  \"kind\": \"black\"\n};\n\n<Kind of={frontMatter.kind} />\n";
    let expected = expected.replace("hide_title: true\n", "");
    assert!(page.starts_with(&expected), "{page}");
    assert!(!text(&site, "content/docs/b.mdx").contains("export const"));
    assert_eq!(text(&site, "content/docs/c.mdx").matches("export const").count(), 1);
    let left: Vec<String> = site.left.iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(
        left,
        [
            "not imported: the missing document `intro` in the sidebar",
            "not imported: the `kind` front matter key"
        ]
    );
}

#[test]
fn a_replacement_of_a_theme_component_uses_the_original() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- src/theme/Layout/index.js\nimport Layout from '@theme-original/Layout';\nimport Init from '@theme-init/Layout';\nexport default (props) => <Layout {{...props}} />;\n//- src/pages/index.js\nimport Layout from '@theme/Layout';\nexport default () => <Layout>Home</Layout>;\n"
    ));
    let layout = text(&site, "src/theme/Layout/index.js");
    assert!(
        layout.starts_with("import Layout from '@theme/Layout';\nimport Init from '@theme/Layout';"),
        "{layout}"
    );
    assert!(text(&site, "src/pages/index.js").contains("from '@site/src/theme/Layout'"));
}

#[test]
fn a_theme_with_the_name_of_the_preset_adds_no_plugins() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = {
  title: 'Tea',
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: '/' }],
    ['@docusaurus/plugin-content-blog', { id: 'news', routeBasePath: 'posts', path: 'blog' }],
    ['@docusaurus/plugin-content-pages', { path: 'pages' }],
  ],
  themes: [['@docusaurus/theme-classic', { customCss: './a.css' }]],
};
//- docs/intro.md\n# Intro\n//- blog/2026-01-01-a.md\n# A\n//- pages/b.md\n# B\n",
    );
    let config = text(&site, "docgen.toml");
    assert!(config.contains("route = \"/\"") && config.contains("route = \"/posts\""), "{config}");
    assert_eq!(
        (
            config.matches("[docs]").count() + config.matches("[[docs]]").count(),
            config.matches("blog").count()
        ),
        (1, 1),
        "{config}"
    );
    for path in ["content/docs/intro.md", "content/pages/b.md"] {
        text(&site, path);
    }
    let left: Vec<String> = site.left.iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(left, ["not imported: the style sheet in `customCss`"]);
}

#[test]
fn emoji_in_headings_are_part_of_ids_only_in_version_2() {
    for (version, heading) in [("2.4.3", "## 🚀 Go `:rocket:`"), ("3.1.0", "## :rocket: Go `:rocket:`")] {
        let site = imported(&format!(
            "{CONFIG}//- package.json\n{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}\n//- docs/a.md\n# A\n\n## :rocket: Go `:rocket:`\n\nText :rocket:.\n"
        ));
        let page = text(&site, "content/docs/a.md");
        assert!(page.contains(heading) && page.contains("Text :rocket:."), "{page}");
    }
}

#[test]
fn a_post_keeps_the_date_in_its_url() {
    let site = imported(
        "//- docusaurus.config.js\nmodule.exports = { title: 'Tea', presets: [['classic', { docs: {} }]] };\n//- docs/a.md\n# A\n//- blog/2026-01-02-a.md\n---\ndate: 2026-03-04 10:00\n---\nA\n//- blog/2026-01-05-b.md\n---\ndate: 2026-01-05\n---\nB\n//- blog/2026-1-6-c.md\nC\n",
    );
    assert!(text(&site, "content/blog/2026-01-02-a.md").contains("slug: \"/2026/01/02/a\"\n"));
    assert!(!text(&site, "content/blog/2026-01-05-b.md").contains("slug"));
    assert!(text(&site, "content/blog/2026-1-6-c.md").contains("slug"));
}

#[test]
fn comments_in_headings_set_their_ids() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.mdx\n# A\n\n## B {{/* #b-1 */}}\n\n## C {{ /*#c*/ }}\n\n## D {{ /* #1 of them */ }}\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    assert!(page.contains("## B {#b-1}\n\n## C {#c}\n\n## D { /* #1 of them */ }\n"), "{page}");
}

#[test]
fn only_markdown_plugins_without_an_equivalent_are_reported() {
    for (imports, plugins, is_known) in [
        ("", "[[require('@docusaurus/remark-plugin-npm2yarn'), { sync: true }]]", true),
        ("const math = require('remark-math');", "[math, [math, { a: 1 }]]", true),
        ("const own = require('./own');", "[require('remark-math'), own]", false),
        ("", "[require('./src/remark-math')]", false),
        ("", "[function own() {}]", false),
    ] {
        let site = imported(&format!(
            "//- docusaurus.config.js\n{imports}\nmodule.exports = {{ title: 'Tea', presets: [['classic', {{ docs: {{ remarkPlugins: {plugins} }} }}]] }};\n//- docs/a.md\n# A\n"
        ));
        let is_reported = site.left.iter().any(|problem| problem.message.contains("remark plugins"));
        assert_eq!(is_reported, !is_known, "{plugins}: {:?}", site.left);
    }
}

#[test]
fn components_keep_the_styles_of_the_theme() {
    let styles = SourcePath::new("overrides/custom.css");
    for (component, has_styles) in [
        ("export default () => <a className=\"button button--primary\">Go</a>;", true),
        ("import './own.css';\nexport default () => null;", true),
        ("export default () => <p className=\"own\">Text</p>;", false),
    ] {
        let sheet =
            if component.contains("own.css") { "a { color: var(--ifm-color-primary); }" } else { "a {}" };
        let site = imported(&format!(
            "{CONFIG}//- docs/intro.md\n# Intro\n//- src/components/A.jsx\n{component}\n//- src/components/own.css\n{sheet}\n"
        ));
        assert_eq!(site.files.contains_key(&styles), has_styles, "{component}");
    }
}

#[test]
fn svg_files_at_the_root_of_the_site_are_components() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- src/components/A.jsx\nconst list = [{{ Svg: require('/static/img/a.svg').default }}];\nexport default () => list.map(({{ Svg }}) => <Svg />);\n//- static/img/a.svg\n<svg />\n"
    ));
    let code = text(&site, "src/components/A.jsx");
    assert!(code.starts_with("import image1 from \"@site/src/pictures/static-img-a.jsx\";\n"), "{code}");
}

#[test]
fn required_videos_become_imports() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.mdx\n<video src={{require('./a.webm').default}} />\n//- docs/a.webm\nwebm\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    assert!(page.contains("from \"./a.webm\";") && page.contains("src={image1}"), "{page}");
}

#[test]
fn pages_that_read_the_config_from_their_props_receive_all_its_fields() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', {}]], customFields: { users: ['Cup'] } };
//- docs/a.md
# A
//- src/pages/index.js
export default function Home(props) { return <p>{props.config.customFields.users}</p>; }
",
    );
    let page = text(&site, "content/pages/index.mdx");
    assert!(page.contains("import useContext from \"@site/src/docusaurus-context.jsx\""), "{page}");
    assert!(page.contains("<Page config={useContext().siteConfig} />"), "{page}");
    assert!(text(&site, "src/docusaurus-context.jsx").contains("\"Cup\""));
}

#[test]
fn interactive_replacements_of_theme_components_are_left_out() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md
# A

import Tabs from '@theme/Tabs';
import Note from '@theme/Admonition';

<Tabs></Tabs> <Note></Note>
//- src/theme/Tabs/index.tsx
import Tabs from '@theme-original/Tabs';
import React, {{ useState }} from 'react';
export default function Wrapper(props) {{ const [os] = useState('a'); return <Tabs {{...props}} defaultValue={{os}} />; }}
//- src/theme/README.md
Own components.
//- src/theme/Admonition.tsx
import Original from '@theme-original/Admonition';
export default (props) => <Original title=\"Own\" {{...props}} />;
"
    ));
    let page = text(&site, "content/docs/a.mdx");
    assert!(page.contains("'@theme/Tabs'") && page.contains("@site/src/theme/Admonition"), "{page}");
    let left: Vec<&str> = site.left.iter().map(|problem| problem.message.as_str()).collect();
    let what = "not imported: the `Tabs` component, which replaces a theme component";
    assert!(left.contains(&what) && !left.iter().any(|what| what.contains("README")), "{left:?}");
}

#[test]
fn images_of_social_cards_and_authors_can_be_anywhere() {
    let site = imported(
        "//- docusaurus.config.js
module.exports = { title: 'Tea', presets: [['classic', { docs: {}, blog: { authorsMapPath: '../people.yml' } }]] };
//- docs/a.md
# A
//- people.yml
ann:\n  name: Ann\n//- blog/2026-01-02-a/index.md
---\nauthors: ann\nimage: ./img/cup.png\n---\nA\n//- blog/2026-01-02-a/img/cup.png
cup
",
    );
    let post = text(&site, "content/blog/2026-01-02-a/index.md");
    assert!(post.contains("image: \"/blog/2026-01-02-a/img/cup.png\""), "{post}");
    assert!(site.files.contains_key(&SourcePath::new("static/blog/2026-01-02-a/img/cup.png")));
    assert!(text(&site, "content/blog/authors.yml").contains("Ann"));
}

#[test]
fn placeholders_of_own_plugins_are_reported() {
    let config = CONFIG.replace("module.exports", "const own = require('./own');\nmodule.exports");
    let site = imported(&format!(
        "{config}//- own.js\nmodule.exports = () => (tree) => visit(tree, 'code', (node) => node.value.replace(/{{{{VERSION}}}}/g, '1'));\n//- docs/a.md\n```sh\nget {{{{ VERSION }}}} {{{{VERSION}}}} {{{{other}}}}\n```\n"
    ));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    let places: Vec<&&str> = left.iter().filter(|message| message.contains("{{")).collect();
    assert_eq!(
        places,
        [
            &"not imported: the value of `{{ VERSION }}`, which a plugin of the site inserts",
            &"not imported: the value of `{{VERSION}}`, which a plugin of the site inserts"
        ]
    );
}

#[test]
fn configs_can_import_modules_outside_the_site() {
    let config = CONFIG.replace("module.exports", "const { title } = require('../shared');\nmodule.exports");
    let site =
        imported(&format!("{}//- docs/a.md\n# A\n", config.replacen("title: ", "title: title, old: ", 1)));
    assert!(text(&site, "docgen.toml").contains("title = \"Shared\""), "{}", text(&site, "docgen.toml"));
}

#[test]
fn titles_of_react_pages_can_be_constants() {
    for (code, expected) in [
        (
            "const TITLE = 'The team';\nexport default () => <Layout title={TITLE} />;",
            "title: \"The team\"\n",
        ),
        (
            "export const TITLE = translate({\n  id: 'a.b',\n  message: 'The team',\n});\nexport default () => <Layout title={TITLE} />;",
            "title: \"The team\"\n",
        ),
        (
            "export default () => <Layout title={translate({message: \"The team\"})} />;",
            "title: \"The team\"\n",
        ),
        ("export default () => <Layout title={title()} />;", "---\nhide_title"),
    ] {
        let site = imported(&format!("{CONFIG}//- src/pages/team/index.js\n{code}\n"));
        let page = text(&site, "content/pages/team/index.mdx");
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn imports_from_the_root_can_be_static_files() {
    let site = imported(&format!(
        "{CONFIG}//- static/data/a.json\n[]\n//- src/components/A.js\nimport a from \"/data/a.json\";\nexport default () => a;\n//- docs/a.mdx\nimport A from '@site/src/components/A';\n\n<A />\n"
    ));
    let code = text(&site, "src/components/A.js");
    assert!(code.starts_with("import a from \"@site/static/data/a.json\";"), "{code}");
}

#[test]
fn modules_can_load_others_with_require() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- src/pages/index.js\nconst React = require('react');\nconst {{ a: b, c }} = require('../own');\nimport Footer from '@theme/Footer';\nexport default () => <Footer>{{b(c)}}</Footer>;\n//- src/own.js\nconst React = require('react');\nmodule.exports = {{ a: React.Fragment }};\n"
    ));
    let page = text(&site, "src/pages/index.js");
    assert!(page.starts_with("import React from 'react';\nimport { a as b, c } from '../own';\n"), "{page}");
    // A module with CommonJS exports can't have imports.
    assert!(matches!(site.files[&SourcePath::new("src/own.js")], crate::import::Content::Copy(_)));
}
