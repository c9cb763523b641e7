/**
 * Parses streams that arrive in chunks: server-sent events and JSON lines or records. The text can be split anywhere.
 */

export interface StreamEvent {
  /** The number of the event, starting at 1. */
  number: number;
  /** The name of the event. Absent for default events and for lines. */
  type?: string;
  id?: string;
  data: string;
}

export interface StreamParser {
  /** Returns the events that this text completes. */
  push(text: string): StreamEvent[];
  /**
   * Returns the events that remain when the stream ends. An event without a final blank line is dropped. An incomplete
   * JSON line isn't dropped.
   */
  end(): StreamEvent[];
}

/** A splitter for lines, which end in CR, LF, or CR LF. */
class Lines {
  private rest = "";

  *push(text: string): Generator<string> {
    let buffer = this.rest + text;
    for (;;) {
      const at = buffer.search(/\r\n|\n|\r(?!$)/);
      if (at < 0) break;
      yield buffer.slice(0, at);
      buffer = buffer.slice(at + (buffer.startsWith("\r\n", at) ? 2 : 1));
    }
    this.rest = buffer;
  }

  /** Returns the remaining lines at the end of the stream. At the end, a trailing CR counts as a line break. */
  *end(): Generator<string> {
    if (this.rest.endsWith("\r")) yield* this.push("\n");
    if (this.rest !== "") yield this.rest;
    this.rest = "";
  }
}

/** Creates a parser for server-sent events, according to the HTML standard. */
export function eventParser(): StreamParser {
  const lines = new Lines();
  let number = 0;
  let first = true;
  let id = "";
  let event: { type: string; data: string[] } = { type: "", data: [] };
  function field(name: string, value: string): void {
    if (name === "event") event.type = value;
    else if (name === "data") event.data.push(value);
    else if (name === "id" && !value.includes("\0")) id = value;
  }
  function line(text: string): StreamEvent[] {
    if (text !== "") {
      const colon = text.indexOf(":");
      if (colon < 0) field(text, "");
      else if (colon > 0) field(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, ""));
      return [];
    }
    const { type, data } = event;
    event = { type: "", data: [] };
    if (data.length === 0) return [];
    number += 1;
    return [{ number, ...(type && { type }), ...(id && { id }), data: data.join("\n") }];
  }
  return {
    push(text) {
      const whole = first ? text.replace(/^\uFEFF/, "") : text;
      if (text !== "") first = false;
      return [...lines.push(whole)].flatMap(line);
    },
    end: () => [...lines.end()].flatMap(line),
  };
}

/** Creates a parser for JSON lines (NDJSON) and for JSON that follows record separators (RFC 7464). */
export function lineParser(): StreamParser {
  const lines = new Lines();
  let number = 0;
  const records = (text: string): StreamEvent[] =>
    text.split("\u001E").flatMap((part) => {
      const data = part.trim();
      if (data === "") return [];
      number += 1;
      return [{ number, data }];
    });
  return {
    push: (text) => [...lines.push(text)].flatMap(records),
    end: () => [...lines.end()].flatMap(records),
  };
}
