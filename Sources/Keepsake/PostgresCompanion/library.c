#include "library.h"

#include <dlfcn.h>
#include <stddef.h>

struct pq_library pq;

/* Where to store a function of the library. */
struct place {
  const char *name;
  void *function;
};

bool line_load_library(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  const struct place places[] = {
      {"PQconninfoParse", &pq.parse_address},
      {"PQconninfoFree", &pq.free_options},
      {"PQfreemem", &pq.free_memory},
      {"PQconnectStartParams", &pq.start},
      {"PQconnectPoll", &pq.connect_poll},
      {"PQstatus", &pq.status},
      {"PQerrorMessage", &pq.connection_error},
      {"PQsetErrorVerbosity", &pq.set_verbosity},
      {"PQsocket", &pq.socket},
      {"PQbackendPID", &pq.process},
      {"PQsetnonblocking", &pq.set_nonblocking},
      {"PQsendQueryParams", &pq.send},
      {"PQflush", &pq.flush},
      {"PQconsumeInput", &pq.consume},
      {"PQisBusy", &pq.is_busy},
      {"PQgetResult", &pq.result},
      {"PQresultStatus", &pq.result_status},
      {"PQresultErrorField", &pq.error_field},
      {"PQntuples", &pq.rows},
      {"PQnfields", &pq.columns},
      {"PQgetisnull", &pq.is_null},
      {"PQgetlength", &pq.length},
      {"PQgetvalue", &pq.value},
      {"PQclear", &pq.clear},
      {"PQnotifies", &pq.notification},
      {"PQfinish", &pq.finish},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    void *function = dlsym(library, places[i].name);
    if (function == NULL) return false;
    *(void **)places[i].function = function;
  }
  return true;
}
