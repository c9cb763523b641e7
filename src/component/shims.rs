//! docgen's versions of other documentation generators' modules that pages often import.

use crate::path::SourcePath;
use crate::source::Source;

/// The path prefix of these modules, which distinguishes their paths from the paths of the site's files.
const SHIM: &str = "docgen:";

/// The modules, each with its source.
const SHIMS: &[(&str, &str)] = &[
    (
        "@astrojs/starlight/components",
        "import { Link } from \"docgen\";
         export { Aside, Badge, Card, CardGrid, Code, FileTree, Icon, LinkCard, Steps, TabItem, Tabs } from \"docgen\";
         export const LinkButton = ({ variant = \"primary\", icon, iconPlacement, ...props }) =>
           <Link className=\"button\" data-variant={variant === \"minimal\" ? \"secondary\" : variant} {...props} />;",
    ),
    ("starlight-package-managers", include_str!("shims/package-managers.jsx")),
    ("@docusaurus/BrowserOnly", "export { BrowserOnly as default } from \"docgen\";"),
    ("@docusaurus/ErrorBoundary", include_str!("shims/error-boundary.jsx")),
    (
        "@docusaurus/ExecutionEnvironment",
        "const canUseDOM = typeof window !== \"undefined\";
         export default {
           canUseDOM,
           canUseEventListeners: canUseDOM,
           canUseIntersectionObserver: canUseDOM,
           canUseViewport: canUseDOM,
         };",
    ),
    ("@docusaurus/Head", "export default () => null;"),
    (
        "@docusaurus/Interpolate",
        "import { Fragment } from \"react\";
         const parts = (text, values) =>
           `${text ?? \"\"}`.split(/\\{(\\w+)\\}/).map((part, index) => index % 2 ? values?.[part] ?? `{${part}}` : part);
         export const interpolate = (text, values) => {
           const all = parts(text, values);
           return all.some((part) => typeof part === \"object\") ? all : all.join(\"\");
         };
         export default ({ children, values }) =>
           parts(children, values).map((part, index) => <Fragment key={index}>{part}</Fragment>);",
    ),
    (
        "@docusaurus/Link",
        // Without a URL, it's the target of links.
        "import { Link } from \"docgen\";
         export default ({ to, href = to, ...props }) => href === undefined ? <a {...props} /> : <Link href={href} {...props} />;",
    ),
    (
        "@docusaurus/Translate",
        "import Interpolate, { interpolate } from \"@docusaurus/Interpolate\";
         export default ({ children, id, values }) => <Interpolate values={values}>{children ?? id}</Interpolate>;
         export const translate = ({ message, id }, values) => interpolate(message ?? id, values);",
    ),
    ("@docusaurus/constants", "export const DEFAULT_PLUGIN_ID = \"default\";"),
    ("@docusaurus/isInternalUrl", "export default (url) => !/^([a-z]+:|[/]{2})/i.test(url ?? \"//\");"),
    ("@docusaurus/plugin-content-blog/client", include_str!("shims/blog-client.jsx")),
    ("@docusaurus/plugin-content-docs/client", include_str!("shims/docs-client.jsx")),
    ("@docusaurus/router", include_str!("shims/router.jsx")),
    ("@docusaurus/theme-common", include_str!("shims/theme-common.jsx")),
    (
        "@docusaurus/theme-common/internal",
        "export * from \"@docusaurus/theme-common\";
         export * from \"@docusaurus/plugin-content-blog/client\";
         export * from \"@docusaurus/plugin-content-docs/client\";",
    ),
    (
        "@docusaurus/useBaseUrl",
        "import { url } from \"docgen\";
         const isBelowBase = (path) => /^[\\p{L}\\p{N}_@%-]/u.test(path) && !/^[a-z][a-z\\d+.-]*:/i.test(path);
         const withBaseUrl = (path) => path ? url(isBelowBase(path) ? `/${path}` : path) : path;
         export default withBaseUrl;
         export const useBaseUrlUtils = () => ({ withBaseUrl });",
    ),
    (
        "@docusaurus/useGlobalData",
        "export default () => ({});
         export const useAllPluginInstancesData = () => ({});
         export const usePluginData = () => ({});",
    ),
    (
        "@docusaurus/useBrokenLinks",
        "export default () => ({ collectAnchor: () => {}, collectLink: () => {} });",
    ),
    ("@docusaurus/useIsBrowser", "export default () => typeof window !== \"undefined\";"),
    (
        "@docusaurus/useDocusaurusContext",
        "import { useLocale, useSite } from \"docgen\";
         export default () => ({
           siteConfig: { customFields: {}, themeConfig: {}, ...useSite() },
           i18n: { currentLocale: useLocale() },
         });",
    ),
    (
        "@docusaurus/useRouteContext",
        "export default () => ({ plugin: { name: \"docusaurus-plugin-content-docs\", id: \"default\" }, data: {} });",
    ),
    (
        "@theme/Admonition",
        "import * as docgen from \"docgen\";
         const Plain = ({ type = \"note\", title = type[0].toUpperCase() + type.slice(1), children }) =>
           <div className=\"admonition\" data-kind={type} role=\"note\">
             <p className=\"admonition-title\">{title}</p>
             {children}
           </div>;
         export default docgen.Admonition ?? Plain;",
    ),
    (
        "@theme/CodeBlock",
        // Interactive code can't use docgen's component, because docgen highlights code during the build.
        "import * as docgen from \"docgen\";
         const Plain = ({ children, title }) => <div className=\"code\">
           {title && <div className=\"code-title\">{title}</div>}
           <pre tabIndex={0}><code>{typeof children === \"string\" ? children.trim() : children}</code></pre>
         </div>;
         export default docgen.CodeBlock ?? Plain;",
    ),
    ("@theme/CodeInline", "export default (props) => <code {...props} />;"),
    ("@theme/DocCard", include_str!("shims/doc-card.jsx")),
    (
        "@theme/DocCardList",
        "import * as docgen from \"docgen\";
         import DocCard from \"@theme/DocCard\";
         const { Cards = ({ children }) => <div className=\"cards\">{children}</div>, Pages = () => null } = docgen;
         export default ({ items }) => items
           ? <Cards>{items.filter(({ href }) => href).map((item) => <DocCard key={item.href} item={item} />)}</Cards>
           : <Pages />;",
    ),
    (
        "@theme/Details",
        "import * as docgen from \"docgen\";
         const Plain = ({ summary, children, ...props }) => <details className=\"details\" {...props}>
           {typeof summary === \"string\" ? <summary>{summary}</summary> : summary}
           <div className=\"details-body\">{children}</div>
         </details>;
         export default docgen.Details ?? Plain;",
    ),
    (
        "@theme/IdealImage",
        "import { url } from \"docgen\";
         export default ({ img, src, ...props }) => <img {...props} src={url(img?.default ?? img ?? src)} />;",
    ),
    // docgen shows its own navbar and footer.
    ("@theme/Footer", "export default () => null;"),
    ("@theme/Layout", "export default ({ children }) => <>{children}</>;"),
    ("@theme/Layout/Provider", "export default ({ children }) => <>{children}</>;"),
    ("@theme/Navbar", "export default () => null;"),
    (
        "@theme/Mermaid",
        "import * as docgen from \"docgen\";
         const { Code = ({ code }) => <pre><code>{code}</code></pre> } = docgen;
         export default ({ value }) => <Code lang=\"mermaid\" code={value} />;",
    ),
    ("@theme/Heading", "export default ({ as: Level = \"h2\", ...props }) => <Level {...props} />;"),
    ("@theme/Icon/ExternalLink", "export default () => null;"),
    ("@theme/MDXComponents/A", "export { Link as default } from \"docgen\";"),
    ("@theme/MDXComponents", "export default {};"),
    ("@theme/MDXContent", "export default ({ children }) => <>{children}</>;"),
    ("@theme/TOCInline", include_str!("shims/toc-inline.jsx")),
    (
        "@theme/TabItem",
        "import * as docgen from \"docgen\";
         export default docgen.TabItem ?? (({ children }) => <>{children}</>);",
    ),
    ("@theme/Tabs", include_str!("shims/tabs.jsx")),
    (
        "@theme/Tag",
        "import { Link } from \"docgen\";
         export default ({ permalink, label, count }) => <Link to={permalink}>{label}{count && ` (${count})`}</Link>;",
    ),
    ("@theme/hooks/useDocs", "export * from \"@docusaurus/plugin-content-docs/client\";"),
    (
        "@theme/ThemedImage",
        "import { url } from \"docgen\";
         export default ({ sources: { light, dark }, ...props }) => <>
           <img {...props} src={url(light)} data-only=\"light\" />
           <img {...props} src={url(dark)} data-only=\"dark\" />
         </>;",
    ),
    ("classnames", "export { clsx as default } from \"clsx\";"),
    (
        "clsx",
        "export function clsx(...values) {
           const names = (value) =>
             Array.isArray(value) ? value.map(names).filter(Boolean).join(\" \")
             : typeof value === \"object\" && value !== null ? Object.keys(value).filter((name) => value[name]).join(\" \")
             : value && (typeof value === \"string\" || typeof value === \"number\") ? `${value}`
             : \"\";
           return names(values);
         }
         export default clsx;",
    ),
    (
        // Components can declare their props without any effect.
        "prop-types",
        "const type = () => type;
         type.isRequired = type;
         export default new Proxy({}, { get: () => type });",
    ),
];

/// The specifiers of the modules.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SHIMS.iter().map(|(specifier, _)| *specifier)
}

/// Returns the path of the module for a specifier.
pub(super) fn find(specifier: &str) -> Option<SourcePath> {
    let (specifier, _) = SHIMS.iter().find(|(known, _)| *known == specifier)?;
    Some(SourcePath::new(format!("{SHIM}{specifier}.jsx")))
}

/// Returns the source of the module at a path, if it's one of these modules.
pub(super) fn source(path: &SourcePath) -> Option<Source> {
    let specifier = path.as_str().strip_prefix(SHIM)?.strip_suffix(".jsx")?;
    let (_, text) = SHIMS.iter().find(|(known, _)| *known == specifier)?;
    Some(Source::new(path.clone(), text))
}
