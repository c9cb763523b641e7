import { t } from "../messages.ts";

/** The icon for a link to another site. */
export function External() {
  return <span className="external" role="img" aria-label={t("external")} />;
}
