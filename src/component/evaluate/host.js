// What a config finds around it: `require` for the modules of the site, stand-ins for all others, and the parts of
// Node that configs use. Functions of packages that take options return these options. Functions of Node and of modules
// that fail return stand-ins.
const MODULES = { ...JSON.parse(globalThis.modules), lost: [] };
// The failures that don't depend on how the config runs.
const BROKEN = MODULES.broken;
const loaded = new Map();
// Whether the results of packages' functions can be used as more than their options, and stand-ins replace the results
// of the site's functions that fail.
let isCareful = false;
const ORIGIN = Symbol("origin");

const isOptions = (value) =>
  value !== null && typeof value === "object" && !value[STANDS_IN] && !(value instanceof RegExp || value instanceof Date);
const STANDS_IN = Symbol("stand-in");
// The options of a package's function whose result the code also uses as something else.
const OPTIONS = Symbol("options");
// The package whose function returned a stand-in.
const RESULT_OF = Symbol("package");
// The items of a list that a stand-in represents.
const ITEMS = Symbol("items");
// The text of a stand-in: docgen reports the values that contain this character.
const UNKNOWN = "\ufdd0";
// The maximum number of members and items between a stand-in and the value of a package or module. Code that visits all
// parts of a tree stops there.
const DEPTH = 64;
const BUILTINS = [
  "assert", "buffer", "child_process", "crypto", "events", "http", "https", "module", "os", "perf_hooks", "process",
  "readline", "stream", "timers", "tty", "util", "v8", "vm", "worker_threads", "zlib",
];
const isBuiltin = (specifier) => specifier.startsWith("node:") || BUILTINS.includes(specifier.split("/")[0]);

/**
 * Something that a package exports: any member of it, and any result of a call, is such a value, too. Unless it's
 * settled, it can also be used as a promise.
 */
function standIn(specifier, isPackage = !isBuiltin(specifier), isSettled = false, isResult = false, depth = 0) {
  const part = (depth) => standIn(specifier, isPackage, false, false, depth);
  const result = (values) => (isPackage ? called(specifier, values, depth) : part(depth));
  return new Proxy(function () {}, {
    get: (_, key) => {
      if (key === STANDS_IN) return true;
      if (key === OPTIONS) return undefined;
      if (key === RESULT_OF) return isResult && isPackage ? specifier : undefined;
      if (key === Symbol.toPrimitive) return (hint) => (hint === "number" ? NaN : UNKNOWN);
      if (key === "toString") return () => UNKNOWN;
      if (key === "toJSON" || key === "__esModule" || (key === "then" && isSettled)) return undefined;
      if (key === "then")
        return (...handlers) => Promise.resolve(standIn(specifier, isPackage, true, isResult, depth)).then(...handlers);
      if (key === Symbol.iterator) return () => (depth < DEPTH ? [itemsOf(specifier, depth + 1)] : [])[Symbol.iterator]();
      return depth < DEPTH ? part(depth + 1) : undefined;
    },
    has: () => true,
    // A spread object gets one key, which docgen reports.
    ownKeys: () => ["prototype", UNKNOWN],
    getOwnPropertyDescriptor: (target, key) =>
      key === UNKNOWN
        ? { value: part(depth), enumerable: true, configurable: true, writable: true }
        : Reflect.getOwnPropertyDescriptor(target, key),
    apply: (_, __, values) => result(values),
    construct: (_, values) => result(values),
  });
}

/** Stands for the items of a list that a package computes. */
const itemsOf = (specifier, depth) =>
  new Proxy(standIn(specifier, undefined, false, false, depth), { get: (target, key) => (key === ITEMS ? true : target[key]) });

/** An object whose missing members are stand-ins. */
const completed = (name, members) =>
  new Proxy(members, {
    get: (_, key) =>
      key in members || typeof key === "symbol" || key === "then" || key === "__esModule"
        ? members[key]
        : standIn(name, false),
  });

// A function that takes a pattern or a list of texts returns what it finds, such as the names of files.
const isSearch = (value) =>
  typeof value === "string" ? value.includes("*") : Array.isArray(value) && value.some((item) => typeof item === "string");

