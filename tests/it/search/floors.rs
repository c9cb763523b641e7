//! How a site can influence the weight of its pages and words: boosts, demotions, synonyms, and words that occur
//! everywhere. The site has more than 1,000 records. For each kind of query, two shares must reach a minimum: the share
//! of queries for which the right page comes first, and the share of expected pages that are among the first five
//! results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::client;
use super::site::{Indexed, request};
use crate::harness::Project;

/// The number of words for each kind of query.
const EACH: usize = 60;

/// The number of notes, which are pages that mention words of other pages in passing. Each word is in several notes.
const NOTES: usize = 1_000;

/// The expected results of a query: the page that comes first, and another page among the first five.
struct Asked {
    kind: &'static str,
    query: String,
    first: String,
    also: Option<String>,
}

/// A site and its queries.
#[derive(Default)]
struct Pages {
    files: BTreeMap<String, String>,
    /// Words that the notes mention.
    mentioned: Vec<String>,
    synonyms: String,
    operations: String,
    schemas: String,
    asked: Vec<Asked>,
}

/// Returns an artificial word that differs from all others in more than two letters. Each of its three syllables
/// consists of a consonant and a vowel. The last letter prevents stemming.
fn word(number: usize) -> String {
    const CONSONANTS: &[u8] = b"bdfglmprtvz";
    const VOWELS: &[u8] = b"aou";
    let syllables = CONSONANTS.len() * VOWELS.len();
    let syllable = |at: usize| {
        let at = at % syllables;
        [CONSONANTS[at / VOWELS.len()], VOWELS[at % VOWELS.len()]].map(char::from)
    };
    let parts = [number * 7, number / syllables * 5 + number * 11, number * 13 + number / syllables];
    parts.into_iter().flat_map(syllable).chain(['k']).collect()
}

impl Pages {
    /// Adds a page that contains the word "platform". Nearly all pages contain this word.
    fn page(&mut self, path: &str, front_matter: &str, title: &str, text: &str) -> String {
        self.bare_page(path, front_matter, title, &format!("Of the platform.\n\n{text}"))
    }

    fn bare_page(&mut self, path: &str, front_matter: &str, title: &str, text: &str) -> String {
        let text = format!("---\n{front_matter}\n---\n# {title}\n\n{text}\n");
        let known = self.files.insert(format!("content/docs/{path}.md"), text);
        assert!(known.is_none(), "{path}");
        format!("/docs/{path}/")
    }

    fn ask(&mut self, kind: &'static str, query: String, first: String, also: Option<String>) {
        self.asked.push(Asked { kind, query, first, also });
    }

    /// If pages have the same text, the page with more weight comes first, even though that page's URL sorts last.
    fn boosts(&mut self, word: &str, number: usize) {
        let text = format!("What {word} is for.");
        let plain = self.page(&format!("b/{word}-1"), "", word, &text);
        let boosted = match number % 2 {
            0 => self.page(&format!("b/{word}-2"), "search: { boost: 2 }", word, &text),
            _ => self.page(&format!("best/{word}-2"), "", word, &text),
        };
        self.ask("boost", word.to_owned(), boosted, Some(plain));
    }

    /// A page about a word comes before a page that only mentions the word, even if the second page has a small boost.
    fn small_boosts(&mut self, word: &str) {
        let about = self.page(&format!("m/{word}"), "", word, "A page of its own.");
        self.page(
            &format!("l/of-{word}"),
            "search: { boost: 1.5 }",
            "Others",
            &format!("It mentions {word}."),
        );
        self.ask("small boost", word.to_owned(), about, None);
    }

    /// A page with less weight comes after a slightly worse match but is still found.
    fn demotions(&mut self, word: &str, number: usize) {
        let text = format!("What {word} is for.");
        let old = match number % 2 {
            0 => self.page(&format!("d/{word}"), "search: { boost: 0.3 }", word, &text),
            _ => self.page(&format!("past/{word}"), "", word, &text),
        };
        let new = self.page(&format!("d/use-{word}"), "", &format!("Use {word} here"), &text);
        self.ask("demotion", word.to_owned(), new, Some(old));
    }

