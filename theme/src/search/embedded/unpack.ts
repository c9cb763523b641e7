/**
 * Unpacks zlib streams (RFC 1950) that `src/search/pack.rs` writes.
 *
 * The browser's own decompression streams don't support dictionaries, and creating 20 streams is slow on a phone.
 */

import { unzlibSync } from "fflate";
import { Damaged } from "./shard.ts";

/** The maximum size of an unpacked file in bytes, as in `pack.rs`. */
const limit = 2 ** 26;

/** The buffer for unpacked files. The buffer is reused, because allocating a buffer takes most of the time. */
let room = new Uint8Array(2 ** 17);

/** Returns the checksum at the end of a stream (RFC 1950, section 9). */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    // After at most 4,096 bytes, the sums are still safe integers.
    for (const end = Math.min(at + 4096, bytes.length); at < end; at++) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

/** Unpacks a file, with a dictionary if there is one, and calls `read`. `read` must not keep the bytes. */
export function unpack<T>(bytes: Uint8Array, dictionary: Uint8Array | undefined, read: (plain: Uint8Array) => T): T {
  return read(plainOf(bytes, dictionary));
}

function plainOf(bytes: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array {
  try {
    const options = dictionary?.length ? { dictionary } : {};
    let plain = unzlibSync(bytes, { ...options, out: room });
    // If the buffer is full, the data might be incomplete.
    while (plain.length === room.length && room.length < limit) {
      room = new Uint8Array(2 * room.length);
      plain = unzlibSync(bytes, { ...options, out: room });
    }
    const sum = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0);
    if (sum === adler32(plain)) return plain;
  } catch {
    // Report this error below, in the same way as a wrong checksum.
  }
  throw new Damaged("a file can't be decompressed");
}
