use super::*;
use crate::path::SourcePath;

/// Parses a config and returns its problems as `line: message (hint)` lines.
fn check(text: &str) -> (Config, String) {
    let source = Source::new(SourcePath::new("docgen.toml"), text);
    let (config, mut diagnostics) = Config::parse(&source);
    crate::diag::sort(&mut diagnostics);
    let lines: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| {
            let line = match &diagnostic.location {
                Some(crate::diag::Location::Span(_, span)) => {
                    text[..span.start as usize].matches('\n').count() + 1
                }
                _ => 0,
            };
            format!("{line}: {} {}", diagnostic.message, diagnostic.hints.join("; ")).trim().to_owned()
        })
        .collect();
    (config, lines.join("\n"))
}

#[test]
fn an_empty_config_is_a_site() {
    let (config, problems) = check("");
    assert_eq!(problems, "");
    let docs = config.docs.main();
    assert_eq!(
        (config.site.base_url.as_str(), docs.route(), docs.folder().as_str()),
        ("/", "docs", "content/docs")
    );
    assert_eq!((docs.toc_min_heading_level, docs.toc_max_heading_level), (2, 5));
}

#[test]
fn every_problem_is_reported_at_once_with_the_nearest_key() {
    let (_, problems) = check(
        "[site]\ntitel = 'x'\nbase_url = 3\n[color_mode]\ndefault_mode = 'drak'\n[[navbar.items]]\nlable = 'x'\n[docs]\ntoc_min_heading_level = 9\n[zzz]\n",
    );
    assert_eq!(
        problems,
        "2: unknown key `site.titel` did you mean `title`?\n\
         3: `site.base_url`: expected a string, found a number use `\"3\"`\n\
         5: unknown value `drak` for `color_mode.default_mode` did you mean `dark`?\n\
         7: unknown key `navbar.items[1].lable` did you mean `label`?\n\
         9: `docs.toc_min_heading_level`: expected a number from 2 to 6, found 9\n\
         10: unknown key `zzz` use one of `site`, `color_mode`, `announcement_bar`, `navbar`, `footer`, `head`, `docs`, `blog`, `redirects`, `og`, `openapi`, `search`, `reader`, `i18n`, `markdown`, `images`, `variables`, `repositories`, `external_links`, `analytics`, `feedback`, `csp`, `diagnostics`"
    );
}

#[test]
fn an_invalid_key_hides_no_invalid_value_and_nothing_that_follows_from_it_is_reported() {
    let (config, problems) = check(
        "[site]\nurl = 'x'\n[[redirects]]\nform = '/a'\n[[blog]]\nid = 1\n[[blog]]\nid = 2\n[[i18n.locales]]\ncode = 'a_b'\n",
    );
    let lines: Vec<&str> =
        problems.lines().filter_map(|line| line.split_once(' ').map(|(line, _)| line)).collect();
    assert_eq!(lines, ["2:", "4:", "4:", "6:", "8:", "10:"], "{problems}");
    assert!(config.is_partial && !config.is_broken);
}

#[test]
fn a_suggested_key_or_value_counts_as_the_written_one() {
    let (config, problems) = check(
        "[site]\ntitel = 'X'\nno_index = 'yes'\n[docs]\nroute = 5\n[color_mode]\ndefault_mode = 'drak'\n[serch]\nplaceholder = 'Y'\n",
    );
    assert_eq!(problems.lines().count(), 5, "{problems}");
    assert_eq!((config.site.title.as_str(), config.site.no_index), ("X", true));
    assert_eq!(config.docs.main().route(), "5");
    assert_eq!(config.search.placeholder.as_deref(), Some("Y"));
    // Not if the suggested key also exists, or if its value is invalid.
    let (config, problems) = check("[site]\ntitel = 'X'\ntitle = 'Y'\nbase_ulr = ['/a/']\n");
    assert_eq!(problems.lines().count(), 2, "{problems}");
    assert_eq!((config.site.title.as_str(), config.site.base_url.as_str()), ("Y", "/"));
}

