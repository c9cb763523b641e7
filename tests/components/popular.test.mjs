// Compares the output of popular packages in docgen with their output in Node, in the UTC time zone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { folder, installed, run } from "./harness.mjs";

/** Each component's imports and the JSX that it returns. */
const rows = [
  [`import clsx from "clsx"`, `<p className={clsx("a", { b: true })}>a</p>`],
  [
    `import { line, arc, pie } from "d3-shape"`,
    `<svg><path d={line()([[0, 0], [1, 5]])} />{pie()([1, 2]).map((part) => <path key={part.index} d={arc()({ ...part, innerRadius: 1, outerRadius: 9 })} />)}</svg>`,
  ],
  [
    `import { scaleBand, scaleTime } from "d3-scale"`,
    `<p>{scaleTime([new Date("2026-01-01"), new Date("2026-03-01")], [0, 1]).ticks(5).map((date) => date.toISOString()).join()}{scaleBand(["a", "b"], [0, 9]).bandwidth()}</p>`,
  ],
  [
    `import { timeFormat, timeParse, utcFormat } from "d3-time-format"`,
    `<p>{timeFormat("%c %j")(new Date("2026-01-31T10:00Z"))} {utcFormat("%B")(0)} {timeParse("%d.%m.%Y")("31.01.2026").toISOString()}</p>`,
  ],
  [
    `import { addDays, differenceInDays, format, formatDistance, parseISO } from "date-fns"`,
    `<p>{format(parseISO("2026-01-31T10:00"), "PPPPpppp")} {format(addDays(new Date("2026-01-31"), 3), "PPP")} {formatDistance(new Date("2026-01-31"), new Date("2026-02-05"))} {differenceInDays(new Date("2026-02-05"), new Date("2026-01-31"))}</p>`,
  ],
  [
    `import dayjs from "dayjs"`,
    `<p>{dayjs("2026-01-31").add(1, "month").format()} {dayjs("2026-01-31T10:00").format("LLL")}</p>`,
  ],
  [
    `import katex from "katex"`,
    `<p dangerouslySetInnerHTML={{ __html: katex.renderToString("c = \\\\sqrt{a^2}") }} />`,
  ],
  [
    `import { Highlight, themes } from "prism-react-renderer"`,
    `<Highlight theme={themes.github} code={"const a = <b>1</b>;\\n// c"} language="jsx">{({ tokens, getLineProps, getTokenProps }) => <pre>{tokens.map((line, n) => <div key={n} {...getLineProps({ line })}>{line.map((token, m) => <span key={m} {...getTokenProps({ token })} />)}</div>)}</pre>}</Highlight>`,
  ],
  [
    `import Markdown from "react-markdown"`,
    `<Markdown>{"# One\\n\\n*two* [three](https://a.example)\\n\\n- four"}</Markdown>`,
  ],
  [`import { Camera } from "lucide-react"`, `<Camera size={48} aria-label="a" />`],
  [
    `import LiteYouTubeEmbed from "react-lite-youtube-embed"`,
    `<LiteYouTubeEmbed id="L2vS_050c-M" title="a" params="start=5&x=ü" />`,
  ],
  [
    `import { Field, Form, Formik } from "formik"`,
    `<Formik initialValues={{ name: "a" }} onSubmit={() => {}}><Form><Field name="name" /></Form></Formik>`,
  ],
  [
    `import { motion } from "motion/react"`,
    `<motion.div initial={{ opacity: 0, x: 5 }} animate={{ opacity: 1 }}>a</motion.div>`,
  ],
];

const files = Object.fromEntries(
  rows.map(([imports, jsx], index) => [
    `rows/Row${index}.jsx`,
    `${imports};\nexport default function Row() { return ${jsx}; }\n`,
  ]),
);

/** Returns the output of each row in Node. */
async function inNode(root) {
  const imports = rows.map((_, index) => `import Row${index} from "./rows/Row${index}.jsx";`).join("\n");
  const out = join(root, "out.cjs");
  await build({
    stdin: {
      contents: `${imports}
import { renderToStaticMarkup } from "react-dom/server";
process.stdout.write(JSON.stringify([${rows.map((_, index) => `Row${index}`).join()}].map((Row) => renderToStaticMarkup(<Row />))));`,
      resolveDir: root,
      loader: "jsx",
    },
    outfile: out,
    bundle: true,
    platform: "node",
    format: "cjs",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const env = { ...process.env, TZ: "UTC" };
  return JSON.parse(execFileSync(process.execPath, [out], { encoding: "utf8", env }));
}

test("popular packages render the same as in Node, in any time zone", async (t) => {
  const sections = rows.map((_, index) => `<section data-row="${index}"><Row${index} /></section>`).join("\n\n");
  const imports = rows.map((_, index) => `import Row${index} from "@site/rows/Row${index}"`).join("\n");
  const root = folder(t, {
    "docgen.toml": '[site]\ntitle = "Kettle"\nurl = "https://kettle.example"\n',
    ...files,
    "content/docs/a.mdx": `${imports}\n\n# A\n\n${sections}\n\n<section data-row="${rows.length}" />\n`,
    "node_modules/README": "",
  });
  for (const name of readdirSync(installed).filter((name) => !name.startsWith("."))) {
    symlinkSync(join(installed, name), join(root, "node_modules", name));
  }
  const expected = await inNode(root);
  const { code, stderr } = await run(root, ["build", "--strict"], { TZ: "Asia/Kolkata" });
  assert.equal(code, 0, stderr);
  const html = readFileSync(join(root, "dist/docs/a/index.html"), "utf8");
  const at = (index) => html.indexOf(`<section data-row="${index}">`);
  for (const [index, [imports]] of rows.entries()) {
    const own = html.slice(at(index), at(index + 1)).replace(/^<[^>]*>/, "");
    // docgen doesn't write preload hints for images or unneeded character references.
    const theirs = expected[index].replace(/<link rel="preload"[^>]*>/, "");
    const plain = (text) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
    assert.equal(plain(own.replace(/<\/section>\s*$/, "")), plain(theirs), imports);
  }
});
