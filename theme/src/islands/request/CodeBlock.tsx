import { t } from "../../messages.ts";
import type { Code } from "./samples/code.ts";

/** Code with the same colors as the highlighted code on the page. */
export function Runs({ code }: { code: Code }) {
  return code.map((run, at) =>
    run.class === "" ? (
      run.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a run is identified only by its position.
      <span key={at} className={run.class}>
        {run.text}
      </span>
    ),
  );
}

interface CodeBlockProps {
  code: Code;
  language?: string;
}

/** Scrollable content must be reachable without a mouse. */
const scrollable = { tabIndex: 0 };

/** A code block as docgen writes it, with a copy button that a delegated listener handles. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  return (
    <div className="code" data-language={language}>
      <pre {...scrollable}>
        <code>
          <Runs code={code} />
        </code>
      </pre>
      <div className="code-tools">
        <button type="button" className="code-copy" aria-label={t("code_copy")} />
      </div>
    </div>
  );
}
