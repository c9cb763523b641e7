//! A problem must be reported at the location of the invalid value, even if the same text occurs earlier in comments,
//! strings, or other tables.

use serde_json::Value as Json;

use crate::harness::{Numbers, Project};

/// A file with a problem at `«`. Decoys can be inserted at `§`.
struct Case {
    file: &'static str,
    text: &'static str,
    /// Text that the message contains.
    says: &'static str,
}

const fn case(file: &'static str, text: &'static str, says: &'static str) -> Case {
    Case { file, text, says }
}

const CONFIG: &str = "docgen.toml";
const PAGE: &str = "content/docs/page.md";
const POST: &str = "content/blog/2025-01-05-post.md";

const CASES: &[Case] = &[
    case(
        CONFIG,
        "§[[navbar.items]]\nlabel = 'A'\nhref = '/docs/a'\n§«[[navbar.items]]\nlabel = 'A'\n",
        "navbar item 2",
    ),
    case(
        CONFIG,
        "§[navbar]\nitems = [{ label = 'Ä', href = '/docs/a' }, «{ label = 'A' }]\n",
        "navbar item 2",
    ),
    case(CONFIG, "§[site]\nbase_url = «'https://a.example/b'\n", "`site.base_url`: expected a path"),
    case(CONFIG, "§[site]\nurl = «'ftp://a.example'\n", "expected a scheme and host"),
    case(CONFIG, "§[site]\naccent = «'blau'\n", "invalid color"),
    case(CONFIG, "§[site]\n«titel = 'A'\n", "unknown key `site.titel`"),
    case(CONFIG, "§[docs]\nbreadcrumbs = «'yes'\n", "`docs.breadcrumbs`: expected"),
    case(CONFIG, "§[docs]\ntoc_min_heading_level = «5\ntoc_max_heading_level = 3\n", "is greater than"),
    case(CONFIG, "§[docs]\nmain = «'nowhere'\n", "`docs.main`"),
    case(CONFIG, "§[docs]\nsidebars = { own = ['a', «'nowhere'] }\n", "nowhere"),
    case(CONFIG, "§[docs.sidebars]\n'v1.0' = ['a', { doc = «'nowhere' }]\n", "nowhere"),
    case(CONFIG, "§[diagnostics]\nbroken-link = 'error'\n«broken-lnk = 'warn'\n", "unknown diagnostic"),
    case(
        CONFIG,
        "§[search]\nprovider = «'algolia'\napi_key = 'k'\nindex_name = 'i'\n",
        "missing key `app_id`",
    ),
    case(CONFIG, "§[search]\napp_id = «'a b'\n", "invalid application ID"),
    case(CONFIG, "§[search]\nexternal_url_regex = «'(['\n", "invalid regular expression"),
    case(CONFIG, "§[search]\nreport_url = «'nowhere'\n", "`search.report_url`"),
    case(CONFIG, "§[search]\nfacet_filters = ['language:en', ['language:fr', «'color:red']]\n", "no facet"),
    case(CONFIG, "§[search.index]\nsynonyms = [['pot', 'kettle'], ['pot', «'tea pot']]\n", "one word"),
    case(CONFIG, "§[search.index.boost]\n'/docs/a' = 2\n'/docs' = «20\n", "`search.index.boost`: expected"),
    case(CONFIG, "§[[blog]]\n§«[[blog]]\ntitle = 'Two'\n", "duplicate blog"),
    case(CONFIG, "§[[blog]]\n§«[[blog]]\nid = 'news'\n", "has no posts"),
    case(
        CONFIG,
        "§[[i18n.locales]]\ncode = 'en'\n§[[i18n.locales]]\ncode = «'e_n'\n",
        "invalid language tag",
    ),
    case(
        CONFIG,
        "§[[redirects]]\nfrom = '/old'\nto = '/docs/a'\n§[[redirects]]\nfrom = '/b'\nto = «'/nowhere'\n",
        "/nowhere",
    ),
    case(
        CONFIG,
        "§[[footer.columns]]\ntitle = 'Ä'\nitems = [{ label = 'ü', href = «'/nowhere' }]\n",
        "`/nowhere`",
    ),
    case(CONFIG, "§[[openapi]]\nfile = «'openapi/nowhere.yaml'\n", "file not found"),
    case(CONFIG, "§[site]\nfavicon = «'nowhere.svg'\n", "nowhere.svg"),
    case(
        PAGE,
        "---\n§hero:\n  actions:\n    - { label: Ä, href: /docs/a }\n    - { label: A, href: «/nowhere }\n---\n# A\n",
        "`/nowhere`",
    ),
    case(
        PAGE,
        "---\n§hero: { actions: [{ variant: primary }, { label: A, href: «/nowhere }] }\n---\n# A\n",
        "`/nowhere`",
    ),
    case(PAGE, "+++\n§[[hero.actions]]\nlabel = '/nowhere'\nhref = «'/nowhere'\n+++\n# A\n", "`/nowhere`"),
    case(PAGE, "---\n§image: «nowhere.png\n---\n# A\n", "image not found: `nowhere.png`"),
    case(PAGE, "+++\n§image = «'nowhere.png'\n+++\n# A\n", "image not found: `nowhere.png`"),
    case(PAGE, "---\n§«titel: A\n---\n# A\n", "`titel`"),
    case(PAGE, "---\n§hide_title: «maybe\n---\n# A\n", "`hide_title`: expected"),
    case(PAGE, "---\n§«displayed_sidebar: nowhere\n---\n# A\n", "nowhere"),
    case(PAGE, "---\n§«pagination_next: nowhere\n---\n# A\n", "nowhere"),
    case(PAGE, "+++\n§«pagination_prev = 'nowhere'\n+++\n# A\n", "nowhere"),
    case(PAGE, "---\n§«slug: a\n---\n# A\n", "/docs/a"),
    case(PAGE, "---\n§«\"id\": a\n---\n# A\n", "`a`"),
    case(POST, "---\n§date: «2025-02-30\n---\n# A\n", "2025-02-30"),
    case(POST, "---\n§last_update: { date: «2025-02-30 }\n---\n# A\n", "2025-02-30"),
    case(POST, "---\n§tags: [news, «\"\"]\n---\n# A\n", "an item is empty"),
    case(POST, "---\n§authors: [jo, { name: Ann, url: «/nowhere }]\n---\n# A\n", "`/nowhere`"),
    case(POST, "---\n§authors: { name: Ann, image: «/gone.png }\n---\n# A\n", "`/gone.png`"),
    case(POST, "---\n§authors: [jo, «joe]\n---\n# A\n", "unknown author `joe`"),
    case(POST, "---\n§authors:\n  - jo\n  - «joe\n---\n# A\n", "unknown author `joe`"),
    case(POST, "---\n§authors: «joe\n---\n# A\n", "unknown author `joe`"),
    case(POST, "+++\n§tags = ['news', «'nwes']\n+++\n# A\n", "undefined tag `nwes`"),
    case("content/docs/box/_category_.toml", "§[link]\ntype = 'doc'\nid = «'nowhere'\n", "`nowhere`"),
    case("content/docs/box/_category_.yml", "§link: { type: doc, id: «nowhere }\n", "`nowhere`"),
    case(
        "content/docs/box/_category_.json",
        "{\n§\t\"link\": { \"type\": \"doc\", \"id\": «\"nowhere\" }\n}\n",
        "`nowhere`",
    ),
    case("content/docs/box/_category_.toml", "§«titel = 'A'\n", "`titel`"),
    case("content/docs/box/_category_.yml", "§«titel: A\n", "`titel`"),
    case("content/docs/box/_category_.json", "{\n§\t«\"titel\": \"A\"\n}\n", "`titel`"),
    case("content/docs/box/_category_.toml", "§position = «'first'\n", "expected a number"),
    case("content/docs/box/_category_.yml", "§position: «first\n", "expected a number"),
    case("content/docs/box/_category_.json", "{\n§\t\"position\": «\"first\"\n}\n", "expected a number"),
    case("content/blog/authors.toml", "§[jo]\nname = 'Jo'\nurl = «'javascript:a'\n", "runs a script"),
    case(
        "content/blog/authors.yml",
        "§jo:\n  name: Jo\n  image: «nowhere.png\n",
        "image not found: `nowhere.png`",
    ),
    case(
        "content/blog/authors.yml",
        "§jo: { name: Jo, image_url: «'nowhere.png' }\n",
        "image not found: `nowhere.png`",
    ),
    case("content/i18n/fr/messages.json", "{\n§\t«\"sidbar\": \"Plan\"\n}\n", "`sidbar`"),
];

