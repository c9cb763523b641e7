import { cycleColorMode, useColorChoice } from "../hooks/colorMode.ts";
import { t } from "../messages.ts";
import type { ColorToggleData } from "./data.ts";
import { Icon } from "./icons.tsx";

/**
 * The color mode toggle. Until the app starts, the script in the head handles clicks. The toggle contains all icons,
 * and the styles show the icon for the current `html[data-theme-choice]`.
 */
export function ColorToggle({ data }: { data: ColorToggleData }) {
  const choice = useColorChoice();
  const title = choice ? t(`color_${choice}`) : data.title;
  const label = choice ? t("color_toggle", { mode: t(`color_${choice}`) }) : data.label;
  return (
    <button type="button" className="color-toggle" aria-label={label} title={title} onClick={cycleColorMode}>
      <Icon name="system" />
      <Icon name="light" />
      <Icon name="dark" />
    </button>
  );
}