#[test]
fn an_invalid_item_of_a_list_keeps_the_other_items_and_their_locations() {
    let text = "[[redirects]]\nfrom = '/a'\n[[redirects]]\nfrom = '/b'\nto = '/c'\n[[redirects]]\nfrom = '/d'\nto = '/e'\n";
    let (config, problems) = check(text);
    assert_eq!(problems, "2: missing key `to` in `redirects[1]`");
    assert_eq!(config.redirects.iter().map(|one| one.from.as_str()).collect::<Vec<_>>(), ["/b", "/d"]);
    let source = Source::new(SourcePath::new("docgen.toml"), text);
    let source = ConfigSource::new(&source).without(&config.left_out);
    assert_eq!(source.place("redirects.1.to").map(|range| &text[range]), Some("'/e'"));
}

#[test]
fn a_key_without_a_value_is_missing_its_value() {
    let (_, problems) = check("[site]\ntitle =\nurl = # none\ntagline = 'x'\n");
    let hint = "add a value after `=`, or remove the key";
    assert_eq!(problems, format!("2: missing value for `title` {hint}\n3: missing value for `url` {hint}"));
}

#[test]
fn a_key_outside_its_table_is_told_its_table() {
    for (key, table) in
        [("base_url = '/x/'", "site"), ("toc_max_heading_level = 3", "docs"), ("math = true", "markdown")]
    {
        let (_, problems) = check(&format!("{key}\n"));
        assert!(problems.ends_with(&format!("move it to the `[{table}]` table")), "{problems}");
    }
}

#[test]
fn text_that_is_not_toml_is_one_problem_with_a_place() {
    let (_, problems) = check("[site]\ntitle = \n");
    assert!(problems.starts_with("2: "), "{problems}");
}

#[test]
fn what_is_not_toml_hides_no_other_problem() {
    let (config, problems) = check(
        "[site]\ntitle = My docs\nurl = 'https://x.example'\nurl = 'https://y.example'\n[serch]\n[docs]\nrout = 'x\n[site]\n",
    );
    assert_eq!(
        problems,
        "2: string values must be quoted, expected literal string use `\"My docs\"`\n\
         4: duplicate key remove one of them: a table can set `url` only once\n\
         5: unknown key `serch` did you mean `search`?\n\
         7: invalid literal string, expected `'`\n\
         8: duplicate key move the keys that follow this line to the `[site]` table on line 1"
    );
    assert_eq!(config.site.title, Config::default().site.title);
    let (_, problems) = check("[site]\ntitle: 'x'\n");
    assert_eq!(problems, "2: key with no value, expected `=` use `title = 'x'`");
    let (_, problems) = check("[site\ntitle = 'x'\n[serch]\n[site]\n[site]\nurl_of = 'x'\n");
    assert_eq!(
        problems,
        "1: unclosed table, expected `]`\n\
         3: unknown key `serch` did you mean `search`?\n\
         5: duplicate key move the keys that follow this line to the `[site]` table on line 4\n\
         6: unknown key `site.url_of` did you mean `url`?"
    );
}

#[test]
fn addresses_are_brought_into_one_form() {
    let (config, problems) = check("[site]\nurl = 'https://docs.example.com/'\nbase_url = 'sub/path'\n");
    assert_eq!(problems, "");
    assert_eq!(config.site.url.as_deref(), Some("https://docs.example.com"));
    assert_eq!(config.site.base_url, "/sub/path/");
    let (_, problems) = check("[site]\nurl = 'docs.example.com'\nbase_url = 'https://x.example/a'\n");
    assert_eq!(problems.lines().count(), 2, "{problems}");
    let (config, problems) = check("[site]\nbase_url = '/a?b/'\n");
    assert_eq!(
        problems,
        "2: `site.base_url`: `?` isn't allowed in a path: `/a?b/` use a percent-encoded path, such as `/docs-site/` \
         or `/my%20docs/`"
    );
    assert_eq!(config.site.base_url, "/");
}

#[test]
fn an_invalid_word_in_a_list_keeps_the_other_words() {
    let (config, problems) = check("[markdown]\nextensions = [\"keys\", \"zzz\", \"highlight\"]\n");
    assert_eq!(config.markdown.extensions, [super::Extension::Keys, super::Extension::Highlight]);
    assert_eq!(problems.matches("unknown value").count(), 1, "{problems}");
}

