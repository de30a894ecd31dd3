#include <stdlib.h>

#include "answer.h"
#include "drawing.h"

enum { PLAIN = 0xFFFFFFFF };

static ChafaCanvasMode mode(uint8_t colors) {
  switch (colors) {
    case PICTURE_COLORS_16: return CHAFA_CANVAS_MODE_INDEXED_16;
    /* Without the first sixteen, which users configure. */
    case PICTURE_COLORS_256: return CHAFA_CANVAS_MODE_INDEXED_240;
    case PICTURE_TRUE_COLOR: return CHAFA_CANVAS_MODE_TRUECOLOR;
    default: return CHAFA_CANVAS_MODE_FGBG;
  }
}

/* Only blocks: every terminal font has them, and they are one column wide everywhere. Shades only if
 * there is no color to mix. */
static ChafaSymbolMap *symbols(uint8_t colors) {
  ChafaSymbolMap *map = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE);
  chafa_symbol_map_add_by_range(map, 0x2580, 0x2590);
  chafa_symbol_map_add_by_range(map, 0x2594, 0x259F);
  if (colors == PICTURE_MONO) chafa_symbol_map_add_by_range(map, 0x2591, 0x2593);
  return map;
}

static ChafaCanvas *make_canvas(const struct picture_wish *wish) {
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  ChafaSymbolMap *map = symbols(wish->request.colors);
  chafa_canvas_config_set_geometry(config, wish->columns, wish->rows);
  chafa_canvas_config_set_canvas_mode(config, mode(wish->request.colors));
  chafa_canvas_config_set_symbol_map(config, map);
  chafa_canvas_config_set_work_factor(config, 0.5f);
  chafa_canvas_config_set_color_space(config, CHAFA_COLOR_SPACE_RGB);
  chafa_canvas_config_set_preprocessing_enabled(config, wish->request.colors <= PICTURE_COLORS_16);
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_symbol_map_unref(map);
  chafa_canvas_config_unref(config);
  return canvas;
}

/* Without color a block gets the terminal's default colors, whatever number the library has for them. */
static uint32_t color(gint value, uint8_t colors) {
  return value < 0 || colors == PICTURE_MONO ? PLAIN : (uint32_t)value;
}

void picture_write_cells(const struct picture_wish *wish, struct companion_pixels *pixels) {
  struct companion_bytes answer = {0};
  ChafaCanvas *canvas = make_canvas(wish);
  bool is_drawn = picture_draw(canvas, pixels);
  picture_put_head(&answer, PICTURE_OK, wish->columns, wish->rows, wish->width, wish->height,
                   wish->part);
  for (int y = 0; is_drawn && y < wish->rows; y++) {
    for (int x = 0; x < wish->columns; x++) {
      gint foreground, background;
      chafa_canvas_get_raw_colors_at(canvas, x, y, &foreground, &background);
      companion_put_number(&answer, chafa_canvas_get_char_at(canvas, x, y), 4);
      companion_put_number(&answer, color(foreground, wish->request.colors), 4);
      companion_put_number(&answer, color(background, wish->request.colors), 4);
    }
  }
  if (!is_drawn || answer.failed) {
    picture_write_failure(PICTURE_NO_MEMORY, wish->width, wish->height);
    return;
  }
  companion_write_frame(PICTURE_ANSWER, &answer);
  if (wish->request.cell_width > 0) picture_write_graphic(wish, pixels);
  free(answer.bytes);
  chafa_canvas_unref(canvas);
}
