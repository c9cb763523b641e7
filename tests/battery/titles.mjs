// Finds titles that are too long or that show their markup, everywhere on a page.

const MOST_CHARACTERS = 80;
const MARKUP = /\*\*|`|\]\(|<\/?[a-z][^>]*>|&[a-z]+;|^#+ |\n/i;
const METHOD_AND_PATH = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY|[A-Z]+) \//;

/** For each title with an error, returns where the title is shown, the error, the page, and the title. */
export function titles(site) {
  const found = new Map();
  const look = (where, title, page) => {
    const text = title.trim();
    if (METHOD_AND_PATH.test(text)) return;
    for (const [fault, holds] of [
      ["long", [...text].length > MOST_CHARACTERS],
      ["markup", MARKUP.test(text)],
    ]) {
      const key = `${where} ${fault} ${text}`;
      if (holds && !found.has(key)) found.set(key, { where, fault, page, title: text.slice(0, 300) });
    }
  };
  for (const page of site.pages()) {
    const { h1, title, crumbs, markdown } = page.names();
    look("h1", h1, page.route);
    look("title", title.replace(/ \| [^|]*$/, ""), page.route);
    for (const crumb of crumbs) look("breadcrumb", crumb, page.route);
    if (markdown === null) continue;
    const [head, after] = markdown.replace(/^---\n.*?\n---\n\n/s, "").split("\n", 2);
    look("markdown", unescaped(head.replace(/^# /, "")), page.route);
    if (!head.startsWith("# ") || after !== "") {
      found.set(`markdown lines ${page.route}`, { where: "markdown", fault: "lines", page: page.route, title: head });
    }
  }
  for (const label of site.sidebarLabels()) look("sidebar", label, "");
  return [...found.values()];
}

function unescaped(text) {
  return text.replace(/\\([<>[\]*_`#])/g, "$1");
}
