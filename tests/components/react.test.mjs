// Compares docgen's output with the output of React's own server renderer for the same components in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { folder, run } from "./harness.mjs";

/** The start of each module. */
const HEAD = `import * as React from "react";
import { Activity, Children, Component, Fragment, Profiler, PureComponent, StrictMode, Suspense } from "react";
import { cache, cloneElement, createContext, createElement, createRef, forwardRef, isValidElement, lazy, memo } from "react";
import { startTransition, use, useActionState, useCallback, useContext, useDebugValue, useDeferredValue } from "react";
import { useEffect, useEffectEvent, useId, useImperativeHandle, useInsertionEffect, useLayoutEffect } from "react";
import { useMemo, useOptimistic, useReducer, useRef, useState, useSyncExternalStore, useTransition } from "react";
import { createPortal, flushSync, useFormStatus } from "react-dom";
`;

/** Elements to render, as JSX, or the bodies of component functions. */
const same = [
  // Attributes.
  `<p className="a" htmlFor="b" acceptCharset="c" httpEquiv="d" tabIndex={0} title="" lang="" />`,
  `<p hidden inert itemScope /> `,
  `<p hidden={false} title={false} lang={null} dir={undefined} id={true} />`,
  `<input disabled readOnly required multiple autoFocus defaultChecked name="a" />`,
  `<input disabled={false} readOnly={0} required="" checked={null} value={0} />`,
  `<input type="checkbox" checked onChange={() => {}} defaultValue="d" value="v" />`,
  `<input defaultValue={5} /> `,
  `<input value="" defaultValue="a" />`,
  `<input name="n" formAction="/x" type="submit" formNoValidate />`,
  `<a download>a</a>`,
  `<a download="b" href="#x" rel="noopener noreferrer">a</a>`,
  `<a download={false}>a</a>`,
  `<p contentEditable draggable spellCheck={false} aria-hidden={false} aria-label={1} aria-busy data-x data-y={false} data-z={null} />`,
  `<p contentEditable={false} draggable="true" data-CamelCase="a" data-n={0} data-o={{}} data-l={[1, 2]} />`,
  `<td rowSpan={0} colSpan={2} width="5" height={7} />`,
  `<ol start={0} reversed><li value={0}>a</li></ol>`,
  `<input size={0} maxLength={0} minLength={-1} min={0} step="any" />`,
  `<textarea rows={0} cols={5} />`,
  `<progress value={0} max={1} />`,
  `<video autoPlay loop muted playsInline controls width={Number.NaN} height={1e21} />`,
  `<iframe allowFullScreen sandbox="" srcDoc="<p>&quot;</p>" title="t" />`,
  `<p unknown="a" someThing={1} on="x" onClick={() => {}} ONCLICK="x" x-y={true} fn={() => {}} sym={Symbol("a")} />`,
  `<p {...{ "a b": 1, "a<b": 2, "1a": 3, ":": 4, "é": 5 }} />`,
  `<p suppressHydrationWarning suppressContentEditableWarning key="k" ref={null} defaultValue="d" />`,
  `<label htmlFor="a"><button type="button" popover="auto" popoverTarget="b" commandfor="x">a</button></label>`,
  `<p title={"\\"'&<>\\u00a0\\n\\t"} />`,
  `<p title={{ toString: () => "object" }} id={12n} lang={-0} />`,
  `<meter min={0} max={1} low={0.2} optimum={0.5} value={0.75} />`,
  `<form action="/a" encType="text/plain" noValidate method="dialog"><output form="f" /></form>`,
  `<form action={() => {}}><button formAction={() => {}}>a</button></form>`,
  // Styles.
  `<p style={{ margin: 1, marginTop: -0, lineHeight: 2, zIndex: 3, flex: 1, opacity: 0, fontWeight: 700, gridRow: 1 }} />`,
  `<p style={{ "--a": 1, "--B-c": "x", WebkitLineClamp: 2, msTransform: "none", MozAppearance: "none", cssFloat: "left" }} />`,
  `<p style={{ color: null, background: undefined, border: "", outline: false, width: " 5px ", content: "\\"<'" }} />`,
  `<p style={{}} /> `,
  `<p style={{ backgroundImage: "url('a.png')", transition: "a 1s", animationIterationCount: 3, scale: 2, aspectRatio: 1.5 }} />`,
  // Children.
  `<p>{null}{undefined}{true}{false}{0}{-0}{Number.NaN}{12n}{""}{"a"}{1.5}{1e21}</p>`,
  `<p>{[1, [2, [<b key="b">3</b>]], null]}{new Set(["a", "b"])}</p>`,
  `<p>{(function* () { yield "a"; yield <i key="i" />; })()}</p>`,
  `<p>{() => 1}{Symbol("a")}</p>`,
  `<p>a {"b"} c{" "}  d</p>`,
  `<p>{"<script>&amp;"}</p>`,
  `<><b /><Fragment key="f"><i /></Fragment><></></>`,
  `<div dangerouslySetInnerHTML={{ __html: "<i>a</i>&amp;" }} />`,
  `<div dangerouslySetInnerHTML={{ __html: null }} />`,
  `<div dangerouslySetInnerHTML={{ __html: 5 }} />`,
  `<pre>{"\\na"}</pre>`,
  `<br /> `,
  `<wbr /> `,
  `<img alt="" loading="lazy" width={1} />`,
  `<table><tbody><tr><td>a</td></tr></tbody></table>`,
  `<noscript><p>a</p></noscript>`,
  `<template><p>a</p></template>`,
  `<style>{".a > b { color: red }"}</style>`,
  // Forms.
  `<select defaultValue="b"><option>a</option><option>b</option></select>`,
  `<select value={2} onChange={() => {}}><option value={1}>a</option><option value={2}>b</option></select>`,
  `<select multiple defaultValue={["a", "c"]}><option>a</option><option value="c">b</option></select>`,
  `<select defaultValue="b"><optgroup label="l"><option>a</option><option value="b">{"c"}{1}</option></optgroup></select>`,
  `<select><option selected>a</option><option value={null}>b</option><option disabled hidden>c</option></select>`,
  `<textarea defaultValue="a<b" />`,
  `<textarea value="v" defaultValue="d" onChange={() => {}} />`,
  `<textarea>{"\\na"}</textarea>`,
  `<datalist id="d"><option value="a" label="b" /></datalist>`,
  // SVG, MathML, and custom elements.
  `<svg viewBox="0 0 1 1" xmlnsXlink="x" strokeWidth={2} preserveAspectRatio="none"><use xlinkHref="#a" /><path fillOpacity={0.5} clipPath="url(#a)" strokeLinecap="round" /></svg>`,
  `<svg><text textAnchor="end" dominantBaseline="middle" fontSize={5} x="1">a</text><foreignObject><p className="a" /></foreignObject></svg>`,
  `<svg><linearGradient gradientTransform="a" gradientUnits="b"><stop offset={0} stopColor="red" stopOpacity="0" /></linearGradient><a href="#x" xlinkTitle="t" /></svg>`,
  `<math><mi mathvariant="normal">x</mi></math>`,
  `<my-element className="a" class="b" htmlFor="c" value={1} checked hidden={false} style={{ color: "red" }} fn={() => {}} data={{ a: 1 }} list={[1]}>a</my-element>`,
  `<p is="my-p" className="a" hidden />`,
  // Components.
  `function () { const A = ({ a = 1, ...rest }) => <b {...rest}>{a}</b>; return <><A /><A a={null} title="t" /><A a={undefined} key="k" /></>; }`,
  `function () { const A = memo(({ a }) => a, () => false); const B = memo(memo(A)); return <><A a="1" /><B a="2" /></>; }`,
  `function () { const A = forwardRef(({ a }, ref) => <i title={String(ref)}>{a}</i>); A.defaultProps = { a: "d" }; return <><A /><A a="b" ref={null} /></>; }`,
  `function () { const A = ({ ref, children }) => <i>{typeof ref}{children}</i>; return <A ref={createRef()}>x</A>; }`,
  `function () {
    class A extends Component {
      static defaultProps = { a: 1, b: 2 };
      static getDerivedStateFromProps({ a }, { n }) { return { n: n + a }; }
      constructor(props) { super(props); this.state = { n: 10, other: "o" }; }
      componentDidMount() { throw new Error("never"); }
      componentWillUnmount() { throw new Error("never"); }
      shouldComponentUpdate() { throw new Error("never"); }
      render() { return [this.props.a, this.props.b, this.state.n, this.state.other].join(); }
    }
    return <><A /><A b={undefined} a={5} /></>;
  }`,
  `function () {
    class A extends PureComponent {
      state = { n: 1 };
      UNSAFE_componentWillMount() { this.setState({ n: 2 }); this.setState(({ n }) => ({ n: n + 1 })); }
      render() { this.setState({ n: 9 }); this.forceUpdate(); return this.state.n; }
    }
    return <A />;
  }`,
  `function () {
    const One = createContext("default"); const Two = createContext();
    const Read = () => <>{useContext(One)}{String(useContext(Two))}{use(One)};</>;
    class Old extends Component { static contextType = One; render() { return this.context; } }
    return <><Read /><One value="a"><Read /><Old /><One.Provider value={undefined}><Read /></One.Provider><Read /></One>
      <Two value={null}><One.Consumer>{(value) => <i>{value}</i>}</One.Consumer><Read /></Two><One.Consumer>{String}</One.Consumer></>;
  }`,
  `function () {
    const [a, setA] = useState(() => 1); const [b] = useState(); const [c, setC] = useState(0);
    if (a < 4) setA((before) => before + 1); if (c === 0) setC(5);
    const [d, dispatch] = useReducer((state, action) => state + action, 1, (first) => first * 10);
    if (d < 12) dispatch(1);
    return <>{a}{String(b)}{c}{d}</>;
  }`,
  `function () {
    const ref = useRef(1); const first = useRef(); ref.current += 1;
    const memoized = useMemo(() => ref.current * 10, []); const callback = useCallback(() => 7, []);
    useEffect(() => { throw new Error("never"); }); useLayoutEffect(() => { throw new Error("never"); });
    useInsertionEffect(() => { throw new Error("never"); }); useImperativeHandle(first, () => { throw new Error("never"); });
    useDebugValue("a"); const event = useEffectEvent(() => {});
    return <>{ref.current}{memoized}{callback()}{String(first.current)}{typeof event}</>;
  }`,
  `function () {
    const store = useSyncExternalStore(() => () => {}, () => "client", () => "server");
    const [isPending, start] = useTransition(); const [state, action, isActing] = useActionState((before) => before + 1, 5);
    const [optimistic] = useOptimistic("o"); const { pending } = useFormStatus();
    return <>{[store, isPending, typeof start, state, typeof action, isActing, optimistic, pending, useDeferredValue("late", "early"), useDeferredValue("only")].join()}</>;
  }`,
  `function () {
    const Ids = () => { const [a, b] = [useId(), useId()]; return <i>{String(a !== b && typeof a === "string" && a.length > 2)}</i>; };
    return <><Ids /><Ids /></>;
  }`,
  `<StrictMode><Profiler id="p" onRender={() => {}}><b /></Profiler></StrictMode>`,
  `<><Suspense fallback="f"><b /></Suspense><Suspense fallback={null}>a</Suspense></>`,
  `<><Activity mode="visible">a</Activity><Activity mode="hidden"><b /></Activity><Activity>c</Activity></>`,
  `function () {
    const Show = ({ children }) => <>{Children.count(children)},{Children.toArray(children).length},{Children.map(children, (one, index) => <i>{index}{one}</i>)}</>;
    return <Show>a{null}{[<b key="x">b</b>, 1]}{false}<></></Show>;
  }`,
  `function () {
    const Only = ({ children }) => cloneElement(Children.only(children), { title: "t", children: "new" });
    return <Only><b className="a">old</b></Only>;
  }`,
  `function () { return createElement("p", { key: "k", title: "a" }, 1, createElement(Fragment, null, 2, [3]), ...["x"]); }`,
  `function () { return [isValidElement(<b />), isValidElement("b"), isValidElement({}), typeof cache, React.version].join(); }`,
  `function () { const Tag = "section"; const parts = { Part: ({ children }) => <u>{children}</u> }; return <Tag><parts.Part>a</parts.Part></Tag>; }`,
  `function () { const Get = cache((a) => ({ a })); return String(Get(1) === Get(1)); }`,
  `function () { flushSync(() => {}); return "flushed"; }`,
];

