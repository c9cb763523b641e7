/** Patches React's renderer for docgen's own script engine. */

import { patch } from "./patch.mjs";

const corrections = [
  // Errors that React would otherwise hide by rendering a fallback: there is no browser that could try again.
  ["function onError() {}", "function onError(error, info) { return exports.onError(error, info); }"],
  // The innermost component of an error, whose place docgen reports.
  ["var errorInfo = {};\n  node$jscomp$0 &&", "var errorInfo = { node: node$jscomp$0 };\n  node$jscomp$0 &&"],
  // React would write a hint to load the image in front of the whole page.
  ['"lazy" === props.loading ||\n          (!src && !srcSet) ||', "true ||\n          (!src && !srcSet) ||"],
];

export const react = patch("react", /react-dom-server-legacy\.browser\.production\.js$/, corrections);
