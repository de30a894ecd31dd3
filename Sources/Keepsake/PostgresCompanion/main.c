/* Holds the connection to a household's server, for a program that is linked without libpq.
 *
 * It is started with a pipe and nothing else, is asked over that, and ends when it is closed
 * (PostgresProcess.swift). It sleeps until there is something to do. Passwords come through
 * the pipe alone: the environment is empty, and the one argument that there is, `check`, has it say whether libpq
 * is there, and end. */

#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "companion.h"
#include "connection.h"
#include "library.h"

/* Answers one request; returns false at the end of the requests or without a connection. */
static bool answer(void) {
  uint8_t kind;
  struct companion_bytes request = {0};
  if (!companion_read_frame(&kind, &request, LINE_MAX_PAYLOAD)) return false;
  bool is_known = kind == LINE_CONNECT || kind == LINE_QUERY || kind == LINE_AGAIN;
  if (kind == LINE_CONNECT) line_connect(&request);
  if (kind == LINE_QUERY) line_query(&request);
  if (kind == LINE_AGAIN) companion_write_frame(LINE_NOTICE, NULL);
  explicit_bzero(request.bytes, request.length);
  free(request.bytes);
  return is_known && line_socket() >= 0;
}

/* Prints one letter: whether the library is installed. */
static int check(void) {
  const char *answer = line_load_library() ? "y" : "n";
  return write(STDOUT_FILENO, answer, 1) == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **words) {
  companion_take_away((rlim_t)1 << 30);
  if (count == 2 && strcmp(words[1], "check") == 0) return check();
  while (true) {
    int socket = line_socket();
    struct pollfd watched[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = socket, .events = POLLIN},
    };
    if (poll(watched, 2, -1) < 0) continue;
    if (socket >= 0 && watched[1].revents != 0) line_listen();
    if (watched[0].revents != 0 && !answer()) break;
  }
  line_disconnect();
  return 0;
}
