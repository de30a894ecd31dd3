#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

static const char *libraries = NULL;

void document_set_libraries(const char *folder) { libraries = folder; }

enum document_status document_load(const char *library, const struct document_function *functions, size_t count) {
  char path[4096];
  int length = libraries == NULL ? snprintf(path, sizeof path, "%s", library)
                                 : snprintf(path, sizeof path, "%s/%s", libraries, library);
  if (length < 0 || (size_t)length >= sizeof path) return DOCUMENT_NO_LIBRARY;
  /* All symbols at once: later the sandbox keeps the linker from making them executable. */
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return DOCUMENT_NO_LIBRARY;
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(handle, functions[i].name);
    if (function == NULL) return DOCUMENT_NO_LIBRARY;
    *(void **)functions[i].place = function;
  }
  return DOCUMENT_OK;
}
