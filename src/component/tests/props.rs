//! Tests that compare tags with the types of props.

use std::fmt::Write as _;

use super::Site;
use crate::diag::{Code, Location};

/// Returns the problems with the tags on `page.mdx` and in the files that it imports. Each problem includes the code
/// at its location.
fn problems(files: &str) -> String {
    let site = Site::new(files);
    let mut shown = Vec::new();
    for one in site.render("page.mdx").diagnostics {
        if one.code != Code::ComponentProps {
            assert_ne!(one.code, Code::ComponentError, "{one:?}");
            continue;
        }
        let Some(Location::Span(path, span)) = &one.location else { panic!("{one:?}") };
        let source = site.library.read(path).expect("the file exists");
        let place = &source.text[span.range()];
        shown.push(format!("{place}: {}; {}", one.message, one.hints.join("; ")));
    }
    shown.join("\n")
}

/// Checks the problems with a page's tags. Each row contains the page's content and the expected problems. `files`
/// contains the components.
#[track_caller]
fn check(files: &str, rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (page, expected) in rows {
        let found = problems(&format!("//- page.mdx\n{page}\n{files}"));
        if found != *expected {
            let _ = writeln!(wrong, "{page}\n  expected: {expected}\n  found:    {found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Checks that docgen knows all props of each component. Each component is a module with a default export that
/// requires the `size` prop.
#[track_caller]
fn understood(modules: &[&str], more: &str) {
    let mut wrong = String::new();
    for module in modules {
        let files = format!("//- components/A.tsx\n{module}\n{more}");
        let found =
            problems(&format!("//- page.mdx\n<A/><A size=\"l\"/><A size={{1}} sise={{1}}/>\n{files}"));
        let expected = "A: `A` needs the prop `size`; add `size={…}`\n\
             size: `size`: expected a number, found the string `l`; \n\
             sise: `A` has no prop `sise`; did you mean `size`?";
        if found != expected {
            let _ = writeln!(wrong, "{module}\n{found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Checks that docgen reports nothing about any prop of each component.
#[track_caller]
fn unknown(modules: &[&str], more: &str) {
    let mut wrong = String::new();
    for module in modules {
        let page = "<A/><A size=\"l\"/><A size>x</A><A sise={1} {...{}}/>";
        let found = problems(&format!("//- page.mdx\n{page}\n//- components/A.tsx\n{module}\n{more}"));
        if !found.is_empty() {
            let _ = writeln!(wrong, "{module}\n{found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_types_of_components_are_read_in_every_form() {
    let modules = [
        "export default function A(props: { size: number }) { return null; }",
        "export default function ({ size }: { size: number }) { return null; }",
        "export default ({ size = 1, ...rest }: { size: number }) => null;",
        "type P = { size: number };\nexport default function A(props: P) { return null; }",
        "interface P { size: number }\nexport default function A({ size }: P) { return null; }",
        "interface P { readonly \"size\": number }\nexport default (props: Readonly<P>) => null;",
        "interface Q { size: number }\ninterface P extends Q {}\nexport default (props: P) => null;",
        "interface P {}\ninterface P { size: number }\nexport default (props: P) => null;",
        "type P = Q & R;\ntype Q = {};\ntype R = ({ size: number });\nexport default (props: P) => null;",
        "type P = undefined | { size: number };\nexport default (props: P) => null;",
        "type P = { size: number } | { size: number; other: 1 };\nexport default (props: P) => null;",
        "type P = { size: N | null };\ntype N = M | undefined;\ntype M = number;\nexport default (props: P) => null;",
        "function A(props: { size: number }) { return null; }\nexport default A;",
        "function A(props: { size: number }) { return null; }\nexport { A as default };",
        "const A = (props: { size: number }) => null;\nexport default A;",
        "const A = function (props: { size: number }) { return null; };\nexport default A;",
        "import type { FC } from \"react\";\nconst A: FC<{ size: number }> = () => null;\nexport default A;",
        "import { type FC as F } from \"react\";\nconst A: F<{ size: number }> = () => null;\nexport default A;",
        "const A: React.FC<{ size: number }> = ({ size }) => null;\nexport default A;",
        "import * as R from \"react\";\nconst A: R.FunctionComponent<{ size: number }> = () => null;\nexport default A;",
        "import { memo } from \"react\";\nexport default memo(function A(props: { size: number }) { return null; });",
        "import { memo } from \"react\";\nexport default memo<{ size: number }>((props) => null);",
        "import { memo as m } from \"react\";\nconst A = (props: { size: number }) => null;\nconst B = m(A);\nexport default B;",
        "import React from \"react\";\nexport default React.memo((props: { size: number }) => null) as never;",
        "import { forwardRef } from \"react\";\nexport default forwardRef<HTMLElement, { size: number }>((props, ref) => null);",
        "import { forwardRef, memo } from \"react\";\nexport default memo(forwardRef(({ size }: { size: number }, ref) => null));",
    ];
    understood(&modules, "");
}

#[test]
fn types_are_found_in_other_modules() {
    let modules = [
        "import { P } from \"./types\";\nexport default (props: P) => null;",
        "import type { P } from \"../components/types\";\nexport default (props: P) => null;",
        "import type { P as Q } from \"@site/components/types\";\nexport default (props: Q) => null;",
        "import type { P } from \"~/types\";\nexport default (props: P) => null;",
        "import type P from \"./types\";\nexport default (props: P) => null;",
        "import { P } from \"./all\";\nexport default (props: P) => null;",
        "import { Named } from \"./all\";\nexport default (props: Named) => null;",
        "import { P } from \"./types\";\ninterface Q extends P {}\nexport default (props: Q) => null;",
        "export { default } from \"./Other\";",
        "export { B as default } from \"./Other\";",
        "import { B } from \"./Other\";\nexport default B;",
    ];
    let more = "
//- tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"~/*\": [\"./components/*\"] } } }
//- components/types.ts
export interface P { size: Size }
type Size = number;
export default P;
//- components/all.ts
export * from \"./none\";
export * from \"./types\";
export type { P as Named } from \"./types\";
//- components/none.ts
export const none = 1;
//- components/Other.tsx
import type { P } from \"./types\";
export default (props: P) => null;
export function B(props: P) { return null; }
";
    understood(&modules, more);
}

#[test]
fn nothing_is_reported_about_types_that_are_not_known() {
    let modules = [
        "export default (props) => null;",
        "export default (props: any) => null;",
        "export default (...props: any[]) => null;",
        "export default (props: { [name: string]: unknown }) => null;",
        "export default (props: React.ComponentProps<\"div\">) => null;",
        "import type { HTMLAttributes } from \"react\";\nexport default (props: HTMLAttributes<HTMLElement>) => null;",
        "export default (props: Record<string, string>) => null;",
        "export default (props: Missing) => null;",
        "export default (props: Missing.Inner) => null;",
        "import type { P } from \"./nope\";\nexport default (props: P) => null;",
        "import type { P } from \"nope\";\nexport default (props: P) => null;",
        "import type * as T from \"./more\";\nexport default (props: T.P) => null;",
        "export default (props: import(\"./more\").P) => null;",
        "export default <T,>(props: { size: T }) => null;",
        "interface P<T> { size: T }\nexport default (props: P<number>) => null;",
        "interface P<T> { size: T }\ntype Readonly<T> = any;\nexport default (props: Readonly<{ size: number }>) => null;",
        "const memo = (a: unknown) => a;\nexport default memo((props: { size: number }) => null) as () => null;",
        "import { Component } from \"react\";\nexport default class A extends Component<{ size: number }> { render() { return null; } }",
        "type P = typeof import(\"./more\");\nexport default (props: P) => null;",
        "function A(props: { size: number }): null;\nfunction A(props: { sise: number }): null;\nfunction A(props: any) { return null; }\nexport default A;",
        "export default (props: { size?: \"l\" | true | string[]; sise?: unknown; children?: any }) => null;",
    ];
    unknown(&modules, "//- components/more.ts\nexport interface P { size: number }\n");
}

#[test]
fn tags_are_compared_with_props() {
    let files = "
//- components/Chart.tsx
interface Props { title: string; data: number[]; unit?: \"kg\" | \"t\"; rows?: number; wide?: boolean; level?: 1 | 2 | \"all\" }
export default function Chart(props: Props) { return null; }
//- components/Box.tsx
interface Props { children: React.ReactNode; kind?: Kind }
type Kind = \"info\" | \"warning\";
export default function Box({ children }: Props) { return <>{children}</>; }
//- components/Open.tsx
type Props = { title: string; data: number[] } & React.HTMLAttributes<HTMLElement>;
export default function Open(props: Props) { return null; }
//- components/Empty.tsx
export default function Empty() { return null; }
//- components/Plain.jsx
export default function Plain() { return null; }
//- components/Menu.tsx
export function Menu(props: { open: boolean }) { return null; }
Menu.Item = (props: { to: string }) => null;
//- components/Live.tsx
\"use client\";
export default function Live({ size }: { size: number }) { return null; }
export function Other({ size }: { size: number }) { return null; }
//- components/index.ts
export { Other } from \"./Live\";
//- _part.md
<Chart title=\"x\" data={[]} untt=\"kg\"/>
";
    let rows = [
        ("<Chart title=\"x\" data={[1]} unit=\"kg\" rows={3} wide level=\"all\"/>", ""),
        ("<Chart title={\"x\"} data={[1]} unit={1 ? \"x\" : \"kg\"} wide={false} level={2}/>", ""),
        ("<Chart/>", "Chart: `Chart` needs the props `data` and `title`; add `data={…} title=\"…\"`"),
        ("<Chart {...{}}/>", ""),
        (
            "<Chart key=\"a\" ref={null} data-x=\"1\" xlink:href=\"2\" aria-label=\"c\" title=\"\" data={[]}/>",
            "",
        ),
        (
            "<Chart title=\"\" data={[]} titel=\"\" qqq/>",
            "titel: `Chart` has no prop `titel`; did you mean `title`?\n\
             qqq: `Chart` has no prop `qqq`; remove the prop, or add it to the component's prop types",
        ),
        (
            "<Chart title=\"\" data={[]} unit=\"gk\" />",
            "unit: unknown value `gk` for `unit`; use one of `kg`, `t`",
        ),
        ("<Box kind=\"warnng\">a</Box>", "kind: unknown value `warnng` for `kind`; did you mean `warning`?"),
        (
            "<Chart title={3} data=\"any\" rows=\"3\" wide=\"true\" level=\"2\" unit/>",
            "title: `title`: expected a string, found the number `3`; use `title=\"3\"`\n\
             rows: `rows`: expected a number, found the string `3`; use `rows={3}`\n\
             wide: `wide`: expected `true` or `false`, found the string `true`; use `wide={true}`\n\
             level: `level`: expected `1`, `2`, or `all`, found the string `2`; use `level={2}`\n\
             unit: `unit`: expected `kg` or `t`, found `true`; use `unit=\"…\"`",
        ),
        (
            "<Chart title=\"a &amp; b\" data={[]} rows wide={1}/>",
            "rows: `rows`: expected a number, found `true`; use `rows={…}`\nwide: `wide`: expected `true` or `false`, found the number `1`; ",
        ),
        ("<Box>a</Box><Box>«1»</Box><Box><b/></Box><Box children=\"a\"/><Box>{0}</Box>", ""),
        ("<Box/>", "Box: `Box` needs content; put it between `<Box>` and `</Box>`"),
        ("<Box> {/* a */} </Box>", "Box: `Box` needs content; put it between `<Box>` and `</Box>`"),
        (
            "<Empty>a</Empty>",
            "Empty: `Empty` doesn't show its content: it has no prop `children`; \
             remove the content, or add `children` to the component's prop types",
        ),
        (
            "<Empty size/>",
            "size: `Empty` has no prop `size`; remove the prop, or add it to the component's prop types",
        ),
        ("<Plain size>a</Plain>", ""),
        (
            "<Open titel=\"\">a</Open>",
            "Open: `Open` needs the props `data` and `title`; add `data={…} title=\"…\"`",
        ),
        (
            "import { Menu } from \"./components/Menu\"\n<Menu/><Menu.Item/>",
            "Menu: `Menu` needs the prop `open`; add `open={…}`",
        ),
        ("import { Menu as M } from \"./components/Menu\"\n{[1].map((M) => <M key={M}/>) && null}", ""),
        ("<Live size={1} client=\"load\" fallback=\"a\"/>", ""),
        (
            "<Live size=\"1\" clint=\"load\"/>",
            "size: `size`: expected a number, found the string `1`; use `size={1}`\n\
             clint: `Live` has no prop `clint`; remove the prop, or add it to the component's prop types",
        ),
        (
            "import { Other } from \"./components\"\n<Other client=\"load\"/>",
            "Other: `Other` needs the prop `size`; add `size={…}`",
        ),
        (
            "<Chart client=\"load\" {...{}}/>",
            "client: `Chart` has no prop `client`; remove the prop, or add it to the component's prop types",
        ),
        (
            "import Part from \"./_part.md\"\n<Part any=\"thing\"/>",
            "untt: `Chart` has no prop `untt`; did you mean `unit`?",
        ),
    ];
    check(files, &rows);
}

#[test]
fn types_of_any_size_and_form_take_little_time() {
    let mut long = "type T0 = { size: number };\n".to_owned();
    let mut wide = "type P = { size: number; kind?: \"a\"".to_owned();
    let mut doubled = "type T0 = { size: number };\n".to_owned();
    let mut nested = "{ size: number }".to_owned();
    for index in 0..3000 {
        let _ = writeln!(long, "type T{} = T{index};", index + 1);
        let _ = write!(wide, " | \"a{index}\"");
        let _ = writeln!(doubled, "interface T{} extends T{index}, T{index} {{}}", index + 1);
        nested = format!("Readonly<{nested}>");
    }
    let modules = [
        format!("{long}export default (props: T3000) => null;"),
        format!("{doubled}export default (props: T3000) => null;"),
        format!("{doubled}export default (props: T30 & {{ any: any }}) => null;"),
        format!("export default (props: {nested}) => null;"),
        "type P = P;\nexport default (props: P) => null;".to_owned(),
        "type P = P & P;\nexport default (props: P) => null;".to_owned(),
        "type P = P | P[] | Readonly<P>;\nexport default (props: P) => null;".to_owned(),
        "interface P extends Q {}\ninterface Q extends P {}\nexport default (props: P) => null;".to_owned(),
        "import { P } from \"./b\";\nexport interface Q extends P {}\nexport default (props: Q) => null;"
            .to_owned(),
        "export * from \"./A\";\nexport { default } from \"./b\";".to_owned(),
        "import { S } from \"./b\";\nexport default (props: S) => null;".to_owned(),
        "import { memo } from \"react\";\nvar A = memo(B), B = memo(A);\nexport default (props: any) => null;"
            .to_owned(),
    ];
    let more = "
//- components/b.ts
import { Q } from \"./A\";
export interface P extends Q {}
export * from \"./b\";
export * from \"./b\";
";
    for module in &modules {
        let found =
            problems(&format!("//- page.mdx\n<A sise={{1}}>x</A>\n//- components/A.tsx\n{module}\n{more}"));
        assert!(!found.contains("has no prop `sise`; did"), "{module}\n{found}");
    }
    let many: String = (0..20).map(|index| format!("p{index}: string | 0; ")).collect();
    let many = format!(
        "//- page.mdx\n<A/><A p0={{1}}/>\n//- components/A.tsx\nexport default (props: {{ {many} }}) => null;"
    );
    let found = problems(&many);
    assert!(
        found.contains("needs the props `p0`, `p1`, `p10`, `p11`, `p12`, `p13`, `p14`, `p15`, and 12 more"),
        "{found}"
    );
    assert!(found.contains("`p0`: expected a string or `0`, found the number `1`"), "{found}");
    let wide = format!(
        "//- page.mdx\n<A size={{1}} kind=\"b\"/>\n//- components/A.tsx\n{wide} }};\nexport default (props: P) => null;"
    );
    assert_eq!(problems(&wide), "");
}