    /// A page about using a schema comes before the schema, even though the schema's title is the word itself. The
    /// schema is still found.
    fn schemas(&mut self, word: &str, number: usize) {
        // Writing to a string can't fail.
        let _ = writeln!(self.schemas, "    {word}: {{ type: object, description: Of the platform. }}");
        let first = match number % 2 {
            0 => self.page(
                &format!("o/{word}"),
                "",
                &format!("Use {word} here"),
                &format!("What {word} is for."),
            ),
            _ => {
                let _ = write!(
                    self.operations,
                    "  /things/{word}:\n    get:\n      operationId: list-{word}\n      summary: List {word}\n      description: Of the platform.\n      responses: {{ '200': {{ description: Fine }} }}\n",
                );
                format!("/api/list-{word}/")
            }
        };
        self.ask("schema", word.to_owned(), first, Some(format!("/api/schemas/{word}/")));
    }

    /// A page with the word itself comes before a page with a synonym, and both come before pages that mention the word
    /// in passing.
    fn synonyms(&mut self, word: &str, other: &str) {
        let _ = write!(self.synonyms, "['{word}', '{other}'], ");
        let others = self.page(&format!("s/a-{other}"), "", other, "A page of its own.");
        let own = self.page(&format!("s/b-{word}"), "", word, "A page of its own.");
        self.ask("synonym", word.to_owned(), own, Some(others));
    }

    /// A word that doesn't occur in any text finds the page with its synonym.
    fn unsaid(&mut self, word: &str, other: &str) {
        let _ = write!(self.synonyms, "['{word}', '{other}'], ");
        let page = self.page(&format!("u/{other}"), "", other, "A page of its own.");
        self.ask("unsaid synonym", word.to_owned(), page, None);
    }

    /// A query word that nearly all pages contain doesn't improve a page's rank.
    fn common(&mut self, word: &str) {
        let (title, text) = ("Others", format!("It mentions {word}."));
        let without = self.bare_page(&format!("c/a-{word}"), "", title, &text);
        self.page(&format!("c/b-{word}"), "", "Platform", &text);
        self.ask("common word", format!("platform {word} "), without, None);
    }

    /// Sections of one page leave room for other pages.
    fn sections(&mut self, word: &str) {
        let section = |number: usize| format!("## {word} {number}\n\nMore about {word}.\n\n");
        let sections: String = (0..5).map(section).collect();
        let [first, ..] = ["a", "b"]
            .map(|part| self.page(&format!("x/{part}-{word}"), "", &format!("{word} and more"), &sections));
        let other = self.page(&format!("x/c-{word}"), "", "Others", &section(1));
        self.ask("sections", word.to_owned(), first, Some(other));
    }

    fn all() -> Self {
        let mut pages = Pages::default();
        let mut number = 0;
        let mut next = || {
            number += 1;
            word(number)
        };
        for turn in 0..EACH {
            let words: [String; 8] = std::array::from_fn(|_| next());
            let [a, b, c, d, e, f, g, h] = &words;
            pages.boosts(a, turn);
            pages.small_boosts(b);
            pages.demotions(c, turn);
            pages.schemas(d, turn);
            pages.synonyms(e, f);
            pages.common(g);
            pages.sections(h);
            // The synonym of an `unsaid` word isn't mentioned anywhere else.
            pages.mentioned.extend([a, b, c, d, e, g].map(String::clone));
            pages.unsaid(&next(), &next());
        }
        for note in 0..NOTES {
            let mut text = String::new();
            for step in 0..4 {
                let word = &pages.mentioned[(note * 4 + step) % pages.mentioned.len()];
                let _ = write!(text, " The platform has {word}.");
            }
            pages.page(&format!("notes/{note}"), "", &format!("Note {note}"), &text);
        }
        pages
    }

