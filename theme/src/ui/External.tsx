import { t } from "../messages.ts";

/** The mark of a link that leaves the site. */
export function External() {
  return <span className="external" role="img" aria-label={t("external")} />;
}
