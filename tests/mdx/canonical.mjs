// Returns the structure of an MDX document as `@mdx-js/mdx` parses it, in a form that docgen's tests can compare.
// `src/markdown/tests/mdx/canonical.rs` writes the same form.

import { compileSync } from "@mdx-js/mdx";
import remarkGfm from "remark-gfm";

/**
 * Whether the document has tabs. If only part of a tab belongs to a container's indentation, the tab becomes spaces in
 * the tree, but not in the code that MDX generates from the tree.
 */
let tabs = false;

const code = (value) => (tabs ? value.replace(/(\r?\n|\r)[ \t]+/g, "$1") : value);

class Captured extends Error {
  constructor(tree) {
    super("captured");
    this.tree = tree;
  }
}

/** Returns the canonical form of a document, or `{ error }` if it isn't valid. */
export function canonical(text) {
  tabs = text.includes("\t");
  // This plugin runs after MDX's own plugins. The tree is complete at this point, so stop here.
  const capture = () => (tree) => {
    throw new Captured(tree);
  };
  try {
    compileSync(text, { remarkPlugins: [remarkGfm, capture] });
  } catch (error) {
    return error instanceof Captured ? block(error.tree, text) : { error: error.message };
  }
  throw new Error("no tree was captured");
}

const NAMES = {
  root: "root",
  paragraph: "p",
  blockquote: "quote",
  listItem: "item",
  tableRow: "row",
  tableCell: "cell",
  emphasis: "em",
  strong: "strong",
  delete: "del",
  footnoteDefinition: "note",
};

function block(node, text) {
  switch (node.type) {
    case "text":
      return node.value.replace(/[ \t]*(\r?\n|\r)[ \t]*/g, "\n");
    case "heading":
      return ["h", node.depth, edges(children(node, text))];
    case "list":
      return ["list", Boolean(node.ordered), children(node, text)];
    case "code":
      return ["code", node.value];
    case "inlineCode":
      return ["c", node.value.replace(/\r?\n|\r/g, " ")];
    case "thematicBreak":
      return ["hr"];
    case "break":
      return ["br"];
    case "image":
    case "imageReference":
      return ["img"];
    case "link":
    case "linkReference": {
      const start = node.position?.start.offset;
      // GFM converts bare URLs to links. pulldown-cmark leaves this to docgen.
      const bare = text[start] !== "[" && node.type === "link";
      return bare ? children(node, text).join("") : ["a", children(node, text)];
    }
    case "table": {
      const width = node.children[0].children.length;
      const rows = node.children.map((row) => {
        const cells = row.children.slice(0, width).map((cell) => ["cell", edges(children(cell, text))]);
        while (cells.length < width) cells.push(["cell", []]);
        return ["row", cells];
      });
      return ["table", rows];
    }
    case "definition":
      return undefined;
    case "footnoteReference":
      return ["noteref"];
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement": {
      const place = node.type === "mdxJsxFlowElement" ? "flow" : "text";
      return ["jsx", place, node.name ?? "", node.attributes.map(attribute), children(node, text)];
    }
    case "mdxFlowExpression":
      return ["expr", "flow", code(node.value)];
    case "mdxTextExpression":
      return ["expr", "text", code(node.value)];
    case "mdxjsEsm":
      return ["esm", node.value.trimEnd()];
    case "paragraph":
      return ["p", edges(children(node, text))];
    default:
      if (!(node.type in NAMES)) throw new Error(`unknown node ${node.type}`);
      return [NAMES[node.type], children(node, text)];
  }
}

function attribute(node) {
  if (node.type === "mdxJsxExpressionAttribute") return `{${code(node.value)}}`;
  if (node.value === null || node.value === undefined) return node.name;
  return typeof node.value === "string" ? `${node.name}="${code(node.value)}"` : `${node.name}={${code(node.value.value)}}`;
}

/** Returns the children, with adjacent text nodes joined. */
function children(node, text) {
  const out = [];
  for (const child of node.children) {
    const one = block(child, text);
    if (one === undefined || one === "") continue;
    if (typeof one === "string" && typeof out.at(-1) === "string") out.push((out.pop() + one).replace(/[ \t]*\n[ \t]*/g, "\n"));
    else out.push(one);
  }
  return out;
}

/** Removes whitespace at the edges of a block of text. */
function edges(nodes) {
  if (typeof nodes[0] === "string") nodes[0] = nodes[0].trimStart();
  if (typeof nodes.at(-1) === "string") nodes.push(nodes.pop().trimEnd());
  return nodes.filter((node) => node !== "");
}
