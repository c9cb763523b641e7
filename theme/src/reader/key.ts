/** The parts of the reading history that the app needs before the rest of the history's code loads. */

import type { Page, SiteData } from "../chunk.ts";

/** The key of the reading history in the browser's storage. */
export const historyKey = "docgen.history";

/** Whether a page lists recent pages. An ordinary page can also be the home page. */
export const isHome = (page: Page | undefined, { locale }: SiteData): boolean => page?.path === locale.href;
