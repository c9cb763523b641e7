import { expect, test } from "vitest";
import { orderOf } from "../src/body/tables/order.ts";

test.each([
  ["prices", "en", "$3 | $20 | $1,200 | US$ 1,500.50"],
  ["prices with signs", "en", "-$10 | $-5 | −€4.25 | −€4.2 | $3"],
  ["grouped numbers", "en", "20 | 1,200 | 1,200,000"],
  ["decimals", "en", ".25 | 0.5 | 1.25 | 1.3 | 2e3"],
  ["numbers with units", "en", "9 ms | 10 ms | 100 ms"],
  ["sizes", "en", "12 B | 900 bytes | 1 kB | 1 KiB | 1.5 MB | 20 MB | 1 GiB | 2 TB"],
  ["times", "en", "900 ns | 1 µs | 9 ms | 1.5 s | 90 s | 2 min | 1 h"],
  ["prereleases", "en", "1.0.0-alpha.2 | 1.0.0-alpha.10 | 1.0.0-rc.1 | 1.0.0 | 1.0.1rc1 | 1.0.1 (latest) | 1.1.0"],
  ["short prereleases", "en", "1.0-rc.1 | 1.0 | 1.1"],
  ["all times", "en", "500 ms | 1 s | 30 min | 1 h | 2 h | 1 day | 2 d | 1 week | 2 months | 1 yr"],
  ["minutes", "en", "30 s | 5 m | 1 h"],
  ["times in German", "de", "90 Sekunden | 2 Min. | 3 Stunden | 1 Tag | 2 Wochen"],
  ["lengths", "en", "5 mm | 30 cm | 500 m | 2 km"],
  ["frequencies", "en", "1 kHz | 900 MHz | 2 GHz"],
  ["power", "en", "5 mW | 1 W | 2 kW | 1 MW"],
  ["large numbers", "en", "900 | 1.5k | 20K | 2M | 1B"],
  ["rates", "en", "900 kB/s | 1 MB/s | 2 GB/s"],
  ["unknown units", "en", "2 apples | 3 km | 4 pears"],
  ["percentages", "en", "9% | 10% | 100%"],
  ["versions", "en", "1.2 | 1.2.0 | 1.9.0 | 1.10.0"],
  ["versions with letters", "en", "v1.2 | v1.9 | v1.10"],
  ["addresses", "en", "10.0.0.9 | 10.0.0.10 | 10.0.1.1"],
  ["versions in German", "de", "1.2.0 | 1.10.0"],
  ["German numbers", "de", "1,5 | 20 | 1.200 | 1.200,50 | 1.200.000"],
  ["French numbers", "fr", "1,5 | 20 | 1\u202f200 | 1\u202f200,50"],
  ["Swiss numbers", "de-CH", "1.5 | 20 | 1’200.50"],
  ["dates", "en", "Dec 1, 2023 | Jan 2, 2024 | Feb 1, 2024"],
  ["dates with the day first", "en", "1 April 2019 | 2 Mar 2020 | 15 Mar 2020 | 5 Jan. 2021"],
  ["months", "de", "Dez. 2023 | 1. März 2024 | 1. Mai 2024"],
  ["ISO dates", "en", "2023-09-30 | 2023-10-01 | 2024-01-01"],
  ["ISO dates with others", "en", "2023-09-30 | Oct 1, 2023 | 2024-01-01"],
  ["dates with gaps", "en", "– | Feb 2, 2022 | Dec 1, 2023 | TBD"],
  ["numbers with gaps", "en", " | – | 9 | 10 | n/a"],
  ["text with numbers", "en", "A 2 | A 10 | b"],
  ["text after numbers", "en", " | 9 | 10 | n/a"],
])("%s", (_, locale, sorted) => {
  const cells = sorted.split(" | ");
  const order = orderOf(cells, locale);
  expect([...cells].sort(order)).toEqual(cells);
  expect([...cells].reverse().sort(order)).toEqual(cells);
});
