/** `fill`: fills in the form of an API operation for the reader, who checks and sends the request. */

import type { Filling } from "../islands/request/fill.ts";
import type { RequestModel } from "../islands/request/model.ts";
import { findOperation } from "./operations.ts";
import type { AgentContext, Tool } from "./tool.ts";

/** What the tools use of the app in a browser. */
export interface BrowserContext extends AgentContext {
  /** Opens a URL on the site. */
  navigate(to: string): void;
}

interface Input extends Filling {
  operation: string;
}

/** Returns the form of an operation as data, if the operation has a form. On a page with all operations, `part` is its ID. */
function modelIn(html: string, part: string): RequestModel | null {
  const body = new DOMParser().parseFromString(html, "text/html");
  const around = part ? `[data-part="${CSS.escape(part)}"] ` : "";
  const data = body.querySelector(`${around}[data-island="request"] script[type="application/json"]`)?.textContent;
  const model = data ? (JSON.parse(data) as RequestModel) : null;
  return model?.console ? model : null;
}

async function run(context: BrowserContext, { operation, ...filling }: Input) {
  const { page: href } = await findOperation(context, operation);
  const [path = "", part = ""] = href.split("#");
  const [page, { fillRequest }] = await Promise.all([context.load(path), import("../islands/Request.tsx")]);
  const model = page && modelIn(page.html, part);
  if (!model) throw new Error(`${href} has no form.`);
  const missing = fillRequest(model, filling);
  const form = `${href}${part ? "/" : "#"}try-it`;
  context.navigate(form);
  return {
    url: new URL(form, context.url()).href,
    missing,
    note: "The form is filled in, but the request hasn't been sent: the reader checks the form and sends it.",
  };
}

export const fill: Tool<Input, BrowserContext> = {
  title: "Fill in an API request",
  description:
    "Opens the page of an API operation and fills in its request form. Never sends the request, and never fills in credentials: the reader checks the form and sends it.",
  properties: {
    operation: {
      type: "string",
      description: "The operation: its ID, its URL, or its method and path, such as `POST /users`.",
    },
    parameters: { type: "object", description: "The values of parameters, by name." },
    body: { description: "The request body: JSON or text, or the fields of a form by name." },
  },
  required: ["operation"],
  isReadOnly: false,
  isUseful: ({ site }) => site.api === true,
  run,
};
