use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use parking_lot::Mutex;

use super::*;
use crate::fixture::{Numbers, sources};
use crate::site::AssetFacts;

/// A site's files, as assets. The width of each asset is the length of the file's text.
struct Files(Vec<Source>);

impl Assets for Files {
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts> {
        let file = self.0.iter().find(|source| source.path == *path)?;
        Some(AssetFacts {
            hash: file.hash,
            length: file.text.len() as u64,
            size: Some((file.text.len() as u32, 1)),
        })
    }

    fn version(&self) -> u64 {
        0
    }
}

const SITE: &str = "\
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/a.md
---
title: A
---

Words. See [b](./b.md#part) and ![a picture](./p.png).

## First
//- content/docs/b.md
# B

## Part

More [of a](./a.md).
//- content/docs/folder/c.md
# C

See [nothing](./nothing.md).
//- content/i18n/fr/docs/b.md
# Bé

## Part
//- content/pages/index.md
# Home

[a](/docs/a)
//- content/blog/2024-01-02-post.md
# Post

Its words.
//- content/docs/p.png
1234
//- content/docs/q.png
123456
";

/// A file that every page can import, regardless of the path.
#[derive(Default)]
struct Import(Mutex<String>);

impl component::Files for Import {
    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        Ok(Source::new(path.clone(), &self.0.lock()))
    }

    fn exists(&self, _: &SourcePath) -> bool {
        true
    }

    fn refusal(&self, _: &SourcePath) -> Option<String> {
        None
    }

    fn package(
        &self,
        _: &str,
        _: &component::Platform,
    ) -> Result<component::Package, component::PackageProblem> {
        unreachable!("the pages import no packages")
    }

    fn package_place(&self, _: &str, _: u32, _: u32) -> Option<String> {
        None
    }
}

fn run(files: &[Source], cache: &mut Cache) -> Assembled {
    run_with(files, None, None, false, cache)
}

/// Assembles a site while someone types.
fn run_typing(files: &[Source], cache: &mut Cache) -> Assembled {
    run_with(files, None, None, true, cache)
}

fn run_with(
    files: &[Source],
    imports: Option<Arc<dyn component::Files>>,
    waits: Option<Waits<'_>>,
    typing: bool,
    cache: &mut Cache,
) -> Assembled {
    let of = |ending: &str| {
        files.iter().filter(|source| source.path.as_str().ends_with(ending)).cloned().collect::<Vec<_>>()
    };
    let mut markdown = [of(".md"), of(".mdx")].concat();
    markdown.sort_by(|a, b| a.path.cmp(&b.path));
    let config = of("docgen.toml").pop();
    let sources = Sources { config: config.clone(), markdown, ..Sources::default() };
    let (config, config_diagnostics) = Config::parse(&config.expect("the fixture has a config"));
    let (theme, changes, files) = (Theme::default(), BTreeMap::new(), Files(of(".png")));
    let input = Input {
        sources: &sources,
        config,
        config_diagnostics,
        assets: &files,
        imports,
        build_time: None,
        waits,
        changes: &changes,
        theme: &theme,
        options: Options { live: true, repeated: true, typing, ..Options::default() },
    };
    assemble(input, cache, &mut |_| {})
}

fn put(files: &mut [Source], path: &str, change: impl Fn(&str) -> String) {
    let file =
        files.iter_mut().find(|source| source.path.as_str() == path).expect("the fixture has the file");
    *file = Source::new(SourcePath::new(path), &change(&file.text));
}

/// Assembles a site with and without a cache and checks that the results are the same. Returns whether the site was
/// updated incrementally.
#[track_caller]
fn step(files: &[Source], cache: &mut Cache, before: &Site) -> (Site, bool) {
    let known = run(files, cache);
    let anew = run(files, &mut Cache::default());
    let site = known.site.expect("the config can be used");
    assert_eq!(format!("{site:#?}"), format!("{:#?}", anew.site.expect("the config can be used")));
    assert_eq!(known.diagnostics, anew.diagnostics);
    let short = site.pages.iter().any(|page| before.pages.iter().any(|other| Arc::ptr_eq(page, other)));
    (site, short)
}

