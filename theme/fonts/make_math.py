"""Makes Docgen Math from STIX Two Math; README.md says what is changed and why.

    python make_math.py FOLDER TEMML

FOLDER holds the `files` of the npm package `@fontsource/stix-two-math`. TEMML is the package's `temml.mjs`, whose
characters the font needs. Needs fontTools and brotli.
"""

import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# Basic Latin, accents, Greek, primes, the Planck constant, and the mathematical alphanumeric symbols.
LETTERS = {0x210E, 0x2032, 0x2033, 0x2034, 0x2057}
LETTERS |= {*range(0x20, 0x7F), *range(0x300, 0x315), *range(0x391, 0x3D7), *range(0x1D400, 0x1D800)}


def main():
    source, temml = TTFont(Path(sys.argv[1]) / "stix-two-math-latin-400-normal.woff2", recalcTimestamp=False), sys.argv[2]
    text = Path(temml).read_text(encoding="utf-8")
    escapes = {int(code or long, 16) for code, long in re.findall(r"\\u(?:([0-9a-fA-F]{4})|\{([0-9a-f]+)\})", text)}
    characters = {ord(sign) for sign in text if ord(sign) > 127} | escapes
    options = subset.Options(
        hinting=False, desubroutinize=True, flavor="woff2", layout_features=["ccmp"], name_IDs=["*"]
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={code for code in characters | LETTERS if not 0xD800 <= code < 0xE000})
    subsetter.subset(source)
    target = Path(__file__).parent / "docgen-math.woff2"
    subset.save_font(source, str(target), options)
    print(target.name, target.stat().st_size)


main()