const SITE: &str = "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[[blog]]
//- content/docs/a.md
# A
//- content/docs/box/b.md
# B
//- content/blog/2025-01-04-first.md
# First
//- content/blog/authors.toml
jo = { name = 'Jo' }
//- content/blog/tags.toml
news = {}
";

/// Returns lines that contain the same text as the real problem. The lines set a different key or no key.
fn decoy(case: &Case, random: &mut Numbers) -> String {
    let real: String = case.text.chars().filter(|c| !matches!(c, '«' | '§')).collect();
    let lines = real.lines().filter(|line| !matches!(*line, "---" | "+++" | "# A" | "{" | "}"));
    let lines: Vec<&str> = lines.collect();
    let comment = || lines.iter().map(|line| format!("# {line}\n")).collect::<String>();
    let joined = lines.join("\n");
    let is_toml = case.file.ends_with(".toml") || case.text.starts_with("+++");
    if case.file.ends_with(".json") {
        let text = Json::String(joined);
        return match case.file.contains("messages") {
            true => format!("\t\"sidebar\": {text},\n"),
            false => format!("\t\"description\": {text},\n\t\"label\": {text},\n"),
        };
    }
    if case.file.contains("authors") {
        return match (random.below(2), is_toml) {
            (0, _) => comment(),
            (_, true) => format!("[jo2]\nname = '''{joined}'''\n"),
            (_, false) => format!("jo2:\n  name: |\n    {}\n", lines.join("\n    ")),
        };
    }
    match (random.below(3), is_toml) {
        (0, _) => comment(),
        (1, true) if case.file == CONFIG => format!("\n[analytics]\ncontainer = '''\n{joined}\n'''\n"),
        (1, true) => format!("description = '''\n{joined}\n'''\n"),
        (1, false) if case.file.ends_with(".md") => format!("sidebar_label: |\n  {}\n", lines.join("\n  ")),
        (1, false) => format!("description: |\n  {}\n", lines.join("\n  ")),
        (_, true) if case.file == CONFIG => {
            format!(
                "{}\n[site]\ntagline = '{}' # {}\n",
                comment(),
                lines[lines.len() - 1].replace('\'', "\""),
                lines[0]
            )
        }
        (_, true) => format!("{}\n{}", comment(), comment()),
        (_, false) => format!("{}\n\n{}", comment(), comment()),
    }
}

