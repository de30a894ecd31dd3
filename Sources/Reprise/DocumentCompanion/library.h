#ifndef DOCUMENT_LIBRARY_H
#define DOCUMENT_LIBRARY_H

#include "protocol.h"

/* Looks for libraries in this folder only; by default in the system's. */
void document_set_libraries(const char *folder);

/* A function of a library, and where to store its address. */
struct document_function {
  const char *name;
  void *place;
};

/* Loads a library and looks up functions in it; DOCUMENT_NO_LIBRARY if any is missing. */
enum document_status document_load(const char *library, const struct document_function *functions, size_t count);

#endif
