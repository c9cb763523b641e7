/**
 * Whether shortcuts that consist of a single character are on. The site can turn them off, and the reader can turn them
 * off in the list of shortcuts. The script in the head applies both settings.
 */
export const hasShortcuts = (): boolean => document.documentElement.dataset.shortcuts !== "false";
