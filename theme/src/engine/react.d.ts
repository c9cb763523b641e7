/** The part of React that `exports` of its package doesn't name: the renderer without streams. */
declare module "*/react-dom-server-legacy.browser.production.js" {
  import type { ReactNode } from "react";
  export function renderToStaticMarkup(node: ReactNode, options?: { identifierPrefix?: string }): string;
}
