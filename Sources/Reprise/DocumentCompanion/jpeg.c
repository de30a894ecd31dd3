#include "jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf back;
};

/* All state that encoding changes. It belongs to the caller of the function that calls setjmp, since a longjmp leaves
 * that function's own variables undefined. */
struct encoding {
  struct jpeg_compress_struct info;
  struct failure failure;
  unsigned char *bytes;
  unsigned long length;
};

static void fail(j_common_ptr info) { longjmp(((struct failure *)info->err)->back, 1); }

static void say_nothing(j_common_ptr info) { (void)info; }

/* Without subsampling: it would blur the letters of a receipt. */
static bool encode(struct encoding *encoding, const struct companion_pixels *pixels) {
  enum { QUALITY = 88 };
  j_compress_ptr info = &encoding->info;
  if (setjmp(encoding->failure.back) != 0) return false;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &encoding->bytes, &encoding->length);
  info->image_width = pixels->width;
  info->image_height = pixels->height;
  info->input_components = 3;
  info->in_color_space = JCS_RGB;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, QUALITY, TRUE);
  info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    JSAMPROW row = pixels->bytes + (size_t)info->next_scanline * pixels->width * 3;
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  return true;
}

bool document_put_jpeg(struct companion_bytes *answer, const struct companion_pixels *pixels) {
  struct encoding encoding = {.bytes = NULL};
  encoding.info.err = jpeg_std_error(&encoding.failure.manager);
  encoding.failure.manager.error_exit = fail;
  encoding.failure.manager.output_message = say_nothing;
  bool is_done = encode(&encoding, pixels);
  if (is_done) companion_put(answer, encoding.bytes, encoding.length);
  jpeg_destroy_compress(&encoding.info);
  free(encoding.bytes);
  return is_done;
}