function called(specifier, values, depth) {
  const found = isSearch(values[0]) ? undefined : values.find((value) => isOptions(value) || value?.[OPTIONS]);
  if (!found) return standIn(specifier, true, false, true, depth);
  const options = found[OPTIONS] ?? found;
  for (const one of Array.isArray(options) ? options : [options])
    if (isOptions(one) && Object.isExtensible(one) && !one[ORIGIN]) Object.defineProperty(one, ORIGIN, { value: specifier });
  return isCareful && !Array.isArray(options) ? both(options, standIn(specifier, true, false, true, depth)) : options;
}

/** Options that the code can also call, or use as an object with more members. */
const both = (options, result, isSettled = false) =>
  new Proxy(result, {
    get: (target, key) => {
      if (key === OPTIONS) return options;
      if (key in options) return options[key];
      if (key !== "then") return target[key];
      return isSettled ? undefined : (...handlers) => Promise.resolve(both(options, result, true)).then(...handlers);
    },
    ownKeys: () => ["prototype", ...Reflect.ownKeys(options).filter((key) => key !== "prototype")],
    getOwnPropertyDescriptor: (target, key) =>
      key in options
        ? { value: options[key], enumerable: typeof key === "string", configurable: true, writable: true }
        : Reflect.getOwnPropertyDescriptor(target, key),
  });

