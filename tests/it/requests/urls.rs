//! Requests with several URLs, with variables, and to other products.

use super::{API, found, found_in};
use crate::harness::{Project, same_text};

#[test]
fn requests_with_variables_and_several_urls_are_checked() {
    let paths = "  /cups/{cupId}/photo: { parameters: [{ name: cupId, in: path, required: true, schema: {} }], get: { responses: {} } }
";
    same_text(
        "4 invalid-request the API `Tea` has no path `/cups/$ID/foto` (did you mean `/cups/{cupId}/photo`?)
5 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
5 invalid-request `GET /orders` has no query parameter `opne` (did you mean `open`?)
6 invalid-request the API `Tea` has no operation `PATCH /orders` (use `GET` or `POST`)
7 invalid-request `GET /orders` has no query parameter `opne` (did you mean `open`?)
14 invalid-request the API `Tea` has no path `/cups/${cup.id}/foto` (did you mean `/cups/{cupId}/photo`?)
15 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
",
        &found_in(
            &format!("{API}{paths}"),
            "```bash
curl https://api.tea.io/v1/cups/$ID/foto
curl https://api.tea.io/v1/cups?limt=2 'https://api.tea.io/v1/orders?opne=true'
curl -X POST https://api.tea.io/v1/notes -d text=a --next -X PATCH https://api.tea.io/v1/orders
wget https://api.tea.io/v1/cups https://api.tea.io/v1/orders?opne=true
curl $OPTIONS https://api.tea.io/v1/cups
curl https://api.tea.io/v1/$PATH https://api.tea.io/v1/${path}/x https://api.tea.io/v1/cups/${…}/x
curl https://api.tea.io/v1/cups/$ID/photo
```

```js
fetch(`https://api.tea.io/v1/cups/${cup.id}/foto`);
fetch(`${BASE}/cups?limt=${n}`);
fetch(`${BASE}/cups?limit=${n}&${rest}`);
fetch(`${a ? b : c}/cups`);
```
",
        ),
    );
}

#[test]
fn requests_next_to_the_requests_of_the_api_are_of_another_product() {
    let page = "| Before | Now |
| --- | --- |
| `GET /ordrs` | `GET /orders` |
| GET /_cups | GET /cups |
| `GET /ordrs` | `GET /cups` |

`GET /ordrs` is now `GET /orders`. Send `GET /ordrs`.
";
    same_text(
        "7 invalid-request the API `Tea` has no path `/ordrs` (did you mean `/orders`?)
",
        &found(page),
    );
}

#[test]
fn requests_in_update_components_are_not_reported() {
    let update = "<Update label='2'>\n\nWe removed `GET https://api.tea.io/v1/gone`.\n\n</Update>\n";
    let site = Project::new(&format!("{API}//- content/docs/a.mdx\n# A\n\n{update}"));
    site.run("check").code(0).stderr_lacks("invalid-request");
}
