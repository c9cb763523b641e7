import { describe, expect, test } from "vitest";
import type { NavbarItem, Page, SiteData } from "../src/chunk.ts";
import { navbarItems } from "../src/frame/navbarItems.ts";
import { page, pages, site } from "./fixtures/site.ts";

const withItems = (...items: NavbarItem[]): SiteData => ({ ...site, navbar: { ...site.navbar, items } });

function view(of: SiteData, on: Page) {
  return JSON.parse(JSON.stringify(navbarItems(of, on))) as Record<"left" | "right", Record<string, never>[]>;
}

const item = { id: "0", position: "left" } as const;

describe("a misconfigured item", () => {
  test.each<[string, NavbarItem, string]>([
    ["an unknown type", { ...item, type: "dropdwon", label: "X" }, 'unknown type "dropdwon"'],
    ["no address", { ...item, type: "default", label: "X" }, "missing href"],
    ["no label", { ...item, type: "default", href: "/" }, "missing label"],
    ["no document", { ...item, type: "doc", label: "X" }, "missing document"],
    ["no sidebar", { ...item, type: "docSidebar", label: "X" }, "the sidebar has no pages"],
    ["no HTML", { ...item, type: "html" }, "missing html"],
  ])("with %s is refused by name", (_, wrong, reason) => {
    const right: NavbarItem = { ...item, id: "1", type: "html", html: "x" };
    let error: unknown;
    try {
      navbarItems(withItems(right, wrong), page("/", []));
    } catch (caught) {
      error = caught;
    }
    expect(error).toEqual(
      new Error(`Navbar item 2 can't be shown: ${reason}.\n${JSON.stringify(wrong, null, 2)}`, {
        cause: new Error(reason),
      }),
    );
  });

  test("inside a dropdown, the error names both", () => {
    const dropdown: NavbarItem = { ...item, type: "dropdown", label: "D", items: [{ ...item, type: "nope" }] };
    expect(() => navbarItems(withItems(dropdown), page("/", []))).toThrow(
      /^Navbar item 1 can't be shown: Navbar item 1 can't be shown: unknown type "nope"/,
    );
  });
});

test("items are on their side, hidden items are left out, and current items are marked", () => {
  const { left, right } = view(site, { ...page("/docs/b/", []), navbar: ["1", "2.0"], navbarHidden: ["4"] });
  expect(left.map(({ key }) => key)).toEqual(["0", "1", "2"]);
  expect(right.map(({ key }) => key)).toEqual(["3", "5", "6", "7"]);
  expect(left).toMatchObject([
    { link: { current: null } },
    { link: { current: "page" } },
    { dropdown: { href: "/docs/g/inner/", items: [{ link: { current: "page" } }, { html: "<hr>" }] } },
  ]);
  expect(right[0]).toMatchObject({ link: { target: "_blank", rel: "noopener noreferrer", external: true } });
});

test("locales and versions link to the same page, or else to their home page", () => {
  const { right } = view(site, {
    ...page("/docs/a/", []),
    locales: { de: "/de/docs/a/" },
    versions: { current: "/docs/next/a/x/" },
  });
  expect(right.slice(2, 4)).toMatchObject([
    {
      dropdown: {
        label: "English",
        mobileLabel: "Languages",
        icon: "globe",
        items: [
          { link: { href: "/docs/a/", current: "page", reload: "true", keep: "true", lang: "en-US" } },
          { link: { href: "/de/docs/a/", current: null } },
        ],
      },
    },
    {
      dropdown: {
        label: "1.0",
        items: [
          { link: { href: "/docs/next/a/x/", version: "current", keep: "true", reload: null } },
          { link: { href: "/docs/a/", version: "1.0", current: "page" } },
        ],
      },
    },
  ]);
});

test("a single version has no menu", () => {
  const single = { ...site, docs: { ...site.docs, versions: site.docs.versions.slice(0, 1) } };
  expect(view(single, pages.doc as Page).right.map(({ key }) => key)).toEqual(["3", "4", "5", "7"]);
});

test("a link that is hidden on the page is also left out of its dropdown", () => {
  const items: NavbarItem[] = [
    { ...item, id: "0.1", type: "default", label: "A", href: "/a/" },
    { ...item, id: "0.2", type: "doc", label: "B", href: "/b/" },
  ];
  const dropdown: NavbarItem = { ...item, type: "dropdown", label: "D", items };
  const { left } = view(withItems(dropdown), { ...page("/", []), navbarHidden: ["0.1"] });
  expect(left).toMatchObject([{ dropdown: { href: "/b/", items: [{ key: "0.2" }] } }]);
});

test("the search is at its item; without a search, the item is left out", () => {
  const own = withItems({ ...item, type: "search", className: "own" }, { ...item, id: "1", type: "html", html: "x" });
  const on = page("/", []);
  expect(view(own, on).left).toMatchObject([{ search: true, className: "navbar-search own" }, { search: null }]);
  const { search: _, ...none } = own;
  expect(view(none, on).left).toMatchObject([{ html: "x" }]);
});
