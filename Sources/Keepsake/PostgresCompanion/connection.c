#define _GNU_SOURCE
#include "connection.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "address.h"
#include "failures.h"
#include "library.h"
#include "waiting.h"

enum { MAX_PARAMETERS = 64, BINARY = 1 };

static PGconn *connection;
static uint32_t statement_deadline;

int line_socket(void) { return connection == NULL ? -1 : pq.socket(connection); }

void line_disconnect(void) {
  if (connection != NULL) pq.finish(connection);
  connection = NULL;
}

/* Reports libpq's error and closes the connection. */
static void lose(const char *otherwise) {
  line_fail_connection(pq.connection_error(connection), otherwise);
  line_disconnect();
}

static void lose_for_time(const char *message) {
  line_fail(LINE_STATE_DEADLINE, message);
  line_disconnect();
}

/* Waits for a statement to finish; returns null after an error answer. */
static PGresult *finish_statement(void) {
  /* A quarter longer than the server's own limit. */
  int64_t until = line_now() + (int64_t)statement_deadline * 5 / 4;
  PGresult *last = NULL;
  while (true) {
    int unsent = pq.flush(connection);
    bool is_busy = pq.is_busy(connection) == 1;
    if (unsent == 0 && !is_busy) {
      PGresult *result = pq.result(connection);
      if (result == NULL) return last;
      if (last != NULL) pq.clear(last);
      last = result;
      continue;
    }
    short events = unsent == 1 ? POLLIN | POLLOUT : POLLIN;
    if (unsent < 0 && !is_busy) break;
    if (!line_wait(pq.socket(connection), events, until)) {
      if (last != NULL) pq.clear(last);
      lose_for_time("the server did not answer in time");
      return NULL;
    }
    if (pq.consume(connection) == 0) break;
  }
  if (last != NULL) pq.clear(last);
  lose(LINE_STATE_LOST);
  return NULL;
}

/* Reports a failed statement; an error that closed the connection has no state. */
static void fail_statement(PGresult *result) {
  const char *state = pq.error_field(result, 'C');
  const char *message = pq.error_field(result, 'M');
  if (state != NULL && strlen(state) == 5 && message != NULL) {
    line_fail(state, message);
    if (pq.status(connection) != PQ_CONNECTION_OK) line_disconnect();
  } else {
    lose(LINE_STATE_LOST);
  }
}

/* Runs one of this program's own statements; returns false after an error answer. */
static bool run(const char *statement) {
  if (pq.send(connection, statement, 0, NULL, NULL, NULL, NULL, BINARY) != 1) {
    lose(LINE_STATE_LOST);
    return false;
  }
  PGresult *result = finish_statement();
  if (result == NULL) return false;
  int status = pq.result_status(result);
  bool is_good = status == PQ_TUPLES_OK || status == PQ_COMMAND_OK;
  if (!is_good) fail_statement(result);
  pq.clear(result);
  if (!is_good) line_disconnect();
  return is_good;
}

/* Settings for every statement: a time limit, a search path that others can't extend, and an isolation level
 * that sees rows stored while it waited. */
static bool prepare_connection(void) {
  static const char form[] =
      "select set_config('statement_timeout', '%u', false), set_config('search_path', "
      "'pg_catalog, pg_temp', false), set_config('default_transaction_isolation', "
      "'read committed', false), set_config('idle_in_transaction_session_timeout', '60000', false)";
  char statement[sizeof form + 16];
  snprintf(statement, sizeof statement, form, statement_deadline);
  return run(statement);
}

static bool wait_for_connection(uint32_t deadline) {
  int64_t until = line_now() + deadline;
  int wanted = PQ_POLLING_WRITING;
  while (wanted != PQ_POLLING_OK) {
    if (wanted == PQ_POLLING_FAILED) {
      lose(LINE_STATE_UNREACHABLE);
      return false;
    }
    short events = wanted == PQ_POLLING_READING ? POLLIN : POLLOUT;
    if (!line_wait(pq.socket(connection), events, until)) {
      lose_for_time("the server did not answer in time");
      return false;
    }
    wanted = pq.connect_poll(connection);
  }
  return true;
}

