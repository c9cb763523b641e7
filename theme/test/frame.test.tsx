import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { derive, render } from "../build/golden.tsx";
import { stageFrame } from "../build/stage.tsx";
import { attr, flag, list, maybe, templates, text } from "../build/staged.ts";
import english from "../messages/en.json";
import { when } from "../src/frame/when.ts";
import { pages, site, tree } from "./fixtures/site.ts";
import { fill } from "./template.ts";

const bare = {
  ...site,
  announcement: undefined,
  footer: { copyright: "©" },
  navbar: { hideOnScroll: true, items: [] },
  colorMode: { ...site.colorMode, disableSwitch: true },
  search: undefined,
};
/** None of the navbar items is the search button, so the button comes last. */
const plain = { ...site, navbar: { ...site.navbar, items: site.navbar.items.filter(({ type }) => type !== "search") } };

const cases = Object.entries(pages).flatMap(([name, page]) => [
  { name, golden: { site, page, tree: page.sidebar ? tree : null } },
  {
    name: `${name} of a bare site`,
    golden: { site: JSON.parse(JSON.stringify(bare)), page, tree: page.sidebar ? tree : null },
  },
  { name: `${name} of a plain site`, golden: { site: plain, page, tree: page.sidebar ? tree : null } },
]);

// React must render the expected output before the staged messages replace the strings.
const expected = new Map(cases.map(({ name, golden }) => [name, render(derive(golden))]));
const data = new Map(cases.map(({ name, golden }) => [name, JSON.parse(JSON.stringify(derive(golden)))]));
const { frame, cuts } = stageFrame();

describe("the filled template is what React renders", () => {
  test.each(cases)("$name", ({ name }) => {
    const scope = { ...data.get(name), t: english };
    const sidebar_html = scope.sidebar ? fill(cuts.sidebar ?? "", scope) : "";
    expect(fill(frame, { ...scope, sidebar_html })).toBe(expected.get(name));
  });
});

describe("a rendered page", () => {
  const html = expected.get("nested") ?? "";

  test("has its landmarks in order, each with its own name", () => {
    const landmarks = [...html.matchAll(/<(nav|main|footer)\b[^>]*?(?:aria-label="([^"]*)")?[^>]*>/g)];
    expect(landmarks.map(([, tag]) => tag)).toEqual(["nav", "nav", "main", "footer"]);
    expect([...html.matchAll(/<nav [^>]*aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
      "Main",
      "Docs sidebar",
    ]);
  });

  test("starts with the skip link", () => {
    expect(html).toMatch(
      /^<div id="skip-region"[^>]*role="region"[^>]*><a class="skip-link" href="#__docgen_skipToContent_fallback">/,
    );
  });

  test("has one search, at its item or at the end, and none if the site has none", () => {
    const places = ["nested", "nested of a plain site", "nested of a bare site"].map((name) => {
      const html = expected.get(name) ?? "";
      const navbar = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
      return [...navbar.matchAll(/class="(navbar-search|color-toggle|search-button)"/g)].map(([, place]) => place);
    });
    expect(places).toEqual([["navbar-search", "search-button", "color-toggle"], ["color-toggle", "search-button"], []]);
  });

  test("has one h1, which is in the body", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test("has no link without a URL", () => {
    expect(html.match(/<a (?![^>]*href="[^"])/g)).toBeNull();
  });

  test("requests no file that the shell doesn't request", () => {
    expect(html).not.toContain("<link");
  });
});

describe("staged values", () => {
  const staged = (element: React.ReactNode) => templates(renderToString(element)).frame;

  test("a text and an attribute are expressions; an attribute disappears with its name", () => {
    expect(
      staged(
        <a href={text("a.href")} aria-current={attr<"page">("a.current")}>
          {text("a.label")}
        </a>,
      ),
    ).toBe('<a href="{{ a.href }}"{% if a.current %} aria-current="{{ a.current }}"{% endif %}>{{ a.label }}</a>');
  });

  test("a list is a loop, and an optional value is a condition", () => {
    const items = list("rows", "row", (row) => ({ new: flag(`${row}.new`), label: text(`${row}.label`) }));
    expect(
      staged(
        <ul>
          {items.map((item) => (
            <li key="one">
              {item.label}
              {when(item.new, () => (
                <b>!</b>
              ))}
            </li>
          ))}
        </ul>,
      ),
    ).toBe("<ul>{% for row in rows %}<li>{{ row.label }}{% if row.new %}<b>!</b>{% endif %}</li>{% endfor %}</ul>");
  });

  test("adjacent texts keep React's separator", () => {
    expect(
      staged(
        <p>
          {text("a")} {text("b")}
        </p>,
      ),
    ).toBe("<p>{{ a }}<!-- --> <!-- -->{{ b }}</p>");
  });

  test("text on both sides of optional content is rejected, because its separators depend on the data", () => {
    const between = (
      <p>
        a
        {when(maybe("b", text), (b) => (
          <b>{b}</b>
        ))}
        c
      </p>
    );
    expect(() => staged(between)).toThrow("text on both sides of optional content");
    const touching = <p>a{when(maybe("b", text), (b) => b)}</p>;
    expect(() => staged(touching)).toThrow("text on both sides of optional content");
  });

  test("an optional attribute is rejected in place of a text", () => {
    expect(() => staged(<p>{attr("a")}</p>)).toThrow("a staged attribute is used as text");
  });
});
