import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { t } from "../messages.ts";
import { Prose } from "../ui/Prose.tsx";
import { ColorToggle } from "./ColorToggle.tsx";
import type { DropdownData, List, NavbarData, NavbarItemData, SlotsData } from "./data.ts";
import { FrameSlot } from "./FrameSlot.tsx";
import { Icon } from "./icons.tsx";
import { Brand, NavbarLink } from "./Navbar.tsx";
import { when } from "./when.ts";

interface MobileSidebarProps {
  navbar: NavbarData;
  slots: SlotsData;
  /** The page's sidebar, if it has one. */
  secondary: ReactNode;
  close(): void;
}

function MobileDropdown({ data }: { data: DropdownData }) {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // Open the list if it contains the current page. Check the markup, because the data is opaque.
  useEffect(() => {
    if (ref.current?.querySelector("[aria-current]")) setOpen(true);
  }, []);
  return (
    <div className="sidebar-category" data-expanded={open} ref={ref}>
      <div className="sidebar-heading">
        <span className="sidebar-group">{data.mobileLabel ?? data.label}</span>
        <button
          type="button"
          className="sidebar-caret"
          aria-label={t(open ? "collapse_dropdown" : "expand_dropdown")}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div className="sidebar-collapse">
        <ul className="sidebar-list">
          {data.items.map((item) => (
            <li key={item.key}>
              {when(item.link, (link) => (
                <NavbarLink className="sidebar-link" data={link} />
              ))}
              {when(item.html, (html) => (
                <Prose html={html} />
              ))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function MobileItems({ items }: { items: List<NavbarItemData> }) {
  return items.map((item) => (
    <li key={item.key}>
      {when(item.link, (link) => (
        <NavbarLink className="sidebar-link" data={link} />
      ))}
      {when(item.dropdown, (dropdown) => (
        <MobileDropdown data={dropdown} />
      ))}
      {when(item.html, (html) => (
        <Prose className="navbar-html" html={html} />
      ))}
    </li>
  ));
}

/**
 * Keeps focus in the panel, because everything else is inert. When the panel closes, focus returns to the element that
 * had focus before.
 */
function useModal(ref: React.RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    const others = [...(panel?.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element !== panel && element.role !== "presentation",
    );
    for (const element of others) element.inert = true;
    document.documentElement.dataset.mobileSidebar = "open";
    panel?.querySelector<HTMLElement>(".mobile-sidebar-header .close")?.focus();
    return () => {
      for (const element of others) element.inert = false;
      delete document.documentElement.dataset.mobileSidebar;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [ref]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => event.key === "Escape" && close();
    // Links close the panel. A click on a category without a page opens the category instead.
    const chosen = (event: Event) => {
      const link = (event.target as Element).closest("a");
      if (link && link.role !== "button") close();
    };
    const panel = ref.current;
    const wide = matchMedia("(width >= 62.3em)");
    const widened = () => wide.matches && close();
    panel?.addEventListener("click", chosen);
    document.addEventListener("keydown", pressed);
    wide.addEventListener("change", widened);
    return () => {
      panel?.removeEventListener("click", chosen);
      document.removeEventListener("keydown", pressed);
      wide.removeEventListener("change", widened);
    };
  }, [ref, close]);
}

/** The navigation on narrow screens: a panel with the page's sidebar, if any, and a panel with the navbar items. */
export function MobileSidebar({ navbar, slots, secondary, close }: MobileSidebarProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [main, setMain] = useState(secondary === null);
  useModal(panel, close);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: another way to close, besides the button and Escape. */}
      <div className="mobile-sidebar-backdrop" role="presentation" onClick={close} />
      <div className="mobile-sidebar" role="dialog" aria-modal="true" aria-label={t("main_navigation")} ref={panel}>
        <div className="mobile-sidebar-header">
          <Brand data={navbar} />
          {when(navbar.colorToggle, (toggle) => (
            <ColorToggle data={toggle} />
          ))}
          <button type="button" className="close" aria-label={t("close_navigation")} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div className="mobile-sidebar-panels" data-panel={main ? "primary" : "secondary"}>
          <div className="mobile-sidebar-panel" inert={!main}>
            <ul className="sidebar-list">
              <MobileItems items={navbar.left} />
              <MobileItems items={navbar.right} />
            </ul>
            <FrameSlot className="sidebar-slot" html={slots.navbarEnd} />
          </div>
          {secondary === null ? null : (
            <div className="mobile-sidebar-panel" inert={main}>
              <button type="button" className="mobile-sidebar-back" onClick={() => setMain(true)}>
                {t("back_to_main_menu")}
              </button>
              <FrameSlot className="sidebar-slot" html={slots.sidebarTop} />
              <Suspense fallback={null}>{secondary}</Suspense>
              <FrameSlot className="sidebar-slot" html={slots.sidebarBottom} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
