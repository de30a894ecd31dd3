#!/usr/bin/env python3
"""Makes Sources/Reprise/CTerminal/width_table.c: the columns that each code point takes on a screen.

    pip install unicodedata2 wcwidth
    Scripts/make-width-table.py > Sources/Reprise/CTerminal/width_table.c

The data are those of the package unicodedata2 (the Unicode character database). The result is compared
with the package wcwidth, which has tables of its own, and nothing is written when the two differ in a way
that is not explained below.
"""

import sys

import unicodedata2 as unicode
import wcwidth

# 128 code points a leaf, 32 leaves a branch; two bits a code point.
LEAF, BRANCH = 128, 32
NOT_SHOWN = -1

# Visible signs that stand over the digits after them, though they count as format characters.
PREPENDED_SIGNS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
SOFT_HYPHEN = 0xAD


def is_jamo_inside_a_syllable(value):
    """Vowels and final consonants of Korean, which terminals put into the cells of the first consonant."""
    return 0x1160 <= value <= 0x11FF or 0xD7B0 <= value <= 0xD7FB


def width(value):
    """Columns of a code point; 0 for one that stands on another, -1 for one that cannot be shown."""
    character = chr(value)
    category = unicode.category(character)
    if category in ("Cc", "Cs", "Cn", "Zl", "Zp"):
        return NOT_SHOWN
    if is_jamo_inside_a_syllable(value) or category in ("Mn", "Me"):
        return 0
    if category == "Cf" and value != SOFT_HYPHEN and value not in PREPENDED_SIGNS:
        return 0
    # What is wide only among wide letters ("A") is narrow: so are the terminals of most people.
    return 2 if unicode.east_asian_width(character) in ("W", "F") else 1


def is_explained(value, ours, theirs):
    """Whether it is known why the package wcwidth says something else."""
    if ours == NOT_SHOWN:
        return True  # It calls them 0 or 1; the text layer replaces them.
    if unicode.category(chr(value)) == "Mc" and theirs == 0:
        return True  # It joins vowels that take room to the letter; terminals and glibc give them cells.
    if 0x1F1E6 <= value <= 0x1F1FF:
        return True  # It counts half a flag as a flag; the text layer shows letters.
    return value in (0x3164, 0xFFA0)  # Korean fillers: blanks of a letter's size.


def compare(widths):
    strange = [
        f"U+{value:04X} {unicode.name(chr(value), '?')}: {ours} here, {theirs} in wcwidth"
        for value, ours in enumerate(widths)
        for theirs in [wcwidth.wcwidth(chr(value))]
        if ours != theirs and not is_explained(value, ours, theirs)
    ]
    if strange:
        sys.exit("\n".join(strange))


def shared(parts):
    """The different ones among equal parts, and for each part which of them it is."""
    kinds = {}
    numbers = [kinds.setdefault(part, len(kinds)) for part in parts]
    assert len(kinds) <= 256, "a number must fit a byte"
    return list(kinds), numbers


def pieces(values, size):
    return [tuple(values[start : start + size]) for start in range(0, len(values), size)]


def words(leaf):
    """A leaf as 64-bit words, the first code point in the lowest bits; 3 stands for -1."""
    return [
        f"0x{sum((width & 3) << 2 * place for place, width in enumerate(part)):016X}"
        for part in pieces(leaf, 32)
    ]


def rows(values, count):
    return "\n".join("  " + " ".join(f"{value}," for value in row) for row in pieces(values, count))


def main():
    widths = [width(value) for value in range(0x110000)]
    compare(widths)
    leaves, leaf_numbers = shared(pieces(widths, LEAF))
    branches, branch_numbers = shared(pieces(leaf_numbers, BRANCH))
    print(
        f"""// Made by Scripts/make-width-table.py from the data of Unicode {unicode.unidata_version}; not to be edited.

#include "width.h"

const uint8_t terminal_width_branches[{len(branch_numbers)}] = {{
{rows(branch_numbers, 40)}
}};

const uint8_t terminal_width_leaves[{len(branches)}][{BRANCH}] = {{
{rows(["{" + ", ".join(map(str, branch)) + "}" for branch in branches], 1)}
}};

const uint64_t terminal_widths[{len(leaves)}][{LEAF // 32}] = {{
{rows(["{" + ", ".join(words(leaf)) + "}" for leaf in leaves], 1)}
}};"""
    )


if __name__ == "__main__":
    main()
