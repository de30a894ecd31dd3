#ifndef LINE_LIBRARY_H
#define LINE_LIBRARY_H

/* The functions of libpq, loaded at run time: the program is built without libpq and reports it if the
 * library is missing. */

#include <stdbool.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/* As libpq-fe.h has them; they never change within libpq.so.5. */
struct pq_option {
  char *keyword, *environment_variable, *compiled, *value, *label, *display;
  int size;
};
struct pq_notification {
  char *channel;
  int process;
  char *payload;
  struct pq_notification *next;
};
enum { PQ_CONNECTION_OK = 0 };
enum { PQ_POLLING_FAILED = 0, PQ_POLLING_READING = 1, PQ_POLLING_WRITING = 2, PQ_POLLING_OK = 3 };
enum { PQ_COMMAND_OK = 1, PQ_TUPLES_OK = 2 };
enum { PQ_ERRORS_VERBOSE = 2 };

struct pq_library {
  struct pq_option *(*parse_address)(const char *address, char **message);
  void (*free_options)(struct pq_option *options);
  void (*free_memory)(void *memory);
  PGconn *(*start)(const char *const *keywords, const char *const *values, int expands_name);
  int (*connect_poll)(PGconn *connection);
  int (*status)(const PGconn *connection);
  char *(*connection_error)(const PGconn *connection);
  int (*set_verbosity)(PGconn *connection, int verbosity);
  int (*socket)(const PGconn *connection);
  int (*process)(const PGconn *connection);
  int (*set_nonblocking)(PGconn *connection, int is_nonblocking);
  int (*send)(PGconn *connection, const char *statement, int count, const unsigned *types,
              const char *const *values, const int *lengths, const int *formats, int result_format);
  int (*flush)(PGconn *connection);
  int (*consume)(PGconn *connection);
  int (*is_busy)(PGconn *connection);
  PGresult *(*result)(PGconn *connection);
  int (*result_status)(const PGresult *result);
  char *(*error_field)(const PGresult *result, int field);
  int (*rows)(const PGresult *result);
  int (*columns)(const PGresult *result);
  int (*is_null)(const PGresult *result, int row, int column);
  int (*length)(const PGresult *result, int row, int column);
  char *(*value)(const PGresult *result, int row, int column);
  void (*clear)(PGresult *result);
  struct pq_notification *(*notification)(PGconn *connection);
  void (*finish)(PGconn *connection);
};

/* Filled in once line_load_library was successful. */
extern struct pq_library pq;

bool line_load_library(void);

#endif
