"""Makes the faces of Docgen Sans from IBM Plex Sans; README.md says what is changed and why.

    python make.py FOLDER

FOLDER holds the `files` of the npm package `@fontsource-variable/ibm-plex-sans`. Needs fontTools and brotli.
"""

import sys
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# The letters, digits, and marks of nearly every page in English. All other characters are in the extended face.
CORE = {0xA0, 0xA9, 0xAE, 0xB0, 0xB7, 0xD7, 0x200B, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2212}
CORE |= set(range(0x20, 0x7F))
KEPT_NAMES = {0, 1, 2, 3, 4, 5, 6, 14}


def rename(font, style):
    """`Plex` is a reserved font name, which a modified version may not have."""
    names = font["name"]
    names.names = [name for name in names.names if name.nameID in KEPT_NAMES]
    full = f"Docgen Sans {style}"
    for number, text in {1: "Docgen Sans", 2: style, 3: full, 4: full, 6: f"DocgenSans-{style}"}.items():
        names.setName(text, number, 3, 1, 0x409)


def freeze_kerning(font):
    """Kerns every weight as the regular one, which takes an eighth off the file."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            table.ValueFormat1 &= ~0x40
            records = [record for pairs in getattr(table, "PairSet", []) for record in pairs.PairValueRecord]
            records += [record for row in getattr(table, "Class1Record", []) for record in row.Class2Record]
            for record in records:
                if record.Value1:
                    vars(record.Value1).pop("XAdvDevice", None)


def write(font, file, characters, features):
    options = subset.Options(hinting=False, desubroutinize=True, flavor="woff2", layout_features=features, name_IDs=["*"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, str(file), options)
    print(file.name, file.stat().st_size)


def main():
    source, target = Path(sys.argv[1]), Path(__file__).parent
    for style, kind, suffix in [("Regular", "normal", ""), ("Italic", "italic", "-italic")]:
        family = TTFont(source / f"ibm-plex-sans-latin-wght-{kind}.woff2", recalcTimestamp=False)
        instancer.instantiateVariableFont(family, {"wght": (400, 700)}, inplace=True)
        rename(family, style)
        freeze_kerning(family)
        family.flavor = None
        family.save(whole := BytesIO())
        for part in ["", "-extended"]:
            font = TTFont(whole, recalcTimestamp=False)
            every = set(font.getBestCmap())
            characters, features = (every - CORE, ["kern", "mark", "ccmp", "locl"]) if part else (CORE, ["kern", "liga"])
            write(font, target / f"docgen-sans{suffix}{part}.woff2", characters, features)


main()
