import {
  formatDate, formatNumber, Link, url, useLocale, usePage, useSite,
} from "docgen";

export default function Facts() {
  const page = usePage();
  const site = useSite();
  return (
    <ul>
      <li>“{page.title}” is a page of {site.title}.</li>
      <li>Its file is <code>{page.file}</code>.</li>
      <li>Its URL is <code>{page.url}</code>.</li>
      <li>Its locale is <code>{useLocale()}</code>.</li>
      <li>A number: {formatNumber(1234567.891)}</li>
      <li>A date: {formatDate("2026-01-31")}</li>
      <li>A link: <Link to="/docs/guides/writing.md">Writing Markdown</Link></li>
      <li>Its URL: <code>{url("/docs/guides/writing.md")}</code></li>
    </ul>
  );
}
