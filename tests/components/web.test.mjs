// Compares the browser objects in the sandbox with Node's own objects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, run } from "./harness.mjs";

/** Code that returns a list of results. The same code runs in docgen and in Node. */
const code = String.raw`
const results = [];
const add = (of) => {
  try { results.push(of()); } catch (error) { results.push(error instanceof TypeError ? "TypeError" : error.name); }
};
const PARTS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const parts = (url) => PARTS.map((part) => url[part]).concat(String(url.searchParams), url.searchParams.size, JSON.stringify(url));
const bases = [undefined, "https://a.example/b/c?d#e", "mailto:a@b.example", "nonsense"];
const written = [
  "https://user:p%40ss@Ä.Example:443/a/../b;c?x=1&y=ü z#h", "http://1.2.3:80", "HTTP:a", "//b.example", "/p a", "?q", "#h", "", "x y",
  "https://[::1]:8080/", "https://a b/", "data:text/plain,a b", "javascript:alert(1)", "https://a.example/%7Ea%zz", "wss://x:443", "https://a:b@c:d@e/",
];
for (const base of bases) for (const url of written) add(() => parts(new URL(url, base)));
for (const url of written) add(() => [URL.canParse(url), URL.parse(url, bases[1])?.href ?? null]);
const values = ["", "b", "?a=ü&b", "#x y", "ftp:", "https", "99999", "8080x", "ä.example", "/x/../y z?", "\ud800", "https://z/"];
for (const part of PARTS.filter((part) => part !== "origin")) {
  for (const value of values) add(() => { const url = new URL("https://u:p@a.example:1/b?c=d#e"); url[part] = value; return parts(url); });
}
add(() => { const url = new URL("https://a.example/?a=1"); url.searchParams.append("b", "ü&= +"); url.searchParams.delete("a"); return url.href; });
add(() => { const url = new URL("https://a.example/?a=1#h"); url.searchParams.delete("a"); return parts(url); });
add(() => { const url = new URL("https://a.example/"); const query = url.searchParams; url.search = "?z=1"; return [query.get("z"), query === url.searchParams]; });
const inits = ["?a=1&b=%20+&=c&d&&a=%F0%9F%98%80%ff%zz", "", "a=b=c", { b: 1, a: [1, 2] }, [["a", 1], ["a", null]], new Map([["m", "n"]]), [["a"]], ["ab"], undefined, 5, [1], "\ud800=\udfff", "a=\0\u007f!'()*~-._é"];
for (const init of inits) add(() => { const query = new URLSearchParams(init); return [String(query), [...query], [...query.keys()], [...query.values()], query.size]; });
add(() => new URLSearchParams(new URLSearchParams("a=1&a=2")).getAll("a"));
add(() => { const query = new URLSearchParams("b=1&a=2&b=3&c=4"); query.set("b", 9); query.set("n", "m"); query.sort(); return [String(query), query.has("b"), query.has("b", "1"), query.get("x"), query.has("b", "9")]; });
add(() => { const query = new URLSearchParams("a=1&a=2&b=1"); query.delete("a", "2"); const seen = []; query.forEach((value, name, all) => seen.push(value + name + (all === query))); return seen; });
add(() => { const query = new URLSearchParams("a=1"); const seen = []; for (const [name] of query) { seen.push(name); if (seen.length < 3) query.append("b", "2"); } return seen; });
add(() => Array.isArray(new URLSearchParams("a=1").getAll("a")) && new URLSearchParams("a=1").getAll("a") instanceof Array);
for (const text of ["", "aä€😀\ud800b", undefined, 12]) add(() => { const bytes = new TextEncoder().encode(text); return [bytes instanceof Uint8Array, ...bytes]; });
for (const size of [0, 1, 2, 5, 9]) add(() => { const to = new Uint8Array(size); return [{ ...new TextEncoder().encodeInto("a€😀b", to) }, ...to]; });
add(() => new TextEncoder().encoding);
for (const text of ["", "a", "ab", "abc", "\xff\0\x80", "€", "abcdefg", 12]) add(() => btoa(text));
for (const text of ["", "YQ==", "YWI=", "YWJj", "YQ", "YWI", "Y", "YQ=", " Y Q = = ", "YQ===", "a-_b", "/+8=", "ab=c", "YR=="]) add(() => [...atob(text)].map((byte) => byte.charCodeAt(0)));
add(() => [typeof queueMicrotask, Object.prototype.toString.call(new URLSearchParams())]);
`;

test("URLs, queries, bytes, and Base64 are the same as in Node", async (t) => {
  const root = folder(t, {
    "docgen.toml": '[site]\ntitle = "Web"\nurl = "https://web.example"\n',
    "components/All.js": `export function all() {${code}\nreturn results; }\n`,
    "content/docs/a.mdx":
      'import { all } from "/components/All"\n\n# A\n\n<pre>{encodeURIComponent(JSON.stringify(all()).toWellFormed())}</pre>\n',
  });
  const { code: status, stderr } = await run(root, ["build", "--strict"]);
  assert.equal(status, 0, stderr);
  const [, text] = /<pre[^>]*>([^<]*)<\/pre>/.exec(readFileSync(join(root, "dist/docs/a/index.html"), "utf8"));
  const found = JSON.parse(decodeURIComponent(text));
  const expected = JSON.parse(JSON.stringify(new Function(`${code}\nreturn results;`)()).toWellFormed());
  assert.ok(expected.length > 250);
  for (const [at, one] of expected.entries()) assert.deepEqual(found[at], one, `result ${at}`);
});
