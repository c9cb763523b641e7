//! Builds for previews: the flags, the hosts' environment variables, and what pages show.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = 'Acme'
url = 'https://acme.example'
[analytics]
provider = 'plausible'
id = 'acme.example'
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- content/i18n/de/messages.json
{ \"preview\": \"Vorschau\", \"preview_commit_branch\": \"Vorschau von {commit} auf {branch}\" }
//- content/docs/index.md
# Home
";

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

const NETLIFY: [(&str, &str); 6] = [
    ("NETLIFY", "true"),
    ("CONTEXT", "deploy-preview"),
    ("DEPLOY_PRIME_URL", "https://deploy-preview-7--acme.netlify.app"),
    ("COMMIT_REF", COMMIT),
    ("HEAD", "new-words"),
    ("REPOSITORY_URL", "https://token:secret@github.com/acme/docs"),
];

/// Returns the start page of a site.
fn page(site: &Project) -> String {
    site.read("dist/docs/index.html")
}

#[test]
fn a_preview_of_a_host_has_its_url_and_a_badge_and_is_not_indexed() {
    let site = Project::new(SITE);
    site.run_with("build --strict", &NETLIFY).code(0).stderr_has(
        "building a preview of commit 0123456 on branch `new-words` for https://deploy-preview-7--acme.netlify.app on \
         Netlify: pages aren't indexed and have no analytics",
    );
    let english = page(&site);
    for part in [
        "<link data-head href=\"https://deploy-preview-7--acme.netlify.app/docs/\" rel=\"canonical\">",
        "content=\"noindex, nofollow\"",
        "<aside class=\"preview\" aria-label=\"Preview\"><a href=\"https://github.com/acme/docs/commit/0123456789abcdef0123456789abcdef01234567\" rel=\"nofollow\">Preview of commit <bdi>0123456</bdi> on branch <bdi>new-words</bdi></a></aside>",
        "/_docgen/immutable/preview.",
    ] {
        assert!(english.contains(part), "{part}\n{english}");
    }
    assert!(!english.contains("data-analytics"));
    assert!(!english.contains("secret"));
    assert!(site.read("dist/de/docs/index.html").contains("aria-label=\"Vorschau\""));
    assert_eq!(site.read("dist/robots.txt"), "User-agent: *\nDisallow: /\n");
    // A different commit changes the pages, and a production build has no trace of the preview.
    let mut next = NETLIFY;
    next[3].1 = "fedcba9876543210fedcba9876543210fedcba98";
    site.run_with("build --strict", &next).code(0);
    assert!(page(&site).contains("commit <bdi>fedcba9</bdi>"));
    let kept = site.dist();
    site.run_with("build --no-cache", &next).code(0);
    assert_eq!(kept, site.dist());
    site.run("build --strict").code(0);
    let english = page(&site);
    assert!(!english.contains("preview"), "{english}");
    assert!(english.contains("data-analytics=\"{&quot;provider&quot;:&quot;plausible&quot;"), "{english}");
    assert!(!site.dist().keys().any(|path| path.contains("/preview.")));
}

#[test]
fn each_host_names_its_previews() {
    let site = Project::new(SITE);
    for (host, variables, url) in [
        (
            "Vercel",
            &[("VERCEL", "1"), ("VERCEL_ENV", "preview"), ("VERCEL_URL", "acme-x.vercel.app")][..],
            "https://acme-x.vercel.app/docs/",
        ),
        (
            "Render",
            &[
                ("RENDER", "true"),
                ("IS_PULL_REQUEST", "true"),
                ("RENDER_EXTERNAL_URL", "https://acme-pr-7.onrender.com"),
            ],
            "https://acme-pr-7.onrender.com/docs/",
        ),
        (
            "GitLab",
            &[
                ("GITLAB_CI", "true"),
                ("CI_ENVIRONMENT_TIER", "development"),
                ("CI_ENVIRONMENT_URL", "https://acme.gitlab.io/docs/mr-7"),
            ],
            "https://acme.gitlab.io/docs/mr-7/docs/",
        ),
        (
            "Read the Docs",
            &[
                ("READTHEDOCS", "True"),
                ("READTHEDOCS_VERSION_TYPE", "external"),
                ("READTHEDOCS_CANONICAL_URL", "https://acme--7.org.readthedocs.build/en/7/"),
            ],
            "https://acme--7.org.readthedocs.build/en/7/docs/",
        ),
    ] {
        site.run_with("build --strict", variables)
            .code(0)
            .stderr_has(&format!("on {host}: pages aren't indexed"));
        assert!(
            page(&site).contains(&format!("content=\"{url}\" property=\"og:url\"")),
            "{host}: {}",
            page(&site)
        );
    }
    for variables in [
        &[
            ("NETLIFY", "true"),
            ("CONTEXT", "production"),
            ("DEPLOY_PRIME_URL", "https://main--acme.netlify.app"),
        ][..],
        &[("CONTEXT", "deploy-preview"), ("DEPLOY_PRIME_URL", "https://other.example")],
        &[("VERCEL", "1"), ("VERCEL_ENV", "production"), ("VERCEL_URL", "acme-x.vercel.app")],
        &[("CF_PAGES", "1"), ("CF_PAGES_URL", "https://1.acme.pages.dev"), ("CF_PAGES_BRANCH", "other")],
    ] {
        site.run_with("build --strict", variables).code(0).stderr_lacks("preview");
        assert!(page(&site).contains("content=\"https://acme.example/docs/\""), "{variables:?}");
    }
}

#[test]
fn flags_take_precedence_over_the_host() {
    let site = Project::new(SITE);
    site.run_with("build --preview never", &NETLIFY).code(0).stderr_lacks("preview");
    assert!(page(&site).contains("https://acme.example/docs/"));
    site.run_with("build --url https://pr.example/seven/", &NETLIFY).code(0);
    assert!(page(&site).contains("https://pr.example/seven/docs/"));
    site.run("build --url https://pr.example/seven/ --base-url /eight/ --no-index").code(0);
    let html = page(&site);
    assert!(html.contains("https://pr.example/eight/docs/") && html.contains("noindex"));
    assert!(html.contains("data-analytics") && !html.contains("class=\"preview\""));
    let pages =
        [("CF_PAGES", "1"), ("CF_PAGES_URL", "https://1.acme.pages.dev"), ("CF_PAGES_BRANCH", "other")];
    site.run_with("build --preview always", &pages).code(0);
    assert!(page(&site).contains("https://1.acme.pages.dev/docs/"));
    assert!(page(&site).contains(">Preview of branch <bdi>other</bdi></aside>"), "{}", page(&site));
    site.run("build --url pr.example").code(2).stderr_has("`--url`: expected a URL, found `pr.example`");
}

const POLICED: &str = "
//- docgen.toml
[site]
hosts = ['netlify', 'vercel', 'nginx', 'apache']
[csp]
script-src = ['https://cdn.example.com']
frame-ancestors = [\"'none'\"]
//- content/docs/a.md
# A

<script>one</script>
//- content/docs/b.md
# B
";

#[test]
fn a_policy_has_the_hash_of_every_inline_script() {
    let site = Project::new(POLICED);
    site.run("build --strict").code(0);
    let headers = site.read("dist/_headers");
    for part in [
        "/*\n  Content-Security-Policy: script-src 'self' 'sha256-",
        " 'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='",
        " https://cdn.example.com; object-src 'none'; base-uri 'self'; frame-ancestors 'none'\n/_docgen/immutable/*\n",
    ] {
        assert!(headers.contains(part), "{part}\n{headers}");
    }
    let policy = headers.lines().nth(1).unwrap_or_default().trim().split_once(": ").unwrap_or_default().1;
    assert!(site.read("dist/vercel.json").contains(policy));
    assert!(site.read("dist/docgen.nginx.conf").contains(policy));
    assert!(site.read("dist/.htaccess").contains(policy));
    site.write("content/docs/a.md", "# A\n");
    site.run("build --strict").code(0);
    assert!(!site.read("dist/_headers").contains("dpLDrTVAu4A8"));
    site.is_as_if_clean();
}

#[test]
fn without_a_policy_the_files_for_hosts_only_cache() {
    let site = Project::new(
        &POLICED
            .replace("[csp]", "[unused]")
            .split("[unused]")
            .next()
            .map_or_else(String::new, |start| format!("{start}//- content/docs/a.md\n# A\n")),
    );
    site.run("build --strict").code(0);
    assert_eq!(
        site.read("dist/_headers"),
        "/_docgen/immutable/*\n  Cache-Control: public, max-age=31536000, immutable\n\
         /\n  Link: </llms.txt>; rel=\"describedby\"; type=\"text/plain\"\n"
    );
    assert!(!site.read("dist/vercel.json").contains("Policy"));
    assert!(site.read("dist/vercel.json").contains("\"source\": \"/_docgen/immutable/(.*)\""));
    assert!(!site.has("dist/_redirects"));
    // If docgen's file contains no redirects, the writer's own file replaces it.
    site.write("static/vercel.json", "{}");
    site.run("build --strict").code(0);
    assert_eq!(site.read("dist/vercel.json"), "{}");
}

#[test]
fn a_bucket_has_rules_for_folders() {
    let site = Project::new(
        "//- docgen.toml\n[site]\nhosts = ['s3']\n[[redirects]]\nfrom = '/old/*'\nto = '/docs/*'\n\
         [[redirects]]\nfrom = '/old/x'\nto = '/docs/a'\n[[redirects]]\nfrom = '/away/*'\nto = 'https://acme.example/*'\n\
         [[redirects]]\nfrom = '/old/x/deep/*'\nto = 'https://acme.example/deep/*'\n\
         [[redirects]]\nfrom = '/one'\nto = '/docs/a'\n//- content/docs/a.md\n# A\n",
    );
    site.run("build --strict").code(0);
    let file: serde_json::Value = serde_json::from_str(&site.read("dist/s3-website.json")).expect("JSON");
    let rules: Vec<String> =
        file["RoutingRules"].as_array().into_iter().flatten().map(ToString::to_string).collect();
    assert_eq!(
        rules,
        [
            r#"{"Condition":{"KeyPrefixEquals":"old/x/deep/"},"Redirect":{"HttpRedirectCode":"301","Protocol":"https","HostName":"acme.example","ReplaceKeyPrefixWith":"deep/"}}"#,
            r#"{"Condition":{"KeyPrefixEquals":"old/x/"},"Redirect":{"HttpRedirectCode":"301","ReplaceKeyWith":"docs/a/"}}"#,
            r#"{"Condition":{"KeyPrefixEquals":"away/"},"Redirect":{"HttpRedirectCode":"301","Protocol":"https","HostName":"acme.example","ReplaceKeyPrefixWith":""}}"#,
            r#"{"Condition":{"KeyPrefixEquals":"old/"},"Redirect":{"HttpRedirectCode":"301","ReplaceKeyPrefixWith":"docs/"}}"#,
        ]
    );
    assert_eq!(file["IndexDocument"]["Suffix"], "index.html");
    assert_eq!(file["ErrorDocument"]["Key"], "404.html");
}
