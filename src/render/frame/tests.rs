use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use minijinja::context;
use serde_json::Value as Json;

use super::SidebarCache;
use crate::config::Config;
use crate::fixture::Numbers;
use crate::fs::{self, DiskAssets};
use crate::path::SourcePath;
use crate::pipeline::{self, Assembled, Cache, Input, Options, Sources};
use crate::render::sample::{Lacks, Sample};
use crate::render::{Artifact, Renderer, Theme, body};
use crate::source::Source;
use crate::theme;

fn bundled_theme() -> Theme {
    theme::load(Path::new("no/such/folder")).expect("the theme in the binary is whole")
}

fn assembled(mut sources: Sources, root: &Path, theme: &Theme) -> Assembled {
    let (config, config_diagnostics) =
        Config::parse(sources.config.as_ref().unwrap_or(&Source::new(SourcePath::new("docgen.toml"), "")));
    sources.openapi = fs::load_openapi(root, &config.openapi, &BTreeMap::new());
    let (assets, changes) = (DiskAssets::new(root), BTreeMap::new());
    let (options, sources) = (Options::default(), &sources);
    let input = Input {
        sources,
        config,
        config_diagnostics,
        assets: &assets,
        imports: None,
        build_time: None,
        waits: None,
        changes: &changes,
        theme,
        options,
    };
    pipeline::assemble(input, &mut Cache::default(), &mut |_| {})
}

/// Returns orders in which to request files: forward, backward, and several random orders.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![(0..count).collect(), (0..count).rev().collect()];
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for _ in 0..4 {
        let mut order: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            order.swap(at, numbers.below(at + 1));
        }
        orders.push(order);
    }
    orders
}

/// Returns pages in lists with lengths around the limit, at the top level and in nested categories, in two locales.
fn long_lists() -> Sources {
    let mut sources = Sources::default();
    let mut add = |path: String, text: &str| {
        sources.markdown.push(Source::new(SourcePath::new(format!("content/docs/{path}.md")), text));
    };
    for (folder, count) in [("", 130), ("a/", 230), ("a/b/", 101), ("a/b/c/", 121), ("d/", 100)] {
        for number in 0..count {
            add(format!("{folder}p-{number:03}"), "# A page\n");
        }
    }
    for number in 0..110 {
        add(format!("e/category-{number:03}/one"), "# One\n");
        add(format!("e/category-{number:03}/index"), "# An index\n");
    }
    sources.markdown.sort_by(|a, b| a.path.cmp(&b.path));
    let config = "[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n";
    sources.config = Some(Source::new(SourcePath::new("docgen.toml"), config));
    sources
}

#[test]
fn a_sidebar_does_not_depend_on_the_pages_rendered_before() {
    let theme = bundled_theme();
    let assembled = assembled(long_lists(), Path::new("no/such/folder"), &theme);
    let site = assembled.site.expect("the config can be used");
    let (mut renderer, _) = Renderer::new(&site, &theme, &assembled.messages, None);
    let forget = |renderer: &mut Renderer<'_>| {
        renderer.frames.iter_mut().for_each(|frame| frame.sidebars = SidebarCache::default());
    };
    let html = |renderer: &Renderer<'_>, page: usize| {
        renderer.sidebar(&site.pages[page]).map(|sidebar| sidebar.html()).unwrap_or_default()
    };
    let alone: Vec<String> = (0..site.pages.len())
        .map(|page| {
            forget(&mut renderer);
            html(&renderer, page)
        })
        .collect();
    assert!(alone.iter().filter(|html| !html.is_empty()).count() > 1500);
    let mut wrong = Vec::new();
    for (number, order) in orders(site.pages.len()).into_iter().enumerate() {
        forget(&mut renderer);
        for page in order {
            if html(&renderer, page) != alone[page] {
                wrong.push(format!("order {number}: {}", site.pages[page].route));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} sidebars differ, such as those of\n{}",
        wrong.len(),
        wrong[..9.min(wrong.len())].join("\n")
    );
}

#[test]
fn no_file_depends_on_the_files_rendered_before() {
    let theme = bundled_theme();
    let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    for name in ["api", "base-url", "basics", "blog", "generated-sidebar", "locales", "tags", "versions"] {
        let root = sites.join(name);
        let sources = fs::load(&root, &root.join("dist"));
        let assembled = assembled(sources, &root, &theme);
        let site = assembled.site.expect("the config can be used");
        let rendered = |order: Option<&[usize]>| -> Vec<Artifact> {
            let (renderer, _) = Renderer::new(&site, &theme, &assembled.messages, None);
            let outputs = renderer.outputs();
            let mut made: Vec<(usize, Artifact)> = match order {
                Some(order) => order.iter().map(|&at| (at, renderer.render(&outputs[at]))).collect(),
                None => (0..outputs.len()).map(|at| (at, renderer.render(&outputs[at]))).collect(),
            };
            made.sort_by_key(|(at, _)| *at);
            made.into_iter().map(|(_, artifact)| artifact).collect()
        };
        let forward = rendered(None);
        for order in orders(forward.len()).iter().skip(1).take(3) {
            for (found, expected) in rendered(Some(order)).iter().zip(&forward) {
                assert!(found == expected, "{name}: {} differs", expected.path);
            }
        }
    }
}

/// Compares two values and collects the paths of the keys that exist in only one value.
fn compare(page: &Json, sample: &Json, path: &str, wrong: &mut BTreeSet<String>) {
    match (page, sample) {
        (Json::Object(page), Json::Object(sample)) => {
            for key in page.keys().chain(sample.keys()) {
                match (page.get(key), sample.get(key)) {
                    (Some(page), Some(sample)) => compare(page, sample, &format!("{path}.{key}"), wrong),
                    _ => _ = wrong.insert(format!("{path}.{key}")),
                }
            }
        }
        (Json::Array(page), Json::Array(sample)) => {
            for (page, sample) in page.iter().zip(sample.iter().cycle()) {
                compare(page, sample, path, wrong);
            }
        }
        _ => {}
    }
}

#[test]
fn samples_have_the_keys_of_pages() {
    let theme = bundled_theme();
    let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let (mut kinds, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    for name in ["api", "basics", "blog", "generated-sidebar", "locales", "tags", "versions"] {
        let root = sites.join(name);
        let assembled = assembled(fs::load(&root, &root.join("dist")), &root, &theme);
        let site = assembled.site.expect("the config can be used");
        let (renderer, _) = Renderer::new(&site, &theme, &assembled.messages, None);
        for (index, page) in site.pages.iter().enumerate() {
            let values = context! {
                page => renderer.page_values(index, None),
                site => renderer.site_values(page),
                blog => renderer.blog_values(page, false),
            };
            let values = serde_json::to_value(values).expect("it has text keys");
            let sample =
                body::sample(page.kind, &Sample::new(Lacks::Nothing), &renderer.messages[page.locale]);
            let sample = serde_json::to_value(sample).expect("it has text keys");
            for key in ["page", "site", "blog"] {
                compare(&values[key], &sample[key], &format!("{}: {key}", page.kind.as_str()), &mut wrong);
            }
            kinds.insert(page.kind.as_str());
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(kinds.len() > 12, "{kinds:?}");
}
