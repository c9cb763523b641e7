import { useHydrated } from "../hooks/useHydrated.ts";
import { t } from "../messages.ts";

/** Opens the search. The app listens to it from outside; which keys do the same depends on the reader's machine. */
export function SearchButton() {
  const hydrated = useHydrated();
  const apple = hydrated && /^(?:Mac|iP)/.test(navigator.platform);
  const keys = apple ? "Meta+k" : "Control+k";
  return (
    <button
      type="button"
      className="search-button"
      aria-label={hydrated ? t("open_search", { keys }) : t("search")}
      aria-keyshortcuts={hydrated ? keys : undefined}
    >
      <span>{t("search")}</span>
      {hydrated ? (
        <kbd>
          <kbd>{apple ? "⌘" : "Ctrl"}</kbd>
          <kbd>K</kbd>
        </kbd>
      ) : null}
    </button>
  );
}