/** Components that fail. docgen reports each failure in its own words. */
const fails = [
  `<div>{{ a: 1, b: 2 }}</div>`,
  `<div>{new Date(0)}</div>`,
  `<div>{new Map([["a", { b: 1 }]])}</div>`,
  `function () { const parts = {}; return <parts.Missing />; }`,
  `createElement({})`,
  `createElement(null)`,
  `<p style="color: red" />`,
  `<br>a</br>`,
  `<input children="a" />`,
  `<img dangerouslySetInnerHTML={{ __html: "a" }} alt="" />`,
  `<p dangerouslySetInnerHTML="a" />`,
  `<p dangerouslySetInnerHTML={{ html: "a" }} />`,
  `<p dangerouslySetInnerHTML={{ __html: "a" }}>b</p>`,
  `<textarea defaultValue="a">b</textarea>`,
  `<textarea>{["a", "b"]}</textarea>`,
  `<textarea dangerouslySetInnerHTML={{ __html: "a" }} />`,
  `createElement("a b")`,
  `function () { const [n, set] = useState(0); set(n + 1); return n; }`,
  `function () { if (useRef(0).current++ > 5) useState(); const [n, set] = useState(0); if (n < 10) set(n + 1); return n; }`,
  `function () { const Only = ({ children }) => Children.only(children); return <Only><b /><i /></Only>; }`,
  `function () { return use(5); }`,
  `function () { return useSyncExternalStore(() => () => {}, () => 1); }`,
  `function () { const [, start] = useTransition(); start(() => {}); return "a"; }`,
  `function () { const event = useEffectEvent(() => 1); return event(); }`,
  `function () { const [value, set] = useOptimistic(1); set(2); return value; }`,
  `createPortal(<b />, { nodeType: 1 })`,
  `createPortal(<b />, null)`,
  `function () { throw new TypeError("of its own"); }`,
  `function () { throw "text"; }`,
];