void line_connect(struct companion_bytes *request) {
  line_disconnect();
  uint32_t deadline = (uint32_t)companion_take_number(request, 4);
  statement_deadline = (uint32_t)companion_take_number(request, 4);
  char *address = companion_take_text(request);
  if (address == NULL) return line_fail(LINE_STATE_ADDRESS, "the address is not valid");
  if (!line_load_library()) {
    free(address);
    return line_fail(LINE_STATE_NO_LIBRARY, "libpq.so.5 is missing: install libpq5");
  }
  struct line_settings settings;
  const char *reason = line_read_address(address, &settings);
  if (reason == NULL) {
    connection = pq.start(settings.keywords, settings.values, 0);
  }
  if (settings.options != NULL) pq.free_options(settings.options);
  explicit_bzero(address, strlen(address));
  free(address);
  if (reason != NULL) return line_fail(LINE_STATE_ADDRESS, reason);
  if (connection == NULL) return line_fail(LINE_STATE_UNREACHABLE, "out of memory");
  /* With the state of a refused login. */
  pq.set_verbosity(connection, PQ_ERRORS_VERBOSE);
  if (pq.socket(connection) < 0) return lose(LINE_STATE_UNREACHABLE);
  if (!wait_for_connection(deadline)) return;
  pq.set_nonblocking(connection, 1);
  if (prepare_connection()) companion_write_frame(LINE_CONNECTED, NULL);
}

static void answer_rows(const PGresult *result) {
  struct companion_bytes payload = {0};
  int rows = pq.rows(result), columns = pq.columns(result);
  companion_put_number(&payload, (uint32_t)columns, 4);
  companion_put_number(&payload, (uint32_t)rows, 4);
  for (int row = 0; row < rows && !payload.failed && payload.length <= LINE_MAX_PAYLOAD; row++) {
    for (int column = 0; column < columns; column++) {
      if (pq.is_null(result, row, column)) {
        companion_put_number(&payload, LINE_NULL, 4);
        continue;
      }
      int length = pq.length(result, row, column);
      companion_put_number(&payload, (uint32_t)length, 4);
      companion_put(&payload, pq.value(result, row, column), (size_t)length);
    }
  }
  if (payload.failed || payload.length > LINE_MAX_PAYLOAD) {
    line_fail(LINE_STATE_TOO_LARGE, "the answer of the server is too large");
  } else {
    companion_write_frame(LINE_ROWS, &payload);
  }
  free(payload.bytes);
}

void line_query(struct companion_bytes *request) {
  if (connection == NULL) return line_fail(LINE_STATE_LOST, "the connection is closed");
  const char *values[MAX_PARAMETERS];
  int lengths[MAX_PARAMETERS], formats[MAX_PARAMETERS];
  char *statement = companion_take_text(request);
  uint32_t count = (uint32_t)companion_take_number(request, 4);
  if (count > MAX_PARAMETERS) request->failed = true;
  for (uint32_t i = 0; i < count && !request->failed; i++) {
    uint32_t length = (uint32_t)companion_take_number(request, 4);
    bool is_null = length == LINE_NULL;
    lengths[i] = is_null ? 0 : (int)length;
    values[i] = is_null ? NULL : (const char *)companion_take(request, length);
    formats[i] = BINARY;
  }
  if (request->failed) _exit(65);
  int sent = pq.send(connection, statement, (int)count, NULL, values, lengths, formats, BINARY);
  free(statement);
  if (sent != 1) return lose(LINE_STATE_LOST);
  PGresult *result = finish_statement();
  if (result == NULL) return;
  int status = pq.result_status(result);
  if (status == PQ_TUPLES_OK || status == PQ_COMMAND_OK) {
    answer_rows(result);
  } else {
    fail_statement(result);
  }
  pq.clear(result);
  if (connection != NULL) line_listen();
}

void line_listen(void) {
  if (pq.consume(connection) == 0) {
    lose(LINE_STATE_LOST);
    _exit(0);
  }
  bool is_changed = false;
  struct pq_notification *notification;
  while ((notification = pq.notification(connection)) != NULL) {
    is_changed |= notification->process != pq.process(connection);
    pq.free_memory(notification);
  }
  if (is_changed) companion_write_frame(LINE_NOTICE, NULL);
}
