import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Prose } from "../ui/Prose.tsx";
import type { DropdownData } from "./data.ts";
import { NavbarLink } from "./Navbar.tsx";
import { useDismiss } from "./useDismiss.ts";
import { when } from "./when.ts";

/** For each key that moves the focus in a menu, the number of the next link, given the number of the current link. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at < 0 ? count - 1 : (at + count - 1) % count),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A navbar menu that opens on hover, on click, and with the arrow keys, and closes when the reader selects something
 * else.
 */
export function Dropdown({ data }: { data: DropdownData }) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);

  const close = useCallback(() => setOpen(false), []);
  useDismiss(ref, open, close);

  const hover = (event: PointerEvent, inside: boolean) => {
    if (event.pointerType === "mouse") setOpen(inside);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    setOpen(!open);
  };
  /** Moves the focus between the links, which stay in the tab order. The arrow keys also open the menu. */
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, currentTarget: menu } = event;
    const to = moves[key];
    const isArrow = key.startsWith("Arrow");
    if (!to || !(open || isArrow) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = [...menu.querySelectorAll<HTMLElement>(".dropdown-menu :is(a, button)")];
    if (links.length === 0) return;
    event.preventDefault();
    flushSync(() => setOpen(true));
    links[to(links.indexOf(document.activeElement as HTMLElement), links.length)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the button and the links inside.
    <div
      className="dropdown"
      data-open={open}
      ref={ref}
      onKeyDown={move}
      onPointerEnter={(event) => hover(event, true)}
      onPointerLeave={(event) => hover(event, false)}
    >
      <a
        className="navbar-link dropdown-trigger"
        role="button"
        aria-haspopup="true"
        aria-expanded={open}
        aria-current={data.current}
        data-icon={data.icon}
        href={data.href}
        onKeyDown={key}
        onClick={(event) => {
          event.preventDefault();
          // Hovering with a mouse has already opened the menu, so the click must not close it. Touch doesn't hover.
          setOpen((event.nativeEvent as globalThis.PointerEvent).pointerType === "mouse" || !open);
        }}
      >
        {data.label}
      </a>
      <ul className="dropdown-menu">
        {data.items.map((item) => (
          <li key={item.key}>
            {when(item.link, (link) => (
              <NavbarLink className="dropdown-link" data={link} />
            ))}
            {when(item.html, (html) => (
              <Prose html={html} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