const code = (row) => {
  const component = row.startsWith("function")
    ? row.replace("function ()", "function Row()")
    : `function Row() { return ${row}; }`;
  return `${HEAD}export default ${component}\n`;
};

/** Returns what React returns or throws in Node for each of these rows. */
async function inNode(t, rows, mode) {
  const entry = rows.map((_, index) => `import Row${index} from "./Row${index}.jsx";`).join("\n");
  const root = folder(t, {
    ...Object.fromEntries(rows.map((row, index) => [`Row${index}.jsx`, code(row)])),
    "entry.jsx": `${entry}
import { renderToStaticMarkup } from "react-dom/server";
console.error = console.warn = () => {};
const results = [${rows.map((_, index) => `Row${index}`).join()}].map((Row) => {
  try {
    return { html: renderToStaticMarkup(<Row />) };
  } catch (error) {
    return { name: error?.name ?? "", message: String(error?.message ?? error) };
  }
});
process.stdout.write(JSON.stringify(results));
`,
  });
  const out = join(root, "out.cjs");
  await build({
    entryPoints: [join(root, "entry.jsx")],
    outfile: out,
    bundle: true,
    platform: "node",
    format: "cjs",
    jsx: "automatic",
    nodePaths: [join(import.meta.dirname, "node_modules")],
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    logLevel: "error",
  });
  return JSON.parse(execFileSync(process.execPath, [out], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

const settings = '[site]\ntitle = "Kettle"\nurl = "https://kettle.example"\n';
const files = (rows) => Object.fromEntries(rows.map((row, index) => [`rows/Row${index}.jsx`, code(row)]));

test("the versions of React are the same", () => {
  const theme = createRequire(join(import.meta.dirname, "../../theme/package.json"))("./package.json");
  const own = createRequire(import.meta.url)("./package.json");
  for (const name of ["react", "react-dom"]) assert.equal(own.devDependencies[name], theme.dependencies[name]);
});

test("components have the same HTML as in Node", async (t) => {
  const expected = await inNode(t, same, "production");
  const imports = same.map((_, index) => `import Row${index} from "@site/rows/Row${index}"`).join("\n");
  const sections = same.map((_, index) => `<section data-row="${index}"><Row${index} /></section>`).join("\n\n");
  const root = folder(t, {
    "docgen.toml": settings,
    ...files(same),
    "content/docs/a.mdx": `${imports}\n\n# A\n\n${sections}\n\n<section data-row="${same.length}" />\n`,
  });
  const { code, stderr } = await run(root, ["build"]);
  assert.equal(code, 0, stderr);
  const html = readFileSync(join(root, "dist/docs/a/index.html"), "utf8");
  const at = (index) => html.indexOf(`<section data-row="${index}">`);
  const wrong = [];
  for (const [index, row] of same.entries()) {
    const own = html
      .slice(at(index), at(index + 1))
      .replace(/^<[^>]*>/, "")
      .replace(/<\/section>\s*$/, "");
    const { html: all, message } = expected[index];
    // A static page can't submit a form to a function.
    const theirs = all?.replace(/<script>addEventListener\("submit",.*?<\/script>$/, "");
    if (own !== theirs) wrong.push(`${row}\n  Node:   ${theirs ?? message}\n  docgen: ${own}`);
  }
  assert.equal(wrong.length, 0, `\n${wrong.join("\n")}`);
});

test("errors have the same messages as in React's version for development", async (t) => {
  const expected = await inNode(t, fails, "development");
  const pages = fails.map((_, index) => [
    `content/docs/${index}.mdx`,
    `import Row from "@site/rows/Row${index}"\n\n# ${index}\n\n<Row />\n`,
  ]);
  const root = folder(t, { "docgen.toml": settings, ...files(fails), ...Object.fromEntries(pages) });
  const { stdout } = await run(root, ["check", "--format", "json"]);
  const found = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const wrong = [];
  for (const [index, row] of fails.entries()) {
    const { name, message = "" } = expected[index];
    const prefix = { "": "uncaught value: ", Error: "uncaught error: " }[name] ?? `uncaught ${name}: `;
    const own = found.find(({ file }) => file === `rows/Row${index}.jsx`)?.message ?? "no error at its place";
    const text = own.slice(prefix.length);
    const theirs = message.split(/\s+/).join(" ");
    if (!own.startsWith(prefix) || text.length < 4 || !theirs.startsWith(text)) {
      wrong.push(`${row}\n  React:  ${message}\n  docgen: ${own}`);
    }
  }
  assert.equal(wrong.length, 0, `\n${wrong.join("\n")}`);
});
