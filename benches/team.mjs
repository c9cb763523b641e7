/**
 * The site of a team, and the same text without the team's features. Both sites have the same number of pages and the
 * same words, so the difference between their results is the cost of the features.
 */

import { picture } from "./picture.mjs";

/** The locales and the versions. Each combination has the same number of pages. */
const locales = ["en", "de", "ar"];
const versions = ["current", "2.0", "1.0"];
/** The number of combinations. */
export const COMBINATIONS = locales.length * versions.length;
/** The number of pictures, which all pages share. */
const PICTURES = 12;

const combination = (index) => {
  const at = index % COMBINATIONS;
  return { locale: locales[Math.floor(at / versions.length)], version: versions[at % versions.length] };
};

/** Returns the folder of a page's combination. */
export function teamRoot(index) {
  const { locale, version } = combination(index);
  const docs = version === "current" ? "docs" : `versions/${version}/docs`;
  return locale === "en" ? `content/${docs}` : `content/i18n/${locale}/${docs}`;
}

/** Returns the start of a page's URL path. */
export function teamPath(index) {
  const { locale, version } = combination(index);
  const start = locale === "en" ? "" : `/${locale}`;
  return `${start}/docs${{ current: "/next", "2.0": "", "1.0": "/1.0" }[version]}`;
}

/** Returns the same for the site without the features, in which a combination is a folder. */
export const plainRoot = (index) => `content/docs/set-${index % COMBINATIONS}`;
export const plainPath = (index) => `/docs/set-${index % COMBINATIONS}`;

const cells = (thing, numbers) =>
  Array.from({ length: 4 }, () => `| ${thing} | ${numbers.below(90)} | ${numbers.below(9000)} |`).join("\n");

/** Returns the parts of a page that use the features. */
export const teamParts = (thing, numbers, index) => {
  const { locale, version } = combination(index);
  // From the page's folder to the site's folder: the root, the part, and the section.
  const up = "../".repeat(teamRoot(index).split("/").length + 2);
  const shared = locale === "en" && version === "current" ? "../../_shared.md" : `${up}content/docs/_shared.md`;
  return [
    `The load is $\\frac{${numbers.below(90)} a}{h^2}$, and of the whole ${thing}:`,
    `$$\nL = \\sum_{i=1}^{${numbers.below(90)}} \\frac{a_i h_i}{2}\n$$`,
    `Load\n: What the ${thing} carries in release {{ release }}.`,
    `Press ++ctrl+p++ to open ==the ${thing}==. It weighs ${numbers.below(90)} m^2^, says the RHS.`,
    "*[RHS]: Royal Hinge Society",
    `::include{file="${shared}" count="${numbers.below(90)}" thing="${thing}"}`,
    `\`\`\`python file="${up}data/harvest.py" region="yield"\n\`\`\``,
    `\`\`\`yaml "late"\n${thing}: ${numbers.below(90)} # (1)!\nlate: true # (2)!\n\`\`\``,
    `1. Without the young one.\n2. For a **late** ${thing}.`,
    `| Part | Count | Most |\n| --- | ---: | ---: |\n${cells(thing, numbers)}\n{.sortable .filterable caption="Parts" widths="40% 30% 30%"}`,
    `![The ${thing} ${index}](${up}pictures/${numbers.below(PICTURES)}.png "The ${thing}.")`,
    `To list them, send \`GET /trees\`.`,
  ];
};

/** Returns the same parts without the features. */
export const plainParts = (thing, numbers, index) => {
  const up = "../".repeat(plainRoot(index).split("/").length + 2);
  return [
    `The load is \`${numbers.below(90)} a / h^2\`, and of the whole ${thing}:`,
    `\`\`\`\nL = sum of i from 1 to ${numbers.below(90)}: a_i h_i / 2\n\`\`\``,
    `- Load: What the ${thing} carries in release 3.0.`,
    `Press Ctrl+P to open the ${thing}. It weighs ${numbers.below(90)} m2, says the RHS.`,
    `You need ${numbers.below(90)} for one ${thing}.`,
    `\`\`\`python\n${harvest}\n\`\`\``,
    `\`\`\`yaml\n${thing}: ${numbers.below(90)}\nlate: true\n\`\`\``,
    `1. Without the young one.\n2. For a **late** ${thing}.`,
    `| Part | Count | Most |\n| --- | ---: | ---: |\n${cells(thing, numbers)}`,
    `![The ${thing} ${index}](${up}pictures/${numbers.below(PICTURES)}.png "The ${thing}.")`,
    `To list them, send \`GET /trees\`.`,
  ];
};

const harvest = `def harvest(trees, limit=12):
    total = 0
    for tree in trees[:limit]:
        total += tree.height * tree.crates
    return total / 2`;

/** The API that both sites document. */
const api = `openapi: 3.1.0
info: { title: Trees, version: 3.0.0 }
servers: [{ url: https://api.team.example }]
paths:
  /trees:
    get:
      operationId: listTrees
      summary: List trees
      tags: [trees]
      responses: { "200": { description: The trees } }
`;

/** Returns the files that both sites have. */
const both = () => ({
  "openapi/trees.yaml": api,
  "data/harvest.py": `# region yield\n${harvest}\n# endregion yield\n`,
  ...Object.fromEntries(
    Array.from({ length: PICTURES }, (_, index) => [`pictures/${index}.png`, picture(1200, 600, index * 20)]),
  ),
});

const site = '[site]\ntitle = "Team"\nurl = "https://team.example"\n';
const home = "---\ntitle: Team\n---\n\nThe site of a team.\n";

/** Returns the other files of the team's site. */
export const teamFiles = () => ({
  ...both(),
  "docgen.toml": `${site}hosts = ["netlify"]

[[docs]]
show_last_update_time = true

[[docs.versions]]
name = "current"

[[docs.versions]]
name = "2.0"

[[docs.versions]]
name = "1.0"

[i18n]
locales = [
${locales.map((code) => `  { code = "${code}", label = "${code}" },`).join("\n")}
]
outdated_banner = true

[markdown]
math = true
extensions = ["abbreviations", "highlight", "keys", "subscript", "superscript"]
side_notes = true
link_requests = true

[images]
widths = [320, 640]

[variables]
release = "3.0"

[analytics]
provider = "plausible"
id = "team.example"

[feedback]
url = "/feedback"

[csp]
`,
  "content/docs/_shared.md": "You need {{ count }} for one {{ thing }}.\n",
  "content/docs/glossary.md":
    "---\ntitle: Glossary\ndescription: The terms.\nglossary: true\n---\n\nLoad\n: What one carries.\n",
  "content/pages/index.md": home,
});

/** Returns the other files of the site without the features. */
export const plainFiles = () => ({
  ...both(),
  "docgen.toml": `${site}\n[images]\nwidths = []\n`,
  "content/docs/glossary.md": "---\ntitle: Glossary\ndescription: The terms.\n---\n\n- Load: What one carries.\n",
  "content/pages/index.md": home,
});
