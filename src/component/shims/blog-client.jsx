// docgen's version of the client module of Docusaurus' blog plugin.
import { url, usePage } from "docgen";

export const useBlogPost = () => {
  const { title, description, url: permalink, file } = usePage();
  const metadata = { title, description, permalink, source: file, tags: [], authors: [], frontMatter: {} };
  return { metadata, frontMatter: {}, assets: {}, toc: [], isBlogPostPage: true };
};
export const useBlogMetadata = () => ({ blogBasePath: url("/blog"), blogTitle: "", authorsListPath: "" });
export const useBlogListPageStructuredData = () => ({});
export const useBlogPostStructuredData = () => ({});
export const useVisibleBlogSidebarItems = (items) => items;
export const BlogPostProvider = ({ children }) => <>{children}</>;
