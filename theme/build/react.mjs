/** Patches React's renderer for docgen's own script engine. */

import { patch } from "./patch.mjs";

const corrections = [
  // Report errors that React would otherwise hide by rendering a fallback, because no browser can retry later.
  ["function onError() {}", "function onError(error, info) { return exports.onError(error, info); }"],
  // Pass on the innermost component that caused an error, because docgen reports the component's location.
  ["var errorInfo = {};\n  node$jscomp$0 &&", "var errorInfo = { node: node$jscomp$0 };\n  node$jscomp$0 &&"],
  // Don't let React write a hint to preload an image at the start of the page.
  ['"lazy" === props.loading ||\n          (!src && !srcSet) ||', "true ||\n          (!src && !srcSet) ||"],
  // Don't let React add an inline script to pages with forms that have a function as their action. Static pages can't
  // run such functions.
  [
    "function injectFormReplayingRuntime(resumableState, renderState) {",
    "function injectFormReplayingRuntime(resumableState, renderState) {\n  return;",
  ],
  // Tell docgen about every element so that docgen knows which component is running and can replace the component.
  [
    "function renderElement(request, task, keyPath, type, props, ref) {",
    "function renderElement(request, task, keyPath, type, props, ref) {\n  exports.begin(type, task);",
  ],
  // Render a component's result as a separate node so that a failure in the result isn't a failure of the component.
  [
    ": renderNodeDestructive(request, task, children, -1);\n  task.keyPath = actionStateCount;",
    ": renderNode(request, task, children, -1);\n  task.keyPath = actionStateCount;",
  ],
  // If a node fails, replace it with its children, and render the rest of the page.
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
