import { type MouseEvent, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../messages.ts";
import { External } from "../ui/External.tsx";
import { Prose } from "../ui/Prose.tsx";
import { ColorToggle } from "./ColorToggle.tsx";
import { Dropdown } from "./Dropdown.tsx";
import type { Html, LinkData, List, LogoData, Maybe, NavbarData, NavbarItemData } from "./data.ts";
import { FrameSlot } from "./FrameSlot.tsx";
import { Icon } from "./icons.tsx";
import { SearchButton } from "./SearchButton.tsx";
import { useDismiss } from "./useDismiss.ts";
import { useFolded } from "./useFolded.ts";
import { useHideOnScroll } from "./useHideOnScroll.ts";
import { when } from "./when.ts";

export interface MobileMenu {
  open: boolean;
  toggle(): void;
}

export function NavbarLink({ data, className }: { data: LinkData; className: string }) {
  return (
    <a
      className={className}
      href={data.href}
      aria-current={data.current}
      target={data.target}
      rel={data.rel}
      lang={data.lang}
      data-keep={data.keep}
      data-reload={data.reload}
      data-version={data.version}
    >
      {data.label}
      {when(data.external, () => (
        <External />
      ))}
    </a>
  );
}

function NavbarItem({ data }: { data: NavbarItemData }) {
  return (
    <li className={data.className}>
      {when(data.link, (link) => (
        <NavbarLink className="navbar-link" data={link} />
      ))}
      {when(data.dropdown, (dropdown) => (
        <Dropdown data={dropdown} />
      ))}
      {when(data.html, (html) => (
        <Prose className="navbar-html" html={html} />
      ))}
      {when(data.search, () => (
        <SearchButton />
      ))}
    </li>
  );
}

function NavbarItems({ items, side }: { items: List<NavbarItemData>; side: "left" | "right" }) {
  return (
    <ul className={`navbar-items navbar-${side}`}>
      {items.map((item) => (
        <NavbarItem key={item.key} data={item} />
      ))}
    </ul>
  );
}

/** A logo image. The image loads lazily, because the logo for the other color mode isn't needed. */
function Logo({ only, src, data }: { only: string; src: string; data: LogoData }) {
  return <img data-only={only} src={src} alt={data.alt} width={data.width} height={data.height} loading="lazy" />;
}

export function Brand({ data }: { data: NavbarData }) {
  return (
    <a className="navbar-brand" href={data.home}>
      {when(data.logo, (logo) => (
        <>
          <Logo only="light" src={logo.src} data={logo} />
          <Logo only="dark" src={logo.srcDark} data={logo} />
        </>
      ))}
      {when(data.title, (title) => (
        <bdi className="navbar-title">{title}</bdi>
      ))}
    </a>
  );
}

interface NavbarProps {
  data: NavbarData;
  end: Maybe<Html>;
  menu: MobileMenu;
}

/**
 * The bar at the top. On narrow screens, the bar shows only the menu button, logo, title, and search. The rest is in
 * the mobile sidebar. On wide screens, a button shows a list of the items that don't fit into the bar.
 */
export function Navbar({ data, end, menu }: NavbarProps) {
  const nav = useRef<HTMLElement>(null);
  useHideOnScroll(nav);
  const folded = useFolded(nav);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(nav, open, close);
  const toggle = ({ detail }: MouseEvent) => {
    flushSync(() => setOpen(!open));
    // The items precede the button, so after a key press, the focus moves to the first one.
    if (detail === 0 && !open) nav.current?.querySelector<HTMLElement>("[data-folded] :is(a, button)")?.focus();
  };
  return (
    <nav
      className="navbar"
      aria-label={t("main_navigation")}
      data-hide-on-scroll={data.hideOnScroll}
      data-unfolded={open || undefined}
      ref={nav}
    >
      <div className="navbar-inner">
        {when(data.toggle, () => (
          <button
            type="button"
            className="navbar-toggle"
            aria-label={t("toggle_navigation")}
            aria-expanded={menu.open}
            onClick={menu.toggle}
          >
            <Icon name="menu" />
          </button>
        ))}
        <Brand data={data} />
        <NavbarItems items={data.left} side="left" />
        {folded ? (
          <button
            type="button"
            className="navbar-more"
            aria-label={t("navbar_more")}
            aria-expanded={open}
            onClick={toggle}
          />
        ) : null}
        <NavbarItems items={data.right} side="right" />
        <FrameSlot className="navbar-items navbar-end" html={end} />
        {when(data.colorToggle, (toggle) => (
          <ColorToggle data={toggle} />
        ))}
        {when(data.search, () => (
          <SearchButton />
        ))}
      </div>
    </nav>
  );
}
