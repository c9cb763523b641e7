import type { KeyboardEvent, MouseEvent } from "react";
import { External } from "../ui/External.tsx";
import { Prose } from "../ui/Prose.tsx";
import type { List, Maybe, SidebarCategoryData, SidebarItemData, SidebarLinkData, Text } from "./data.ts";
import { when } from "./when.ts";

/**
 * Handles a click on a category. The click either toggles the category or, if the category's page is being loaded,
 * opens it.
 */
export type OnCategory = (key: string, wish: "toggle" | "open") => void;

interface SidebarItemsProps {
  items: List<SidebarItemData>;
  onCategory: OnCategory;
}

interface SidebarProps extends SidebarItemsProps {
  title: Maybe<Text>;
}

/** The items of a sidebar, including nested ones. The data determines which categories are open. */
export function Sidebar({ title, items, onCategory }: SidebarProps) {
  return (
    <>
      {when(title, (words) => (
        <p className="sidebar-title">{words}</p>
      ))}
      <ul className="sidebar-list">
        <SidebarItems items={items} onCategory={onCategory} />
      </ul>
    </>
  );
}

/** The part that the template repeats. A nested list uses the same loop. */
function SidebarItems({ items, onCategory }: SidebarItemsProps) {
  return items.map((item) => (
    <li key={item.key} className={item.className}>
      {when(item.link, (link) => (
        <SidebarLink data={link} />
      ))}
      {when(item.category, (category) => (
        <SidebarCategory data={category} onCategory={onCategory} />
      ))}
      {when(item.group, (group) => (
        <div role="group" aria-label={group.label}>
          <h3 className="sidebar-group">{group.label}</h3>
          <ul className="sidebar-list">
            <SidebarItems items={group.items} onCategory={onCategory} />
          </ul>
        </div>
      ))}
      {when(item.html, (html) => (
        <Prose className="sidebar-html" html={html} />
      ))}
    </li>
  ));
}

function SidebarLink({ data }: { data: SidebarLinkData }) {
  return (
    <a className="sidebar-link" href={data.href} aria-current={data.current} target={data.target} rel={data.rel}>
      {when(data.badge, (badge) => (
        <span className="badge" data-kind={badge.kind}>
          {badge.text}
        </span>
      ))}
      <Prose as="span" className="sidebar-label" html={data.labelHtml} />
      {when(data.external, () => (
        <External />
      ))}
    </a>
  );
}

function modified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

function press(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

function SidebarCategory({ data, onCategory }: { data: SidebarCategoryData; onCategory: OnCategory }) {
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    onCategory(data.key ?? "", "toggle");
  };
  // On the category's own page, the category's link toggles the category.
  const follow = (event: MouseEvent) => {
    if (modified(event)) return;
    if (event.currentTarget.hasAttribute("aria-current")) toggle(event);
    else onCategory(data.key ?? "", "open");
  };
  return (
    <div className="sidebar-category" data-expanded={data.expanded} data-active={data.active}>
      <div className="sidebar-heading">
        {when(data.page, (page) => (
          <a className="sidebar-link" href={page.href} aria-current={page.current} onClick={follow}>
            <Prose as="span" className="sidebar-label" html={data.labelHtml} />
          </a>
        ))}
        {when(data.toggle, ({ href }) => (
          <a
            className="sidebar-link sidebar-toggle"
            role="button"
            aria-expanded={data.expanded as unknown as boolean}
            href={href}
            onClick={toggle}
            onKeyDown={press}
          >
            <Prose as="span" className="sidebar-label" html={data.labelHtml} />
          </a>
        ))}
        {when(data.heading, () => (
          <Prose as="span" className="sidebar-group" html={data.labelHtml} />
        ))}
        {when(data.caret, (caret) => (
          <button
            type="button"
            className="sidebar-caret"
            aria-label={caret.label}
            aria-expanded={data.expanded as unknown as boolean}
            onClick={toggle}
          />
        ))}
      </div>
      {when(data.items, (items) => (
        <div className="sidebar-collapse">
          <ul className="sidebar-list">
            <SidebarItems items={items} onCategory={onCategory} />
          </ul>
        </div>
      ))}
    </div>
  );
}
