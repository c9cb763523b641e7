//! Tests that a page can't see anything outside its sandbox.

use super::{outcome, table};

/// Returns the outcome of an expression.
fn value(expression: &str) -> String {
    outcome(&format!("//- page.md\n{{String({expression})}}\n"))
}

#[test]
fn what_is_the_same_everywhere_works() {
    for (expression, expected) in [
        ("new Date(\"2026-01-31\").toISOString()", "2026-01-31T00:00:00.000Z"),
        ("new Date(\"2026-01-31T10:00:00Z\").getUTCHours()", "10"),
        ("new Date(\"2026-01-31T10:00:00+02:00\").getUTCHours()", "8"),
        ("new Date(Date.UTC(2026, 0, 31)).toJSON()", "2026-01-31T00:00:00.000Z"),
        ("Date.parse(\"2026-01-31\")", "1769817600000"),
        ("new Date(0) instanceof Date", "true"),
        ("new Date(\"soon\").getTime()", "NaN"),
        ("new Date(0).constructor === Date", "true"),
        ("new Date(5) - new Date(2)", "3"),
        ("new Date(2) < new Date(5)", "true"),
        ("Date.parse(\"31 January 2026 10:00 UTC\")", "1769853600000"),
        ("[new Date(\"2026\"), new Date(\"2026-01\")].map(Number).join()", "1767225600000,1767225600000"),
        ("new Date(0).setUTCHours(1, 2)", "3720000"),
        ("new Date(0).toUTCString()", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("[Date.parse(\"soon\"), Date.parse(\"2026-13-01T10:00\")]", "NaN,NaN"),
        ("new Date(new Date(7)).getTime()", "7"),
        (
            "[\"b\", \"A\", \"\u{e9}\", \"e\", \"a\", \"f\", \"_z\", \"1\"].sort((a, b) => a.localeCompare(b)).join()",
            "_z,1,a,A,b,e,\u{e9},f",
        ),
        ("[\"a10\", \"a9\"].sort((a, b) => a.localeCompare(b, \"en\", { numeric: true })).join()", "a9,a10"),
        (
            "[\"a\".localeCompare(\"a\"), \"a\".localeCompare(\"b\"), \"b\".localeCompare(\"a\")].join()",
            "0,-1,1",
        ),
        ("new (class extends Date { year() { return this.getUTCFullYear(); } })(0).year()", "1970"),
        ("Date.parse(\"Sat, 31 Jan 2026 10:00:00 +0200\")", "1769846400000"),
        ("new Date({ valueOf: () => 5 }).getTime()", "5"),
        ("[new Date(null).getTime(), new Date(undefined).getTime()]", "0,NaN"),
        ("typeof window + typeof document + typeof process", "undefinedundefinedundefined"),
        ("console.log(1)", "undefined"),
        ("[3, 1, 2].toSorted().join()", "1,2,3"),
        ("String.fromCharCode(0xfdd2) + String.fromCodePoint(0xfdd3) + \"\\ufdd0\\u{fdd1}\"", "����"),
        (
            "typeof globalThis[\"builtin module\"] + typeof open + typeof formatDate",
            "undefinedundefinedundefined",
        ),
        ("Function(\"return this\")() === globalThis", "true"),
        ("(() => {}) instanceof Function && Function.prototype === Object.getPrototypeOf(() => {})", "true"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn what_depends_on_the_machine_throws() {
    for (expression, message) in [
        ("Date.now()", "`Date.now()` isn't available: pages are rendered without a clock"),
        ("new Date()", "`new Date()` isn't available: pages are rendered without a clock"),
        ("Date()", "`Date()` isn't available: pages are rendered without a clock"),
        ("new (class extends Date {})()", "`new Date()` isn't available: pages are rendered without a clock"),
        (
            "(1234.5).toLocaleString(\"de\")",
            "`Number.prototype.toLocaleString` isn't available: it depends on the machine",
        ),
        (
            "[1].toLocaleString()",
            "`Array.prototype.toLocaleString` isn't available: it depends on the machine",
        ),
        (
            "new Date(0).toLocaleDateString()",
            "`Date.prototype.toLocaleDateString` isn't available: it depends on the machine",
        ),
        ("Math.random()", "`Math.random()` isn't available: pages are the same in every build"),
        (
            "eval(\"1 + 1\")",
            "`eval()` isn't available: docgen can't check code in strings or report where it fails",
        ),
        (
            "(0, eval)(\"1 + 1\")",
            "`eval()` isn't available: docgen can't check code in strings or report where it fails",
        ),
        (
            "new Function(\"a\", \"return a\")",
            "`Function()` isn't available: docgen can't check code in strings or report where it fails",
        ),
        (
            "(() => {}).constructor(\"return 1\")",
            "`Function()` isn't available: docgen can't check code in strings or report where it fails",
        ),
        (
            "(async function* () {}).constructor(\"return 1\")",
            "`AsyncGeneratorFunction()` isn't available: docgen can't check code in strings or report where it fails",
        ),
        ("Intl.NumberFormat()", "uncaught ReferenceError: Intl is not defined"),
        ("fetch(\"/a\")", "uncaught ReferenceError: fetch is not defined"),
        ("window.innerWidth", "uncaught ReferenceError: window is not defined"),
        ("structuredClone({})", "uncaught ReferenceError: structuredClone is not defined"),
        ("new URL(\"file:///a\")", "`file:` URLs aren't available"),
    ] {
        let found = value(expression);
        let mut lines = found.lines();
        let first = lines.next().unwrap_or_default();
        assert!(
            first.starts_with("page.md `") && first.ends_with(&format!(": {message}")),
            "{expression}: {found}"
        );
        assert!(lines.next().is_some_and(|hint| hint.starts_with("  ")), "{expression} has a hint: {found}");
    }
}

#[test]
fn what_depends_on_the_time_zone_throws() {
    let mut all = Vec::new();
    for part in ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"] {
        let verbs: &[&str] = if part == "Day" { &["get"] } else { &["get", "set"] };
        for verb in verbs {
            all.push((
                format!("new Date(0).{verb}{part}(1)"),
                format!("{verb}{part}"),
                format!("use `{verb}UTC{part}()`"),
            ));
        }
    }
    for (name, hint) in [
        ("getYear", "use `getUTCFullYear()`"),
        ("setYear", "use `setUTCFullYear()`"),
        ("getTimezoneOffset", "dates are in UTC"),
        ("toString", "use `toISOString()`, `toUTCString()`, or `formatDate` from \"docgen\""),
        ("toDateString", "use `toISOString()`, `toUTCString()`, or `formatDate` from \"docgen\""),
        ("toTimeString", "use `toISOString()`, `toUTCString()`, or `formatDate` from \"docgen\""),
    ] {
        all.push((format!("new Date(0).{name}()"), name.to_owned(), hint.to_owned()));
    }
    let words = "use `toISOString()`, `toUTCString()`, or `formatDate` from \"docgen\"".to_owned();
    let attribute = outcome("//- page.md\n<time dateTime={new Date(0)}>x</time>\n");
    assert!(attribute.starts_with("page.md `new`: `Date.prototype.toString` isn't available"), "{attribute}");
    for expression in ["`${new Date(0)}`", "new Date(0) + 1", "[new Date(0)].join()"] {
        all.push((expression.to_owned(), "toString".to_owned(), words.clone()));
    }
    all.push((
        "[new Date(0)].map(Function.prototype.call, Date.prototype.getHours)".to_owned(),
        "getHours".to_owned(),
        "use `getUTCHours()`".to_owned(),
    ));
    for (expression, name, hint) in all {
        let found = value(&expression);
        let message = format!(
            ": `Date.prototype.{name}` isn't available: it depends on the machine's time zone\n  {hint}\n"
        );
        assert!(
            found.starts_with("page.md `") && format!("{found}\n").contains(&message),
            "{expression}: {found}"
        );
    }
    for (expression, message) in [
        (
            "new Date(2026, 0, 31)",
            "`new Date(year, month)` isn't available: it depends on the machine's time zone\n  use `new Date(Date.UTC(year, month))`, or `new Date(\"2026-01-31\")`",
        ),
        (
            "new Date(\"2026-01-31T10:00\")",
            "the date `2026-01-31T10:00` has no time zone\n  use `2026-01-31T10:00Z` for UTC",
        ),
        (
            "new Date(new String(\"2026-01-31 10:00:30.5\"))",
            "the date `2026-01-31 10:00:30.5` has no time zone\n  use `2026-01-31 10:00:30.5Z` for UTC",
        ),
        (
            "Date.parse(\"Jan 31 2026\")",
            "the date `Jan 31 2026` has no time zone\n  use `Jan 31 2026 UTC` for UTC",
        ),
    ] {
        let found = value(expression);
        assert!(found.starts_with("page.md `") && found.contains(message), "{expression}: {found}");
    }
}

#[test]
fn the_global_object_has_only_what_the_manual_lists() {
    let manual = include_str!("../../../manual/content/docs/reference/mdx.md");
    let (_, list) = manual.split_once("These global names exist:\n").expect("the manual has the list");
    let (list, _) = list.split_once("\n\n").expect("the list ends");
    let mut names: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    names.sort_unstable();
    for global in ["globalThis", "Function(\"return this\")()", "(() => {}).constructor(\"return this;\")()"]
    {
        let found = value(&format!("Object.getOwnPropertyNames({global}).sort().join(\" \")"));
        assert_eq!(found, names.join(" "), "{global}");
        assert_eq!(value(&format!("Reflect.ownKeys(Object.getPrototypeOf({global})).length > 10")), "true");
    }
    for code in ["eval(\"this\")", "(0, eval)(\"this\")", "globalThis.eval.call(null, \"globalThis\")"] {
        assert!(value(code).contains("`eval()` isn't available"), "{code}");
    }
}

#[test]
fn code_for_bundlers_runs_or_says_why_not() {
    table(
        "
//- components/Mode.tsx
export default () => <p>{process.env.NODE_ENV !== \"production\" ? \"debug\" : \"\"}{process.env[\"NODE_ENV\"]}</p>;
//- components/Own.tsx
const process = { env: { NODE_ENV: \"own\" } };
export default () => <p>{process.env.NODE_ENV}</p>;
//- components/Key.tsx
export default () => <p>{process.env.KEY}</p>;
//- components/Decorated.tsx
const log = (value) => value;
export default class Decorated { @log render() { return null; } }
",
        &[
            ("<Mode/>", "<p>production</p>"),
            ("<Own/>", "<p>own</p>"),
            (
                "<Key/>",
                "components/Key.tsx:1:26: uncaught ReferenceError: process is not defined\n  use `import`, and keep settings in a file such as `settings.json`; Node.js isn't available\n  the page `page.md` uses this file",
            ),
            (
                "<Decorated/>",
                "components/Decorated.tsx:2:34: decorators aren't supported\n  call the function with the class or method as its argument instead\n  the page `page.md` uses this file",
            ),
            (
                "Words {userId}",
                "page.md `userId`: uncaught ReferenceError: userId is not defined\n  define it, as in `export const userId = 1`, or write `\\{` to show the braces\nWords",
            ),
        ],
    );
}

#[test]
fn the_module_docgen_knows_the_page() {
    table(
        "",
        &[
            (
                "import { Link, url, usePage, useLocale, useSite, buildDate } from \"docgen\"\n<Link to=\"./a.md?x=1&y\" className=\"b\">a</Link><i title={url(\"/x\")}/>{usePage().title} {usePage().url} {useLocale()} {useSite().title} {buildDate}",
                "<a href=\"[link:./a.md?x=1&amp;y]\" class=\"b\">a</a><i title=\"[link:/x]\"></i>Page [page:] de Benchtop 2026-01-31",
            ),
            (
                "import { formatNumber, formatDate } from \"docgen\"\n{formatNumber(1234567.891)} {formatNumber(0.5, { minimumFractionDigits: 2 })} {formatNumber(12345678901234567890n)} {formatDate(\"2026-01-05\")} {formatDate(new Date(0), { dateStyle: \"full\" })} {formatDate(\"2026-01-05T13:05:00Z\", { dateStyle: \"short\", timeStyle: \"short\" })}",
                "1.234.567,891 0,50 12.345.678.901.234.567.890 5. Januar 2026 Donnerstag, 1. Januar 1970 05.01.26, 13:05",
            ),
            (
                "import { formatNumber } from \"docgen\"\n{formatNumber(1, { style: \"percent\" })}",
                "page.md `formatNumber`: unknown option `style` for `formatNumber`; use one of `minimumFractionDigits`, `maximumFractionDigits`, `useGrouping`",
            ),
            (
                "import { formatDate } from \"docgen\"\n{formatDate(\"soon\")}",
                "page.md `formatDate`: `soon` isn't a date\n  use a date such as `2026-01-31`",
            ),
            (
                "import { Link } from \"docgen\"\n<Link>x</Link>",
                "page.md `Link`: `Link` needs the prop `to`\n  use `<Link to=\"./page.md\">`\nx",
            ),
        ],
    );
}

#[test]
fn no_page_can_write_the_characters_of_tokens() {
    table(
        "
//- data.json
{\"a\": \"\\ufdd2\u{fdd3}\"}
//- text.py
\u{fdd0}
",
        &[
            (
                "{decodeURIComponent(\"%EF%B7%90\")}{decodeURI(\"%EF%B7%90\")}{unescape(\"%uFDD0\")}{new URLSearchParams(\"a=%EF%B7%90\").get(\"a\")}",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
            ),
            (
                "<p>\u{fdd0}&#xfdd2;&#64979;&#64975;</p>{\"\\u{0fdd1}\\uFDEF\"}",
                "<p>\u{fffd}\u{fffd}\u{fffd}\u{fdcf}</p>\u{fffd}\u{fffd}",
            ),
            (
                "import { a } from \"./data.json\"\nimport text from \"./text.py?raw\"\n{a}{text}",
                "\u{fffd}\u{fffd}\u{fffd}",
            ),
        ],
    );
}
