//! Tests for React's own behavior.

use super::{outcome, table};

#[test]
fn classes_without_syntax_for_them_work() {
    table(
        "
//- components/Old.tsx
import * as React from \"react\";
function Old(props) { React.Component.call(this, props); }
Old.prototype = Object.create(React.Component.prototype);
Old.prototype.constructor = Old;
Old.prototype.render = function () { return <b>{String(this instanceof React.Component)}{this.constructor.name}</b>; };
function Moment(time) { return Reflect.construct(Date, [time], Moment); }
Moment.prototype = Object.create(Date.prototype);
Moment.prototype.constructor = Moment;
Moment.prototype.toString = function () { return this.toISOString(); };
export const moment = new Moment(0);
export default Old;
//- components/Patch.tsx
React.Component.prototype.setState = null;
export default () => null;
",
        &[
            ("import { moment } from \"./components/Old\"\n<Old/>{String(moment)}", "<b>trueOld</b>1970-01-01T00:00:00.000Z"),
            (
                "{(() => { Date.prototype.toISOString = null; })()}",
                "page.md `Date`: uncaught TypeError: `toISOString` can't be changed, because all pages share it",
            ),
        ],
    );
}

#[test]
fn elements_are_written_as_react_writes_them() {
    table(
        "",
        &[
            (
                "<p className=\"a\" htmlFor=\"b\" tabIndex={0} hidden>a & b</p>",
                "<p class=\"a\" for=\"b\" tabindex=\"0\" hidden=\"\">a &amp; b</p>",
            ),
            (
                "<p style={{ marginTop: 4, lineHeight: 1.5, \"--x\": 2 }}/>",
                "<p style=\"margin-top:4px;line-height:1.5;--x:2\"></p>",
            ),
            (
                "<p title={`\"<>&'`}>{\"<script>\"}</p>",
                "<p title=\"&quot;&lt;&gt;&amp;&#x27;\">&lt;script&gt;</p>",
            ),
            ("{null}{false}{true}{undefined}{0}{\"\"}{[1, <b key=\"b\">2</b>]}", "01<b>2</b>"),
            ("<div dangerouslySetInnerHTML={{ __html: \"<i>x</i>\" }}/>", "<div><i>x</i></div>"),
            ("<input value=\"a\" disabled={false} onChange={() => {}}/><br/>", "<input value=\"a\"/><br/>"),
            (
                "<svg viewBox=\"0 0 1 1\"><path strokeWidth={2} d=\"M0 0\"/></svg>",
                "<svg viewBox=\"0 0 1 1\"><path stroke-width=\"2\" d=\"M0 0\"></path></svg>",
            ),
            (
                "<img src=\"a.png\" alt=\"\"/><img srcSet=\"b.png 2x\" alt=\"\"/>",
                "<img src=\"a.png\" alt=\"\"/><img srcSet=\"b.png 2x\" alt=\"\"/>",
            ),
            (
                "<a href=\"javascript:alert(1)\">x</a>",
                "<a href=\"javascript:throw new Error(&#x27;React has blocked a javascript: URL as a security precaution.&#x27;)\">x</a>",
            ),
            ("<><b/>{(() => \"text\")()}</>", "<b></b>text"),
            (
                "<select defaultValue=\"b\"><option>a</option><option>b</option></select>",
                "<select><option>a</option><option selected=\"\">b</option></select>",
            ),
            ("<textarea defaultValue=\"a\"/>", "<textarea>a</textarea>"),
        ],
    );
}

