/** Returns a PNG file that shows smooth waves, so it compresses like a photo. `blue` is from 0 to 255. */
export function picture(width: number, height: number, blue: number): Buffer;
