import { useDelayed } from "../hooks/useDelayed.ts";
import { t } from "../messages.ts";

const delay = 200;

/** A spinner that replaces a page's content if loading takes a noticeable amount of time. */
export function Spinner() {
  const shown = useDelayed(true, delay);
  return (
    <div className="spinner" role="status" aria-label={t("loading")} style={{ height: "100vh" }}>
      {shown ? (
        <svg aria-hidden="true" width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor">
          <circle cx="12" cy="12" r="9" strokeWidth="2" opacity="0.25" />
          <path d="M21 12a9 9 0 0 0-9-9" strokeWidth="2" strokeLinecap="round" />
        </svg>
      ) : null}
    </div>
  );
}

/** The progress bar at the top, which is shown while the next page is loading. */
export function ProgressBar({ active }: { active: boolean }) {
  return useDelayed(active, delay) ? <div className="progress-bar" aria-hidden="true" /> : null;
}
