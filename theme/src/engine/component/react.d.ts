/** React's non-streaming renderer, which React's package doesn't export. `build/react.mjs` patches it. */
declare module "*/react-dom-server-legacy.browser.production.js" {
  import type { ReactNode } from "react";

  interface Renderer {
    renderToString(node: ReactNode, options?: { identifierPrefix?: string }): string;
    renderToStaticMarkup(node: ReactNode, options?: { identifierPrefix?: string }): string;
    /** Called before an element is rendered. */
    begin(type: unknown, task: Task): void;
    /**
     * Called for each value that a node throws. Returns what to render in place of the node. If it returns nothing, the
     * entire page fails.
     */
    caught(error: unknown, level: Level | null, node: unknown): { children: unknown } | undefined;
    /** The type that, in the component stack, marks an element that is replaced with its children. */
    replaced: string;
    /** Called for an error that isn't caught. */
    onError(error: unknown, info: { node: Level | null }): void;
  }

  /** A component or element around an error. */
  interface Level {
    parent: Level | null;
    type: unknown;
  }

  /** A tree that is being rendered. */
  interface Task {
    /** The current component or element. */
    componentStack: Level | null;
  }

  const renderer: Renderer;
  export default renderer;
}
