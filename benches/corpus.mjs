/**
 * Generates the pages for the benchmarks, in the syntax of each tool. Page `i` has the same words, code, and links for
 * every tool, regardless of the number of pages.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  COMBINATIONS,
  plainFiles,
  plainParts,
  plainPath,
  plainRoot,
  teamFiles,
  teamParts,
  teamPath,
  teamRoot,
} from "./team.mjs";

/** The number of pages in each folder, and the number of folders in each part. */
const SECTION = 50;
const PART = 10;

/** The words for the prose, by kind. */
const words = {
  things:
    "agent board bridge cable camera crate desk door drawer engine fan file folder frame gate hinge key lamp lathe ledger lens lever lift magnet map mast mirror motor panel pipe plate pump rack rail relay rope scale screen sensor shaft shelf socket spring switch table tank tower track valve vault wheel wire workbench".split(
      " ",
    ),
  deeds:
    "adjusts aligns anchors balances binds charges checks cleans closes connects cools counts covers cuts drains drives feeds fills fits grinds guides heats holds joins keeps lifts locks marks measures mends mixes moves opens packs polishes pulls pushes reads records releases reports rests sends shapes shields signals sorts starts stops tests tightens turns warms weighs".split(
      " ",
    ),
  kinds:
    "broad bright calm clean coarse cold deep dense double early exact fast fine firm flat fresh full gentle hard heavy idle inner late light live local long loose lower main narrow open outer plain quiet rare remote round rough second sharp short single slow small soft solid spare steady stiff thin third upper warm wide".split(
      " ",
    ),
  manners:
    "always at-once by-hand carefully early evenly first gently in-turn later neatly never often once rarely safely slowly soon twice usually".split(
      " ",
    ),
  links: ["although", "as soon as", "because", "before", "since", "so that", "unless", "until", "where", "while"],
};

