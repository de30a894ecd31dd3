#ifndef CTEXTFOLDING_H
#define CTEXTFOLDING_H

#include <stdint.h>

/// How a search treats a code point that isn't replaced by others.
enum {
  /// Part of a word.
  TEXT_FOLD_LETTER = 0,
  /// Separates two words.
  TEXT_FOLD_SEPARATOR = 1,
  /// Ignored.
  TEXT_FOLD_IGNORED = 2,
  /// A word of its own: a letter of a script written without spaces, or an emoji.
  TEXT_FOLD_ALONE = 3,
  /// A Korean syllable, which is decomposed into its letters.
  TEXT_FOLD_HANGUL = 4,
  /// A kana's voicing mark.
  TEXT_FOLD_VOICING = 5,
  /// The first of 256 values for marks that belong to a word, ordered by their combining class.
  TEXT_FOLD_MARK = 0x100,
  /// The first value for code points that are replaced; the offset from it is an index into
  /// `text_fold_expansions`.
  TEXT_FOLD_EXPANSION = 0x200,
};

/// A kana, its voicing mark, and both as one code point.
typedef struct {
  uint16_t base, mark, composed;
} text_fold_composition;

/// Changes whenever the meaning of the table does.
extern const uint64_t text_fold_digest;

/// For each 4,096 code points, their row in `text_fold_leaves`.
extern const uint8_t text_fold_branches[272];

/// For each 64 code points of a branch, their row in `text_fold_values`.
extern const uint16_t text_fold_leaves[][64];

/// The values of the code points of a leaf.
extern const uint16_t text_fold_values[][64];

/// The number of UTF-16 units that a code point is replaced by, and those units.
extern const uint16_t text_fold_expansions[];

extern const text_fold_composition text_fold_compositions[];
extern const int text_fold_composition_count;

/// The value of a code point.
static inline uint16_t text_fold_value(uint32_t scalar) {
  if (scalar > 0x10FFFF) return TEXT_FOLD_SEPARATOR;
  unsigned leaf = text_fold_leaves[text_fold_branches[scalar >> 12]][scalar >> 6 & 63];
  return text_fold_values[leaf][scalar & 63];
}

/// A unit at an index of `text_fold_expansions`.
static inline uint16_t text_fold_unit(int place) { return text_fold_expansions[place]; }

/// Composes a kana and a voicing mark into one code point; 0 if no such code point exists.
static inline uint32_t text_fold_composed(uint32_t base, uint32_t mark) {
  for (int index = 0; index < text_fold_composition_count; index++) {
    const text_fold_composition *each = &text_fold_compositions[index];
    if (each->base == base && each->mark == mark) return each->composed;
  }
  return 0;
}

#endif
