//! `docgen rm`: redirects, and the messages about what no longer works.

use crate::harness::Project;

#[test]
fn a_redirect_of_a_removed_page_creates_the_config() {
    let site = Project::new("//- content/docs/a.md\n# A\n//- content/docs/b.md\n# B\n");
    site.run("rm content/docs/b.md --redirect /docs/a").code(0);
    assert_eq!(site.read("docgen.toml"), "\n[[redirects]]\nfrom = \"/docs/b\"\nto = \"/docs/a\"\n");
    site.build();
}

#[test]
fn a_redirect_of_a_removed_page_applies_to_its_translations() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n//- content/docs/a.md\n# A\n\
         //- content/docs/b.md\n# B\n//- content/i18n/de/docs/a.md\n# A\n//- content/i18n/de/docs/b.md\n# B\n",
    );
    site.run("rm content/docs/b.md --redirect /docs/a").code(0);
    let config = site.read("docgen.toml");
    assert!(config.ends_with("\n[[redirects]]\nfrom = \"/docs/b\"\nto = \"/docs/a\"\n"), "{config}");
    assert_eq!(config.matches("[[redirects]]").count(), 1, "{config}");
    site.build();
    assert!(site.read("dist/de/docs/b/index.html").contains("/de/docs/a/"));
}

#[test]
fn a_redirect_of_a_removed_translation_leads_to_the_translation_of_its_target() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n//- content/docs/letter-a.md\n# A\n\
         //- content/docs/b.md\n# B\n\n## X\n//- content/i18n/fr/docs/letter-a.md\n---\nslug: lettre-a\n---\n# A\n\
         //- content/i18n/fr/docs/b.md\n---\nslug: be\n---\n# B\n\n## X\n",
    );
    site.run("rm content/docs/letter-a.md --redirect /docs/b#x").code(0);
    let config = site.read("docgen.toml");
    assert!(config.contains("from = \"/docs/letter-a\"\nto = \"/docs/b#x\"\n"), "{config}");
    assert!(config.contains("from = \"/fr/docs/lettre-a\"\nto = \"/fr/docs/be#x\"\n"), "{config}");
    site.build();
    assert!(site.read("dist/fr/docs/lettre-a/index.html").contains("/fr/docs/be/"));
    assert!(site.read("dist/fr/docs/letter-a/index.html").contains("/fr/docs/be/"));
}

#[test]
fn the_note_about_a_removed_url_says_what_can_still_be_done() {
    let site = Project::new("//- content/docs/a.md\n# A\n//- content/docs/b.md\n# B\n");
    site.run("rm content/docs/b.md --dry-run")
        .code(0)
        .stderr_has("1 URL would no longer work; to redirect readers, add `--redirect /path/to/page`");
    site.run("rm content/docs/b.md").code(0).stderr_has(
        "1 URL no longer works; to redirect readers, add a `[[redirects]]` table with `from = \"/docs/b\"` to `docgen.toml`",
    );
    // A redirect in the default locale applies to all locales.
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'ar' }]\n//- content/docs/a.md\n# A\n//- content/docs/b.md\n# B\n",
    );
    site.run("rm content/docs/b.md")
        .code(0)
        .stderr_has("2 URLs no longer work")
        .stderr_has("`from = \"/docs/b\"`");
}

#[test]
fn a_page_without_its_translation_keeps_its_url() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n//- content/docs/a.md\n# A\n\
         //- content/docs/b.md\n# B\n//- content/i18n/de/docs/a.md\n# A\n\
         //- content/i18n/de/docs/b.md\n---\nslug: be\n---\n# B\n",
    );
    let run = site.run("rm content/i18n/de/docs/a.md --redirect /docs/b").code(0);
    run.stderr_lacks("no longer work").stderr_has("no redirects added: every URL still works");
    site.run("rm content/i18n/de/docs/b.md")
        .code(0)
        .stderr_has("1 URL no longer works")
        .stderr_has("/de/docs/be");
}

#[test]
fn a_suggestion_prefers_the_latest_release() {
    let site = Project::new(
        "//- content/docs/index.md\n# Docs\n//- content/docs/setup.md\n# Setup\n//- content/pages/about.md\n# About\n\n[Setup](../docs/setup.md)\n\
         //- content/versions/1.0/docs/setup.md\n# Setup\n//- content/versions/2.0/docs/setup.md\n# Setup\n",
    );
    site.run("rm content/docs/setup.md").code(1).stderr_has("did you mean `/docs/setup`?");
    site.write("content/pages/about.md", "# About\n\n[Setup](/docs/next/setup)\n");
    site.run("rm content/docs/setup.md").code(1).stderr_has("did you mean `/docs/setup`?");
}

#[test]
fn a_redirect_of_a_removed_page_applies_to_wildcard_redirects() {
    let site = || {
        Project::new(
            "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n\
             [[redirects]]\nfrom = '/old/*'\nto = '/docs/guides/*'\n\
             //- content/docs/a.md\n# A\n//- content/docs/guides/x.md\n# X\n//- content/docs/guides/y.md\n# Y\n",
        )
    };
    for arguments in
        ["rm content/docs/guides/x.md --redirect /docs/a", "rm content/docs/guides --redirect /docs/a"]
    {
        let site = site();
        site.run(arguments).code(0).stderr_has("no problems");
        site.run("build --strict").code(0);
        assert!(site.read("dist/old/x/index.html").contains("/docs/a/"));
        assert!(site.read("dist/fr/old/x/index.html").contains("/fr/docs/a/"));
        assert!(site.read("dist/_redirects").contains("/old/* /docs/guides/:splat"));
    }
    site()
        .run("rm content/docs/guides --redirect /docs/*")
        .code(2)
        .stderr_has("`/docs/*` isn't the path of a page")
        .stderr_has("specify one page or URL; every removed URL redirects to it");
}
