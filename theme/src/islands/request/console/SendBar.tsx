import { type Exchange, TIMEOUT } from "../send/exchange.ts";
import { t } from "../text.ts";

interface SendBarProps {
  state: Exchange;
  cancel(): void;
  /** The headers that a browser doesn't send. */
  withheld: readonly string[];
  proxy: string | undefined;
}

/** The buttons that send or cancel the request, and notes about the differences between the request and the samples. */
export function SendBar({ state, cancel, withheld, proxy }: SendBarProps) {
  const sending = state.state === "sending";
  const arriving = state.state === "answered" && state.answer.state === "arriving";
  return (
    <div className="request-send">
      {withheld.length > 0 && <p className="request-hint">{t("withheld", { names: withheld.join(", ") })}</p>}
      {proxy !== undefined && <p className="request-hint">{t("proxy", { address: proxy })}</p>}
      <div className="request-actions">
        <button type="submit" className="request-button" data-primary="" aria-disabled={sending || undefined}>
          {t(sending ? "sending" : "send")}
        </button>
        {(sending || arriving) && (
          <button type="button" className="request-button" onClick={cancel}>
            {t("cancel")}
          </button>
        )}
      </div>
      {sending && <p className="request-hint">{t("sending_limit", { seconds: TIMEOUT / 1000 })}</p>}
    </div>
  );
}
