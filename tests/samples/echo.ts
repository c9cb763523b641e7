/**
 * A server that stores each request unchanged: the bytes of the target and the body, and the headers in order. The
 * server implements only the parts of HTTP/1.1 that the samples need. Unlike library servers, it accepts any method.
 */

import { createServer, type Server, type Socket } from "node:net";

export interface Arrived {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

export interface Echo {
  origin: string;
  /** Returns the requests for targets below this path. */
  arrived(path: string): readonly Arrived[];
  close(): Promise<void>;
}

export async function startEcho(): Promise<Echo> {
  const requests: Arrived[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket, (request) => requests.push(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    arrived: (path) => requests.filter(({ target }) => target.startsWith(`${path}/`) || target.startsWith(`${path}?`)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(socket: Socket, keep: (request: Arrived) => void): void {
  let received = Buffer.alloc(0);
  let continued = false;
  socket.on("data", (data) => {
    received = Buffer.concat([received, data]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const [first = "", ...rest] = received.toString("latin1", 0, end).split("\r\n");
    const [method = "", target = ""] = first.split(" ");
    const headers = rest.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1];
    if (!continued && /100-continue/i.test(header("expect") ?? "")) {
      continued = true;
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    const body = /chunked/i.test(header("transfer-encoding") ?? "")
      ? unchunked(received.subarray(end + 4))
      : whole(received.subarray(end + 4), Number(header("content-length") ?? 0));
    if (!body) return;
    keep({ method, target, headers, body });
    const answer = method === "HEAD" ? "" : "<title>ok</title>";
    const head = [
      "HTTP/1.1 200 OK",
      "Content-Type: text/html",
      `Content-Length: ${answer.length}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${answer}`);
  });
}

const whole = (data: Buffer, length: number): Buffer | undefined =>
  data.length < length ? undefined : data.subarray(0, length);

/** After the last chunk of a chunked body has arrived, returns the body. */
function unchunked(data: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = data.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(data.toString("latin1", at, line), 16);
    const start = line + 2;
    if (data.length < start + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(data.subarray(start, start + size));
    at = start + size + 2;
  }
}
