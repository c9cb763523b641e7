import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";

/** A list of names and values. */
export function Pairs({ pairs }: { pairs: Answer["headers"] }) {
  return (
    <dl className="response-headers">
      {pairs.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The headers that the server exposes to other origins. */
export function Headers({ headers }: { headers: Answer["headers"] }) {
  return (
    <>
      <Pairs pairs={headers} />
      <p className="response-note">{t("headers_hidden")}</p>
    </>
  );
}
