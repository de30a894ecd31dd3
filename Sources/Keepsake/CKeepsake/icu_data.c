// An empty table of contents in place of ICU's data.
//
// Foundation links ICU, and ICU has 34 MB of data: locales, calendars, time zones, collations.
// Keepsake uses none of it, and half of the program would be unused data. ICU supports this: a
// program may define the data's symbol itself (ICU's own "stubdata" is such a table), and the
// linker then takes nothing from the archive. A call that needs data gets an error, as for a locale
// that is not installed.
//
// So an app that links this must take time from glibc and format values itself; `ICUDataTests`
// checks what would not work. The symbol is hidden, so that a program on Foundation's shared
// library is unaffected.
#include <stdint.h>

/// The header of a data package (ICU's `udata.h`: MappedData and UDataInfo), followed by the table.
struct package {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t charset;
  uint8_t size_of_char;
  uint8_t reserved_byte;
  uint8_t data_format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t padding[8];
  uint32_t entries;
  uint32_t end;
};

#define EMPTY_PACKAGE                                                                              \
  {                                                                                                \
    .header_size = 32, .magic = {0xDA, 0x27}, .info_size = 20,                                     \
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, .size_of_char = 2,                    \
    .data_format = {'T', 'o', 'C', 'P'}, .format_version = {1}                                     \
  }

// One for each ICU version that a Swift toolchain has or may get; any other links its own data.
#define EMPTY_DATA(name)                                                                           \
  __attribute__((visibility("hidden"), aligned(16))) const struct package name = EMPTY_PACKAGE

EMPTY_DATA(icudt74_dat);
EMPTY_DATA(icudt75_dat);
EMPTY_DATA(icudt76_dat);
EMPTY_DATA(icudt77_dat);
EMPTY_DATA(icudt78_dat);
