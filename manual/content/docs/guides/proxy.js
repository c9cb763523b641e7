// Forwards requests from the request form of your documentation to APIs that don't allow cross-origin requests.

/** The origins of your documentation. */
const SITES = ["https://docs.example.com"];
/** The origins of your APIs. Requests to other servers are refused. */
const APIS = ["https://api.example.com"];

/** Headers that are only about one connection, or that identify the reader. */
const DROPPED = /^(?:host|connection|cookie|set-cookie|origin|referer|x-forwarded-.*|cf-.*|x-vercel-.*|forwarded)$/i;

const kept = (headers) => new Headers([...headers].filter(([name]) => !DROPPED.test(name)));

async function forward(request) {
  const target = new URL(request.url).searchParams.get("url") ?? "";
  if (!URL.canParse(target) || !APIS.includes(new URL(target).origin)) {
    return new Response("This proxy doesn't forward requests to this server.", { status: 403 });
  }
  const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
  const headers = kept(request.headers);
  const response = await fetch(target, { method: request.method, headers, body, redirect: "manual" });
  const answer = new Headers(kept(response.headers));
  // The response is already decoded.
  answer.delete("content-encoding");
  answer.delete("content-length");
  return new Response(response.body, { status: response.status, headers: answer });
}

async function handle(request) {
  const site = request.headers.get("origin") ?? "";
  if (!SITES.includes(site)) return new Response("Requests must come from the documentation.", { status: 403 });
  const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  const response = isPreflight ? new Response(null, { status: 204 }) : await forward(request);
  response.headers.set("access-control-allow-origin", site);
  response.headers.set("access-control-allow-methods", "*");
  response.headers.set("access-control-allow-headers", "*, authorization");
  response.headers.set("access-control-expose-headers", "*");
  response.headers.append("vary", "origin");
  return response;
}

export default { fetch: handle };
