import { useEffect, useState } from "react";
import { CodeBlock } from "../CodeBlock.tsx";
import { sizeText } from "../console/measure.ts";
import { type Code, join, run } from "../samples/code.ts";
import { essence } from "../send/classify.ts";
import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";

/** The number of bytes to show. */
const SHOWN = 256;

/** Returns bytes as hexadecimal numbers and characters, with 8 bytes per line. */
export function hexCode(bytes: Uint8Array): Code {
  const lines: Code[] = [];
  for (let at = 0; at < bytes.length; at += 8) {
    const row = [...bytes.subarray(at, at + 8)];
    const numbers = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const characters = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(
      join([run(`${at.toString(16).padStart(4, "0")}  `, "c"), run(numbers.padEnd(25), "n"), run(characters)]),
    );
  }
  return join(lines, run("\n"));
}

/** A response that isn't text: its media type and its first bytes. */
export function BinaryBody({ answer }: { answer: Answer }) {
  const { blob, size, mediaType } = answer;
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void blob
      ?.slice(0, SHOWN)
      .arrayBuffer()
      .then((buffer) => isCurrent && setBytes(new Uint8Array(buffer)));
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  return (
    <>
      <p className="response-note">{t("binary", { type: essence(mediaType) || t("type_unknown") })}</p>
      {bytes && <CodeBlock code={hexCode(bytes)} />}
      {size > SHOWN && <p className="response-note">{t("shown", { shown: sizeText(SHOWN), size: sizeText(size) })}</p>}
    </>
  );
}
