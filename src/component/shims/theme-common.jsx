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
  const set = () => {};
  return { colorMode: "light", isDarkTheme: false, setColorMode: set, setLightTheme: set, setDarkTheme: set };
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
export const useContextualSearchFilters = () => ({ locale: useLocale(), tags: [] });
export const isRegexpStringMatch = (pattern, text) =>
  pattern !== undefined && text !== undefined && new RegExp(pattern, "i").test(text);
export const SkipToContentFallbackId = "main";
export const SkipToContentLink = () => null;
