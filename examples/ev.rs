use std::collections::BTreeMap;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let root = std::path::Path::new(&args[1]);
    let mut sources = docgen::fs::load(root, &root.join("dist")).sources;
    let empty = docgen::source::Source::new(docgen::path::SourcePath::new("docgen.toml"), "");
    let parsed = docgen::config::Config::parse(sources.config.as_ref().unwrap_or(&empty));
    if !sources.openapi.is_loaded {
        sources.openapi = docgen::fs::load_openapi(root, &parsed.0.openapi, &sources.openapi.files);
    }
    let theme = docgen::theme::load(root).unwrap();
    let (assets, changes) = (docgen::fs::DiskAssets::new(root), BTreeMap::new());
    let mut cache = docgen::pipeline::Cache::default();
    let a = docgen::pipeline::assemble(
        &sources,
        parsed,
        &assets,
        &changes,
        &theme,
        Default::default(),
        &mut cache,
    );
    let site = a.site.unwrap();
    let files: BTreeMap<String, Vec<u8>> = docgen::search::build(
        &site,
        &docgen::search::Options { blogs: vec![String::new(); site.blogs.len()], ..Default::default() },
    )
    .into_iter()
    .map(|f| (f.path, f.bytes))
    .collect();
    let s = docgen::search::Searcher::new(|p| files.get(p).cloned()).unwrap();
    let lang = args.get(2).unwrap();
    for q in &args[3..] {
        println!("== {q}");
        let r = s
            .search(&docgen::search::Request {
                query: q.clone(),
                page: 0,
                hits_per_page: 8,
                facet_filters: vec![vec![format!("language:{lang}")]],
            })
            .unwrap();
        for h in &r.hits {
            println!("   {} [{}] {:?}", h.url, h.kind, h.hierarchy["lvl1"]);
        }
    }
}