#[test]
fn an_edit_of_words_leaves_the_rest_of_a_site_as_it_is() {
    let mut files = sources(SITE);
    let mut cache = Cache::default();
    let mut site = run(&files, &mut cache).site.expect("the config can be used");
    let mut edit = |path: &str, from: &str, to: &str| {
        put(&mut files, path, |text| {
            assert!(text.contains(from), "{from} is in {path}");
            text.replacen(from, to, 1)
        });
        let (next, short) = step(&files, &mut cache, &site);
        site = next;
        short
    };
    let a = "content/docs/a.md";
    assert!(edit(a, "Words.", "Other words, and `code`."));
    assert!(edit(a, "See [b]", "See [c](./folder/c.md), [b]"));
    assert!(edit(a, "./p.png", "./p.png) ![another](./q.png"), "one more file");
    assert!(!edit(a, " ![another](./q.png)", ""), "one file less");
    assert!(edit(a, "#part", "#parts"), "a link is broken");
    assert!(edit(a, "#parts", "#part"), "the link is fixed");
    assert!(edit("content/docs/b.md", "More", "Less"));
    assert!(!edit("content/docs/b.md", "## Part", "## A part"), "translations have other IDs");
    assert!(!edit("content/docs/b.md", "# B", "# Bee"), "it is in the sidebar");
    assert!(!edit(a, "title: A", "title: A\nsidebar_label: Ah"), "it is in the sidebar");
    assert!(edit("content/docs/folder/c.md", "See", "Look at"), "a broken link moves");
    assert!(!edit("content/blog/2024-01-02-post.md", "Its", "The"), "lists show it");
    assert!(edit("content/pages/index.md", "[a]", "[ah]"));
    assert!(edit("content/i18n/fr/docs/b.md", "## Part", "## Part\n\nDes mots."));
    assert!(!edit("docgen.toml", "[i18n]", "[site]\ntitle = \"Another\"\n[i18n]"));
}

#[test]
fn an_edit_of_headings_that_no_other_page_refers_to_leaves_the_rest_of_a_site_as_it_is() {
    let mut files = sources(&SITE.replace("[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]", ""));
    files.retain(|source| !source.path.as_str().contains("/i18n/"));
    let mut cache = Cache::default();
    let mut site = run(&files, &mut cache).site.expect("the config can be used");
    let mut edit = |path: &str, from: &str, to: &str| {
        put(&mut files, path, |text| text.replacen(from, to, 1));
        let (next, short) = step(&files, &mut cache, &site);
        site = next;
        short
    };
    let (a, b) = ("content/docs/a.md", "content/docs/b.md");
    assert!(edit(a, "## First", "## Fi"));
    assert!(edit(a, "## Fi", "## Fi\n\n[own](#fi)"));
    assert!(!edit(b, "## Part", "## A part"), "a link to it breaks");
    assert!(!edit(b, "## A part", "## Parts"), "the suggestion for the broken link changes");
    assert!(!edit(b, "## Parts", "## Part"), "the link is right again");
    assert!(edit(b, "## Part", "## Other\n\n## Part"));
    edit("docgen.toml", "", "[navbar]\nitems = [{ label = 'O', href = '/docs/b#other' }]\n");
    assert!(!edit(b, "## Other", "## Others"), "a setting refers to it");
    assert!(!edit(b, "## Others", "## Otherss"), "the suggestion for the setting changes");
}

#[test]
fn any_edits_lead_to_the_site_that_is_assembled_anew() {
    let pieces = [
        "Words",
        "\n\n## Part\n\n",
        "[a](./a.md)",
        "[b](b.md#part)",
        "[gone](./gone.md)",
        "![p](./p.png)",
        "![q](./q.png)",
        "\n\n# Title\n\n",
        "[home](/)",
        "<b id=\"part\">",
        "---\ntitle: T\n---\n",
        "\n",
        "`",
        "<!-- truncate -->",
    ];
    let several = sources(SITE);
    let mut one = several.clone();
    one.retain(|source| !source.path.as_str().contains("/i18n/"));
    put(&mut one, "docgen.toml", |_| String::new());
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut shorts = 0;
    for run_number in 0..40 {
        // Sites with one locale and with several.
        let first = [&several, &one][run_number % 2];
        let paths = first.iter().map(|source| source.path.as_str());
        let markdown: Vec<&str> = paths.filter(|path| path.ends_with(".md")).collect();
        let mut files = first.clone();
        let mut cache = Cache::default();
        let mut site = run(&files, &mut cache).site.expect("the config can be used");
        for _ in 0..15 {
            let path = markdown[numbers.below(markdown.len())];
            let piece = pieces[numbers.below(pieces.len())];
            let place = numbers.below(1000);
            put(&mut files, path, |text| {
                let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
                let at = starts[place % starts.len()];
                match place % 3 {
                    0 => text[..at].to_owned() + text[at..].split_once(' ').map_or("", |(_, rest)| rest),
                    _ => format!("{}{piece}{}", &text[..at], &text[at..]),
                }
            });
            // What is shown while someone types has no influence on later states.
            if place.is_multiple_of(2) {
                run_typing(&files, &mut cache);
            }
            let (next, short) = step(&files, &mut cache, &site);
            shorts += usize::from(short);
            site = next;
        }
    }
    assert!(shorts > 20, "the incremental path was taken {shorts} times");
}

