//! Tests for slugs, titles, tags, and tag groups.

use super::check;
use crate::openapi::lower::{kebab, words};

#[test]
fn names_of_every_shape_become_slugs_and_titles() {
    for (name, slug, title) in [
        ("listPets", "list-pets", "List pets"),
        ("list_pets_v2", "list-pets-v2", "List pets v2"),
        ("getHTTPResponse", "get-http-response", "Get HTTP response"),
        ("oneClicks_install_kubernetes", "one-clicks-install-kubernetes", "One clicks install kubernetes"),
        ("users/{id}/posts", "users-id-posts", "Users ID posts"),
        ("createCoreV1NamespacedPod", "create-core-v1-namespaced-pod", "Create core v1 namespaced pod"),
        ("listV2UserIds", "list-v2-user-ids", "List v2 user IDs"),
        ("getOAuth2Token", "get-o-auth2-token", "Get OAuth2 token"),
        ("list2FAMethods", "list2-fa-methods", "List 2FA methods"),
        ("render3DModel", "render3-d-model", "Render 3D model"),
        ("putS3Bucket", "put-s3-bucket", "Put S3 bucket"),
        ("oauth2APIToken", "oauth2-api-token", "OAuth2 API token"),
        ("GET_USER_BY_ID", "get-user-by-id", "Get user by ID"),
        ("apps_v1beta1_readStatus", "apps-v1beta1-read-status", "Apps v1beta1 read status"),
        ("UsersController.findAll()", "users-controller-find-all", "Users controller find all"),
        ("Floating IPs", "floating-ips", "Floating IPs"),
        ("Reserved IPv6", "reserved-ipv6", "Reserved IPv6"),
        ("com.example.Pet", "com-example-pet", "Com example pet"),
        ("ÜberGröße", "über-größe", "Über größe"),
        ("用户列表", "用户列表", "用户列表"),
        ("--", "", ""),
        ("a  b\tc", "a-b-c", "A b c"),
        ("x'y", "xy", "X'y"),
    ] {
        assert_eq!((kebab(name).as_str(), words(name).as_str()), (slug, title), "{name}");
    }
    let long = "word".repeat(500);
    assert!(kebab(&long).len() <= 120);
    assert!(kebab(&"lang wort ".repeat(50)).ends_with("wort"));
    assert!(kebab(&"é".repeat(500)).len() <= 120);
}

#[test]
fn every_page_of_a_document_has_its_own_slug() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: N, version: "1" }
tags: [{ name: pets }, { name: Pets }, { name: intro }, { name: "!!" }, { name: x, x-slug: My-Slug }, { name: pets }, { name: unused }]
paths:
  /a: { get: { tags: [pets], operationId: intro } }
  /b: { get: { tags: [pets], operationId: pets } }
  /c: { get: { tags: [pets], operationId: same }, put: { tags: [pets], operationId: same } }
  /d/{id}: { get: { tags: [pets], parameters: [{ name: id, in: path }] }, post: { x-slug: chosen.name, tags: [pets], operationId: x } }
  /e: { get: { operationId: "/e", tags: [late] } }
  /f: { get: { operationId: "日本語 のID" } }
  /g: { get: { operationId: get, tags: [Pets, intro, "!!", x] } }
webhooks:
  pets: { post: { operationId: same } }
"##,
        r##"
# N 1 (3.1.0)
tag pets `pets` [0, 1, 2, 3, 4, 5][]
tag Pets `pets-2` [8][]
tag intro `intro-2` [8][]
tag !! `tag` [8][]
tag x `my-slug` [8][]
tag late `late` [6][]
tag f `f` [7][]
GET /a `intro-3` #intro "Intro"
GET /b `get-pets` #pets "Pets"
GET /c `same` #same "Same"
PUT /c `same-2` #same "Same"
GET /d/{id} `get-d-id` "GET /d/{id}"
  path id*
POST /d/{id} `chosen.name` #x "X"
  path id*: string
  fault `{id}` in the path `/d/{id}` isn't a parameter of POST
