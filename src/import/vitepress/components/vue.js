// Shows a component that only presents its props: runs its script, evaluates its template once, as VitePress does for
// the first view, and writes Markdown. The slot becomes "\0", and its default content follows between two "\x02". A
// heading's ID is between two "\x01".
const isRef = (value) => value !== null && typeof value === "object" && value.$ref === true;
const unref = (value) => (isRef(value) ? value.value : value);
const ref = (value) => ({ value, $ref: true });
const nothing = () => {};

/** The page that shows the component. */
let page = {};
/** The components that a template can show, by name in lower case and without hyphens. */
const components = {};
const normalized = (name) => name.replace(/-/g, "").toLowerCase();

/** What components import from Vue and VitePress. Other functions, such as `onMounted`, have no effect on the server. */
const members = {
  ref,
  shallowRef: ref,
  customRef: () => ref(undefined),
  toRef: (from, key) => ref(key === undefined ? unref(from) : from[key]),
  toRefs: (from) => Object.fromEntries(Object.entries(from).map(([key, value]) => [key, ref(value)])),
  computed: (given) => ref(typeof given === "function" ? given() : given.get()),
  reactive: (value) => value,
  shallowReactive: (value) => value,
  readonly: (value) => value,
  isRef,
  unref,
  toValue: (value) => (typeof value === "function" ? value() : unref(value)),
  useSlots: () => ({}),
  useAttrs: () => ({}),
  withBase: (path) => path,
  defineComponent: (component) => component,
  useData: () => ({ ...page, isDark: ref(false), theme: ref({}), hash: ref("") }),
  useRoute: () => ({ path: page.path, data: page.page.value }),
};
const runtime = new Proxy(members, { get: (_, name) => members[name] ?? nothing });

/** Returns the data that a loader computes without files. */
async function dataOf(loader) {
  if (typeof loader?.load !== "function" || loader.watch !== undefined) throw new Error("the data isn't known");
  return loader.load([]);
}

/** Returns the values of a component's props. */
function propsOf(given, declared, defaults = {}) {
  const props = { ...given };
  // The types of TypeScript declare the props.
  if (declared === undefined) props.$isOpen = true;
  const names = Array.isArray(declared) ? declared.map((name) => [name, {}]) : Object.entries(declared ?? {});
  for (const [name, one] of names) {
    const kind = one?.type ?? one;
    // An attribute without a value, such as `<Own wide>`.
    if (props[name] === true && kind === String) props[name] = "";
    if (props[name] === "" && kind === Boolean) props[name] = true;
    if (props[name] === undefined && one?.default !== undefined)
      props[name] = typeof one.default === "function" && kind !== Function ? one.default(props) : one.default;
    if (props[name] === undefined) props[name] = kind === Boolean ? false : undefined;
  }
  for (const [name, value] of Object.entries(defaults))
    if (props[name] === undefined) props[name] = typeof value === "function" ? value() : value;
  return props;
}

