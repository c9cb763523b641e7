/** The formats that are checked. Other formats are accepted, because a format can be anything. */

import { compare } from "./decimal.ts";

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === "") return false;
  const leap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
  const last = month === "02" && !leap ? 28 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= last;
}

const isTime = (text: string): boolean =>
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text);

function isIpv6(text: string): boolean {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text)) return false;
  return URL.canParse(`http://[${text}]/`);
}

const isHostname = (text: string): boolean =>
  text.length <= 253 && /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(?:\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/.test(text);

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const quoted = /^"(?:[^"\\\n]|\\.){0,62}"$/.test(local);
  const plain = /^[^\s@"(),:;<>[\\\]]{1,64}$/.test(local) && !/^\.|\.\.|\.$/.test(local);
  return at > 0 && (quoted || plain) && isHostname(text.slice(at + 1));
}

const isReference = (text: string): boolean => !/[\s<>"{}|\\^`]|%(?![0-9A-Fa-f]{2})/.test(text);
const isUri = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && isReference(text);

const within = (least: string, most: string) => (text: string) => compare(text, least) >= 0 && compare(text, most) <= 0;

/** The formats for strings. */
const texts: { readonly [format: string]: (text: string) => boolean } = {
  date: isDate,
  time: isTime,
  "date-time": (text) => isDate(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && isTime(text.slice(11)),
  duration: (text) =>
    /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/.test(text),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  url: isUri,
  "uri-reference": isReference,
  uuid: (text) => /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text),
  byte: (text) =>
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text.replace(/\s/g, "")),
  "json-pointer": (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
};

/** The formats for numbers. */
const numbers: { readonly [format: string]: (text: string) => boolean } = {
  int8: within("-128", "127"),
  uint8: within("0", "255"),
  int16: within("-32768", "32767"),
  uint16: within("0", "65535"),
  int32: within("-2147483648", "2147483647"),
  uint32: within("0", "4294967295"),
  int64: within("-9223372036854775808", "9223372036854775807"),
  uint64: within("0", "18446744073709551615"),
};

const check = (table: { readonly [format: string]: (text: string) => boolean }, format: string, text: string) =>
  !Object.hasOwn(table, format) || (table[format]?.(text) ?? true);

export const fitsTextFormat = (format: string, text: string): boolean => check(texts, format, text);
export const fitsNumberFormat = (format: string, text: string): boolean => check(numbers, format, text);
