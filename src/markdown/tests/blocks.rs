//! Tests that docgen's own components have the same output as their directives.

use super::written::{html, page_and_problems};
use crate::component::BLOCKS;
use crate::diag::Location;
use crate::markdown::directives::{DIRECTIVES, DirectiveId};

/// Directives, each with the component that must have the same output.
const PAIRS: &[(&str, &str)] = &[
    (":::note\nA *b*.\n:::", "<Note>\n\nA *b*.\n\n</Note>"),
    (":::tip[Hot & cold]\nA\n:::", "<Tip title=\"Hot & cold\">\n\nA\n\n</Tip>"),
    (":::warning[Hot *tea*]\nA\n:::", "<Warning title={<>Hot <em>tea</em></>}>\n\nA\n\n</Warning>"),
    (":::info\nA\n:::", "<Admonition type=\"info\">\n\nA\n\n</Admonition>"),
    (":::tip\nA\n:::", "<Callout type=\"tip\">\n\nA\n\n</Callout>"),
    (":::note\nA\n:::", "<Aside>\n\nA\n\n</Aside>"),
    (":::danger[B]\nA\n:::", "<Danger title={\"b\".toUpperCase()}>\n\nA\n\n</Danger>"),
    (":::details[More]\nA\n:::", "<Details summary=\"More\">\n\nA\n\n</Details>"),
    (":::accordion[More]{open}\nA\n:::", "<Accordion title=\"More\" defaultOpen>\n\nA\n\n</Accordion>"),
    (
        "::::accordions\n:::accordion[A]\na\n:::\n:::accordion[B]\nb\n:::\n::::",
        "<AccordionGroup>\n<Accordion title=\"A\">\n\na\n\n</Accordion>\n\
         {[1].map(() => <Accordion title=\"B\"><p>b</p>{\"\\n\"}</Accordion>)}\n</AccordionGroup>",
    ),
    (
        "::::tabs{group=os}\n:::tab[One]\na\n:::\n:::tab[Two]{value=2 default}\n## H\n:::\n::::",
        "<Tabs syncKey=\"os\">\n<TabItem label=\"One\">\n\na\n\n</TabItem>\n\
         <Tab title=\"Two\" value={2} default>\n\n## H\n\n</Tab>\n</Tabs>",
    ),
    (
        "::::tabs{groupId=os}\n:::tab[Apple]{value=a}\na\n:::\n:::tab[Pear]{value=b default}\nb\n:::\n::::",
        "<Tabs groupId=\"os\" defaultValue=\"b\" values={[{ label: \"Apple\", value: \"a\" }, { label: \"Pear\", value: \"b\" }]}>\n\
         <TabItem value=\"a\">\n\na\n\n</TabItem>\n<TabItem value=\"b\">\n\nb\n\n</TabItem>\n</Tabs>",
    ),
    (
        "::::tabs\n:::tab[Apple]{value=a}\na\n:::\n:::tab[Pear]{value=b}\nb\n:::\n:::tab[c]{value=c}\nc\n:::\n::::",
        "<Tabs values={[{ label: <b>Apple</b>, value: \"a\" }, { label: <i><img alt=\"Pear\" /></i>, value: \"b\" }, { label: <br />, value: \"c\" }]}>\n\
         <TabItem value=\"a\">\n\na\n\n</TabItem>\n<TabItem value=\"b\">\n\nb\n\n</TabItem>\n<TabItem value=\"c\">\n\nc\n\n</TabItem>\n</Tabs>",
    ),
    (
        "::::cards\n:::card[Start]{href=./other.md}\nA\n:::\n:::card[B]\nb\n:::\n::::",
        "<CardGrid>\n<LinkCard title=\"Start\" href=\"./other.md\">\n\nA\n\n</LinkCard>\n\
         <Card title=\"B\">\n\nb\n\n</Card>\n</CardGrid>",
    ),
    ("::::steps\n1. A\n2. B\n::::", "<Steps>\n\n1. A\n2. B\n\n</Steps>"),
    ("::::steps\n:::step[A]\na\n:::\n::::", "<Steps>\n  <Step title=\"A\">\n\n  a\n\n  </Step>\n</Steps>"),
    ("::::columns\n:::column\na\n:::\n::::", "<Columns>\n<Column>\n\na\n\n</Column>\n</Columns>"),
    (":::frame[A *b*]\n![](a.png)\n:::", "<Frame caption={<>A <em>b</em></>}>\n\n![](a.png)\n\n</Frame>"),
    (":::file-tree\n- a\n  - b\n:::", "<FileTree>\n\n- a\n  - b\n\n</FileTree>"),
    (
        ":::code-group\n```js title=\"a.js\"\n1\n```\n```py\n2\n```\n:::",
        "<CodeGroup>\n\n```js title=\"a.js\"\n1\n```\n\n```py\n2\n```\n\n</CodeGroup>",
    ),
    (":::card[A]{icon=rocket}\nB\n:::", "<Card title=\"A\" icon=\"rocket\">\n\nB\n\n</Card>"),
    (
        ":::field[limit]{type=integer required default=20}\nA *b*.\n:::",
        "<ParamField query=\"limit\" type=\"integer\" required default={20}>\n\nA *b*.\n\n</ParamField>",
    ),
    (
        "::video[Steeping]{src=https://vimeo.com/76979871}",
        "<Video src=\"https://vimeo.com/76979871\" title=\"Steeping\" />",
    ),
    ("::youtube[Steeping]{id=dQw4w9WgXcQ}", "<YouTube id=\"dQw4w9WgXcQ\" title=\"Steeping\" />"),
    (
        "A :badge[New]{kind=tip} :icon{name=leaf} :tooltip[pot]{text=\"A *kettle*\"} b.",
        "A <Badge variant=\"tip\">New</Badge> <Icon icon=\"leaf\" /> <Tooltip tip=\"A *kettle*\">pot</Tooltip> b.",
    ),
    (
        "::::cards{cols=2}\n:::card[A]\na\n:::\n::::",
        "<CardGroup cols={2}>\n\n<Card title=\"A\">\n\na\n\n</Card>\n\n</CardGroup>",
    ),
    ("A\n\n::pages\n\nB", "A\n\n<Pages />\n\nB"),
    ("A :badge[New].", "A <Badge text=\"New\" />."),
    (":::update[v1]\n- a\n:::", "<Update label=\"v1\">\n\n- a\n\n</Update>"),
    (":::update[v1]\nMay 1\n\n- a\n:::", "<Update label=\"v1\" description=\"May 1\">\n\n- a\n\n</Update>"),
    (
        "```js title=\"a.js\"\nlet a = 1;\n```",
        "<CodeBlock language=\"js\" title=\"a.js\">{`let a = 1;\n`}</CodeBlock>",
    ),
    ("```js {1}\na\nb\n```", "<Code lang=\"js\" meta=\"{1}\" code={\"a\\nb\"} />"),
    ("```js\na\n```", "<CodeBlock className=\"language-js\">a</CodeBlock>"),
];

