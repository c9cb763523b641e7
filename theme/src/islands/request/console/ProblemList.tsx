import { t } from "../text.ts";
import type { Found } from "./problems.ts";

interface ProblemListProps {
  id: string;
  problems: readonly Found[];
  /** The ID of the editor that contains the text. */
  editor: string;
}

/**
 * The problems in an editor's text. Each problem has a button that goes to the problem's location. The reader can send
 * the request despite the problems.
 */
export function ProblemList({ id, problems, editor }: ProblemListProps) {
  const go = (place: number) => {
    const area = document.getElementById(editor);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    area.setSelectionRange(place, place);
  };
  return (
    <div id={id} className="request-problems" role="status">
      {problems.length > 0 && (
        <>
          <p>{t("problems_other", { count: problems.length })}</p>
          <ul>
            {problems.map(({ where, message, line, place }) => (
              <li key={`${where} ${message} ${place}`}>
                <button type="button" onClick={() => go(place)}>
                  {t("line", { line: String(line) })}
                </button>{" "}
                <span>
                  {where && <code>{where}</code>} {message}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
