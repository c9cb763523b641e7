import { useHydrated } from "../hooks/useHydrated.ts";
import { t } from "../messages.ts";

/**
 * The button that opens the search dialog. The app adds the listener separately. The keyboard shortcut depends on the
 * reader's system. The shortcut is drawn over the button, not inside it, because it must not be part of the visible
 * label.
 */
export function SearchButton() {
  const hydrated = useHydrated();
  const apple = hydrated && /^(?:Mac|iP)/.test(navigator.platform);
  const keys = apple ? "Meta+k" : "Control+k";
  return (
    <div className="search-box">
      <button
        type="button"
        className="search-button"
        aria-label={hydrated ? t("open_search", { keys }) : t("search")}
        aria-keyshortcuts={hydrated ? keys : undefined}
      >
        <span>{t("search")}</span>
      </button>
      {hydrated ? (
        <div className="search-keys" dir="ltr" aria-hidden="true">
          <kbd>{apple ? "⌘" : "Ctrl"}</kbd>
          <kbd>K</kbd>
        </div>
      ) : null}
    </div>
  );
}
