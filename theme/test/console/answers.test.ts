import { expect, test } from "vitest";
import { charset, classify, fileName, sniff } from "../../src/islands/request/send/classify.ts";

test("the media type determines the kind of a response", () => {
  const kinds = {
    "application/json": "json",
    "Application/Problem+JSON; charset=utf-8": "json",
    "application/vnd.api+json": "json",
    "text/event-stream;charset=utf-8": "events",
    "application/x-ndjson": "lines",
    "application/jsonl": "lines",
    "application/json-seq": "lines",
    "application/geo+json-seq": "lines",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "image/png": "image",
    "image/svg+xml": "image",
    "image/tiff": "binary",
    "audio/mpeg": "audio",
    "video/mp4": "video",
    "text/csv": "text",
    "application/xml": "text",
    "application/atom+xml": "text",
    "application/yaml": "text",
    "application/pdf": "binary",
    "application/octet-stream": "binary",
    nonsense: "binary",
    "": null,
  };
  for (const [type, kind] of Object.entries(kinds)) expect(classify(type), type).toBe(kind);
});

test("bytes without a media type are detected", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(sniff(bytes(""))).toBe("empty");
  expect(sniff(bytes(' {"a":1}'))).toBe("json");
  expect(sniff(bytes("plain é"))).toBe("text");
  expect(sniff(bytes("a\0b"))).toBe("binary");
  expect(sniff(new Uint8Array([0xff, 0xfe, 0x41]))).toBe("binary");
  // The bytes end in the middle of a character.
  expect(sniff(bytes("aé").slice(0, 2))).toBe("text");
});

test("the character set is the specified one if it exists", () => {
  expect(charset("text/plain; charset=ISO-8859-1")).toBe("ISO-8859-1");
  expect(charset('text/plain; charset="utf-16le"')).toBe("utf-16le");
  expect(charset("text/plain; charset=none-such")).toBe("utf-8");
  expect(charset("text/plain")).toBe("utf-8");
});

test("a file has the server's name, without unsafe characters", () => {
  const url = "https://a.example/files/report?x=1";
  expect(fileName('attachment; filename="a \\"b\\".csv"', url, "text/csv")).toBe("a _b_.csv");
  expect(fileName("attachment; filename=plain.txt", url, "text/plain")).toBe("plain.txt");
  expect(fileName("attachment; filename=x.txt; filename*=UTF-8''na%C3%AFve.txt", url, "")).toBe("naïve.txt");
  expect(fileName("attachment; filename*=UTF-8''%zz; filename=ok.txt", url, "")).toBe("ok.txt");
  expect(fileName('attachment; filename="../../etc/passwd"', url, "text/plain")).toBe("_.._etc_passwd.txt");
  expect(fileName('attachment; filename="a\u202Egpj.exe"', url, "")).toBe("a_gpj.exe");
  expect(fileName("", url, "application/json")).toBe("report.json");
  expect(fileName("", url, "application/problem+json")).toBe("report.json");
  expect(fileName("", "https://a.example/", "image/png")).toBe("response.png");
  expect(fileName("", url, "text/x-own")).toBe("report.txt");
  expect(fileName("", url, "")).toBe("report.bin");
});
