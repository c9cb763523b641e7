//! Pages share the output of a run only if the output is the same.

use super::*;

/// Renders all pages of a site in reading order and returns their outcomes and the number of kept outputs.
fn rendered(fixture: &str) -> (Vec<String>, usize) {
    let site = Site::new(fixture);
    let pages = site.pages.keys().map(|path| shown(&site, &site.render(path.as_str()))).collect();
    (pages, site.library.0.outputs.len())
}

const COMPONENTS: &str = "
//- components/Box.tsx
import { useId } from \"react\";
export default function Box({ children }: { children?: React.ReactNode }) {
  return <i id={useId()}>{children}</i>;
}
//- components/Title.tsx
import { usePage } from \"docgen\";
export default function Title() { return <b>{usePage().title}</b>; }
//- components/Broken.tsx
export default function Broken() { throw new Error(\"no\"); }
";

#[test]
fn pages_with_the_same_code_share_a_run() {
    let same = "//- a/a.md\n<Box>«1»</Box>\n//- b.md\n<Box>«1»</Box>";
    let (pages, runs) = rendered(&format!("{same}{COMPONENTS}"));
    assert_eq!(pages[0], pages[1]);
    assert!(pages[0].contains("{1}</i>"), "{pages:?}");
    assert_eq!(runs, 1);
    for other in ["<Box>«2»</Box>", "<Box key=\"a\">«1»</Box>", "<Box>«1»</Box><Box/>"] {
        let (pages, runs) = rendered(&format!("{same}\n//- c.md\n{other}{COMPONENTS}"));
        assert_ne!(pages[0], pages[2], "{other}");
        assert_eq!(runs, 2, "{other}");
    }
}

#[test]
fn the_same_code_in_another_folder_can_import_other_files() {
    let page = "import text from \"./text.txt?raw\"\n{text}\n";
    let files = format!("//- a/p.md\n{page}//- a/text.txt\nA\n//- b/p.md\n{page}//- b/text.txt\nB\n");
    let (pages, runs) = rendered(&files);
    assert_eq!((pages, runs), (vec!["A".to_owned(), "B".to_owned()], 2));
}

#[test]
fn an_output_that_depends_on_the_page_is_not_shared() {
    let page = |title: &str| Page { info: json!({ "title": title }), locale: "de".to_owned() };
    let site = Site::new(&format!("//- a.md\n<Title/>\n//- b.md\n<Box/>\n{COMPONENTS}"));
    let render = |path: &str, title: &str| {
        let module = &site.pages[path];
        threads::THREADS.render(&site.library, module, &page(title), &|_| None).html
    };
    assert_eq!(render("a.md", "One").as_deref(), Some("<b>One</b>"));
    assert_eq!(render("a.md", "Two").as_deref(), Some("<b>Two</b>"));
    assert_eq!(render("b.md", "One"), render("b.md", "Two"));
    assert_eq!(site.library.0.outputs.len(), 3);
}

#[test]
fn each_page_reports_its_own_failures() {
    let broken = "<Box>«1»</Box><Broken/>\n";
    let (pages, runs) = rendered(&format!("//- a.md\n{broken}//- b.md\n{broken}{COMPONENTS}"));
    assert!(pages[0].contains("no") && pages[1].contains("no"), "{pages:?}");
    assert!(pages[0].contains("a.md") && pages[1].contains("b.md"), "{pages:?}");
    assert_eq!(runs, 0);
}

#[test]
fn outputs_take_up_limited_memory() {
    let outputs = crate::component::Outputs::default();
    let html = "x".repeat(10 << 20);
    for key in 0..20 {
        outputs.add(key, &html);
        assert!(outputs.get(key).is_some());
        assert!(outputs.len() <= 6);
    }
}