#[test]
fn a_table_where_several_may_be_is_told_how_they_are_written() {
    let (_, problems) = check("[redirects]\nfrom = '/a'\n[i18n]\nlocales = { code = 'en' }\n");
    assert_eq!(
        problems,
        "1: `redirects`: expected a list, found a table use `[[redirects]]`\n\
         4: `i18n.locales`: expected a list, found a table"
    );
}

#[test]
fn a_string_instead_of_a_table_is_told_the_key() {
    let (_, problems) = check("[i18n]\nlocales = ['en', { code = 'fr' }]\n");
    assert_eq!(problems, "2: `i18n.locales[1]`: expected a table, found a string use `{ code = \"en\" }`");
}

#[test]
fn sidebars_mix_ids_and_tables() {
    let (config, problems) = check(
        "[docs.sidebars]\ndocs = ['intro', { category = 'Guides', items = ['a', { doc = 'b', label = 'B' }] }, { autogenerated = 'x' }]\n",
    );
    assert_eq!(problems, "");
    let sidebars = config.docs.main().sidebars.as_ref().expect("set above");
    assert_eq!(sidebars["docs"].len(), 3);
    let (_, problems) = check("[docs.sidebars]\ndocs = [3, { categroy = 'x' }]\n");
    assert_eq!(problems.lines().count(), 2, "{problems}");
}

#[test]
fn documentation_is_one_set_or_a_list_of_sets() {
    let (config, problems) = check(
        "[[docs]]\n[[docs]]\nid = 'sdk'\n[[docs.versions]]\nname = '1.0'\n[[docs]]\nid = 'ui'\nroute = '/'\n",
    );
    assert_eq!(problems, "");
    let sets: Vec<_> =
        config.docs.iter().map(|docs| (docs.folder(), docs.route(), docs.versions.len())).collect();
    assert_eq!(
        sets,
        [("content/docs".into(), "docs", 0), ("content/sdk".into(), "sdk", 1), ("content/ui".into(), "/", 0)]
    );
    assert_eq!(check("docs = []").0.docs.len(), 1);
}

#[test]
fn sets_of_documentation_need_ids_and_paths_of_their_own() {
    let (config, problems) = check(
        "[[docs]]\n[[docs]]\n[[docs]]\nid = 'a'\nroute = '/docs/'\n[[docs]]\nid = 'pages'\n[[docs]]\nid = 'b'\n\
         [[docs]]\nid = 'a/b'\n[[blog]]\nid = 'b'\n",
    );
    assert_eq!(
        problems,
        "2: duplicate documentation ID `docs` give each `[[docs]]` table its own `id`, which also sets the folder and the default `route`\n\
         3: duplicate documentation URL `/docs` give each `[[docs]]` table its own `id`, which also sets the folder and the default `route`\n\
         7: invalid documentation ID `pages` use the name of a folder in `content` other than `pages`, `versions`, `i18n`, and `openapi`\n\
         11: invalid documentation ID `a/b` use the name of a folder in `content` other than `pages`, `versions`, `i18n`, and `openapi`\n\
         12: the `b` folder is for documentation, not for a blog move the posts to another folder, and set `folder` to its name"
    );
    assert_eq!(config.docs.iter().map(|docs| docs.id.as_str()).collect::<Vec<_>>(), ["docs", "b"]);
}

#[test]
fn severities_follow_the_config() {
    let (config, problems) =
        check("[diagnostics]\nbroken-anchor = 'error'\nbroken-link = 'off'\nbroken-lnik = 'warn'\n");
    assert_eq!(problems, "4: unknown diagnostic `broken-lnik` did you mean `broken-link`?");
    assert_eq!(config.severity(Code::BrokenAnchor), Some(Severity::Error));
    assert_eq!(config.severity(Code::BrokenLink), None);
    assert_eq!(config.severity(Code::MissingImage), Some(Severity::Error));
}

