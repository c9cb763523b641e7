/** Compares and divides numbers exactly, without rounding. */

interface Decimal {
  digits: bigint;
  /** The exponent of the last digit. */
  exponent: number;
}

const FORM = /^(-?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * The exponent and the number of digits above which floating-point numbers are used. These limits bound the amount of
 * work.
 */
const LARGEST_EXPONENT = 400;
const MOST_DIGITS = 1000;

function read(text: string): Decimal | null {
  const [, sign = "", whole = "", fraction = "", power = "0"] = FORM.exec(text) ?? [];
  if (whole === "" || whole.length + fraction.length > MOST_DIGITS) return null;
  const exponent = Number(power) - fraction.length;
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null;
  return { digits: BigInt(sign + whole + fraction), exponent };
}

/** Scales two numbers to integers with the same exponent. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const least = Math.min(a.exponent, b.exponent);
  const scale = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - least);
  return [scale(a), scale(b)];
}

/** Returns -1, 0, or 1 if `a` is less than, equal to, or greater than `b`. */
export function compare(a: string, b: string): number {
  const [x, y] = [read(a), read(b)];
  if (!x || !y) return Math.sign(Number(a) - Number(b)) || 0;
  const [left, right] = aligned(x, y);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isMultiple(value: string, of: string): boolean {
  const [x, y] = [read(value), read(of)];
  if (!x || !y) return Number.isInteger(Number(value) / Number(of));
  const [left, right] = aligned(x, y);
  return right === 0n || left % right === 0n;
}

export const isInteger = (value: string): boolean => isMultiple(value, "1");
