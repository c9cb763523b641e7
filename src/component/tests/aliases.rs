//! Tests for import aliases in `tsconfig.json` and `jsconfig.json`.

use super::{Site, outcome};

const FILES: &str = "
//- src/components/Chart.tsx
export default () => <b>chart</b>;
//- src/components/nested/index.ts
export const nested = \"nested\";
//- src/lib/data.json
{\"a\": 1}
//- generated/lib/data.json
{\"a\": 2}
//- src/utils.ts
export const util = \"util\";
//- types/dayjs.d.ts
export default 1;
//- npm/dayjs
export const all = { default: \"package\" };
//- npm/@components/real
export const all = { default: \"real\" };
";

/// Returns the outcome of a page with a config.
fn with(config: &str, page: &str) -> String {
    outcome(&format!("//- page.md\n{page}\n//- tsconfig.json\n{config}\n{FILES}"))
}

/// Returns the outcome of a page with a config that contains only these `paths`.
fn paths(paths: &str, page: &str) -> String {
    with(&format!("{{\"compilerOptions\": {{\"paths\": {paths}}}}}"), page)
}

#[test]
fn paths_of_a_config_name_files() {
    for (map, page, expected) in [
        (r#"{"@/*": ["./src/*"]}"#, "import Chart from \"@/components/Chart\"\n<Chart/>", "<b>chart</b>"),
        (r#"{"@/*": ["src/*"]}"#, "import Chart from \"@/components/Chart.tsx\"\n<Chart/>", "<b>chart</b>"),
        (r#"{"@/*": ["./src/*"]}"#, "import { nested } from \"@/components/nested\"\n{nested}", "nested"),
        (
            r#"{"@/*": ["./src/*"]}"#,
            "import text from \"@/lib/data.json?raw\"\n<p>{text.length}</p>",
            "<p>8</p>",
        ),
        (r#"{"@/*": ["./generated/*", "./src/*"]}"#, "import { a } from \"@/lib/data.json\"\n{a}", "2"),
        (r#"{"@/*": ["./nowhere/*", "./src/*"]}"#, "import { a } from \"@/lib/data.json\"\n{a}", "1"),
        // The longest text before `*` takes precedence, and exact names come first.
        (
            r#"{"*": ["./nowhere/*"], "~lib/*": ["./nowhere/*"], "~lib/d*": ["./src/lib/d*"]}"#,
            "import { a } from \"~lib/data.json\"\n{a}",
            "1",
        ),
        (
            r#"{"u*": ["./nowhere/*"], "utils": ["./src/utils.ts"]}"#,
            "import { util } from \"utils\"\n{util}",
            "util",
        ),
        (r#"{"*-data": ["./src/lib/*.json"]}"#, "import { a } from \"data-data\"\n{a}", "1"),
        (r#"{"~x": ["${configDir}/src/utils"]}"#, "import { util } from \"~x\"\n{util}", "util"),
        // Aliases don't replace a package with its types, and they don't replace docgen's own modules.
        (
            r#"{"dayjs": ["./types/dayjs.d.ts"], "react": ["./src/utils"]}"#,
            "import dayjs from \"dayjs\"\nimport { useId } from \"react\"\n{dayjs}{typeof useId}",
            "packagefunction",
        ),
        (r#"{"@components/*": ["./src/components/*"]}"#, "import a from \"@components/real\"\n{a}", "real"),
        // docgen's own alias.
        (r#"{"@site/*": ["./src/*"]}"#, "import { util } from \"@site/src/utils\"\n{util}", "util"),
    ] {
        assert_eq!(paths(map, page), expected, "{map} {page}");
    }
}

#[test]
fn a_base_url_comes_before_packages() {
    let config = r#"{"compilerOptions": {"baseUrl": "src", "paths": {"c/*": ["components/*"]}}}"#;
    let page = "import { util } from \"utils\"\nimport dayjs from \"dayjs\"\nimport Chart from \"c/Chart\"\n{util}{dayjs}<Chart/>";
    assert_eq!(with(config, page), "utilpackage<b>chart</b>");
    let js = format!(
        "//- page.md\nimport {{ util }} from \"utils\"\n{{util}}\n//- jsconfig.json\n{config}\n{FILES}"
    );
    assert_eq!(outcome(&js), "util");
    // Only the first config applies.
    assert!(outcome(&format!("{js}\n//- tsconfig.json\n{{}}\n")).contains("it isn't installed"));
}

#[test]
fn configs_extend_others_in_the_site() {
    let config = |extends: &str, options: &str| {
        format!("// A comment.\n{{ \"extends\": {extends}, /* and */ \"compilerOptions\": {{{options},}}, }}")
    };
    let base = "\n//- config/base.json\n{\"extends\": \"./deeper\", \"compilerOptions\": {\"paths\": {\"@/*\": [\"../src/*\"]}}}\n//- config/deeper.json\n{\"compilerOptions\": {\"baseUrl\": \"../src/lib\"}}\n//- config/root.json\n{\"compilerOptions\": {\"baseUrl\": \"..\"}}\n";
    let utils = "import { util } from \"@/utils\"\n{util}";
    for (extends, options, page, expected) in [
        (r#""./config/base""#, r#""strict": true"#, "import { a } from \"data.json\"\n{a}", "1"),
        // Paths are relative to the base URL, regardless of its location.
        (r#""./config/base.json""#, r#""baseUrl": "src/lib""#, utils, "src/src/utils"),
        (r#""./config/base.json""#, r#""baseUrl": "types""#, utils, "util"),
        (r#"["./config/base.json", "./config/root.json"]"#, r#""paths": {"@/*": ["src/*"]}"#, utils, "util"),
        // Only the TypeScript compiler reads packages and files outside the site.
        (r#"["@docusaurus/tsconfig", "../../base.json"]"#, r#""paths": {"@/*": ["./src/*"]}"#, utils, "util"),
    ] {
        let found = with(&(config(extends, options) + base), page);
        assert!(
            found == expected || found.contains(expected) && expected.contains('/'),
            "{extends} {options}: {found}"
        );
    }
}

#[test]
fn problems_with_aliases_are_reported_where_they_are() {
    let uses = "\n  the page `page.md` uses this file";
    for (config, expected) in [
        (
            "{\n  \"compilerOptions\": { \"paths\": { \"@/*\": \"./src/*\" } }\n}",
            "tsconfig.json:2:42: expected a list of paths for `@/*`",
        ),
        ("{\"compilerOptions\": {\"paths\": []}}", "tsconfig.json:1:31: expected an object for `paths`"),
        (
            "{\"compilerOptions\": {\"paths\": {\"a*b*\": []}}}",
            "tsconfig.json:1:32: the pattern `a*b*` contains more than one `*`",
        ),
        (
            "{\"compilerOptions\": {\"paths\": {\"a*\": [\"*/*\"]}}}",
            "tsconfig.json:1:39: the path `*/*` contains more than one `*`",
        ),
        (
            "{\"compilerOptions\": {\"paths\": {\"a\": [1]}}}",
            "tsconfig.json:1:38: expected a path as a string",
        ),
        ("{\"compilerOptions\": {\"baseUrl\": 1}}", "tsconfig.json:1:33: expected a string for `baseUrl`"),
        ("{\"extends\": \"./base\"}", "tsconfig.json:1:13: the file `base` doesn't exist"),
        (
            "{\"extends\": \"./tsconfig.json\"}",
            "tsconfig.json:1:13: `./tsconfig.json` extends this file\n  remove one of the two `extends` keys",
        ),
        (
            "{\"compilerOptions\": x}",
            "tsconfig.json:1:21: expected JSON\n  fix this file: docgen reads import aliases from it",
        ),
        (
            "{",
            "tsconfig.json:2:1: expected `}` but found `EOF`\n  fix this file: docgen reads import aliases from it",
        ),
    ] {
        let found = with(config, "import dayjs from \"dayjs\"\n{dayjs}");
        assert_eq!(found, format!("{expected}{uses}\npackage"), "{config}");
        // A page without such imports doesn't need the file.
        assert_eq!(with(config, "import { util } from \"./src/utils\"\n{util}"), "util");
    }
    let map = r#"{"@/*": ["./src/*"], "@components/*": ["./src/components/*"], "@shared/*": ["../shared/*"], "@abs/*": ["/etc/*"]}"#;
    for (page, expected) in [
        (
            "import a from \"@/components/chart\"",
            "page.md `\"@/components/chart\"`: can't import `@/components/chart`: the file `src/components/chart` doesn't exist\n  check the path, and `paths` in `tsconfig.json`",
        ),
        (
            "import a from \"@components/Chrat\"",
            "page.md `\"@components/Chrat\"`: can't import `@components/Chrat`: the file `src/components/Chrat` doesn't exist\n  check the path, and `paths` in `tsconfig.json`",
        ),
        (
            "import a from \"@shared/a\"",
            "page.md `\"@shared/a\"`: the import `@shared/a` points outside the site's folder\n  copy the file into the site's folder",
        ),
        (
            "import a from \"@abs/passwd?raw\"",
            "page.md `\"@abs/passwd?raw\"`: the import `@abs/passwd` points outside the site's folder\n  copy the file into the site's folder",
        ),
    ] {
        assert_eq!(paths(map, &format!("{page}\nx")), format!("{expected}\nx"), "{page}");
    }
}

#[test]
fn only_pages_that_use_an_alias_depend_on_the_config() {
    let used = |page: &str| {
        let site = Site::new(&format!(
            "//- page.md\n{page}\n//- tsconfig.json\n{{\"extends\": \"./base.json\"}}\n//- base.json\n{{}}\n{FILES}"
        ));
        let rendered = site.render("page.md");
        for (path, hash) in &rendered.used {
            assert_eq!(*hash, site.library.hash_of(path), "{path}");
        }
        let configs = rendered
            .used
            .keys()
            .filter(|path| !path.as_str().contains("src") && !path.as_str().starts_with("npm"));
        configs.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(used("import dayjs from \"dayjs\"\n{dayjs}"), ["base.json", "tsconfig.json"]);
    assert_eq!(
        used("import { util } from \"./src/utils\"\nimport { useId } from \"react\"\n{util}"),
        [""; 0]
    );
}