GET /e `e` #/e "E"
GET /f `日本語-のid` #日本語 のID "日本語 のID"
GET /g `get` #get "Get"
webhook POST pets `same-3` #same "Same"
! invalid-openapi api.yaml:3 `{ name: pets }`: duplicate tag `pets`; the first one is used
! invalid-openapi api.yaml:8 `post`: `{id}` in the path `/d/{id}` isn't a parameter of POST
! duplicate-slug api.yaml:3 `{ name: Pets }`: duplicate slug `pets`: the tag `Pets` gets `pets-2`, because the tag `pets` has the slug (set a different slug with `x-slug`)
! duplicate-slug api.yaml:3 `{ name: intro }`: duplicate slug `intro`: the tag `intro` gets `intro-2`, because the first page has the slug (set a different slug with `x-slug`)
! duplicate-slug api.yaml:5 `get`: duplicate slug `intro`: GET `/a` gets `intro-3`, because the first page has the slug (set a different slug with `x-slug`)
! duplicate-operation-id api.yaml:7 `put`: duplicate operation ID `same` (change one of the IDs; the slug of this page is `same-2`)
! duplicate-operation-id api.yaml:13 `post`: duplicate operation ID `same` (change one of the IDs; the slug of this page is `same-3`)
"##,
    );
}

#[test]
fn operations_without_tags_are_grouped_by_their_paths() {
    check(
        r##"
//- api.yaml
openapi: 3.0.0
info: { title: N, version: "1" }
paths:
  /v1/user_accounts/{id}: { get: { operationId: one, parameters: [{ name: id, in: path }] } }
  /v1/user_accounts: { get: { operationId: two } }
  /api/v2.1/orders: { get: { operationId: three } }
  /: { get: { operationId: four } }
  /{tenant}/things: { get: { operationId: five, parameters: [{ name: tenant, in: path }] } }
  "/?Action=Six": { get: { operationId: six } }
  "/#Target=Seven": { get: { operationId: seven } }
"##,
        r##"
# N 1 (3.0.0)
tag user_accounts "User accounts" `user-accounts` [0, 1][]
tag orders "Orders" `orders` [2][]
tag operations "Operations" `operations` [3, 5, 6][]
tag things "Things" `things` [4][]
GET /v1/user_accounts/{id} `one` #one "One"
  path id*
GET /v1/user_accounts `two` #two "Two"
GET /api/v2.1/orders `three` #three "Three"
GET / `four` #four "Four"
GET /{tenant}/things `five` #five "Five"
  path tenant*
GET /?Action=Six `six` #six "Six"
GET /#Target=Seven `seven` #seven "Seven"
"##,
    );
}

#[test]
fn tags_that_nobody_wrote_leave_the_slugs_to_operations() {
    check(
        r##"
//- api.yaml
openapi: 3.1.0
info: { title: N, version: "1" }
paths:
  /orders: { get: { operationId: orders } }
  /things: { get: { operationId: things }, post: { operationId: Things } }
"##,
        r##"
# N 1 (3.1.0)
tag orders "Orders" `orders-2` [0][]
tag things "Things" `things-3` [1, 2][]
GET /orders `orders` #orders "Orders"
GET /things `things` #things "Things"
POST /things `things-2` #Things "Things"
! duplicate-slug api.yaml:5 `post`: duplicate slug `things`: POST `/things` gets `things-2`, because GET `/things` has the slug (set a different slug with `x-slug`)
"##,
    );
}

#[test]
fn tags_may_be_grouped() {
    check(
        r##"
//- api.yaml
openapi: 3.0.0
info: { title: N, version: "1" }
tags:
  - { name: a, x-displayName: First, externalDocs: { url: "javascript:alert(1)" } }
  - { name: b, description: B. }
  - { name: c, description: C. }
x-tagGroups:
  - { name: Both, tags: [b, a] }
  - { name: Wrong, tags: [aa, b] }
paths:
  /x: { get: { tags: [d, a], operationId: x } }
"##,
        r##"
# N 1 (3.0.0)
tag a "First" `a` [0][]
tag b `b` [][]
  text "B."
tag c `c` [][]
  text "C."
tag d `d` [0][]
group "Both" [1, 0]
group "" [2, 3]
GET /x `x` #x "X"
! unsafe-url api.yaml:4 `url`: unsafe URL `javascript:alert(1)` at `/tags/0/externalDocs/url`; it's left out (start it with `https://`, or use a relative URL)
! unresolved-ref api.yaml:9 `{ name: Wrong, tags: [aa, b] }`: `/x-tagGroups/1`: unknown tag `aa` (did you mean `a`?)
"##,
    );
}

#[test]
fn tags_may_have_parents() {
    check(
        r##"
//- api.yaml
openapi: 3.2.0
info: { title: N, version: "1" }
tags:
  - { name: grandchild, parent: child, description: G. }
  - { name: child, parent: top }
  - { name: top }
  - { name: alone, description: A. }
  - { name: circle, parent: circus }
  - { name: circus, parent: circle, description: C. }
  - { name: unused, parent: top }
paths: {}
"##,
        r##"
# N 1 (3.2.0)
tag grandchild `grandchild` in child [][]
  text "G."
tag child `child` in top [][]
tag top `top` [][]
tag alone `alone` [][]
  text "A."
tag circle `circle` [][]
tag circus `circus` in circle [][]
  text "C."
group "top" [2, 1, 0]
group "circle" [4, 5]
group "" [3]
! invalid-openapi api.yaml:8 `parent`: `/tags/4/parent`: the tag `circle` is its own parent through `circus`; it's shown without a parent
"##,
    );
}

