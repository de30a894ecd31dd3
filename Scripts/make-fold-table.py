#!/usr/bin/env python3
"""Makes Sources/Reprise/CTextFolding/fold_table.c: what searching takes each code point for.

    apt install unicode-data unicode-cldr-core
    Scripts/make-fold-table.py > Sources/Reprise/CTextFolding/fold_table.c

The data are UnicodeData.txt, CaseFolding.txt and others of the Unicode character database, and CLDR's
Latin-ASCII.xml. With --check, the script compares its output with the checked-in table instead and prints
"the same", a difference in the Unicode version, or an error.

The rules, in this order:

- Characters that no one sees (ZERO WIDTH JOINER, SOFT HYPHEN, variation selectors) disappear.
- Compatibility characters become what they stand for: full width, ligatures, superscripts, presentation
  forms. So does everything with a canonical decomposition, except kana: か and が are different sounds.
- Case, and the difference between final and other forms of Greek and Hebrew letters, disappear.
- Marks disappear where readers do without them: in Latin, Greek, Cyrillic (so й is и, as ё is е), Hebrew,
  Arabic and Syriac. They stay where they are vowels, tones or viramas: in Indic scripts, Thai, Lao, Khmer.
  Only the nukta and cantillation marks disappear there.
- Letters without a decomposition become the letters that CLDR or their names give: ł is l, ґ is г.
- Digits of all scripts become ASCII digits, and katakana becomes hiragana.

Everything that is neither a letter, a digit, a mark nor an emoji separates words.
"""

import re
import sys
from pathlib import Path

UNICODE = Path("/usr/share/unicode")
TABLE = Path(__file__).resolve().parent.parent / "Sources/Reprise/CTextFolding/fold_table.c"

# The values of single code points; text_folding.h has the same.
LETTER, SEPARATOR, IGNORED, ALONE, HANGUL, VOICING, MARK, EXPANSION = 0, 1, 2, 3, 4, 5, 0x100, 0x200

# 64 code points a leaf, 64 leaves a branch.
LEAF, BRANCH = 64, 64

SPACE = 0x20
VOICED, SEMIVOICED = 0x3099, 0x309A

# Scripts whose marks readers leave out.
UNMARKED = {
    "Arabic", "Armenian", "Common", "Coptic", "Cyrillic", "Ethiopic", "Glagolitic", "Gothic", "Greek",
    "Hebrew", "Inherited", "Latin", "Old_Permic", "Samaritan", "Syriac",
}

# Marks of other scripts that readers leave out.
LEFT_OUT = {"Nukta", "Cantillation_Mark"}

# Letters of one sound that keyboards, orthographies or places in a word distinguish.
SAME = {
    # Alef with wasla; alef with a wavy hamza; dotless yeh, Farsi yeh and yeh barree; keheh; teh marbuta.
    "ٱ": "ا", "ٲ": "ا", "ٳ": "ا", "ى": "ي", "ی": "ي", "ے": "ي", "ک": "ك", "ڪ": "ك", "ة": "ه",
    # Heh goal, teh marbuta goal, ae (Urdu, Uyghur, Kurdish) and heh doachashmee.
    "ہ": "ه", "ۃ": "ه", "ە": "ه", "ھ": "ه",
    # Final forms in Hebrew.
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}
TATWEEL = 0x640

# A vowel sign with a dot that is not a mark of its own: tone marks are typed between the two.
UNSPLIT = {0xE33, 0xEB3}


def lines(name):
    for line in (UNICODE / name).read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            yield fields


