import { languageChoice } from "../Samples.tsx";
import type { Failure } from "../send/exchange.ts";
import { t } from "../text.ts";

interface Told {
  title: string;
  /** Suggestions for the reader. */
  advice: readonly string[];
}

function told(failure: Failure): Told {
  switch (failure.kind) {
    case "timeout":
      return {
        title: t("failure_timeout", { seconds: failure.seconds }),
        advice: [t("advice_again"), t("advice_server")],
      };
    case "unreachable":
      return {
        title: t("failure_unreachable"),
        advice: [t("advice_cors", { origin: location.origin }), t("advice_network"), t("advice_server")],
      };
    case "redirect":
      return { title: t("failure_redirect", { origin: failure.origin }), advice: [t("advice_redirect")] };
    case "mixed":
      return {
        title: t("failure_mixed", { url: failure.url }),
        advice: [t("advice_https")],
      };
    case "address":
      return { title: t("failure_address", { url: failure.url }), advice: [t("advice_address")] };
    case "climbs":
      return { title: t("failure_climbs", { url: failure.url }), advice: [] };
    case "method":
      return { title: t("failure_method", { method: failure.method }), advice: [] };
    case "body":
      return { title: t("failure_body", { method: failure.method }), advice: [t("advice_body")] };
    case "unexpected":
      return { title: t("failure_unexpected", { message: failure.message }), advice: [t("advice_again")] };
  }
}

/** Explains why there is no response and suggests what to do. */
export function FailureView({ failure, panel }: { failure: Failure; panel: string }) {
  const { title, advice } = told(failure);
  const showCurl = () => {
    languageChoice.set("curl");
    const tab = document.getElementById(`${panel}-curl`);
    tab?.scrollIntoView({ block: "nearest" });
    tab?.focus();
  };
  return (
    <div className="response-failure" role="alert">
      <p className="response-failure-title">{title}</p>
      <p>{t("advice")}</p>
      <ul>
        {advice.map((each) => (
          <li key={each}>{each}</li>
        ))}
        <li>
          {t("advice_curl")}{" "}
          <button type="button" className="request-link" onClick={showCurl}>
            {t("show_curl")}
          </button>
        </li>
      </ul>
    </div>
  );
}
