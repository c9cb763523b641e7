/** Chooses what the tasks look for in a document: the operations and fields that the document has. */

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Returns a function that follows the references of a document. */
const follower = (document) => (value) => {
  for (let hops = 0; value?.$ref?.startsWith("#/") && hops < 20; hops += 1) {
    const keys = value.$ref.slice(2).split("/");
    value = keys.reduce(
      (at, key) => at?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
  }
  return value ?? {};
};

/** Returns the fields of a schema with the names on the way to them, each schema once. */
function* fields(follow, schema, names = [], seen = new Set()) {
  const at = follow(schema);
  if (seen.has(at) || names.length > 5) return;
  seen.add(at);
  if (at.items) return yield* fields(follow, at.items, names, seen);
  for (const part of at.allOf ?? []) yield* fields(follow, part, names, seen);
  for (const [name, property] of Object.entries(at.properties ?? {})) {
    const own = follow(property);
    yield { names: [...names, name], values: own.enum ?? own.items?.enum };
    yield* fields(follow, own, [...names, name], seen);
  }
}

/** Returns what the tasks look for in an operation. */
function details(document, follow, operation) {
  const { content = {} } = follow(operation.requestBody);
  const [[type, media] = []] = Object.entries(content);
  const responses = Object.entries(operation.responses ?? {}).map(([status, one]) => [status, follow(one)]);
  const fieldsOf = ({ content = {} }) =>
    Object.values(content)
      .slice(0, 1)
      .flatMap(({ schema }) => [...fields(follow, schema)]);
  const failure = responses.find(([status, one]) => /^[45]/.test(status) && one.description);
  const scopes = (operation.security ?? document.security ?? []).flatMap((one) => Object.values(one).flat());
  return {
    body: media ? [...fields(follow, media.schema)] : [],
    answers: responses.filter(([status]) => status.startsWith("2")).flatMap(([, one]) => fieldsOf(one)),
    failure: failure && { status: failure[0], text: failure[1].description },
    scopes: [...new Set(scopes)],
    isJson: type === "application/json",
  };
}

/** Returns the operations of a document that have an ID, a tag, and a title that no other operation has. */
function operations(document) {
  const follow = follower(document);
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((name) => item[name]).map((method) => ({ path, method, operation: item[method] })),
  );
  const named = ({ operation: { operationId, summary, tags } }) =>
    operationId && tags?.length > 0 && all.filter((other) => other.operation.summary === summary).length === 1;
  return all.filter(named).map(({ path, method, operation }) => {
    const { operationId: id, summary: title, tags } = operation;
    return { id, title: title ?? id, tag: tags[0], method, path, ...details(document, follow, operation) };
  });
}

/** Returns the targets of the tasks. A document may lack some of them. */
export function targets(document) {
  const all = operations(document);
  const simple = (one) => one.title.split(" ").length > 1 && !/[^\w\s.]/.test(one.title);
  const main = all.find((one) => one.isJson && one.body.length > 2 && simple(one)) ?? all[0];
  const field = (one) => one.body.find(({ values, names }) => values?.length > 1 && names.length === 1);
  const depth = Math.min(
    4,
    Math.max(...all.flatMap(({ body, answers }) => [...body, ...answers].map((one) => one.names.length))),
  );
  const deep = (one) => [...one.body, ...one.answers].find(({ names }) => names.length === depth);
  const nested = depth > 2 ? all.find(deep) : undefined;
  return {
    all,
    main,
    other: all.findLast((one) => one !== main && simple(one)) ?? main,
    listed: all.find(field),
    values: all.map(field).find(Boolean),
    nested,
    path: nested && deep(nested).names,
    failing: all.find((one) => one.failure && one.failure.text.length > 8),
    scoped: all.find((one) => one.scopes.length > 0),
  };
}
