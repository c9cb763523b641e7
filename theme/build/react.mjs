/** Patches React's renderer for docgen's own script engine. */

import { patch } from "./patch.mjs";

const corrections = [
  // Errors that React would otherwise hide by rendering a fallback: there is no browser that could try again.
  ["function onError() {}", "function onError(error, info) { return exports.onError(error, info); }"],
  // The innermost component of an error, whose place docgen reports.
  ["var errorInfo = {};\n  node$jscomp$0 &&", "var errorInfo = { node: node$jscomp$0 };\n  node$jscomp$0 &&"],
  // React would write a hint to load the image in front of the whole page.
  ['"lazy" === props.loading ||\n          (!src && !srcSet) ||', "true ||\n          (!src && !srcSet) ||"],
  // React would add an inline script to pages with forms whose action is a function, which no static page can run.
  [
    "function injectFormReplayingRuntime(resumableState, renderState) {",
    "function injectFormReplayingRuntime(resumableState, renderState) {\n  return;",
  ],
  // Every element passes this function, so that docgen knows which component runs, and can replace it.
  [
    "function renderElement(request, task, keyPath, type, props, ref) {",
    "function renderElement(request, task, keyPath, type, props, ref) {\n  exports.begin(type, task);",
  ],
  // What a component returns is rendered as a node of its own, so that a failure in it isn't one of the component.
  [
    ": renderNodeDestructive(request, task, children, -1);\n  task.keyPath = actionStateCount;",
    ": renderNode(request, task, children, -1);\n  task.keyPath = actionStateCount;",
  ],
  // What fails is replaced by its children, and the rest of the page renders.
  [
    "if (\n        (resetHooksState(),\n        (segment.children.length = childrenLength),",
    `var replacement = exports.caught(
        thrownValue$63 === SuspenseException ? getSuspendedThenable() : thrownValue$63,
        task.componentStack,
        node,
      );
      if (replacement) {
        resetHooksState();
        segment.children.length = childrenLength;
        segment.chunks.length = chunkLength;
        task.thenableState = null;
        task.formatContext = previousFormatContext;
        task.context = previousContext;
        task.keyPath = previousKeyPath;
        task.treeContext = previousTreeContext;
        switchContext(previousContext);
        task.componentStack = { parent: previousComponentStack, type: exports.replaced };
        renderNode(request, task, replacement.children, -1);
        task.componentStack = previousComponentStack;
        return;
      }
      if (
        (resetHooksState(),
        (segment.children.length = childrenLength),`,
  ],
];

export const react = patch("react", /react-dom-server-legacy\.browser\.production\.js$/, corrections);
