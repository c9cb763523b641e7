import { expect, test } from "vitest";
import { rowsOf } from "../../src/islands/request/response/rows.ts";
import { xmlCode } from "../../src/islands/request/response/xml.ts";
import { plain } from "../../src/islands/request/samples/code.ts";
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
    "text/csv; charset=utf-8": "table",
    "text/tab-separated-values": "table",
    "application/xml": "xml",
    "text/xml": "xml",
    "application/atom+xml": "xml",
    "application/pdf": "pdf",
    "application/yaml": "text",
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

test("a table's cells can contain separators, quotes, and line breaks", () => {
  expect(rowsOf('a,b\r\n"1,""2""\n3",x\n')).toEqual([
    ["a", "b"],
    ['1,"2"\n3', "x"],
  ]);
  expect(rowsOf("\ufeffa;b;c,d\n1;2;3\n")).toEqual([
    ["a", "b", "c,d"],
    ["1", "2", "3"],
  ]);
  expect(rowsOf("a\tb\n\t")).toEqual([
    ["a", "b"],
    ["", ""],
  ]);
  expect(rowsOf("")).toEqual([]);
  expect(rowsOf('a\n\n"open')).toEqual([["a"], [""], ["open"]]);
  expect(rowsOf('"a"b,c\rd\ne')).toEqual([['"a"b', "c\rd"], ["e"]]);
});

test("XML has one element on each line and loses nothing but whitespace between elements", () => {
  expect(plain(xmlCode('<?xml version="1.0"?><a x="1>2"><b>text</b><c/><!-- d --><e><![CDATA[<f>]]></e></a>'))).toBe(
    [
      '<?xml version="1.0"?>',
      '<a x="1>2">',
      "  <b>text</b>",
      "  <c/>",
      "  <!-- d -->",
      "  <e>",
      "    <![CDATA[<f>]]>",
      "  </e>",
      "</a>",
    ].join("\n"),
  );
  for (const text of ["<a", "</b></b>", "a < b", "<a b='", "<!-- x", "<<>>", "<a>&lt;</a></a>"]) {
    const kept = (xml: string) => xml.replace(/\s/g, "");
    expect(kept(plain(xmlCode(text))), text).toBe(kept(text));
  }
});