#[test]
fn components_have_state_context_and_ids() {
    let files = "
//- page.md
import { All } from \"./all\"
<All label=\"x\"><b>1</b><i>2</i></All>
//- all.tsx
import React, { Children, Component, createContext, forwardRef, memo, useContext, useEffect, useId, useMemo, useReducer, useRef, useState } from \"react\";
const Level = createContext(0);
const Depth = memo(function Depth() { return <u>{useContext(Level)}</u>; });
const Ref = forwardRef<HTMLElement, { to: string }>(({ to }, ref) => <a href={to} ref={ref}/>);
class Old extends Component<{ a: string }, { n: number }> {
  static defaultProps = { a: \"default\" };
  state = { n: 1 };
  componentDidMount() { throw new Error(\"never\"); }
  render() { return <s>{this.props.a}{this.state.n}</s>; }
}
enum Kind { A, B = 5 }
export function All({ label, children }: { label: string; children: React.ReactNode }) {
  const [count, setCount] = useState(() => 1);
  if (count < 3) setCount(count + 1);
  const [sum] = useReducer((a: number, b: number) => a + b, 7);
  const doubled = useMemo(() => count * 2, [count]);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => { throw new Error(\"never\"); });
  return <Level value={2}><Depth/><Level.Provider value={3}><Depth/></Level.Provider><Ref to=\"#a\" ref={ref}/><Old/>
    {count} {doubled} {sum} {Kind.B} {label satisfies string} {Children.count(children)} <p id={useId()}/></Level>;
}
";
    let found = outcome(files);
    let (before, id) = found.split_once("<p id=\"").expect("there is an ID");
    assert_eq!(before, "<u>2</u><u>3</u><a href=\"#a\"></a><s>default1</s>3 6 7 5 x 2 ");
    assert!(id.starts_with('_') && id.contains("R_"), "{id}");
}

#[test]
fn the_errors_of_react_have_their_messages_and_the_place_of_the_element() {
    table(
        "
//- components/Bad.tsx
export default function Bad({ what }) {
  if (what === \"undefined\") return <div><what.Missing/></div>;
  if (what === \"style\") return (
    <div>
      <p style=\"color: red\"/>
    </div>
  );
  return <div>{{ a: 1 }}</div>;
}
",
        &[
            (
                "<Bad/>",
                "components/Bad.tsx:8:10: uncaught error: Objects are not valid as a React child (found: object with keys {a}). If you meant to render a collection of children, use an array instead\n  the page `page.md` uses this file\n<div></div>",
            ),
            (
                "<Bad what=\"undefined\"/>",
                "components/Bad.tsx:2:42: uncaught error: Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: undefined\n  the page `page.md` uses this file\n<div></div>",
            ),
            (
                "<Bad what=\"style\"/>",
                "components/Bad.tsx:5:7: uncaught error: The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX\n  the page `page.md` uses this file\n<div></div>",
            ),
            (
                "<br>x</br>",
                "page.md `<br`: uncaught error: br is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`\nx",
            ),
        ],
    );
}

#[test]
fn a_component_says_what_it_is_in_markdown() {
    let files = "
//- page.md
import { Chart as Named, label } from \"./components/Chart\"
import Plain from \"./components/Chart\"
<Chart title=\"a\">«1»</Chart>{Plain.Part}{Named.Part}{label}<Plain title={null}/>
//- components/Chart.tsx
export default function Chart({ title, children }) { return <b>{title}{children}</b>; }
Chart.Part = \"part\";
export { Chart };
export const label = \"label\";
export const toMarkdown = ({ title, children }) => title && `| ${title} ${children} |`;
";
    let expected = "<md>| a {1} |</md><b>a{1}</b><end>partpartlabel<b></b>";
    assert_eq!(outcome(files), expected);
}

#[test]
fn every_kind_of_component_says_what_it_is_in_markdown() {
    table(
        "
//- components/Memo.tsx
import { memo } from \"react\";
const Memo = memo(function Named({ a }) { return <b>{a}</b>; });
Memo.part = \"part\";
export default Memo;
export function toMarkdown({ a }) { return `*${a}*` + JSON.parse('\"\\\\ufdd6\"'); }
//- components/Class.tsx
import { Component } from \"react\";
export default class Class extends Component {
  static part = \"part\";
  render() { return <i>{this.props.a}</i>; }
}
export const toMarkdown = () => \"a < b\";
//- components/Ref.tsx
import { forwardRef } from \"react\";
export default forwardRef((props, ref) => <a ref={ref}>{props.a}</a>);
export const toMarkdown = () => { throw new Error(\"no\"); };
//- components/Nothing.tsx
export const toMarkdown = () => \"nothing\";
export default 5;
",
        &[
            ("<Memo a=\"1\"/>{Memo.part}", "<md>*1*\u{fffd}</md><b>1</b><end>part"),
            ("<Class a=\"1\"/>{Class.part}", "<md>a &lt; b</md><i>1</i><end>part"),
            (
                "<Ref a=\"1\"/>",
                "components/Ref.tsx:3:45: uncaught error: no\n  the page `page.md` uses this file",
            ),
        ],
    );
    let wrong =
        "//- page.md\n<A/>\n//- components/A.tsx\nexport const toMarkdown = () => \"\";\nexport default 5;\n";
    assert!(outcome(wrong).contains("Element type is invalid"), "{}", outcome(wrong));
}

#[test]
fn what_waits_for_the_browser_renders_once() {
    let head = "import { Suspense, useEffect, useLayoutEffect, useState } from \"react\"\n";
    table(
        "",
        &[
            (
                &format!(
                    "{head}export const E = () => {{ useEffect(() => {{ window.x(); }}); return <b onClick={{() => window.x()}}/>; }}\n<Suspense fallback=\"no\"><E/></Suspense>"
                ),
                "<b></b>",
            ),
            (
                &format!(
                    "{head}export const E = () => {{ throw new Error(\"so\"); }}\n<Suspense fallback=\"no\"><E/></Suspense>"
                ),
                "page.md `Error`: uncaught error: so",
            ),
            (
                &format!("{head}export const E = async () => 1\n<Suspense fallback=\"no\"><E/></Suspense>"),
                "page.md `async`: async components aren't supported here; a component must return its content, not a promise\n  import the data from a file instead of waiting for it",
            ),
            (
                &format!("{head}export const state = useState(1)\n<b/>"),
                "page.md `useState`: uncaught TypeError: cannot read property 'useState' of null\n  call hooks only inside a component function\n<b></b>",
            ),
            (
                "<p>{useMemo(() => 1)}</p>",
                "page.md `useMemo`: uncaught ReferenceError: useMemo is not defined\n  add `import { useMemo } from \"react\"`\n<p></p>",
            ),
        ],
    );
}
