// Writes the slugs that npm's `github-slugger` creates from headings, as a table that `src/path/slug/tests.rs`
// compares with docgen's slugs.
//
//   npm install --no-save github-slugger
//   node tests/slugs/generate.mjs > src/path/slug/table.json
//   node tests/slugs/generate.mjs 5000 7 > FILE && DOCGEN_SLUGS=FILE cargo test --lib slug
//   node tests/slugs/generate.mjs --headings fixtures.json > FILE
//
// The arguments are a number of pages and a seed. `--headings` instead takes a list of objects with an `input`.
import { readFileSync } from "node:fs";
import Slugger, { slug } from "github-slugger";

const [first = "120", second = "12"] = process.argv.slice(2);

/** The state of a pseudorandom number generator, which produces the same numbers for the same seed (xorshift). */
let state = BigInt(Number(second) || 1);
const below = (limit) => {
  state ^= (state << 13n) & 0xffffffffffffffffn;
  state ^= state >> 7n;
  state ^= (state << 17n) & 0xffffffffffffffffn;
  return Number(state % BigInt(limit));
};

/** Words in many scripts, with marks above, below, and between letters, and with characters that aren't letters. */
const words = [
  "Install", "the", "tool", "a", "a-1", "a-2", "v2.0", "What's", "C++", "snake_case", "50%", "½", "Ⅷ", "x²", "—", "–", "…",
  "กำหนดค่า", "ติดตั้ง", "การ", "ការដំឡើង", "ចាប់ផ្តើម", "တပ်ဆင်ခြင်း", "မြန်မာ", "स्थापना", "कॉन्फ़िगरेशन", "বাংলা", "ইনস্টল", "தமிழ்",
  "నెలకొల్పు", "ಕನ್ನಡ", "മലയാളം", "ස්ථාපනය", "བོད་ཡིག", "ລາວ", "ᠮᠣᠩᠭᠣᠯ", "ދިވެހި", "አማርኛ", "العَرَبِيَّة", "עִבְרִית", "فارسی",
  "日本語", "インストール", "ガイド", "한국어", "설치", "中文", "Größe", "ΟΔΟΣ", "ΑΣ", "İstanbul", "ẞ", "É", "E\u0301", "n\u0303", "ﬁ", "ǅ", "Ⓐ", "①", "٣", "३",
  "🚀", "❤️", "👩‍💻", "🇫🇷", "1️⃣", "\u200d", "\u200b", "\ufeff", "\u00a0", "\u3000", "\u00ad", "\t", "&", "<b>", "\"", "'", "`", "\\", "/", "@", "#", "~", "^",
  "__proto__", "constructor", "toString", "_", "__", "-", "--", "(", ")", "[x]", "{#id}", "؟", "。", "、", "「」", "ー", "・", "‿", "⁀", "﹏",
];

/** Ranges of characters in the first two planes of Unicode. */
const ranges = [[0x20, 0x7e], [0xa0, 0x24f], [0x300, 0x36f], [0x900, 0xdff], [0xe00, 0x109f], [0x1780, 0x17ff], [0x2000, 0x2bff], [0x3000, 0x30ff], [0x1f300, 0x1f6ff], [0x10000, 0x100ff]];
const character = () => {
  const [low, high] = ranges[below(ranges.length)];
  return String.fromCodePoint(low + below(high - low + 1));
};

const heading = () => {
  let text = "";
  for (let count = 1 + below(4); count > 0; count--) {
    text += below(3) ? words[below(words.length)] : Array.from({ length: 1 + below(5) }, character).join("");
    text += below(4) ? " " : "";
  }
  return below(3) ? text.trimEnd() : text;
};

const pages =
  first === "--headings"
    ? [JSON.parse(readFileSync(second, "utf8")).map(({ input }) => input)]
    : Array.from({ length: Number(first) }, () => {
        const headings = Array.from({ length: 4 + below(4) }, heading);
        return headings.flatMap((text) => Array(1 + (below(4) ? 0 : below(3))).fill(text));
      });

/** The characters that remain in an ID, as ranges of hexadecimal numbers. */
const kept = [];
for (let code = 0, start = -1; code <= 0x110000; code++) {
  const isScalar = code < 0x110000 && (code < 0xd800 || code > 0xdfff);
  const stays = isScalar && slug(String.fromCodePoint(code), true) !== "";
  if (stays && start < 0) start = code;
  if (!stays && start >= 0) {
    kept.push(`${start.toString(16)}-${(code - 1).toString(16)}`);
    start = -1;
  }
}

const rows = pages.map((texts) => {
  const slugger = new Slugger();
  return JSON.stringify(texts.map((text) => [text, slug(text), slugger.slug(text)]));
});
console.log(`{\n"kept": "${kept.join(" ")}",\n"pages": [\n${rows.join(",\n")}\n]\n}`);
