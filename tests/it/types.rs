//! `docgen types`: the component declarations for editors.

use crate::harness::Project;

const SITE: &str = "
//- components/Chart.tsx
export default function Chart({ title }: { title: string }) { return <p>{title}</p>; }
//- components/Live.tsx
\"use client\";
export default function Live() { return <b>live</b>; }
//- components/Card.tsx
export default function Card() { return null; }
//- content/docs/index.md
# A
";

/// Returns the lines that declare the site's components.
fn declared(site: &Project) -> Vec<String> {
    let text = site.read("components.d.ts");
    let lines = text.lines().filter(|line| line.contains("import(\"./components/"));
    lines.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_components_of_a_site_are_declared() {
    let site = Project::new(SITE);
    let run = site.run("types").code(0).stdout("");
    assert!(run.stderr.contains("wrote `components.d.ts` and `tsconfig.json`"), "{}", run.stderr);
    assert_eq!(
        declared(&site),
        [
            "Card: typeof import(\"./components/Card\").default;",
            "Chart: typeof import(\"./components/Chart\").default;",
            "Live: import(\"docgen\").Interactive<typeof import(\"./components/Live\").default>;",
        ]
    );
    let text = site.read("components.d.ts");
    for part in [
        "  CardGrid: typeof import(\"docgen\").CardGrid;",
        "    kind?: \"note\" | \"tip\" | \"info\"",
        "  export function Card(props: CardAttributes): ReactElement;",
        "  export function useSite(): Site;",
        "declare module \"@theme/Tabs\" {",
        "declare module \"*.svg\" {",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("  Card: typeof import(\"docgen\").Card;"));
    site.build();
}

#[test]
fn files_that_docgen_did_not_write_stay() {
    let site = Project::new(SITE);
    site.write("components.d.ts", "export {};\n").write("jsconfig.json", "{}");
    let run = site.run("types").code(2);
    assert!(
        run.stderr.contains("`components.d.ts` already exists, but docgen didn't create it"),
        "{}",
        run.stderr
    );
    assert_eq!(site.read("components.d.ts"), "export {};\n");
    site.remove("components.d.ts");
    let run = site.run("types").code(0);
    assert!(run.stderr.contains("wrote `components.d.ts`\n"), "{}", run.stderr);
    assert!(!site.has("tsconfig.json"));
    assert_eq!(site.read("jsconfig.json"), "{}");
    site.remove("components/Card.tsx");
    site.run("types").code(0);
    assert_eq!(declared(&site).len(), 2);
    // Only `docgen types` and `docgen serve` write the file.
    site.remove("components/Live.tsx").run("check").code(0);
    site.run("build").code(0);
    assert_eq!(declared(&site).len(), 2);
}

#[test]
fn other_folders_have_no_components() {
    let site = Project::new("//- a.md\n# A\n");
    let run = site.run("types").code(2);
    assert!(run.stderr.contains("this folder isn't a site"), "{}", run.stderr);
    assert!(!site.has("components.d.ts"));
}