/** A generator of pseudorandom numbers that are the same on every run (32-bit xorshift). */
class Numbers {
  constructor(seed) {
    this.state = (Math.imul(seed + 1, 0x9e3779b1) >>> 0) | 1;
    for (let round = 0; round < 4; round += 1) this.below(2);
  }
  below(limit) {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % limit;
  }
  of(list) {
    return list[this.below(list.length)];
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function sentence(numbers) {
  const clause = () =>
    `the ${numbers.of(words.kinds)} ${numbers.of(words.things)} ${numbers.of(words.manners)} ${numbers.of(words.deeds)} one ${numbers.of(words.kinds)} ${numbers.of(words.things)}`;
  const tails = [
    () => ` ${numbers.of(words.links)} ${clause()}`,
    () => `, and \`${numbers.of(words.things)}_${numbers.of(words.things)}\` **${numbers.of(words.deeds)}** it`,
    () => ` in ${2 + numbers.below(900)} steps of the *${numbers.of(words.kinds)}* ${numbers.of(words.things)}`,
    () => "",
  ];
  return capital(`${clause()}${numbers.of(tails)()}.`);
}

const paragraph = (numbers, sentences) => Array.from({ length: sentences }, () => sentence(numbers)).join(" ");

/** Functions that each return ten to twenty lines of code, with names and numbers that differ from page to page. */
const code = {
  rust(numbers, name) {
    const type = capital(name);
    return [
      `/// ${sentence(numbers)}`,
      "#[derive(Debug, Clone)]",
      `pub struct ${type} {`,
      `    pub ${numbers.of(words.things)}_count: u32,`,
      `    label: Option<&'static str>,`,
      "}",
      "",
      `impl ${type} {`,
      `    pub fn open(path: &str) -> Result<Self, Error> {`,
      `        let limit = ${numbers.below(4096)};`,
      `        if path.len() > limit {`,
      `            return Err(Error::new("${numbers.of(words.things)} is too ${numbers.of(words.kinds)}"));`,
      "        }",
      `        println!("{path}: {limit}");`,
      `        Ok(${type}::default())`,
      "    }",
      "}",
    ];
  },
  python(numbers, name) {
    return [
      `from ${numbers.of(words.things)} import ${capital(numbers.of(words.things))}`,
      "",
      "",
      `def ${name}(path: str, limit: int = ${numbers.below(512)}) -> dict:`,
      `    """${sentence(numbers)}"""`,
      "    found = {}",
      `    with open(path, encoding="utf-8") as file:`,
      "        for number, line in enumerate(file):",
      `            if not line.startswith("#${numbers.of(words.things)}"):`,
      `                found[number] = line.strip().split("${numbers.of([",", ";", ":"])}")`,
      `            # ${numbers.of(words.kinds)} ones are left out`,
      "            if number >= limit:",
      `                raise ValueError(f"{path} has more than {limit} lines")`,
      "    return found",
    ];
  },
  bash(numbers, name) {
    return [
      "#!/usr/bin/env bash",
      "set -euo pipefail",
      "",
      `# ${sentence(numbers)}`,
      `${name}() {`,
      `  local folder="$1" limit=\${2:-${numbers.below(100)}}`,
      `  for file in "$folder"/*.${numbers.of(words.things)}; do`,
      `    if [ -f "$file" ]; then`,
      `      grep -c '${numbers.of(words.things)}' "$file" | head -n "$limit"`,
      "    fi",
      "  done",
      "}",
      "",
      `${name} "$HOME/${numbers.of(words.things)}" ${numbers.below(50)}`,
    ];
  },
  json(numbers, name) {
    return [
      "{",
      `  "name": "${name}",`,
      `  "version": "${numbers.below(9)}.${numbers.below(20)}.${numbers.below(30)}",`,
      `  "enabled": ${numbers.of(["true", "false"])},`,
      `  "limits": {`,
      `    "${numbers.of(words.things)}": ${numbers.below(10000)},`,
      `    "ratio": 0.${numbers.below(100)},`,
      `    "owner": null`,
      "  },",
      `  "parts": [`,
      `    { "id": ${numbers.below(999)}, "kind": "${numbers.of(words.kinds)}" },`,
      `    { "id": ${numbers.below(999)}, "kind": "${numbers.of(words.kinds)}" }`,
      "  ]",
      "}",
    ];
  },
  typescript(numbers, name) {
    return [
      `import { ${numbers.of(words.things)} } from "./${numbers.of(words.things)}";`,
      "",
      `export interface ${capital(name)}Options {`,
      `  ${numbers.of(words.things)}?: string;`,
      "  limit: number;",
      "}",
      "",
      `/** ${sentence(numbers)} */`,
      `export async function ${name}(options: ${capital(name)}Options): Promise<string[]> {`,
      `  const answer = await fetch(\`/\${options.limit}/${numbers.of(words.things)}\`);`,
      "  if (!answer.ok) {",
      `    throw new Error("${numbers.of(words.kinds)} ${numbers.of(words.things)}: " + answer.status);`,
      "  }",
      `  const list = (await answer.json()) as { id: string }[];`,
      `  return list.filter(({ id }) => /^${numbers.of(words.things)}-\\d+$/.test(id)).map(({ id }) => id);`,
      "}",
    ];
  },
};
const languages = Object.keys(code);

const folderOf = (page) => {
  const section = Math.floor(page / SECTION);
  const two = (number) => String(number).padStart(2, "0");
  return `part-${two(Math.floor(section / PART))}/section-${two(section % PART)}`;
};
const nameOf = (page) => `page-${String(page).padStart(5, "0")}`;

/**
 * The syntax that docgen uses for everything that Markdown doesn't standardize. `syntaxes` contains the syntax of each
 * tool. If a site has several `sets` of pages, the pages take turns, and each page links only to pages of its own set.
 */
const plain = {
  root: "content/docs",
  head: (title, about, place) => `---\ntitle: ${title}\ndescription: ${about}\nsidebar_position: ${place}\n---\n`,
  note: (text) => `:::note\n${text}\n:::`,
  link: (from, to) =>
    folderOf(from) === folderOf(to) ? `./${nameOf(to)}.md` : `../../${folderOf(to)}/${nameOf(to)}.md`,
};
const team = { ...plain, sets: COMBINATIONS };
const quoted = (text) => `> [!NOTE]\n> ${text}`;
const syntaxes = {
  docgen: plain,
  docusaurus: { ...plain, root: "docs" },
  hugo: {
    root: "content/docs",
    head: (title, about, place) => `---\ntitle: ${title}\ndescription: ${about}\nweight: ${place}\n---\n`,
    note: quoted,
    link: (_, to) => `/docs/${folderOf(to)}/${nameOf(to)}/`,
  },
  zola: {
    root: "content/docs",
    head: (title, about, place) => `+++\ntitle = "${title}"\ndescription = "${about}"\nweight = ${place}\n+++\n`,
    note: quoted,
    link: (_, to) => `@/docs/${folderOf(to)}/${nameOf(to)}.md`,
  },
  team: { ...team, root: teamRoot, path: teamPath, parts: teamParts },
  "team-plain": { ...team, root: plainRoot, path: plainPath, parts: plainParts },
  mdbook: { root: "src/docs", head: (title) => `# ${title}\n`, note: quoted, link: plain.link },
};

/** Returns the folder that contains a page's set. */
const rootOf = (syntax, index) => (typeof syntax.root === "string" ? syntax.root : syntax.root(index));
/** Returns a page's number in its set. */
const inSet = (syntax, index) => Math.floor(index / (syntax.sets ?? 1));

function page(index, syntax) {
  const numbers = new Numbers(index);
  const title = `${capital(numbers.of(words.kinds))} ${numbers.of(words.things)} ${index}`;
  const link = () => {
    // Link only to earlier pages. Otherwise, a page's content would depend on the site's size.
    const own = inSet(syntax, index);
    const to = own === 0 ? 0 : numbers.of([own - 1, numbers.below(own)]);
    return `[the ${numbers.of(words.things)}](${syntax.link(own, to)})`;
  };
  const block = (language) => {
    const name = `${numbers.of(words.deeds)}${capital(numbers.of(words.things))}`;
    return `\`\`\`${language}\n${code[language](numbers, name).join("\n")}\n\`\`\``;
  };
  const cell = () => `${numbers.of(words.kinds)} ${numbers.of(words.things)}`;
  const row = () => `| ${cell()} | \`${numbers.of(words.things)}\` | ${numbers.below(5000)} |`;
  const item = (mark) => `${mark} ${sentence(numbers)}`;
  const language = (offset) => languages[(index + offset) % languages.length];
  const parts = [
    syntax.head(title, sentence(numbers).replace(/[`*.]/g, ""), (inSet(syntax, index) % SECTION) + 1),
    paragraph(numbers, 4),
    `## Set up the ${numbers.of(words.things)}`,
    `${paragraph(numbers, 3)} See ${link()}.`,
    block(language(0)),
    [item("-"), item("-"), item("-"), item("-")].join("\n"),
    `### Choose one ${numbers.of(words.kinds)} ${numbers.of(words.things)}`,
    `${paragraph(numbers, 4)} ${link()} says more.`,
    syntax.note(sentence(numbers)),
    `## Run the ${numbers.of(words.things)}`,
    paragraph(numbers, 4),
    block(language(1)),
    `#### When it ${numbers.of(words.deeds)} ${numbers.of(words.manners)}`,
    paragraph(numbers, 3),
    ["| What | Name | Most |", "| --- | --- | ---: |", row(), row(), row(), row(), row()].join("\n"),
    `### Mend one ${numbers.of(words.kinds)} ${numbers.of(words.things)}`,
    `${paragraph(numbers, 3)} Begin with ${link()}.`,
    [item("1."), item("2."), item("3.")].join("\n"),
    ...(syntax.parts?.(numbers.of(words.things), numbers, index) ?? []),
    `## Where to go next`,
    block(language(2)),
    `${paragraph(numbers, 3)} Then read ${link()}.`,
  ];
  return { title, text: `${parts.join("\n\n")}\n` };
}

/** Writes a site with `count` pages for a tool. */
export function corpus(folder, tool, count) {
  const syntax = syntaxes[tool];
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const titles = [];
  const made = new Set();
  for (let index = 0; index < count; index += 1) {
    const own = inSet(syntax, index);
    const place = join(folder, rootOf(syntax, index), folderOf(own));
    if (!made.has(place)) mkdirSync(place, { recursive: true });
    made.add(place);
    const { title, text } = page(index, syntax);
    writeFileSync(join(place, `${nameOf(own)}.md`), text);
    titles.push(title);
  }
  for (const [path, text] of Object.entries(settings[tool](titles))) write(path, text);
}

/** Returns the path of a page's source file in the site. */
export function source(tool, index) {
  const own = inSet(syntaxes[tool], index);
  return `${rootOf(syntaxes[tool], index)}/${folderOf(own)}/${nameOf(own)}.md`;
}
/** Returns the URL path of a page. */
export function address(tool, index) {
  const own = inSet(syntaxes[tool], index);
  const start = syntaxes[tool].path?.(index) ?? "/docs";
  return `${start}/${folderOf(own)}/${nameOf(own)}${tool === "mdbook" ? ".html" : "/"}`;
}

const home = "A site of generated pages.";
/** Returns every folder that contains pages, for tools that need a file in each folder. */
const folders = (titles) => {
  const sections = [...new Set(titles.map((_, index) => folderOf(index)))];
  return ["", ...new Set(sections.map((section) => section.split("/")[0])), ...sections];
};

/**
 * The other files that each tool needs for a site: settings and, if the tool has no theme of its own, templates with a
 * sidebar, a table of contents, and styles for code.
 */
const settings = {
  docgen: () => ({
    "docgen.toml": '[site]\ntitle = "Generated"\nurl = "https://docs.example"\n',
    "content/pages/index.md": `---\ntitle: Generated\n---\n\n${home}\n`,
  }),
  team: teamFiles,
  "team-plain": plainFiles,
  docusaurus: () => ({
    "docusaurus.config.js": `module.exports = {
  title: "Generated", url: "https://docs.example", baseUrl: "/", onBrokenLinks: "throw",
  future: { v4: true, faster: true },
  presets: [["classic", { docs: { sidebarPath: "./sidebars.js" }, blog: false }]],
  themes: [["@easyops-cn/docusaurus-search-local", { hashed: true, indexBlog: false }]],
  themeConfig: { prism: { additionalLanguages: ["rust", "bash", "json"] } },
};
`,
    "sidebars.js": 'module.exports = { docs: [{ type: "autogenerated", dirName: "." }] };\n',
    "src/pages/index.md": `---\ntitle: Generated\n---\n\n${home}\n`,
    "package.json": '{ "name": "generated", "private": true }\n',
  }),
  hugo: (titles) => ({
    "hugo.toml": `title = "Generated"
baseURL = "https://docs.example/"
disableKinds = ["taxonomy", "term", "RSS"]
[markup.highlight]
noClasses = false
[markup.tableOfContents]
startLevel = 2
endLevel = 3
`,
    "content/_index.md": `---\ntitle: Generated\n---\n\n${home}\n`,
    ...Object.fromEntries(
      folders(titles).map((path) => [
        `content/docs/${path ? `${path}/` : ""}_index.md`,
        `---\ntitle: ${path.split("/").pop() || "Docs"}\n---\n`,
      ]),
    ),
    "layouts/baseof.html": `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ .Title }} | {{ site.Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head>
<body>
<nav>{{ partialCached "tree.html" . .CurrentSection }}</nav>
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
`,
    "layouts/_partials/tree.html": `{{ with site.GetPage "/docs" }}<ul>{{ range .Sections }}<li>{{ .Title }}<ul>{{ range .Sections }}<li>{{ .Title }}{{ if eq . $.CurrentSection }}<ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}</li>{{ end }}</ul></li>{{ end }}</ul>{{ end }}
`,
    "layouts/single.html": `{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}<aside>{{ .TableOfContents }}</aside>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}
`,
    "layouts/list.html": `{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}
`,
    "layouts/home.html": `{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}
`,
  }),
  zola: (titles) => ({
    "config.toml": `title = "Generated"
base_url = "https://docs.example"
build_search_index = true
[markdown]
github_alerts = true
[markdown.highlighting]
style = "class"
theme = "github-light"
`,
    "content/_index.md": `+++\ntitle = "Generated"\n+++\n\n${home}\n`,
    ...Object.fromEntries(
      folders(titles).map((path) => [
        `content/docs/${path ? `${path}/` : ""}_index.md`,
        `+++\ntitle = "${path.split("/").pop() || "Docs"}"\nsort_by = "weight"\n+++\n`,
      ]),
    ),
    "templates/base.html": `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{% block title %}{{ config.title }}{% endblock %}</title>{% block head %}{% endblock %}</head>
<body>
{% block body %}{% endblock %}
</body>
</html>
`,
    "templates/index.html": `{% extends "base.html" %}{% block body %}<main><h1>{{ section.title }}</h1>{{ section.content | safe }}</main>{% endblock %}
`,
    "templates/section.html": `{% extends "base.html" %}{% block title %}{{ section.title }}{% endblock %}{% block body %}<main><h1>{{ section.title }}</h1>{{ section.content | safe }}{% for page in section.pages %}<a href="{{ page.permalink }}">{{ page.title }}</a>{% endfor %}</main>{% endblock %}
`,
    "templates/page.html": `{% extends "base.html" %}
{% block title %}{{ page.title }} | {{ config.title }}{% endblock %}
{% block head %}<meta name="description" content="{{ page.description }}"><link rel="canonical" href="{{ page.permalink }}">{% endblock %}
{% block body %}
{% set here = get_section(path=page.ancestors | last) %}
<nav><ul>{% for sibling in here.pages %}<li><a href="{{ sibling.permalink }}">{{ sibling.title }}</a></li>{% endfor %}</ul></nav>
<main><h1>{{ page.title }}</h1>{{ page.content | safe }}</main>
<aside><ul>{% for h in page.toc %}<li><a href="{{ h.permalink }}">{{ h.title }}</a></li>{% endfor %}</ul></aside>
{% if page.lower %}<a href="{{ page.lower.permalink }}">{{ page.lower.title }}</a>{% endif %}{% if page.higher %}<a href="{{ page.higher.permalink }}">{{ page.higher.title }}</a>{% endif %}
{% endblock %}
`,
  }),
  mdbook: (titles) => ({
    "book.toml": '[book]\ntitle = "Generated"\nsrc = "src"\n[output.html]\nno-section-label = true\n',
    "src/index.md": `# Generated\n\n${home}\n`,
    "src/SUMMARY.md": `# Summary\n\n[Generated](index.md)\n\n${titles
      .map((title, index) => `- [${title}](docs/${folderOf(index)}/${nameOf(index)}.md)`)
      .join("\n")}\n`,
  }),
};
