/** Sends a request, reads its response, and reports progress. The idle time and the number of bytes are limited. */

import { type AnswerKind, charset, classify, sniff } from "./classify.ts";
import { eventParser, lineParser, type StreamEvent, type StreamParser } from "./events.ts";
import type { Prepared, Refusal } from "./prepare.ts";

/** The maximum time that a server can remain silent, in milliseconds. */
export const TIMEOUT = 30_000;
/** The limits for a response: the number of bytes to read, and the number of bytes and events to show. */
export const MOST_BYTES = 100_000_000;
export const SHOWN_BYTES = 100_000;
export const SHOWN_EVENTS = 500;
/** The interval between updates while data arrives, in milliseconds. */
const PACE = 100;

export interface Answer {
  status: number;
  statusText: string;
  /** The final URL, after redirects. */
  url: string;
  redirected: boolean;
  /** The headers that the server exposes to the page. */
  headers: readonly (readonly [name: string, value: string])[];
  mediaType: string;
  kind: AnswerKind;
  /** The time from the start until the headers arrived, and the time until now or the end, in milliseconds. */
  headTime: number;
  time: number;
  size: number;
  /** `cut` means that the data exceeded the limit. `broken` means that the connection ended early. */
  state: "arriving" | "whole" | "cancelled" | "cut" | "broken" | "silent";
  /** The beginning of the body, as text. This value is set at the end. */
  text: string;
  /**
   * All bytes of the body, which are set at the end. The blob has no media type so that browsers don't treat the blob
   * as a page on this site if someone opens it.
   */
  blob: Blob | null;
  /** The latest events of a stream. */
  events: readonly StreamEvent[];
  eventCount: number;
}

export type Failure =
  | Refusal
  | { kind: "timeout"; seconds: number }
  /** The server redirected a request that must not be sent to another server. */
  | { kind: "redirect"; origin: string }
  | { kind: "unreachable"; url: string }
  | { kind: "unexpected"; message: string };

export type Exchange =
  | { state: "idle" }
  | { state: "sending" }
  | { state: "cancelled"; time: number }
  | { state: "failed"; failure: Failure }
  | { state: "answered"; answer: Answer };

class Silence extends Error {}
class Cancelled extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sends the request and reports each state. Returns a function that cancels the request. */
export function exchange(prepared: Prepared, report: (exchange: Exchange) => void, timeout = TIMEOUT): () => void {
  const controller = new AbortController();
  const start = performance.now();
  const now = () => performance.now() - start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (watched = true) => {
    clearTimeout(timer);
    if (watched) timer = setTimeout(() => controller.abort(new Silence()), timeout);
  };

  async function run(): Promise<void> {
    const request = new Request(prepared.url, { ...prepared.init, signal: controller.signal });
    report({ state: "sending" });
    alive();
    let response: Response;
    try {
      response = await fetch(request);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      // The browser reports the same error for every cause.
      if (error instanceof TypeError) return report(failed({ kind: "unreachable", url: prepared.url }));
      throw error;
    }
    if (response.type === "opaqueredirect") {
      return report(failed({ kind: "redirect", origin: new URL(prepared.url).origin }));
    }
    await new Reading(response, now, (answer) => report({ state: "answered", answer }), alive, controller.signal).run();
  }

  run()
    .catch((error: unknown) => {
      if (error instanceof Cancelled) report({ state: "cancelled", time: now() });
      else if (error instanceof Silence) report(failed({ kind: "timeout", seconds: timeout / 1000 }));
      else report(failed({ kind: "unexpected", message: messageOf(error) }));
    })
    .finally(() => clearTimeout(timer));
  return () => controller.abort(new Cancelled());
}

const failed = (failure: Failure): Exchange => ({ state: "failed", failure });

/** A response that is being read. */
class Reading {
  private answer: Answer;
  private readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  private readonly parser: StreamParser | null;
  private readonly decoder: TextDecoder;
  private pace: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly response: Response,
    private readonly now: () => number,
    private readonly report: (answer: Answer) => void,
    private readonly alive: (watched?: boolean) => void,
    private readonly signal: AbortSignal,
  ) {
    const mediaType = response.headers.get("content-type") ?? "";
    const kind = response.body === null ? "empty" : (classify(mediaType) ?? "binary");
    this.decoder = new TextDecoder(charset(mediaType));
    this.parser = kind === "events" ? eventParser() : kind === "lines" ? lineParser() : null;
    this.answer = {
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      redirected: response.redirected,
      headers: [...response.headers],
      mediaType,
      kind,
      headTime: now(),
      time: now(),
      size: 0,
      state: "arriving",
      text: "",
      blob: null,
      events: [],
      eventCount: 0,
    };
  }

  async run(): Promise<void> {
    // A stream can be silent for any length of time.
    this.alive(this.parser === null);
    this.show();
    try {
      const reader = this.response.body?.getReader();
      for (;;) {
        const piece = await reader?.read();
        if (!piece || piece.done) return this.end("whole");
        this.alive(this.parser === null);
        if (this.take(piece.value)) continue;
        await reader?.cancel();
        return this.end("cut");
      }
    } catch {
      const { aborted, reason } = this.signal;
      this.end(!aborted ? "broken" : reason instanceof Cancelled ? "cancelled" : "silent");
    }
  }

  /** Adds bytes to the response. Returns whether to read more. */
  private take(bytes: Uint8Array<ArrayBuffer>): boolean {
    this.chunks.push(bytes);
    this.answer = { ...this.answer, size: this.answer.size + bytes.length, time: this.now() };
    if (this.parser) this.add(this.parser.push(this.decoder.decode(bytes, { stream: true })));
    this.pace ??= setTimeout(() => this.show(), PACE);
    return this.answer.size < MOST_BYTES;
  }

  private add(events: readonly StreamEvent[]): void {
    if (events.length === 0) return;
    const { events: before, eventCount } = this.answer;
    const kept = [...before, ...events].slice(-SHOWN_EVENTS);
    this.answer = { ...this.answer, events: kept, eventCount: eventCount + events.length };
  }

  private show(): void {
    clearTimeout(this.pace);
    this.pace = undefined;
    this.report(this.answer);
  }

  private end(state: Answer["state"]): void {
    if (this.parser) this.add(this.parser.end());
    const blob = new Blob(this.chunks);
    const start = this.beginning();
    const type = this.answer.kind === "binary" && this.answer.mediaType === "" ? sniff(start) : this.answer.kind;
    const kind = this.answer.size === 0 ? "empty" : type;
    const decoder = new TextDecoder(charset(this.answer.mediaType));
    const text = decoder.decode(start, { stream: this.answer.size > start.length });
    this.answer = { ...this.answer, state, blob, text, kind, time: this.now() };
    this.show();
  }

  /** Returns the first bytes, up to the number that can be shown. */
  private beginning(): Uint8Array {
    const start = new Uint8Array(Math.min(SHOWN_BYTES, this.answer.size));
    let at = 0;
    for (const chunk of this.chunks) {
      const part = chunk.subarray(0, start.length - at);
      start.set(part, at);
      at += part.length;
      if (at === start.length) break;
    }
    return start;
  }
}
