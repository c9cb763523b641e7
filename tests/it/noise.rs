//! How much output docgen prints about problems that occur hundreds of times.

use crate::harness::Project;

/// Creates a site with hundreds of problems in Markdown and in an OpenAPI document. Some problems can be fixed
/// together: each of several fixes applies to 200 problems. The other problems each need a separate fix.
fn noisy() -> Project {
    let site = Project::new("//- docgen.toml\n[site]\ntitle = \"S\"\n//- content/docs/to.md\n# To\n");
    for page in 0..200 {
        let text = format!(
            "# P\n\n[a](./to.md#gone) [b](./gone-{page}.md)\n\n:::sparkle\nText.\n:::\n\n```nolang\ncode\n```\n"
        );
        site.write(&format!("content/docs/p{page:03}.md"), text);
    }
    let operation = |number: usize| {
        format!(
            "  /p{number}:\n    get:\n      description: See [it](/else/{number}).\n      frob: 1\n      parameters:\n        \
             - {{ in: query, name: q, schema: {{ type: integer }}, example: text }}\n        \
             - {{ $ref: '#/components/parameters/Gone' }}\n      responses: {{ '200': {{ description: Fine }} }}\n"
        )
    };
    let paths: String = (0..200).map(operation).collect();
    site.write(
        "openapi/api.yaml",
        format!("openapi: 3.0.3\ninfo: {{ title: A, version: '1' }}\npaths:\n{paths}"),
    );
    site
}

#[test]
fn two_hundred_problems_with_one_fix_are_one_with_a_count() {
    let run = noisy().run("check").code(1);
    let count = |text: &str| run.stderr.lines().filter(|line| line.starts_with(text)).count();
    assert_eq!(count("error[broken-link]"), 200, "each has its own fix");
    let warnings = count("warning[");
    println!("{warnings} warnings are printed");
    for code in ["broken-anchor", "unknown-directive", "unknown-language", "openapi-link", "invalid-example"]
    {
        assert!((1..=2).contains(&count(&format!("warning[{code}]"))), "{code}");
    }
    assert!(warnings <= 15, "{warnings} warnings are printed");
    run.stderr_has("199 more warnings like this one:\n")
        .stderr_has("and 195 more; to list all of them, run `docgen check --format json`");
}

#[test]
fn json_lists_all_and_github_what_people_read() {
    let site = noisy();
    let listed = |run: &crate::harness::Run, start: &str| {
        run.stdout.lines().filter(|line| line.contains(start)).count()
    };
    let json = site.run("check --format json").code(1);
    assert_eq!(listed(&json, "\"broken-anchor\""), 200);
    let github = site.run("check --format github").code(1);
    assert_eq!(listed(&github, "title=broken-anchor"), 1);
    assert_eq!(listed(&github, "title=broken-link"), 200);
}

#[test]
fn counts_add_up_however_many_problems_a_document_has() {
    for number in [99, 201, 10_050] {
        let site = Project::new("//- docgen.toml\n[site]\ntitle = \"S\"\n//- content/index.md\n# S\n");
        let schemas: String = (0..number)
            .map(|at| {
                format!("    S{at}: {{ type: integer, example: text, items: {{ $ref: '#/gone/{at}' }} }}\n")
            })
            .collect();
        let head = "openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n";
        site.write("openapi/api.yaml", format!("{head}{schemas}"));
        let run = site.run("check --format json");
        let lines: Vec<serde_json::Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
        for code in ["invalid-example", "unresolved-ref"] {
            let of_code = || lines.iter().filter(|line| line["code"] == code);
            let count: u64 = of_code().map(|line| line["count"].as_u64().unwrap_or(1)).sum();
            assert_eq!(count, number, "{code}");
            assert!(of_code().count() <= 10_001, "{code}");
        }
    }
}
