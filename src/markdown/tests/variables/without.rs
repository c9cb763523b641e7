//! Tests for parts of a page that have no variables.

use super::{check, shown};

#[test]
fn comments_scripts_and_preformatted_text_have_no_variables() {
    for (page, expected) in [
        ("a <!-- {{ b }} --> {{ version }}", "<p>a <!-- {{ b }} --> 2.0</p>"),
        ("- a <!-- {{ b }} -->", "<ul>\n<li>a <!-- {{ b }} --></li>\n</ul>"),
        (
            "<div><!-- {{ b }} -->{{ version }}\n<script>{{ c }}</script>{{ version }}</div>",
            "<div><!-- {{ b }} -->2.0\n<script>{{ c }}</script>2.0</div>",
        ),
        ("<!-- {{ b }} -->{{ version }}", "<!-- {{ b }} -->2.0"),
        (
            "<div><pre>{{ b }}\n<b>{{ c }}</b></pre>\n{{ version }}</div>",
            "<div><pre>{{ b }}\n<b>{{ c }}</b></pre>\n2.0</div>",
        ),
        (
            "a <script>{{ b }}</script> {{ version }} <kbd>{{ version }}</kbd>",
            "<p>a <script>{{ b }}</script> 2.0 <kbd>2.0</kbd></p>",
        ),
        ("<svg><title>{{ version }}</title></svg>", "<p><svg><title>2.0</title></svg></p>"),
    ] {
        check(page, expected);
    }
    let (_, problems) = shown("| a |\n|---|\n| b <!-- {{ c }} --> |\n\nd <pre>{{ e }}</pre> f");
    assert!(problems.iter().all(|one| !one.starts_with("unknown-variable")), "{problems:#?}");
}

#[test]
fn labels_of_footnotes_have_no_variables() {
    let (_, problems) = shown("{{ version }} {{ version }} a[^{{ version }}]\n\n[^{{ version }}]: b");
    assert!(problems.iter().all(|one| one.contains("`[^{{ version }}]`")), "{problems:#?}");
    assert!(problems.iter().any(|one| one.contains("(a label can't contain variables")), "{problems:#?}");
}
