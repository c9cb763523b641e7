import { useEffect, useState } from "react";
import { t } from "../messages.ts";
import { Icon } from "./icons.tsx";

const threshold = 300;

/**
 * A button that scrolls to the top. The button is shown when the reader scrolls up and is far enough from the top of
 * the page.
 */
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
      // If the scroll event for the jump has already fired, the next scroll event comes from the reader.
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
      // The button isn't focusable while it's hidden.
      tabIndex={shown ? 0 : -1}
      aria-hidden={!shown}
      onClick={() => scrollTo({ top: 0 })}
    >
      <Icon name="up" />
    </button>
  );
}
