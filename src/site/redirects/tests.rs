use std::fmt::Write as _;

use super::RedirectKind;
use crate::fixture::same_text;
use crate::site::Target;
use crate::site::tests::site;

/// Compares the redirects of a site with the expected text: each written redirect and each splat with its final target,
/// followed by the reports with their lines.
#[track_caller]
fn redirects(fixture: &str, expected: &str) {
    let (site, problems) = site(fixture);
    let shown = |target: &Target| match target {
        Target::Route(route) => route.to_string(),
        Target::Address { href, .. } => href.clone(),
    };
    let mut found = String::new();
    for redirect in &site.redirects {
        let sign = match redirect.kind {
            RedirectKind::Made => continue,
            RedirectKind::Config => "",
            RedirectKind::Alias => "alias ",
            RedirectKind::OfSplat => "of splat ",
        };
        let _ = writeln!(found, "{sign}{} -> {}{}", redirect.from, shown(&redirect.to), redirect.suffix);
    }
    for splat in &site.splats {
        let rest = if splat.carries { " + rest" } else { "" };
        let _ = writeln!(found, "{}/* -> {}{}{rest}", splat.from, shown(&splat.to), splat.suffix);
    }
    for problem in problems {
        let line = match &problem.location {
            Some(crate::diag::Location::Span(path, span)) => {
                let text = fixture.split("\n//- ").map(|file| file.trim_start_matches("\n//- "));
                let file = text
                    .filter_map(|file| file.split_once('\n'))
                    .find(|(name, _)| name.trim_start_matches("//- ").trim() == path.as_str());
                let (_, text) = file.expect("the file is in the fixture");
                format!("{path}:{}", text[..span.start as usize].matches('\n').count() + 1)
            }
            _ => "nowhere".to_owned(),
        };
        let hints: String = problem.hints.iter().map(|hint| format!("; {hint}")).collect();
        let _ = writeln!(found, "{} {line} {}{hints}", problem.code.as_str(), problem.message);
    }
    same_text(expected, &found);
}

const PAGES: &str = "
//- content/docs/a.md
## Part
//- content/docs/new/b.md
//- content/docs/new/deep/c.md
//- static/files/x.pdf
";

/// Returns a fixture with [`PAGES`] and a config with redirects. Each redirect is given as `from -> to` and has three
/// lines in the config.
fn config(redirects: &[&str]) -> String {
    let mut text = "//- docgen.toml\n".to_owned();
    for redirect in redirects {
        let (from, to) = redirect.split_once(" -> ").expect("it has two parts");
        let _ = write!(text, "[[redirects]]\nfrom = '{from}'\nto = '{to}'\n");
    }
    format!("{}{PAGES}", text.trim_end())
}