#[test]
fn one_key_sets_the_severity_of_all_errors() {
    let (config, problems) = check("[diagnostics]\nerrors = 'warn'\nbroken-link = 'error'\n");
    assert_eq!(problems, "");
    for code in Code::ALL {
        let expected = match code {
            Code::BrokenLink => Severity::Error,
            code if code.is_fatal() => Severity::Error,
            _ => Severity::Warning,
        };
        assert_eq!(config.severity(*code), Some(expected), "{}", code.as_str());
    }
}

#[test]
fn a_config_that_is_cut_or_garbled_is_reported_and_never_fatal() {
    let text = "[site]\nurl = 'https://x.example'\nbase_url = '/ä/'\n[docs]\ntoc_min_heading_level = 2\n\
                [docs.sidebars]\na = ['b', { category = 'c', items = [{ doc = 'd' }] }]\n[[navbar.items]]\nlabel = 'x'\n\
                [diagnostics]\nbroken-link = 'warn'\n";
    for (at, c) in text.char_indices() {
        let _ = check(&text[..at]);
        for other in ["", "\0", "[", "'", "9", "🎈"] {
            let _ = check(&format!("{}{other}{}", &text[..at], &text[at + c.len_utf8()..]));
        }
    }
}

#[test]
fn blogs_are_told_apart_and_count_posts() {
    let (config, problems) =
        check("[[blog]]\nsidebar_count = 'ALL'\n[[blog]]\nid = 'news'\nsidebar_count = 0\n");
    assert_eq!(problems, "");
    let counts: Vec<usize> = config.blog.iter().map(|blog| blog.sidebar_count.limit()).collect();
    assert_eq!(counts, [usize::MAX, 0]);
    assert_eq!((config.blog[1].folder(), config.blog[1].route().as_str()), ("news", "/news"));
    let (config, problems) = check("[[blog]]\n[[blog]]\nid = 'b'\nroute = '/blog/'\n");
    assert_eq!(
        problems,
        "2: duplicate blog URL `/blog` give each `[[blog]]` table its own `id`, which also sets the default `folder` and `route`"
    );
    assert_eq!(config.blog.len(), 1);
    let (_, problems) = check("[[blog]]\nsidebar_count = 'all'\n[[blog]]\nsidebar_count = true\n");
    assert_eq!(
        problems,
        "2: unknown value `all` for `blog[1].sidebar_count` use `ALL`\n\
         4: `blog[2].sidebar_count`: expected an integer or `ALL`, found a boolean"
    );
}

#[test]
fn a_whole_number_is_written_as_one() {
    for (value, expected) in [
        ("3", ""),
        ("0x3", ""),
        ("3.0", "2: `docs.toc_min_heading_level`: expected an integer, found a number use `3`"),
        ("3e0", "2: `docs.toc_min_heading_level`: expected an integer, found a number use `3`"),
        ("'3'", "2: `docs.toc_min_heading_level`: expected an integer, found a string use `3`"),
        ("[3]", "2: `docs.toc_min_heading_level`: expected an integer, found a list"),
        ("inf", "2: `docs.toc_min_heading_level`: expected an integer, found a number"),
    ] {
        let (_, problems) = check(&format!("[docs]\ntoc_min_heading_level = {value}\n"));
        assert_eq!(problems, expected, "{value}");
    }
}

#[test]
fn a_hosted_search_needs_its_keys_and_says_which_hosts_it_asks() {
    let keys = "app_id = 'APP1'\napi_key = 'k'\nindex_name = 'i'\n";
    let (config, problems) = check(&format!("[search]\nprovider = 'algolia'\n{keys}"));
    assert_eq!(problems, "");
    assert_eq!(
        config.search.hosts(),
        [
            "https://app1-dsn.algolia.net",
            "https://app1-1.algolianet.com",
            "https://app1-2.algolianet.com",
            "https://app1-3.algolianet.com"
        ]
    );
    let hint =
        "copy the application ID, the search-only API key, and the index name from the Algolia dashboard";
    let (config, problems) = check("[search]\nprovider = 'algolia'\napp_id = 'a b'\nindex_name = ' '\n");
    assert_eq!(
        problems,
        format!(
            "2: missing key `api_key` in `search`: the `algolia` provider requires it {hint}\n\
             2: missing key `index_name` in `search`: the `algolia` provider requires it {hint}\n\
             3: invalid application ID `a b`"
        )
    );
    assert_eq!(config.search.answerer(), None);
    assert_eq!(config.search.page(), None);
}

