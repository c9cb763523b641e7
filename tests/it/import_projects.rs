//! Which sites of a project `docgen import` converts, and long reports.

use crate::harness::Project;

#[test]
fn a_folder_with_several_sites_is_no_folder_of_markdown_files() {
    let project = Project::new(
        "//- de/book.toml\n[book]\n//- de/src/SUMMARY.md\n- [A](a.md)\n//- de/src/a.md\n# A\n//- en/book.toml\n[book]\n//- en/src/SUMMARY.md\n- [A](a.md)\n//- en/src/a.md\n# A\n",
    );
    let run = project.run("import . --to new");
    run.code(2)
        .stderr_has("found several sites: `de`, `en`")
        .stderr_has("import one site at a time, such as `de`");
    project.run("import de --to new").code(0);
}

#[test]
fn sites_in_nested_folders_are_found() {
    let site = |folder: &str| {
        format!(
            "//- {folder}/mkdocs.yml\nsite_name: A\n//- {folder}/docs/index.md\n# A\n//- {folder}/docs/b.md\n!!! tip\n    B\n"
        )
    };
    let several = format!(
        "{}{}{}//- README.md\n# Kettle\n//- parts/CHANGES.md\n# Changes\n",
        site("parts/pot"),
        site("parts/cup"),
        site("tests/cup")
    );
    let project = Project::new(&several);
    for command in ["import . --to new", "import parts --to new", "build --from . --out out"] {
        let run = project.run(command).code(2);
        assert!(run.stderr.contains("found several sites: `parts/cup`, `parts/pot`"), "{}", run.stderr);
        assert!(run.stderr.contains("import one site at a time, such as `parts/cup`"), "{}", run.stderr);
    }
    assert!(!project.has("new"));

    let project = Project::new(&format!("{}{}//- README.md\n# Kettle\n", site("parts/pot"), site("tests/a")));
    project.run("import . --to new").code(0);
    assert!(project.read("new/content/docs/b.md").contains(":::tip"));

    let project = Project::new(&format!("{}{}", site("docs"), site("parts/pot")));
    let run = project.run("import . --to new").code(0);
    assert!(run.stderr.contains("note: importing the site in `docs`"), "{}", run.stderr);
    assert!(run.stderr.contains("specify their folders: `parts/pot`"), "{}", run.stderr);
}

#[test]
fn a_few_small_sites_in_a_folder_of_markdown_files_are_reported() {
    let pages: String = (0..9).map(|number| format!("//- notes/n{number}.md\n# N\n")).collect();
    let project = Project::new(&format!(
        "//- a/mkdocs.yml\nsite_name: A\n//- a/docs/b.md\n# B\n//- c/book.toml\n[book]\n//- c/src/SUMMARY.md\n# C\n{pages}"
    ));
    let run = project.run("import . --to new").code(0);
    for message in
        ["not imported: the MkDocs site that this file configures", "not imported: the mdBook site that"]
    {
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert!(run.stderr.contains("import the folder of this file"), "{}", run.stderr);
    assert!(project.has("new/content/docs/notes/n1.md"));
}

#[test]
fn a_long_report_contains_the_most_important_steps() {
    let plugins: Vec<String> = (0..40).map(|number| format!("p{number}")).collect();
    let pages: String = (0..60)
        .map(|page| {
            let calls: String = (0..30).map(|call| format!("{{{{ value{page}_{call}() }}}}\n\n")).collect();
            format!("//- project/docs/p{page}.md\n# P\n\n{calls}")
        })
        .collect();
    let project = Project::new(&format!(
        "//- project/mkdocs.yml\nsite_name: Kettle\nplugins: [macros, {}]\n{pages}",
        plugins.join(", ")
    ));
    let run = project.run("import project --to new").code(0);
    assert!(run.stderr.lines().count() < 500, "{}", run.stderr.lines().count());
    let report = project.read("new/import-report.md");
    assert!(report.lines().count() < 60, "{report}");
    for part in [
        "### Settings and files (40 items)",
        "### Pages (1800 items)",
        "- Not imported: 40 items. For each, look for an equivalent docgen feature.",
        "  - 34 more\n",
        "[The list of all steps](./import-report-all.md)",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let all = project.read("new/import-report-all.md");
    assert!(all.contains("`p39` plugin") && all.contains("value59_29()"), "{all}");
    project.run("build new").code(0);
    // A report without omissions has no list of all steps.
    project.write("project/mkdocs.yml", "site_name: Kettle\n");
    project.run("import project --to new").code(0);
    assert!(!project.has("new/import-report-all.md"));
}

#[test]
fn the_pages_of_a_site_can_be_outside_the_folder_of_its_config() {
    const SITE: &str = "//- kettle/doc/index.md\n# Tea\n\n!!! tip\n    Hot\n//- kettle/doc/a.md\n# A\n//- kettle/tools/site/mkdocs.yml\nsite_name: Kettle\ndocs_dir: ../../doc\ntheme: { name: material, custom_dir: own }\nnav: [index.md, a.md]\n//- kettle/tools/site/own/main.html\n<b></b>\n//- kettle/src/a.c\n//- kettle/README.md\n# K\n";
    const NEAR: &str = "//- kettle/doc/index.md\n# Tea\n\n!!! tip\n    Hot\n//- kettle/doc/a.md\n# A\n//- kettle/site/mkdocs.yml\nsite_name: Kettle\ndocs_dir: ../doc\ntheme: { name: material, custom_dir: own }\nnav: [index.md, a.md]\n//- kettle/site/own/main.html\n<b></b>\n";
    for (files, folder) in [(SITE, "kettle"), (NEAR, "kettle"), (NEAR, "kettle/site")] {
        let project = Project::new(files);
        let run = project.run(&format!("import {folder} --to new")).code(0);
        assert!(run.stderr.contains("imported an MkDocs site (2 pages"), "{}", run.stderr);
        assert!(run.stderr.contains("the templates in `"), "{}", run.stderr);
        assert!(project.read("new/content/docs/index.md").contains(":::tip"));
        project.run("build new").code(0);
    }
}
