import { describe, expect, test } from "vitest";
import { isOpen, moveTo, partsToOpen, type SidebarState, setOpen, sidebarItems } from "../src/frame/sidebarView.ts";
import { tree } from "./fixtures/site.ts";

const nodes = tree.items;
const at = (...trail: string[]): SidebarState => ({ trail, open: {} });
const view = (state: SidebarState) => JSON.parse(JSON.stringify(sidebarItems(nodes, state)));

test("the categories that lead to the page are open, and it is the current one", () => {
  const items = view(at("g", "g/deep", "g/deep/leaf"));
  expect(items[1].category).toMatchObject({
    active: "true",
    expanded: "true",
    page: { href: "/docs/g/", current: null },
    toggle: null,
    caret: { label: "Collapse sidebar category 'Group'" },
  });
  const deep = items[1].category.items[1].category;
  expect(deep).toMatchObject({ expanded: "true", page: null, caret: null, toggle: { href: "/docs/g/deep/leaf/" } });
  expect(deep.items[0].link.current).toBe("page");
});

test("a list that was never open isn't rendered; one that was open stays", () => {
  const closed = at("a");
  expect(view(closed)[1].category).toMatchObject({ expanded: "false", items: null });
  expect(view(closed)[1].category.caret.label).toBe("Expand sidebar category 'Group'");
  const reopened = setOpen(nodes, setOpen(nodes, closed, "g", true, false), "g", false, false);
  expect(view(reopened)[1].category.expanded).toBe("false");
  expect(view(reopened)[1].category.items).toHaveLength(2);
});

test("a category that doesn't collapse is an open heading", () => {
  const fixed = view(at("a"))[2].category;
  expect(fixed).toMatchObject({ heading: true, toggle: null, page: null, caret: null, expanded: "true" });
  expect(fixed.items).toHaveLength(1);
});

describe("moving to another page", () => {
  test("opens the categories of the page and leaves the rest unchanged", () => {
    const state = moveTo(nodes, moveTo(nodes, at("a"), ["g", "g/inner"], false), ["fixed", "b"], false);
    expect(isOpen(nodes, state, "g")).toBe(true);
    expect(state.trail).toEqual(["fixed", "b"]);
  });

  test("reopens categories that the reader had closed", () => {
    const closed = setOpen(nodes, at("g", "g/inner"), "g", false, false);
    expect(isOpen(nodes, closed, "g")).toBe(false);
    expect(isOpen(nodes, moveTo(nodes, closed, ["g"], false), "g")).toBe(true);
  });

  test("closes the neighbors if only one category can be open", () => {
    const state = moveTo(nodes, at("g", "g/inner"), ["a"], true);
    expect(isOpen(nodes, state, "g")).toBe(false);
  });
});

test("a large tree needs the parts of open categories, and a part is a category like any other", () => {
  const part = (key: string) => ({ key, label: key, part: `nav/${key}.json` });
  const large = [part("a"), { key: "b", label: "b", items: [part("c"), part("d")] }, part("e")];
  const state: SidebarState = { trail: ["b", "d"], open: { e: true } };
  expect(partsToOpen(large, state).map(({ key }) => key)).toEqual(["d", "e"]);
  const items = JSON.parse(JSON.stringify(sidebarItems(large, state)));
  expect(items[0]).toMatchObject({ link: null, category: { expanded: "false", items: null } });
  expect(items[2].category).toMatchObject({ expanded: "true", items: null });
  expect(setOpen(large, state, "a", true, true).open).toEqual({ a: true, b: false, e: false });
});

test("a label breaks where its name has places for it, and is escaped otherwise", () => {
  const nodes = [
    { key: "a", label: "<b>", href: "/a/" },
    { key: "b", label: "SomeVeryLongName", labelHtml: "Some<wbr>Very<wbr>Long<wbr>Name", href: "/b/" },
  ];
  const items = JSON.parse(JSON.stringify(sidebarItems(nodes, { trail: [], open: {} })));
  const labels = items.map(({ link }: { link: { labelHtml: string } }) => link.labelHtml);
  expect(labels).toEqual(["&lt;b&gt;", "Some<wbr>Very<wbr>Long<wbr>Name"]);
});

test("a long list shows the items around the page, and links to the items before and after", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ key: `${at}`, label: `${at}`, href: `/${at}/` }));
  const shown = (count: number, trail: string[], whole = false, large = false) => {
    const items = sidebarItems(many(count), { trail, open: {}, whole, large });
    const all = JSON.parse(JSON.stringify(items)).map(
      ({ link }: { link: { labelHtml: string; href: string } }) => link,
    );
    return [all.length, ...[all[0], all.at(-1)].map(({ labelHtml, href }) => `${labelHtml} ${href}`)];
  };
  expect(shown(100, ["99"])).toEqual([100, "0 /0/", "99 /99/"]);
  expect(shown(101, [])).toEqual([21, "0 /0/", "More /20/"]);
  expect(shown(101, ["9"])).toEqual([21, "0 /0/", "More /20/"]);
  expect(shown(101, ["10"])).toEqual([31, "0 /0/", "More /30/"]);
  expect(shown(101, ["100"])).toEqual([12, "More /89/", "100 /100/"]);
  expect(shown(5000, ["2500"])).toEqual([32, "More /2489/", "More /2520/"]);
  expect(shown(5000, ["2500"], true)).toEqual([5000, "0 /0/", "4999 /4999/"]);
  expect(shown(30, ["29"], false, true)).toEqual([30, "0 /0/", "29 /29/"]);
  expect(shown(31, [], false, true)).toEqual([11, "0 /0/", "More /10/"]);
  expect(shown(100, ["50"], false, true)).toEqual([17, "More /44/", "More /60/"]);
});
