#!/usr/bin/env python3
"""Makes Sources/Reprise/CTerminal/width_disputes.c: the code points that some terminals give another width than we do.

    pip install unicodedata2 wcwidth==0.2.13
    Scripts/make-width-disputes.py > Sources/Reprise/CTerminal/width_disputes.c

Terminals reckon with tables as old as themselves. What those said is in the package wcwidth, which up to
this version keeps the tables of all Unicode versions. Asked are

- Unicode 9, when emoji became wide, for what takes two columns: libvterm knows no later one;
- Unicode 5, for what takes none: many terminals still have the table that Markus Kuhn made from it.
"""

import importlib.util
import pathlib
import sys

import unicodedata2 as unicode
import wcwidth

SAME, NARROWER, WIDER = range(3)
FIRST_DISPUTED = 0x300
VIRAMA = 9  # The combining class of signs that join letters.

# The second half of a grapheme in Unicode, though no vowel sign by its category.
THAI_AND_LAO_AM = {0xE33, 0xEB3}
# First consonants of Korean: one may follow another in the same grapheme.
FIRST_CONSONANTS = {*range(0x1100, 0x1160), *range(0xA960, 0xA97D)}
# Numbers in black squares, wide in the C library and in libvterm only.
SQUARED_NUMBERS = {*range(0x3248, 0x3250)}
# Had another category once: a sign that stood over others, and vowel signs that took room.
RECLASSIFIED_NARROWER, RECLASSIFIED_WIDER = {0x6DE}, {0x1A1B, 0xA802}


def our_width():
    path = pathlib.Path(__file__).with_name("make-width-table.py")
    spec = importlib.util.spec_from_file_location("table", path)
    table = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(table)
    return table.width


def former_width(value, version):
    return wcwidth.wcwidth(chr(value), unicode_version=version)


def dispute(value, width):
    """What terminals may make of a code point that has a width here."""
    character = chr(value)
    if value < FIRST_DISPUTED or width < 0:
        return SAME
    if width == 2:
        is_joined = value in FIRST_CONSONANTS
        return NARROWER if is_joined or former_width(value, "9.0.0") != 2 else SAME
    if width == 0:
        # The C library and libvterm do not know the later vowels of Korean.
        is_korean = 0xD7B0 <= value <= 0xD7FB
        is_of_wide_block = unicode.east_asian_width(character) in ("W", "F")
        if is_korean or is_of_wide_block or value in RECLASSIFIED_WIDER:
            return WIDER
        if former_width(value, "5.0.0") != 0:
            return WIDER
        return NARROWER if unicode.combining(character) == VIRAMA else SAME
    if value in SQUARED_NUMBERS or former_width(value, "9.0.0") == 2:
        return WIDER
    # Vowel signs that take room, and signs before others, are put into their letter's cell by some.
    is_sign = unicode.category(character) in ("Mc", "Cf") or value in THAI_AND_LAO_AM
    return NARROWER if is_sign or value in RECLASSIFIED_NARROWER else SAME


def ranges(disputes, kind):
    found = []
    for value, is_it in enumerate(disputes):
        if is_it != kind:
            continue
        if found and found[-1][1] == value - 1:
            found[-1][1] = value
        else:
            found.append([value, value])
    return found


def main():
    if "9.0.0" not in wcwidth.list_versions():
        sys.exit("make-width-disputes: this wcwidth has the newest table only; take wcwidth==0.2.13")
    width = our_width()
    disputes = [dispute(value, width(value)) for value in range(0x110000)]
    print(
        f"""// Made by Scripts/make-width-disputes.py from the data of Unicode {unicode.unidata_version}; not to be edited.

#include "width.h\""""
    )
    for kind, name in ((NARROWER, "narrower"), (WIDER, "wider")):
        found = ranges(disputes, kind)
        lines = [
            "  " + " ".join(f"{{0x{first:X}, 0x{last:X}}}," for first, last in found[start : start + 5])
            for start in range(0, len(found), 5)
        ]
        print(f"\nconst terminal_scalar_range terminal_{name}_elsewhere[] = {{")
        print("\n".join(lines))
        print("};")
        print(f"\nconst int terminal_{name}_elsewhere_count = {len(found)};")


main()
