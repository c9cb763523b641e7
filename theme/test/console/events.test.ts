import { expect, test } from "vitest";
import { eventParser, lineParser, type StreamParser } from "../../src/islands/request/send/events.ts";

/** Returns the events in a string, and checks that the events don't depend on the size of the pieces that arrive. */
function read(parser: () => StreamParser, text: string): unknown[] {
  const results = [text.length || 1, 1, 3].map((size) => {
    const of = parser();
    const found = [];
    for (let at = 0; at < text.length; at += size) found.push(...of.push(text.slice(at, at + size)));
    return [...found, ...of.end()];
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  return results[0] ?? [];
}

test("server-sent events are parsed according to the standard", () => {
  const events = (text: string) => read(eventParser, text);
  expect(events("data: a\n\n")).toEqual([{ number: 1, data: "a" }]);
  expect(events("\uFEFFdata:a\ndata: b\n\ndata\n\n")).toEqual([
    { number: 1, data: "a\nb" },
    { number: 2, data: "" },
  ]);
  expect(events("event: tick\r\nid: 7\r\ndata: {}\r\n\r\ndata:x\r\n\r\n")).toEqual([
    { number: 1, type: "tick", id: "7", data: "{}" },
    { number: 2, id: "7", data: "x" },
  ]);
  expect(events("data: a\r\rdata: b\r\r")).toEqual([
    { number: 1, data: "a" },
    { number: 2, data: "b" },
  ]);
  expect(events(": comment\n\nevent: none\n\nretry: 5\nother: x\ndata:  two\n\n")).toEqual([
    { number: 1, data: " two" },
  ]);
  expect(events("id: a\0b\ndata: x\n\n")).toEqual([{ number: 1, data: "x" }]);
});

test("an unfinished event is dropped", () => {
  expect(read(eventParser, "data: a\n\ndata: b\n")).toEqual([{ number: 1, data: "a" }]);
  expect(read(eventParser, "data: a\n\ndata: b")).toEqual([{ number: 1, data: "a" }]);
});

test("JSON lines and records are parsed", () => {
  expect(read(lineParser, '{"a":1}\n\n{"b":2}\r\n[3]')).toEqual([
    { number: 1, data: '{"a":1}' },
    { number: 2, data: '{"b":2}' },
    { number: 3, data: "[3]" },
  ]);
  expect(read(lineParser, "\u001E1\n\u001E2\n")).toEqual([
    { number: 1, data: "1" },
    { number: 2, data: "2" },
  ]);
});
