import { useEffect, useState } from "react";
import { t } from "../messages.ts";
import { Icon } from "./icons.tsx";

const threshold = 300;

/** Offers the way back to those who turn around: shown when scrolling up, far enough down. */
export function BackToTop() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let last = scrollY;
    let jumped = false;
    const scrolled = () => {
      const now = scrollY;
      if (jumped || now < threshold) setShown(false);
      else if (now !== last) setShown(now < last);
      jumped = false;
      last = now;
    };
    const jump = () => {
      // The jump's own scrolling may have been heard already; what comes then is the reader's.
      jumped = scrollY !== last;
      setShown(false);
    };
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("hashchange", jump);
    addEventListener("docgen:navigated", jump);
    return () => {
      removeEventListener("scroll", scrolled);
      removeEventListener("hashchange", jump);
      removeEventListener("docgen:navigated", jump);
    };
  }, []);
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label={t("back_to_top")}
      data-visible={shown}
      // Out of the order of focus while it cannot be seen.
      tabIndex={shown ? 0 : -1}
      aria-hidden={!shown}
      onClick={() => scrollTo({ top: 0 })}
    >
      <Icon name="up" />
    </button>
  );
}
