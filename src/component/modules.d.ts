declare module "docgen" {
  import type { AnchorHTMLAttributes, ReactElement, ReactNode } from "react";

  /** The page that is rendered. */
  export interface Page {
    title: string | null;
    description: string | null;
    /** A placeholder for the path of the page's URL. */
    url: string;
    /** The path of the page's file. */
    file: string;
  }

  /** The site, as in its config. */
  export interface Site {
    title: string;
    tagline: string;
    url: string;
    baseUrl: string;
    /** The default locale. */
    locale: string;
  }

  /** The attributes that docgen reads from the tags of interactive components. */
  export interface ClientAttributes {
    /** When the component becomes interactive. */
    client?: "visible" | "load" | "idle" | "only";
    /** With `client="only"`, what to show until the component appears. */
    fallback?: ReactNode;
  }

  /** An interactive component, as pages use it. */
  export type Interactive<Component> = Component extends (props: infer Props) => infer Result
    ? (props: Props & ClientAttributes) => Result
    : Component;

  /** A link. docgen resolves and checks its target like the target of a Markdown link. */
  export function Link(props: AnchorHTMLAttributes<HTMLAnchorElement> & { to?: string }): ReactElement;
  /** In interactive code: content that only browsers render. */
  export function BrowserOnly(props: { fallback?: ReactNode; children: () => ReactNode }): ReactElement;
  /** A placeholder for the URL of a page or file. */
  export function url(to: string): string;
  export function usePage(): Page;
  export function useSite(): Site;
  /** The locale of the page. */
  export function useLocale(): string;
  /** A number in the format of the page's locale. */
  export function formatNumber(
    value: number | bigint,
    options?: { minimumFractionDigits?: number; maximumFractionDigits?: number; useGrouping?: boolean },
  ): string;
  /** A date in the format of the page's locale, in UTC. */
  export function formatDate(
    value: Date | string | number,
    options?: { dateStyle?: "full" | "long" | "medium" | "short"; timeStyle?: "medium" | "short"; timeZone?: "UTC" },
  ): string;
  /** The date of the build, such as `2026-01-31`, if it's known. */
  export const buildDate: string | null;
}

declare module "docgen/variables";

declare module "@astrojs/starlight/components" {
  import type { AnchorHTMLAttributes, ReactElement } from "react";
  export { Aside, Badge, Card, CardGrid, Code, FileTree, Icon, LinkCard, Steps, TabItem, Tabs } from "docgen";
  export function LinkButton(
    props: AnchorHTMLAttributes<HTMLAnchorElement> & {
      variant?: "primary" | "secondary" | "minimal";
      icon?: string;
      iconPlacement?: "start" | "end";
    },
  ): ReactElement;
}

declare module "starlight-package-managers" {
  import type { ReactElement } from "react";
  export interface PackageManagersProps {
    type?: "add" | "create" | "dlx" | "exec" | "install" | "remove" | "run";
    pkg?: string;
    args?: string;
    comment?: string;
    dev?: boolean;
    frame?: "none" | "terminal";
    icons?: boolean;
    pkgManagers?: ("bun" | "ni" | "npm" | "pnpm" | "yarn")[];
    prefix?: string;
    title?: string;
  }
  export function PackageManagers(props: PackageManagersProps): ReactElement;
}

declare module "@docusaurus/BrowserOnly" {
  export { BrowserOnly as default } from "docgen";
}

declare module "@docusaurus/ExecutionEnvironment" {
  const environment: Record<
    "canUseDOM" | "canUseEventListeners" | "canUseIntersectionObserver" | "canUseViewport",
    boolean
  >;
  export default environment;
}

declare module "@docusaurus/Head" {
  import type { ReactNode } from "react";
  export default function Head(props: { children?: ReactNode }): null;
}

declare module "@docusaurus/Link" {
  export { Link as default } from "docgen";
}