#[test]
fn the_search_is_embedded_unless_the_config_says_otherwise() {
    let answerer = |text: &str| {
        let (config, problems) = check(text);
        assert_eq!(problems, "");
        config.search.answerer() == Some(Answerer::Embedded) && config.search.hosts().is_empty()
    };
    assert!(answerer(""));
    assert!(answerer(
        "[search]\nprovider = 'embedded'\nfacet_filters = ['language:en', ['docusaurus_tag:a', 'docusaurus_tag:b']]\n"
    ));
    assert!(!answerer("[search]\nprovider = false\n"));
    let (_, problems) = check("[search]\nprovider = 'algoila'\nreport_url = 'x'\n");
    assert!(problems.contains("2: "), "{problems}");
    let (config, problems) = check("[search]\nfacet_filters = ['kind:guide', 'language:en']\n");
    assert_eq!(
        problems,
        "2: the embedded search has no facet `kind:guide` use `language:<code>` or `docusaurus_tag:<tag>`"
    );
    assert_eq!(config.search.facet_filters, [FacetFilter::One("language:en".into())]);
    let (config, problems) = check("[search]\nreport_url = 'report'\n");
    assert_eq!(
        problems,
        "2: `search.report_url`: expected a URL or path, found `report` start it with `https://`"
    );
    assert_eq!(config.search.report_url, None);
}

#[test]
fn an_accent_is_a_colour() {
    let (config, problems) = check("[site]\naccent = 'OKLCH(0.5 0.2 262)'\n");
    assert_eq!((config.site.accent.as_deref(), problems.as_str()), (Some("OKLCH(0.5 0.2 262)"), ""));
    let problem = |accent: &str| {
        let (config, problems) = check(&format!("[site]\ntitle = 'accent'\naccent = '{accent}'\n"));
        assert_eq!(config.site.accent, None);
        problems
    };
    let example = "use a CSS color such as `#2255cc`, `teal`, or `oklch(0.5 0.2 262)`";
    for (accent, hint) in [
        ("2255cc", "use `#2255cc`"),
        ("Tael", "did you mean `teal`?"),
        ("#12", example),
        ("", example),
        ("red; background: url(x)", example),
    ] {
        assert_eq!(problem(accent), format!("3: invalid color `{accent}` for `site.accent` {hint}"));
    }
}

#[test]
fn languages_have_tags_and_each_a_code_of_its_own() {
    let (config, problems) = check(
        "[i18n]\ndefault_locale = 'zh-Hant-TW'\nlocales = [{ code = 'zh-Hant-TW' }, { code = 'de', lang = 'de-1996' }, { code = 'sl-rozaj-biske-1994' }]\n",
    );
    assert_eq!((config.i18n.locales.len(), problems.as_str()), (3, ""));
    let (_, problems) = check(
        "[[i18n.locales]]\ncode = 'en'\nlang = 'en_US.UTF-8'\n[[i18n.locales]]\nlang = 'fr-'\ncode = 'fr/ca'\n\
         [[i18n.locales]]\ncode = 'EN'\n[[i18n.locales]]\ncode = ''\n[[i18n.locales]]\ncode = 'f'\n[[i18n.locales]]\ncode = 'français'\n",
    );
    let hint = "use letters and digits joined by `-`, such as `fr`, `pt-BR`, or `zh-Hant`";
    assert_eq!(
        problems,
        format!(
            "3: invalid language tag `en_US.UTF-8` use `en-US`\n\
             5: invalid language tag `fr-` {hint}\n\
             6: invalid language tag `fr/ca` {hint}\n\
             8: duplicate locale `EN` remove one of the locales, or change its `code`\n\
             10: invalid language tag `` {hint}\n\
             12: invalid language tag `f` {hint}\n\
             14: invalid language tag `français` {hint}"
        )
    );
    let (_, problems) = check("[i18n]\ndefault_locale = 'pt_BR'\n");
    assert_eq!(problems, "2: invalid language tag `pt_BR` use `pt-BR`");
    let (_, problems) = check("[i18n]\ndefault_locale = 'fr'\nlocales = [{ code = 'en' }]\n");
    assert_eq!(
        problems,
        "2: the default locale `fr` isn't one of the locales add `{ code = \"fr\" }` to `locales`, or change `default_locale`"
    );
    let (_, problems) = check("[i18n]\ndefault_locale = 'pt_BR'\nlocales = [{ code = 'pt_BR' }]\n");
    assert_eq!(problems, "3: invalid language tag `pt_BR` use `pt-BR`");
}