#[test]
fn chains_end_where_their_last_redirect_leads() {
    redirects(
        &config(&[
            "/one -> /two",
            "/two -> /three?x=1",
            "/three -> /docs/a?y=2#part",
            "/start -> /docs",
            "/into -> /old/b",
            "/old/* -> /mid/*",
            "/mid/* -> /docs/new/*",
            "/all/* -> /two",
            "/out -> /ext/a b",
            "/ext/* -> https://acme.example/*",
            "/far/* -> /ext/*",
            "/farther/* -> /ext/deep/*",
        ]),
        "
/one -> /docs/a?x=1
/two -> /docs/a?x=1
/three -> /docs/a?y=2#part
/start -> /docs/a
/into -> /docs/new/b
/out -> https://acme.example/a%20b
of splat /farther -> https://acme.example/deep/
of splat /all -> /docs/a?x=1
of splat /ext -> https://acme.example/
of splat /far -> https://acme.example/
of splat /mid/b -> /docs/new/b
of splat /mid/deep/c -> /docs/new/deep/c
of splat /old/b -> /docs/new/b
of splat /old/deep/c -> /docs/new/deep/c
/farther/* -> https://acme.example/deep/ + rest
/all/* -> /docs/a?x=1
/ext/* -> https://acme.example/ + rest
/far/* -> https://acme.example/ + rest
/mid/* -> /docs/new + rest
/old/* -> /docs/new + rest
redirect-chain docgen.toml:3 `/one` redirects to `/two`, which is itself a redirect; redirect it to `/docs/a?x=1`
redirect-chain docgen.toml:6 `/two` redirects to `/three?x=1`, which is itself a redirect; redirect it to `/docs/a?x=1`
redirect-chain docgen.toml:15 `/into` redirects to `/old/b`, which is itself a redirect; redirect it to `/docs/new/b`
redirect-chain docgen.toml:18 `/old/*` redirects to `/mid/*`, which is itself a redirect; redirect it to `/docs/new/*`
redirect-chain docgen.toml:24 `/all/*` redirects to `/two`, which is itself a redirect; redirect it to `/docs/a?x=1`
redirect-chain docgen.toml:27 `/out` redirects to `/ext/a b`, which is itself a redirect; redirect it to `https://acme.example/a%20b`
redirect-chain docgen.toml:33 `/far/*` redirects to `/ext/*`, which is itself a redirect; redirect it to `https://acme.example/*`
redirect-chain docgen.toml:36 `/farther/*` redirects to `/ext/deep/*`, which is itself a redirect; redirect it to `https://acme.example/deep/*`
",
    );
}

#[test]
fn loops_never_end_and_are_reported() {
    redirects(
        &config(&[
            "/self -> /self/",
            "/a -> /b",
            "/b -> /c",
            "/c -> /a#x",
            "/to-loop -> /b",
            "/grow/* -> /grow/more/*",
            "/x/* -> /y/*",
            "/y/* -> /x/*",
            "/z/* -> /z",
        ]),
        "
invalid-redirect docgen.toml:3 `/self` redirects to itself; redirect it to a page
invalid-redirect docgen.toml:6 `/a` redirects to `/b`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:9 `/b` redirects to `/c`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:12 `/c` redirects to `/a#x`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:15 `/to-loop` redirects to `/b`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:18 `/grow/*` redirects to itself; redirect it to a page
invalid-redirect docgen.toml:21 `/x/*` redirects to `/y/*`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:24 `/y/*` redirects to `/x/*`, which leads to a redirect loop; redirect one of these paths to a page
invalid-redirect docgen.toml:27 `/z/*` redirects to itself; redirect it to a page
",
    );
}

#[test]
fn what_cannot_work_is_reported_where_it_is_written() {
    redirects(
        &config(&[
            "/docs/a -> /docs/new/b",
            "/files/x.pdf -> /docs/a",
            "/docs/new/* -> /docs/a",
            "/files/* -> /docs/a",
            "/* -> /docs/a",
            "/gone -> /docs/aa",
            "/gone-folder/* -> /docs/old/*",
            "/chain -> /gone",
            "/twice -> /docs/a",
            "/twice/ -> /docs/new/b",
            "/splat/* -> /docs/a",
            "/splat/* -> /docs/new/*",
            "/a*b -> /docs/a",
            "/*/b -> /docs/a",
            "/p/* -> /docs/*/x",
            "/q -> /docs/new/*",
            "/r/* -> /docs/new/*#part",
            "https://acme.example/x -> /docs/a",
            "/mail -> mailto:a@acme.example",
            "/nothing -> ",
            "/anchor -> /docs/a#nowhere",
            "/ok%2A -> /docs/a",
            "/s/* -> https://acme.example/*?q=1",
        ]),
        "
