/**
 * Packed files: zlib streams (RFC 1950). `src/search/pack.rs` makes them.
 *
 * The browser's own streams know no dictionaries, and twenty of them at once are slow to set up on a phone.
 */

import { unzlibSync } from "fflate";
import { Damaged } from "./shard.ts";

/** How large a file may be when it is unpacked, in bytes, as in `pack.rs`. */
const limit = 2 ** 26;

/** What files are unpacked into, one after the other: made once, as most of the time would go into making it. */
let room = new Uint8Array(2 ** 17);

/** The checksum at the end of a stream (RFC 1950, section 9). */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    // So many bytes cannot make a sum too large to be a whole number.
    for (const end = Math.min(at + 4096, bytes.length); at < end; at++) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

/** Unpacks a file that was packed with a dictionary, if it is not empty, and reads it. What reads must keep no bytes. */
export function unpack<T>(bytes: Uint8Array, dictionary: Uint8Array | undefined, read: (plain: Uint8Array) => T): T {
  return read(plainOf(bytes, dictionary));
}

function plainOf(bytes: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array {
  try {
    const options = dictionary?.length ? { dictionary } : {};
    let plain = unzlibSync(bytes, { ...options, out: room });
    // What fills it all may not have been all.
    while (plain.length === room.length && room.length < limit) {
      room = new Uint8Array(2 * room.length);
      plain = unzlibSync(bytes, { ...options, out: room });
    }
    const sum = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0);
    if (sum === adler32(plain)) return plain;
  } catch {
    // It is told below, as what has another sum is.
  }
  throw new Damaged("a file cannot be unpacked");
}
