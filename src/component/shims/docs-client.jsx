// docgen's version of the client module of Docusaurus' docs plugin. The only version that a page knows is its own.
import { url, usePage } from "docgen";

const ofVersion = /^content\/(?:i18n\/[^/]+\/)?versions\/([^/]+)\//;
const Children = ({ children }) => <>{children}</>;

export const useActiveVersion = () => {
  const name = ofVersion.exec(usePage().file ?? "")?.[1] ?? "current";
  const label = name === "current" ? "Next" : name;
  return { name, label, isLast: true, path: url("/"), mainDocId: "", docs: [], draftIds: [], sidebars: {} };
};
export const useLatestVersion = useActiveVersion;
export const useVersions = () => [useActiveVersion()];
export const useDocsData = () => ({ path: url("/"), versions: useVersions(), breadcrumbs: true });
export const useAllDocsData = () => ({ default: useDocsData() });
export const useActivePlugin = () => ({ pluginId: "default", pluginData: useDocsData() });
export const useActivePluginAndVersion = () => ({
  activePlugin: useActivePlugin(),
  activeVersion: useActiveVersion(),
});
export const useActiveDocContext = () => ({ activeVersion: useActiveVersion(), alternateDocVersions: {} });
export const useDocVersionSuggestions = () => ({ latestVersionSuggestion: useActiveVersion() });
export const useDocsVersion = () => {
  const { name, label, isLast } = useActiveVersion();
  const settings = { banner: null, badge: false, noIndex: false, className: "" };
  return { pluginId: "default", version: name, label, isLast, ...settings, docsSidebars: {}, docs: {} };
};
export const useDoc = () => {
  const { title, description, url: permalink, file } = usePage();
  const metadata = { id: file, title, description, permalink, source: file, tags: [], frontMatter: {} };
  return { metadata, frontMatter: {}, assets: {}, contentTitle: title, toc: [] };
};
export const useDocById = () => undefined;
export const useDocsSidebar = () => null;
export const useSidebarBreadcrumbs = () => null;
export const useCurrentSidebarCategory = () => ({});
export const useCurrentSidebarSiblings = () => undefined;
export const useDocsPreferredVersion = () => ({ preferredVersion: null, savePreferredVersionName: () => {} });
export const useDocsContextualSearchTags = () => [];
export const useVisibleSidebarItems = (items) => items;
export const useDocSidebarItemsExpandedState = () => ({ expandedItem: null, setExpandedItem: () => {} });
export const filterDocCardListItems = (items) => items.filter(({ type }) => type !== "html");
export const findFirstSidebarItemLink = ({ href, items }) =>
  href ?? items?.map(findFirstSidebarItemLink).find((found) => found !== undefined);
export const findSidebarCategory = () => undefined;
export const getDocsVersionSearchTag = (id, version) => `docs-${id}-${version}`;
export const isActiveSidebarItem = () => false;
export const isDocsPluginEnabled = true;
export const DocProvider = Children;
export const DocsVersionProvider = Children;
export const DocsSidebarProvider = Children;
export const DocsPreferredVersionContextProvider = Children;
export const DocSidebarItemsExpandedStateProvider = Children;
