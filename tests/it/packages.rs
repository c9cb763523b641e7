//! npm packages: how they're found, bundled, and cached. In these tests, a script replaces esbuild. The tests in
//! `tests/components` use the real esbuild.

use std::os::unix::fs::PermissionsExt as _;

use crate::harness::Project;

/// A script that replaces esbuild. It copies the output from the package's folder and records each run.
const ESBUILD: &str = r#"#!/bin/sh
for argument in "$@"; do
  case "$argument" in
    --outdir=*) out=${argument#--outdir=} ;;
    --metafile=*) meta=${argument#--metafile=} ;;
  esac
done
read -r entry
name=$(echo "$entry" | sed 's/.*from "\(.*\)";/\1/')
folder=node_modules/$name
[ -d "$folder" ] || folder=../node_modules/$name
echo "$name" >> ran.txt
if [ -f "$folder/error.txt" ]; then cat "$folder/error.txt" >&2; exit 1; fi
cat "$folder/index.js" > "$out/stdin.js"
if [ -f "$folder/index.css" ]; then cat "$folder/index.css" > "$out/stdin.css"; fi
echo "{\"inputs\":{\"<stdin>\":{},\"$folder/index.js\":{},\"$folder/index.css\":{}},\"outputs\":{\"stdin.js\":{\"imports\":[{\"path\":\"react\",\"external\":true}]}}}" > "$meta"
"#;

const SITE: &str = r#"
//- docgen.toml
[site]
title = "Kettle"
url = "https://kettle.example"
//- content/docs/a.mdx
import { Box } from "boxes"

# A

<Box>a</Box>
//- content/docs/b.mdx
import { Box } from "boxes"

# B

<Box>b</Box>
//- content/docs/c.md
# C
"#;

const BOXES: &str = "const react = require(\"react\");\n\
    const Box = ({ children }) => react.createElement(\"i\", { className: \"box\" }, children);\n\
    const all = { Box };\nexport { all };\n";

/// Installs esbuild and a package in one of the site's folders.
fn install(project: &Project, folder: &str) {
    project.write(&format!("{folder}/esbuild/package.json"), "{ \"version\": \"1.0.0\" }");
    project.write(&format!("{folder}/esbuild/bin/esbuild"), ESBUILD);
    let script = project.root().join(format!("{folder}/esbuild/bin/esbuild"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(script, executable).expect("the file is there");
    project.write(&format!("{folder}/boxes/package.json"), "{ \"version\": \"1.0.0\" }");
    project.write(&format!("{folder}/boxes/index.js"), BOXES);
    project.write(&format!("{folder}/boxes/index.css"), ".box { color: red }");
}

fn ran(project: &Project) -> usize {
    if project.has("ran.txt") { project.read("ran.txt").lines().count() } else { 0 }
}

#[test]
fn a_package_is_bundled_once_for_all_pages_and_builds_until_it_changes() {
    let project = Project::new(SITE);
    install(&project, "node_modules");
    project.build();
    for (page, text) in [("a", "a"), ("b", "b")] {
        let html = project.read(&format!("dist/docs/{page}/index.html"));
        assert!(html.contains(&format!("<i class=\"box\">{text}</i>")), "{html}");
        assert_eq!(
            html.matches("<link rel=\"stylesheet\" href=\"/_docgen/immutable/assets/boxes.").count(),
            1,
            "{html}"
        );
    }
    assert!(!project.read("dist/docs/c/index.html").contains("immutable/assets/boxes."));
    assert_eq!(ran(&project), 1);
    let second = project.run("build").code(0);
    assert!(second.stderr.contains(": 0 files written"), "{}", second.stderr);
    project.write("content/docs/a.mdx", project.read("content/docs/a.mdx") + "\nMore.\n");
    project.build();
    assert_eq!(ran(&project), 1);
    project.is_as_if_clean();
    assert_eq!(ran(&project), 2);
    for (file, text) in [
        ("node_modules/boxes/index.js", BOXES.replace("\"i\"", "\"u\"")),
        ("node_modules/boxes/index.css", ".box { color: blue }".to_owned()),
        ("node_modules/esbuild/package.json", "{ \"version\": \"1.0.1\" }".to_owned()),
        ("node_modules/.package-lock.json", "{}".to_owned()),
    ] {
        let before = ran(&project);
        project.write(file, text);
        project.build();
        assert_eq!(ran(&project), before + 1, "{file}");
        project.is_as_if_clean();
    }
    // A cached bundle that's no longer used doesn't prevent a build from finishing early.
    for page in ["a", "b"] {
        project.write(&format!("content/docs/{page}.mdx"), format!("# {page}\n"));
    }
    project.build();
    project.write("node_modules/boxes/index.js", BOXES);
    project.build();
    let before = ran(&project);
    let last = project.run("build --timings").code(0);
    assert!(!last.stderr.contains("parse"), "{}", last.stderr);
    assert_eq!(ran(&project), before);
}

#[test]
fn packages_are_looked_for_in_the_folders_above_the_site() {
    let project = Project::new("");
    for part in SITE.split("//- ").skip(1) {
        let (path, text) = part.split_once('\n').expect("each file has a name");
        project.write(&format!("site/{path}"), text);
    }
    install(&project, "node_modules");
    project.run("build --strict --root site").code(0);
    assert!(project.read("site/dist/docs/a/index.html").contains("<i class=\"box\">a</i>"));
}

#[test]
fn what_is_missing_is_named_with_the_command_that_installs_it() {
    let project = Project::new(SITE);
    let missing = "can't import the package `boxes`: it isn't installed";
    let run = project.run("check").code(1);
    run.stderr_has(missing).stderr_has("= hint: run `npm install boxes esbuild`").stderr_has("2 errors");
    install(&project, "node_modules");
    project.rename("node_modules/boxes/package.json", "node_modules/box/package.json");
    for file in ["index.js", "index.css"] {
        project.rename(&format!("node_modules/boxes/{file}"), &format!("node_modules/box/{file}"));
    }
    std::fs::remove_dir(project.root().join("node_modules/boxes")).expect("the folder is empty");
    project.run("check").code(1).stderr_has(missing).stderr_has("= hint: run `npm install boxes`\n");
    install(&project, "node_modules");
    for file in ["bin/esbuild", "package.json"] {
        project.remove(&format!("node_modules/esbuild/{file}"));
    }
    let run = project.run("check").code(1);
    run.stderr_has("can't import the package `boxes`: bundling it needs esbuild, which isn't installed")
        .stderr_has("= hint: run `npm install esbuild`\n");
    install(&project, "node_modules");
    project.write(
        "node_modules/boxes/error.txt",
        "✘ [ERROR] Could not resolve \"fs\"\n\n    node_modules/boxes/index.js:1:8:\n      1 │ import \"fs\"\n\n1 error\n",
    );
    let run = project.run("check").code(1);
    run.stderr_has("can't import the package `boxes`: esbuild reports: Could not resolve \"fs\" (node_modules/boxes/index.js:1:8)");
    project.remove("node_modules/boxes/error.txt");
    project.write("node_modules/boxes/index.js", "export const all = {}; window.x;");
    let run = project.run("check").code(1);
    run.stderr_has("it failed to load: uncaught ReferenceError: window is not defined")
        .stderr_has("content/docs/a.mdx:1:21");
}

#[test]
fn a_site_without_packages_never_looks_for_them() {
    let project = Project::new(
        &SITE.replace("import { Box } from \"boxes\"", "").replace("<Box>", "<b>").replace("</Box>", "</b>"),
    );
    install(&project, "node_modules");
    project.build();
    assert_eq!(ran(&project), 0);
    assert!(!project.has(".docgen/cache/packages") && !project.has(".docgen/packages"));
}

#[test]
fn a_folder_that_is_not_a_site_has_no_packages() {
    let project = Project::new("//- a.mdx\nimport { Box } from \"boxes\"\n\n# A\n\n<Box>a</Box>\n");
    install(&project, "node_modules");
    project
        .run("check .")
        .stderr_has("can't import the package `boxes`: only a site can use npm packages")
        .stderr_has("= hint: create a `docgen.toml` file in the folder");
    assert_eq!(ran(&project), 0);
}
