/** `fill`: fills in the form of an API operation for the reader, who checks and sends the request. */

import { formOpen } from "../hooks/linked.ts";
import { bodyAt } from "../islands/request/body.ts";
import { missing } from "../islands/request/console/form.ts";
import type { RequestModel } from "../islands/request/model.ts";
import { changeValues, type OwnValues, serverChoiceOf, valuesOf } from "../islands/request/store.ts";
import { findOperation } from "./operations.ts";
import type { AgentContext, Tool } from "./tools.ts";

interface Input {
  operation: string;
  parameters?: Record<string, unknown>;
  body?: unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Returns the form of an operation's page as data, if the page has a form. */
function modelIn(html: string): RequestModel | null {
  const body = new DOMParser().parseFromString(html, "text/html");
  const data = body.querySelector('[data-island="request"] script[type="application/json"]')?.textContent;
  const model = data ? (JSON.parse(data) as RequestModel) : null;
  return model?.console ? model : null;
}

/** Returns the values of the form's parameters, by the form's keys. */
function parametersFrom(model: RequestModel, given: Record<string, unknown>): Record<string, string> {
  const keys = Object.entries(given).map(([name, value]) => {
    const own = model.parameters.find((one) => name === one.name || name === `${one.in}:${one.name}`);
    if (!own) {
      const known = model.parameters.map((one) => one.name).join(", ");
      throw new Error(
        `No parameter \`${name}\`. ${known ? `The parameters are: ${known}.` : "There are no parameters."}`,
      );
    }
    return [`${own.in}:${own.name}`, textOf(value)];
  });
  return Object.fromEntries(keys);
}

/** Returns the changes that put a body into the form. */
function bodyFrom(model: RequestModel, values: OwnValues, given: unknown): Pick<OwnValues, "text" | "fields"> {
  const body = model.bodies[bodyAt(model, values)];
  if (!body || body.file) throw new Error("This operation has no body that can be filled in.");
  if (!body.fields) return { text: textOf(given) };
  const fields = Object.entries(Object(given) as Record<string, unknown>);
  const unknown = fields.find(([name]) => !body.fields?.some((field) => field.name === name));
  if (unknown) {
    throw new Error(`No field \`${unknown[0]}\`. The fields are: ${body.fields.map(({ name }) => name).join(", ")}.`);
  }
  return { fields: { ...values.fields, ...Object.fromEntries(fields.map(([name, value]) => [name, textOf(value)])) } };
}

async function run(context: AgentContext, { operation, parameters = {}, body }: Input) {
  const { path } = await findOperation(context, operation);
  const page = await context.load(path);
  const model = page && modelIn(page.html);
  if (!model) throw new Error(`${path} has no form.`);
  const cell = valuesOf(model);
  const now = cell.get();
  const filled = { ...now.parameters, ...parametersFrom(model, parameters) };
  changeValues(cell, { parameters: filled, ...(body !== undefined && bodyFrom(model, now, body)) });
  formOpen.set(true);
  context.navigate(`${path}#try-it`);
  return {
    url: new URL(`${path}#try-it`, location.origin).href,
    missing: missing(model, { ...cell.get(), ...serverChoiceOf(model.document).get() }),
    note: "The form is filled in. The request has not been sent: the reader checks it and sends it.",
  };
}

export const fill: Tool<Input> = {
  title: "Fill in an API request",
  description:
    "Opens the page of an API operation and fills in its request form. It never sends the request and never fills in credentials: the reader checks the form and sends it.",
  properties: {
    operation: {
      type: "string",
      description: "The operation: its ID, its URL, or its method and path, such as `POST /users`.",
    },
    parameters: { type: "object", description: "The values of parameters, by name." },
    body: { description: "The request body: JSON, or the fields of a form by name." },
  },
  required: ["operation"],
  isReadOnly: false,
  isUseful: () => true,
  run,
};