declare module "@docusaurus/useBrokenLinks" {
  export default function useBrokenLinks(): { collectAnchor(id: string): void; collectLink(url: string): void };
}

declare module "@docusaurus/Translate" {
  import type { ReactElement } from "react";
  interface Text {
    id?: string;
    description?: string;
  }
  type Values = Record<string, string | number>;
  export default function Translate(props: Text & { children?: string; values?: Values }): ReactElement;
  export function translate(text: Text & { message?: string }, values?: Values): string;
}

declare module "@docusaurus/isInternalUrl" {
  export default function isInternalUrl(url?: string): boolean;
}

declare module "@docusaurus/constants" {
  export const DEFAULT_PLUGIN_ID: "default";
}

declare module "@docusaurus/ErrorBoundary" {
  import { Component, type ReactNode } from "react";
  export default class ErrorBoundary extends Component<{
    children?: ReactNode;
    fallback?: (problem: { error: Error; tryAgain(): void }) => ReactNode;
  }> {}
}

declare module "@docusaurus/Interpolate" {
  import type { ReactElement, ReactNode } from "react";
  export default function Interpolate(props: { children: string; values?: Record<string, ReactNode> }): ReactElement;
  export function interpolate(text: string, values?: Record<string, string | number>): string;
}

declare module "@docusaurus/router" {
  import type { ReactElement } from "react";
  export { Link, Link as NavLink } from "docgen";
  export function Redirect(props: { to: string }): ReactElement;
  type Location = { pathname: string; search: string; hash: string };
  type Open = (to: unknown) => void;
  export function useHistory(): { push: Open; replace: Open; goBack(): void; listen: unknown; location: Location };
  export function useLocation(): Location;
  export function useParams(): Record<string, string>;
  export const useRouteMatch: () => null, matchPath: () => null;
}

declare module "@docusaurus/theme-common" {
  import type { ReactElement, ReactNode } from "react";
  export {
    useCurrentSidebarCategory,
    useCurrentSidebarSiblings,
    useDocById,
    useDocsPreferredVersion,
  } from "@docusaurus/plugin-content-docs/client";
  type Mode = "light" | "dark";
  type Wrapper = (props: { className?: string; children?: ReactNode }) => ReactElement;
  type Same = <Value>(value: Value) => Value;
  export function useColorMode(): { colorMode: Mode; isDarkTheme: boolean; setColorMode(mode: Mode | null): void };
  export function useThemeConfig(): Record<string, unknown>;
  export const ThemeClassNames: Record<string, Record<string, string>>;
  export const HtmlClassNameProvider: Wrapper, PluginHtmlClassNameProvider: Wrapper;
  export function PageMetadata(props: Record<string, unknown>): null;
  export class ReactContextError extends Error {
    constructor(provider: string, info?: string);
  }
  type Slot = { get(): string | null; set(value: string): void; del(): void; listen: unknown };
  export function createStorageSlot(key: string, options?: unknown): Slot;
  export function composeProviders(providers: Wrapper[]): Wrapper;
  export function useCollapsible(options?: { initialState?: boolean }): {
    collapsed: boolean;
    setCollapsed(collapsed: boolean): void;
    toggleCollapsed(): void;
  };
  export function Collapsible(props: Record<string, unknown>): ReactElement;
  export function usePluralForm(): { selectMessage(count: number, forms: string): string };
  export const useEvent: Same, useShallowMemoObject: Same, usePrevious: (value: unknown) => undefined;
  export const useLocalPathname: () => string, useWindowSize: () => "desktop" | "mobile";
  export const useContextualSearchFilters: () => { locale: string; tags: string[] };
  export function isRegexpStringMatch(pattern?: string | RegExp, text?: string): boolean;
  export const SkipToContentFallbackId: string;
  export function SkipToContentLink(): null;
}

declare module "@docusaurus/theme-common/internal" {
  export * from "@docusaurus/theme-common";
  export * from "@docusaurus/plugin-content-blog/client";
  export * from "@docusaurus/plugin-content-docs/client";
}

