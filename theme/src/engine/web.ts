/**
 * What a browser has and docgen's own engine for scripts lacks, as far as the embedded search asks for it. A script for the
 * engine imports it first.
 *
 * A request for a file is a call of docgen, which has answered when it returns. There is no clock, so nothing gets stale or
 * takes too long.
 */

/** Given by docgen: the bytes of a file of the index, or nothing where it can't be read. */
declare const readFile: (path: string) => ArrayBuffer | undefined;

/** The bytes of a text as characters, which is what `escape` takes. Arguments of a call are on the stack, so not all at once. */
function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/** UTF-8, and always `fatal`. */
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

/** Never fires: whoever asked waits for the answer. */
class Signal {
  static timeout = () => new Signal();
  addEventListener(): void {}
  throwIfAborted(): void {}
}

async function fetch(path: string) {
  const bytes = readFile(path);
  if (!bytes) throw new Error(`the search index lacks the file ${path}`);
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
