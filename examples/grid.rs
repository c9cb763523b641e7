use docgen::search::*;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
fn load(root: &std::path::Path) -> BTreeMap<String, Vec<u8>> {
    let mut sources = docgen::fs::load(root, &root.join("dist")).sources;
    let empty = docgen::source::Source::new(docgen::path::SourcePath::new("docgen.toml"), "");
    let parsed = docgen::config::Config::parse(sources.config.as_ref().unwrap_or(&empty));
    if !sources.openapi.is_loaded {
        sources.openapi = docgen::fs::load_openapi(root, &parsed.0.openapi, &sources.openapi.files);
    }
    let theme = docgen::theme::load(root).unwrap();
    let (assets, changes) = (docgen::fs::DiskAssets::new(root), BTreeMap::new());
    let mut cache = docgen::pipeline::Cache::default();
    let site = docgen::pipeline::assemble(
        &sources,
        parsed,
        &assets,
        &changes,
        &theme,
        Default::default(),
        &mut cache,
    )
    .site
    .unwrap();
    build(&site, &Options { blogs: vec![String::new(); site.blogs.len()], ..Default::default() })
        .into_iter()
        .map(|f| (f.path, f.bytes))
        .collect()
}
fn main() {
    let mut sites = BTreeMap::new();
    for s in ["eslint", "rust-book", "react-native", "fastapi", "stripe", "ocean", "small"] {
        sites.insert(s.to_owned(), load(&std::path::Path::new("/tmp/cs").join(s)));
    }
    sites.insert("site".into(), load(std::path::Path::new(".")));
    sites.insert("manual".into(), load(std::path::Path::new("manual")));
    let searchers: BTreeMap<_, _> =
        sites.iter().map(|(k, f)| (k.clone(), Searcher::new(|p| f.get(p).cloned()).unwrap())).collect();
    let mut qs = Vec::new();
    for f in ["corpora", "own"] {
        for l in std::fs::read_to_string(format!("tests/search/{f}.tsv")).unwrap().lines() {
            if l.starts_with('#') {
                continue;
            }
            let c: Vec<String> = l.split('\t').map(str::to_owned).collect();
            if c[2] == "tune" || std::env::var_os("HELD").is_some() {
                qs.push(c);
            }
        }
    }
    let run = |show: bool| {
        let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for c in &qs {
            let (site, lang) = c[0].split_once(':').unwrap_or((&c[0], "en"));
            let r = searchers[site]
                .search(&Request {
                    query: c[3].clone(),
                    page: 0,
                    hits_per_page: 20,
                    facet_filters: vec![vec![format!("language:{lang}")]],
                })
                .unwrap();
            let want: Vec<String> = c[4]
                .split('|')
                .map(|r| docgen::path::encode_path(r).trim_end_matches('/').to_owned())
                .collect();
            let rank = r
                .hits
                .iter()
                .take(10)
                .position(|h| want.iter().any(|w| *w == h.url_without_anchor.trim_end_matches('/')));
            let rr = rank.map_or(0.0, |r| 1.0 / (r + 1) as f64);
            if show && rank != Some(0) && c[2] == "tune" {
                println!(
                    "{:12} {:40} {:?} {}",
                    c[1],
                    c[3],
                    rank.map(|r| r + 1),
                    r.hits.first().map_or("", |h| &h.url)
                );
            }
            for k in [c[1].clone(), "all".into()] {
                let e = sums.entry(format!("{k} {}", c[2])).or_default();
                e.0 += rr;
                e.1 += 1.0;
            }
        }
        sums
    };
    let set = |v: [u32; 6]| {
        for (i, x) in v.iter().enumerate() {
            P[i].store(*x, Relaxed);
        }
    };
    if std::env::var_os("GRID").is_some() {
        let mut all = Vec::new();
        for e0 in [10, 20] {
            for e1 in [10, 20] {
                for w in [50, 100] {
                    for th in [50] {
                        for lt in [12] {
                            for lh in [5] {
                                let v = [e0, e1, w, th, lt, lh];
                                set(v);
                                let s = run(false);
                                all.push((s["all tune"].0 / s["all tune"].1, v));
                            }
                        }
                    }
                }
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (m, v) in all.iter().take(25) {
            println!("{m:.4} {v:?}");
        }
        for (m, v) in all.iter().rev().take(3) {
            println!("{m:.4} {v:?}");
        }
        set(all[0].1);
    }
    if let Some(v) = std::env::var("SET").ok() {
        let v: Vec<u32> = v.split(',').map(|x| x.parse().unwrap()).collect();
        set(v.try_into().unwrap());
    }
    for (k, (a, b)) in run(true) {
        println!("{k:24} {:.3} /{b}", a / b);
    }
}