#[test]
fn while_someone_types_only_the_problems_of_changed_files_are_current() {
    let mut files = sources(SITE);
    let mut cache = Cache::default();
    let first = run(&files, &mut cache);
    let pages = |assembled: &Assembled| assembled.site.as_ref().map(|site| site.pages.len());
    let in_file = |assembled: &Assembled, file: &str| {
        let is_there = |(_, found): &&(Severity, Diagnostic)| {
            found.location.as_ref().is_some_and(|place| place.path().as_str() == file)
        };
        assembled.diagnostics.iter().filter(is_there).map(|(_, found)| found.code).collect::<Vec<_>>()
    };
    let new = "content/docs/folder/new.md";
    files.push(Source::new(SourcePath::new(new), "# New\n\n[c](./c.md) [x](./lost.md) [y](../b.md#lost)\n"));
    let typing = run_typing(&files, &mut cache);
    assert!(typing.is_provisional);
    assert_eq!(in_file(&typing, new), [Code::BrokenLink, Code::BrokenAnchor]);
    assert_eq!(pages(&typing), pages(&first));
    put(&mut files, "docgen.toml", |text| format!("[site]\ntitel = 'T'\n{text}"));
    put(&mut files, "content/docs/b.md", |_| "# B\n\n[x](./lost.md)\n".to_owned());
    let typing = run_typing(&files, &mut cache);
    assert!(typing.is_provisional);
    assert_eq!(in_file(&typing, "docgen.toml"), [Code::InvalidConfig]);
    assert_eq!(in_file(&typing, "content/docs/b.md"), [Code::BrokenLink]);
    files.retain(|source| source.path.as_str() != "content/docs/b.md");
    assert_eq!(in_file(&run_typing(&files, &mut cache), "content/docs/b.md"), []);
    step(&files, &mut cache, &first.site.expect("the config can be used"));
}

#[test]
fn pages_that_import_a_changed_file_can_wait_and_catch_up() {
    let mut files = sources("//- docgen.toml\n");
    let import = Arc::new(Import(Mutex::new("\"old\"".to_owned())));
    for number in 0..50 {
        let path = format!("content/docs/p{number}.mdx");
        let text =
            format!("import words from \"/data/words.json\"\n\n# Page {number}\n\nThe {{words}} words.\n");
        files.push(Source::new(SourcePath::new(path), &text));
    }
    let new = |cache: &Cache| {
        let text = |parsed: &Parsed| parsed.document().first_paragraph().unwrap_or_default();
        cache.documents.iter().filter(|(parsed, _)| text(parsed) == "The new words.").count()
    };
    let (mut cache, imports) = (Cache::default(), Arc::clone(&import) as Arc<dyn component::Files>);
    let mut run = |waits: Option<Waits<'_>>| {
        let is_behind = run_with(&files, Some(Arc::clone(&imports)), waits, false, &mut cache).is_behind;
        (is_behind, new(&cache))
    };
    assert_eq!(run(None), (false, 0));
    *import.0.lock() = "\"new\"".to_owned();
    assert_eq!(run(Some(&|path| path.as_str() != "content/docs/p7.mdx")), (true, 1));
    // An interruption doesn't discard finished work.
    let asked = AtomicUsize::new(0);
    assert_eq!(run(Some(&|_| asked.fetch_add(1, Ordering::Relaxed) >= 10)), (true, 11));
    assert_eq!(run(Some(&|_| false)), (false, 50));
}
