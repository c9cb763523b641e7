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
    ("@docusaurus/BrowserOnly", "export { BrowserOnly as default } from \"docgen\";"),
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
        "@docusaurus/Link",
        // Without a URL, it's the target of links.
        "import { Link } from \"docgen\";
         export default ({ to, href = to, ...props }) => href === undefined ? <a {...props} /> : <Link href={href} {...props} />;",
    ),
    (
        "@docusaurus/Translate",
        "const filled = (text, values) =>
           Object.entries(values ?? {}).reduce((done, [name, value]) => done.split(`{${name}}`).join(value), text);
         export default ({ children, values }) => filled(children, values);
         export const translate = ({ message, id }, values) => filled(message ?? id, values);",
    ),
    ("@docusaurus/isInternalUrl", "export default (url) => !/^([a-z]+:|[/]{2})/i.test(url ?? \"//\");"),
    (
        "@docusaurus/router",
        "import { Link, url, usePage } from \"docgen\";
         export { Link };
         export const Redirect = ({ to }) => <>
           <meta httpEquiv=\"refresh\" content={`0; url=${url(to)}`} />
           <Link to={to}>{to}</Link>
         </>;
         export const useHistory = () => ({ push: () => {}, replace: () => {}, location: useLocation() });
         export const useLocation = () => ({ pathname: usePage().url, search: \"\", hash: \"\" });",
    ),
    (
        "@docusaurus/theme-common",
        "export const useColorMode = () => ({ colorMode: \"light\", isDarkTheme: false, setColorMode: () => {} });
         export const useThemeConfig = () => ({});
         export const ThemeClassNames = {};
         export const HtmlClassNameProvider = ({ children }) => <>{children}</>;
         export const PageMetadata = () => null;
         export class ReactContextError extends Error {
           constructor(provider) {
             super(`the component isn't in a ${provider}`);
           }
         }
         export const createStorageSlot = (key) => {
           const inBrowser = (use) => typeof window === \"undefined\" ? null : use(window.localStorage);
           return {
             get: () => inBrowser((storage) => storage.getItem(key)),
             set: (value) => inBrowser((storage) => storage.setItem(key, value)),
             del: () => inBrowser((storage) => storage.removeItem(key)),
             listen: () => () => {},
           };
         };
         export const useCurrentSidebarCategory = () => ({});
         export const useCurrentSidebarSiblings = () => undefined;",
    ),
    (
        "@docusaurus/plugin-content-docs/client",
        "export const useCurrentSidebarCategory = () => ({});
         export const useCurrentSidebarSiblings = () => undefined;",
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
    ("@theme/Admonition", "export { Admonition as default } from \"docgen\";"),
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
    (
        "@theme/DocCardList",
        "import { Card, Cards, Pages } from \"docgen\";
         const card = ({ href, label, description }) => <Card key={href} href={href} title={label}>{description}</Card>;
         export default ({ items }) => items ? <Cards>{items.filter(({ href }) => href).map(card)}</Cards> : <Pages />;",
    ),
    ("@theme/Details", "export { Details as default } from \"docgen\";"),
    (
        "@theme/IdealImage",
        "import { url } from \"docgen\";
         export default ({ img, src, ...props }) => <img {...props} src={url(img?.default ?? img ?? src)} />;",
    ),
    ("@theme/Layout", "export default ({ children }) => <>{children}</>;"),
    ("@theme/Mermaid", "import { Code } from \"docgen\";\nexport default ({ value }) => <Code lang=\"mermaid\" code={value} />;"),
    ("@theme/Heading", "export default ({ as: Level = \"h2\", ...props }) => <Level {...props} />;"),
    ("@theme/Icon/ExternalLink", "export default () => null;"),
    ("@theme/MDXComponents/A", "export { Link as default } from \"docgen\";"),
    ("@theme/TabItem", "export { TabItem as default } from \"docgen\";"),
    ("@theme/Tabs", "export { Tabs as default } from \"docgen\";"),
    (
        "@theme/ThemedImage",
        "import { url } from \"docgen\";
         export default ({ sources: { light, dark }, ...props }) => <>
           <img {...props} src={url(light)} data-only=\"light\" />
           <img {...props} src={url(dark)} data-only=\"dark\" />
         </>;",
    ),
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