    /// Writes the site to disk.
    fn write(&self) -> Project {
        let project = Project::new("");
        for (path, text) in &self.files {
            project.write(path, text);
        }
        project.write("docgen.toml", format!("[site]\ntitle = 'Acme'\n[[openapi]]\nfile = 'openapi/api.yaml'\nschema_pages = 'all'\n[search.index]\nsynonyms = [{}]\n[search.index.boost]\n'/docs/best/*' = 2\n'/docs/past/*' = 0.3\n", self.synonyms));
        project.write("openapi/api.yaml", format!("openapi: 3.1.0\ninfo: {{ title: Cups, version: '1' }}\nservers: [{{ url: https://acme.example }}]\npaths:\n{}components:\n  schemas:\n{}", self.operations, self.schemas));
        project
    }
}

/// Returns the term files that a query reads.
fn term_files(indexed: &Indexed, query: &str) -> BTreeSet<String> {
    let files = client::files(indexed, &request(query, "en")).into_iter();
    let names = files.map(|path| path.rsplit('/').next().unwrap_or_default().to_owned());
    let is_terms = |name: &String| {
        name.ends_with(".bin")
            && name.split('.').count() == 3
            && name.starts_with(|c: char| c.is_ascii_digit())
    };
    names.filter(is_terms).collect()
}

/// The totals for the queries of one kind.
#[derive(Debug, Default)]
struct Sum {
    asked: usize,
    first: usize,
    wanted: usize,
    in_five: usize,
}

/// For each kind of query, the minimum share of queries for which the right page comes first, and the minimum share of
/// expected pages that are among the first five results.
const FLOORS: [(&str, f64, f64); 8] = [
    ("boost", 0.95, 0.95),
    ("small boost", 0.95, 0.95),
    ("demotion", 0.95, 0.95),
    ("schema", 0.95, 0.95),
    ("synonym", 0.95, 0.95),
    ("unsaid synonym", 0.95, 0.95),
    ("common word", 0.95, 0.95),
    ("sections", 0.95, 0.95),
];

#[test]
fn what_a_site_says_of_its_pages_and_words_decides_what_comes_first() {
    let pages = Pages::all();
    let project = pages.write();
    let indexed = Indexed::new(project.root());
    assert!(indexed.site.pages.len() > 1_500);
    let requests: Vec<_> = pages.asked.iter().map(|asked| request(&asked.query, "en")).collect();
    let answers = client::answers(&indexed, &requests);
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    for (Asked { kind, query, first, also }, answer) in pages.asked.iter().zip(answers) {
        let hits = answer["hits"].as_array().unwrap_or_else(|| panic!("{query}: {answer}"));
        let five: Vec<&str> =
            hits.iter().take(5).filter_map(|hit| hit["url_without_anchor"].as_str()).collect();
        let sum = sums.entry(kind).or_default();
        sum.asked += 1;
        sum.first += usize::from(five.first() == Some(&&**first));
        for wanted in [first].into_iter().chain(also) {
            sum.wanted += 1;
            sum.in_five += usize::from(five.contains(&&**wanted));
        }
        if five.first() != Some(&&**first) || also.as_deref().is_some_and(|also| !five.contains(&also)) {
            println!("{kind}: `{query}`: {first} {also:?} in {five:?}");
        }
    }
    let mut wrong = Vec::new();
    for (kind, first, in_five) in FLOORS {
        let sum = &sums[kind];
        let shares = (sum.first as f64 / sum.asked as f64, sum.in_five as f64 / sum.wanted as f64);
        println!("{kind:16} {:.2} first, {:.2} in five", shares.0, shares.1);
        if sum.asked != EACH || shares.0 < first || shares.1 < in_five {
            wrong.push(format!("{kind}: {sum:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // A word that occurs everywhere isn't looked up, unless it's the whole query or in quotes.
    let files = |query: &str| term_files(&indexed, query);
    let common = pages.asked.iter().find(|asked| asked.kind == "common word").expect("there are some");
    let word = common.query.replace("platform ", "");
    assert_eq!(files(&common.query), files(&word));
    assert_eq!(files(&format!("\"platform\" {word}")), &files(&word) | &files("platform "));
    assert_ne!(files("platform "), files(&word));
}
