/** Checks that every pair of colors that the theme uses has enough contrast, in both modes and with any accent. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Rgb = [number, number, number];
type Vars = Map<string, string>;

function known<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error("the style sheet doesn't have the expected form");
  return value;
}

const css = ["tokens.css", "syntax.css"]
  .map((file) => readFileSync(new URL(`../src/styles/${file}`, import.meta.url), "utf8"))
  .join("\n")
  .replace(/\/\*[\s\S]*?\*\//g, "")
  .replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");

/** Returns the custom properties of all rules with exactly this selector. Later rules take precedence. */
function properties(selector: string): Vars {
  const vars: Vars = new Map();
  for (const [, head = "", body = ""] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (head.trim() !== selector) continue;
    for (const [, name = "", value = ""] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) vars.set(name, value.trim());
  }
  return vars;
}

const light = properties(":root");
const dark: Vars = new Map([...light, ...properties(':root[data-theme="dark"]')]);

function substitute(value: string, vars: Vars): string {
  for (let depth = 0; value.includes("var("); depth += 1) {
    if (depth > 20) throw new Error(`endless reference in ${value}`);
    value = value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
      const found = vars.get(name);
      if (found === undefined) throw new Error(`${name} isn't declared`);
      return found;
    });
  }
  return value;
}

/** Returns the value of a term such as `0.18`, `c`, `min(c, 0.18)`, or `min(c * 0.12, 0.022)`. */
function number(term: string, channels: Record<string, number>): number {
  const [, first, second] = /^min\((.+),(.+)\)$/.exec(term) ?? [];
  if (first && second) return Math.min(number(first.trim(), channels), number(second.trim(), channels));
  const [, left, right] = /^(.+)\*(.+)$/.exec(term) ?? [];
  if (left && right) return number(left.trim(), channels) * number(right.trim(), channels);
  const value = channels[term] ?? Number(term);
  if (Number.isNaN(value)) throw new Error(`can't read ${term}`);
  return value;
}

type Lch = [l: number, c: number, h: number];

function lch(value: string): Lch {
  const [, origin, rest] = /^oklch\(from (oklch\([^)]*\)) (.+)\)$/.exec(value) ?? [];
  const [l, c, h] = origin ? lch(origin) : [0, 0, 0];
  const body = rest ?? known(/^oklch\((.+)\)$/.exec(value)?.[1]);
  const terms = known(body.match(/[\w-]+\((?:[^()]|\([^()]*\))*\)|[^\s]+/g));
  return terms.map((term) => number(term, { l, c, h })) as Lch;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Converts a color to linear RGB and clips it to a screen's gamut. */
function linear([l, c, h]: Lch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    clamp(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clamp(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clamp(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ];
}

const encode = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const decode = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** Composites `top` over `below` with the opacity `share`, as browsers do. */
function over(top: Rgb, below: Rgb, share: number): Rgb {
  return top.map((v, i) => decode(encode(v) * share + encode(known(below[i])) * (1 - share))) as Rgb;
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const hues = Array.from({ length: 72 }, (_, i) => i * 5);

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("%s", (_, vars) => {
  const color = (name: string, more: [string, string][] = []) =>
    linear(lch(substitute(`var(--${name})`, new Map([...vars, ...more]))));
  const status = (hue: string) => linear(lch(substitute(`oklch(var(--status-l) var(--status-c) var(--${hue}))`, vars)));
  const statuses = ["blue", "green", "teal", "amber", "red", "violet"];
  const lineTint = Number.parseFloat(known(vars.get("--line-tint"))) / 100;

  test.each(["text", "heading", "muted"])("%s is readable on every surface", (name) => {
    for (const surface of ["bg", "surface", "raised", "hover"])
      expect(contrast(color(`color-${name}`), color(`color-${surface}`)), surface).toBeGreaterThanOrEqual(4.5);
  });

  test("text is readable on inline code and selections", () => {
    const code = over(color("color-text"), color("color-bg"), 0.07);
    expect(contrast(color("color-text"), code)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color("color-heading"), color("color-selection"))).toBeGreaterThanOrEqual(4.5);
  });

  test("an accent of any hue is readable as text and under text, and visible as a ring", () => {
    for (const hue of hues)
      for (const chroma of [0, 0.1, 0.2, 0.37]) {
        const more: [string, string][] = [["--docgen-accent", `oklch(0.6 ${chroma} ${hue})`]];
        const accent = color("color-accent", more);
        const tint = color("color-accent-tint", more);
        const at = `hue ${hue}, chroma ${chroma}`;
        const code = over(color("color-text"), color("color-bg"), 0.07);
        for (const below of [color("color-bg"), color("color-surface"), color("color-raised"), tint, code])
          expect(contrast(accent, below), at).toBeGreaterThanOrEqual(4.5);
        expect(contrast(color("color-on-accent", more), accent), at).toBeGreaterThanOrEqual(4.5);
        expect(contrast(color("color-on-accent", more), color("color-accent-hover", more)), at).toBeGreaterThanOrEqual(
          4.5,
        );
        expect(contrast(color("color-accent-hover", more), color("color-bg")), at).toBeGreaterThanOrEqual(4.5);
        expect(contrast(color("color-text", more), tint), at).toBeGreaterThanOrEqual(4.5);
        expect(contrast(color("color-heading"), color("color-selection", more)), at).toBeGreaterThanOrEqual(4.5);
      }
  });

  test.each(statuses)("%s admonitions and badges", (hue) => {
    const tone = status(hue);
    expect(contrast(tone, over(tone, color("color-bg"), 0.1))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone, over(tone, color("color-bg"), 0.12))).toBeGreaterThanOrEqual(4.5);
    for (const name of ["text", "muted", "accent"])
      expect(contrast(color(`color-${name}`), over(tone, color("color-bg"), 0.1)), name).toBeGreaterThanOrEqual(4.5);
  });

  test("control edges are visible", () => {
    for (const surface of ["bg", "surface", "raised"])
      expect(contrast(color("color-control"), color(`color-${surface}`)), surface).toBeGreaterThanOrEqual(3);
  });

  const syntax = [...vars.keys()].filter((name) => name.startsWith("--syntax-"));
  test.each(syntax)("%s is readable on code and on highlighted lines", (name) => {
    const surface = color("color-surface");
    const token = color(name.slice(2));
    expect(contrast(token, surface)).toBeGreaterThanOrEqual(4.5);
    for (const tone of [color("color-accent"), status("green"), status("red")])
      expect(contrast(token, over(tone, surface, lineTint))).toBeGreaterThanOrEqual(4.5);
  });
});

test("the prerendered colors of the browser's interface are those of the page", () => {
  const shell = readFileSync(new URL("../templates/shell.html", import.meta.url), "utf8");
  for (const [mode, vars] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    const [, hex = ""] = new RegExp(`content="#(\\w{6})" data-mode="${mode}"`).exec(shell) ?? [];
    const wanted = linear(lch(substitute("var(--color-bg)", vars))).map((channel) => Math.round(encode(channel) * 255));
    expect(
      [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
      mode,
    ).toEqual(wanted);
  }
});
