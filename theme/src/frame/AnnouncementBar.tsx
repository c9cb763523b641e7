import { type CSSProperties, useState } from "react";
import { slot, useSlot } from "../hooks/storage.ts";
import { t } from "../messages.ts";
import { Prose } from "../ui/Prose.tsx";
import type { AnnouncementData } from "./data.ts";
import { Icon } from "./icons.tsx";
import { when } from "./when.ts";

const dismissal = slot("docgen.announcement.dismiss");
const lastSeen = slot("docgen.announcement.id");

/**
 * Shows a new announcement even to readers who dismissed an earlier announcement. Call this function once, before the
 * first render.
 */
export function startAnnouncement(id: string): void {
  if (lastSeen.get() === id) return;
  lastSeen.set(id);
  dismissal.set("false");
}

/**
 * The bar above the navbar. Every shell contains the bar so that nothing moves when the bar appears. The styles hide a
 * dismissed bar.
 */
export function AnnouncementBar({ data }: { data: AnnouncementData }) {
  const [closed, setClosed] = useState(false);
  const stored = useSlot(dismissal);
  if (closed || stored === "true") return null;
  const close = () => {
    dismissal.set("true");
    setClosed(true);
  };
  const colors = {
    "--announcement-background": data.background,
    "--announcement-color": data.color,
  } as CSSProperties;
  return (
    <div className="announcement" role="banner" style={colors}>
      <Prose className="announcement-content" dir="auto" html={data.html} />
      {when(data.closeable, () => (
        <button type="button" className="close" aria-label={t("close")} onClick={close}>
          <Icon name="close" />
        </button>
      ))}
    </div>
  );
}
