//! Problems with locales and versions.

use super::check;

#[test]
fn content_of_languages_and_versions_that_are_not_there() {
    check(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[docs]
versions = [{ name = 'current' }]
//- content/docs/a.md
# A
//- content/i18n/en/docs/a.md
# A
//- content/i18n/fr/messages.json
{ \"pager_nxt\": \"Suivant\", \"zz\": \"pager_nxt\" }
//- content/i18n/fr/versions/1.0/docs/a.md
# A
//- content/i18n/de/docs/a.md
# A
//- content/i18n/de/messages.json
{}
//- content/i18n/fra/pages/a.md
# A
//- content/versions/2.0/docs/a.md
# A
//- content/versions/2.0/docs/b.md
# B
",
        r#"
warning[unused-content]: `content/i18n/de` isn't used: unknown locale `de`
--> content/i18n/de/docs/a.md
 = hint: add the locale to `i18n.locales`, or remove the folder

warning[unused-content]: `content/i18n/en` isn't used: `en` is the default locale
--> content/i18n/en/docs/a.md
 = hint: move the files to `content`

error[invalid-config]: unknown key `pager_nxt` in UI strings
 --> content/i18n/fr/messages.json:1:3
  |
1 | { "pager_nxt": "Suivant", "zz": "pager_nxt" }
  |   ^^^^^^^^^^^
  |
  = hint: did you mean `pager_next`?

error[invalid-config]: unknown key `zz` in UI strings
 --> content/i18n/fr/messages.json:1:27
  |
1 | { "pager_nxt": "Suivant", "zz": "pager_nxt" }
  |                           ^^^^
  |
  = hint: use a key from the list of UI strings in the manual

warning[unused-content]: `content/i18n/fr/versions/1.0` isn't used: unknown version `1.0`
--> content/i18n/fr/versions/1.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder

warning[unused-content]: `content/i18n/fra` isn't used: unknown locale `fra`
--> content/i18n/fra/pages/a.md
 = hint: did you mean `fr`?

warning[unused-content]: `content/versions/2.0` isn't used: unknown version `2.0`
--> content/versions/2.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder
"#,
    );
}

#[test]
fn versions_that_are_wrong() {
    check(
        "
//- docgen.toml
[docs]
last_version = '3.0'
versions = [{ name = 'current' }, { name = '2.0' }]
//- content/docs/a.md
# A
//- content/versions/1.0/docs/a.md
# A
",
        r#"
error[invalid-config]: `docs.last_version`: unknown version `3.0`
 --> docgen.toml:2:16
  |
2 | last_version = '3.0'
  |                ^^^^^

error[missing-content]: version `2.0` has no documents in `content/versions/2.0/docs`
 --> docgen.toml:3:44
  |
3 | versions = [{ name = 'current' }, { name = '2.0' }]
  |                                            ^^^^^
  |
  = hint: add pages there, or remove the version from `docs.versions`

warning[unused-content]: `content/versions/1.0` isn't used: unknown version `1.0`
--> content/versions/1.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder
"#,
    );
}

#[test]
fn versions_with_the_same_name_or_url() {
    check(
        "
//- content/docs/a.md
# A
//- content/versions/next/docs/a.md
# A
//- content/versions/1.0/docs/a.md
# A
//- content/versions/current/docs/a.md
# A
",
        r#"
error[duplicate-route]: duplicate URL `/docs/next`: versions `current` and `next`
--> docgen.toml
 = hint: rename the `content/versions/next` folder, or change one `path` in `docs.versions`

warning[unused-content]: `content/versions/current` isn't used: `current` is the version in `content/docs`
--> content/versions/current/docs/a.md
 = hint: rename the folder
"#,
    );
    check(
        "
//- docgen.toml
[docs]
versions = [
  { name = 'current', path = 'new/' },
  { name = '2.0' },
  { name = '2.0' },
  { name = '1.1', path = '' },
  { name = '1.0', path = '/new' },
  { name = '0.9' },
]
//- content/docs/a.md
# A
//- content/versions/2.0/docs/a.md
# A
//- content/versions/1.1/docs/a.md
# A
//- content/versions/1.0/docs/a.md
# A
",
        r#"
error[invalid-config]: duplicate version `2.0` in `docs.versions`
 --> docgen.toml:5:12
  |
5 |   { name = '2.0' },
  |            ^^^^^
  |
  = hint: remove one of them

error[duplicate-route]: duplicate URL `/docs`: versions `2.0` and `1.1`
 --> docgen.toml:6:26
  |
6 |   { name = '1.1', path = '' },
  |                          ^^
  |
  = hint: change one `path` in `docs.versions`

error[duplicate-route]: duplicate URL `/docs/new`: versions `current` and `1.0`
 --> docgen.toml:7:26
  |
7 |   { name = '1.0', path = '/new' },
  |                          ^^^^^^
  |
  = hint: change one `path` in `docs.versions`

error[missing-content]: version `0.9` has no documents in `content/versions/0.9/docs`
 --> docgen.toml:8:12
  |
8 |   { name = '0.9' },
  |            ^^^^^
  |
  = hint: add pages there, or remove the version from `docs.versions`
"#,
    );
}
