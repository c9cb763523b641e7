// The findings for one document: for each fact, the number of findings and their first locations.

const MOST_PLACES = 8;

export class Findings {
  counts = {};
  found = { missing: {}, untrue: {} };
  names = {};

  checked(fact, count = 1) {
    if (count > 0) this.counts[fact] = (this.counts[fact] ?? 0) + count;
  }

  /** Adds a fact that is missing or untrue. */
  add(sort, { fact, kind, ...place }) {
    const key = `${fact} · ${kind}`;
    this.found[sort][key] ??= { count: 0, places: [] };
    const entry = this.found[sort][key];
    entry.count += 1;
    if (entry.places.length < MOST_PLACES) entry.places.push(place);
  }

  /** Counts a vendor extension that a page shows. */
  published(name) {
    this.names[name] = (this.names[name] ?? 0) + 1;
  }

  result() {
    return { checked: this.counts, ...this.found, published: this.names };
  }
}
