/** One page of each kind, from the `main` site. */

export const kinds = {
  home: "/",
  page: "/glossary/",
  doc: "/docs/start/",
  "long doc": "/docs/long/",
  "doc with tabs": "/docs/tabs/",
  "doc with code": "/docs/code/",
  "doc with marks in code": "/docs/code-marks/",
  "doc with tables and notes": "/docs/wide/",
  "doc with a diagram": "/docs/diagram/",
  "doc with a bad diagram": "/docs/diagram-bad/",
  "doc deep in the sidebar": "/docs/guide/deep/one/",
  "doc that is a category": "/docs/guide/",
  "unlisted doc": "/docs/secret/",
  "generated category": "/docs/category/reference/",
  tags: "/docs/tags/",
  tag: "/docs/tags/first/",
  blog: "/blog/",
  "second page of a blog": "/blog/page/2/",
  "post with a diagram": "/blog/picture/",
  "post without contents": "/blog/old/",
  "blog archive": "/blog/archive/",
  "blog authors": "/blog/authors/",
  "blog author": "/blog/authors/one/",
  "blog author without posts": "/blog/authors/none/",
  "blog tags": "/blog/tags/",
  "blog tag": "/blog/tags/first/",
  search: "/search/",
  "not found": "/404.html",
};

/** One page of each kind that an OpenAPI document produces, from the `api` site. */
export const apiKinds = {
  "API intro": "/api/intro/",
  "API tag": "/api/orders/",
  "API operation with a body": "/api/place-order/",
  "API operation with parameters": "/api/list-orders/",
  "API operation with parts": "/api/set-picture/",
  "API operation without a body": "/api/read-order/",
  "API webhook": "/api/order-ready/",
  "API schema": "/api/schemas/order/",
};

/** The settings for an announcement bar, which completes a page's frame. */
export const announced = { append: '[announcement_bar]\ncontent = "News: <a href=\\"/docs/short/\\">short</a>"\n' };
