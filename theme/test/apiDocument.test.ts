/** The OpenAPI document of one operation. */

import { expect, test } from "vitest";
import { operationDocument } from "../src/body/apiDocument.ts";

const ref = (path: string) => ({ $ref: `#/${path}` });

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://a.example" }],
  security: [{ key: [] }],
  tags: [{ name: "Orders" }, { name: "Other" }],
  paths: {
    "/orders/{id}": {
      parameters: [ref("components/parameters/id")],
      get: {
        tags: ["Orders"],
        responses: { "200": { content: { "application/json": { schema: ref("components/schemas/Order") } } } },
      },
      delete: { responses: {} },
      additionalOperations: { QUERY: { responses: {} } },
    },
    "/other": { get: { responses: { "200": ref("components/responses/Other") } } },
  },
  webhooks: { paid: { post: { security: [], responses: {} } } },
  components: {
    parameters: { id: { name: "id", in: "path", schema: { type: "string" } } },
    responses: { Other: { description: "Other" } },
    schemas: {
      Order: { properties: { next: ref("components/schemas/Order"), pay: ref("components/schemas/Pay~1ment") } },
      "Pay/ment": { discriminator: { propertyName: "kind", mapping: { card: "#/components/schemas/Card" } } },
      Card: { type: "object" },
      Unused: { type: "object" },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X" }, other: { type: "http", scheme: "basic" } },
  },
};

test("an operation's document contains everything that the operation refers to, and nothing else", () => {
  const { schemas } = document.components;
  expect(operationDocument(document, "paths", "get", "/orders/{id}")).toEqual({
    openapi: "3.1.0",
    info: document.info,
    servers: document.servers,
    security: document.security,
    tags: [{ name: "Orders" }],
    paths: {
      "/orders/{id}": {
        parameters: document.paths["/orders/{id}"].parameters,
        get: document.paths["/orders/{id}"].get,
      },
    },
    components: {
      parameters: document.components.parameters,
      schemas: { Order: schemas.Order, "Pay/ment": schemas["Pay/ment"], Card: schemas.Card },
      securitySchemes: { key: document.components.securitySchemes.key },
    },
  });
});

test("webhooks and other methods are found, too", () => {
  const webhook = operationDocument(document, "webhooks", "post", "paid");
  expect(webhook).toMatchObject({ webhooks: document.webhooks });
  expect(webhook).not.toHaveProperty("paths");
  expect(webhook).not.toHaveProperty("components");
  expect(operationDocument(document, "paths", "query", "/orders/{id}")).toHaveProperty([
    ...["paths", "/orders/{id}", "additionalOperations", "QUERY"],
  ]);
  expect(operationDocument(document, "paths", "patch", "/orders/{id}")).toBeNull();
  expect(operationDocument([], "paths", "get", "/a")).toBeNull();
});

test("a Swagger document stays one", () => {
  const old = {
    swagger: "2.0",
    host: "a.example",
    paths: { "/a": { get: { security: [{ key: [] }], responses: { "200": { schema: ref("definitions/A") } } } } },
    definitions: { A: { type: "object" }, B: {} },
    securityDefinitions: { key: { type: "basic" }, other: { type: "basic" } },
  };
  expect(operationDocument(old, "paths", "get", "/a")).toEqual({
    ...old,
    definitions: { A: { type: "object" } },
    securityDefinitions: { key: { type: "basic" } },
  });
});