declare module "@docusaurus/plugin-content-docs/client" {
  import type { ReactElement, ReactNode } from "react";
  type Version = { name: string; label: string; isLast: boolean; path: string };
  type Docs = { path: string; versions: Version[] };
  type Hook<Result = any> = (...options: any[]) => Result;
  type Provider = (props: { children?: ReactNode; [name: string]: unknown }) => ReactElement;
  export const useActiveVersion: Hook<Version>, useLatestVersion: Hook<Version>, useVersions: Hook<Version[]>;
  export const useDocsData: Hook<Docs>, useAllDocsData: Hook<Record<string, Docs>>;
  export const useDocsVersion: Hook<{ pluginId: string; version: string; label: string; isLast: boolean }>;
  export const useActivePlugin: Hook, useActivePluginAndVersion: Hook, useActiveDocContext: Hook;
  export const useDoc: Hook, useDocById: Hook, useDocVersionSuggestions: Hook, useDocsContextualSearchTags: Hook;
  export const useDocsSidebar: Hook<null>, useSidebarBreadcrumbs: Hook<null>, useVisibleSidebarItems: Hook;
  export const useCurrentSidebarCategory: Hook<{ items?: undefined }>, useCurrentSidebarSiblings: Hook<undefined>;
  export const useDocsPreferredVersion: Hook, useDocSidebarItemsExpandedState: Hook;
  export const filterDocCardListItems: Hook, findFirstSidebarItemLink: Hook, findSidebarCategory: Hook;
  export const getDocsVersionSearchTag: Hook<string>, isActiveSidebarItem: Hook<boolean>, isDocsPluginEnabled: boolean;
  export const DocProvider: Provider, DocsVersionProvider: Provider, DocsSidebarProvider: Provider;
  export const DocsPreferredVersionContextProvider: Provider, DocSidebarItemsExpandedStateProvider: Provider;
}

declare module "@docusaurus/plugin-content-blog/client" {
  import type { ReactElement, ReactNode } from "react";
  type Hook = (...options: any[]) => any;
  export const useBlogPost: Hook, useBlogMetadata: Hook, useVisibleBlogSidebarItems: Hook;
  export const useBlogListPageStructuredData: Hook, useBlogPostStructuredData: Hook;
  export function BlogPostProvider(props: { children?: ReactNode; [name: string]: unknown }): ReactElement;
}

declare module "@docusaurus/useRouteContext" {
  export default function useRouteContext(): { plugin: { name: string; id: string }; data: object };
}

declare module "@docusaurus/useGlobalData" {
  type Data = Record<string, unknown>;
  export default function useGlobalData(): Data;
  export function useAllPluginInstancesData(plugin: string, options?: unknown): Data;
  export function usePluginData(plugin: string, id?: string, options?: unknown): Data;
}

declare module "@docusaurus/useIsBrowser" {
  export default function useIsBrowser(): boolean;
}

declare module "@docusaurus/useBaseUrl" {
  export { url as default } from "docgen";
  export function useBaseUrlUtils(): { withBaseUrl(path: string): string };
}

declare module "@docusaurus/useDocusaurusContext" {
  export default function useDocusaurusContext(): {
    siteConfig: import("docgen").Site;
    i18n: { currentLocale: string };
  };
}

declare module "@theme/Admonition" {
  export { Admonition as default } from "docgen";
}

declare module "@theme/CodeBlock" {
  export { CodeBlock as default } from "docgen";
}

declare module "@theme/CodeInline" {
  import type { HTMLAttributes, ReactElement } from "react";
  export default function CodeInline(props: HTMLAttributes<HTMLElement>): ReactElement;
}

declare module "@theme/DocCard" {
  import type { ReactElement } from "react";
  type Item = { href?: string; label: string; description?: string };
  export default function DocCard(props: { item: Item }): ReactElement;
}

