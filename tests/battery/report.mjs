// The findings for all documents as numbers, and the report.

const MOST_LISTED = 12;

/** Returns a run's figures, for comparison with another run. */
export function summary(documents) {
  const all = documents.map((one) => ({ warnings: {}, missing: {}, untrue: {}, checked: {}, published: {}, ...one }));
  const failed = documents.filter((one) => one.failure);
  const warnings = joined(all, "warnings", ({ count, distinct }) => ({
    messages: count,
    distinct,
    documents: 1,
    most: count,
  }));
  const missing = joined(all, "missing", ({ count }) => ({ facts: count, documents: 1 }));
  const untrue = joined(all, "untrue", ({ count }) => ({ facts: count, documents: 1 }));
  const checked = joined(all, "checked", Number);
  const published = joined(all, "published", Number);
  const titles = {};
  for (const { where, fault } of documents.flatMap((one) => one.titles ?? [])) {
    titles[`${where} · ${fault}`] = (titles[`${where} · ${fault}`] ?? 0) + 1;
  }
  return {
    documents: documents.length,
    failed: failed.length,
    compared: documents.filter((one) => one.checked).length,
    pages: sum(documents.map((one) => one.pages ?? 0)),
    seconds: Math.round(sum(documents.map((one) => one.seconds ?? 0)) * 10) / 10,
    slowest: top(documents, (one) => one.seconds),
    memory: top(documents, (one) => one.memory),
    largestHtml: top(documents, (one) => one.largest?.html.bytes),
    largestJson: top(documents, (one) => one.largest?.json.bytes),
    pagesAbove400kB: sum(documents.map((one) => one.large ?? 0)),
    warnings: sorted(warnings, (one) => one.messages),
    titles: sorted(titles, (count) => count),
    published: sorted(published, (count) => count),
    checked: sum(Object.values(checked)),
    checkedByFact: sorted(checked, (count) => count),
    missing: sorted(missing, (one) => one.facts),
    untrue: sorted(untrue, (one) => one.facts),
  };
}

/** Returns the report as readable text. */
export function report(documents) {
  const all = summary(documents);
  const lines = [
    `${all.documents} documents, ${all.pages} pages, ${all.failed} failures; ${all.compared} compared with their pages`,
    ...documents.filter((one) => one.failure).map((one) => `  ${one.file}: ${one.failure}`),
    `Time: ${all.seconds} s; slowest ${listed(all.slowest, (s) => `${s.toFixed(1)} s`)}`,
    `Memory: most ${listed(all.memory, (mb) => `${Math.round(mb)} MB`)}`,
    `Largest HTML: ${listed(all.largestHtml, kb)}; ${all.pagesAbove400kB} pages above 400 KB`,
    `Largest JSON: ${listed(all.largestJson, kb)}`,
    ...table(
      "Warnings by code",
      all.warnings,
      (one) => `${one.messages} (${one.distinct} distinct) in ${one.documents} documents, at most ${one.most} in one`,
    ),
    ...table("Titles over 80 characters or with markup", all.titles, String),
    ...places(
      documents.flatMap((one) =>
        (one.titles ?? []).slice(0, 1).map((title) => `${one.file}: ${JSON.stringify(title.title)}`),
      ),
    ),
    ...table("Vendor extensions on pages", all.published, String),
    `Facts looked for: ${all.checked}`,
    ...facts("Facts that are missing", "missing", all.missing, documents),
    ...facts("Statements that are untrue", "untrue", all.untrue, documents),
  ];
  return lines.join("\n");
}

/** Adds up the entries of all documents by key. For the `most` figure, uses the maximum instead. */
function joined(documents, name, figures) {
  const all = {};
  for (const [key, value] of documents.flatMap((one) => Object.entries(one[name]))) {
    const one = figures(value);
    if (typeof one === "number") all[key] = (all[key] ?? 0) + one;
    else
      all[key] = Object.fromEntries(
        Object.entries(one).map(([what, n]) => [what, added(what, all[key]?.[what] ?? 0, n)]),
      );
  }
  return all;
}

function added(what, before, more) {
  return what === "most" ? Math.max(before, more) : before + more;
}

function facts(title, sort, counts, documents) {
  const total = sum(Object.values(counts).map((one) => one.facts));
  const lines = [`${title}: ${total}`];
  for (const [fact, { facts: count, documents: files }] of Object.entries(counts)) {
    lines.push(`  ${fact}: ${count} in ${files} documents`);
    const found = documents.filter((one) => one[sort]?.[fact]);
    for (const one of found.slice(0, 3)) {
      const { page, pointer, note } = one[sort][fact].places[0];
      lines.push(`    ${one.file} ${page} ${pointer}${note ? ` ${JSON.stringify(note)}` : ""}`);
    }
  }
  return lines;
}

function table(title, entries, words) {
  return [`${title}:`, ...Object.entries(entries).map(([key, value]) => `  ${key}: ${words(value)}`)];
}

function places(lines) {
  return lines.slice(0, MOST_LISTED).map((line) => `    ${line}`);
}

function top(documents, of) {
  const known = documents.filter((one) => of(one) > 0).sort((a, b) => of(b) - of(a));
  return known.slice(0, 3).map((one) => ({ file: one.file, value: of(one) }));
}

function listed(tops, words) {
  return tops.map(({ file, value }) => `${words(value)} (${file})`).join(", ");
}

function kb(bytes) {
  return `${Math.round(bytes / 1000)} KB`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function sorted(entries, of) {
  return Object.fromEntries(Object.entries(entries).sort(([, a], [, b]) => of(b) - of(a)));
}