#[test]
fn components_are_the_same_as_their_directives() {
    for (directive, component) in PAIRS {
        let page = |extension: &str, text: &str| {
            let (document, problems) = page_and_problems(&format!("//- page.{extension}\n# T\n\n{text}\n"));
            assert!(problems.is_empty(), "{text}\n{problems:#?}");
            html(&document).replace("\n\n", "\n")
        };
        assert_eq!(page("mdx", component), page("md", directive), "{component}");
    }
}

#[test]
fn icons_that_are_images_have_locations() {
    for (name, text) in [
        ("page.md", ":::card[A]{icon=./a.svg}\n:::\n"),
        ("page.mdx", "<Card title=\"A\" icon=\"./a.svg\" />\n"),
        ("page.mdx", "<Cards>\n<Card icon=\"./a.svg\" title=\"A\" href=\"/b\" />\n</Cards>\n"),
        ("page.mdx", "<Tabs>\n<Tab title=\"A\" icon=\"./a.svg\">b</Tab>\n</Tabs>\n"),
    ] {
        let (document, problems) = page_and_problems(&format!("//- {name}\n{text}"));
        assert!(problems.is_empty(), "{text}\n{problems:#?}");
        let found: Vec<&str> = document.images.iter().map(|image| &text[image.span.range()]).collect();
        assert_eq!(found, ["./a.svg"], "{text}");
    }
}

#[test]
fn every_directive_has_a_component_and_every_component_a_directive() {
    for directive in &DIRECTIVES {
        assert!(BLOCKS.iter().any(|(_, name)| *name == directive.name), "{}", directive.name);
    }
    for (component, directive) in BLOCKS {
        let is_known =
            matches!(*directive, "" | crate::component::CODE) || DirectiveId::find(directive).is_some();
        assert!(is_known, "{component}");
        let is_tried = PAIRS.iter().any(|(_, text)| text.contains(&format!("<{component}")));
        assert!(is_tried || DIRECTIVES.iter().any(|one| one.name == *directive), "{component}");
    }
}