#[test]
fn a_tag_says_whose_child_it_cannot_be() {
    check(
        r##"
//- api.yaml
openapi: 3.2.0
info: { title: N, version: "1" }
tags:
  - { name: orders, parent: order }
  - { name: cups, parent: order }
  - { name: self, parent: self }
  - { name: a, parent: b }
  - { name: b, parent: c }
  - { name: c, parent: b }
paths: { /x: { get: { operationId: x, tags: [orders, cups, self, a, c] } } }
"##,
        r##"
# N 1 (3.2.0)
tag orders `orders` [0][]
tag cups `cups` [0][]
tag self `self` [0][]
tag a `a` in b [0][]
tag b `b` [][]
tag c `c` in b [0][]
group "b" [4, 3, 5]
group "" [0, 1, 2]
GET /x `x` #x "X"
! unresolved-ref api.yaml:4 `parent`: `/tags/0/parent`: unknown parent tag `order`
! unresolved-ref api.yaml:5 `parent`: `/tags/1/parent`: unknown parent tag `order` (did you mean `orders`?)
! invalid-openapi api.yaml:6 `parent`: `/tags/2/parent`: the tag `self` is its own parent; it's shown without a parent
! invalid-openapi api.yaml:8 `parent`: `/tags/4/parent`: the tag `b` is its own parent through `c`; it's shown without a parent
"##,
    );
}

#[test]
fn what_is_internal_is_left_out() {
    check(
        r##"
//- api.yaml
openapi: 3.0.0
info: { title: N, version: "1" }
paths:
  /a:
    get: { operationId: shown, parameters: [{ name: p, in: query, x-internal: true, schema: {} }] }
    put: { operationId: hidden, x-internal: true }
    post: { operationId: hidden2, x-hidden: true }
  /b: { x-internal: true, get: { operationId: hidden3 } }
"##,
        r##"
# N 1 (3.0.0)
tag a "A" `a` [0][]
GET /a `shown` #shown "Shown"
"##,
    );
}

#[test]
fn a_summary_of_any_length_and_markup_makes_a_title_and_is_lost_nowhere() {
    let long = "and more, ".repeat(9) + "and so on";
    check(
        &format!(
            r##"
//- api.yaml
openapi: 3.1.0
info: {{ title: "**N** of `x`", version: "1" }}
tags: [{{ name: "[Pets](/pets)", x-slug: pets }}, {{ name: "All {long}", x-slug: all, description: About all }}]
paths:
  /a: {{ get: {{ operationId: getA, tags: ["[Pets](/pets)"], summary: "**Get** `a`" }} }}
  /b: {{ get: {{ operationId: getB, tags: ["[Pets](/pets)"], summary: "Get all. Then {long}", description: About b }} }}
  /c: {{ get: {{ operationId: getTheC, tags: ["[Pets](/pets)"], summary: "Then {long}", description: About c }} }}
  /d: {{ get: {{ tags: ["[Pets](/pets)"], summary: "Then {long}" }} }}
  /e: {{ get: {{ tags: ["[Pets](/pets)"], summary: "Get eggs. Then {long}", description: "Get  eggs. Then {long} And more" }} }}
  /f: {{ get: {{ tags: ["[Pets](/pets)"], summary: "See [f](/f)", description: About f }} }}
"##
        ),
        &format!(
            r##"
# N of x 1 (3.1.0)
tag [Pets](/pets) "Pets" `pets` [0, 1, 2, 3, 4, 5][]
  text "[Pets](/pets)"
tag All {long} "All and more, and more, and more, and more, and more, and more, and more, and…" `all` [][]
  text "All {long}\n\nAbout all"
GET /a `get-a` #getA "Get a"
GET /b `get-b` #getB "Get all"
  text "Get all. Then {long}\n\nAbout b"
GET /c `get-the-c` #getTheC "Get the c"
  text "Then {long}\n\nAbout c"
GET /d `get-d` "GET /d"
  text "Then {long}"
GET /e `get-e` "Get eggs"
  text "Get  eggs. Then {long} And more"
GET /f `get-f` "See f"
  text "See [f](/f)\n\nAbout f"
"##
        ),
    );
}
