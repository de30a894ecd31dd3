#ifndef LINE_ADDRESS_H
#define LINE_ADDRESS_H

#include <stdbool.h>

enum { LINE_MAX_SETTINGS = 96 };

/* The connection parameters: null-terminated pairs, and the storage for their strings. */
struct line_settings {
  const char *keywords[LINE_MAX_SETTINGS + 1];
  const char *values[LINE_MAX_SETTINGS + 1];
  int count;
  struct pq_option *options;
};

/* Reads what a person wrote as the address of a server, and adds what is not theirs to choose: a
 * certificate is checked wherever the server is not reached by a local socket, and nothing is read from
 * their home that they did not ask for.
 *
 * Returns null, or one line that says why not; it never has the address in it, which has the password
 * in it. */
const char *line_read_address(const char *address, struct line_settings *settings);

#endif
