//! docgen's versions of the modules that Docusaurus documents for components.

use super::{outcome, table};

/// The documented modules, each with the names of its exports.
const API: &[(&str, &str)] = &[
    ("@docusaurus/BrowserOnly", "default"),
    ("@docusaurus/ErrorBoundary", "default"),
    ("@docusaurus/ExecutionEnvironment", "default"),
    ("@docusaurus/Head", "default"),
    ("@docusaurus/Interpolate", "default interpolate"),
    ("@docusaurus/Link", "default"),
    ("@docusaurus/Translate", "default translate"),
    ("@docusaurus/constants", "DEFAULT_PLUGIN_ID"),
    ("@docusaurus/isInternalUrl", "default"),
    (
        "@docusaurus/plugin-content-blog/client",
        "BlogPostProvider useBlogListPageStructuredData useBlogMetadata useBlogPost useBlogPostStructuredData \
         useVisibleBlogSidebarItems",
    ),
    (
        "@docusaurus/plugin-content-docs/client",
        "DocProvider DocSidebarItemsExpandedStateProvider DocsPreferredVersionContextProvider DocsSidebarProvider \
         DocsVersionProvider filterDocCardListItems findFirstSidebarItemLink findSidebarCategory \
         getDocsVersionSearchTag isActiveSidebarItem isDocsPluginEnabled useActiveDocContext useActivePlugin \
         useActivePluginAndVersion useActiveVersion useAllDocsData useCurrentSidebarCategory \
         useCurrentSidebarSiblings useDoc useDocById useDocSidebarItemsExpandedState useDocVersionSuggestions \
         useDocsContextualSearchTags useDocsData useDocsPreferredVersion useDocsSidebar useDocsVersion \
         useLatestVersion useSidebarBreadcrumbs useVersions useVisibleSidebarItems",
    ),
    ("@docusaurus/router", "Link NavLink Redirect matchPath useHistory useLocation useParams useRouteMatch"),
    (
        "@docusaurus/theme-common",
        "Collapsible HtmlClassNameProvider PageMetadata PluginHtmlClassNameProvider ReactContextError \
         SkipToContentFallbackId SkipToContentLink ThemeClassNames composeProviders createStorageSlot \
         isRegexpStringMatch useCollapsible useColorMode useContextualSearchFilters useCurrentSidebarCategory \
         useDocById useDocsPreferredVersion useEvent useLocalPathname usePluralForm usePrevious \
         useShallowMemoObject useThemeConfig useWindowSize",
    ),
    ("@docusaurus/theme-common/internal", "useColorMode useDoc useBlogPost useDocsVersion useDocsSidebar"),
    ("@docusaurus/useBaseUrl", "default useBaseUrlUtils"),
    ("@docusaurus/useBrokenLinks", "default"),
    ("@docusaurus/useDocusaurusContext", "default"),
    ("@docusaurus/useGlobalData", "default useAllPluginInstancesData usePluginData"),
    ("@docusaurus/useIsBrowser", "default"),
    ("@docusaurus/useRouteContext", "default"),
    ("@theme/Admonition", "default"),
    ("@theme/CodeBlock", "default"),
    ("@theme/CodeInline", "default"),
    ("@theme/Details", "default"),
    ("@theme/DocCard", "default"),
    ("@theme/DocCardList", "default"),
    ("@theme/Heading", "default"),
    ("@theme/Icon/ExternalLink", "default"),
    ("@theme/IdealImage", "default"),
    ("@theme/Layout", "default"),
    ("@theme/MDXComponents", "default"),
    ("@theme/MDXContent", "default"),
    ("@theme/Mermaid", "default"),
    ("@theme/TOCInline", "default"),
    ("@theme/TabItem", "default"),
    ("@theme/Tabs", "default"),
    ("@theme/Tag", "default"),
    ("@theme/ThemedImage", "default"),
    ("@theme/hooks/useDocs", "useActiveVersion useAllDocsData useLatestVersion useVersions"),
];

