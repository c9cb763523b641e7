// Uses TypeScript to check the declarations that `docgen types` writes. The language server for MDX puts a page's
// components into an object of the type `MDXProvidedComponents`.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, run } from "./harness.mjs";

const packages = join(import.meta.dirname, "../../theme/node_modules");

const SITE = {
  "content/docs/index.md": "# A\n",
  "components/Chart.tsx": `
    import { formatNumber, Link, type Page, url, usePage, useSite } from "docgen";
    import clsx from "clsx";
    import Tabs from "@theme/Tabs";
    import ThemedImage from "@theme/ThemedImage";
    import { LinkButton } from "@astrojs/starlight/components";
    import useBaseUrl from "@docusaurus/useBaseUrl";
    import Translate, { translate } from "@docusaurus/Translate";
    import text from "./a.txt?raw";
    import rows from "./a.csv";
    import { key } from "./a.yaml";
    import leaf from "./leaf.svg";
    import styles from "./a.module.css";
    import "./a.css";
    interface Props { title: string; kind?: "info" | "warning"; children?: React.ReactNode }
    export default function Chart({ title }: Props) {
      const page: Page = usePage();
      return <p className={clsx(styles.a, { b: true })}>
        {title} {formatNumber(3, { useGrouping: false })} {page.file} {useSite().tagline} {text.length} {rows[0].name} {key}
        <Link to={url("./a.md")} className="a">a</Link>
        <img src={leaf} />
        <ThemedImage sources={{ light: "a", dark: "b" }} alt="" />
        <Tabs query>b</Tabs>
        <LinkButton href={useBaseUrl("/a")} variant="minimal">c</LinkButton>
        <Translate id="a">{translate({ message: "b" })}</Translate>
      </p>;
    }
    Chart.Legend = ({ color }: { color: string }) => <b>{color}</b>;
  `,
  "components/Live.tsx": `
    "use client";
    import { BrowserOnly } from "docgen";
    export default function Live({ size }: { size: number }) {
      return <BrowserOnly fallback="a">{() => <b>{size}</b>}</BrowserOnly>;
    }
  `,
  "components/Bare.tsx": `"use client";\nexport default function Bare() { return null; }\n`,
  "components/Memo.tsx": `
    "use client";
    import { memo } from "react";
    export default memo(({ size }: { size: number }) => <b>{size}</b>);
  `,
  "components/theme/PageHeader.tsx": `
    import type { PageSlot } from "docgen";
    export default ({ page, children }: PageSlot) => <>{children}{page.next?.label}{page.operation?.path}</>;
  `,
  "components/theme/BlogCard.tsx": `
    import type { PostSlot } from "docgen";
    export default ({ post }: PostSlot) => <a href={post.url}>{post.authors?.[0]?.name}</a>;
  `,
  "components/theme/Footer.tsx": `
    import type { FrameSlot } from "docgen";
    export default ({ site }: FrameSlot) => <p>{site.footer.columns.map(({ title }) => title)}</p>;
  `,
  "components/Plain.jsx": "export default ({ any }) => <b>{any}</b>;\n",
};

/**
 * Checks a list of elements. A line that ends in a comment must cause the error that the comment contains. All other
 * lines must be valid.
 */
async function check(t, lines) {
  const items = lines.map((line) => line.replace(/( \/\/ |$)/, ",$1"));
  const page = ["const c = {} as MDXProvidedComponents;", "export default [", ...items, "];", ""];
  const root = folder(t, { ...SITE, "content/page.tsx": page.join("\n") });
  symlinkSync(packages, join(root, "node_modules"));
  assert.deepEqual(await run(root, ["types"]).then(({ code, stdout }) => ({ code, stdout })), { code: 0, stdout: "" });
  // Without `skipLibCheck`, TypeScript also checks the declarations themselves.
  const tsc = spawnSync(join(packages, ".bin/tsc"), ["-p", root, "--skipLibCheck", "false", "--pretty", "false"]);
  // The lines after the first line of an error are indented.
  const found = tsc.stdout
    .toString()
    .trim()
    .split(/\n(?! )/)
    .filter(Boolean);
  const expected = lines.flatMap((line, at) => (line.includes("//") ? [[at + 3, line.split("// ")[1]]] : []));
  assert.equal(found.length, expected.length, found.join("\n"));
  for (const [line, text] of expected) {
    const is = (one) => one.includes(`page.tsx(${line},`) && one.includes(text);
    assert.ok(found.some(is), `line ${line}: ${text}\n${found.join("\n")}`);
  }
}

test("components have the types of their props", (t) =>
  check(t, [
    `<c.Chart title="a" kind="info">b</c.Chart>`,
    `<c.Chart.Legend color="a" />`,
    `<c.Plain any="thing" />`,
    `<c.Live size={1} client="load" fallback={<b />} />`,
    `<c.Bare client="idle" />`,
    `<c.Memo size={1} client="only" />`,
    `<c.Card title={<b>a</b>} href="./a.md" icon="rocket">b</c.Card>`,
    `<c.Admonition type="warning" title="a">b</c.Admonition>`,
    `<c.Badge kind="tip" text="a" />`,
    `<c.Tabs values={[{ value: "a", label: "A" }]} groupId="b" query>{null}</c.Tabs>`,
    `<c.Details open summary="a">b</c.Details>`,
    `<c.CodeBlock language="js" code="1" />`,
    `<c.Field path="a" type="string" required default={3}>b</c.Field>`,
    `<c.Chart kind="info" /> // Property 'title' is missing`,
    `<c.Chart title="a" kind="infi" /> // Type '"infi"' is not assignable`,
    `<c.Chart title="a" client="load" /> // Property 'client' does not exist`,
    `<c.Live size={1} client="lod" /> // Type '"lod"' is not assignable`,
    `<c.Memo client="load" /> // Property 'size' is missing`,
    `<c.Badge kind="tipp">a</c.Badge> // Type '"tipp"' is not assignable`,
    `<c.Card hrf="a" /> // Property 'hrf' does not exist`,
    `<c.Crad /> // Property 'Crad' does not exist`,
  ]));

test("the file is short enough to read", async (t) => {
  const root = folder(t, SITE);
  await run(root, ["types"]);
  assert.ok(readFileSync(join(root, "components.d.ts"), "utf8").length < 30_000);
});