/twice -> /docs/a
/anchor -> /docs/a#nowhere
/ok* -> /docs/a
of splat /splat -> /docs/a
/splat/* -> /docs/a
invalid-redirect docgen.toml:38 `/a*b`: a `*` matches the rest of a path, so it must come last, after a slash; use `/old/*`, or `%2A` for the character itself
invalid-redirect docgen.toml:41 `/*/b`: a `*` matches the rest of a path, so it must come last, after a slash; use `/old/*`, or `%2A` for the character itself
invalid-redirect docgen.toml:45 `/docs/*/x`: a `*` matches the rest of a path, so it must come last, after a slash; use `/new/*`, or `%2A` for the character itself
invalid-redirect docgen.toml:48 `/docs/new/*` contains a `*`, but `/q` doesn't; use `from = \"/q/*\"`
invalid-redirect docgen.toml:51 `/docs/new/*#part` has text after its `*`; end the target with `/*`; redirects keep the query anyway
invalid-redirect docgen.toml:53 `https://acme.example/x` isn't a path on this site; specify the path without the host, such as `/docs/old`
invalid-redirect docgen.toml:57 `mailto:a@acme.example` isn't a web URL; use a URL that starts with `https://`
invalid-redirect docgen.toml:60 missing target in a redirect; specify a page path, such as `/docs/new`, or a URL
invalid-redirect docgen.toml:69 `https://acme.example/*?q=1` has text after its `*`; end the target with `/*`; redirects keep the query anyway
invalid-redirect docgen.toml:2 `/docs/a` is a page, so it can't redirect; remove the page or the redirect
invalid-redirect docgen.toml:5 `/files/x.pdf` is a file in `static/`, so it can't redirect; remove the file or the redirect
invalid-redirect docgen.toml:8 `/docs/new/*` would also redirect the page `/docs/new/b`; redirect a folder that has no pages or files, or redirect each path separately
invalid-redirect docgen.toml:11 `/files/*` would also redirect the file `static/files/x.pdf`; redirect a folder that has no pages or files, or redirect each path separately
invalid-redirect docgen.toml:14 `/*` would also redirect the page `/404`; redirect a folder that has no pages or files, or redirect each path separately
invalid-redirect docgen.toml:29 duplicate redirect from `/twice/`; remove one of them
invalid-redirect docgen.toml:35 duplicate redirect from `/splat/*`; remove one of them
invalid-redirect docgen.toml:18 `/gone` redirects to `/docs/aa`, which doesn't match any page or file; did you mean `/docs/a`?
invalid-redirect docgen.toml:21 `/gone-folder/*` redirects to `/docs/old/*`, which doesn't match any page or file
broken-anchor docgen.toml:63 broken link: `/docs/a#nowhere` doesn't match any heading or ID on the target page; add the ID to a heading in `content/docs/a.md`, or correct the link
",
    );
}

#[test]
fn aliases_lead_to_their_page_in_every_locale_and_version() {
    redirects(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[[redirects]]
from = '/taken'
to = '/docs/a'
//- content/docs/a.md
---
aliases: [/old/a, beside, ../up/./x, 'with%20space', /fr/whole]
---
//- content/docs/guides/index.md
---
aliases:
  - /old/a
  - /docs/a
  - /taken
  - https://acme.example/x
  - /q?x
  - /s/*
  - ''
---
//- content/versions/1.0/docs/a.md
---
aliases: [/old/a, beside]
---
//- content/i18n/fr/versions/1.0/docs/a.md
---
aliases: [/vieux, /fr/ancien]
---
//- content/pages/about.md
---
aliases: [us]
---
//- content/pages/team.md
---
aliases: [people, /docs/next/beside]
---
",
        "
/taken -> /docs/a
alias /us -> /about
alias /old/a -> /docs/a
alias /docs/beside -> /docs/a
alias /fr/vieux -> /fr/docs/a
alias /fr/ancien -> /fr/docs/a
alias /people -> /team
alias /docs/next/beside -> /team
alias /docs/up/x -> /docs/next/a
alias /docs/next/with space -> /docs/next/a
alias /fr/whole -> /docs/next/a
/fr/taken -> /fr/docs/a
alias /fr/us -> /fr/about
alias /fr/old/a -> /fr/docs/a
alias /fr/docs/beside -> /fr/docs/a
alias /fr/people -> /fr/team
alias /fr/docs/next/beside -> /fr/team
alias /fr/docs/up/x -> /fr/docs/next/a
alias /fr/docs/next/with space -> /fr/docs/next/a
invalid-redirect content/docs/guides/index.md:6 the alias `https://acme.example/x` isn't a path on this site; specify one path, such as `/docs/old` or `old`
invalid-redirect content/docs/guides/index.md:7 the alias `/q?x` isn't a path on this site; specify one path, such as `/docs/old` or `old`
invalid-redirect content/docs/guides/index.md:8 the alias `/s/*` isn't a path on this site; specify one path, such as `/docs/old` or `old`
invalid-redirect content/docs/guides/index.md:9 the alias `` isn't a path on this site; specify one path, such as `/docs/old` or `old`
invalid-redirect content/docs/a.md:2 duplicate redirect from `beside`, which already redirects to the page `/team`; remove one of them
invalid-redirect content/docs/guides/index.md:3 duplicate redirect from `/old/a`, which already redirects to the page `/docs/a`; remove one of them
invalid-redirect content/docs/guides/index.md:4 `/docs/a` is a page, so it can't redirect; remove the page or the redirect
invalid-redirect content/docs/guides/index.md:5 duplicate redirect from `/taken`; remove one of them
",
    );
}

#[test]
fn an_alias_that_was_copied_with_the_documentation_belongs_to_the_copy() {
    redirects(
        "
//- content/docs/b.md
---
aliases: [/docs/next/a, /docs/next/same]
---
//- content/docs/c.md
---
aliases: [/docs/next/d]
---
//- content/docs/new.md
---
aliases: [/docs/renamed, /both]
---
//- content/versions/2.0/docs/old.md
---
aliases: [/docs/renamed, /both]
---
//- content/versions/2.0/docs/b.md
---
aliases: [/docs/next/a, /docs/next/same]
---
//- content/versions/2.0/docs/same.md
//- content/versions/2.0/docs/c.md
---
aliases: [/docs/next/e]
---
//- content/versions/1.0/docs/b.md
---
aliases: [/docs/next/a]
---
",
        "
alias /docs/a -> /docs/b
alias /docs/next/e -> /docs/c
alias /docs/renamed -> /docs/old
alias /both -> /docs/old
alias /docs/1.0/a -> /docs/1.0/b
alias /docs/next/a -> /docs/next/b
alias /docs/next/same -> /docs/next/b
alias /docs/next/d -> /docs/next/c
alias /docs/next/renamed -> /docs/next/new
",
    );
}

#[test]
fn an_older_alias_gives_way_to_a_newer_page_or_redirect() {
    redirects(
        "
//- docgen.toml
[[redirects]]
from = '/docs/next/gone'
to = '/docs/next/a'
//- content/docs/a.md
//- content/docs/c.md
//- content/versions/2.0/docs/a.md
//- content/versions/2.0/docs/b.md
---
aliases: [/docs/next/c, /docs/next/gone]
---
//- content/versions/1.0/docs/b.md
---
aliases: [/docs/a, /docs/b]
---
",
        "
/docs/next/gone -> /docs/next/a
alias /docs/c -> /docs/b
alias /docs/gone -> /docs/b
alias /docs/1.0/a -> /docs/1.0/b
",
    );
}

#[test]
fn a_redirect_in_the_current_documentation_applies_to_its_last_version() {
    redirects(
        "
//- docgen.toml
[[redirects]]
from = '/docs/next/gone'
to = '/docs/next/a'
[[redirects]]
from = '/docs/next/b'
to = '/docs/next/a'
[[redirects]]
from = '/docs/next/other'
to = '/docs/next/new'
//- content/docs/a.md
//- content/docs/new.md
//- content/versions/2.0/docs/a.md
//- content/versions/2.0/docs/b.md
",
        "
/docs/next/gone -> /docs/next/a
/docs/next/b -> /docs/next/a
/docs/next/other -> /docs/next/new
/docs/gone -> /docs/a
",
    );
}

#[test]
fn a_redirect_applies_to_each_locale_that_has_its_target() {
    redirects(
        "//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[[redirects]]
from = '/old'
to = '/docs/a#part'
[[redirects]]
from = '/gone/*'
to = '/docs/new/*'
[[redirects]]
from = '/fr/own'
to = '/docs/a'
[[redirects]]
from = '/special'
to = '/docs/a'
[[redirects]]
from = '/fr/special'
to = '/docs/new/b'
[[redirects]]
from = '/away'
to = 'https://example.com/'
[[redirects]]
from = '/start'
to = '/docs'
//- content/docs/a.md
## Part
//- content/docs/new/b.md
",
        "
/old -> /docs/a#part
/fr/own -> /docs/a
/special -> /docs/a
/fr/special -> /docs/new/b
/away -> https://example.com/
/start -> /docs/a
/fr/old -> /fr/docs/a#part
/fr/start -> /fr/docs/a
of splat /fr/gone/b -> /fr/docs/new/b
of splat /gone/b -> /docs/new/b
/fr/gone/* -> /fr/docs/new + rest
/gone/* -> /docs/new + rest
",
    );
}

#[test]
fn redirects_find_translations_with_their_own_urls() {
    redirects(
        "//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
[[redirects]]
from = '/wiki/*'
to = '/docs/*'
[[redirects]]
from = '/g/*'
to = '/docs/g/*'
[[redirects]]
from = '/h/*'
to = '/docs/h/*'
[[redirects]]
from = '/start'
to = '/docs'
//- content/docs/intro.md
---
slug: /
---
//- content/docs/a.md
---
aliases: [/old, 'e r']
---
//- content/docs/g/index.md
//- content/docs/g/x.md
//- content/docs/h/index.md
//- content/docs/h/x.md
//- content/i18n/de/docs/intro.md
---
slug: /einf
---
//- content/i18n/de/docs/a.md
---
slug: aa
aliases: [/alt]
---
//- content/i18n/de/docs/g/index.md
---
slug: idx
---
//- content/i18n/de/docs/h/_category_.toml
slug = 'hh'
",
        "
/start -> /docs
alias /de/alt -> /de/docs/aa
alias /old -> /docs/a
alias /docs/e r -> /docs/a
/de/wiki -> /de/docs/einf
/de/wiki/a -> /de/docs/aa
/de/wiki/g -> /de/docs/g/idx
/de/wiki/h -> /de/docs/hh
/de/g -> /de/docs/g/idx
/de/start -> /de/docs/einf
alias /de/old -> /de/docs/aa
alias /de/docs/e r -> /de/docs/aa
of splat /de/wiki/h/x -> /de/docs/hh/x
of splat /de/wiki/aa -> /de/docs/aa
of splat /de/wiki/einf -> /de/docs/einf
of splat /de/wiki/g/idx -> /de/docs/g/idx
of splat /de/wiki/g/x -> /de/docs/g/x
of splat /de/wiki/hh -> /de/docs/hh
of splat /de/wiki/hh/x -> /de/docs/hh/x
of splat /de/wiki/e r -> /de/docs/aa
of splat /de/g/idx -> /de/docs/g/idx
of splat /de/g/x -> /de/docs/g/x
of splat /de/h -> /de/docs/hh
of splat /de/h/x -> /de/docs/hh/x
of splat /wiki -> /docs
of splat /wiki/a -> /docs/a
of splat /wiki/g -> /docs/g
of splat /wiki/g/x -> /docs/g/x
of splat /wiki/h -> /docs/h
of splat /wiki/h/x -> /docs/h/x
of splat /wiki/e r -> /docs/a
of splat /g -> /docs/g
of splat /g/x -> /docs/g/x
of splat /h -> /docs/h
of splat /h/x -> /docs/h/x
/de/wiki/h/* -> /de/docs/hh + rest
/de/wiki/* -> /de/docs + rest
/de/g/* -> /de/docs/g + rest
/de/h/* -> /de/docs/hh + rest
/wiki/* -> /docs + rest
/g/* -> /docs/g + rest
/h/* -> /docs/h + rest
",
    );
}

#[test]
fn redirects_lead_from_and_to_the_path_that_a_folder_has_in_each_locale() {
    redirects(
        "//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
[[redirects]]
from = '/docs/guides/gone'
to = '/docs/guides/x'
[[redirects]]
from = '/docs/guides/old/*'
to = '/docs/guides/new/*'
[[redirects]]
from = '/wiki/*'
to = '/docs/*'
//- content/docs/a.md
//- content/docs/guides/x.md
---
aliases: [before]
---
//- content/docs/guides/new/y.md
//- content/docs/guides/new/z.md
//- content/i18n/de/docs/guides/_category_.toml
slug = 'anleitungen'
//- content/i18n/de/docs/guides/new/z.md
---
slug: zz
---
",
        "
/docs/guides/gone -> /docs/guides/x
alias /docs/guides/before -> /docs/guides/x
/de/docs/guides/gone -> /de/docs/anleitungen/x
/de/docs/anleitungen/gone -> /de/docs/anleitungen/x
/de/docs/guides/old/z -> /de/docs/anleitungen/new/zz
/de/docs/anleitungen/old/z -> /de/docs/anleitungen/new/zz
/de/wiki/guides/new/z -> /de/docs/anleitungen/new/zz
alias /de/docs/guides/before -> /de/docs/anleitungen/x
alias /de/docs/anleitungen/before -> /de/docs/anleitungen/x
of splat /de/docs/anleitungen/old/y -> /de/docs/anleitungen/new/y
of splat /de/docs/anleitungen/old/zz -> /de/docs/anleitungen/new/zz
of splat /de/docs/guides/old/y -> /de/docs/anleitungen/new/y
of splat /de/docs/guides/old/zz -> /de/docs/anleitungen/new/zz
of splat /docs/guides/old/y -> /docs/guides/new/y
of splat /docs/guides/old/z -> /docs/guides/new/z
of splat /de/wiki/guides/new/y -> /de/docs/anleitungen/new/y
of splat /de/wiki/guides/new/zz -> /de/docs/anleitungen/new/zz
of splat /de/wiki/guides/x -> /de/docs/anleitungen/x
of splat /de/wiki/guides/before -> /de/docs/anleitungen/x
of splat /de/wiki/guides/gone -> /de/docs/anleitungen/x
of splat /de/wiki/guides/old/z -> /de/docs/anleitungen/new/zz
of splat /de/wiki -> /de/docs/a
of splat /de/wiki/a -> /de/docs/a
of splat /de/wiki/anleitungen/new/y -> /de/docs/anleitungen/new/y
of splat /de/wiki/anleitungen/new/zz -> /de/docs/anleitungen/new/zz
of splat /de/wiki/anleitungen/x -> /de/docs/anleitungen/x
of splat /de/wiki/anleitungen/before -> /de/docs/anleitungen/x
of splat /de/wiki/anleitungen/gone -> /de/docs/anleitungen/x
of splat /de/wiki/anleitungen/old/z -> /de/docs/anleitungen/new/zz
of splat /wiki -> /docs/a
of splat /wiki/a -> /docs/a
of splat /wiki/guides/new/y -> /docs/guides/new/y
of splat /wiki/guides/new/z -> /docs/guides/new/z
of splat /wiki/guides/x -> /docs/guides/x
of splat /wiki/guides/before -> /docs/guides/x
of splat /wiki/guides/gone -> /docs/guides/x
/de/docs/anleitungen/old/* -> /de/docs/anleitungen/new + rest
/de/docs/guides/old/* -> /de/docs/anleitungen/new + rest
/docs/guides/old/* -> /docs/guides/new + rest
/de/wiki/guides/* -> /de/docs/anleitungen + rest
/de/wiki/* -> /de/docs + rest
/wiki/* -> /docs + rest
",
    );
}
