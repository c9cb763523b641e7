/**
 * Packed files: zlib streams (RFC 1950). `src/search/pack.rs` makes them.
 *
 * The browser's own streams know no dictionaries, and twenty of them at once are slow to set up on a phone.
 */

import { unzlibSync } from "fflate";
import { Damaged } from "./shard.ts";

/** The checksum at the end of a stream (RFC 1950, section 9). */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += 4096) {
    // So many bytes cannot make a sum too large to be a whole number.
    for (const byte of bytes.subarray(start, start + 4096)) {
      a += byte;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

/** Unpacks a file that was packed with a dictionary, if it was with one. */
export function unpack(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  let plain: Uint8Array;
  try {
    plain = dictionary?.length ? unzlibSync(bytes, { dictionary }) : unzlibSync(bytes);
  } catch {
    throw new Damaged("a file cannot be unpacked");
  }
  const sum = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0);
  if (sum !== adler32(plain)) throw new Damaged("a file cannot be unpacked");
  return plain;
}
