import { t } from "../messages.ts";

const longestChain = 20;

/**
 * Returns an error's message and the messages of its causes. A circular chain ends where it repeats, and a long chain
 * ends after 20 errors.
 */
export function causeChain(error: unknown): string {
  const seen = new Set<unknown>();
  const messages: string[] = [];
  let link: unknown = error;
  while (link !== undefined && link !== null && !seen.has(link) && seen.size < longestChain) {
    seen.add(link);
    messages.push(link instanceof Error ? link.message : String(link));
    link = link instanceof Error ? link.cause : undefined;
  }
  return messages.join(`\n\n${t("cause")}\n`);
}

interface CrashProps {
  title: string;
  error: unknown;
  retry(): void;
}

export function Crash({ title, error, retry }: CrashProps) {
  return (
    <div className="crash">
      <h1>{title}</h1>
      <button type="button" onClick={retry}>
        {t("try_again")}
      </button>
      <hr />
      <p style={{ whiteSpace: "pre-wrap" }}>{causeChain(error)}</p>
    </div>
  );
}
