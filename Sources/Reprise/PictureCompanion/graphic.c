#include <stdlib.h>

#include "answer.h"
#include "drawing.h"

enum { SIXEL_ROWS = 6 };

/* Writes a graphic; only its size if it has no bytes. */
static void write_graphic(uint32_t width, uint32_t height, const void *bytes, size_t length) {
  struct companion_bytes graphic = {0};
  companion_put_number(&graphic, width, 4);
  companion_put_number(&graphic, height, 4);
  companion_put(&graphic, bytes, length);
  if (!graphic.failed) companion_write_frame(PICTURE_GRAPHIC, &graphic);
  free(graphic.bytes);
}

static ChafaCanvas *make_canvas(const struct picture_wish *wish) {
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, wish->columns, wish->rows);
  chafa_canvas_config_set_cell_geometry(config, wish->request.cell_width,
                                        wish->request.cell_height);
  chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
  chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
  chafa_canvas_config_set_color_space(config, CHAFA_COLOR_SPACE_RGB);
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_canvas_config_unref(config);
  return canvas;
}

/* The sequences around a drawing, which the library otherwise reads from a terminal description. */
static ChafaTermInfo *make_sequences(void) {
  ChafaTermInfo *sequences = chafa_term_info_new();
  chafa_term_info_set_seq(sequences, CHAFA_TERM_SEQ_BEGIN_SIXELS, "\033P%1;%2;%3q", NULL);
  chafa_term_info_set_seq(sequences, CHAFA_TERM_SEQ_END_SIXELS, "\033\\", NULL);
  return sequences;
}

/* The pixels as a drawing; NULL without memory. */
static GString *draw(const struct picture_wish *wish, const struct companion_pixels *pixels,
                     ChafaTermInfo *sequences) {
  ChafaCanvas *canvas = make_canvas(wish);
  GString *drawing = picture_draw(canvas, pixels) ? chafa_canvas_print(canvas, sequences) : NULL;
  chafa_canvas_unref(canvas);
  return drawing;
}

/* A drawing covers all of its cells. If it is too long, as for grainy pictures, the resolution is halved in both
 * directions until it fits. The library only draws bands of six rows. */
static void write_sixels(const struct picture_wish *wish, struct companion_pixels *pixels) {
  uint32_t width = (uint32_t)wish->columns * wish->request.cell_width;
  uint32_t height = (uint32_t)wish->rows * wish->request.cell_height;
  if (height < SIXEL_ROWS) {
    write_graphic(width, height, NULL, 0);
    return;
  }
  ChafaTermInfo *sequences = make_sequences();
  GString *drawing = draw(wish, pixels, sequences);
  while (drawing != NULL && drawing->len > PICTURE_MAX_DRAWING) {
    g_string_free(drawing, TRUE);
    bool is_shrunk = pixels->width > 1 && pixels->height > 1 &&
                     companion_shrink(pixels, pixels->width / 2, pixels->height / 2);
    drawing = is_shrunk ? draw(wish, pixels, sequences) : NULL;
  }
  write_graphic(width, height, drawing == NULL ? NULL : drawing->str,
                drawing == NULL ? 0 : drawing->len);
  if (drawing != NULL) g_string_free(drawing, TRUE);
  chafa_term_info_unref(sequences);
}

void picture_write_graphic(const struct picture_wish *wish, struct companion_pixels *pixels) {
  if (wish->request.wants_sixels) {
    write_sixels(wish, pixels);
  } else {
    write_graphic(pixels->width, pixels->height, pixels->bytes,
                  (size_t)pixels->width * pixels->height * 3);
  }
}