#[test]
fn every_documented_export_works_in_static_and_interactive_code() {
    for (module, names) in API {
        let names: Vec<&str> = names.split_whitespace().collect();
        let imported: Vec<String> = names.iter().map(|name| format!("{name} as {name}_")).collect();
        let import = format!("import {{ {} }} from \"{module}\";", imported.join(", "));
        let used: Vec<String> = names.iter().map(|name| format!("typeof {name}_")).collect();
        let used = format!("{{[{}].join(\" \")}}", used.join(", "));
        let component = format!("{import}\nexport default function Own() {{ return <p>{used}</p>; }}");
        for directive in ["", "\"use client\";\n"] {
            let found =
                outcome(&format!("//- page.md\n<Own/>\n//- components/Own.tsx\n{directive}{component}\n"));
            let start = found.find("<p>").unwrap_or_else(|| panic!("{module}: {found}"));
            let end = found.find("</p>").unwrap_or(found.len());
            let kinds: Vec<&str> = found[start + 3..end].split(' ').collect();
            assert!(found.starts_with('<') && kinds.len() == names.len(), "{module}: {found}");
            assert!(!kinds.contains(&"undefined"), "{module}: {found}");
        }
    }
}

#[test]
fn hooks_of_the_docs_plugin_know_the_version_of_the_page() {
    let page = "import { useActiveVersion, useDocsVersion, useAllDocsData } from \"@docusaurus/plugin-content-docs/client\"\n{useActiveVersion().name} {useDocsVersion().label} {Object.keys(useAllDocsData()).join()}\n";
    let versioned = super::Site::new(&format!("//- content/versions/1.2/docs/a.md\n{page}"));
    let html = versioned.render("content/versions/1.2/docs/a.md").html.unwrap_or_default();
    assert!(html.contains("1.2 1.2 default"), "{html}");
    table("", &[(page.trim_end(), "current Next default")]);
}

#[test]
fn declarations_of_props_have_no_effect() {
    let component = "import types from \"prop-types\";\nconst Cup = () => <b/>;\nCup.propTypes = { size: types.oneOf([1]).isRequired, on: types.func };\nexport default Cup;\n";
    assert_eq!(outcome(&format!("//- page.md\n<Cup/>\n//- components/Cup.tsx\n{component}")), "<b></b>");
}

#[test]
fn translated_text_can_contain_elements() {
    table(
        "",
        &[(
            "import Translate, { translate } from \"@docusaurus/Translate\"\n<Translate id=\"a\" values={{ cup: <b>cup</b> }}>{\"A {cup} of {tea}\"}</Translate> {translate({ message: \"{n} cups\" }, { n: 2 })}",
            "A <b>cup</b> of {tea} 2 cups",
        )],
    );
}

#[test]
fn interactive_code_can_contain_tabs_details_and_admonitions() {
    let found = outcome(
        "
//- page.md
<Own/>
//- components/Own.tsx
\"use client\";
import Tabs from \"@theme/Tabs\";
import TabItem from \"@theme/TabItem\";
import Details from \"@theme/Details\";
import Admonition from \"@theme/Admonition\";
export default function Own() {
  return <>
    <Tabs><TabItem value=\"a\" label=\"A\">one</TabItem><TabItem value=\"b\" label=\"B\" default>two</TabItem></Tabs>
    <Details summary=\"More\">three</Details>
    <Admonition type=\"tip\" title=\"Hint\">four</Admonition>
  </>;
}
",
    );
    for part in [
        ">A</button>",
        "hidden=\"\">one</div>",
        ">two</div>",
        "<summary>More</summary>",
        "data-kind=\"tip\"",
        "<p class=\"admonition-title\">Hint</p>four",
    ] {
        assert!(found.starts_with("<slot") && found.contains(part), "{part}: {found}");
    }
}

#[test]
fn commands_of_package_managers_are_tabs() {
    let found = outcome(
        "
//- page.md
<Own/>
//- components/Own.tsx
import { PackageManagers } from \"starlight-package-managers\";
export default () => <>
  <PackageManagers pkg=\"tea\" dev pkgManagers={[\"npm\", \"bun\"]} />
  <PackageManagers type=\"create\" pkg=\"tea\" args=\"--hot\" comment=\"Use {PKG}\" pkgManagers={[\"npm\", \"bun\"]} />
</>;
",
    );
    for part in ["npm i -D tea", "bun add -d tea", "# Use npm", "npm create tea -- --hot"] {
        assert!(found.contains(part), "{part}: {found}");
    }
    assert!(!found.contains("Use bun"), "{found}");
}
