/**
 * Implements the browser APIs that the embedded search uses but that docgen's own script engine doesn't have. A script
 * for the engine imports this file first.
 *
 * A request for a file is a synchronous call to docgen. The engine has no clock, so nothing becomes stale or times out.
 */

/** Provided by docgen. Returns the bytes of an index file. If the file can't be read, returns `undefined`. */
declare const readFile: (path: string) => ArrayBuffer | undefined;

/**
 * Returns a string with one character per byte, as `escape` requires. Works in batches, because the stack limits the
 * number of arguments in a call.
 */
function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/** A UTF-8 decoder whose `fatal` option is always on. */
class Decoder {
  decode(bytes: Uint8Array): string {
    return decodeURIComponent(escape(charactersOf(bytes)));
  }
}

class Encoder {
  encode(text: string): Uint8Array {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (one) => one.charCodeAt(0));
  }
}

/** An abort signal that never fires, because the caller waits for the result. */
class Signal {
  static timeout = () => new Signal();
  addEventListener(): void {}
  throwIfAborted(): void {}
}

async function fetch(path: string) {
  const bytes = readFile(path);
  if (!bytes) throw new Error(`the search index doesn't contain the file ${path}`);
  return {
    ok: true,
    status: 200,
    arrayBuffer: async () => bytes,
    json: async () => JSON.parse(new Decoder().decode(new Uint8Array(bytes))),
  };
}

Object.assign(globalThis, {
  AbortSignal: Signal,
  Date: { now: () => 0 },
  TextDecoder: Decoder,
  TextEncoder: Encoder,
  fetch,
});