/** The slot and its default content. */
const SLOT = /\0(?:\x02([^\x02]*)\x02)?/;
/** The default content of a slot if the content's expressions fail. */
const FAILED = "\x03";
const VOID = ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/** Reads a template. Throws if it isn't well-formed. */
function parse(template) {
  const root = { name: "", attributes: {}, children: [] };
  const open = [root];
  const tag = /<!--[\s\S]*?-->|<(\/?)([A-Za-z][\w.-]*)((?:\s+[^\s=>/"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/g;
  let at = 0;
  const text = (end) => end > at && open.at(-1).children.push(template.slice(at, end));
  for (const match of template.matchAll(tag)) {
    text(match.index);
    at = match.index + match[0].length;
    const [, isEnd, name, written, isClosed] = match;
    if (name === undefined) continue;
    if (isEnd) {
      if (open.length < 2 || open.pop().name !== name) throw new Error("tags don't match");
      continue;
    }
    const attributes = {};
    for (const [, key, , a, b, c] of written.matchAll(/([^\s=>/"']+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g))
      attributes[key] = decoded(a ?? b ?? c ?? "");
    const element = { name, attributes, children: [] };
    open.at(-1).children.push(element);
    if (!isClosed && !VOID.includes(name)) open.push(element);
  }
  text(template.length);
  if (open.length > 1) throw new Error("a tag isn't closed");
  return root.children;
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const decoded = (text) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) => (code ? String.fromCodePoint(code) : (ENTITIES[name] ?? whole)));
const escaped = (text) => text.replace(/[\\`*_[\]<]/g, "\\$&");
/** Text on one line. */
const flat = (text) => text.replace(/\s+/g, " ");
const withoutTags = (html) => decoded(String(html ?? "").replace(/<[^>]*>/g, ""));

/** Returns the value of an expression in a template. Unknown names are props without a value, or errors. */
function evaluate(expression, scope) {
  const values = new Proxy(scope, {
    has: (_, name) => typeof name === "string" && (name in scope || !(name in globalThis)),
    get: (_, name) => {
      if (name === Symbol.unscopables) return undefined;
      if (!(name in scope) && !scope.$isOpen) throw new ReferenceError(`${name} isn't known`);
      return scope[name];
    },
  });
  const value = unref(Function("$values", `with ($values) { return (${expression}); }`)(values));
  if (String(value).includes("\ufdd0")) throw new Error("a package computes the value");
  return value;
}

const shown = (value) =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);

/** Elements without text of their own. */
const HIDDEN = ["script", "style", "svg", "input", "select", "textarea", "link", "meta", "canvas", "progress", "audio"];
const INLINE = "a abbr b bdi br cite code del dfn em i img ins kbd label mark q s samp small span strong sub sup time u var";

/** Writes nodes as Markdown. Blocks have blank lines around them. */
function write(nodes, scope) {
  let out = "";
  // Whether an element of the current chain of conditions is shown.
  let found = false;
  for (const node of nodes) {
    if (typeof node === "string") {
      const parts = node.split(/\{\{([\s\S]*?)\}\}/);
      out += parts.map((part, at) => escaped(flat(at % 2 ? shown(evaluate(part, scope)) : decoded(part)))).join("");
      continue;
    }
    const { attributes } = node;
    if ("v-for" in attributes) {
      const [, names, list] = /^\s*\(?([\s\S]*?)\)?\s+(?:in|of)\s+([\s\S]*)$/.exec(attributes["v-for"]);
      const value = evaluate(list, scope);
      const items = typeof value === "number" ? Array.from({ length: value }, (_, at) => at + 1) : Object.entries(value ?? []);
      const element = { ...node, attributes: { ...attributes } };
      delete element.attributes["v-for"];
      for (const [at, item] of items.entries()) {
        const values = Array.isArray(value) ? [item[1], at] : typeof value === "number" ? [item, at] : [item[1], item[0], at];
        const bound = evaluate(`(${names}) => ({ ${names.replace(/\{[^}]*\}/g, (inner) => inner.slice(1, -1))} })`, scope);
        out += write([element], { ...scope, ...bound(...values) });
      }
      continue;
    }
    if ("v-if" in attributes) found = Boolean(evaluate(attributes["v-if"], scope));
    else if ("v-else-if" in attributes || "v-else" in attributes) {
      if (found) continue;
      found = !("v-else-if" in attributes) || Boolean(evaluate(attributes["v-else-if"], scope));
    } else found = true;
    if (!found || ("v-show" in attributes && !evaluate(attributes["v-show"], scope))) continue;
    out += element(node, scope);
  }
  return out;
}

/** Returns the URL in an attribute's value. */
function url(value) {
  if (/undefined|NaN|\[object/.test(String(value))) throw new Error("the URL isn't known");
  return value;
}

/** Returns the value of an expression on a page, where unknown names are errors. */
function onPage(expression) {
  const values = { $frontmatter: page.frontmatter.value, $page: page.page.value };
  return unref(Function(...Object.keys(values), `return (${expression});`)(...Object.values(values)));
}

/** Returns the props that attributes set. `find` evaluates expressions. */
function given(attributes, find) {
  const props = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (/^(@|#|v-(?!bind:)|ref$|key$|:key$|class$|style$)/.test(name)) continue;
    const bound = name.replace(/^(v-bind)?:/, "");
    const key = bound.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    props[key] = bound === name ? value : find(value);
  }
  return props;
}

function defaultOf(children, scope) {
  try {
    return write(children, scope);
  } catch {
    return FAILED;
  }
}

function element(node, scope) {
  const { attributes, children } = node;
  const get = (name) => {
    const bound = attributes[`:${name}`] ?? attributes[`v-bind:${name}`];
    return bound === undefined ? attributes[name] : evaluate(bound, scope);
  };
  const classes = (attributes.class ?? "").split(/\s+/);
  if ("hidden" in attributes || get("aria-hidden") === "true" || classes.some((one) => ["hidden", "sr-only"].includes(one)))
    return "";
  let name = node.name;
  if (name === "component") name = get("is");
  if (name === "slot") {
    if (attributes.name && attributes.name !== "default") return write(children, scope);
    const content = defaultOf(children, scope);
    return content.trim() === "" ? "\0" : `\0\x02${content}\x02`;
  }
  if (typeof name !== "string" || HIDDEN.includes(name)) return "";
  if (/^badge$/i.test(name) && !components.badge)
    return "text" in attributes || ":text" in attributes ? escaped(flat(shown(get("text")))) : write(children, scope);
  const isComponent = /[A-Z-]/.test(name);
  if (isComponent && !/^(client-?only|transition(-?group)?|keep-?alive|suspense|teleport)$/i.test(name)) {
    const component = components[normalized(name)];
    const props = given(attributes, (value) => evaluate(value, scope));
    if (component)
      return shownOf(component, props).replace(SLOT, (_, content = "") => {
        const inner = write(children, scope);
        if (inner.trim() !== "") return inner;
        if (content === FAILED) throw new Error("the slot's default content failed");
        return content;
      });
    // Icons have no text.
    if (children.length > 0 || Object.values(props).some((value) => /\s/.test(value)))
      throw new Error(`unknown component ${name}`);
    return "";
  }
  let inner = write(children, scope);
  if ("v-text" in attributes) inner = escaped(flat(shown(evaluate(attributes["v-text"], scope))));
  if ("v-html" in attributes) inner = escaped(flat(withoutTags(evaluate(attributes["v-html"], scope))));
  const text = flat(inner).trim();
  const block = (text) => (text === "" ? "" : `\n\n${text}\n\n`);
  if (/^h[1-6]$/.test(name)) {
    const id = get("id");
    return block(text && `${"#".repeat(name[1])} ${text}${id ? `\x01${id}\x01` : ""}`);
  }
  switch (name) {
    case "img": {
      const src = url(get("src"));
      return src ? `![${escaped(flat(shown(get("alt"))))}](<${src}>)` : "";
    }
    case "video":
    case "iframe": {
      const src = url(get("src"));
      return src ? block(`<${name} src="${src}"${name === "video" ? " controls" : ""}></${name}>`) : inner;
    }
    case "a": {
      const href = url(get("href") ?? get("to") ?? "");
      if (!href || !text) return inner;
      if (!inner.includes("\n\n")) return `[${text}](<${href}>)`;
      // A Markdown link can't contain headings or the blocks of a slot, so only the first block is a link.
      const [first, ...others] = inner.trim().split(/\n{2,}/);
      const isPlain = ![first, ...others].some((part) => part.startsWith("#") || part.includes("\0"));
      if (isPlain || first.includes("\0")) return block(`[${text}](<${href}>)`);
      const title = first.replace(/^#+ |\x01.*\x01/g, "").trim();
      return block([`[${title.startsWith("*") ? title : `**${title}**`}](<${href}>)`, ...others].join("\n\n"));
    }
    case "code":
      return text === "" || text.includes("\0") ? inner : "`" + text.replace(/\\(.)/g, "$1") + "`";
    case "b":
    case "strong":
      return text === "" ? "" : `**${text}**`;
    case "em":
    case "i":
      return text === "" ? "" : `*${text}*`;
    case "br":
      return " ";
    case "li":
      return block(text && `- ${text}`);
    case "td":
    case "th":
      return ` ${inner} `;
    case "table":
    case "pre":
      throw new Error("tables and code can't be written on one line");
    default:
      return INLINE.split(" ").includes(name) || name === "template" ? inner : block(inner.trim());
  }
}

/** Returns the values that the template of a component with options can use. */
function stateOf(component, given) {
  const props = propsOf(given, component.props);
  const context = { slots: {}, attrs: {}, emit: nothing, expose: nothing };
  const state = { ...props, $props: props, ...component.setup?.(props, context) };
  for (const name of Object.keys(state)) state[name] = unref(state[name]);
  for (const [name, method] of Object.entries(component.methods ?? {})) state[name] = method.bind(state);
  Object.assign(state, component.data?.call(state));
  for (const [name, one] of Object.entries(component.computed ?? {})) state[name] = (one.get ?? one).call(state);
  return state;
}

/** How many components are inside one another. */
let depth = 0;

/** Returns the Markdown of a component, with blank lines around blocks. */
function shownOf({ template, make }, props) {
  if (depth > 10) throw new Error("components are nested too deeply");
  depth += 1;
  try {
    const frontmatter = page.frontmatter.value;
    const slots = { default: true };
    const scope = { $frontmatter: frontmatter, $slots: slots, $attrs: {}, $page: page.page.value, withBase: (path) => path };
    for (const [name, value] of Object.entries(make(props))) scope[name] = unref(value);
    return write(parse(template), scope);
  } finally {
    depth -= 1;
  }
}

function open({ frontmatter, path, site }) {
  const data = { frontmatter, relativePath: path, filePath: path, title: frontmatter.title ?? "", params: {} };
  const [lang, localeIndex] = [site.lang ?? "en-US", site.localeIndex ?? "root"];
  page = { frontmatter: ref(frontmatter), page: ref(data), path: "/" + path.replace(/\.md$/, "") };
  Object.assign(page, { site: ref({ ...site, lang, localeIndex }), lang: ref(lang), localeIndex: ref(localeIndex) });
}

/** Returns the Markdown for a component's props, or null. */
function render(component, one) {
  try {
    open(one.page);
    const attributes = Object.entries(one.props).map(([name, value]) => [name, value ?? true]);
    const props = given(Object.fromEntries(attributes), onPage);
    const blocks = shownOf(component, props).split(/\n{2,}/);
    return blocks.map((block) => block.replace(/ +/g, " ").trim()).filter((block) => block !== "").join("\n\n");
  } catch {
    return null;
  }
}

/** Returns the text of an expression on a page, or null. */
function value({ expression, page }) {
  try {
    open(page);
    return shown(onPage(expression));
  } catch {
    return null;
  }
}
