//! Tests for configs in JavaScript and TypeScript.

use crate::component::{Evaluated, MODULE, evaluate};
use crate::fixture::sources;
use crate::source::tree::{Node, Value};

/// Evaluates the first file of a fixture.
fn evaluated(fixture: &str) -> Evaluated {
    let files = sources(fixture);
    evaluate(&files[0], 2026, &|path| files.iter().find(|file| file.path == *path).cloned())
}

/// Returns a value in a short form.
fn short(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Text(text) => text.clone(),
        Value::Date => "date".to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(" ")),
        Value::Table(entries) => {
            let entries = entries.iter().map(|(key, node)| format!("{}={}", key.name, short(node)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(" "))
        }
    }
}

#[track_caller]
fn assert_value(fixture: &str, expected: &str) {
    let evaluated = evaluated(fixture);
    assert_eq!(evaluated.failure, None, "{fixture}");
    assert_eq!(short(&evaluated.node), expected, "{fixture}");
}

#[test]
fn every_form_of_export_is_evaluated() {
    for config in [
        "// @ts-check\nmodule.exports = { title: 'A' + 1 };",
        "const config = { title: 'A1' };\nmodule.exports = config;",
        "export default { title: 'A1' };",
        "export default async () => ({ title: await Promise.resolve('A1') });",
        "module.exports = async function make() { return { title: 'A1' } };",
        "export default async function make({ mode }) { return { title: 'A1' } }",
        "const title: string = 'A1';\nexport default { title } satisfies object as any;",
        "import { defineConfig } from 'tool';\nexport default defineConfig({ title: 'A1' });",
        "const { defineConfig } = require('tool');\nmodule.exports = defineConfig(async () => ({ title: 'A1' }))\n  ?? {};\nmodule.exports = { title: 'A1' };",
        "const title = await Promise.resolve('A1');\nexport default { title };",
        "const c = { title: 'A1' };\nexport { c as default };",
        "export default class { static title = 'A1' }\nmodule.exports = { title: 'A1' };\nexports.__esModule = false;",
    ] {
        let extension = if config.contains(": string") { "ts" } else { "js" };
        let evaluated = evaluated(&format!("//- site/config.{extension}\n{config}\n"));
        assert_eq!(evaluated.failure, None, "{config}");
        let title = evaluated.node.entry("title").map(|(_, node)| short(node));
        assert_eq!(title.as_deref(), Some("A1"), "{config}");
    }
}

