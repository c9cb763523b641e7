/** Generates images for benchmarks and tests. */

import { crc32, deflateSync } from "node:zlib";

/** Returns a PNG file that shows smooth waves, so it compresses like a photo. */
export function picture(width, height, blue) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    rows[at++] = 0;
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin(x / 9) * Math.cos(y / 7) + Math.sin((x + 2 * y) / 31);
      rows[at++] = 128 + 60 * wave;
      rows[at++] = 110 + 50 * wave;
      rows[at++] = blue;
    }
  }
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([start, ...parts]);
}
