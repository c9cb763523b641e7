/**
 * The inline script in every page's head, which sets everything that the first paint depends on. The script doesn't
 * share code with the app, because it's inlined in every page. The script reads the site's settings from attributes of
 * `<html>`.
 */

(() => {
  const root = document.documentElement;
  const { dataset } = root;
  let theme: string | null = null;
  let dismissed = false;
  try {
    theme = dataset.colorSwitch === "false" ? null : localStorage.getItem("theme");
    dismissed =
      localStorage.getItem("docgen.announcement.dismiss") === "true" &&
      localStorage.getItem("docgen.announcement.id") === dataset.announcementId;
  } catch {
    // Storage is denied, so use the defaults.
  }
  const system = theme === null && dataset.colorSystem === "true";
  const dark = system ? matchMedia("(prefers-color-scheme: dark)").matches : (theme ?? dataset.colorDefault) === "dark";
  dataset.theme = dark ? "dark" : "light";
  dataset.themeChoice = system ? "system" : dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-mode]")) {
    meta.media = meta.dataset.mode === dataset.theme ? "" : "not all";
  }
  dataset.announcementBarInitiallyDismissed = String(dismissed);
})();