declare module "@theme/DocCardList" {
  import type { ReactElement } from "react";
  interface Item {
    href: string;
    label: string;
    description?: string;
  }
  export default function DocCardList(props: { items?: Item[] }): ReactElement;
}

declare module "@theme/Details" {
  export { Details as default } from "docgen";
}

declare module "@theme/IdealImage" {
  import type { ImgHTMLAttributes, ReactElement } from "react";
  export default function IdealImage(
    props: Omit<ImgHTMLAttributes<HTMLImageElement>, "src"> & { img?: unknown; src?: unknown },
  ): ReactElement;
}

declare module "@theme/Layout" {
  import type { ReactElement, ReactNode } from "react";
  export default function Layout(props: {
    children?: ReactNode;
    title?: string;
    description?: string;
    wrapperClassName?: string;
    noFooter?: boolean;
  }): ReactElement;
}

declare module "@theme/Layout/Provider" {
  import type { ReactElement, ReactNode } from "react";
  export default function LayoutProvider(props: { children?: ReactNode }): ReactElement;
}

declare module "@theme/Footer" {
  export default function Footer(): null;
}

declare module "@theme/Navbar" {
  export default function Navbar(): null;
}

declare module "@theme/Mermaid" {
  import type { ReactElement } from "react";
  export default function Mermaid(props: { value: string }): ReactElement;
}

declare module "@theme/Heading" {
  import type { HTMLAttributes, ReactElement } from "react";
  export default function Heading(
    props: HTMLAttributes<HTMLHeadingElement> & { as?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" },
  ): ReactElement;
}

declare module "@theme/Icon/ExternalLink" {
  export default function ExternalLink(props: { width?: number; height?: number }): null;
}

declare module "@theme/MDXComponents/A" {
  export { Link as default } from "docgen";
}

declare module "@theme/MDXComponents" {
  const components: Record<string, never>;
  export default components;
}

declare module "@theme/MDXContent" {
  import type { ReactElement, ReactNode } from "react";
  export default function MDXContent(props: { children?: ReactNode }): ReactElement;
}

declare module "@theme/TOCInline" {
  import type { ReactElement } from "react";
  type Heading = { id: string; value: string; level?: number; children?: Heading[] };
  type Props = { toc?: Heading[]; minHeadingLevel?: number; maxHeadingLevel?: number };
  export default function TOCInline(props: Props): ReactElement;
}

declare module "@theme/Tag" {
  import type { ReactElement } from "react";
  export default function Tag(props: { permalink: string; label: string; count?: number }): ReactElement;
}

declare module "@theme/hooks/useDocs" {
  export * from "@docusaurus/plugin-content-docs/client";
}

declare module "@theme/TabItem" {
  export { TabItem as default } from "docgen";
}

declare module "@theme/Tabs" {
  export { Tabs as default } from "docgen";
}

declare module "@theme/ThemedImage" {
  import type { ImgHTMLAttributes, ReactElement } from "react";
  export default function ThemedImage(
    props: ImgHTMLAttributes<HTMLImageElement> & { sources: { light: string; dark: string } },
  ): ReactElement;
}

declare module "classnames" {
  export { clsx as default } from "clsx";
}

declare module "clsx" {
  export function clsx(...values: unknown[]): string;
  export default clsx;
}

declare module "prop-types" {
  type Check = ((...options: unknown[]) => Check) & { isRequired: Check };
  const types: Record<string, Check>;
  export default types;
}

declare module "*?raw" {
  const text: string;
  export default text;
}

declare module "*.md" {
  import type { ReactElement } from "react";
  export default function Content(props: Record<string, unknown>): ReactElement;
}

declare module "*.mdx" {
  import type { ReactElement } from "react";
  export default function Content(props: Record<string, unknown>): ReactElement;
}

declare module "*.css";
declare module "*.csv";
declare module "*.toml";
declare module "*.yaml";
declare module "*.yml";