#[test]
fn a_value_is_found_where_it_stands() {
    let text =
        "[docs.sidebars]\n'v1.0' = ['a', { category = 'a', items = [{ doc = 'a' }] }]\n[docs]\nmain = 'a'\n";
    let source = Source::new(SourcePath::new("docgen.toml"), text);
    let found = |path: &str| ConfigSource::new(&source).place(path).map(|range| &source.text[range]);
    assert_eq!(found("docs.sidebars.v1.0.0"), Some("'a'"));
    assert_eq!(found("docs.sidebars.v1.0.1.items.0.doc"), Some("'a'"));
    assert_eq!(ConfigSource::new(&source).place("docs.main"), text.rfind("'a'").map(|at| at..at + 3));
    assert_eq!(found("docs.sidebars.v1.0.2"), None);
    assert_eq!(found("docs.sidebars.v1"), None);
}

#[test]
fn analytics_feedback_and_policies_are_complete() {
    let (config, problems) = check(
        "[analytics]\nprovider = 'matomo'\nid = '1'\n[feedback]\n[csp]\nscript-src = ['https://a.example; x']\n\
         'Frame Src' = []\nimg-src = ['data:']\n",
    );
    assert_eq!(
        problems,
        "1: missing key `host` in `analytics` set `host` to the URL of your installation, such as `https://stats.example.com`\n\
         6: `csp.script-src[1]`: invalid source `https://a.example; x` specify one source for each entry, such as `https://cdn.example.com` or `'unsafe-inline'`\n\
         7: `csp`: unknown directive `Frame Src` specify a directive, such as `script-src`"
    );
    assert!(config.analytics.is_none() && config.feedback.is_none());
    let (_, problems) = check("[feedback]\n");
    assert_eq!(
        problems,
        "1: `[feedback]` has no destination for the answers set `url` or `issue_url`, or add `[analytics]`"
    );
    let (_, problems) = check(
        "[analytics]\nprovider = 'umami'\nid = ' '\n[feedback]\nissue_url = 'https://a.example/{titel}?{url}'\n",
    );
    assert_eq!(
        problems,
        "3: `analytics.id` is empty set `id` to the ID of your site, which the provider shows\n\
         5: unknown placeholder `{titel}` in `feedback.issue_url` did you mean `title`?"
    );
    assert_eq!(
        config.csp.map(|policy| policy.into_keys().collect::<Vec<_>>()),
        Some(vec!["img-src".to_owned()])
    );
    let (config, problems) = check(
        "[csp]\nscript-src = ['https://a.example', 'self', \"'unsafe-inline\", \"'sha256-x'\"]\nimg-src = ['data']\nsandbox = ['self']\n",
    );
    assert_eq!(
        problems,
        "2: `csp.script-src[2]`: invalid source `self` use `\"'self'\"`\n\
         2: `csp.script-src[3]`: invalid source `'unsafe-inline` use `\"'unsafe-inline'\"`\n\
         3: `csp.img-src[1]`: invalid source `data` use `\"data:\"`"
    );
    assert_eq!(config.csp.map(|policy| policy.len()), Some(1));
    for (text, script) in [
        ("provider = 'posthog'\nid = 'phc_1'", "https://us-assets.i.posthog.com/static/array.js"),
        ("provider = 'posthog'\nid = 'x'\nhost = 'https://p.example/'", "https://p.example/static/array.js"),
        ("provider = 'gtm'\nid = 'GTM-\"&'", "https://www.googletagmanager.com/gtm.js?id=GTM-%22%26"),
    ] {
        let (config, problems) = check(&format!("[analytics]\n{text}\n"));
        assert_eq!(problems, "");
        assert_eq!(config.analytics.map(|analytics| analytics.script()).as_deref(), Some(script));
    }
}

