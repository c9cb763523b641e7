/**
 * Tables that readers can sort and filter. Readers without JavaScript see plain tables. A click on a header sorts the
 * rows, and a second click reverses the order.
 */

import { orderOf } from "./tables/order.ts";

const rowsOf = (table: HTMLTableElement) => [...(table.tBodies[0]?.rows ?? [])];
const textOf = (row: HTMLTableRowElement, column: number) => row.cells[column]?.textContent.trim() ?? "";

function sort(table: HTMLTableElement, header: HTMLTableCellElement): void {
  const descending = header.getAttribute("aria-sort") === "ascending";
  for (const other of header.parentElement?.children ?? []) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const column = header.cellIndex;
  const cells = new Map(rowsOf(table).map((row) => [row, textOf(row, column)]));
  const order = orderOf([...cells.values()], document.documentElement.lang || "en");
  const rows = [...cells.keys()].sort((a, b) => order(cells.get(a) ?? "", cells.get(b) ?? ""));
  table.tBodies[0]?.append(...(descending ? rows.reverse() : rows));
}

/** Shows only the rows that contain all words. Returns whether there are any. */
function filter(table: HTMLTableElement, words: string): boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = rowsOf(table);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
  }
  return rows.some((row) => !row.hidden);
}

/** Turns each header into a button. */
function addButtons(table: HTMLTableElement): void {
  for (const header of table.tHead?.rows[0]?.cells ?? []) {
    if (!header.textContent.trim() || header.querySelector(".sort")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sort(table, header));
    header.append(button);
  }
}

function addFilter(table: HTMLTableElement): void {
  const scroll = table.closest(".table-scroll") ?? table;
  if (scroll.previousElementSibling?.matches(".table-filter")) return;
  const input = document.createElement("input");
  input.type = "search";
  input.className = "table-filter";
  input.placeholder = table.dataset.filter ?? "";
  input.setAttribute("aria-label", input.placeholder);
  // Screen readers announce the text of this element when it changes.
  const status = document.createElement("p");
  status.className = "table-status";
  status.role = "status";
  input.addEventListener("input", () => {
    status.textContent = filter(table, input.value) ? "" : (table.dataset.none ?? "");
  });
  scroll.before(input);
  scroll.after(status);
}

export function start(element: Element): () => void {
  const root = element.closest(".article") ?? document;
  for (const table of root.querySelectorAll<HTMLTableElement>("table.sortable")) addButtons(table);
  for (const table of root.querySelectorAll<HTMLTableElement>("table.filterable")) addFilter(table);
  return () => {};
}