#[test]
fn wrong_content_of_components_is_reported() {
    for (text, expected) in [
        ("<Tab title=\"a\">\n\na\n\n</Tab>", "a `tab` isn't in `tabs`"),
        ("<Tabs></Tabs>", "this group has no tabs"),
        (
            "<Tabs>\n\nA\n\n<Tab title=\"a\">b</Tab>\n</Tabs>",
            "this content isn't in a tab, so it's always shown",
        ),
        (
            "<Admonition type=\"tipp\">\n\na\n\n</Admonition>",
            "unknown directive `tipp`; only its content is shown",
        ),
        ("<Card hrf=\"./other.md\">a</Card>", "unknown attribute `hrf`"),
        ("A <Badge knd=\"tip\">a</Badge>", "unknown attribute `knd`"),
        ("A <Icon name=\"rocket\" nmae=\"a\" />", "unknown attribute `nmae`"),
        ("A <Tooltip>a</Tooltip>", "the tooltip has no explanation"),
        ("<CodeBlock langage=\"js\">a</CodeBlock>", "unknown attribute `langage`"),
        ("<Code lang=\"jss\" code=\"a\" />", "unknown language `jss`"),
        ("<CodeBlock><b>a</b></CodeBlock>", "the content of this component must be text"),
        ("A <Icon name=\"roket\" />", "unknown icon `roket`"),
        ("A <Badge kind=\"tipp\">a</Badge>", "unknown badge kind `tipp`"),
        ("<Field type=\"string\">a</Field>", "the field has no name"),
        ("<Video title=\"a\" />", "the video has no source"),
        ("<Crad>a</Crad>", "unknown component `Crad`"),
        (
            "<Tabs defaultValue=\"c\"><Tab label=\"a\">a</Tab></Tabs>",
            "unknown default tab `c`; the first tab is selected",
        ),
    ] {
        let (_, problems) = page_and_problems(&format!("//- page.mdx\n# T\n\n{text}\n"));
        let found: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(found, [expected], "{text}");
    }
}

#[test]
fn modules_of_other_tools_are_known() {
    let (document, problems) = page_and_problems(
        "//- page.mdx
import Tabs from \"@theme/Tabs\"
import TabItem from \"@theme/TabItem\"
import Admonition from \"@theme/Admonition\"
import Link from \"@docusaurus/Link\"
import useBaseUrl from \"@docusaurus/useBaseUrl\"
import Translate, { translate } from \"@docusaurus/Translate\"
import useDocusaurusContext from \"@docusaurus/useDocusaurusContext\"
import Head from \"@docusaurus/Head\"
import isInternalUrl from \"@docusaurus/isInternalUrl\"
import useIsBrowser from \"@docusaurus/useIsBrowser\"
import { useLocation } from \"@docusaurus/router\"
import { useColorMode } from \"@docusaurus/theme-common\"
import IdealImage from \"@theme/IdealImage\"
import Layout from \"@theme/Layout\"
import Mermaid from \"@theme/Mermaid\"
import clsx from \"clsx\"
import { Card as Box, LinkButton } from \"@astrojs/starlight/components\"

# T

<Tabs><TabItem value=\"a\">b</TabItem></Tabs>
<Admonition type=\"note\">c</Admonition>
<Link to=\"./page.mdx\" className={clsx(\"a\", false, { b: true, c: false }, [\"d\"])}>d</Link>
<img src={useBaseUrl(\"/img/a.png\")} alt=\"\" />
<Translate values={{ tea: \"Oolong\" }}>{\"Drink {tea}\"}</Translate>
{translate({ message: \"e\" })}
{useDocusaurusContext().siteConfig.baseUrl}
<Box title=\"f\">g</Box>
<LinkButton href=\"./page.mdx\" variant=\"minimal\">h</LinkButton>
<Head><title>hidden</title></Head>
<Layout title=\"t\"><main>i-{String(isInternalUrl(\"/a\"))}-{String(isInternalUrl(\"https://a\"))}-{String(useIsBrowser())}</main></Layout>
{useColorMode().colorMode}
{useLocation().search}
<IdealImage img=\"/img/b.png\" alt=\"ideal\" />
<Mermaid value={\"graph TD; A-->B\"} />
",
    );
    assert!(problems.is_empty(), "{problems:#?}");
    let html = html(&document);
    for part in [
        "role=\"tab\"",
        "admonition",
        "class=\"a b d\"",
        "Drink Oolong",
        "card-title",
        "src=",
        "data-variant=\"secondary\">h</a>",
        "<main>i-true-false-false</main>",
        "alt=\"ideal\"",
        "data-island=\"diagram\"",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
}

#[test]
fn problems_of_components_are_where_their_tags_are() {
    let text = "# T\n\n<Cards>\n<Card icon=\"a1\">b</Card>\n<Card title=\"c\" icon=\"a2\" /><Card icon=\"a3\">\n\nd\n\n</Card>\n</Cards>\n";
    let (_, problems) = page_and_problems(&format!("//- page.mdx\n{text}"));
    let starts: Vec<usize> = problems
        .iter()
        .filter_map(|one| match &one.location {
            Some(Location::Span(_, span)) => Some(span.start as usize),
            _ => None,
        })
        .collect();
    assert_eq!(starts, text.match_indices("<Card ").map(|(at, _)| at).collect::<Vec<_>>());
}