/// Inserts decoys into a case. Returns the text, and the line and column of the problem.
fn with_decoys(case: &Case, random: &mut Numbers) -> (String, (u64, u64)) {
    let mut text = String::new();
    let mut parts = case.text.split('§');
    text.push_str(parts.next().unwrap_or_default());
    let (mut known, windows) = (Vec::new(), random.below(4) == 0);
    for part in parts {
        let decoy = decoy(case, random);
        // A table can be defined only once.
        let headers =
            ["\n[site]", "\n[analytics]", "[jo2]"].into_iter().filter(|header| decoy.contains(header));
        let headers: Vec<&str> = headers.collect();
        if !headers.iter().any(|header| case.text.contains(header.trim()) || known.contains(header)) {
            known.extend(headers);
            text.push_str(&decoy);
        }
        text.push_str(part);
    }
    let text = if windows { text.replace('\n', "\r\n") } else { text };
    let at = text.find('«').expect("a case has a mark");
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (text.replace('«', ""), (line as u64, column as u64))
}

#[test]
fn a_problem_is_where_its_value_is() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for (number, case) in CASES.iter().enumerate() {
        for round in 1..=6 {
            let mut random = Numbers((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ round);
            let (text, place) = with_decoys(case, &mut random);
            let site = Project::new(SITE);
            if case.file.contains("/authors.") {
                site.remove("content/blog/authors.toml");
            }
            site.write(case.file, &text);
            let found = site.run("check --format json").json();
            let is_it = |found: &&Json| {
                found["file"] == case.file
                    && found["message"].as_str().is_some_and(|message| message.contains(case.says))
            };
            let of_it: Vec<&Json> = found.iter().filter(is_it).collect();
            let places: Vec<_> =
                of_it.iter().map(|one| (one["line"].as_u64(), one["column"].as_u64())).collect();
            tried += 1;
            if places != [(Some(place.0), Some(place.1))] {
                wrong.push(format!(
                    "{text}\n{place:?} for `{}`, not {places:?}; all: {found:#?}\n",
                    case.says
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried} are elsewhere, the first:\n{}", wrong.len(), wrong.join("\n"));
}
