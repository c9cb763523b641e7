//! `docgen rm`: removes pages unless something still refers to them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::preview::{self, Preview, print, site};
use super::{ExitStatus, Failure, Outcome, report};
use crate::config::Config;
use crate::diag::Severity;
use crate::fs;
use crate::path::{RoutePath, SourcePath, decode_path};
use crate::refactor::{self, Edits, Moves, Pairs};
use crate::site::{PageKind, RedirectKind, Site};

#[derive(Args)]
pub(super) struct Arguments {
    /// Page, image, or folder to remove
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
    /// Report the problems without removing anything
    #[arg(long)]
    dry_run: bool,
    /// Remove the files even if something refers to them
    #[arg(long)]
    force: bool,
    /// Redirect the removed URLs to a page or URL
    #[arg(long, value_name = "URL")]
    redirect: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut opened = preview::open(arguments.root.as_deref().unwrap_or(Path::new(".")), "rm")?;
    let mut preview = Preview::of_disk(&mut opened)?;
    if let Some(to) = arguments.redirect.as_deref().filter(|to| to.ends_with("/*")) {
        return Err(Failure::new(format!("`{to}` isn't the path of a page"))
            .hint("specify one page or URL; every removed URL redirects to it"));
    }
    let path = preview::existing(&preview.session.root, &arguments.path)?;
    let paths: Vec<SourcePath> = preview::in_locales(&preview.session.root, &path)
        .into_iter()
        .filter(|path| preview.exists(path))
        .collect();
    let moves = Moves::new(paths.iter().map(|path| (path.clone(), None)).collect());
    let mut edits = Edits::default();
    let mut after = preview.with(&moves, &edits)?;
    let urls = removed(&Pairs::new(site(&preview.before), site(&after), &moves));
    // A redirect in the default locale also applies to the other locales.
    let of_default = |url: &RoutePath| {
        let locales = &site(&preview.before).locales;
        let home = locales[1..].iter().find_map(|locale| url.strip(&locale.home))?;
        Some(locales[0].home.join(home))
    };
    let is_implied = |url: &&RoutePath| of_default(url).is_some_and(|of_default| urls.contains(&of_default));
    let own: Vec<&RoutePath> = urls.iter().filter(|url| !is_implied(url)).collect();
    if let Some(to) = &arguments.redirect {
        let redirect = |url: &&RoutePath| (url.to_written(), target_of(site(&after), url, to));
        let redirects: Vec<_> = own.iter().map(redirect).collect();
        if let Some(config) = &preview.sources.config {
            refactor::redirects(config, &redirects, &mut edits);
        }
        after = preview.with(&moves, &edits)?;
    }
    let mut lines: Vec<String> = paths.iter().map(|path| format!("remove {path}")).collect();
    lines.extend(preview.lines(&edits, &moves));
    let unused = unused(site(&preview.before), site(&after));
    let unused = unused.into_iter().filter(|file| !moves.affect(file));
    lines.extend(unused.map(|file| format!("{file} isn't used anymore")));
    print(&lines)?;
    let mut problems = preview.new_problems(&after, &moves);
    let custom = preview.custom_css();
    let missing =
        custom.iter().flat_map(|custom| refactor::missing_files(site(&preview.before), site(&after), custom));
    problems.extend(missing.map(|problem| (Severity::Error, problem)));
    let root = &preview.session.root;
    let source = |path: &SourcePath| {
        custom.as_ref().filter(|custom| custom.path == *path).or_else(|| after.source(path))
    };
    let counts = report::diagnostics(&problems, source, root, super::Format::Human);
    let breaks = counts.fail(true);
    let is_refused = breaks && !arguments.force;
    if !arguments.dry_run && !is_refused {
        for path in &paths {
            let file = root.join(path.as_str());
            fs::remove_all(&file)
                .map_err(|error| Failure::new(format!("can't remove `{path}`: {}", fs::reason(&error))))?;
        }
        preview.write(&moves, &edits)?;
    }
    if arguments.redirect.is_none() && !urls.is_empty() {
        let count = report::plural(urls.len(), "URL");
        report::note(&if arguments.dry_run || is_refused {
            format!("{count} would no longer work; to redirect readers, add `--redirect /path/to/page`")
        } else {
            let work = if urls.len() == 1 { "works" } else { "work" };
            let from = own.first().map(|url| url.to_written()).unwrap_or_default();
            let hint = format!("add a `[[redirects]]` table with `from = \"{from}\"` to `{}`", fs::CONFIG);
            format!("{count} no longer {work}; to redirect readers, {hint}")
        });
    }
    if arguments.redirect.is_some() && urls.is_empty() {
        report::note("no redirects added: every URL still works");
    }
    let verb = if arguments.dry_run || is_refused { "would remove" } else { "removed" };
    let hint =
        if is_refused && !arguments.dry_run { "; to remove the files anyway, add `--force`" } else { "" };
    report::summary(&format!("{verb} {}: {counts}{hint}", report::plural(paths.len(), "path")));
    Ok(if is_refused { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Returns the target of a redirect from a path. The target can be given as the path of a page's file. If the redirect's
/// path is in another locale than the target page, the target is the page's translation.
fn target_of(site: &Site, from: &RoutePath, to: &str) -> String {
    let (path, suffix) = to.split_at(to.find(['?', '#']).unwrap_or(to.len()));
    if let Some(page) = site.page_of_file(&decode_path(path)) {
        return target_of(site, from, &format!("{}{suffix}", page.route.to_written()));
    }
    let locale = site.locales[1..].iter().position(|locale| from.strip(&locale.home).is_some());
    let page = site.page_index(&RoutePath::new(decode_path(path))).filter(|_| path.starts_with('/'));
    let translation = page.and_then(|page| site.pages[page].in_locale(locale? + 1));
    translation.map_or_else(|| to.to_owned(), |route| format!("{}{suffix}", route.to_written()))
}

/// Returns the paths of the removed pages, and the paths that redirected to them because of their aliases. Without its
/// translation, a page shows the original at the same path.
fn removed(pairs: &Pairs<'_>) -> Vec<RoutePath> {
    let pages = pairs.removed().filter(|page| page.kind != PageKind::NotFound && !page.draft);
    let pages: BTreeSet<RoutePath> = pages.map(|page| page.route.clone()).collect();
    let aliases = pairs.before.redirects.iter().filter(|redirect| {
        redirect.kind == RedirectKind::Alias && redirect.page().is_some_and(|page| pages.contains(page))
    });
    let all = pages.iter().cloned().chain(aliases.map(|redirect| redirect.from.clone()));
    let after = pairs.after;
    let works = |url: &RoutePath| {
        after.page_index(url).is_some() || after.redirects.iter().any(|redirect| redirect.from == *url)
    };
    all.filter(|url| !works(url)).collect()
}

/// Returns the files that pages used before and that no page uses now.
fn unused(before: &Site, after: &Site) -> Vec<SourcePath> {
    let gone = before.assets.keys().filter(|file| !after.assets.contains_key(*file)).cloned();
    let urls = |site: &Site| -> BTreeSet<String> {
        let urls = site.resolved.iter().flat_map(|of_page| {
            let links = of_page.links.iter().map(|link| link.href.clone());
            of_page.images.iter().map(|image| image.src.clone()).chain(links)
        });
        urls.collect()
    };
    let (old, new) = (urls(before), urls(after));
    let is_gone = |file: &&SourcePath| {
        let url = url_of(&before.config, file);
        old.contains(&url) && !new.contains(&url)
    };
    gone.chain(before.static_files.iter().filter(is_gone).cloned()).collect()
}

fn url_of(config: &Config, file: &SourcePath) -> String {
    let path = file.strip_dir("static").unwrap_or(file.as_str());
    config.addressing().file_href(&crate::path::OutPath::new(path))
}
