/**
 * A described request as the browser is asked to send it, or why it cannot. Credentials of the reader's own in cookies are
 * never sent along, and no server learns from which page the request came.
 */

import { isDots } from "../address.ts";
import type { DescriptorBody, DescriptorPart, MultipartBody, RequestDescriptor } from "../model.ts";
import { beginning, typeOf } from "../parts.ts";

export type Refusal =
  /** Not a whole address of http or https. */
  | { kind: "address"; url: string }
  /** A secure page may not ask an insecure server. */
  | { kind: "mixed"; url: string }
  /** A segment of the path is `.` or `..`, which the browser would resolve. */
  | { kind: "climbs"; url: string }
  | { kind: "method"; method: string }
  | { kind: "body"; method: string };

export interface Prepared {
  url: string;
  init: RequestInit;
}

/** Names that a browser keeps for itself, as the Fetch standard lists them. */
const RESERVED =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** The headers that a browser will not send, by name. */
export const withheld = ({ headers }: RequestDescriptor): string[] => [
  ...new Set(headers.map(([name]) => name).filter((name) => RESERVED.test(name))),
];

/** Whether a host is the reader's own machine, which counts as secure. */
const isLocal = (host: string): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);

/** The address that a request goes to: the server's own, or the proxy's with the server's in it. */
export function throughProxy(url: string, proxy: string | undefined): string {
  if (proxy === undefined) return url;
  if (proxy.includes("{url}")) return proxy.replace("{url}", encodeURIComponent(url));
  return `${proxy.replace(/\/+$/, "")}/${url}`;
}

function parse(address: string): URL | null {
  const url = URL.parse?.(address) ?? (URL.canParse(address) ? new URL(address) : null);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}

/** Why a request cannot be sent from a page of this protocol; `null` where it can. */
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
 * Written here rather than by `FormData`, which gives each part that has a type a file's name. A blob without a type, since
 * the browser would make that the request's.
 */
function multipart(body: MultipartBody, boundary: string): Blob {
  const content = (part: DescriptorPart) => ("file" in part ? (part.file.blob ?? "") : part.text);
  const parts = body.parts.flatMap((part) => [...beginning(part, body, boundary), content(part), "\r\n"]);
  return new Blob([...parts, `--${boundary}--\r\n`]);
}

function bodyOf(body: DescriptorBody, boundary: string): BodyInit {
  switch (body.kind) {
    case "text":
      // As bytes: for a string the browser would add a type of its own.
      return new TextEncoder().encode(body.text);
    case "file":
      return body.file.blob ? body.file.blob.slice(0, body.file.blob.size, "") : "";
    case "multipart":
      return multipart(body, boundary);
  }
}

/**
 * Whether nothing in a request has to stay with its server. A parameter in a header is often a key, and a browser sends all
 * headers but `Authorization` on to another origin, as it does with the body after 307 and 308. It tells no page where a
 * redirect goes, so one within the origin cannot be let through.
 */
const isOpen = ({ headers, body }: RequestDescriptor): boolean =>
  body === undefined && headers.every(([name]) => name.toLowerCase() === "accept");

/** What `fetch` is called with. `secret`: the request has credentials, wherever they are. */
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
