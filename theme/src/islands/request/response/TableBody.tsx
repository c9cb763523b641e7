import { type Answer, SHOWN_BYTES } from "../send/exchange.ts";
import { t } from "../text.ts";
import { rowsOf } from "./rows.ts";
import { Views } from "./Views.tsx";

/** The maximum number of rows to show. */
const SHOWN_ROWS = 200;

/** A response with comma-separated or tab-separated values, which is shown as a table or as text. */
export function TableBody({ answer }: { answer: Answer }) {
  // If only the start of the response is shown, the last row might be incomplete.
  const all = rowsOf(answer.text);
  const rows = answer.size > SHOWN_BYTES ? all.slice(0, -1) : all;
  const [head = [], ...body] = rows;
  return (
    <Views label={t("view_table")} answer={answer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable with a keyboard. */}
      <div className="response-table" tabIndex={0} role="region" aria-label={t("view_table")}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position.
                <th key={at} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, SHOWN_ROWS).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position.
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position.
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {body.length > SHOWN_ROWS && (
        <p className="response-note">{t("rows_shown", { shown: SHOWN_ROWS, count: body.length })}</p>
      )}
    </Views>
  );
}
