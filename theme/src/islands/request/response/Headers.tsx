import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";

/** The headers that the server exposes to other origins. */
export function Headers({ headers }: { headers: Answer["headers"] }) {
  return (
    <>
      <dl className="response-headers">
        {headers.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="response-note">{t("headers_hidden")}</p>
    </>
  );
}
