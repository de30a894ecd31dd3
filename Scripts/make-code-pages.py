#!/usr/bin/env python3
"""Writes the tables of Windows code pages that WindowsCodePage+Tables.swift has.

glibc loads its converters as modules, which a static program can't, so an import brings its own. A test
compares the tables with iconv.
"""
import pathlib

PAGES = [1250, 1251, 1252]
TARGET = "Sources/Keepsake/Inventory/Import/WindowsCodePage+Tables.swift"


def scalars(page):
    for byte in range(128, 256):
        try:
            yield ord(bytes([byte]).decode(f"cp{page}"))
        except UnicodeDecodeError:
            yield 0xFFFD


lines = [
    "// Written by Scripts/make-code-pages.py.",
    "",
    "extension WindowsCodePage {",
    "  /// The scalars of the bytes from 128 to 255; U+FFFD for a byte without one.",
    "  var upperHalf: [UInt16] {",
    "    switch self {",
]
for page in PAGES:
    lines.append(f"    case .windows{page}: Self.windows{page}Half")
lines += ["    }", "  }"]
for page in PAGES:
    lines += ["", f"  private static let windows{page}Half: [UInt16] = ["]
    values = [f"0x{value:04X}" for value in scalars(page)]
    for start in range(0, 128, 8):
        lines.append("    " + ", ".join(values[start : start + 8]) + ",")
    lines.append("  ]")
lines.append("}")
root = pathlib.Path(__file__).resolve().parent.parent
(root / TARGET).write_text("\n".join(lines) + "\n")