def span(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def property_of(name, wanted=None, column=1):
    found = {}
    for fields in lines(name):
        if wanted is None or fields[column] == wanted:
            for value in span(fields[0]):
                found[value] = fields[column]
    return found


class Character:
    def __init__(self, fields):
        self.name, self.category = fields[1], fields[2]
        self.combining_class = int(fields[3])
        kind, _, rest = fields[5].rpartition(">")
        self.kind = kind.lstrip("<")
        self.decomposition = [int(value, 16) for value in rest.split()]
        self.digit = int(fields[6]) if fields[6] else None


def read_characters():
    found = {}
    first = None
    for fields in lines("UnicodeData.txt"):
        value = int(fields[0], 16)
        if fields[1].endswith(", First>"):
            first = value
            continue
        for each in range(first if first is not None else value, value + 1):
            found[each] = Character(fields)
        first = None
    return found


def read_latin_ascii(characters):
    """The letters and punctuation marks for which CLDR has an ASCII spelling."""
    found = {}
    text = (UNICODE / "cldr/common/transforms/Latin-ASCII.xml").read_text(encoding="utf-8")
    for source, target in re.findall(r"^(\S) → (\S+) ;", text, re.MULTILINE):
        target = re.sub(r"\\u([0-9A-F]{4})", lambda match: chr(int(match[1], 16)), target)
        value, target = ord(source), re.sub(r"'(.+)'|\\(.)", r"\1\2", target)
        if value in characters and characters[value].category[0] in "LP" and target.isascii() and target:
            found[value] = [ord(letter) for letter in target]
    return found


class Fold:
    def __init__(self):
        self.characters = read_characters()
        self.latin = read_latin_ascii(self.characters)
        self.case = {}
        for code, status, mapping, *_ in lines("CaseFolding.txt"):
            if status in "CF":
                self.case[int(code, 16)] = [int(value, 16) for value in mapping.split()]
        self.scripts = property_of("Scripts.txt")
        self.syllabic = property_of("IndicSyllabicCategory.txt")
        self.breaks = property_of("LineBreak.txt")
        self.unseen = property_of("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
        self.alphabetic = property_of("PropList.txt", "Other_Alphabetic")
        self.pictures = property_of("emoji/emoji-data.txt", "Extended_Pictographic")
        self.pictures |= property_of("PropList.txt", "Regional_Indicator")
        self.names = {each.name: value for value, each in self.characters.items()}
        self.voiced = {}
        for value, each in self.characters.items():
            if not each.kind and len(each.decomposition) == 2 and each.decomposition[1] in (VOICED, SEMIVOICED):
                base, mark = each.decomposition
                self.voiced[value] = (base, mark)
        self.known = {}

    def is_kept_mark(self, value):
        each = self.characters[value]
        if each.category == "Me" or self.syllabic.get(value) in LEFT_OUT:
            return False
        return each.category == "Mc" or self.scripts.get(value) not in UNMARKED

    def is_word(self, value):
        each = self.characters.get(value)
        if each is None or each.category[0] in "LNM" or each.category == "Co":
            return True
        return value in self.alphabetic

    def is_picture(self, value):
        each = self.characters.get(value)
        return value in self.pictures and each is not None and each.category == "So" and each.kind != "super" \
            and value not in (0xA9, 0xAE)

    def letter_without_marks(self, value):
        """The letter of a name like “CYRILLIC SMALL LETTER GHE WITH UPTURN”."""
        base, found, _ = self.characters[value].name.partition(" WITH ")
        if not found or self.scripts.get(value) not in ("Latin", "Greek", "Cyrillic"):
            return None
        return self.names.get(base)

    def step(self, value):
        """What a code point becomes by the first rule that applies; itself when none does."""
        each = self.characters.get(value)
        if value in self.unseen or value == TATWEEL:
            return []
        if each is None or value in (VOICED, SEMIVOICED):
            return [value]
        if chr(value) in SAME:
            return [ord(SAME[chr(value)])]
        if value in self.voiced:
            kana = self.kana(value)
            return [kana] if (kana in self.voiced or kana == value) else [value]
        if each.digit is not None and each.category == "Nd":
            return [ord("0") + each.digit]
        if each.decomposition and value not in UNSPLIT:
            return self.expanded(value, each)
        if each.category in ("Mn", "Me", "Mc"):
            return [value] if self.is_kept_mark(value) else []
        if value in self.case:
            return self.case[value]
        if value in self.latin:
            return self.latin[value]
        base = self.letter_without_marks(value)
        if base is not None:
            return [base]
        return [self.kana(value)]

    def kana(self, value):
        is_katakana = 0x30A1 <= value <= 0x30F6 or 0x30FD <= value <= 0x30FE
        return value - 0x60 if is_katakana else value

    def expanded(self, value, each):
        """What a character with a decomposition stands for; a sign like ½ or ㎏ is a word of its own."""
        if each.category[0] == "S" and each.kind == "super":
            return [value]
        is_sign = each.category[0] == "S" and each.kind not in ("", "wide", "narrow", "small")
        if each.kind == "fraction" or is_sign and value not in self.alphabetic:
            return [SPACE] + each.decomposition + [SPACE]
        return each.decomposition

    def fold(self, value):
        """What a code point becomes when no rule applies any more."""
        if value in self.known:
            return self.known[value]
        self.known[value] = [value]
        next = self.step(value)
        result = [value] if next == [value] else [part for each in next for part in self.fold(each)]
        self.known[value] = result
        return result

    def kind(self, value):
        """The value of a code point that the fold leaves as it is."""
        each = self.characters.get(value)
        if 0xAC00 <= value <= 0xD7A3:
            return HANGUL
        if value in (VOICED, SEMIVOICED):
            return VOICING
        if each is None:
            return LETTER
        if each.category in ("Mn", "Mc"):
            return MARK + each.combining_class
        if self.is_picture(value):
            return ALONE
        if not self.is_word(value):
            return SEPARATOR
        if each.category[0] == "L" and self.breaks.get(value) in ("ID", "CJ", "NS", "SA"):
            return ALONE
        return LETTER


def utf16(values):
    encoded = "".join(map(chr, values)).encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(encoded[at : at + 2], "little") for at in range(0, len(encoded), 2)]


class Table:
    def __init__(self, fold):
        self.pool, self.places = [], {}
        self.values = [self.entry(fold, value) for value in range(0x110000)]
        self.compositions = []
        for composed, (base, mark) in sorted(fold.voiced.items()):
            if fold.fold(composed) == [composed]:
                self.compositions.append((fold.fold(base)[0], mark, composed))

    def entry(self, fold, value):
        if 0xD800 <= value <= 0xDFFF:
            return SEPARATOR
        if 0xAC00 <= value <= 0xD7A3:
            return HANGUL
        result = fold.fold(value)
        if result == [value]:
            return fold.kind(value)
        if not result:
            return IGNORED
        key = tuple(utf16(result))
        if key not in self.places:
            self.places[key] = len(self.pool)
            self.pool += [len(key), *key]
        return EXPANSION + self.places[key]


def shared(parts):
    kinds = {}
    numbers = [kinds.setdefault(part, len(kinds)) for part in parts]
    return list(kinds), numbers


def pieces(values, size):
    return [tuple(values[start : start + size]) for start in range(0, len(values), size)]


def rows(values, count):
    return "\n".join("  " + " ".join(f"{value}," for value in row) for row in pieces(values, count))


def digest(values, pool):
    """FNV-1a over the meaning of the table, which a new version of the index must come with."""
    result = 0xCBF29CE484222325
    for number in values + pool:
        for byte in number.to_bytes(2, "little"):
            result = (result ^ byte) * 0x100000001B3 % (1 << 64)
    return result


def made():
    fold = Fold()
    table = Table(fold)
    assert max(table.values) < 1 << 16
    leaves, leaf_numbers = shared(pieces(table.values, LEAF))
    branches, branch_numbers = shared(pieces(leaf_numbers, BRANCH))
    assert len(branches) < 256 and len(leaves) < 1 << 16
    version = re.search(r"\d+\.\d+\.\d+", (UNICODE / "Scripts.txt").read_text())[0]
    return f"""// Made by Scripts/make-fold-table.py from the data of Unicode {version}; not to be edited.

#include "text_folding.h"

const uint64_t text_fold_digest = 0x{digest(table.values, table.pool):016X};

const uint8_t text_fold_branches[{len(branch_numbers)}] = {{
{rows(branch_numbers, 40)}
}};

const uint16_t text_fold_leaves[{len(branches)}][{BRANCH}] = {{
{rows(["{" + ", ".join(map(str, branch)) + "}" for branch in branches], 1)}
}};

const uint16_t text_fold_values[{len(leaves)}][{LEAF}] = {{
{rows(["{" + ", ".join(map(str, leaf)) + "}" for leaf in leaves], 1)}
}};

const uint16_t text_fold_expansions[{len(table.pool)}] = {{
{rows(table.pool, 20)}
}};

const text_fold_composition text_fold_compositions[] = {{
{rows([f"{{0x{base:X}, 0x{mark:X}, 0x{composed:X}}}" for base, mark, composed in sorted(table.compositions)], 4)}
}};

const int text_fold_composition_count = {len(table.compositions)};
"""


def check(text):
    """Compares with the checked-in table, if that was made from the same version of the data."""
    head = lambda source: source.partition("\n")[0]
    there = TABLE.read_text(encoding="utf-8")
    if head(there) != head(text):
        print(f"not compared: {head(there)} here, {head(text)} installed")
    elif there != text:
        sys.exit("fold_table.c differs from what the script makes")
    else:
        print("the same")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check(made())
    else:
        print(made(), end="")
