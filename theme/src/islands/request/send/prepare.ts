/**
 * Prepares a request for `fetch`, or explains why the request can't be sent. The reader's cookies are never sent, and
 * servers don't learn which page sent the request.
 */

import { isDots } from "../address.ts";
import type { DescriptorBody, DescriptorPart, MultipartBody, RequestDescriptor } from "../model.ts";
import { beginning, typeOf } from "../parts.ts";

export type Refusal =
  /** The URL isn't an absolute HTTP or HTTPS URL. */
  | { kind: "address"; url: string }
  /** A secure page can't send a request to an insecure server. */
  | { kind: "mixed"; url: string }
  /** A path segment is `.` or `..`, which a browser would resolve. */
  | { kind: "climbs"; url: string }
  | { kind: "method"; method: string }
  | { kind: "body"; method: string };

export interface Prepared {
  url: string;
  init: RequestInit;
}

/** The header names that browsers reserve, according to the Fetch standard. */
const RESERVED =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** Returns the names of the headers that a browser doesn't send. */
export const withheld = ({ headers }: RequestDescriptor): string[] => [
  ...new Set(headers.map(([name]) => name).filter((name) => RESERVED.test(name))),
];

/** Whether a host is the reader's own machine, which counts as secure. */
const isLocal = (host: string): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);

/** Returns the URL to fetch: either the server's URL, or the proxy's URL with the server's URL in it. */
export function throughProxy(url: string, proxy: string | undefined): string {
  if (proxy === undefined) return url;
  if (proxy.includes("{url}")) return proxy.replace("{url}", encodeURIComponent(url));
  return `${proxy.replace(/\/+$/, "")}/${url}`;
}

function parse(address: string): URL | null {
  const url = URL.parse?.(address) ?? (URL.canParse(address) ? new URL(address) : null);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}

/**
 * Returns why a request can't be sent from a page with the given protocol. If the request can be sent, returns `null`.
 */
export function refusal(request: RequestDescriptor, pageProtocol: string, proxy?: string): Refusal | null {
  const { url, method, body } = request;
  const target = parse(url);
  const address = throughProxy(url, proxy);
  const first = target && parse(address);
  if (!first) return { kind: "address", url };
  if (/^[^?#]*/.exec(url)?.[0].split("/").slice(3).some(isDots)) return { kind: "climbs", url };
  if (pageProtocol === "https:" && first.protocol === "http:" && !isLocal(first.hostname)) {
    return { kind: "mixed", url: address };
  }
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return { kind: "method", method };
  if (body && /^(?:GET|HEAD)$/i.test(method)) return { kind: "body", method };
  return null;
}

/**
 * Returns the exact content of a multipart body. Doesn't use `FormData`, because it adds a filename to each part with
 * a media type. The blob has no media type, because the browser would send it with the request.
 */
function multipart(body: MultipartBody, boundary: string): Blob {
  const content = (part: DescriptorPart) => ("file" in part ? (part.file.blob ?? "") : part.text);
  const parts = body.parts.flatMap((part) => [...beginning(part, body, boundary), content(part), "\r\n"]);
  return new Blob([...parts, `--${boundary}--\r\n`]);
}

function bodyOf(body: DescriptorBody, boundary: string): BodyInit {
  switch (body.kind) {
    case "text":
      // Send bytes, because the browser would add a media type for a string.
      return new TextEncoder().encode(body.text);
    case "file":
      return body.file.blob ? body.file.blob.slice(0, body.file.blob.size, "") : "";
    case "multipart":
      return multipart(body, boundary);
  }
}

/**
 * Whether a request can safely be redirected to another server. Header parameters often contain API keys. If a redirect
 * leads to another origin, browsers forward all headers except `Authorization`. After a 307 or 308, browsers also
 * forward the body. A page can't determine a redirect's target, so the page can't limit redirects to the same origin.
 */
const isOpen = ({ headers, body }: RequestDescriptor): boolean =>
  body === undefined && headers.every(([name]) => name.toLowerCase() === "accept");

/** Returns the options for `fetch`. `secret` means that the request contains credentials. */
export function prepare(request: RequestDescriptor, proxy?: string, secret = false): Prepared {
  const boundary = `docgen-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  const { method, url, headers, body } = request;
  const own = headers.filter(([name]) => !RESERVED.test(name)).map(([name, value]): [string, string] => [name, value]);
  if (body?.kind === "multipart") own.push(["Content-Type", typeOf(body, boundary)]);
  return {
    url: throughProxy(url, proxy),
    init: {
      method,
      headers: own,
      ...(body && { body: bodyOf(body, boundary) }),
      mode: "cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: isOpen(request) && !secret ? "follow" : "manual",
    },
  };
}