#[test]
fn modules_of_the_site_run_and_packages_stand_in() {
    assert_value(
        "//- docs/.config/config.ts
import fs from 'node:fs'
import { join, dirname } from 'path'
import { fileURLToPath } from 'node:url'
import side, { nav as links } from './parts/side'
import * as all from './parts/side.js'
import { themes } from 'prism'
import plugin from 'plugin'
import type { Config } from 'tool'
export * from './parts/side'
const here = dirname(fileURLToPath(import.meta.url))
const pkg = require('../package.json')
const old = JSON.parse(fs.readFileSync(join(here, 'versions.json'), 'utf8'))
export default {
  side, links, n: Object.keys(all).length, version: pkg.version, old,
  theme: themes.light, plugins: [plugin({ a: 1 }), require.resolve('./x'), [plugin, { b: 2 }]],
  year: `© ${new Date().getFullYear()}`, mode: process.env.MODE ?? 'none',
  ...themes, items: [...themes.many, ...links.map((x) => x.toUpperCase())],
} as Config
//- docs/.config/parts/side.ts
export const nav = ['a', 'b'];
export default nav.length;
//- docs/package.json
{\"version\": \"3.2\"}
//- docs/.config/versions.json
[1, 2]
",
        &format!(
            "{{side=2 links=[a b] n=3 version=3.2 old=[1 2] theme=null plugins=[{{a=1 {MODULE}=plugin}} ./x [null {{b=2}}]] year=© 2026 mode=none items=[A B]}}"
        ),
    );
}

#[test]
fn modules_can_declare_the_names_of_commonjs() {
    assert_value(
        "//- site/config.js
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import side from './side.mjs'
const require = createRequire(import.meta.url)
const __filename = fileURLToPath(import.meta.url)
const __dirname = fileURLToPath(new URL('.', import.meta.url))
export default { side, module: require('./data.json'), css: require.resolve('./a.css'), __filename, __dirname }
//- site/side.mjs
const module = 'm', exports = 'e'
export default module + exports
//- site/data.json
[1]
",
        "{side=me module=[1] css=./a.css __filename=/site/config.js __dirname=/site}",
    );
}

#[test]
fn what_packages_find_is_unknown() {
    assert_value(
        "//- config.js
import glob from 'glob'
const files = await glob(['docs/*.md'], { cwd: '.' }).then((found) => found.map((file) => file.name))
const names = glob.sync('*.md', { cwd: '.' }).map((file) => ({ text: file }))
const later = async () => glob(['a'])
export default { title: 'A', nav: [...files, ...names, ...(await later()), 'b'] }
",
        "{title=A nav=[b]}",
    );
}

#[test]
fn code_that_visits_all_parts_of_an_unknown_tree_stops() {
    assert_value(
        "//- config.js
import tree from './missing.json'
const visit = (items) => {
  for (const item of items) if (item.items) visit(item.items)
  return items
}
let last = tree
while (last.next) last = last.next
export default { title: 'A', nav: visit(tree.items.slice(1)), last: last.next === undefined }
",
        &format!("{{title=A nav={{{MODULE}=./missing.json}} last=true}}"),
    );
}

#[test]
fn values_have_the_places_of_their_literals() {
    let text = "import tool from 'tool';\nconst nav = [{ text: 'Guide' }];\nexport default tool({\n  title: 'Site',\n  theme: { nav, edit: () => 1 },\n});\n";
    let evaluated = evaluated(&format!("//- config.js\n{text}"));
    assert_eq!(evaluated.failure, None);
    let (key, title) = evaluated.node.entry("title").expect("it's there");
    assert_eq!((&text[key.range.clone()], &text[title.range.clone()]), ("title", "'Site'"));
    let (_, theme) = evaluated.node.entry("theme").expect("it's there");
    let (key, nav) = theme.entry("nav").expect("it's there");
    assert_eq!((&text[key.range.clone()], &text[nav.range.clone()]), ("nav", "[{ text: 'Guide' }]"));
    let Value::List(items) = &nav.value else { panic!("it's a list") };
    let (key, _) = items[0].entry("text").expect("it's there");
    assert_eq!(&text[key.range.clone()], "text");
    let [(path, range)] = &evaluated.functions[..] else { panic!("{:?}", evaluated.functions) };
    assert_eq!((path.as_str(), &text[range.clone()]), ("theme.edit", "() => 1"));
}

#[test]
fn a_config_that_fails_still_has_its_literals() {
    for config in [
        "export default { title: 'A', n: null.at.all }",
        "for (;;);\nmodule.exports = { title: 'A', n: 1 + 1 }",
    ] {
        let evaluated = evaluated(&format!("//- config.js\n{config}"));
        assert!(evaluated.failure.is_some(), "{config}");
        assert_eq!(short(&evaluated.node), "{title=A n=null}", "{config}");
    }
    let evaluated = evaluated("//- config.js\nexport default {");
    assert!(evaluated.failure.is_some_and(|message| !message.is_empty()));
    assert_eq!(short(&evaluated.node), "null");
}

#[test]
fn globals_of_other_programs_are_like_packages() {
    let evaluated = evaluated(
        "//- config.js\nconst a = 'A';\nexport default { title: a + 1, b: fs.readFileSync('z.txt', 'utf8').split('b'), \
         c: Tool.of(1) };\n//- z.txt\n1b2\n",
    );
    assert_eq!(evaluated.failure, None);
    assert_eq!(short(&evaluated.node), "{title=A1 b=[1 2\n] c={$module=Tool}}");
    let lost: Vec<&str> = evaluated.lost.iter().map(|(what, _)| what.as_str()).collect();
    assert_eq!(
        lost,
        [
            "what the module `fs` exports (fs is not defined)",
            "what the module `Tool` exports (Tool is not defined)"
        ]
    );
}

#[test]
fn a_module_that_waits_forever_is_like_a_package() {
    let evaluated = evaluated(
        "//- config.js\nimport { version } from './version.js';\nimport { late } from './late.js';\n\
         export default { title: 'A' + late, nav: [{ text: version }] }\n\
         //- version.js\nexport const version = await new Promise(() => {});\n\
         //- late.js\nexport const late = await Promise.resolve('B').then((text) => text + 'C');\n",
    );
    assert_eq!(evaluated.failure, None);
    assert!(short(&evaluated.node).contains("title=ABC"), "{}", short(&evaluated.node));
    let lost: Vec<&str> = evaluated.lost.iter().map(|(what, _)| what.as_str()).collect();
    let expected = "what the module `version.js` exports (it waits for something that never happens)";
    assert!(lost.contains(&expected), "{lost:?}");
}

#[test]
fn no_config_hangs_or_overflows() {
    for config in [
        "const a = {}; a.a = a; export default { a, list: [a] }",
        "const a = b, b = a; export default a",
        "let x = {}; for (let i = 0; i < 1e5; i++) x = { x }; export default x",
        "export default new Proxy({}, { ownKeys() { for (;;); } })",
        "export default { get a() { throw 1 } }",
        "import './config.js'; export default { a: 1 }",
        "throw undefined",
        "export default await new Promise(() => {})",
    ] {
        let _ = evaluated(&format!("//- config.js\n{config}"));
    }
    let _ = evaluated(&format!("//- config.js\nexport default {}1{}", "[".repeat(9999), "]".repeat(9999)));
}

#[test]
fn configs_read_yaml_and_modules_with_computed_paths() {
    assert_value(
        "//- site/config.js
const path = require('path');
const fs = require('fs');
const yaml = require('js-yaml');
const { parse } = require('yaml');
const read = (name) => fs.readFileSync(path.join(__dirname, name), 'utf8');
module.exports = {
  users: yaml.load(read('./data/users.yml')).map((user) => user.name),
  team: parse(read('./data/team.yaml')).size,
  videos: require(path.join(__dirname, '/data/videos.js')).length,
  sponsors: require(path.resolve(__dirname, './data/sponsors.json')),
  gone: typeof require(path.join(__dirname, '/data/gone.js')),
};
//- site/data/users.yml
- name: Ada
- name: Bob
//- site/data/team.yaml
size: 3
//- site/data/videos.js
module.exports = [1, 2];
//- site/data/sponsors.json
[4]
",
        "{users=[Ada Bob] team=3 videos=2 sponsors=[4] gone=function}",
    );
}

#[test]
fn results_of_packages_can_be_used_in_every_way() {
    // The code before the exported value, and the value.
    for (code, value) in [
        ("const wrap = make({ a: 1 })", "wrap(make({ title: 'A1' }))"),
        ("const done = make('dir', { a: 1 }).then(() => 1)", "{ title: 'A1', done }"),
        ("const env = make.object({ a: make.text() }).parse(process.env)", "{ title: 'A1', e: env.a }"),
        ("const base = make({ a: 1 }).use(1) && await make({ title: 'A1' })", "{ ...base }"),
        ("const all = Object.keys(make({ a: 1 }).more() && make({ b: 1 }))", "{ title: `A${all.length}` }"),
        ("import { of } from './helper'", "{ title: 'A1', url: of() }"),
        ("import { later } from './helper'", "{ title: 'A1', url: await later() }"),
    ] {
        let fixture = format!(
            "//- config.js\nimport make from 'tool'\n{code}\nexport default {value}\n//- helper.js\nexport const of = () => {{ throw new Error('no') }}\nexport const later = async () => of()\n"
        );
        let evaluated = evaluated(&fixture);
        assert_eq!(evaluated.failure, None, "{code}");
        let title = evaluated.node.entry("title").map(|(_, node)| short(node));
        assert_eq!(title.as_deref(), Some("A1"), "{code}");
        let lost: Vec<&str> = evaluated.lost.iter().map(|(what, _)| what.as_str()).collect();
        match code.contains("helper") {
            true => assert_eq!(lost, ["what the module `helper.js` exports (no)"], "{code}"),
            false => assert_eq!(lost, [""; 0], "{code}"),
        }
    }
}

#[test]
fn modules_can_wait() {
    assert_value(
        "//- a.js\nimport { c } from './c'\nexport default { c }\n//- c.js\nimport { b } from './b'\nexport const c = b + 1\n//- b.js\nimport './c'\nimport './d'\nexport const b = await Promise.resolve(1)\n//- d.js\nawait 1\nthrow new Error('no')\n",
        "{c=2}",
    );
}

#[test]
fn packages_and_placeholders_of_all_modules_are_listed() {
    let evaluated = evaluated(
        "//- config.js\nimport a from 'a'\nimport './own'\nexport default {}\n//- own.js\nconst b = require('@b/c')\nconst x = ['{{ VERSION }}', /\\{\\{\\s*other.name\\s*\\}\\}/g, '{{}}', '{{ a b }}']\n",
    );
    assert_eq!(evaluated.packages.iter().collect::<Vec<_>>(), ["@b/c", "a"]);
    assert_eq!(evaluated.placeholders.iter().collect::<Vec<_>>(), ["{{VERSION}}", "{{other.name}}"]);
}
