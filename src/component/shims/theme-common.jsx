// docgen's version of Docusaurus' theme-common module.
import { useState } from "react";
import { useLocale, usePage } from "docgen";
export {
  useCurrentSidebarCategory,
  useCurrentSidebarSiblings,
  useDocById,
  useDocsPreferredVersion,
} from "@docusaurus/plugin-content-docs/client";

const Children = ({ children }) => <>{children}</>;
const inBrowser = (use) => (typeof window === "undefined" ? null : use(window.localStorage));

export const useColorMode = () => {
  const none = () => {};
  return { colorMode: "light", colorModeChoice: null, isDarkTheme: false, setColorMode: none, setLightTheme: none, setDarkTheme: none };
};
export const useThemeConfig = () => ({});
export const ThemeClassNames = { page: {}, wrapper: {}, common: {}, layout: {}, docs: {}, blog: {}, pages: {} };
export const HtmlClassNameProvider = Children;
export const PluginHtmlClassNameProvider = Children;
export const PageMetadata = () => null;
export class ReactContextError extends Error {
  constructor(provider) {
    super(`the component isn't in a ${provider}`);
  }
}
export const createStorageSlot = (key) => ({
  get: () => inBrowser((storage) => storage.getItem(key)),
  set: (value) => inBrowser((storage) => storage.setItem(key, value)),
  del: () => inBrowser((storage) => storage.removeItem(key)),
  listen: () => () => {},
});
export const listStorageKeys = () => inBrowser((storage) => Object.keys(storage)) ?? [];
export const composeProviders =
  (providers) =>
  ({ children }) =>
    providers.reduceRight((content, Provider) => <Provider>{content}</Provider>, children);
export const useCollapsible = ({ initialState = false } = {}) => {
  const [collapsed, setCollapsed] = useState(initialState);
  return { collapsed, setCollapsed, toggleCollapsed: () => setCollapsed((is) => !is) };
};
export const Collapsible = ({ as: Element = "div", collapsed, className, children }) => (
  <Element className={className} hidden={collapsed}>
    {children}
  </Element>
);
export const usePluralForm = () => ({
  selectMessage: (count, forms) => {
    const all = forms.split("|");
    return all[count === 1 ? 0 : all.length - 1];
  },
});
export const useWindowSize = () => "desktop";
export const usePrevious = () => undefined;
export const useEvent = (callback) => callback;
export const useShallowMemoObject = (value) => value;
export const useLocalPathname = () => usePage().url;
export const useSearchQueryString = () => useState("");
export const useSearchLinkCreator = () => (text) => `?q=${encodeURIComponent(text)}`;
export const useContextualSearchFilters = () => ({ locale: useLocale(), tags: [] });
export const useTitleFormatter = () => ({ format: (title) => title });
export const uniq = (list) => [...new Set(list)];
export const duplicates = (list, isSame = (a, b) => a === b) =>
  list.filter((value, index) => list.findIndex((other) => isSame(other, value)) !== index);
export const isMultiColumnFooterLinks = (links) => links.some((link) => "title" in link);
export const isRegexpStringMatch = (pattern, text) =>
  pattern !== undefined && text !== undefined && new RegExp(pattern, "i").test(text);
export const prefersReducedMotion = () => false;
export const SkipToContentFallbackId = "main";
export const SkipToContentLink = () => null;