const parts = (path) => {
  const kept = [];
  for (const part of path.split("/")) {
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return kept;
};
const text = (path) => String(path?.href ?? path).replace(/^file:\/\//, "");
const join = (...paths) => "/" + parts(paths.map(text).join("/")).join("/");
const resolve = (...paths) => paths.map(text).reduce((base, path) => (path.startsWith("/") ? join(path) : join(base, path)), "/");
const file = (path) => MODULES.files[parts(text(path)).join("/")] ?? MODULES.files[place(path)];
const path = {
  sep: "/",
  join,
  resolve,
  normalize: join,
  dirname: (path) => "/" + parts(text(path)).slice(0, -1).join("/"),
  basename: (path, end = "") => {
    const name = parts(text(path)).pop() ?? "";
    return end && name.endsWith(end) ? name.slice(0, -end.length) : name;
  },
  extname: (path) => /.\.[^./]*$/.exec(text(path))?.[0].slice(1) ?? "",
  relative: (from, to) => {
    const [a, b] = [parts(text(from)), parts(text(to))];
    while (a.length && b.length && a[0] === b[0]) (a.shift(), b.shift());
    return [...a.map(() => ".."), ...b].join("/");
  },
};
path.posix = path;
// The names in each folder of the site, and whether a name is itself a folder.
const folders = new Map();
for (const path of MODULES.tree) {
  const names = path.split("/");
  for (let depth = 0; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join("/");
    if (!folders.has(folder)) folders.set(folder, new Map());
    folders.get(folder).set(names[depth], depth + 1 < names.length);
  }
}
/** A path's place in the site. The process can run in the site's folder, above it, or in the folder of the config. */
const place = (path) => {
  const names = parts(text(path));
  const whole = names.join("/");
  const places = [whole, ...MODULES.roots.map((root) => parts(`${root}/${whole}`).join("/")), names.slice(1).join("/")];
  const isThere = (place) => folders.has(place) || folders.get(parts(place).slice(0, -1).join("/"))?.has(parts(place).at(-1));
  return places.find((place, at) => isThere(place) && (at === 0 || place !== "")) ?? whole;
};
const entry = (folder, name, isFolder) => ({
  name,
  path: "/" + folder,
  parentPath: "/" + folder,
  isDirectory: () => isFolder,
  isFile: () => !isFolder,
  isSymbolicLink: () => false,
});
function list(path, options) {
  const root = place(path);
  if (!folders.has(root)) {
    MODULES.lost.push(text(path));
    return standIn("fs", false);
  }
  const found = [];
  const add = (folder) => {
    for (const [name, isFolder] of [...folders.get(folder)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const whole = parts(`${folder}/${name}`).join("/");
      const below = root === "" ? whole : whole.slice(root.length + 1);
      found.push(options?.withFileTypes ? entry(folder, name, isFolder) : below);
      if (isFolder && options?.recursive) add(whole);
    }
  };
  add(root);
  return found;
}
function stat(path) {
  const whole = place(path);
  const [folder, name] = [parts(whole).slice(0, -1).join("/"), parts(whole).at(-1)];
  if (!folders.has(whole) && !folders.get(folder)?.has(name)) return standIn("fs", false);
  return completed("fs", entry(folder, name, folders.has(whole)));
}
const exists = (path) => file(path) !== undefined || !stat(path)[STANDS_IN];
const fs = {
  existsSync: exists,
  statSync: stat,
  lstatSync: stat,
  stat: async (path) => stat(path),
  readdir: async (path, options) => list(path, options),
  readFileSync: (path) => file(path) ?? standIn("fs", false),
  readFile: async (path) => file(path) ?? standIn("fs", false),
  readdirSync: list,
};
fs.promises = completed("fs", fs);
/** Returns the files or folders that match patterns. The paths are absolute if the patterns are. */
function matching(patterns, options) {
  const ignored = [options?.ignore ?? []].flat();
  const given = [patterns].flat().map(text);
  const all = given.filter((pattern) => !pattern.startsWith("!"));
  const base = options?.cwd === undefined ? ["", ...MODULES.roots] : [place(options.cwd)];
  const below = (folder, pattern) => parts(pattern.startsWith("/") ? pattern : `${folder}/${pattern}`).join("/");
  const paths = [
    ...(options?.onlyDirectories ? [] : MODULES.tree),
    ...(options?.onlyDirectories || options?.onlyFiles === false ? [...folders.keys()].filter((path) => path !== "") : []),
  ];
  const isHidden = (path) => !options?.dot && /(^|\/)\./.test(path);
  for (const folder of base) {
    const expressions = (patterns) => patterns.map((pattern) => expression(below(folder, pattern)));
    const without = expressions([...ignored, ...given.flatMap((one) => (one.startsWith("!") ? [one.slice(1)] : []))]);
    const found = new Set();
    for (const [at, one] of expressions(all).entries())
      for (const file of paths) {
        if (!one.test(file) || isHidden(file) || without.some((other) => other.test(file))) continue;
        const isAbsolute = all[at].startsWith("/") || options?.absolute;
        found.add(isAbsolute ? `/${file}` : path.relative(folder, file));
      }
    if (found.size > 0) return [...found];
  }
  MODULES.lost.push(...all.filter((pattern) => below("", pattern).startsWith("..")));
  return [];
}
/** Converts a pattern to a regular expression. */
function expression(pattern) {
  const meaning = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|" };
  let depth = 0;
  const code = pattern.replace(/\*\*\/|\*\*|[*?{},.+^$()|[\]\\]/g, (part) => {
    depth += (part === "{") - (part === "}");
    if (part === "," && depth === 0) return part;
    return meaning[part] ?? `\\${part}`;
  });
  return new RegExp(`^${code}$`);
}
const find = async (...values) => matching(...values);
const glob = Object.assign(find, { sync: matching, glob: find, globSync: matching, globby: find, globbySync: matching });
fs.globSync = matching;
const url = { fileURLToPath: text, pathToFileURL: (path) => new URL(path) };
const module = { createRequire: (from) => requireOf(parts(text(from)).join("/")) };
// docgen reads the YAML files of the site in advance.
const yamlOf = (text) => (Object.hasOwn(MODULES.yaml, text) ? MODULES.yaml[text] : standIn("yaml", false));
const NODE = {
  fs, path, url, module, "fs/promises": fs, "path/posix": path,
  glob, globby: glob, tinyglobby: glob, "fast-glob": glob,
  "js-yaml": { load: yamlOf, safeLoad: yamlOf }, yaml: { parse: yamlOf },
};
for (const [name, members] of Object.entries(NODE)) NODE[name] = completed(name, members);

globalThis.URL = class {
  constructor(url, base = "/") {
    const isWhole = /^[a-z]+:/i.test(url);
    const [start] = /^https?:\/\/[^/?#]*/i.exec(base) ?? [""];
    const folder = start === "" ? base : text(base).slice(start.length) || "/";
    const path = isWhole ? "" : resolve(folder, text(folder).endsWith("/") ? "." : "..", url);
    this.href = isWhole ? String(url) : (start || "file://") + path;
    this.pathname = this.href.replace(/^[a-z]+:(\/\/[^/]*)?/i, "");
  }
  toString() {
    return this.href;
  }
};
globalThis.Date = class {
  getFullYear() {
    return MODULES.year;
  }
  getUTCFullYear() {
    return MODULES.year;
  }
  getMonth() {
    return 0;
  }
  getDate() {
    return 1;
  }
  getTime() {
    return 0;
  }
  toISOString() {
    return `${MODULES.year}-01-01T00:00:00.000Z`;
  }
  toString() {
    return String(MODULES.year);
  }
  static now() {
    return 0;
  }
};
const parse = JSON.parse;
JSON.parse = (text, ...rest) => (text?.[STANDS_IN] ? text : parse(text, ...rest));
const nothing = () => {};
globalThis.console = { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing };
globalThis.process = completed("process", {
  env: {},
  argv: [],
  cwd: () => "/",
  on: nothing,
  exit: nothing,
  platform: "linux",
  version: "v20.0.0",
  versions: { node: "20.0.0" },
});
globalThis.global = globalThis;
const GLOBALS = [
  "AbortController", "AbortSignal", "Blob", "Buffer", "FormData", "Headers", "Intl", "Request", "Response", "TextDecoder",
  "TextEncoder", "URLSearchParams", "WebAssembly", "atob", "btoa", "clearInterval", "clearTimeout", "crypto", "fetch",
  "performance", "queueMicrotask", "setImmediate", "setInterval", "setTimeout", "structuredClone",
];
for (const name of GLOBALS) globalThis[name] ??= standIn(name, false);

/** Returns the module of the site at a path that the config computes. */
function computed(path) {
  const name = String(path).startsWith("/") ? parts(text(path)).join("/") : undefined;
  return name in MODULES.code || name in MODULES.files ? name : undefined;
}

/** Runs a module of the site once; returns a stand-in for any other module. */
function required(from, specifier) {
  const known = NODE[specifier.replace(/^node:/, "")];
  if (known) return known;
  const name = MODULES.links[from]?.[specifier] ?? computed(specifier);
  if (name === undefined) return standIn(specifier);
  if (loaded.has(name)) return guarded(name, loaded.get(name).exports);
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    if (name.startsWith("raw:")) module.exports = { __esModule: true, default: MODULES.files[name] };
    else if (name.endsWith(".json")) module.exports = JSON.parse(MODULES.files[name]);
    else if (MODULES.code[name] !== undefined) run(name, module, Function);
    else module.exports = standIn(name, false);
  } catch (error) {
    fail(name, module, error);
  }
  return guarded(name, module.exports);
}

const reason = (error) => String(error?.message ?? error);
function fail(name, module, error) {
  MODULES.broken.push([name, reason(error)]);
  module.exports = standIn(name, false);
}

const AsyncFunction = (async () => {}).constructor;

/** Runs the imported modules that wait, because `require` can't wait for them. */
async function prepare(name, seen = new Set()) {
  seen.add(name);
  for (const next of Object.values(MODULES.links[name] ?? {})) {
    if (seen.has(next)) continue;
    await prepare(next, seen);
    if (loaded.has(next) || !waits(MODULES.code[next])) continue;
    const module = { exports: {} };
    loaded.set(next, module);
    try {
      await inTime(run(next, module, AsyncFunction));
    } catch (error) {
      fail(next, module, error);
    }
  }
}

/** Waits for a promise. Nothing comes from outside, so a promise that isn't settled after many turns never will be. */
async function inTime(promise) {
  let isSettled = false;
  const done = () => (isSettled = true);
  promise.then(done, done);
  for (let turn = 0; turn < 200 && !isSettled; turn += 1) await null;
  if (!isSettled) throw new Error("it waits for something that never happens");
  return promise;
}

/** Whether a module uses `await` outside functions. */
function waits(code) {
  if (!/\bawait\b/.test(code)) return false;
  try {
    Function(`{${code}\n}`);
    return false;
  } catch {
    return true;
  }
}

/** Replaces the functions that a module exports: if one of them fails, it returns a stand-in. */
function guarded(name, exports) {
  if (!isCareful || exports === null || !["object", "function"].includes(typeof exports) || exports[STANDS_IN]) return exports;
  const failed = (error) => {
    const isKnown = MODULES.broken.some(([one, why]) => one === name && why === reason(error));
    if (!isKnown) MODULES.broken.push([name, reason(error)]);
    return standIn(name, false);
  };
  const guard = (value) =>
    typeof value !== "function" || value[STANDS_IN]
      ? value
      : new Proxy(value, {
          apply: (target, self, values) => {
            try {
              const result = Reflect.apply(target, self, values);
              return result instanceof Promise ? result.catch(failed) : result;
            } catch (error) {
              return failed(error);
            }
          },
        });
  if (typeof exports === "function") return guard(exports);
  return Array.isArray(exports) || name.endsWith(".json") ? exports : new Proxy({}, {
    get: (_, key) => guard(exports[key]),
    has: (_, key) => key in exports,
    ownKeys: () => Reflect.ownKeys(exports),
    getOwnPropertyDescriptor: (_, key) =>
      key in exports ? { value: guard(exports[key]), enumerable: true, configurable: true, writable: true } : undefined,
  });
}

function requireOf(name) {
  const require = (specifier) => required(name, specifier);
  require.resolve = (specifier) => specifier;
  return require;
}

function run(name, module, Kind) {
  const require = requireOf(name);
  const $meta = { url: `file:///${name}`, dirname: path.dirname(name), filename: `/${name}`, env: {}, glob: () => ({}) };
  const $default = (module) => (module && module.__esModule ? module.default : module);
  const { exports } = module;
  const own = { module, exports, require, __dirname: path.dirname(name), __filename: `/${name}` };
  const all = { ...own, $exports: exports, $require: require, $meta, $default };
  // In a block, a module can declare the names of its parameters.
  return Kind(...Object.keys(all), `{${MODULES.code[name]}\n}`)(...Object.values(all));
}

/** Converts a value to JSON. Functions and stand-ins become `{ $function: true }`. */
function plain(value, above) {
  if (value?.[OPTIONS]) return plain(value[OPTIONS], above);
  if (value?.[STANDS_IN] && value[ITEMS] === true) return { $items: true };
  if (typeof value === "function" || value?.[STANDS_IN])
    return value[RESULT_OF] ? { $function: true, $module: value[RESULT_OF] } : { $function: true };
  if (value instanceof RegExp || value instanceof Date || value instanceof URL) return String(value);
  if (value === null || typeof value !== "object") return typeof value === "bigint" || typeof value === "symbol" ? null : value;
  if (above.includes(value) || above.length > 60) return null;
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => plain(item, inside) ?? null);
  const entries = Object.keys(value).map((key) => [key, plain(value[key], inside)]);
  if (value[ORIGIN]) entries.push(["$module", value[ORIGIN]]);
  return Object.fromEntries(entries);
}

async function exported(name) {
  [MODULES.broken, MODULES.lost] = [[...BROKEN], []];
  loaded.clear();
  await prepare(name);
  const module = { exports: {} };
  loaded.set(name, module);
  await run(name, module, AsyncFunction);
  const value = module.exports.__esModule ? (module.exports.default ?? module.exports) : module.exports;
  return typeof value === "function" && !value[STANDS_IN] ? value({ mode: "production", command: "build" }) : value;
}

async function evaluated(name) {
  for (let tries = 0; ; tries += 1) {
    try {
      const value = plain(await exported(name), []) ?? null;
      return { value, broken: MODULES.broken, lost: MODULES.lost };
    } catch (error) {
      const missing = /^(\S+) is not defined$/.exec(error?.message)?.[1];
      if (!missing || missing in globalThis || tries === 10) throw error;
      // A global that only another program defines is like a package.
      globalThis[missing] = required(name, missing);
      BROKEN.push([missing, error.message]);
    }
  }
}

globalThis.evaluate = async (name) => {
  let [best, failure] = [];
  for (isCareful of [false, true]) {
    try {
      const result = await evaluated(name);
      if (!best || result.broken.length < best.broken.length) best = result;
      if (best.broken.length === BROKEN.length) break;
    } catch (error) {
      failure ??= error;
    }
  }
  if (!best) throw failure;
  return JSON.stringify(best);
};
