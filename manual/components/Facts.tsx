import { formatDate, formatNumber, Link, url, useLocale, usePage, useSite } from "docgen";

export default function Facts() {
  const page = usePage();
  const site = useSite();
  return (
    <ul>
      <li>The page “{page.title}” of {site.title} is in <code>{page.file}</code>.</li>
      <li>Its locale is <code>{useLocale()}</code>, and its URL is <code>{page.url}</code>.</li>
      <li>A number: {formatNumber(1234567.891)}. A date: {formatDate("2026-01-31")}.</li>
      <li><Link to="/docs/guides/writing.md">A link to a page</Link> has the URL <code>{url("/docs/guides/writing.md")}</code>.</li>
    </ul>
  );
}
