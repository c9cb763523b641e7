/** React's renderer without streams, which its package doesn't export, as patched by `build/react.mjs`. */
declare module "*/react-dom-server-legacy.browser.production.js" {
  import type { ReactNode } from "react";

  interface Renderer {
    renderToString(node: ReactNode, options?: { identifierPrefix?: string }): string;
    renderToStaticMarkup(node: ReactNode, options?: { identifierPrefix?: string }): string;
    /** Called for every error in a component. */
    onError(error: unknown, info: { node: Level | null }): void;
  }

  /** A component or element around an error. */
  interface Level {
    parent: Level | null;
    type: unknown;
  }

  const renderer: Renderer;
  export default renderer;
}