#[test]
fn assistants_open_pages_and_connect_servers() {
    let (config, problems) = check(
        "[reader]\nassistants = ['claude', 'vscode', 'cursor']\nmcp_url = 'https://mcp.example/?a=\"'\n",
    );
    assert_eq!(problems, "");
    let [claude, vscode, cursor] = [0, 1, 2].map(|index| config.reader.assistants[index]);
    assert_eq!(
        (claude.name(), claude.chat("Read https://x.example/a.md & \"b\".").as_str()),
        ("Claude", "https://claude.ai/new?q=Read%20https://x.example/a.md%20%26%20%22b%22.")
    );
    assert_eq!(claude.connect("Docs", "https://mcp.example"), None);
    assert_eq!(
        vscode.connect("My docs", "https://mcp.example").as_deref(),
        Some(
            "vscode:mcp/install?%7B%22name%22:%22My%20docs%22%2C%22type%22:%22http%22%2C%22url%22:%22https://mcp.example%22%7D"
        )
    );
    assert_eq!(
        cursor.connect("My docs", "https://mcp.example").as_deref(),
        Some(
            "cursor://anysphere.cursor-deeplink/mcp/install?name=My%20docs&config=eyJ1cmwiOiJodHRwczovL21jcC5leGFtcGxlIn0%3D"
        )
    );
    assert_eq!(config.reader.off(), Vec::<&str>::new());
    let (config, _) = check("[reader]\nlink_previews = false\nhistory = false\n");
    assert_eq!(config.reader.off(), ["previews", "history"]);
    let (_, problems) = check("[reader]\nassistants = ['claud']\n");
    assert_eq!(problems, "2: unknown value `claud` for `reader.assistants[1]` did you mean `claude`?");
}

#[test]
fn sample_languages_are_those_of_the_theme() {
    let theme = include_str!("../../theme/src/islands/request/samples/languages.ts");
    let names: Vec<&str> = theme
        .split("language(")
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
        .collect();
    assert_eq!(names.len(), 18);
    for name in names {
        let (config, problems) =
            check(&format!("[[openapi]]\nfile = 'a.yaml'\nsample_languages = ['{name}']\n"));
        assert_eq!((problems.as_str(), config.openapi[0].sample_languages.len()), ("", 1), "{name}");
    }
    for list in ["['pyton']", "['go', { language = 'pyton', label = 'Python 3' }]"] {
        let (_, problems) = check(&format!("[[openapi]]\nfile = 'a.yaml'\nsample_languages = {list}\n"));
        assert!(problems.contains("did you mean `python`?"), "{problems}");
    }
    let (config, problems) = check(
        "[[openapi]]\nfile = 'a.yaml'\nsample_languages = [{ language = 'nodejs', label = 'JavaScript' }]\n",
    );
    assert_eq!((problems.as_str(), config.openapi[0].sample_languages.len()), ("", 1));
}

#[test]
fn names_of_other_sites_need_no_translation() {
    let (config, problems) = check(
        "[[navbar.items]]\nlabel = 'GitHub'\nhref = 'https://github.com/a/b'\n\
         [[navbar.items]]\nlabel = 'Docs'\nhref = 'https://docs.example.com'\n\
         [[navbar.items]]\nlabel = 'More'\nitems = [{ label = 'Stack Overflow', href = 'https://stackoverflow.com/q' }]\n\
         [[footer.columns]]\nitems = [{ label = 'Example', href = '/example' }, { label = 'Mastodon', href = 'https://mastodon.social/@a' }]\n",
    );
    assert_eq!(problems, "");
    assert_eq!(config.names().into_iter().collect::<Vec<_>>(), ["GitHub", "Mastodon", "Stack Overflow"]);
    assert!(config.names().is_subset(&config.labels()));
}
